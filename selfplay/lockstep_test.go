package selfplay

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

func quick(games, lockstep int) Config {
	search := mcts.Defaults()
	search.Simulations = 8
	return Config{Games: games, Lockstep: lockstep, Temperature: 1, TemperaturePly: 6, OpeningPlies: 3, Handicap: 0.5, Search: search}
}

// played returns the games of a plan in order.
func played(t *testing.T, p Plan, with Resources, workers int) []*Record {
	t.Helper()
	records, keep := Collect(p)
	if err := Play(context.Background(), p, with, workers, keep); err != nil {
		t.Fatal(err)
	}
	return records
}

// byPlayouts returns the plan of games between playouts, and what it is played with.
func byPlayouts(g env.Game, cfg Config) (Plan, Resources) {
	return NewPlan(g, cfg, uint64(seed.New(3))), Resources{Game: g, Now: mcts.NewRollout(g, 1, 5)}
}

func playAll(t *testing.T, g env.Game, cfg Config, workers int) []*Record {
	t.Helper()
	p, with := byPlayouts(g, cfg)
	return played(t, p, with, workers)
}

// playOn is playAll with an archive to start from.
func playOn(t *testing.T, g env.Game, cfg Config, archive []*Record, workers int) []*Record {
	t.Helper()
	p, with := byPlayouts(g, cfg)
	p.Archive, with.Archive = Archive(0, archive), archive
	return played(t, p, with, workers)
}

// However the games are spread over workers and batches, they are the same.
func TestWorkersAndLockstepDoNotMatter(t *testing.T) {
	for _, name := range []string{"tictactoe", "connect4", "celta:cap=30"} {
		g := game(t, name)
		want := playAll(t, g, quick(9, 1), 1)
		for _, w := range []struct{ workers, lockstep int }{{1, 16}, {2, 3}, {8, 2}} {
			got := playAll(t, g, quick(9, w.lockstep), w.workers)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %d workers, lockstep %d: other games than with one worker", name, w.workers, w.lockstep)
			}
		}
	}
}

// elaborate is a plan of games with everything that they can have.
func elaborate(t *testing.T, g env.Game, games, lockstep int) (Plan, Resources) {
	cfg := quick(games, lockstep)
	cfg.Restart, cfg.Head, cfg.HeadPlies = 0.3, 0.4, 5
	cfg.FastShare, cfg.FastSimulations = 0.5, 3
	cfg.Cache = 50
	cfg.Resign, cfg.ResignCheck = 0.05, 0.3
	p, with := againstPast(g, cfg)
	with.Archive = playAll(t, g, quick(3, 1), 1)
	p.Archive, p.ResignBelow, p.HandicapFirst = Archive(7, with.Archive), -0.4, 0.3
	return p, with
}

// againstPast is a plan in half of whose games an earlier network plays.
func againstPast(g env.Game, cfg Config) (Plan, Resources) {
	// Not playouts: those depend on the whole history, which a cache does not.
	net := scrambled{g.Spec()}
	cfg.Past = 0.5
	p := NewPlan(g, cfg, uint64(seed.New(3)))
	p.Past.Hash = "earlier"
	return p, Resources{Game: g, Now: Network(g.Spec(), Net{Inferer: net}), Past: Network(g.Spec(), Net{Inferer: net, Weights: Weights{Utility: 0.5}})}
}

func TestWorkersDoNotMatterToElaborateGames(t *testing.T) {
	for _, name := range []string{"connect4", "cetro-5x5"} {
		g := game(t, name)
		plan, with := elaborate(t, g, 12, 1)
		want := played(t, plan, with, 1)
		for _, w := range []struct{ workers, lockstep int }{{1, 16}, {3, 2}} {
			plan.Config.Lockstep = w.lockstep
			if got := played(t, plan, with, w.workers); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %d workers, lockstep %d: other games than with one worker", name, w.workers, w.lockstep)
			}
		}
		resigned, checked := 0, 0
		for i, r := range want {
			if err := r.Replay(g, nil); err != nil {
				t.Errorf("%s, game %d: %v", name, i, err)
			}
			if r.Resigned {
				resigned++
			}
			if r.Checked {
				checked++
			}
			if r.Resigned && r.Checked {
				t.Errorf("%s, game %d: resigned, though it was to be played to the end", name, i)
			}
		}
		if name == "connect4" && (resigned == 0 || checked == 0) {
			t.Errorf("%s: %d games resigned, %d to be played to the end; want some of both", name, resigned, checked)
		}
	}
}

func TestRecordsFitTheRulesAndTeach(t *testing.T) {
	for _, name := range []string{"tictactoe", "celta:cap=20"} {
		g := game(t, name)
		for i, r := range playAll(t, g, quick(12, 4), 2) {
			if err := r.Replay(g, nil); err != nil {
				t.Errorf("%s, game %d: %v", name, i, err)
			}
			if r.Truncated != (r.Result == env.Ongoing) || r.Truncated && len(r.Plies) != g.Spec().MaxPly {
				t.Errorf("%s, game %d: %d plies, result %v, truncated %v", name, i, len(r.Plies), r.Result, r.Truncated)
			}
			unsearched, trained := 0, 0
			for ply, p := range r.Plies {
				if p.Policy != nil {
					trained++
				}
				var sum float32
				for _, share := range p.Policy {
					sum += share.Probability
				}
				if p.Policy != nil && (sum < 0.999 || sum > 1.001) {
					t.Errorf("%s, game %d, ply %d: policy sums to %v", name, i, ply, sum)
				}
				if p.Policy == nil && ply >= 3 {
					unsearched++
				}
			}
			if unsearched > len(r.Plies)/2+1 || trained == 0 {
				t.Errorf("%s, game %d: %d of %d plies without a search, %d to learn from: only one side has a handicap", name, i, unsearched, len(r.Plies), trained)
			}
		}
	}
}

