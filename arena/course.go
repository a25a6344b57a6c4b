package arena

import (
	"fmt"
	"slices"

	"ludens/env"
	"ludens/stat"
)

// Course is how the games of an agent against itself went: what a study says of
// one of its cells. docs/method.md defines each number.
type Course struct {
	Games     int
	Different int      // games that are like no earlier one
	Score     Score    // of First
	Decisive  Measure  // share of the games that a player won
	Plies     Measure  // of a game, mean
	Lengths   []int    // of the games, increasing
	Quartiles [3]int   // of the lengths
	Branching Measure  // legal moves of a position in which an agent chose, mean
	Endings   []Ending // the most frequent first
	Diversity Diversity
	Drama     Drama
}

// Describe sums up games that the rules of g allow.
func Describe(g env.Game, games []Game) Course {
	c := Course{Games: len(games), Lengths: []int{}}
	var lengths, moves, plies []float64
	endings, lines := NewEndings(g), map[string]bool{}
	traces := make([]trace, len(games))
	for i, game := range games {
		t := replay(g, game)
		traces[i] = t
		c.Score.Add(game)
		c.Lengths = append(c.Lengths, len(game.Actions))
		lengths = append(lengths, float64(len(game.Actions)))
		moves, plies = append(moves, float64(t.moves)), append(plies, float64(len(t.movers)))
		endings.Add(game.How(), game.Result)
		lines[t.line(len(game.Actions))] = true
	}
	slices.Sort(c.Lengths)
	c.Different, c.Quartiles = len(lines), stat.Quartiles(c.Lengths)
	c.Decisive = Share(c.Score.Wins+c.Score.Losses, c.Games)
	c.Plies, c.Branching = meanOf(lengths), ratioOf(moves, plies)
	c.Endings = endings.Ranking()
	c.Diversity, c.Drama = diversityOf(traces), dramaOf(traces)
	return c
}

// Independent reports whether the games can be taken for independent draws: not
// where most of them repeat others.
func (c Course) Independent() bool { return 2*c.Different >= c.Games }

// trace is what is seen of a game that is played again.
type trace struct {
	Game
	start  uint64       // key of the start position
	movers []env.Player // of the plies after the opening
	moves  int          // that were legal at those plies, in all
}

func replay(g env.Game, game Game) trace {
	t := trace{Game: game}
	s, err := (Opening{Seed: game.Seed, Start: game.Start}).State(g)
	if err != nil {
		return t // Verify reports it
	}
	t.start = s.Key()
	var legal []env.Action
	for ply, a := range game.Actions {
		if ply >= game.Opening {
			legal = s.Legal(legal[:0])
			t.moves += len(legal)
			t.movers = append(t.movers, s.ToMove())
		}
		s.Play(a)
	}
	return t
}

// line names the first plies of a game, and where it began.
func (t trace) line(plies int) string {
	return fmt.Sprint(t.start, t.Actions[:min(plies, len(t.Actions))])
}
