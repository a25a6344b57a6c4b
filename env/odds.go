package env

import "fmt"

// Odds are pieces of one kind that one side lacks at the start, as a strong
// player of chess gives them to a weaker one.
type Odds struct {
	Men           // of one kind, as Countable counts them
	Value float64 // of them together by the table that the game's own Score uses, in pieces of Countable's unit
}

// String returns "queen", "2 pawns".
func (o Odds) String() string {
	if o.Count == 1 {
		return o.Kind
	}
	return fmt.Sprintf("%d %ss", o.Count, o.Kind)
}

// Uneven is a Game that can begin at odds. Its States are Countable.
type Uneven interface {
	Notated
	// Odds returns what can be given, those of Countable's unit first; nothing if no
	// piece can. All kinds are given in the same unit; all texts differ.
	Odds() []Odds
	// Without returns New(seed) without such pieces of p: an unfinished position
	// with the same side to move that ParsePosition reads. Where there are more of
	// them than are given, the seed draws which; fewer are a part of more. The
	// error says that the game does not know such odds.
	Without(o Odds, p Player, seed uint64) (State, error)
}
