package exit

import (
	"context"
	"io"
	"time"
)

// WhileRead does some work until out is no longer read:
// then it is called off, and its error means nothing.
func WhileRead(ctx context.Context, out io.Writer, work func(context.Context) error) error {
	inner, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	gone := false
	go func() {
		defer close(done)
		for look := time.NewTicker(200 * time.Millisecond); ; {
			select {
			case <-inner.Done():
				look.Stop()
				return
			case <-look.C:
				if gone = deaf(out); gone {
					stop()
				}
			}
		}
	}()
	err := work(inner)
	stop()
	<-done
	if gone {
		return nil
	}
	return err
}
