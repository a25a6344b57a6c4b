package lines

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
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
