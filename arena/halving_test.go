package arena

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func TestPlanOfHalving(t *testing.T) {
	for _, test := range []struct {
		settings int
		keep     []int
		games    []int
		after    int
	}{
		{64, []int{32, 16, 8, 4, 3, 3}, []int{20, 40, 80, 160, 320, 400}, 64*20 + 32*20 + 16*40 + 8*80 + 4*160 + 3*80},
		{5, []int{3, 3}, []int{20, 400}, 5*20 + 3*380},
		{2, []int{2}, []int{400}, 800},
	} {
		h := Halving{Finalists: 3, Games: 20, Final: 400}
		var keep, games []int
		rounds := h.Plan(test.settings)
		for i, r := range rounds {
			keep, games = append(keep, r.Keep), append(games, r.Games)
			if r.Number != i+1 || r.Of != len(rounds) {
				t.Errorf("round %d of %d", r.Number, r.Of)
			}
		}
		if !slices.Equal(keep, test.keep) || !slices.Equal(games, test.games) || After(rounds, test.settings, 0) != test.after {
			t.Errorf("%d settings: keep %v after %v games, %d in all", test.settings, keep, games, After(rounds, test.settings, 0))
		}
	}
}

// room is settings whose truth is known, with the games that each agent has played.
type room struct {
	rng           *rand.Rand
	scores, drawn []float64
	played        [][]Sample
}

func newRoom(rng *rand.Rand, settings int) *room {
	r := &room{rng: rng, played: make([][]Sample, settings)}
	for i := range settings {
		r.scores, r.drawn = append(r.scores, 0.3+0.4*rng.Float64()), append(r.drawn, 0.4*rng.Float64())
		r.played[i] = make([]Sample, 2)
	}
	return r
}

// play plays; the second agent scores a little more with who moves first.
func (r *room) play(_ context.Context, at Round) (all [][]Sample, err error) {
	for _, i := range at.In {
		for a := range r.played[i] {
			more := at.Games - len(r.played[i][a])
			r.played[i][a] = append(r.played[i][a], sampled(r.rng, r.scores[i]+0.01*float64(a), r.drawn[i], 50, more)...)
		}
		all = append(all, r.played[i])
	}
	return all, nil
}

// short is by how much a setting truly misses 4 points and 75 % decided games.
func (r *room) short(i int) float64 {
	far := max(r.scores[i]+0.01-0.5, 0.5-r.scores[i])
	return max(100*far-4, 100*r.drawn[i]-25)
}

// Among 64 settings of which some meet the goal one is found, with a third of the games
// that an equal share for each would take; what new games say of it covers the truth.
func TestHalvingFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 8))
	goal, err := ParseGoal("favoured<=4,decided>=75,plies=20-120")
	if err != nil {
		t.Fatal(err)
	}
	h := Halving{Goal: goal, Finalists: 3, Games: 20, Final: 400}
	const searches = 80
	found, near, possible, covered, first, games := 0, 0, 0, 0, 0, 0
	for range searches {
		r := newRoom(rng, 64)
		all, order, _, err := h.Search(context.Background(), 64, r.play)
		if err != nil || len(order) != 3 {
			t.Fatalf("%v, %v", order, err)
		}
		for _, c := range all {
			for _, s := range c.Samples {
				games += len(s)
			}
		}
		least := r.short(0)
		for i := range 64 {
			least = min(least, r.short(i))
		}
		if least > 0 {
			continue
		}
		possible++
		best := r.short(order[0])
		if best <= 0 {
			found++
		}
		if best <= 1 {
			near++
		}
		fresh := Measure{}
		fresh.Low, fresh.High = sampled(rng, r.scores[order[0]], r.drawn[order[0]], 50, 400).Score().Interval()
		if fresh.Low <= r.scores[order[0]] && r.scores[order[0]] <= fresh.High {
			covered++
		}
		if low, high := all[order[0]].Samples[0].Score().Interval(); low <= r.scores[order[0]] && r.scores[order[0]] <= high {
			first++
		}
	}
	t.Logf("%d of %d searches find a setting that meets the goal, %d one within a point; new intervals cover %d, those of the search %d; %d games a search",
		found, possible, near, covered, first, games/searches)
	if float64(found) < 0.85*float64(possible) || float64(near) < 0.95*float64(possible) {
		t.Errorf("%d of %d searches find a setting that meets the goal, %d one within a point", found, possible, near)
	}
	if rate := float64(covered) / float64(possible); rate < 0.9 {
		t.Errorf("the interval of new games covers %.3f", rate)
	}
	if games/searches > 2*64*400/3 {
		t.Errorf("%d games a search", games/searches)
	}
}

// What surely misses by more goes at once, and the plan is shortened by it.
func TestHalvingDropsWhatCannotReach(t *testing.T) {
	r := newRoom(rand.New(rand.NewPCG(2, 2)), 16)
	for i := range r.scores {
		r.scores[i], r.drawn[i] = 0.95, 0
	}
	r.scores[3], r.scores[11] = 0.5, 0.52
	goal, _ := ParseGoal("favoured<=2")
	h := Halving{Goal: goal, Finalists: 2, Games: 40, Final: 100}
	all, order, rounds, err := h.Search(context.Background(), 16, r.play)
	slices.Sort(order)
	if err != nil || !slices.Equal(order, []int{3, 11}) || len(rounds) != 2 || len(rounds[0].Sure) != 14 || rounds[1].Of != 4 {
		t.Errorf("left %v after %+v, %v", order, rounds, err)
	}
	for i, c := range all {
		if want := 40; i != 3 && i != 11 && (len(c.Samples[1]) != want || c.Out != 1) {
			t.Errorf("setting %d: %d games, out in round %d", i, len(c.Samples[1]), c.Out)
		}
	}
}

// A search that is stopped says what it knows.
func TestHalvingStopped(t *testing.T) {
	r, stop := newRoom(rand.New(rand.NewPCG(2, 2)), 8), errors.New("stop")
	goal, _ := ParseGoal("favoured<=2")
	h := Halving{Goal: goal, Finalists: 2, Games: 10, Final: 20}
	all, order, rounds, err := h.Search(context.Background(), 8, func(ctx context.Context, at Round) ([][]Sample, error) {
		samples, _ := r.play(ctx, at)
		if at.Number == 2 {
			return samples, stop
		}
		return samples, nil
	})
	if !errors.Is(err, stop) || len(rounds) != 2 || len(order) > 4 || len(all[order[0]].Samples[0]) != 20 {
		t.Errorf("%v left after %d rounds, %v", order, len(rounds), err)
	}
	again, same, _, _ := h.Search(context.Background(), 8, newRoom(rand.New(rand.NewPCG(2, 2)), 8).play)
	more, twice, _, _ := h.Search(context.Background(), 8, newRoom(rand.New(rand.NewPCG(2, 2)), 8).play)
	if !reflect.DeepEqual(again, more) || !slices.Equal(same, twice) {
		t.Error("equal games make another search")
	}
}
