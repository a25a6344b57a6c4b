//go:build unix

package exit

import (
	"io"
	"syscall"

	"golang.org/x/sys/unix"
)

// deaf reports whether out is no longer read. It knows of
// pipes, sockets and terminals.
func deaf(out io.Writer) bool {
	f, ok := out.(syscall.Conn)
	if !ok {
		return false
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	gone := false
	err = conn.Control(func(fd uintptr) {
		p := []unix.PollFd{{Fd: int32(fd)}}
		n, err := unix.Poll(p, 0)
		gone = err == nil && n > 0 && p[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
	})
	return err == nil && gone
}
