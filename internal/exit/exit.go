// Package exit holds the errors that decide how a command ends: its exit code, and the
// line that it prints last. WhileRead ends work whose output is no longer read.
package exit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	case err == nil:
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
