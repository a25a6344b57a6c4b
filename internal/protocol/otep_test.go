package protocol

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/tafl"
)

// referee talks to an engine of OTEP that does not think.
func referee(t *testing.T, game string) (*otep, *breaking) {
	t.Helper()
	w := &breaking{writes: 1000}
	g := taflGame(t, game)
	o := &otep{desk: desk{ctx: t.Context(), out: printer{w: w}}, engine: Engine{Game: g, Open: timeless(1)}}
	o.sitDown(g)
	return o, w
}

// A clock is in milliseconds, attackers first; a star says that it is in overtime.
func TestOTEPClocks(t *testing.T) {
	const ms = time.Millisecond
	o, _ := referee(t, "celta")
	for _, test := range []struct {
		text string
		want [2]clock
	}{
		{"300000 298000 10 3 2", [2]clock{{left: 300_000 * ms}, {left: 298_000 * ms}}},
		{"0 5*", [2]clock{{}, {left: 5 * ms, moves: 1}}},
		{"-7* 1000000000", [2]clock{{moves: 1}, {left: 1e9 * ms}}},
	} {
		if err := o.setClock(test.text); err != nil || o.clocks != test.want {
			t.Errorf("%s: %+v, %v; want %+v", test.text, o.clocks, err, test.want)
		}
	}
	before := o.clocks
	for _, bad := range []string{"", "5", "x 5", "5 x", "5 5**", "1000000001 5", "5 1e3", "*"} {
		if err := o.setClock(bad); err == nil || o.clocks != before {
			t.Errorf("%q: %v, %+v", bad, err, o.clocks)
		}
	}
}

// Sides are given by what they are, whichever moves first.
func TestOTEPSides(t *testing.T) {
	for _, game := range []string{"celta", "celta:first=king", "celta:first=attackers"} {
		o, _ := referee(t, game)
		for i, side := range []string{"attackers", "defenders"} {
			p, err := o.player(side)
			if err != nil || o.seat(p) != i {
				t.Errorf("%s: %s have seat %d, %v; want %d", game, side, o.seat(p), err, i)
			}
			attack := strings.Contains(o.game.Spec().Roles[p], "attack")
			if attack != (side == "attackers") {
				t.Errorf("%s: %s are %s", game, side, o.game.Spec().Roles[p])
			}
		}
		if (o.game.Rules().First == tafl.Attackers) != (o.seat(env.First) == 0) {
			t.Errorf("%s: who moves first has the other seat", game)
		}
	}
}

// Every legal move is written so that it is read as the same move.
func TestOTEPWritesWhatItReads(t *testing.T) {
	for _, game := range []string{"celta", "ardri", "tablut"} {
		o, _ := referee(t, game)
		for range 20 {
			for _, a := range o.state.Legal(nil) {
				text := record.OpenTaflMove(o.state, a)
				squares, ok := record.OpenTaflSquares(text)
				if !ok {
					t.Fatalf("%s: %s is not a move", game, text)
				}
				if got, err := env.Parse(o.state, squares); err != nil || got != a {
					t.Fatalf("%s: %s is read as %v, %v", game, text, got, err)
				}
			}
			if o.state.Result() != env.Ongoing {
				break
			}
			legal := o.state.Legal(nil)
			o.state.Play(legal[len(legal)/3])
		}
	}
}

// Where the referee has another position than the move leads to, the referee is right.
func TestOTEPBelievesTheReferee(t *testing.T) {
	o, _ := referee(t, "celta")
	mover := o.state.ToMove()
	const other = "/3t3/3t3/7/ttTKT1t/5T1/3t3/3t3/"
	if err := o.opponentMove("d5-f5 " + other); err != nil || o.game.OTN(o.state) != other || o.state.ToMove() != mover.Other() {
		t.Errorf("%v: %s", err, o.game.OTN(o.state))
	}
	// Told once more, it is not made twice.
	if err := o.opponentMove("a4-a5 " + other); err != nil || o.state.ToMove() != mover.Other() {
		t.Errorf("%v: it is made twice", err)
	}
	for _, bad := range []string{"", "d5", "d5-d6-d7 nonsense", "a1-a2"} {
		before := o.game.OTN(o.state)
		if err := o.opponentMove(bad); err == nil || o.game.OTN(o.state) != before {
			t.Errorf("%q: %v; the position is %s", bad, err, o.game.OTN(o.state))
		}
	}
	if err := o.confirm(other); err != nil {
		t.Error(err)
	}
	const third = "/3t3/3t3/7/7/5T1/3t3/3K3/"
	if err := o.confirm(third); err != nil || o.game.OTN(o.state) != third {
		t.Errorf("%v: %s", err, o.game.OTN(o.state))
	}
}

