package arena

import (
	"errors"
	"math"
	"testing"

	"ludens/env"
	"ludens/env/tafl"
)

// What the men of a game are worth, and moving first, comes out of its results.
func TestWorthIsRecovered(t *testing.T) {
	b := barter{edge: 0.3, worth: map[string]float64{"pawn": 0.2, "rook": 0.9}, plies: 6, draws: 0}
	w, err := WorthOf(b, bartered(b, 4000))
	if err != nil {
		t.Fatal(err)
	}
	if w.Games != 4000 || w.Positions != 4000*5 || !w.Unit() {
		t.Errorf("%d games, %d positions, unit known: %v", w.Games, w.Positions, w.Unit())
	}
	for _, test := range []struct {
		name string
		got  Measure
		want float64
	}{
		{"edge", w.Edge, 0.3}, {"pawn", w.Kinds[0].Odds, 0.2}, {"rook", w.Kinds[1].Odds, 0.9},
		{"pawn in pawns", w.Kinds[0].Ratio, 1}, {"rook in pawns", w.Kinds[1].Ratio, 4.5},
	} {
		if test.got.Low > test.want || test.got.High < test.want || test.got.High-test.got.Low > 1.6 {
			t.Errorf("%s: got %.3f [%.3f, %.3f], want %v within", test.name, test.got.Value, test.got.Low, test.got.High, test.want)
		}
	}
	if w.Kinds[1].Kind != "rook" || w.Kinds[1].Games < 3200 {
		t.Errorf("%+v", w.Kinds[1])
	}
}

// An interval covers the truth in about 95 of 100 studies, although positions of
// a game are alike.
func TestWorthCovers(t *testing.T) {
	b := barter{worth: map[string]float64{"pawn": 0.25, "rook": 0.75}, plies: 8}
	const studies, games = 120, 150
	covered := 0
	all := bartered(b, studies*games)
	for i := range studies {
		w, err := WorthOf(b, all[i*games:(i+1)*games])
		if err != nil {
			t.Fatal(err)
		}
		if m := w.Kinds[1].Odds; m.Low <= 0.75 && 0.75 <= m.High {
			covered++
		}
	}
	if rate := float64(covered) / studies; rate < 0.89 || rate > 0.995 {
		t.Errorf("covers in %.3f, want about 0.95", rate)
	}
}

func TestWorthOfLittle(t *testing.T) {
	b := barter{worth: map[string]float64{"pawn": 0.2}, plies: 6}
	for _, test := range []struct {
		name  string
		games []Game
	}{
		{"no games", nil},
		{"one game", bartered(b, 1)},
		{"all drawn", bartered(barter{plies: 6, draws: 1}, 50)},
		{"too short to be quiet", bartered(barter{plies: 1}, 5)},
		{"all cut off", []Game{{Truncated: true}}},
	} {
		w, err := WorthOf(b, test.games)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if w.Unit() {
			t.Errorf("%s: the pawn is known to be worth something: %+v", test.name, w.Kinds[0])
		}
		for _, k := range w.Kinds {
			if math.IsNaN(k.Odds.Low) || math.IsNaN(k.Ratio.Low) || math.IsNaN(k.Ratio.Value) {
				t.Errorf("%s: %+v", test.name, k)
			}
		}
	}
	if _, err := WorthOf(game(t, "connect4"), nil); !errors.Is(err, ErrUncounted) {
		t.Errorf("connect four: %v, want ErrUncounted", err)
	}
}

// gift is barter from even starts in which First loses a pawn by the first ply.
type gift struct{ barter }

func (g gift) New(n uint64) env.State {
	s := g.barter.New(n).(*stall)
	s.men = [2][2]int{{3, 1}, {3, 1}}
	return &given{s}
}

type given struct{ *stall }

func (s *given) Copy(env.State) env.State { c := *s.stall; return &given{&c} }

func (s *given) Play(a env.Action) {
	if s.stall.Play(a); s.ply == 1 {
		s.men[env.First][0]--
	}
}

// A game in which a man fell by the first ply differs from its start, though all positions
// that are looked at are alike.
func TestWorthOfAnEarlyLoss(t *testing.T) {
	b := gift{barter{plies: 6}}
	w, err := WorthOf(b, bartered(b.barter, 40))
	if err != nil {
		t.Fatal(err)
	}
	if pawn, rook := w.Kinds[0], w.Kinds[1]; w.Games != 40 || pawn.Games != 40 || rook.Games != 0 {
		t.Errorf("of %d games %d differ in pawns and %d in rooks, want 40, 40, 0", w.Games, pawn.Games, rook.Games)
	}
}

// Where each side has men of its own, each gets its worth: more attackers are
// good for the attackers.
func TestWorthOfTafl(t *testing.T) {
	g, err := tafl.New("wtf", nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := WorthOf(g, played(t, g, "random", 60))
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Kinds) != 2 || w.Kinds[0].Kind != "attacker" || w.Kinds[1].Kind != "defender" || w.Kinds[0].Games == 0 {
		t.Errorf("%+v", w.Kinds)
	}
}
