package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilStopped returns a context that ends with Ctrl-C, SIGTERM or, where the
// terminal is gone, SIGHUP; but nohup's wish is respected. A second Ctrl-C ends the
// program at once. A second SIGHUP does not: shells and the system both send it.
func untilStopped(ctx context.Context) context.Context {
	wanted := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		wanted = append(wanted, syscall.SIGHUP)
	}
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, wanted...)
	ctx, stop := context.WithCancel(ctx)
	go func() {
		if <-heard == syscall.SIGHUP {
			signal.Ignore(syscall.SIGHUP)
		}
		stop()
		signal.Stop(heard)
	}()
	return ctx
}
