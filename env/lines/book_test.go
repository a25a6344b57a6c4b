package lines

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/seed"
)

// The book tells every ending that a game of random rules comes to, and names all planes
// and actions.
func TestBook(t *testing.T) {
	for i := range 200 {
		g, err := read(file(t, randomFile(seed.New(22).At("file", i))))
		if err != nil {
			continue
		}
		book, spec := g.Book(), g.Spec()
		if got, want := len(g.PlaneNames()), spec.Shape[0]; got != want {
			t.Errorf("%d planes are named, want %d", got, want)
		}
		if got, want := len(g.ActionNames()), spec.Planes()+spec.Globals(); got != want {
			t.Errorf("%d actions are named, want %d", got, want)
		}
		rng, s := seed.New(23).At("file", i).Rand(), g.New(0)
		for s.Result() == env.Ongoing {
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
		ending := s.(env.Explained).Ending()
		if !slices.ContainsFunc(book.Endings, func(e env.Ending) bool { return e.Words == ending }) {
			t.Errorf("the book does not tell of %q: %+v", ending, book.Endings)
		}
	}
}

// The rules in words, of a game with most of what there is to say.
func TestBookWords(t *testing.T) {
	g := game(t, "like='pente-tournament'\nsource='a page'\nyear=1990\nlonger='nothing'\nstones=2\nswap=true\nfull='next'\ndiagonals=false")
	var all []string
	for _, c := range g.Book().Chapters {
		all = append(all, c.Paragraphs...)
	}
	want := strings.TrimSpace(`
Who has five of his own stones in a line without a gap, in a row or a column, wins at once.
More stones in a line do not count.
Who has captured 10 stones wins, too.
The board has 19 by 19 cells and is empty. White begins. In turn each side puts two stones on empty cells, where they stay.
The first turn of the game has one stone.
`)
	if got := strings.Join(all, "\n"); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := g.Book().Sources[0], "a page (1990)"; got != want {
		t.Errorf("the source is %q, want %q", got, want)
	}
}

// Where one stone may win and lose, the book says what goes first.
func TestBookOfBothWays(t *testing.T) {
	const both = "A stone that wins in one way and loses in another wins."
	for text, want := range map[string]bool{
		"like='squava'": true, "like='gomoku'": false, "like='gomoku'\nlonger='loses'": true, "like='gomoku-exact'": false,
		"like='misere-tictactoe'": false, "like='pente'": false, "like='pente'\nline='loses'": true,
	} {
		if got := slices.Contains(game(t, text).Book().Chapters[0].Paragraphs, both); got != want {
			t.Errorf("%q: told is %v, want %v", text, got, want)
		}
	}
}

// What the opening wants is reported as long as it binds.
func TestConstraint(t *testing.T) {
	for _, row := range []struct{ text, moves, want string }{
		{"like='pente-tournament'", "", "white must begin in the middle"},
		{"like='pente-tournament'", "j10", ""},
		{"like='pente-tournament'", "j10 j11", "white must stay three cells away from the middle"},
		{"like='pente-tournament'", "j10 j11 a1", ""},
		{"rows=5\ncols=5\ncentre='never'", "", "black must not begin in the middle"},
		{"rows=5\ncols=5", "", ""},
	} {
		s := played(t, game(t, row.text), row.moves)
		if got := s.Constraint(); got != row.want {
			t.Errorf("%q after %q: got %q, want %q", row.text, row.moves, got, row.want)
		}
	}
}

// Games on one board teach each other where a longer row, the opening or the end of the
// board is all that differs, and both see the same planes.
func TestTeaches(t *testing.T) {
	gomoku := game(t, "like='gomoku'")
	for text, want := range map[string]bool{
		"like='gomoku-exact'": true, "like='gomoku'\nfull='last'\ncap=100\nlook='white_black'": true,
		"like='gomoku-pro'": false, "like='gomoku'\nfull='first'": false, "like='gomoku'\nrows=14": false, "like='gomoku'\nlength=6": false,
		"like='gomoku'\nline='loses'": false, "like='gomoku'\nstones=2": false, "like='gomoku'\nswap=true": false,
	} {
		if got := gomoku.Teaches(game(t, text)); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
	connect4, err := Read(envtest.File(t, "connect4", Rules))
	if err != nil {
		t.Fatal(err)
	}
	if kin := connect4.(env.Kindred); kin.Teaches(gomoku) || gomoku.Teaches(connect4) || !kin.Teaches(game(t, "like='connect4'\nfull='last'\ncap=30")) {
		t.Error("Connect Four teaches gomoku, or not itself with another end")
	}
}

// played returns the position after some moves.
func played(t testing.TB, g *Game, moves string) *State {
	t.Helper()
	s := g.New(0).(*State)
	for _, move := range strings.Fields(moves) {
		a, err := env.Parse(s, move)
		if err != nil {
			t.Fatalf("%s: %v", moves, err)
		}
		s.Play(a)
	}
	return s
}
