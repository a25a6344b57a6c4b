package exit_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ludens/internal/exit"
)

var errWork = errors.New("work")

// Work goes on while its output is read, and its error counts; once it is not, the work is
// called off and its error means nothing.
func TestWhile(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	fails := func(ctx context.Context) error { return errWork }
	if err := exit.WhileRead(context.Background(), to, fails); !errors.Is(err, errWork) {
		t.Errorf("somebody reads: got %v", err)
	}
	if err := exit.WhileRead(context.Background(), new(bytes.Buffer), fails); !errors.Is(err, errWork) {
		t.Errorf("a buffer: got %v", err)
	}
	if runtime.GOOS == "windows" {
		return // it cannot be known there
	}
	waits := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	from.Close()
	if err := exit.WhileRead(context.Background(), to, waits); err != nil {
		t.Errorf("nobody reads: got %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := exit.WhileRead(ctx, new(bytes.Buffer), waits); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: got %v", err)
	}
}

// A file and a pipe with a reader are heard: work ends by itself, and what it
// returns counts, nothing too.
func TestWhileSomebodyReads(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, want := range []error{nil, errWork} {
		var inner context.Context
		if err := exit.WhileRead(t.Context(), file, func(ctx context.Context) error { inner = ctx; return want }); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		if inner.Err() == nil {
			t.Error("the context of the work goes on after it")
		}
	}
}
