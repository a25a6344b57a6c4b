package race

import (
	"testing"

	"ludens/env"
)

// What a demand is worth, position by position, on a board of 3 by 5 squares:
// who can demand anything does, since it costs nothing. So a mover who is bound
// with demand=flag is worth what he is with demand=always. One who is free is
// worth what the best of all moves makes of that. And with demand=veto it is as if
// every jump were compulsory: a retreat instead is taken back, if that is better.
func TestWorthOfDemands(t *testing.T) {
	every, flag, vetoed := tiny(t, "always"), tiny(t, "flag"), tiny(t, "veto")
	worths, flags, vetoes := plainWorths(t, every), plainWorths(t, flag), plainWorths(t, vetoed)
	perPlacement := func(all []int) int { return len(all) / len(worths) }
	for i, want := range worths {
		if got := flags[i*perPlacement(flags)+bound]; got != want {
			t.Fatalf("position %d: bound, it is worth %d, want %d", i, got, want)
		}
		for binding := range firstJudged {
			if got := vetoes[i*perPlacement(vetoes)+binding]; got != want {
				t.Fatalf("position %d with binding %d: where a retreat can be vetoed it is worth %d, want %d", i, binding, got, want)
			}
		}
	}
	n := numberingOf(t, flag)
	for i := free; i < len(flags); i += perPlacement(flags) {
		s := n.At(uint64(i), nil)
		if s == nil || s.Result() != env.Ongoing {
			continue
		}
		if want := bestBound(t, n, s, worths); flags[i] != want {
			t.Fatalf("free, it is worth %d, want %d\n%s", flags[i], want, s)
		}
	}
}

// bestBound returns the worth of the best move if the opponent is bound after
// it.
func bestBound(t *testing.T, n env.Numbering, s env.State, bounds []int) int {
	t.Helper()
	best := -1
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		i, ok := n.Of(next)
		if !ok {
			t.Fatalf("no number:\n%s", next)
		}
		if next.Result() != env.Ongoing {
			return 1 // only who has moved can have won
		}
		best = max(best, -bounds[i/firstJudged])
	}
	return best
}

// tiny makes a game on 3 by 5 squares.
func tiny(t *testing.T, demand string) *Game {
	t.Helper()
	return read(t, "name = \"tiny\"\nlike = \"cetro-5x5\"\nstart = \"\"\"\nb.b\n.g.\n...\n.G.\nB.B\n\"\"\"\ndemand = \""+demand+"\"\n").(*Game)
}

func numberingOf(t *testing.T, g *Game) env.Numbering {
	t.Helper()
	n, err := g.Numbering()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// plainWorths returns what all positions are worth to their movers, +1, 0 or -1,
// by going over them until nothing changes.
func plainWorths(t *testing.T, g *Game) []int {
	t.Helper()
	n := numberingOf(t, g)
	worths := make([]int, n.Len())
	for changed := true; changed; {
		changed = false
		for i := range worths {
			if worths[i] != 0 {
				continue
			}
			if s := n.At(uint64(i), nil); s != nil {
				worths[i] = plainWorth(n, s, worths)
			}
			changed = changed || worths[i] != 0
		}
	}
	return worths
}

// plainWorth is what a position is worth by what is known of others.
func plainWorth(n env.Numbering, s env.State, worths []int) int {
	if r := s.Result(); r != env.Ongoing {
		return int(r.For(s.ToMove()))
	}
	best := -1
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		w := int(next.Result().For(s.ToMove()))
		if next.Result() == env.Ongoing {
			i, _ := n.Of(next)
			if w = worths[i]; next.ToMove() != s.ToMove() {
				w = -w
			}
		}
		best = max(best, w)
	}
	return best
}
