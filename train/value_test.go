package train

import (
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/selfplay"
)

// playedFrom returns a game of g that begins at a position and makes these moves,
// the first of which is trained on.
func playedFrom(t *testing.T, g env.Game, position string, moves ...string) *selfplay.Record {
	t.Helper()
	r := &selfplay.Record{Start: selfplay.Start{Kind: "odds", Level: 1, Position: position}}
	s, err := r.Begin(g)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range moves {
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatal(err)
		}
		p := selfplay.Ply{Action: a}
		if i == 0 {
			p.Policy = []selfplay.Share{{Action: a, Probability: 1}}
		}
		r.Plies = append(r.Plies, p)
		s.Play(a)
	}
	r.Result = s.Result()
	return r
}

// A queen ahead is worth nothing to who let the game be drawn; where a game was
// cut off it still counts.
func TestScoreOfADrawIsNought(t *testing.T) {
	for _, c := range []struct {
		name, game string
		want       float32
	}{
		{"stalemate", "cetran2", 0},
		{"cut off", "cetran2:fifty=off,threefold=off,insufficient=off", 9.0 / 14},
	} {
		g := games.Must(c.game)
		position, move := "k7/8/8/8/8/8/1Q6/K7 w - 0 1", "b2b6"
		if c.name == "cut off" {
			move = "b2c2"
		}
		r := playedFrom(t, g, position, move)
		if (r.Result == env.Drawn) != (c.name == "stalemate") {
			t.Fatalf("%s: the game ended as %v", c.name, r.Result)
		}
		replay := emptyWindow(g, 10, false)
		b := batchFor(g, 2)
		s, err := r.Begin(g)
		if err != nil {
			t.Fatal(err)
		}
		replay.fillScore(b, 0, s, r, 0)
		if b.Score[0] != c.want || b.ScoreWeight[0] != 1 {
			t.Errorf("%s: score %v with weight %v, want %v with 1", c.name, b.Score[0], b.ScoreWeight[0], c.want)
		}
	}
}

// A win at the length limit counts as a win with the probability that is set, else
// as a draw.
func TestTemper(t *testing.T) {
	b := batchFor(ticTacToe(t), 2)
	copy(b.WDL, []float32{1, 0, 0, 0, 0, 1})
	temper(b, 0, 0.25)
	temper(b, 1, 0.25)
	for i, want := range []float32{0.25, 0.75, 0, 0, 0.75, 0.25} {
		if b.WDL[i] != want {
			t.Errorf("WDL[%d] = %v, want %v", i, b.WDL[i], want)
		}
	}
}

// Starts become harder once enough games from the hardest so far ended by the
// rules, and not before.
func TestStartLevelWidens(t *testing.T) {
	g := ticTacToe(t)
	ended, cut := line(g, 0, 0, 3, 1, 4, 2), line(g, 0, 0, 3)
	from := func(r *selfplay.Record, level float32) *selfplay.Record {
		c := *r
		c.Start = selfplay.Start{Kind: "near", Level: level}
		return &c
	}
	fill := func(n int, level float32, share float64) (games []*selfplay.Record) {
		for i := range n {
			r := cut
			if float64(i) < share*float64(n) {
				r = ended
			}
			games = append(games, from(r, level))
		}
		return games
	}
	for _, c := range []struct {
		name  string
		games []*selfplay.Record
		first float32
		want  float32
	}{
		{"nothing yet", nil, 0.1, 0.1},
		{"games from the usual start do not count", []*selfplay.Record{ended}, 0.1, 0.1},
		{"too few", fill(enoughStarts-1, 0.1, 1), 0.1, 0.1},
		{"enough and easy", fill(enoughStarts, 0.1, 1), 0.1, widening * 0.1},
		{"enough and hard", fill(enoughStarts, 0.1, 0.5), 0.1, 0.1},
		{"enough and one game too hard", fill(25, 0.1, 0.55), 0.1, 0.1}, // 14 of 25
		{"enough and just easy", fill(25, 0.1, 0.6), 0.1, widening * 0.1},
		{"only the hardest count", append(fill(50, 0.1, 1), fill(30, 0.2, 0.3)...), 0.1, 0.2},
		{"up to 1", fill(enoughStarts, 0.9, 1), 0.1, 1},
		{"always all", fill(50, 1, 1), 1, 1},
	} {
		r := emptyWindow(g, 1<<20, false)
		r.Append(c.games)
		if got := r.StartLevel(c.first); got != c.want {
			t.Errorf("%s: level %v, want %v", c.name, got, c.want)
		}
	}
}

func TestWeightsFade(t *testing.T) {
	c := small()
	c.Iterations, c.DropAt = 100, 0.5
	c.SelfPlay.ScoreUtility, c.SelfPlay.Settled = 0.4, 0.8
	c.UtilityFade, c.SettledFade = 1, 0.5
	for iteration, want := range map[int]selfplay.Weights{
		0: {Utility: 0.4, Settled: 0.8}, 25: {Utility: 0.2, Settled: 0.6}, 50: {Settled: 0.4}, 99: {Settled: 0.4},
	} {
		if got := c.Weights(iteration); got != want {
			t.Errorf("iteration %d: %+v, want %+v", iteration, got, want)
		}
	}
}
