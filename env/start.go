package env

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Startable is a Game that knows other positions to begin from than its own
// start: with men missing, with few men, near the end. They are for learning:
// New never returns one.
type Startable interface {
	Notated
	// Starts names the kinds of positions: "odds", "endgame".
	Starts() []string
	// Start draws a position of a kind from rng. level, in [0, 1], says how hard
	// it may be: 0 is the easiest that the kind has, 1 all of it.
	//
	// Law: the position is unfinished, has no history, and ParsePosition of its
	// text returns an equal one. Equal states of rng give equal positions.
	Start(kind string, level float64, rng *rand.Rand) State
}

// Arranged is a Notated Game whose positions people put together piece by piece.
type Arranged interface {
	Notated
	// Arrange writes the text of a position without history: who is to move, and what
	// stands on the cells of the diagram, row by row from the top: the Letter of a
	// piece, 0 for none. No game need lead to it: ParsePosition says why not. Where the
	// pieces themselves determine whose turn it is, toMove is ignored.
	Arrange(letters []rune, toMove Player) string
}

// Rows writes what stands on a board, row by row: letters or texts, and
// either a dot for each empty cell or the number of those in a row.
func Rows[T rune | string](letters []T, cols int, dots bool) string {
	var text strings.Builder
	var none T
	empty := 0
	gap := func() {
		if empty > 0 {
			text.WriteString(strconv.Itoa(empty))
		}
		empty = 0
	}
	for i, letter := range letters {
		if i > 0 && i%cols == 0 {
			gap()
			text.WriteByte('/')
		}
		switch {
		case letter != none:
			gap()
			text.WriteString(string(letter))
		case dots:
			text.WriteByte('.')
		default:
			empty++
		}
	}
	gap()
	return text.String()
}

// ReadRows reads rows of a board with cols columns as Rows writes them. On boards of up to
// nine columns each digit is a number. put is called with the cell of all that no number
// counts and with the row from there on; it returns how many bytes of that stand there.
func ReadRows(rows []string, cols int, put func(cell int, text string) (n int, err error)) error {
	for i, row := range rows {
		if err := readRow(row, i*cols, cols, put); err != nil {
			return fmt.Errorf("rank %d %.60q: %w", len(rows)-i, row, err)
		}
	}
	return nil
}

func readRow(text string, begin, cols int, put func(cell int, text string) (n int, err error)) error {
	col := 0
	for text != "" {
		n, size, err := len(text)-len(strings.TrimLeft(text, "0123456789")), 1, error(nil)
		switch {
		case n > 0 && text[0] != '0':
			if cols < 10 {
				n = 1
			}
			if size, err = strconv.Atoi(text[:n]); err != nil || size > MaxSide {
				return fmt.Errorf("%.60q is not a number of squares from 1 to %d", text[:n], MaxSide)
			}
		case col >= cols:
			return fmt.Errorf("has more than %d squares", cols)
		default:
			if n, err = put(begin+col, text); err != nil {
				return err
			}
		}
		text, col = text[n:], col+size
	}
	if col != cols {
		return fmt.Errorf("has %d squares, want %d", col, cols)
	}
	return nil
}

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

// Arrayed is a Game that draws its start, the array, from a numbered list.
type Arrayed interface {
	// ArrayOption names the option that fixes the array. Law: the game with that
	// option set to an ArrayText has this one start, whatever the seed.
	ArrayOption() string
	// ArrayCount returns how many arrays there are.
	ArrayCount() int
	// ArrayText writes array i, in [0, ArrayCount()), as ParseArray reads it. All
	// texts differ.
	ArrayText(i int) string
	// ParseArray returns the one text that ArrayText has for an array that
	// may be written otherwise. The error says what would be right.
	ParseArray(text string) (string, error)
}
