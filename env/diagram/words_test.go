package diagram

import (
	"strings"
	"testing"
)

// letters are what the boards of these tests are written in: First's are large.
var letters = map[rune]Piece{
	'P': {Figure: Pawn, Side: FirstSide}, 'p': {Figure: Pawn, Side: SecondSide},
	'Q': {Figure: Queen, Side: FirstSide}, 'q': {Figure: Queen, Side: SecondSide},
	'A': {Figure: Archbishop, Side: FirstSide}, 'a': {Figure: Archbishop, Side: SecondSide},
	'M': {Figure: Disc, Side: FirstSide}, 'm': {Figure: Disc, Side: SecondSide},
	'k': {Figure: Crowned, Side: SecondSide}, 'B': {Figure: Crown, Side: FirstSide, Tone: BlueTone},
}

// board reads rows of letters, the highest first, with files and ranks.
func board(rows ...string) Diagram {
	d := Diagram{Rows: len(rows), Cols: len(rows[0])}
	for i, row := range rows {
		d.Ranks = append(d.Ranks, string(rune('0'+len(rows)-i)))
		for _, r := range row {
			p := letters[r]
			p.Letter = r
			d.Cells = append(d.Cells, Cell{Piece: p})
		}
	}
	for col := range d.Cols {
		d.Files = append(d.Files, string(rune('a'+col)))
	}
	return d
}

// moved is a board after a move over these cells.
func moved(d Diagram, last ...int) Diagram {
	d.Last = last
	return d
}

func TestDeed(t *testing.T) {
	for _, test := range []struct {
		name   string
		before Diagram
		after  Diagram
		want   string
	}{
		{"nothing but a move", board("...", "P.."), moved(board("P..", "..."), 3, 0), ""},
		{"a piece is taken where the mover goes", board("p..", "P.."), moved(board("P..", "..."), 3, 0), "takes the pawn on a2"},
		{"pieces are taken elsewhere", board("mMm", "M.."), moved(board(".M.", ".M."), 3, 4), "takes the men on a2 and c2"},
		{"of several kinds", board("m.k", "M.m"), moved(board("...", ".M."), 3, 4), "takes the men on a2 and c1 and the king on c2"},
		{"a pawn becomes a queen", board("...", "P.."), moved(board("Q..", "..."), 3, 0), "becomes a queen"},
		{"and something before a vowel", board("...", "P.."), moved(board("A..", "..."), 3, 0), "becomes an archbishop"},
		{"both at once", board("p..", "P.."), moved(board("Q..", "..."), 3, 0), "takes the pawn on a2 and becomes a queen"},
		{"the mover is taken", board("m.m", ".M."), moved(board("m.m", "..."), 4, 1), "is taken itself, in between two enemies"},
		{"nobody has moved", board("..."), board("m.."), ""},
		{"a stone is put", board("..."), moved(board("m.."), 0), ""},
		{"castling", board("Q..B"), moved(board(".BQ."), 0, 2), "moves the blue man from d1 to b1"},
		{"castling onto the other's square", board("Q.B"), moved(board(".BQ"), 0, 2), "moves the blue man from c1 to b1"},
		{"an own piece is lost, and none like it comes", board("QB."), moved(board("..Q"), 0, 2), "takes the blue man on b1"},
		{"an enemy is lost, though one like it comes", board("Qm."), moved(board("m.Q"), 0, 2), "takes the man on b1"},
		{"over a square on the way", board("m..", "M.."), moved(board("...", "..M"), 3, 4, 5), "takes the man on a2"},
	} {
		if got := Change(test.before, test.after); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// The rarest pieces come first, squares in their order, and only one side's.
func TestWhereabouts(t *testing.T) {
	d := board("mkm", "M.m", "BMB")
	for side, want := range map[Side]string{
		SecondSide: "king on b3; men on a3, c2 and c3", FirstSide: "men on a2 and b1; blue men on a1 and c1", NoSide: "",
	} {
		if got := Whereabouts(d, side); got != want {
			t.Errorf("side %d: got %q, want %q", side, got, want)
		}
	}
	d.Ranks = nil // columns alone, as in connect four: words say the row
	if got, want := Whereabouts(d, SecondSide), "king on column b row 3; men on column a row 3, column c row 2 and column c row 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPlural(t *testing.T) {
	for _, test := range []struct {
		name string
		n    int
		want string
	}{{"man", 1, "man"}, {"man", 2, "men"}, {"blue man", 3, "blue men"}, {"cross", 2, "crosses"}, {"pawn", 2, "pawns"}, {"pawn", 1, "pawn"}, {"sissa", 2, "sissas"}} {
		if got := plural(test.name, test.n); got != test.want {
			t.Errorf("%d %s: got %s, want %s", test.n, test.name, got, test.want)
		}
	}
}

// Every figure has a name, and kinds of one game that stand together have names of
// their own.
func TestNames(t *testing.T) {
	for f := Disc; f <= Sissa; f++ {
		if (Piece{Figure: f}).Name() == "" {
			t.Errorf("figure %d has no name", f)
		}
	}
	seen := map[string]Figure{}
	for f := Pawn; f <= Sissa; f++ {
		name := Piece{Figure: f}.Name()
		if other, twice := seen[name]; twice {
			t.Errorf("figures %d and %d are both called %s", other, f, name)
		}
		seen[name] = f
	}
	for tone, want := range map[Tone]string{NoTone: "man", BlueTone: "blue man", GreenTone: "green man", RedTone: "red man", YellowTone: "yellow man"} {
		if got := (Piece{Figure: Disc, Tone: tone}).Name(); got != want {
			t.Errorf("tone %d: got %s, want %s", tone, got, want)
		}
	}
}

// The text and the drawing for terminals show the same pieces on the same squares.
func TestTextAndANSIAgree(t *testing.T) {
	d := board("mkm", "P.q", "Q.A")
	plain := strings.Split(Text(d), "\n")
	coloured := strings.Split(escapes.ReplaceAllString(ANSI(d), ""), "\n")
	for row := range d.Rows {
		for col := range d.Cols {
			p := d.Cells[row*d.Cols+col].Piece
			want := p.Letter
			if got := []rune(plain[row])[3+2*col]; got != want {
				t.Errorf("text has %c on row %d, column %d, want %c", got, row, col, want)
			}
			switch p.Figure {
			case Nothing:
				want = '·'
			case Disc:
				want = '●'
			}
			if got := []rune(coloured[row])[3+3*col]; got != want {
				t.Errorf("a terminal has %c on row %d, column %d, want %c", got, row, col, want)
			}
		}
	}
}

// Neither the last move nor a hint changes the text of a position.
func TestTextIsOfThePosition(t *testing.T) {
	d := board("m.q", "P..")
	want := Text(d)
	d.Last, d.Hints = []int{0, 1}, []int{2}
	if got := Text(d); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