// Before a game side says nothing of whose turn it is; in a position it does.
func TestOTEPTurns(t *testing.T) {
	o, _ := referee(t, "celta")
	mover := o.state.ToMove()
	for _, side := range []string{"attackers", "defenders"} {
		if err := o.setSide(side); err != nil || o.state.ToMove() != mover {
			t.Errorf("at the start, %s: %v", side, err)
		}
	}
	if err := o.setPosition("/3t3/3t3/3T3/ttTKTtt/5T1/3t3/3t3/", mover); err != nil {
		t.Fatal(err)
	}
	for _, side := range []string{"attackers", "defenders", "attackers"} {
		p, _ := o.player(side)
		if err := o.setSide(side); err != nil || o.state.ToMove() != p {
			t.Errorf("%s: %v", side, err)
		}
	}
	if err := o.setSide("both"); err == nil {
		t.Error("both are to move")
	}
	if err := o.setPosition("/nonsense/", mover); err == nil {
		t.Error("nonsense is a position")
	}
}

// An analysis is reported for the attackers, from -100 to 100, with as many moves as were
// asked for and visited.
func TestOTEPTellsAnAnalysis(t *testing.T) {
	report := func(o *otep) analysis.Report {
		legal := o.state.Legal(nil)
		at := func(i, visits int, value float32) analysis.Move {
			m := analysis.Move{Line: legal[i : i+1]}
			m.Action, m.Visits, m.Value = legal[i], visits, value
			return m
		}
		return analysis.Report{Moves: []analysis.Move{at(0, 5, 0.5), at(1, 3, -0.25), at(2, 0, 0)}}
	}
	for _, side := range []string{"attackers", "defenders"} {
		o, w := referee(t, "celta")
		p, _ := o.player(side)
		if err := o.setPosition("/3t3/3t3/3T3/ttTKTtt/5T1/3t3/3t3/", p); err != nil {
			t.Fatal(err)
		}
		best, second := "50.0", "-25.0"
		if side == "defenders" {
			best, second = "-50.0", "25.0"
		}
		legal := o.state.Legal(nil)
		one := "analysis 1 " + record.OpenTaflMove(o.state, legal[0]) + " " + best + "\n"
		two := "analysis 2 " + record.OpenTaflMove(o.state, legal[0]) + " " + best + " " + record.OpenTaflMove(o.state, legal[1]) + " " + second + "\n"
		for asked, want := range map[int]string{1: one, 2: two, 3: two, 99: two} {
			w.Reset()
			o.asked = asked
			if o.tellAnalysis(report(o)); w.String() != want {
				t.Errorf("%s, %d moves: got %q, want %q", side, asked, w.String(), want)
			}
		}
	}
}

// A game begins with nothing of what was found in the last one, by the same rules or others;
// where the agent cannot play the rules that are asked for, it goes on with those before.
func TestOTEPRules(t *testing.T) {
	o, _ := referee(t, "celta")
	o.forget()
	for _, game := range []string{"celta", "walker", "walker", "celta"} {
		before := o.kept
		if err := o.setRules(taflGame(t, game).Nearest(game)); err != nil {
			t.Fatal(err)
		}
		if o.kept == before {
			t.Errorf("%s begins with what was found in the game before", game)
		}
	}
	if o.game != o.engine.Game {
		t.Error("the engine's own rules are another game")
	}
	if err := o.setRules(taflGame(t, "walker").Nearest("walker")); err != nil {
		t.Fatal(err)
	}
	other, analyst := o.game, o.analyst
	o.engine.Open = func(env.Game, Resources) (analysis.Analyst, error) { return nil, errors.New("no such agent") }
	if err := o.setRules(taflGame(t, "celta").Nearest("celta")); err == nil || !strings.Contains(err.Error(), "rules not supported: no such agent") {
		t.Errorf("an agent that cannot play: %v", err)
	}
	if o.game != other || o.analyst == nil || o.analyst != analyst {
		t.Error("after rules that are refused the game before is gone")
	}
}
