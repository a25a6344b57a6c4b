//go:build unix

package bounded

import "syscall"

// nonblock has the opening of a pipe wait for no writer.
const nonblock = syscall.O_NONBLOCK
