package connect4

import (
	"strings"
	"testing"

	"ludens/env"
)

// The book calls columns and endings what the game calls them.
func TestBook(t *testing.T) {
	s := Game{}.New(0)
	for a, name := range (Game{}).ActionNames() {
		if want := "column " + s.Format(env.Action(a)); !strings.HasSuffix(name, want) {
			t.Errorf("action %d is called %q, want %s", a, name, want)
		}
	}
	b := Game{}.Book()
	for i, moves := range []string{"1122334", drawn} {
		if got, want := b.Endings[i].Words, play(t, moves).(env.Explained).Ending(); got != want {
			t.Errorf("ending %d: got %q, want %q", i, got, want)
		}
	}
	if got, want := len(Game{}.PlaneNames()), (Game{}).Spec().Shape[0]; got != want || (Game{}).Turned() {
		t.Errorf("%d planes are named, want %d, as the board has them", got, want)
	}
}
