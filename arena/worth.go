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

// Unit reports whether others can be told in men of the first kind: whether that
// is itself worth something beyond doubt.
func (w Worths) Unit() bool { return len(w.Kinds) > 0 && w.Kinds[0].Odds.Low > 0 }

// Points returns by how much odds turn an even game, in points of one: the
// logistic of them less a half.
func Points(odds Measure) Measure {
	points := func(o float64) float64 { return 1/(1+math.Exp(-o)) - 0.5 }
	return Measure{points(odds.Value), points(odds.Low), points(odds.High)}
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
// before nor the one after changes anybody's men. Of a long game an even sample
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
			k := slices.Index(x.kinds, men.Kind)
			if k < 0 {
				k = len(x.kinds)
				x.kinds, row = append(x.kinds, men.Kind), append(row, 0)
			}
			row[k] += sign * float64(men.Count)
		}
	}
	return row
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
