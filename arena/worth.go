package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"ludens/env"
	"ludens/stat"
)

// Worths is what the men of a game are worth to those who played it.
type Worths struct {
	Games     int // with a result by the rules and quiet positions
	Positions int
	Edge      Measure // of First with equal men, as log-odds of a point
	Kinds     []Worth // the first is the unit
}

// Worth is what one man more of a kind is worth.
type Worth struct {
	Kind  string
	Games int     // in which the players differed in it
	Odds  Measure // log-odds of a point
	Ratio Measure // men of the unit's kind; unbounded without a Unit
}

// Unit reports whether others can be given in men of the first kind: whether that
// is itself worth something beyond doubt.
func (w Worths) Unit() bool { return len(w.Kinds) > 0 && w.Kinds[0].Odds.Low > 0 }

// Points returns by how much odds turn an even game, in points of one: the
// logistic of them less a half.
func Points(odds Measure) Measure {
	points := func(o float64) float64 { return 1/(1+math.Exp(-o)) - 0.5 }
	return Measure{points(odds.Value), points(odds.Low), points(odds.High)}
}

// Elo returns log-odds as a difference of strength.
func Elo(odds Measure) Measure {
	elo := func(o float64) float64 { return stat.Elo(1 / (1 + math.Exp(-o))) }
	return Measure{elo(odds.Value), elo(odds.Low), elo(odds.High)}
}

// ErrUncounted is wrapped by Worth where the men of a game cannot be counted.
var ErrUncounted = errors.New("its men cannot be counted")

// mostPositions of a game are looked at.
const mostPositions = 32

// WorthOf explains results by differences of material (E54; Tomašev et al. 2020,
// "Assessing Game Balance with AlphaZero", 4.5, with the logistic for their
// hyperbolic tangent and errors that know which positions are of one game):
//
//	expected points of First = 1 / (1 + exp(-(edge + tempo m + sum of w_k d_k)))
//
//	d_k  men of kind k that First has less those that Second has
//	m    +1 if First is to move, else -1
//
// over quiet positions: those that come after the opening, and neither the move
// before nor the one after changes the men of a side. Of a long game an even sample
// is taken. Games that were cut off have no result and are left out.
func WorthOf(g env.Game, games []Game) (Worths, error) {
	if _, ok := g.New(0).(env.Countable); !ok {
		return Worths{}, fmt.Errorf("%s: %w", g.Spec().Name, ErrUncounted)
	}
	var x sample
	for i, game := range games {
		if game.Truncated {
			continue
		}
		if err := x.add(g, i, game); err != nil {
			return Worths{}, err
		}
	}
	return x.fit()
}

// WorthAtOdds returns what pieces are worth by the results of an agent against
// itself (E55): those of each kind have one coefficient, so that three pawns show
// what one is worth.
func WorthAtOdds(trials []Trial) (Worths, error) {
	var x sample
	for _, t := range trials {
		x.missing(t)
	}
	for i, row := range x.rows { // later kinds are missing in no earlier game
		x.rows[i] = append(row, make([]float64, len(x.kinds)-len(row))...)
	}
	x.start = make([]float64, len(x.kinds))
	w, err := x.fit()
	for i := range w.Kinds {
		w.bound(i, trials)
	}
	return w, err
}

// bound puts at least in the place of a worth where who lacked the kind never made
// half a point: the likelihood then has no top, and what it falls off to is the
// prior's. It is the odds of the upper end of the score's interval.
func (w *Worths) bound(i int, trials []Trial) {
	var all Score
	most := 1
	for _, t := range trials {
		if t.Odds.Kind == w.Kinds[i].Kind {
			all, most = all.Plus(t.Score()), max(most, t.Odds.Count)
		}
	}
	if all.Losses == 0 || all.Losses < all.Games() {
		return
	}
	k := &w.Kinds[i]
	_, high := all.Interval()
	k.Odds.Low, k.Odds.High = math.Log((1-high)/high)/float64(most), math.Inf(1)
	if i > 0 && w.Unit() {
		k.Ratio.Low, k.Ratio.High = k.Odds.Low/w.Kinds[0].Odds.High, math.Inf(1)
	}
}

