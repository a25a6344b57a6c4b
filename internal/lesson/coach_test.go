package lesson

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// sheetOf returns a game.
func sheetOf(t *testing.T, game string, moves ...string) *record.Sheet {
	t.Helper()
	sheet, err := record.NewSheet(games.Must(game), record.Record{Game: game, Moves: moves})
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

// judgedBy has values judge a game, one for each position, for First; the best line is the
// last legal move unless one is given.
func judgedBy(t *testing.T, sheet *record.Sheet, verdicts ...Verdict) (slips []*Slip, kept [2]Accuracy) {
	t.Helper()
	ply := 0
	err := Review(t.Context(), games.Must(sheet.Record().Game), sheet, 0, func(s env.State) (Verdict, error) {
		v := verdicts[ply]
		ply++
		if s.Result() == env.Ongoing && v.Line == nil {
			legal := s.Legal(nil)
			v.Line = legal[len(legal)-1:]
		}
		return v, nil
	}, func(at int, _ Verdict, slip *Slip, k [2]Accuracy) error {
		slips, kept = append(slips, slip), k
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slips[1:], kept
}

// What a move gave away is measured against what was left: a side that expects little has
// mistakes, too, and noise is none.
func TestSlips(t *testing.T) {
	sheet := sheetOf(t, "connect4", "1", "1")
	for _, test := range []struct {
		before, after float32 // what Second can expect of the point, before and after its move
		want          string
	}{
		{0.50, 0.49, ""}, {0.50, 0.46, ""}, {0.50, 0.44, "?!"}, {0.90, 0.79, "?"}, {0.90, 0.69, "??"},
		{0.16, 0.13, "?!"}, {0.16, 0.10, "?"}, {0.16, 0.04, "??"}, // 0.06 of 0.16 is a third
		{0.05, 0.035, ""},                 // noise
		{0.03, 0.00, "??"}, {0.01, 0, ""}, // the last that was left; nothing was left
		{0.30, 0.60, ""}, // better than the judge thought
	} {
		slips, kept := judgedBy(t, sheet, Verdict{}, Verdict{Value: 1 - 2*test.before}, Verdict{Value: 1 - 2*test.after})
		got := ""
		if slips[1] != nil {
			got = slips[1].Mark
		}
		if got != test.want {
			t.Errorf("from %.2f to %.2f: %q, want %q", test.before, test.after, got, test.want)
		}
		if want := min(1, test.after/test.before); test.before-test.after > noise && (kept[1].Share() < want-1e-4 || kept[1].Share() > want+1e-4) {
			t.Errorf("from %.2f to %.2f: accuracy %.3f, want %.3f", test.before, test.after, kept[1].Share(), want)
		}
	}
	// The judge's own move is no slip, whatever it thinks later; a forced move neither.
	sheet = sheetOf(t, "connect4", "1", "7")
	if slips, kept := judgedBy(t, sheet, Verdict{}, Verdict{}, Verdict{Value: 1}); slips[1] != nil || kept[1].Share() != 1 {
		t.Errorf("the judge's move: %+v, accuracy %.2f", slips[1], kept[1].Share())
	}
	full := sheetOf(t, "tictactoe", "a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
	values := make([]Verdict, 10)
	values[9].Value = -1
	if slips, _ := judgedBy(t, full, values...); slips[8] != nil {
		t.Errorf("the only move: %+v", slips[8])
	}
}

// The loser of random moves who began with 16 % gets its moments, and an accuracy below the
// winner's.
func TestLoserIsCoached(t *testing.T) {
	g := games.Must("celta")
	rng := rand.New(rand.NewPCG(1, 1))
	s, sheet := g.New(0), sheetOf(t, "celta")
	for range 24 {
		legal := s.Legal(nil)
		a := legal[rng.IntN(len(legal)-1)] // the last is the judge's
		sheet.Play(a)
		s.Play(a)
	}
	verdicts := make([]Verdict, 25)
	for ply := range verdicts { // First's hopes fade by three tenths each time it moves
		left := float32(0.16)
		for range (ply + 1) / 2 {
			left *= 0.7
		}
		verdicts[ply].Value = 2*left - 1
	}
	slips, kept := judgedBy(t, sheet, verdicts...)
	n := 0
	for ply, slip := range slips {
		if slip != nil {
			n++
			if ply%2 != 0 || slip.Lost >= 0.1 {
				t.Errorf("move %d: %+v", ply+1, slip)
			}
		}
	}
	if n < 3 || kept[0].Share() > 0.9 || kept[1].Share() != 1 {
		t.Errorf("%d slips, accuracy %.2f and %.2f", n, kept[0].Share(), kept[1].Share())
	}
}

// The sentence why is what the rules and the proofs say.
func TestWhy(t *testing.T) {
	// Connect four: First has 4, 5, 6 in the bottom row; Second must answer 3 or 7, and both are open.
	sheet := sheetOf(t, "connect4", "4", "4", "5", "1")
	s := sheet.At(4)
	win := []env.Action{s.Legal(nil)[5]} // 6: two ends are open
	slips, _ := judgedBy(t, sheet, Verdict{}, Verdict{}, Verdict{}, Verdict{}, Verdict{Value: 1, Proof: env.FirstWins, Plies: 3, Line: win})
	if got := slips[3]; got == nil || got.Mark != "??" || got.Why != "Now the other side can force a win, in at most 3 moves of both sides: 6." {
		t.Errorf("an open pair: %+v", got)
	}
	sheet = sheetOf(t, "connect4", "4", "4", "5", "1", "1")
	slips, _ = judgedBy(t, sheet, Verdict{}, Verdict{}, Verdict{}, Verdict{}, Verdict{Value: 1, Proof: env.FirstWins, Plies: 3, Line: win}, Verdict{})
	if got := slips[4]; got == nil || got.Why != "There was a forced win, in at most 3 moves of both sides: 6." || got.Better != "6" {
		t.Errorf("a win missed: %+v", got)
	}
	// A decided game: its length counts.
	before := Verdict{Value: 1, Proof: env.FirstWins, Plies: 3, Line: win}
	long := Verdict{Value: 1, Proof: env.FirstWins, Plies: 20}
	slips, _ = judgedBy(t, sheet, Verdict{}, Verdict{}, Verdict{}, Verdict{}, before, long)
	if got := slips[4]; got == nil || got.Mark != "?!" || got.Why != "It still wins, in at most 21 moves of both sides; 6 wins in at most 3 moves of both sides." {
		t.Errorf("a win delayed: %+v", got)
	}
	long.Plies = 4
	if slips, _ = judgedBy(t, sheet, Verdict{}, Verdict{}, Verdict{}, Verdict{}, before, long); slips[4] != nil {
		t.Errorf("a win delayed by little: %+v", slips[4])
	}
	lost := Verdict{Value: -1, Proof: env.SecondWins, Plies: 20}
	slips, _ = judgedBy(t, sheet, Verdict{}, Verdict{}, Verdict{}, Verdict{}, lost, Verdict{Value: -1, Proof: env.SecondWins, Plies: 1})
	if got := slips[4]; got == nil || got.Why != "The game was lost in at most 20 moves of both sides; after this move it is in at most 2 moves of both sides." {
		t.Errorf("a loss hastened: %+v", got)
	}
	// A capture.
	chess := sheetOf(t, "chess", "e2e4", "d7d5", "a2a3")
	takes, err := env.Parse(chess.At(2), "e4d5")
	if err != nil {
		t.Fatal(err)
	}
	slips, _ = judgedBy(t, chess, Verdict{}, Verdict{}, Verdict{Line: []env.Action{takes}}, Verdict{Value: -0.3})
	if got := slips[2]; got == nil || !strings.HasPrefix(got.Why, "It could have taken the") {
		t.Errorf("a capture missed: %+v", got)
	}
	// The control: without a proof or a capture nothing is said.
	slips, _ = judgedBy(t, sheetOf(t, "connect4", "1"), Verdict{Value: 1}, Verdict{})
	if got := slips[0]; got == nil || got.Mark != "??" || got.Why != "" {
		t.Errorf("no reason: %+v", got)
	}
}

// A review ends with the error of its judge.
func TestReviewEnds(t *testing.T) {
	fault := errors.New("no judge")
	sheet := sheetOf(t, "connect4", "1", "1")
	var seen []int
	err := Review(t.Context(), games.Must("connect4"), sheet, 1, func(env.State) (Verdict, error) {
		if len(seen) == 1 {
			return Verdict{}, fault
		}
		return Verdict{}, nil
	}, func(ply int, _ Verdict, _ *Slip, _ [2]Accuracy) error { seen = append(seen, ply); return nil })
	if err != fault || !slices.Equal(seen, []int{1}) {
		t.Errorf("%v after %v", err, seen)
	}
}
