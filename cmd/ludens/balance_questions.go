package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/env"
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

// maxArrays bounds how many arrays are drawn.
const maxArrays = 100_000

func newBalanceArrays() *cobra.Command {
	b := balancing{usual: usual{games: 20, confirm: 200}}
	drawn := 0
	c := &cobra.Command{
		Use:   "arrays GAME [ARRAY...]",
		Short: "Rank start arrays by fairness, where a game draws its start",
		Long: `Arrays measures the named start arrays and those that --draw adds, ranks them by the
score of the first player, and plays the fairest and the least fair afresh.`,
		Example: `  ludens balance arrays cetran2 --draw 40 --agent mcts:100 --games 20
  ludens balance arrays cetran2 qrknchsa/KSNRCAQH --agent mcts:400 --games 400`,
		Args: arguments(1, 1000, "balance arrays GAME [ARRAY...]"),
	}
	b.ask(c, func(words []string) (asked, error) {
		if c.Flags().Changed("draw") || len(words) == 0 {
			if err := inRange(amount{"draw", drawn, 1, maxArrays}); err != nil {
				return nil, err
			}
		}
		named, err := b.arraysOf(words)
		return func(ctx context.Context) (*report.Study, error) { return asStudy(b.study.Rank(ctx, named, drawn)) }, err
	})
	c.Flags().IntVar(&b.games, "games", 0, "games for each array (default 20)")
	b.confirmFlag(c, "of each array at both ends of the ranking")
	c.Flags().IntVar(&drawn, "draw", 0, "number of arrays to draw by the seed")
	return c
}

// arraysOf reads the arrays that are to be measured.
func (b *balancing) arraysOf(words []string) (names []string, err error) {
	g, ok := env.As[env.Arrayed](b.Game)
	if !ok {
		return nil, nil // the study says why not
	}
	for _, text := range words {
		a, err := g.ParseArray(text)
		if err != nil {
			return nil, fmt.Errorf("balance arrays: %w", err)
		}
		if slices.Contains(names, a) {
			return nil, exit.Usagef("balance arrays: %s is named twice", a)
		}
		names = append(names, a)
	}
	return names, nil
}

// noOpponent is the value of --opponent for games of the agent against itself only.
const noOpponent = "none"

func newBalanceOdds() *cobra.Command {
	var b balancing
	var x study.Odds
	c := &cobra.Command{
		Use:   "odds GAME [PIECES...]",
		Short: "Measure the value of pieces by games in which one side lacks them",
		Long: `Odds plays from start positions in which one side lacks an officer or some pawns, or
only the named pieces, and compares the results with what the agent's search and its
network alone expect. Each start is played with either side at odds.`,
		Example: `  ludens balance odds cetran2 --agent champion:400 --draw 24
  ludens balance odds cetran2 queen "2 pawns" --agent alphabeta:3 --opponent none`,
		Args: arguments(1, 1000, "balance odds GAME [PIECES...]"),
	}
	b.ask(c, func(words []string) (_ asked, err error) {
		for _, name := range []string{"opening", "openings"} {
			if c.Flags().Changed(name) {
				return nil, exit.Usagef("balance odds: --%s does not apply: each start position is played with either side at odds", name)
			}
		}
		if err := inRange(amount{"draw", x.Arrays, 1, maxArrays}); err != nil {
			return nil, err
		}
		if x.Opponent == noOpponent {
			x.Opponent = ""
		}
		_, uncounted := arena.WorthOf(b.Game, nil)
		b.study.Pieces = uncounted == nil
		x.Missing, err = study.ParseOdds(b.Game, strings.Join(words, ","))
		return func(ctx context.Context) (*report.Study, error) { return b.atOdds(ctx, x) }, err
	})
	c.Flags().IntVar(&x.Arrays, "draw", 24, "number of start positions to draw by the seed")
	c.Flags().StringVar(&x.Opponent, "opponent", "alphabeta:4", "an agent that the agent plays, too; none: it plays only itself")
	return c
}

// atOdds answers from what has been played if it is stopped.
func (b *balancing) atOdds(ctx context.Context, x study.Odds) (*report.Study, error) {
	found, stopped := b.study.AtOdds(ctx, x)
	if found == nil {
		return nil, stopped
	}
	s, err := found.Study()
	return s, errors.Join(err, stopped)
}

func newBalancePieces() *cobra.Command {
	b := balancing{usual: usual{games: 400}}
	c := &cobra.Command{
		Use:   "pieces GAME",
		Short: "Estimate the value of each piece from results of games",
		Long: `Pieces fits the results of games to the pieces that both sides have, and reports the
value of each kind with its interval. The games are those of balance GAME, or the
self-play games of runs with --records. See balance odds for the other way: to play
without a piece.`,
		Example: `  ludens balance pieces cetran2 --agent mcts:400
  ludens balance pieces celta --records runs/celta`,
		Args: arguments(1, 1, "balance pieces GAME"),
	}
	b.ask(c, func([]string) (asked, error) {
		if b.study.Pieces = len(b.study.Records) == 0; b.study.Pieces {
			if _, err := arena.WorthOf(b.Game, nil); err != nil {
				return nil, fmt.Errorf("balance pieces: %w", err)
			}
			return b.plain, nil
		}
		return b.recorded, nil
	})
	c.Flags().IntVar(&b.games, "games", 0, "games for each strength (default 400)")
	c.Flags().StringArrayVar(&b.study.Records, "records", nil, "the self-play games of a run's folder instead of games played now (may be repeated)")
	return c
}

// recorded answers from games of self-play.
func (b *balancing) recorded(context.Context) (*report.Study, error) {
	found, err := b.study.Recorded()
	if err != nil {
		return nil, err
	}
	return report.Worths(b.Game.Spec().Name, b.Game.Spec().Roles, found), nil
}
