package arena

import (
	"cmp"
	"context"
	"slices"
)

// Halving looks for settings that meet a goal, by successive halving (Karnin, Koren and
// Somekh 2013, "Almost optimal exploration in multi-armed bandits"): of those that are
// left each round plays twice as many games, and keeps the better half. Whatever surely
// misses the goal by more than the finalists goes at once.
type Halving struct {
	Goal      Goal
	Finalists int
	Games     int // of each setting and agent in the first round
	Final     int // at least, by the end of the last round, which puts the finalists in order
	// Agents are those of whom the goal is asked, by their place among a setting's samples;
	// nil: all. Of several budgets of one agent it is the strongest.
	Agents []int
}

// Of returns the samples of which the goal is asked.
func (h Halving) Of(samples []Sample) []Sample {
	if h.Agents == nil {
		return samples
	}
	var asked []Sample
	for _, i := range h.Agents {
		asked = append(asked, samples[i])
	}
	return asked
}

// Round is a part of the search.
type Round struct {
	Number, Of int
	Games      int   // of each setting and agent by its end
	Keep       int   // how many settings are left at most
	In         []int // which settings take part
	Sure       []int // which of them were dropped since they surely miss the goal by more
	Dropped    []int // which were dropped since others look better
}

// Candidate is a setting that may be found.
type Candidate struct {
	Samples []Sample // by agent
	Short   Measure  // by how much it misses the goal, see Goal.Short
	Out     int      // the round that dropped it; 0: none did
}

// Plan returns the rounds of a search among that many settings. The last one drops
// nothing.
func (h Halving) Plan(settings int) (rounds []Round) {
	left, games := settings, h.Games
	for left > h.Finalists {
		left = max(h.Finalists, (left+1)/2)
		rounds = append(rounds, Round{Games: games, Keep: left})
		games *= 2
	}
	if len(rounds) > 0 {
		games /= 2
	}
	rounds = append(rounds, Round{Games: max(games, h.Final), Keep: left})
	for i := range rounds {
		rounds[i].Number, rounds[i].Of = i+1, len(rounds)
	}
	return rounds
}

// After returns how many games a round and those after it play at most, of one agent,
// if left settings remain that have played that many games each.
func After(rounds []Round, left, played int) (games int) {
	for _, r := range rounds {
		games += left * max(0, r.Games-played)
		left, played = min(left, r.Keep), r.Games
	}
	return games
}

// Search looks among that many settings. play returns what is known of those that are in
// a round: samples of each agent with as many games as the round wants, those of earlier
// rounds among them. Order names the settings that are left, the best first. The rounds
// are those that were begun. Where play fails the search ends with what is known.
func (h Halving) Search(ctx context.Context, settings int, play func(context.Context, Round) ([][]Sample, error)) (all []Candidate, order []int, rounds []Round, err error) {
	all = make([]Candidate, settings)
	for i := range all {
		all[i].Short = h.Goal.Short([]Sample{nil})
		order = append(order, i)
	}
	for _, r := range h.Plan(settings) {
		if len(order) <= h.Finalists && r.Number < r.Of {
			continue
		}
		r.In = slices.Sorted(slices.Values(order))
		samples, err := play(ctx, r)
		for i, s := range samples {
			all[r.In[i]].Samples, all[r.In[i]].Short = s, h.Goal.Short(h.Of(s))
		}
		h.rank(all, order)
		if err != nil {
			return all, order, append(rounds, r), err
		}
		order = h.drop(all, order, &r)
		rounds = append(rounds, r)
	}
	return all, order, rounds, nil
}

// rank puts first what misses the goal least.
func (h Halving) rank(all []Candidate, order []int) {
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(all[i].Short.Value, all[j].Short.Value), cmp.Compare(i, j))
	})
}

// drop ends a round: it returns those of order that are left.
func (h Halving) drop(all []Candidate, order []int, r *Round) (left []int) {
	var ends []float64
	for _, i := range order {
		ends = append(ends, all[i].Short.High)
	}
	slices.Sort(ends)
	reach := ends[min(len(ends), h.Finalists)-1] // that many settings surely miss it by no more
	for _, i := range order {
		switch {
		case all[i].Short.Low > reach:
			r.Sure = append(r.Sure, i)
			all[i].Out = r.Number
		case len(left) == r.Keep:
			r.Dropped = append(r.Dropped, i)
			all[i].Out = r.Number
		default:
			left = append(left, i)
		}
	}
	return left
}