type failing struct{ err error }

func (f failing) Evaluate(context.Context, []mcts.Leaf) error { return f.err }

func TestPlayReturnsTheEvaluatorsError(t *testing.T) {
	want := errors.New("no luck")
	p, with := byPlayouts(game(t, "tictactoe"), quick(5, 2))
	with.Now = failing{want}
	err := Play(context.Background(), p, with, 2, nil)
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
}

// What the sink says goes on to who plays: a full disk ends the play.
func TestPlayReturnsTheSinksError(t *testing.T) {
	full := errors.New("no space left on device")
	p, with := byPlayouts(game(t, "connect4"), quick(1000, 4))
	taken := 0
	err := Play(context.Background(), p, with, 2, func(int, *Record) error {
		taken++
		return full
	})
	if !errors.Is(err, full) || taken > 2 {
		t.Errorf("error %v after %d games, want %v after one a worker at most", err, taken, full)
	}
}

func TestPlayStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g, ended := game(t, "connect4"), 0
	p, with := byPlayouts(g, quick(1000, 4))
	err := Play(ctx, p, with, 2, func(int, *Record) error {
		if ended++; ended == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || ended > 100 {
		t.Errorf("error %v after %d games, want context.Canceled soon after 3", err, ended)
	}
}

// Records say who had a handicap, for whom an earlier network played, and how
// many evaluations the searches took.
func TestRecordsSayWhatTheyWere(t *testing.T) {
	g := game(t, "connect4")
	cfg := quick(24, 4)
	p, with := againstPast(g, cfg)
	handicaps, pasts := 0, 0
	for i, r := range played(t, p, with, 2) {
		searched, pastSearched := 0, 0
		err := r.Replay(g, func(s env.State, ply int) {
			switch p := r.Plies[ply]; {
			case p.Policy != nil && r.Past[s.ToMove()]:
				t.Errorf("game %d, ply %d: an earlier network's move is trained on", i, ply)
			case p.Policy != nil:
				searched++
			case p.Value != 0 && r.Past[s.ToMove()]:
				pastSearched++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if most := (searched + len(r.Plies)) * (cfg.Search.Simulations + 1); r.Evaluations < searched || r.Evaluations > most {
			t.Errorf("game %d: %d evaluations for %d searches", i, r.Evaluations, searched)
		}
		if r.Handicapped() {
			handicaps++
		}
		if r.AgainstPast() {
			pasts++
		}
		if pastSearched > 0 && !r.AgainstPast() || r.Past == [2]bool{true, true} || r.Handicap[0] > 0 && r.Handicap[1] > 0 {
			t.Errorf("game %d: handicaps %v, earlier networks %v", i, r.Handicap, r.Past)
		}
	}
	if handicaps < 6 || handicaps > 18 || pasts < 6 || pasts > 18 {
		t.Errorf("of 24 games %d with a handicap and %d against an earlier network, want about 12", handicaps, pasts)
	}
}

// The lowest values that a side has seen, by which resigning is judged, are those
// of its own searches: not of the plies that a past network plays, nor of random
// ones.
func TestLowsAreTheMinimaOfSearches(t *testing.T) {
	g := game(t, "connect4")
	below, games, resigned := 0, 0, 0
	p, with := elaborate(t, g, 24, 4)
	for i, r := range played(t, p, with, 2) {
		s, err := r.Begin(g)
		if err != nil {
			t.Fatal(err)
		}
		var want [2]float32
		for _, p := range r.Plies {
			if mover := s.ToMove(); !r.Past[mover] {
				want[mover] = min(want[mover], p.Value)
			}
			s.Play(p.Action)
		}
		if r.Resigned { // the search that led to it has no ply
			resigned++
			loser := s.ToMove()
			if r.Result != env.WinFor(loser.Other()) || r.Lows[loser] >= -0.4 || r.Checked || r.Past[loser] {
				t.Errorf("game %d: resigned by %d at %v: %v, checked %v", i, loser, r.Lows[loser], r.Result, r.Checked)
			}
			want[loser] = r.Lows[loser]
		}
		if r.Lows != want {
			t.Errorf("game %d: lows %v, want %v", i, r.Lows, want)
		}
		for p, low := range r.Lows {
			games++
			if low < 0 {
				below++
			}
			if r.Past[p] && low != 0 {
				t.Errorf("game %d: the past network has seen %v", i, low)
			}
		}
	}
	if resigned == 0 {
		t.Error("nobody resigned: nothing is seen of it")
	}
	if below < games/4 {
		t.Errorf("%d of %d sides have seen less than 0: nothing is compared", below, games)
	}
}

// Some hands out its games in order, each once, and then none.
func TestSomeGames(t *testing.T) {
	next := Some([]int{7, 3, 5})
	for _, want := range []int{7, 3, 5} {
		if got, ok := next(); got != want || !ok {
			t.Errorf("got %d, %v; want %d", got, ok, want)
		}
	}
	for range 2 {
		if got, ok := next(); ok {
			t.Errorf("got %d when there are none any more", got)
		}
	}
}
