package arena

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// Course is how the games of an agent against itself went: what a study says of
// one of its cells. docs/method.md defines each number.
type Course struct {
	Games     int
	Different int      // games that are like no earlier one
	Score     Score    // of First
	Decisive  Measure  // share of the games that somebody won
	Plies     Measure  // of a game, mean
	Lengths   []int    // of the games, increasing
	Quartiles [3]int   // of the lengths
	Branching Measure  // legal moves of a position in which an agent chose, mean
	Endings   []Ending // the most frequent first
	Diversity Diversity
	Drama     Drama
}

// Ending is a way in which games end.
type Ending struct {
	Words  string     // with which the game's book begins it; CutOff
	Result env.Result // Ongoing if the game was cut off
	Games  int
}

// CutOff is the ending of a game at the length limit.
const CutOff = "cut off"

// Describe sums up games that the rules of g allow.
func Describe(g env.Game, games []Game) Course {
	c := Course{Games: len(games), Lengths: []int{}}
	var lengths, moves, plies []float64
	endings, lines := map[Ending]int{}, map[string]bool{}
	traces := make([]trace, len(games))
	words := bookWords(g)
	for i, game := range games {
		t := replay(g, game)
		traces[i] = t
		c.Score.Add(game)
		c.Lengths = append(c.Lengths, len(game.Actions))
		lengths = append(lengths, float64(len(game.Actions)))
		moves, plies = append(moves, float64(t.moves)), append(plies, float64(len(t.movers)))
		endings[Ending{Words: endingOf(game, words), Result: game.Result}]++
		lines[t.line(len(game.Actions))] = true
	}
	slices.Sort(c.Lengths)
	c.Different, c.Quartiles = len(lines), quartiles(c.Lengths)
	c.Decisive = Share(c.Score.Wins+c.Score.Losses, c.Games)
	c.Plies, c.Branching = meanOf(lengths), ratioOf(moves, plies)
	c.Endings = ranking(endings)
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
		return t // Verify has told
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

// bookWords returns the words with which a game's endings begin.
func bookWords(g env.Game) (words []string) {
	if described, ok := g.(env.Described); ok {
		for _, e := range described.Book().Endings {
			words = append(words, e.Words)
		}
	}
	return words
}

// endingOf says how a game ended; what follows the book's words is of one game only.
func endingOf(g Game, book []string) string {
	if g.Truncated {
		return CutOff
	}
	for _, words := range book {
		if strings.HasPrefix(g.Ending, words) {
			return words
		}
	}
	if g.Ending == "" {
		return g.Result.String()
	}
	return g.Ending
}

// ranking returns the endings, the most frequent first.
func ranking(counts map[Ending]int) (all []Ending) {
	for e, n := range counts {
		e.Games = n
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Words, b.Words), cmp.Compare(a.Result, b.Result))
	})
	return all
}
