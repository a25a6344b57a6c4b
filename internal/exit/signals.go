package exit

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// UntilStopped returns a context that ends with Ctrl-C, SIGTERM or, where the
// terminal is gone, SIGHUP; but nohup's wish is respected. A second Ctrl-C ends the
// program at once. A second SIGHUP does not: shells and the system both send it.
func UntilStopped(ctx context.Context) context.Context {
	heard, hungUp := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(heard, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(hungUp, syscall.SIGHUP)
	}
	ctx, stop := context.WithCancel(ctx)
	go func() {
		select {
		case <-heard:
		case <-hungUp: // which goes on to be caught: between Stop and Ignore one would kill
		}
		stop()
		signal.Stop(heard)
	}()
	return ctx
}
