package roster

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/lesson"
)

// A puzzle is rated where half of it is solved; what is never or always solved has a rating,
// too, beyond the players': at 946 they are expected to make 0.35 points, and 0.15 of the two halves of a draw,
// which are half a point.
func TestEvenElo(t *testing.T) {
	elos := []float64{0, 400, 800}
	for _, c := range []struct {
		points []float64
		want   float64
	}{
		{[]float64{1. / 11, 0.5, 10. / 11}, 400},
		{[]float64{0, 0, 0}, 946},
		{[]float64{1, 1, 1}, -146},
	} {
		if got := evenElo(c.points, elos); math.Abs(got-c.want) > 1 {
			t.Errorf("%v: rated %.0f, want %.0f", c.points, got, c.want)
		}
	}
}

// Ratings that come with ludens are those of the levels as they are; another puzzle's rating
// is noticed.
func TestPuzzleElos(t *testing.T) {
	const rounding = 40 // kernels in another precision search otherwise
	for _, game := range lesson.Puzzled() {
		g, load := games.Must(game), new(Loader).Load
		all, err := lesson.Puzzles(game)
		if err != nil {
			t.Fatal(err)
		}
		easiest := slices.MinFunc(all, func(a, b lesson.Puzzle) int { return cmp.Compare(a.Elo, b.Elo) })
		hardest := slices.MaxFunc(all, func(a, b lesson.Puzzle) int { return cmp.Compare(a.Elo, b.Elo) })
		for _, p := range []lesson.Puzzle{easiest, hardest, all[len(all)/2]} {
			elo, ok, err := PuzzleElo(t.Context(), g, p, load)
			if err != nil {
				t.Fatal(err)
			}
			if ok != (len(levelsOf(g)) > 0) || math.Abs(float64(elo-p.Elo)) > rounding {
				t.Errorf("%s: %s is rated %d (%t), its levels say %d: go run ./scripts/measure puzzles -rate %s", game, p.Position, p.Elo, ok, elo, game)
			}
			if ok && p == hardest && math.Abs(float64(elo-easiest.Elo)) <= rounding {
				t.Errorf("%s: the hardest puzzle passes for the easiest", game)
			}
		}
	}
	p, _ := lesson.Puzzles("celta")
	p[0].Answer = "a1a1"
	if _, _, err := PuzzleElo(t.Context(), games.Must("celta"), p[0], new(Loader).Load); err == nil {
		t.Error("an answer that is no move is not noticed")
	}
}

// Ratings by the levels of a network hold for another kind of player: alpha-beta without a
// network solves more of the puzzles in the lower half than of those in the upper.
func TestPuzzleElosHoldForOthers(t *testing.T) {
	for _, game := range []string{"celta", "connect4"} {
		g := games.Must(game)
		all, err := lesson.Puzzles(game)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(all, func(a, b lesson.Puzzle) int { return cmp.Compare(a.Elo, b.Elo) })
		a, err := Analyst(agent.Spec{Source: agent.Source{Kind: "alphabeta"}}.Limited(2), g, nil, seed.New(1), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		var solved [2]int
		for i, p := range all {
			s, err := placed(g, p.Position)
			if err != nil {
				t.Fatal(err)
			}
			r, err := a.Analyse(t.Context(), s, analysis.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if s.Format(r.Best()) == p.Answer {
				solved[2*i/len(all)]++
			}
		}
		t.Logf("%s: alpha-beta solves %d of the lower half, %d of the upper", game, solved[0], solved[1])
		if solved[0] <= solved[1]+len(all)/20 {
			t.Errorf("%s: alpha-beta solves %d of the lower half, %d of the upper", game, solved[0], solved[1])
		}
	}
}
