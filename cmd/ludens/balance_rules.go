package main

import (
	"context"

	"github.com/spf13/cobra"

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
cannot be told apart. --control lets another agent, such as a specialist, play the
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
	c.Flags().IntVar(&fraction, "fraction", 0, "number of settings to play, chosen so that effects can be told apart (default: all)")
	return c
}

// controlFlag adds the flag of commands that choose a setting.
func (b *balancing) controlFlag(c *cobra.Command) {
	c.Flags().StringVar(&b.study.Control, "control", "", "an agent that plays the chosen setting against itself, too, as a check of the verdict")
}
