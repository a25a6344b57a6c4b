package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/internal/exit"
	"ludens/internal/study"
)

// fairFlags are those of a search for rules, and of the control of what was chosen.
func (b *balancing) fairFlags(c *cobra.Command) {
	c.Flags().StringVar(&b.goal, "goal", "", `look for settings of a game that leaves rules open, such as tafl7: bounds of favoured, decided, drawn, truncated (points of a hundred games) and plies, as in "favoured<=2,decided>=80,plies=20-120"`)
	c.Flags().IntVar(&b.fair.Settings, "settings", 64, "with --goal: look at so many settings, drawn by the seed; at all if there are no more")
	c.Flags().IntVar(&b.fair.Finalists, "finalists", 3, "with --goal: play so many of the best settings afresh")
	c.Flags().StringVar(&b.study.Control, "control", "", "with --goal and --sweep: an agent that plays the chosen setting against itself, too, as a check of the verdict")
}

// checkFair refuses what does not go with --goal, and settles numbers that were left
// open.
func (b *balancing) checkFair(given func(string) bool) error {
	for _, name := range []string{"sweep", "fraction", "arrays", "array", "pieces", "records"} {
		if given(name) {
			return exit.Usagef("balance: --goal does not go with --%s: its settings are those of the game's name", name)
		}
	}
	if b.goal == "" {
		return exit.Usagef(`--goal: what is wanted? As in "favoured<=2,decided>=80,plies=20-120"`)
	}
	if !given("games") {
		b.games = 20
	}
	if !given("agent") {
		b.agents = []string{"mcts:100"} // at one strength: it is many settings
	}
	if !given("confirm") {
		b.study.Confirm = 400
	}
	return cmp.Or(inRange(inEachRole("games", b.games), amount{"confirm", b.study.Confirm, 0, arena.MaxGames},
		amount{"settings", b.fair.Settings, 1, study.MostSettings}, amount{"finalists", b.fair.Finalists, 1, study.MostSettings}), b.checkMinutes(given("minutes")))
}

// inFlag names the flag that an error is about.
func inFlag(name string, err error) error {
	if err == nil {
		return nil
	}
	return exit.Usagef("--%s: %w", name, err)
}
