package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/internal/report"
	"ludens/internal/roster"
	"ludens/internal/session"
	"ludens/internal/study"
	"ludens/internal/tui"
)

func newBalance() *cobra.Command {
	b := balancing{usual: usual{games: 400}}
	c := &cobra.Command{
		Use:   "balance GAME",
		Short: "Measure whether a game is fair, and which rules make it fair",
		Args:  arguments(1, 1, "balance GAME"),
		Long: `Balance lets an agent play against itself, at several strengths, and reports who
is favoured: the score of the first player and of each role, how often games are
drawn, how long they are, how they end, how they open, how often the lead changes;
all with 95 % intervals. It says in words what the games can and cannot decide.

An agent without a number plays at several strengths: champion, the default where the
game has one, is champion:1, :16, :64 and :256 unless --budgets says otherwise. Without
--games a strength whose answer is decided is not played on. A line is fitted through
the scores over the doublings of the search, on the logit scale, and extrapolated by one
doubling and two; where the scores are not on a line the report says so.

Only agents that can play can judge: the strongest budget plays random, greedy and
alphabeta:4 first, and where it scores less than 75 % against random or less than half
against greedy the answer is "not known", with the numbers. --examine=false leaves that
out, --against adds opponents, such as another engine.

Where the game draws its start position, games begin with that. Elsewhere the players
vary their openings themselves, by moves that lose little by their own estimate. With
--opening N they begin after N random plies, and the answer is about that.

Every finished game is kept in a folder. The same command goes on where it was
stopped or killed; more games, strengths, settings or arrays use what is there.
Other questions about balance are commands of their own, below.`,
		Example: `  ludens balance connect4
  ludens balance celta --agent runs/celta --budgets 16,64,256,1024 --games 1000 -o celta-report
  ludens balance cetro --minutes 30
  ludens balance rules celta first=king,attackers corner_hostile=none,adk
  ludens balance goal tafl7 "favoured<=2,decided>=80"
  ludens balance pieces cetran2 --agent mcts:400`,
	}
	b.ask(c, func([]string) (asked, error) { return b.plain, nil })
	c.Flags().IntVar(&b.games, "games", 0, "games for each strength, exactly (default: 400 at most, and fewer where the answer is decided)")
	c.AddCommand(newBalanceRules(), newBalanceGoal(), newBalanceArrays(), newBalancePieces(), newBalanceOdds())
	return c
}

// usual is what a command of balance takes where its flags say nothing.
type usual struct {
	agent          string // "": the best judge of the game
	games, confirm int
}

// balancing is the flags that the commands of balance have in common, and their study.
type balancing struct {
	meeting
	usual   usual
	agents  []string
	budgets []int
	games   int // of a strength, a setting or an array
	minutes session.Minutes
	examine bool // the judges

	study study.Balance
}

// asked plays what it needs and returns what it found, so far if it is stopped.
type asked func(context.Context) (*report.Study, error)

// ask has a command answer a question about the game that its first word names. read
// reads the other words and the flags of this command, and refuses what cannot be asked.
func (b *balancing) ask(c *cobra.Command, read func(words []string) (asked, error)) {
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := b.read(c, args[0]); err != nil {
			return err
		}
		found, err := read(args[1:])
		if err != nil {
			return asFlags("balance", err)
		}
		b.named("balances", b.Game.Spec().Name+map[string]string{"odds": "-odds"}[c.Name()])
		b.study.Setting = b.Setting
		return b.end(b.run(c.Context(), c.OutOrStdout(), found))
	}
	b.flags(c, "balances/GAME", "random plies of each opening, drawn until it is balanced, instead of openings that the players vary themselves")
	c.Flags().StringArrayVar(&b.agents, "agent", nil, "the agent that plays both sides (may be repeated; default: "+cmp.Or(b.usual.agent, "the champion that comes with ludens, or mcts where there is none")+")")
	c.Flags().IntSliceVar(&b.budgets, "budgets", nil, "numbers for agents that are given without one (default: mcts 25,100,400,1600; networks 1,16,64,256; alphabeta 1,2,3,4)")
	c.Flags().Var(&b.minutes, "minutes", "time limit in minutes instead of a number of games; with --games the shorter of both")
	c.Flags().BoolVar(&b.examine, "examine", true, "let the strongest budget of each agent play random, greedy and alphabeta:4 before it judges (20 to 48 games each); without, the answer says that the players were not examined")
	c.Flags().StringArrayVar(&b.study.Against, "against", nil, "examine the players against this agent, too, such as another engine (may be repeated)")
}

// confirmFlag adds the flag of commands that play what they chose afresh.
func (b *balancing) confirmFlag(c *cobra.Command, of string) {
	c.Flags().IntVar(&b.study.Confirm, "confirm", b.usual.confirm, "new games "+of+"; 0: none")
}

// read reads the flags, and refuses what cannot be asked.
func (b *balancing) read(c *cobra.Command, name string) (err error) {
	if b.Game, err = roster.Game(name); err != nil {
		return err
	}
	given := c.Flags().Changed
	amounts := []amount{{"confirm", b.study.Confirm, 0, arena.MaxGames}}
	if given("games") {
		amounts = append(amounts, inEachRole("games", b.games))
	} else if !given("minutes") {
		b.games = b.usual.games
	}
	if err := cmp.Or(b.check(), inRange(amounts...)); err != nil {
		return err
	}
	if !given("agent") {
		b.agents = []string{cmp.Or(b.usual.agent, roster.Judge(b.Game))}
	}
	if b.study.Strengths, err = study.Strengths(b.agents, b.budgets); err != nil {
		return asFlags("balance", err)
	}
	b.Events = b.Events.And(study.Forecast(func(line string) { fmt.Fprintln(stderr, line) }))
	b.study.Runs, b.study.Unexamined = roster.OfRuns, !b.examine
	b.study.Decide = c.Name() == "balance" && !given("games") && b.minutes.Duration == 0
	b.study.Games, b.study.Time = b.games, b.minutes.Duration
	return nil
}

// plain answers who is favoured.
func (b *balancing) plain(ctx context.Context) (*report.Study, error) {
	return asStudy(b.study.Plain(ctx))
}

// asStudy turns what was found into a study, if anything was.
func asStudy[T any, Found interface {
	*T
	Study() *report.Study
}](found Found, err error) (*report.Study, error) {
	if found == nil {
		return nil, err
	}
	return found.Study(), err
}

// run answers, from what has been played if it is stopped.
func (b *balancing) run(ctx context.Context, out io.Writer, found asked) (err error) {
	s, err := found(ctx)
	defer func() { err = errors.Join(err, b.study.Close()) }()
	if err != nil && (ctx.Err() == nil || s == nil) {
		return asFlags("balance", err)
	}
	s.Repeat = b.Setting.Facts(commandLine(ctx), b.study.Openings(), b.study.Players())
	if err := b.tell(s, out); err != nil {
		return err
	}
	return b.halted(ctx, ctx.Err())
}

// tell prints the study and writes its report.
func (b *balancing) tell(s *report.Study, out io.Writer) error {
	if b.report != "" {
		if err := s.Write(b.report); err != nil {
			return err
		}
	}
	if b.asJSON {
		return s.JSON(out)
	}
	if err := s.Text(out, tui.Width(out)); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if pace, played := b.study.Pace(); played {
		fmt.Fprintf(out, "games    %s\nspeed    %s\n", b.Out, pace)
	}
	if b.report != "" {
		fmt.Fprintf(out, "report   %s\n", filepath.Join(b.report, "index.html"))
	}
	return nil
}
