package main

import (
	"context"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/internal/exit"
	"ludens/internal/report"
	"ludens/internal/study"
)

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
