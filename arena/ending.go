package arena

import (
	"cmp"
	"slices"
	"strings"

	"ludens/env"
)

// Ending is a way in which games end.
type Ending struct {
	Words  string     // with which the game's rules text begins it; CutOff
	Result env.Result // Ongoing if the game was truncated
	Games  int
}

// CutOff is the ending of a game at the length limit. A game that finds a result
// there begins its words with it, too.
const CutOff = "cut off"

// Endings counts in which ways the games of one game ended.
type Endings struct {
	known  []string // words with which endings begin
	counts map[Ending]int
}

// NewEndings returns a count of nothing. Endings that begin with words of the rules
// text of g (env.Described) are counted together: what follows is of one game only.
func NewEndings(g env.Game) *Endings {
	e := &Endings{counts: map[Ending]int{}}
	if described, ok := env.As[env.Described](g); ok {
		for _, ending := range described.Book().Endings {
			e.known = append(e.known, ending.Words)
		}
	}
	return e
}

// Add counts a game that ended in such words, "" if the game has none.
func (e *Endings) Add(words string, result env.Result) {
	for _, known := range e.known {
		if strings.HasPrefix(words, known) {
			words = known
			break
		}
	}
	e.counts[Ending{Words: words, Result: result}]++
}

// AtLimit returns how many games reached the length limit, with a result or not.
func (e *Endings) AtLimit() (games int) {
	for ending, n := range e.counts {
		if strings.HasPrefix(ending.Words, CutOff) {
			games += n
		}
	}
	return games
}

// Ranking returns the endings, the most frequent first.
func (e *Endings) Ranking() (all []Ending) {
	for ending, n := range e.counts {
		ending.Games = n
		all = append(all, ending)
	}
	slices.SortFunc(all, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Words, b.Words), cmp.Compare(a.Result, b.Result))
	})
	return all
}
