package stat_test

import (
	"fmt"

	"ludens/stat"
)

// A match of 100 pairs of games: how much better is the one?
func Example() {
	pairs := stat.Counts{4, 15, 40, 28, 13} // by 0, 1/2, 1, 3/2 and 2 points
	low, high := pairs.Interval()
	fmt.Printf("score %.1f %% [%.1f, %.1f]\n", 100*pairs.Mean(), 100*low, 100*high)
	fmt.Printf("Elo %+.0f [%+.0f, %+.0f]\n", stat.Elo(pairs.Mean()), stat.Elo(low), stat.Elo(high))
	fmt.Printf("better with %.1f %%\n", 100*pairs.Superiority())
	// Output:
	// score 57.8 % [52.7, 62.7]
	// Elo +54 [+19, +90]
	// better with 99.8 %
}

// Three players on one scale: the first is the anchor.
func ExampleRate() {
	r := stat.Rate(3, []stat.Record{
		{First: 0, Second: 1, Wins: 10, Draws: 5, Losses: 35},
		{First: 1, Second: 0, Wins: 40, Draws: 4, Losses: 6},
		{First: 1, Second: 2, Wins: 25, Draws: 5, Losses: 20},
		{First: 2, Second: 1, Wins: 26, Draws: 4, Losses: 20},
	}, 0, 0)
	for i, elo := range r.Elo {
		fmt.Printf("%d: %.0f ± %.0f\n", i, elo, 1.96*r.Error(i))
	}
	fmt.Printf("moving first is worth %.0f Elo\n", r.Advantage)
	// Output:
	// 0: 0 ± 0
	// 1: 238 ± 79
	// 2: 241 ± 102
	// moving first is worth 42 Elo
}
