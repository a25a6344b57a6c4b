package tictactoe

import (
	"testing"

	"ludens/env"
)

// The book calls endings what the game calls them, and names all there is.
func TestBook(t *testing.T) {
	b := Game{}.Book()
	for i, board := range []string{`
		x x x
		o o .
		. . .`, `
		x o x
		x o o
		o x x`} {
		if got, want := b.Endings[i].Words, draw(t, board).(env.Explained).Ending(); got != want {
			t.Errorf("ending %d: got %q, want %q", i, got, want)
		}
	}
	spec := Game{}.Spec()
	if got, want := len(Game{}.PlaneNames()), spec.Shape[0]; got != want || (Game{}).Turned() {
		t.Errorf("%d planes are named, want %d, as the board has them", got, want)
	}
	if got, want := len(Game{}.ActionNames()), spec.Planes()+spec.Globals(); got != want {
		t.Errorf("%d actions are named, want %d", got, want)
	}
}
