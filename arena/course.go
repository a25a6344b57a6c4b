package arena

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

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

// Drama is how often fortune turned, in the eyes of those who played (after
// Browne 2008, "Automatic Generation and Evaluation of Recombination Games",
// 5.2: lead change and drama).
type Drama struct {
	Told      bool    // the agents say what they expect
	Changes   Measure // lead changes of a game, mean
	Comebacks Measure // share of the decided games
}

// A player leads where the mover expects him to score five eighths of a point
// or more, and is nearly lost where he is expected to score a quarter or less.
const (
	leads    Value = 250
	sinks    Value = 500
	noLeader       = -1
)

// dramaOf counts how often the lead passes from one player to the other, and in
// how many games the winner had been nearly lost.
func dramaOf(traces []trace) Drama {
	var d Drama
	var changes []float64
	decided, back := 0, 0
	for _, t := range traces {
		if len(t.Values) != len(t.movers) {
			continue
		}
		changes = append(changes, float64(t.leadChanges()))
		for _, v := range t.Values {
			d.Told = d.Told || v != 0
		}
		for _, p := range []env.Player{env.First, env.Second} {
			if t.Result == env.WinFor(p) {
				decided++
				if t.worst(p) <= -sinks {
					back++
				}
			}
		}
	}
	d.Changes, d.Comebacks = meanOf(changes), Share(back, decided)
	return d
}

// expects returns what player p could expect at a ply after the opening.
func (t trace) expects(p env.Player, ply int) Value {
	if t.movers[ply] == p {
		return t.Values[ply]
	}
	return -t.Values[ply]
}

func (t trace) leadChanges() (changes int) {
	leader := noLeader
	for ply := range t.Values {
		now := leader
		switch v := t.expects(env.First, ply); {
		case v >= leads:
			now = int(env.First)
		case v <= -leads:
			now = int(env.Second)
		}
		if leader != noLeader && now != leader {
			changes++
		}
		leader = now
	}
	return changes
}

// worst returns the least that p could expect at any ply.
func (t trace) worst(p env.Player) Value {
	least := Value(0)
	for ply := range t.Values {
		least = min(least, t.expects(p, ply))
	}
	return least
}

// Diversity is how differently games begin.
type Diversity struct {
	Random  int     // of the first openingPlies, how many at most the opening played
	Entropy Measure // of the beginnings, nats: 0 if all are alike
}

// Like returns as if from how many equally likely beginnings the games began.
func (d Diversity) Like() Measure {
	return Measure{math.Exp(d.Entropy.Value), math.Exp(d.Entropy.Low), math.Exp(d.Entropy.High)}
}

// openingPlies make the beginning of a game.
const openingPlies = 4

// diversityOf estimates the entropy of beginnings (Miller 1955, "Note on the
// bias of information estimates", for what few games miss of it):
//
//	H = - sum p ln p + (K - 1) / 2N,   of N games with K different beginnings
//
// with the interval of the standard error of -ln p. Where most of the games that
// were not played would begin as none did (Good 1953: the share of beginnings
// met once), nothing is known above H.
func diversityOf(traces []trace) Diversity {
	d, counts := Diversity{}, map[string]int{}
	for _, t := range traces {
		d.Random = max(d.Random, min(t.Opening, openingPlies))
		counts[t.line(openingPlies)]++
	}
	d.Entropy = entropyOf(slices.Sorted(maps.Values(counts)))
	return d
}

// entropyOf estimates the entropy of beginnings from how often each was met, in
// increasing order.
func entropyOf(sizes []int) Measure {
	games := 0
	for _, size := range sizes {
		games += size
	}
	if games == 0 {
		return Measure{0, 0, math.Inf(1)}
	}
	n, once := float64(games), 0
	h, square := stat.Entropy(sizes), 0.0
	for _, size := range sizes {
		p := float64(size) / n
		square += p * math.Log(p) * math.Log(p)
		if size == 1 {
			once++
		}
	}
	m := normal(h+float64(len(sizes)-1)/(2*n), math.Sqrt(max(0, square-h*h)/n))
	m.Low = max(0, m.Low)
	if 2*once > games {
		m.High = math.Inf(1)
	}
	return m
}

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
