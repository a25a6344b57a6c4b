package train

import (
	"reflect"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// emptyWindow returns one of that many positions.
func emptyWindow(g env.Game, positions int, augment bool) *Replay {
	return NewReplay(g, Config{Window: positions, Augment: augment, SelfPlay: selfplay.Config{Search: mcts.Defaults()}})
}

// line is a game of tic-tac-toe through these squares; the first plies are an
// opening, which is not trained on.
func line(g env.Game, opening int, squares ...env.Action) *selfplay.Record {
	r, s := &selfplay.Record{}, g.New(0)
	for i, a := range squares {
		p := selfplay.Ply{Action: a}
		if i >= opening {
			p.Policy = []selfplay.Share{{Action: a, Probability: 1}}
		}
		r.Plies = append(r.Plies, p)
		s.Play(a)
	}
	r.Result = s.Result()
	r.Truncated = r.Result == env.Ongoing
	return r
}

func TestWindowForgetsTheOldest(t *testing.T) {
	g := ticTacToe(t)
	r := emptyWindow(g, 10, false)
	for i := range 6 {
		if got := r.Append([]*selfplay.Record{line(g, 1, 0, 3, 1, 4, 2)}); got != 4 {
			t.Errorf("game %d: %d positions added, want 4: its opening ply does not count", i, got)
		}
	}
	if len(r.Games()) != 3 || r.Positions() != 12 {
		t.Errorf("%d games, %d positions; want the fewest games that fill 10: 3 and 12", len(r.Games()), r.Positions())
	}
}

func batchFor(g env.Game, n int) nn.Batch {
	s := g.Spec()
	return nn.NewBatch(nn.Spec{Planes: s.Shape[0], Rows: s.Shape[1], Cols: s.Shape[2], PolicyPlanes: s.Planes(), Globals: s.Globals()}, n)
}

func TestTargetsAreTheMovers(t *testing.T) {
	g := ticTacToe(t)
	r := emptyWindow(g, 100, false)
	r.Append([]*selfplay.Record{line(g, 0, 0, 3, 1, 4, 2)}) // First wins
	b := batchFor(g, 64)
	if err := r.Draw(b, seed.New(1), 2); err != nil {
		t.Fatal(err)
	}
	size := g.Spec().Size()
	for i := range 64 {
		stones := 0
		for _, x := range b.Obs[i*size : i*size+18] {
			stones += int(x)
		}
		want := []float32{1, 0, 0} // an even number of stones: First, who wins, is to move
		if stones%2 == 1 {
			want = []float32{0, 0, 1}
		}
		if got := b.WDL[3*i : 3*i+3]; !reflect.DeepEqual(got, want) {
			t.Errorf("row %d with %d stones: win, draw, loss %v, want %v", i, stones, got, want)
		}
		legal := 0
		for a, ok := range b.Legal[9*i : 9*i+9] {
			if ok {
				legal++
			} else if b.Policy[9*i+a] != 0 {
				t.Errorf("row %d: probability on the illegal action %d", i, a)
			}
		}
		if legal != 9-stones || b.ValueWeight[i] != 1 || b.PolicyWeight[i] != 1 {
			t.Errorf("row %d: %d legal with %d stones, weights %v, %v", i, legal, stones, b.PolicyWeight[i], b.ValueWeight[i])
		}
	}
}

func TestTruncatedGamesTeachNoValue(t *testing.T) {
	g := ticTacToe(t)
	r := emptyWindow(g, 100, false)
	r.Append([]*selfplay.Record{line(g, 0, 0, 3, 1)})
	b := batchFor(g, 8)
	if err := r.Draw(b, seed.New(1), 1); err != nil {
		t.Fatal(err)
	}
	for i, w := range b.ValueWeight {
		if w != 0 || b.PolicyWeight[i] != 1 {
			t.Errorf("row %d: value weight %v, policy weight %v; want 0 and 1", i, w, b.PolicyWeight[i])
		}
	}
}

func TestDrawDoesNotDependOnWorkers(t *testing.T) {
	g := ticTacToe(t)
	r := emptyWindow(g, 100, true)
	r.Append([]*selfplay.Record{line(g, 0, 0, 3, 1, 4, 2), line(g, 1, 8, 4, 0, 2, 6, 7)})
	one, many := batchFor(g, 33), batchFor(g, 33)
	if err := r.Draw(one, seed.New(5), 1); err != nil {
		t.Fatal(err)
	}
	if err := r.Draw(many, seed.New(5), 8); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, many) {
		t.Error("eight workers drew another batch than one")
	}
}

