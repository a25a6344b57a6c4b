//go:build unix

package disk

import "syscall"

// nonblock has the opening of a pipe wait for no writer.
const nonblock = syscall.O_NONBLOCK