// missing takes the results of odds down, a row a game.
func (x *sample) missing(t Trial) {
	kind := x.kind(t.Odds.Kind)
	for p, score := range t.Self {
		row := make([]float64, len(x.kinds))
		row[kind] = float64(t.Odds.Count) * float64(2*p-1)
		for i, n := range []int{score.Losses, score.Draws, score.Wins} {
			points := float64(i) / 2 // of who lacks them
			if env.Player(p) == env.Second {
				points = 1 - points
			}
			for range n {
				x.rows, x.results = append(x.rows, row), append(x.results, points)
				x.tempo, x.games = append(x.tempo, 0), append(x.games, len(x.games))
			}
		}
	}
}

// sample is the rows of the regression.
type sample struct {
	kinds   []string
	start   []float64   // differences at the start of the first game
	rows    [][]float64 // differences by kind
	tempo   []float64
	results []float64
	games   []int
}

// add takes a game's quiet positions down.
func (x *sample) add(g env.Game, number int, game Game) error {
	s, err := (Opening{Seed: game.Seed, Start: game.Start}).State(g)
	if err != nil {
		return err
	}
	var rows [][]float64 // before each ply, and at the end
	var movers []env.Player
	for _, a := range game.Actions {
		rows = append(rows, x.differences(s))
		movers = append(movers, s.ToMove())
		s.Play(a)
	}
	rows = append(rows, x.differences(s))
	if x.start == nil {
		x.start = rows[0]
	}
	var quiet []int
	for ply := max(1, game.Opening); ply < len(movers); ply++ {
		if slices.Equal(rows[ply-1], rows[ply]) && slices.Equal(rows[ply], rows[ply+1]) {
			quiet = append(quiet, ply)
		}
	}
	for i := range min(len(quiet), mostPositions) {
		ply := quiet[i*len(quiet)/min(len(quiet), mostPositions)]
		x.rows = append(x.rows, rows[ply])
		x.tempo = append(x.tempo, float64(1-2*movers[ply]))
		x.results = append(x.results, (1+float64(game.Result.For(env.First)))/2)
		x.games = append(x.games, number)
	}
	return nil
}

// differences returns First's men less Second's, by kind. Kinds that only Second
// has come after First's.
func (x *sample) differences(s env.State) []float64 {
	counted := s.(env.Countable)
	row := make([]float64, len(x.kinds))
	for p, sign := range []float64{1, -1} {
		for _, men := range counted.Material(env.Player(p)) {
			k := x.kind(men.Kind)
			if k == len(row) {
				row = append(row, 0)
			}
			row[k] += sign * float64(men.Count)
		}
	}
	return row
}

// kind returns the place of a kind, a new one if it has none yet.
func (x *sample) kind(name string) int {
	k := slices.Index(x.kinds, name)
	if k < 0 {
		k = len(x.kinds)
		x.kinds = append(x.kinds, name)
	}
	return k
}

// Predictors before those of the kinds.
const (
	edge = iota
	tempo
	before
)

func (x *sample) fit() (Worths, error) {
	k := before + len(x.kinds)
	var flat []float64
	for i, row := range x.rows {
		flat = append(append(flat, 1, x.tempo[i]), row...)
	}
	r, err := stat.Logistic(flat, x.results, x.games, k)
	if err != nil {
		return Worths{}, err
	}
	odds := func(i int) Measure { return normal(r.Coefficients[i], r.Errors[i]) }
	w := Worths{Positions: len(x.rows), Games: distinct(x.games), Edge: odds(edge)}
	for i, kind := range x.kinds {
		w.Kinds = append(w.Kinds, Worth{Kind: kind, Games: x.differing(i), Odds: odds(before + i), Ratio: unbounded})
	}
	if w.Unit() {
		for i := range w.Kinds {
			w.Kinds[i].Ratio = normal(r.Ratio(before+i, before))
		}
	}
	return w, nil
}

// differing counts the games in which the difference of a kind was ever another
// than at the start of the first.
func (x *sample) differing(kind int) int {
	var games []int
	for i, row := range x.rows {
		if row[kind] != x.start[kind] {
			games = append(games, x.games[i])
		}
	}
	return distinct(games)
}

// distinct counts the different numbers of an increasing list.
func distinct(sorted []int) int { return len(slices.Compact(slices.Clone(sorted))) }