// Under symmetries a drawn row is still a position of the game with its own
// target: the marked square is free, and the images vary.
func TestSymmetriesMoveTargetsWithPositions(t *testing.T) {
	g := ticTacToe(t)
	r := emptyWindow(g, 100, true)
	r.Append([]*selfplay.Record{line(g, 1, 0, 8, 2)}) // a corner, then targets at the far corner and its neighbour's
	b := batchFor(g, 200)
	if err := r.Draw(b, seed.New(9), 2); err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for i := range 200 {
		for a := range 9 {
			if b.Policy[9*i+a] == 0 {
				continue
			}
			seen[a] = true
			if !b.Legal[9*i+a] {
				t.Fatalf("row %d: its target %d is taken", i, a)
			}
			if a%2 != 0 || a == 4 {
				t.Fatalf("row %d: target %d is no corner, but every image of a corner is", i, a)
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("targets on %d corners, want all 4", len(seen))
	}
}

func TestNothingToLearnFrom(t *testing.T) {
	g := ticTacToe(t)
	r := emptyWindow(g, 100, false)
	r.Append([]*selfplay.Record{line(g, 5, 0, 3, 1, 4, 2)})
	if err := r.Draw(batchFor(g, 4), seed.New(1), 2); err == nil {
		t.Error("drew from games without a learnable ply")
	}
}

// The score target is the mover's: the result of a game that ended, and what
// the game's own score says of one that was cut off.
func TestScoreTargets(t *testing.T) {
	g := games.Must("celta:cap=6")
	s, rec := g.New(0), &selfplay.Record{Truncated: true}
	for range 6 {
		a := s.Legal(nil)[3]
		rec.Plies = append(rec.Plies, selfplay.Ply{Action: a, Policy: []selfplay.Share{{Action: a, Probability: 1}}})
		s.Play(a)
	}
	end := s.(env.Scored)
	r := emptyWindow(g, 100, false)
	r.Append([]*selfplay.Record{rec})
	b := batchFor(g, 40)
	if err := r.Draw(b, seed.New(1), 2); err != nil {
		t.Fatal(err)
	}
	seen := map[float32]bool{}
	for i, got := range b.Score {
		mover := env.First
		if g.Spec().Shape[0] > 3 && b.Obs[i*g.Spec().Size()+3*49] == 0 {
			mover = env.Second // the plane that is 1 if the mover has the king
		}
		if want := end.Score(mover); got != want || b.ScoreWeight[i] != 1 {
			t.Errorf("row %d, %v to move: score %v, weight %v; want %v and 1", i, mover, got, b.ScoreWeight[i], want)
		}
		seen[got] = true
	}
	if len(seen) != 2 {
		t.Errorf("scores %v, want one for each side", seen)
	}
	won := emptyWindow(ticTacToe(t), 100, false)
	won.Append([]*selfplay.Record{line(ticTacToe(t), 0, 0, 3, 1, 4, 2)})
	none := batchFor(ticTacToe(t), 4)
	if err := won.Draw(none, seed.New(1), 1); err != nil {
		t.Fatal(err)
	}
	for i, w := range none.ScoreWeight {
		if w != 0 {
			t.Errorf("row %d: tic-tac-toe keeps no score, and the target weighs %v", i, w)
		}
	}
}

// A game that its score decides at the length limit teaches by how much, not
// that everything was reached.
func TestScoreOfAnAdjudicatedGame(t *testing.T) {
	g := games.Must("cetro:cap=7")
	s, rec := g.New(0), &selfplay.Record{}
	for range 7 {
		a := s.Legal(nil)[0]
		rec.Plies = append(rec.Plies, selfplay.Ply{Action: a, Policy: []selfplay.Share{{Action: a, Probability: 1}}})
		s.Play(a)
	}
	rec.Result = s.Result()
	if rec.Result == env.Drawn || rec.Result == env.Ongoing {
		t.Fatalf("the game ended %v, want a winner by score", rec.Result)
	}
	lead := s.(env.Scored).Score(env.First)
	if lead*rec.Result.For(env.First) <= 0 || lead*lead == 1 {
		t.Fatalf("score %v of a game that ended %v", lead, rec.Result)
	}
	r := emptyWindow(g, 100, false)
	r.Append([]*selfplay.Record{rec})
	b := batchFor(g, 20)
	if err := r.Draw(b, seed.New(1), 1); err != nil {
		t.Fatal(err)
	}
	for i, got := range b.Score {
		if got != lead && got != -lead {
			t.Errorf("row %d: score %v, want %v for one side or the other", i, got, lead)
		}
	}
}

func TestTheStrongerRoleBearsTheHandicap(t *testing.T) {
	g := ticTacToe(t)
	first, second := line(g, 0, 0, 3, 1, 4, 2), line(g, 0, 0, 3, 1, 4, 8, 5)
	for _, tt := range []struct {
		name  string
		games []*selfplay.Record
		want  float32
	}{
		{"no game", nil, 0.5},
		{"two to one", []*selfplay.Record{first, second, first}, 2.0 / 3},
		{"all to nothing, but never always", []*selfplay.Record{second, second}, 0.1},
		{"draws do not count", []*selfplay.Record{first, second, line(g, 0, 0, 1, 2, 4, 3, 5, 7, 6, 8)}, 0.5},
	} {
		r := emptyWindow(g, 1000, false)
		r.Append(tt.games)
		if got := r.FirstShare(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
