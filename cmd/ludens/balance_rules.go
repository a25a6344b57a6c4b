package main

import (
	"context"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/internal/exit"
	"ludens/internal/report"
	"ludens/internal/study"
)

func newBalanceRules() *cobra.Command {
	b := balancing{usual: usual{games: 200, confirm: 400}}
	fraction := 0
	c := &cobra.Command{
		Use:   "rules GAME OPTION=VALUE,VALUE...",
		Short: "Measure what each rule option does to the score of the first player",
		Long: `Rules plays every combination of the named options, reports the effect of each
option and of each pair of options on the score (on the logit scale), and plays the
fairest setting afresh. --fraction plays some of the settings, and says which effects
cannot be separated. --control lets another agent, such as a specialist, play the
chosen setting against itself: does the verdict stand?`,
		Example: `  ludens balance rules celta first=king,attackers corner_hostile=none,adk
  ludens balance rules celta first=king,attackers passive=on,off escape=corner,edge corner_hostile=none,ad,adk --fraction 8
  ludens balance rules cetro demand=flag,none cap=240,480 --agent champion:64 --control alphabeta:4`,
		Args: arguments(2, 1000, "balance rules GAME OPTION=VALUE,VALUE..."),
	}
	b.ask(c, func(words []string) (asked, error) {
		if c.Flags().Changed("fraction") && fraction < 2 {
			return nil, exit.Usagef("--fraction %d: want 2 or more", fraction)
		}
		options, err := study.ParseSweep(words)
		return func(ctx context.Context) (*report.Study, error) {
			return asStudy(b.study.Sweep(ctx, options, fraction))
		}, err
	})
	c.Flags().IntVar(&b.games, "games", 0, "games for each setting and agent (default 200)")
	b.confirmFlag(c, "of the fairest setting for each agent")
	b.controlFlag(c)
	c.Flags().IntVar(&fraction, "fraction", 0, "number of settings to play, chosen so that effects can be separated (default: all)")
	return c
}

// controlFlag adds the flag of commands that choose a setting.
func (b *balancing) controlFlag(c *cobra.Command) {
	c.Flags().StringVar(&b.study.Control, "control", "", "an agent that plays the chosen setting against itself, too, as a check of the verdict")
}

func newBalanceGoal() *cobra.Command {
	b := balancing{usual: usual{agent: "mcts:100", games: 20, confirm: 400}}
	var fair study.Fair
	c := &cobra.Command{
		Use:   "goal GAME BOUNDS",
		Short: "Search the settings of a game for those that keep bounds",
		Long: `Goal searches a game that leaves rules open, such as tafl7 or celta:first=*, for
settings that keep every bound with every agent. Bounds are of favoured, decided, drawn,
truncated (points of a hundred games) and plies. Settings are drawn by the seed; the best
half of each round goes on with twice the games, and the finalists are played afresh.
--control lets another agent play the best of them against itself.`,
		Example: `  ludens balance goal tafl7 "favoured<=2,decided>=80,plies=20-120" --agent alphabeta:2 --agent mcts:25
  ludens balance goal "celta:first=*,passive=*,escape=*" "favoured<=5" --agent alphabeta:2 --control champion:16`,
		Args: arguments(2, 2, `balance goal GAME "favoured<=2,decided>=80,plies=20-120"`),
	}
	b.ask(c, func(words []string) (asked, error) {
		err := inRange(amount{"settings", fair.Settings, 1, study.MostSettings}, amount{"finalists", fair.Finalists, 1, study.MostSettings})
		if err != nil {
			return nil, err
		}
		if fair.Goal, err = arena.ParseGoal(words[0]); err != nil {
			return nil, exit.Usagef("balance goal: %w", err)
		}
		return func(ctx context.Context) (*report.Study, error) { return asStudy(b.study.FindFair(ctx, fair)) }, nil
	})
	c.Flags().IntVar(&b.games, "games", 0, "games for each setting and agent in the first round (default 20)")
	b.confirmFlag(c, "of each finalist for each agent")
	b.controlFlag(c)
	c.Flags().IntVar(&fair.Settings, "settings", 64, "settings to try, drawn by the seed; all of them if there are no more")
	c.Flags().IntVar(&fair.Finalists, "finalists", 3, "settings to play afresh")
	return c
}
