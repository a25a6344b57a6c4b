package arena

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/chess"
	"ludens/env/seed"
)

// gambit is barter from even starts that may be at odds: what a piece is worth
// is known, and who wins is drawn by it.
type gambit struct{ barter }

func newGambit() gambit {
	return gambit{barter{edge: 0.3, worth: map[string]float64{"pawn": 0.4, "rook": 1.8}, plies: 2}}
}

// odds are the log-odds of First.
func (g gambit) odds(s *stall) (odds float64) {
	for k, kind := range barterKinds {
		odds += g.worth[kind] * float64(s.men[0][k]-s.men[1][k])
	}
	return g.edge + odds
}

func (g gambit) begin(men [2][2]int, luck uint64) *stall {
	s := &stall{game: g.barter, men: men, luck: luck, end: env.SecondWins}
	if seed.New(luck).Rand().Float64() < 1/(1+math.Exp(-g.odds(s))) {
		s.end = env.FirstWins
	}
	return s
}

func (g gambit) New(n uint64) env.State { return g.begin([2][2]int{{8, 2}, {8, 2}}, n) }

func (g gambit) Odds() (list []env.Odds) {
	for n := range 3 {
		list = append(list, env.Odds{Men: env.Men{Kind: "pawn", Count: n + 1}, Value: float64(n + 1)})
	}
	return append(list, env.Odds{Men: env.Men{Kind: "rook", Count: 1}, Value: 4.5})
}

func (g gambit) Without(o env.Odds, p env.Player, n uint64) (env.State, error) {
	if !slices.Contains(g.Odds(), o) {
		return nil, fmt.Errorf("no odds %v", o)
	}
	men := [2][2]int{{8, 2}, {8, 2}}
	men[p][slices.Index(barterKinds, o.Kind)] -= o.Count
	return g.begin(men, seed.New(n).At(o.String(), int(p)).Uint64()), nil
}

func (g gambit) Position(s env.State) string {
	m := s.(*stall)
	return fmt.Sprint(m.men[0][0], m.men[0][1], m.men[1][0], m.men[1][1], m.luck)
}

func (g gambit) ParsePosition(text string) (env.State, error) {
	var m [2][2]int
	var luck uint64
	_, err := fmt.Sscan(text, &m[0][0], &m[0][1], &m[1][0], &m[1][1], &luck)
	return g.begin(m, luck), err
}

// seer expects a share of what the odds of gambit are.
type seer struct {
	game  gambit
	share float64
}

func (a seer) Act(_ context.Context, s env.State) (env.Decision, error) {
	odds := a.share * a.game.odds(s.(*stall))
	if s.ToMove() == env.Second {
		odds = -odds
	}
	return env.Decision{Value: float32(2/(1+math.Exp(-odds)) - 1)}, nil
}

func seeing(share float64) agent.Entrant {
	return agent.Entrant{Name: fmt.Sprint("seer of ", share), New: func(g env.Game, _ seed.Seed) (env.Agent, error) {
		return seer{g.(gambit), share}, nil
	}}
}

