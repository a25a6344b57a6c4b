package exit

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestOf(t *testing.T) {
	for _, test := range []struct {
		err     error
		code    int
		message string
	}{
		{nil, 0, ""},
		{errors.New("no such file"), CodeError, "ludens: no such file"},
		{Usagef("--games %d: want more", 0), CodeUsage, "ludens: --games 0: want more"},
		{fmt.Errorf("game 2: %w", AsUsage(errors.New("says so"))), CodeUsage, "ludens: game 2: says so"},
		{fmt.Errorf("play: %w", context.Canceled), CodeInterrupted, "\nstopped."},
		{errors.Join(errors.New("a game"), Stopped{"go on"}), CodeInterrupted, "\nstopped. go on"},
	} {
		if code, message := Of(test.err); code != test.code || message != test.message {
			t.Errorf("%v: got %d, %q, want %d, %q", test.err, code, message, test.code, test.message)
		}
	}
	if AsUsage(nil) != nil || !errors.Is(Stopped{}, context.Canceled) {
		t.Error("nothing is a mistake, or a stop is not a context's end")
	}
}

func TestOneOf(t *testing.T) {
	notations := []string{"record", "pgn"}
	if err := OneOf("no notation", "pgn", notations); err != nil {
		t.Error(err)
	}
	want := `no notation "gpn" (did you mean "pgn"?); want one of record, pgn`
	if err := OneOf("no notation", "gpn", notations); err == nil || err.Error() != want || !errors.As(err, new(Usage)) {
		t.Errorf("got %v, want %s", err, want)
	}
}
