package lines

import (
	"strings"
	"testing"

	"ludens/env"
)

// Positions are written as their comments say, and a text that is no position is refused with the reason.
func TestPositionTexts(t *testing.T) {
	six := game(t, "like='connect6'\nrows=7\ncols=11")
	swapping := game(t, "like='squava'")
	for _, row := range []struct {
		game  *Game
		moves string
		want  string
	}{
		{game(t, "like='misere-tictactoe'"), "b2 a3", "o2/1x1/3 x"},
		{six, "f4", "11/11/11/5b5/11/11/11 w2"},
		{six, "f4 a1", "11/11/11/5b5/11/11/w10 w1"},
		{game(t, "like='pente'\nrows=5\ncols=5"), "c3 b3 b4 b2 b1", "5/1w3/2w2/5/1w3 b 2-0"},
		{swapping, "c3", "5/5/2b2/5/5 w"},
		{swapping, "c3 swap", "5/5/2w2/5/5 b swapped"},
		{swapping, "c3 swap a1", "5/5/2w2/5/b4 w swapped"},
		{game(t, "like='connect4'\ncols=5"), "1 1 5", "5/5/5/5/y4/r3r y"},
	} {
		s := played(t, row.game, row.moves)
		if got := row.game.Position(s); got != row.want {
			t.Errorf("after %s: got %q, want %q\n%s", row.moves, got, row.want, s)
		}
	}
}

func TestPositionErrors(t *testing.T) {
	ttt, six := game(t, "like='misere-tictactoe'"), game(t, "like='connect6'")
	pente, four := game(t, "like='pente'\nrows=5\ncols=5"), game(t, "like='connect4'\ncols=5")
	holes := game(t, "board='''\n#..\n...\n...'''\nlength=3")
	for _, row := range []struct {
		game       *Game
		text, want string
	}{
		{ttt, "3/3/3", `want the rows and whose turn it is, as in "3/3/3 x"`},
		{ttt, "3/3 x", "2 rows, want 3"},
		{ttt, "3/2/3 x", `rank 2 "2": has 2 squares, want 3`},
		{ttt, "3/99999999999999999999/3 x", `rank 2 "99999999999999999999": has 180 squares, want 3`},
		{ttt, "3/b2/3 x", `'b' stands for no stone: want x or o`},
		{ttt, "3/3/3 w", `it is the turn of "w", want x or o`},
		{ttt, "3/3/3 x1", "a turn has one stone"},
		{ttt, "3/3/3 x 1-1", "nothing is captured"},
		{ttt, "3/3/3 x swapped", "sides are not swapped"},
		{pente, "5/5/5/5/5 w", "want how many stones each side has captured"},
		{pente, "5/5/5/5/5 w 99-0", "99 stones captured, want 0 to 34"},
		{six, strings.Repeat("19/", 18) + "19 b2", `"2" stones left in this turn, want 1 to 1`},
		{four, "5/5/5/5/r4/5 y", "the stone in column 1 has nothing below it"},
		{holes, "b2/3/3 w", "a stone where the board has a hole"},
	} {
		if _, err := row.game.ParsePosition(row.text); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q", row.text, err, row.want)
		}
	}
}

// Whatever is read is written so that it reads the same again.
func FuzzPosition(f *testing.F) {
	all := []*Game{
		game(f, "like='pente'\nrows=5\ncols=5\nstones=2\nswap=true"),
		game(f, "like='connect4'\ncols=5"),
		game(f, "board='''\n#..\n...\n...'''\nlength=3\nlonger='nothing'\nfull='last'"),
	}
	f.Add(0, "5/5/2b2/5/5 w1 0-2 swapped")
	f.Add(1, "5/5/5/5/y4/r3r y")
	f.Add(2, "1bb/3/3 w")
	f.Fuzz(func(t *testing.T, which int, text string) {
		g := all[uint(which)%uint(len(all))]
		s, err := g.ParsePosition(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
			return
		}
		once := g.Position(s)
		again, err := g.ParsePosition(once)
		if err != nil || g.Position(again) != once || again.Key() != s.Key() {
			t.Errorf("%q is written as %q, which reads otherwise: %v", text, once, err)
		}
		for legal := s.Legal(nil); len(legal) > 0; legal = s.Legal(nil) {
			s.Play(legal[len(legal)/2])
		}
		if s.Result() == env.Ongoing {
			t.Errorf("%q: no end", text)
		}
	})
}