// tried returns the trials of an agent in that many arrays of a game.
func tried(t *testing.T, e agent.Entrant, starts int) (trials []Trial) {
	t.Helper()
	g := newGambit()
	var cells []Cell
	for _, o := range g.Odds() {
		openings, err := AtOdds(g, o, seed.New(7))
		if err != nil {
			t.Fatal(err)
		}
		cells = append(cells, Cell{Key: o.String(), Game: g, Agent: e, Openings: openings, Seed: seed.New(7), Games: 2 * starts})
	}
	b := NewBalance(cells, nil)
	if err := b.Play(t.Context(), 2, never, func(Entry) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for i, o := range g.Odds() {
		network, err := Expect(t.Context(), g, e, cells[i].Openings, 2*starts, seed.New(7))
		if err != nil {
			t.Fatal(err)
		}
		trial, err := Try(g, o, b.Games(i), nil, network)
		if err != nil {
			t.Fatal(err)
		}
		trials = append(trials, trial)
	}
	return trials
}

// Who sees what pieces are worth agrees with the results, who sees nothing of it,
// a part or three times as much does not; the worths by results are near the truth
// whatever is seen.
func TestTrials(t *testing.T) {
	for share, want := range map[float64][]Sight{
		1:    {Agrees, Agrees, Agrees, Agrees},
		0:    {Blind, Blind, Blind, Blind},
		0.1:  {Blind, Blind, Blind, Blind},
		0.35: {Under, Under, Under, Under},
		3:    {Over, Over, Agrees, Agrees}, // no more than all points can be lost
	} {
		trials := tried(t, seeing(share), 1500)
		for i, o := range trials {
			if got := See(o.Search, o.Score()); got != want[i] {
				t.Errorf("share %v, %v: the search is judged %d, want %d: %+v, score %v", share, o.Odds, got, want[i], o.Search, o.Score())
			}
			if s, n := o.Search, *o.Network; math.Abs(s.Value-n.Value) > 0.001 || math.Abs(s.Low-n.Low) > 0.001 || math.Abs(s.High-n.High) > 0.001 {
				t.Errorf("share %v, %v: expected %+v in the games and %+v beside them", share, o.Odds, s, n)
			}
		}
		w, err := WorthAtOdds(trials)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []struct {
			kind       string
			odds, unit float64
			games      int
		}{{"pawn", 0.4, 1, 9000}, {"rook", 1.8, 4.5, 3000}} {
			k := w.Kinds[i]
			if k.Kind != want.kind || k.Games != want.games || math.Abs(k.Odds.Value-want.odds) > 0.12 || math.Abs(k.Ratio.Value-want.unit) > 0.4 || !within(k.Ratio, want.unit) {
				t.Errorf("share %v: got %+v, want %+v", share, k, want)
			}
		}
		if !within(w.Edge, 0.3) {
			t.Errorf("share %v: edge %+v, want 0.3", share, w.Edge)
		}
	}
}

func within(m Measure, v float64) bool { return m.Low <= v && v <= m.High }

func TestSee(t *testing.T) {
	m := func(v, half float64) Measure { return Measure{v, v - half, v + half} }
	for _, test := range []struct {
		name     string
		expected Measure
		score    Score
		want     Sight
	}{
		{"no games", Measure{0.5, 0, 1}, Score{}, Unshown},
		{"neither shows a loss", m(0.5, 0.01), Score{Wins: 24, Losses: 24}, Unshown},
		{"a loss is expected that does not come", m(0.2, 0.02), Score{Wins: 24, Losses: 24}, Over},
		{"a loss is expected that so few games cannot show", m(0.4, 0.02), Score{Wins: 22, Losses: 26}, Unshown},
		{"it loses all, as expected", m(0.05, 0.02), Score{Losses: 48}, Agrees},
		{"it loses all, a little is expected", m(0.46, 0.02), Score{Losses: 48}, Blind},
		{"nothing is expected", m(0.5, 0.002), Score{Wins: 4, Losses: 44}, Blind},
		{"a gain is expected", m(0.6, 0.002), Score{Wins: 4, Losses: 44}, Blind},
		{"a third", m(0.36, 0.01), Score{Wins: 4, Losses: 44}, Under},
		{"six tenths", m(0.25, 0.01), Score{Wins: 4, Losses: 44}, Agrees},
		{"a third, but it may be more", m(0.36, 0.2), Score{Wins: 4, Losses: 44}, Agrees},
		{"nothing, but it may be anything", m(0.5, 0.45), Score{Wins: 4, Losses: 44}, Unshown},
		{"too much", m(0.1, 0.01), Score{Wins: 160, Losses: 240}, Over},
	} {
		if got := See(test.expected, test.score); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
	}
}

// Each start is played with the pieces missing on either side, the same starts
// whatever is missing.
func TestAtOdds(t *testing.T) {
	g, err := chess.New("cetran2", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range g.(env.Uneven).Odds() {
		openings, err := AtOdds(g, o, seed.New(3))
		if err != nil {
			t.Fatal(err)
		}
		for pair := range 8 {
			s, err := openings.Opening(pair).State(g)
			if err != nil {
				t.Fatal(err)
			}
			start := seed.New(3).At("start", pair/2).Uint64()
			want, err := g.(env.Uneven).Without(o, env.Player(pair%2), start)
			if err != nil || want.Key() != s.Key() || openings.Opening(pair).Seed != start {
				t.Errorf("%v, pair %d: got\n%v\nwant\n%v (%v)", o, pair, s, want, err)
			}
		}
	}
}

// A game with one start has odds, too: all pairs of a side begin alike.
func TestAtOddsOfOneStart(t *testing.T) {
	g, err := chess.New("cetran2", []env.Setting{{Name: "array", Value: "0"}})
	if err != nil {
		t.Fatal(err)
	}
	queen := g.(env.Uneven).Odds()[3]
	openings, err := AtOdds(g, queen, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	one, other := openings.Opening(0).Start, openings.Opening(1).Start
	if one != openings.Opening(2).Start || one == other {
		t.Errorf("without a %v it begins with %q, %q and %q", queen, one, other, openings.Opening(2).Start)
	}
}

func TestAtOddsComplains(t *testing.T) {
	if _, err := AtOdds(game(t, "connect4"), env.Odds{}, seed.New(1)); !errors.Is(err, ErrEven) {
		t.Errorf("connect four: got %v, want ErrEven", err)
	}
	if _, err := AtOdds(newGambit(), env.Odds{}, seed.New(1)); err == nil {
		t.Error("no pieces: got no error")
	}
}

// Against an opponent each start is played four times: each agent lacks the
// pieces once as First and once as Second. The games go on where they were
// stopped.
func TestOddsAgainstAnother(t *testing.T) {
	g, other := newGambit(), seeing(0)
	o := g.Odds()[3]
	openings, err := AtOdds(g, o, seed.New(5))
	if err != nil {
		t.Fatal(err)
	}
	cell := Cell{Key: "x", Game: g, Agent: seeing(1), Opponent: &other, Openings: openings, Seed: seed.New(5), Games: 40}
	var kept []Entry
	first := NewBalance([]Cell{cell}, nil)
	err = first.Play(t.Context(), 1, func() bool { return len(kept) >= 13 }, func(e Entry) error { kept = append(kept, e); return nil })
	if err != nil || len(first.Games(0)) != 13 {
		t.Fatalf("%d games, want 13: %v", len(first.Games(0)), err)
	}
	b := NewBalance([]Cell{cell}, kept)
	if err := b.Play(t.Context(), 3, never, func(e Entry) error { kept = append(kept, e); return nil }); err != nil || len(kept) != 40 || b.Missing() != 0 {
		t.Fatalf("%d games were played, want 40: %v", len(kept), err)
	}
	counts := map[string]int{}
	for _, game := range b.Games(0) {
		s, err := g.ParsePosition(game.Start)
		if err != nil {
			t.Fatal(err)
		}
		rooks := [2]int{s.(*stall).men[0][1], s.(*stall).men[1][1]}
		counts[fmt.Sprint(rooks, game.Role)]++
	}
	if want := map[string]int{"[1 2] first": 10, "[1 2] second": 10, "[2 1] first": 10, "[2 1] second": 10}; fmt.Sprint(counts) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", counts, want)
	}
	trial, err := Try(g, o, nil, b.Games(0), nil)
	if err != nil {
		t.Fatal(err)
	}
	lacks, has := trial.Against[0], trial.Against[1]
	if lacks.Games() != 20 || has.Games() != 20 || lacks.Wins != has.Losses || lacks.Mean() >= 0.5 {
		t.Errorf("the agent scores %v without and %v with a rook more: both play the same games", lacks, has)
	}
	if trial.Network != nil || trial.Search != (Measure{0.5, 0, 1}) || trial.Score().Games() != 0 {
		t.Errorf("%+v: it has not played itself", trial)
	}
}

func TestWorthAtOddsOfLittle(t *testing.T) {
	pawn := env.Odds{Men: env.Men{Kind: "pawn", Count: 1}, Value: 1}
	for name, trials := range map[string][]Trial{
		"nothing":  nil,
		"no games": {{Odds: pawn}},
		"one game": {{Odds: pawn, Self: [2]Score{{Losses: 1}}}},
		"all lost": {{Odds: pawn, Self: [2]Score{{Losses: 9}, {Losses: 9}}}},
	} {
		w, err := WorthAtOdds(trials)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range w.Kinds {
			e := Elo(k.Odds)
			if math.IsNaN(k.Ratio.Value) || math.IsNaN(k.Odds.Low) || math.IsNaN(e.Value) || math.IsInf(e.Value, 0) || math.IsNaN(e.High) {
				t.Errorf("%s: %+v", name, k)
			}
			if !math.IsInf(k.Ratio.Low, -1) {
				t.Errorf("%s: a pawn is worth at least %v of itself", name, k.Ratio.Low)
			}
		}
		if w.Unit() != (name == "all lost") {
			t.Errorf("%s: the pawn is worth something: %v", name, w.Unit())
		}
	}
}

// Of a piece without which all games are lost a lower bound of its worth is reported.
func TestWorthIsBounded(t *testing.T) {
	w, err := WorthAtOdds([]Trial{
		{Odds: env.Odds{Men: env.Men{Kind: "pawn", Count: 1}}, Self: [2]Score{{Wins: 70, Losses: 130}, {Wins: 50, Losses: 150}}},
		{Odds: env.Odds{Men: env.Men{Kind: "queen", Count: 1}}, Self: [2]Score{{Losses: 24}, {Losses: 24}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	pawn, queen := w.Kinds[0], w.Kinds[1]
	if pawn.Odds.Value < 0.6 || pawn.Odds.Value > 1.1 || math.IsInf(pawn.Odds.High, 1) {
		t.Errorf("pawn: %+v", pawn)
	}
	// Wilson: none of 48 is 7.4 % at most, whose log-odds are -2.52.
	if math.Abs(queen.Odds.Low-2.52) > 0.02 || !math.IsInf(queen.Odds.High, 1) || !math.IsInf(queen.Ratio.High, 1) ||
		math.Abs(queen.Ratio.Low-queen.Odds.Low/pawn.Odds.High) > 1e-9 {
		t.Errorf("queen: %+v", queen)
	}
}

// A trial without a network shows nothing of one; with one it is compared by itself.
func TestTrialsSeeByThemselves(t *testing.T) {
	blind, sharp := Measure{0.5, 0.498, 0.502}, Measure{0.05, 0.03, 0.07}
	trial := Trial{Search: sharp, Self: [2]Score{{Losses: 24}, {Losses: 20, Wins: 4}}}
	if trial.Score() != (Score{Wins: 4, Losses: 44}) || trial.Sees() != See(sharp, trial.Score()) || trial.NetworkSees() != Unshown {
		t.Errorf("score %+v, sees %v, its network %v", trial.Score(), trial.Sees(), trial.NetworkSees())
	}
	if trial.Network = &blind; trial.NetworkSees() != Blind || trial.Sees() == Blind {
		t.Errorf("sees %v, its network %v", trial.Sees(), trial.NetworkSees())
	}
}
