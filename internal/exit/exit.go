// Package exit holds the errors that decide how a command ends: its exit code, and the
// line that it prints last. WhileRead ends work whose output is no longer read.
package exit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"ludens/internal/prose"
)

// Codes of a command that does not end well.
const (
	CodeError       = 1
	CodeUsage       = 2
	CodeInterrupted = 130 // as shells say of SIGINT
)

// Of returns the exit code of a command that ended with err, and what to print.
func Of(err error) (code int, message string) {
	var stopped Stopped
	switch {
	case err == nil, errors.Is(err, ErrPaused):
		return 0, ""
	case errors.As(err, &stopped):
		return CodeInterrupted, "\nstopped. " + stopped.Hint
	case errors.Is(err, context.Canceled):
		return CodeInterrupted, "\nstopped."
	case errors.As(err, new(Usage)):
		return CodeUsage, "ludens: " + err.Error()
	}
	return CodeError, "ludens: " + err.Error()
}

// Usage is a mistake in the words of the command line.
type Usage struct{ error }

// AsUsage returns err as a mistake in the words of the command line; nil stays nil.
func AsUsage(err error) error {
	if err == nil {
		return nil
	}
	return Usage{err}
}

// Usagef is fmt.Errorf for mistakes in the words of the command line.
func Usagef(format string, args ...any) error { return Usage{fmt.Errorf(format, args...)} }

// OneOf returns an error if a word is not in a list; what comes before the word, as in
// "show: no format".
func OneOf(what, word string, list []string) error {
	if slices.Contains(list, word) {
		return nil
	}
	return Usagef("%s %q%s; want one of %s", what, word, prose.Hint(word, list), strings.Join(list, ", "))
}

// Stopped is a clean stop before the end. Its text says how to go on.
type Stopped struct{ Hint string }

func (s Stopped) Error() string { return s.Hint }

// Unwrap says that the context ended the work.
func (Stopped) Unwrap() error { return context.Canceled }

// ErrPaused ends work where it was asked to end before its end, which has said how to go on.
var ErrPaused = errors.New("paused")

// Caller returns how to call this program again, as a shell takes it: the way that it
// was called.
func Caller(called string) string {
	if dir := filepath.Dir(called); filepath.Base(dir) == "exe" && strings.Contains(dir, "go-build") {
		return "go run ./cmd/ludens"
	}
	return quoted(called)
}

// advised matches the beginning of a command in a message.
var advised = regexp.MustCompile(`(: |` + "`" + `)ludens ([a-z]+)`)

// Pasted returns a message with its commands as they can be pasted where the program was
// called so.
func Pasted(message, called string) string {
	return advised.ReplaceAllString(message, "${1}"+strings.ReplaceAll(Caller(called), "$", "$$")+" ${2}")
}

// quoted returns a word as a shell takes it.
func quoted(word string) string {
	if word == "" || strings.ContainsAny(word, " \t'\"$&;()<>|*?#~`\\") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// Line returns a command with its arguments, as a shell takes it.
func Line(command string, args []string) string {
	for _, word := range args {
		command += " " + quoted(word)
	}
	return command
}

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
