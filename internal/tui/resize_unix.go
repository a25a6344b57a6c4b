//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
)

// resizes returns a channel that reports that the terminal has got another size.
func resizes() <-chan os.Signal {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGWINCH)
	return told
}
