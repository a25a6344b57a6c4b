package heard_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"testing"

	"ludens/internal/heard"
)

var errWork = errors.New("work")

// Work goes on while somebody reads, and its error counts; once nobody does, it is
// called off and its error means nothing.
func TestWhile(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	fails := func(ctx context.Context) error { return errWork }
	if err := heard.While(context.Background(), to, fails); !errors.Is(err, errWork) {
		t.Errorf("somebody reads: got %v", err)
	}
	if err := heard.While(context.Background(), new(bytes.Buffer), fails); !errors.Is(err, errWork) {
		t.Errorf("a buffer: got %v", err)
	}
	if runtime.GOOS == "windows" {
		return // it cannot be known there
	}
	waits := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	from.Close()
	if err := heard.While(context.Background(), to, waits); err != nil {
		t.Errorf("nobody reads: got %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := heard.While(ctx, new(bytes.Buffer), waits); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: got %v", err)
	}
}
