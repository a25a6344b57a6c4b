package arena

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ludens/env"
)

// The opening tree is held against a count of all beginnings, each looked for in
// each game.
func TestTreeCountsBeginnings(t *testing.T) {
	g := game(t, "tictactoe")
	games := append(played(t, g, "random", 80), noughts(t, "b2", 0), noughts(t, "b2 a1", 0))
	texts := make([]string, len(games))
	scores := map[string]Score{}
	for i, game := range games {
		s := g.New(0)
		for _, a := range game.Actions {
			texts[i] += s.Format(a) + " "
			s.Play(a)
		}
	}
	const plies, least = 3, 4
	for _, text := range texts {
		for n := 1; n <= min(plies, len(strings.Fields(text))); n++ {
			line := strings.Join(strings.Fields(text)[:n], " ") + " "
			var score Score
			for i, other := range texts {
				if strings.HasPrefix(other, line) {
					score.Add(games[i])
				}
			}
			if score.Games() >= least {
				scores[line] = score
			}
		}
	}
	found := map[string]Score{}
	var walk func(prefix string, branches []Branch)
	walk = func(prefix string, branches []Branch) {
		for i, b := range branches {
			line := strings.Join(b.Line, " ") + " "
			if !strings.HasPrefix(line, prefix) || len(strings.Fields(line)) != len(strings.Fields(prefix))+1 {
				t.Errorf("%q follows %q", line, prefix)
			}
			if i > 0 {
				before := branches[i-1]
				if n := before.Score.Games(); n < b.Score.Games() || n == b.Score.Games() && fmt.Sprint(before.Line) > fmt.Sprint(b.Line) {
					t.Errorf("%v stands before %v", before.Line, b.Line)
				}
			}
			found[line] = b.Score
			walk(line, b.Next)
		}
	}
	walk("", Tree(g, games, plies, least))
	if !reflect.DeepEqual(found, scores) {
		t.Errorf("got %v\nwant %v", found, scores)
	}
	if len(scores) < 10 {
		t.Errorf("only %d beginnings were compared", len(scores))
	}
}

// drawn is tic-tac-toe in which the seed draws the first move.
type drawn struct{ env.Game }

func (g drawn) New(n uint64) env.State {
	s := g.Game.New(n)
	s.Play(s.Legal(nil)[n%9])
	return s
}

// Games from different starts have no tree together.
func TestTreeWantsOneStart(t *testing.T) {
	at := func(seeds ...uint64) (games []Game) {
		for _, n := range seeds {
			games = append(games, Game{Seed: n, Actions: drawn{game(t, "tictactoe")}.New(n).Legal(nil)[:1]})
		}
		return games
	}
	if tree := Tree(drawn{game(t, "tictactoe")}, at(1, 1, 10), 2, 1); len(tree) != 1 || tree[0].Score.Games() != 3 {
		t.Errorf("equal starts: %+v, want one move of three games", tree)
	}
	if tree := Tree(drawn{game(t, "tictactoe")}, at(1, 1, 2), 2, 1); tree != nil {
		t.Errorf("different starts: %+v, want none", tree)
	}
}
