package env_test

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
)

// shown is a position that is drawn and nothing more: its pieces are those of the
// drawing.
type shown struct {
	heap
	cells []diagram.Cell
}

func (s *shown) drawing() diagram.Diagram {
	return diagram.Diagram{Rows: 1, Cols: len(s.cells), Cells: s.cells}
}

func piece(side diagram.Side) diagram.Cell {
	return diagram.Cell{Piece: diagram.Piece{Figure: diagram.Disc, Side: side}}
}

// Actions in the order of their texts are the legal ones, each once.
func TestByText(t *testing.T) {
	s := &letters{texts: []string{"d4", "a1", "c3", "b2"}}
	got := env.Texts(s, env.ByText(s))
	if want := []string{"a1", "b2", "c3", "d4"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := env.Texts(s, nil); got == nil || len(got) != 0 {
		t.Errorf("no actions: %#v, want an empty list", got)
	}
	over := &letters{}
	if got := env.ByText(over); len(got) != 0 {
		t.Errorf("no legal actions: %v", got)
	}
}

// letters is a position whose moves are called so.
type letters struct {
	heap
	texts []string
}

func (s *letters) Legal(dst []env.Action) []env.Action {
	for a := range s.texts {
		dst = append(dst, env.Action(a))
	}
	return dst
}

func (s *letters) Format(a env.Action) string { return s.texts[a] }

// spending is a position that knows when its moves are used up.
type spending struct {
	heap
	spent bool
}

func (s *spending) Spent() bool    { return s.spent }
func (s *spending) Adjudged() bool { return false }

// A game is cut off at its limit or when its moves are used up, and never once it is
// over by its rules.
func TestTruncated(t *testing.T) {
	running, over := heap{left: 3}, heap{}
	for _, test := range []struct {
		name    string
		s       env.State
		actions int
		want    bool
	}{
		{"before the limit", &running, 9, false},
		{"at the limit", &running, 10, true},
		{"beyond it", &running, 11, true},
		{"over at the limit", &over, 10, false},
		{"moves that count are left", &spending{running, false}, 9, false},
		{"none is left", &spending{running, true}, 4, true},
		{"over, and none is left", &spending{over, true}, 4, false},
		{"at the limit of all actions", &spending{running, false}, 10, true},
	} {
		if got := env.Truncated(test.s, test.actions, 10); got != test.want {
			t.Errorf("%s: got %v", test.name, got)
		}
	}
}

func TestOddsInWords(t *testing.T) {
	for want, o := range map[string]env.Odds{
		"queen": {Men: env.Men{Kind: "queen", Count: 1}}, "2 pawns": {Men: env.Men{Kind: "pawn", Count: 2}}, "3 dragon horses": {Men: env.Men{Kind: "dragon horse", Count: 3}},
	} {
		if got := o.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Where a position says nothing of squares, its actions are off the board and told by
// their texts.
func TestSquaresOfWhatIsNotSpatial(t *testing.T) {
	got := env.SquaresOf(&heap{left: 3}, 1)
	if got.From != -1 || got.To != -1 || got.Choice != "take 2" || got.Path != nil || got.Captured != nil {
		t.Errorf("%+v", got)
	}
}

// If no rule says whose pieces are which, First has those of the first side.
func TestOwnerOf(t *testing.T) {
	s := &shown{cells: []diagram.Cell{{}, piece(diagram.FirstSide), piece(diagram.SecondSide)}}
	d := s.drawing()
	for cell, want := range []struct {
		p  env.Player
		ok bool
	}{{env.First, false}, {env.First, true}, {env.Second, true}} {
		if p, ok := env.OwnerOf(s, d, cell); ok != want.ok || ok && p != want.p {
			t.Errorf("cell %d: %v, %v; want %+v", cell, p, ok, want)
		}
	}
	for p, want := range map[env.Player]diagram.Side{env.First: diagram.FirstSide, env.Second: diagram.SecondSide} {
		if got := env.SideOf(s, d, p); got != want {
			t.Errorf("player %v has side %v, want %v", p, got, want)
		}
		// With one piece on the board, and with none.
		for _, cells := range [][]diagram.Cell{{piece(diagram.SecondSide)}, {piece(diagram.FirstSide)}, {{}}} {
			one := &shown{cells: cells}
			if got := env.SideOf(one, one.drawing(), p); got != want {
				t.Errorf("player %v has side %v of %v, want %v", p, got, cells, want)
			}
		}
	}
}

// A Spatial position says it itself, also where sides are exchanged.
func TestOwnerOfSpatial(t *testing.T) {
	s := &turned{shown{cells: []diagram.Cell{piece(diagram.FirstSide), piece(diagram.SecondSide)}}}
	if p, ok := env.OwnerOf(s, s.drawing(), 0); !ok || p != env.Second {
		t.Errorf("got %v, %v", p, ok)
	}
	if got := env.SideOf(s, s.drawing(), env.First); got != diagram.SecondSide {
		t.Errorf("First has side %v", got)
	}
	if got := env.SideOf(s, s.drawing(), env.Second); got != diagram.FirstSide {
		t.Errorf("Second has side %v", got)
	}
}

// turned is a position in which Second has the pieces of the first side.
type turned struct{ shown }

func (s *turned) Owner(cell int) (env.Player, bool) {
	return env.Player(1 - cell), true
}

func (s *turned) Squares(a env.Action) env.Squares {
	return env.SquaresOf(&s.shown, a)
}

// A piece is drawn in the middle of a square board, each other square with its sign.
func TestReach(t *testing.T) {
	rows := env.Reach("N", func(down, right int) byte {
		if down*down+right*right == 5 {
			return env.AnyWay
		}
		return env.Nowhere
	})
	want := make([]string, env.ReachSide)
	for i := range want {
		want[i] = ". . . . . . . . ."
	}
	want[2], want[3], want[4], want[5], want[6] = ". . . + . + . . .", ". . + . . . + . .", ". . . . N . . . .", ". . + . . . + . .", ". . . + . + . . ."
	if !slices.Equal(rows, want) {
		t.Errorf("got\n%s", strings.Join(rows, "\n"))
	}
}
