package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/internal/exit"
	"ludens/internal/report"
	"ludens/internal/roster"
	"ludens/internal/study"
	"ludens/internal/tui"
)

func newBalance() *cobra.Command {
	var b balancing
	c := &cobra.Command{
		Use:   "balance GAME",
		Short: "Find out whether a game is fair, and which rules make it so",
		Long: `Balance lets an agent play against itself, at several strengths, and tells who
is favoured: the score of who moves first and of each role, how often games are
drawn, how long they are, how they end, how they open, how often the lead changes;
all with 95 % intervals. It says in words what the games can and cannot decide.

An agent without a number plays at several strengths: champion, who plays if no agent
is named and the game has one, is champion:1, :16, :64 and :256 unless --budgets says
otherwise. Without --games a strength whose answer is decided is not played on. A line is
fitted through the scores over the doublings of the search, on the logit scale, and
extrapolated by one doubling and two; where the scores are not on a line it says so.

Players who cannot play cannot judge: the strongest budget plays random, greedy and
alphabeta:4 first, and where it scores less than 75 % against random or less than half
against greedy the answer is "not known", with the numbers. --examine=false leaves that
out, --against adds opponents, such as another engine.

Where the game draws its start position, games begin with that. Elsewhere the players
vary their openings themselves, by moves that lose little by their own estimate. With
--opening N they begin after N random plies, and the answer is about that.

--sweep tries rule options, each with each, tells what every one of them does to
the score, and plays the fairest setting afresh. Where that is more than can be
played, --fraction takes some of the settings, and says which effects cannot be told
apart. --goal looks for rules: GAME leaves some open, and of its settings those are
found that keep every bound with every --agent; the best are played afresh. --control
lets another agent, such as a specialist, play what was chosen: does the verdict stand?
--arrays ranks start arrays
by fairness, where a game draws its start, and plays the fairest and the least
fair afresh.
--pieces tells what each man is worth. --odds tells it by playing: from start
positions where one side lacks an officer or some pawns, with what the agent and its
network expect of them beside what comes of it.

Every finished game is kept in a folder. The same command goes on where it was
stopped or killed; more games, strengths, options or arrays use what is there.`,
		Example: `  ludens balance connect4
  ludens balance celta --agent runs/celta --budgets 16,64,256,1024 --games 1000 -o celta-report
  ludens balance cetro --minutes 30
  ludens balance celta --sweep first=king,attackers --sweep corner_hostile=none,adk
  ludens balance celta --sweep first=king,attackers --sweep passive=on,off --sweep escape=corner,edge --sweep corner_hostile=none,ad,adk --fraction 8
  ludens balance tafl7 --goal "favoured<=2,decided>=80,plies=20-120" --agent alphabeta:2 --agent mcts:25
  ludens balance "celta:first=*,passive=*,escape=*" --goal "favoured<=5" --agent alphabeta:2 --control champion:16
  ludens balance cetran2 --arrays 40 --agent mcts:100 --games 20
  ludens balance cetran2 --array qrknchsa/KSNRCAQH --agent mcts:400 --games 400
  ludens balance cetran2 --pieces --agent mcts:400
  ludens balance celta --pieces --records runs/celta
  ludens balance cetran2 --odds --agent champion:400 --arrays 24
  ludens balance cetran2 --odds=queen,pawn --agent alphabeta:3 --opponent none`,
		Args: arguments(1, 1, "balance GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := b.read(c, args[0]); err != nil {
				return err
			}
			return b.end(b.run(c.Context(), c.OutOrStdout()))
		},
	}
	b.flags(c, "balances/GAME; with --odds balances/GAME-odds", "random plies of each opening, drawn until it is balanced, instead of openings that the players vary themselves")
	c.Flags().StringArrayVar(&b.agents, "agent", nil, "who plays both sides (may be repeated); default: the champion that comes with ludens, or mcts where there is none; of --goal mcts:100")
	c.Flags().IntSliceVar(&b.budgets, "budgets", nil, "numbers for agents that are given without one (default: mcts 25,100,400,1600; networks 1,16,64,256; alphabeta 1,2,3,4)")
	c.Flags().IntVar(&b.games, "games", 0, "games for each strength, exactly (default: 400 at most, and fewer where the answer is decided), setting of --sweep (200) or array (20), setting in the first round of --goal (20)")
	c.Flags().Float64Var(&b.minutes, "minutes", 0, "play so long instead of so many games; with --games at most so long")
	c.Flags().StringArrayVar(&b.sweep, "sweep", nil, "rule option and its values, as in first=king,attackers (may be repeated)")
	c.Flags().IntVar(&b.fraction, "fraction", 0, "with --sweep: play so many settings, chosen so that effects can be told apart, not all of them")
	b.fairFlags(c)
	b.judgeFlags(c)
	c.Flags().IntVar(&b.arrays, "arrays", 0, "rank so many arrays, drawn by the seed, of a game that draws its start; with --odds: begin with so many (default 24)")
	c.Flags().StringArrayVar(&b.given, "array", nil, "an array to be judged, as in qrknchsa/KSNRCAQH (may be repeated)")
	c.Flags().IntVar(&b.study.Confirm, "confirm", 0, "new games of the fairest setting or of each finalist of --goal for each agent (default 400), of each array at both ends of the ranking (200); 0: none")
	c.Flags().BoolVar(&b.study.Pieces, "pieces", false, "tell what each man is worth, too")
	c.Flags().StringVar(&b.odds, "odds", "", "what is missing: --odds alone is all there is, --odds=queen,pawn some of it")
	c.Flags().Lookup("odds").NoOptDefVal = allOdds
	c.Flags().StringVar(&b.opponent, "opponent", "alphabeta:4", "with --odds: whom the agent plays, too; none: only itself")
	c.Flags().StringArrayVar(&b.study.Records, "records", nil, "with --pieces: the self-play games of a run's folder instead of games played now (may be repeated)")
	return c
}

// balancing is the flags of the verb, and what they ask for.
type balancing struct {
	meeting
	agents   []string
	budgets  []int
	games    int
	minutes  float64
	sweep    []string
	fraction int    // of the settings of sweep; 0: all
	goal     string // what rules are looked for; "": none
	fair     study.Fair
	arrays   int
	given    []string
	odds     string // what is missing; "": nothing
	opponent string
	examine  bool // the judges

	study study.Balance
	ask   func(context.Context) (*report.Study, error)
}

// read reads the command line, and refuses what cannot be asked.
func (b *balancing) read(c *cobra.Command, name string) (err error) {
	if b.Game, err = roster.Game(name); err != nil {
		return err
	}
	if err := b.check(); err != nil {
		return err
	}
	if err := b.checkQuestion(c); err != nil {
		return err
	}
	if !c.Flags().Changed("agent") && b.goal == "" {
		b.agents = []string{roster.Judge(b.Game)}
	}
	if b.study.Strengths, err = study.Strengths(b.agents, b.budgets); err != nil {
		return asFlags("balance", err)
	}
	switch {
	case b.odds != "":
		b.named("balances", b.Game.Spec().Name+"-odds")
	case len(b.study.Records) == 0:
		b.named("balances", b.Game.Spec().Name)
	}
	b.study.Setting, b.study.Runs, b.study.Unexamined = b.Setting, roster.OfRuns, !b.examine
	b.Events = b.Events.And(study.Forecast(func(line string) { fmt.Fprintln(os.Stderr, line) }))
	b.study.Decide = !c.Flags().Changed("games") && b.minutes == 0 && !b.study.Pieces // which want all games
	b.study.Games, b.study.Time = b.games, time.Duration(b.minutes*float64(time.Minute))
	b.ask, err = b.question()
	return asFlags("balance", err)
}

// checkQuestion refuses questions that do not go together, and settles numbers
// that were left open.
func (b *balancing) checkQuestion(c *cobra.Command) error {
	given := c.Flags().Changed
	if given("odds") {
		return b.checkOdds(given)
	}
	if given("opponent") {
		return exit.Usagef("balance: --opponent is for --odds: elsewhere an agent plays itself")
	}
	arrays := b.arrays != 0 || len(b.given) > 0
	games, confirm := 400, 0
	switch {
	case len(b.sweep) > 0 && arrays:
		return exit.Usagef("balance: --sweep and --arrays are two studies: ask for one")
	case b.study.Pieces && (arrays || len(b.sweep) > 0):
		return exit.Usagef("balance: --pieces goes with neither --sweep nor --arrays: ask for it alone")
	case len(b.study.Records) > 0 && !b.study.Pieces:
		return exit.Usagef("balance: --records are for --pieces")
	case b.goal != "" || given("goal"):
		return b.checkFair(given)
	case given("settings") || given("finalists"):
		return exit.Usagef("balance: --settings and --finalists are for --goal")
	case given("control") && len(b.sweep) == 0:
		return exit.Usagef("balance: --control plays what was chosen by --goal or --sweep")
	case given("fraction") && len(b.sweep) == 0:
		return exit.Usagef("balance: --fraction is how many settings of --sweep are played")
	case len(b.sweep) > 0:
		games, confirm = 200, 400
	case arrays:
		games, confirm = 20, 200
	}
	amounts := []amount{{"confirm", b.study.Confirm, 0, arena.MaxGames}}
	if given("games") {
		amounts = append(amounts, inEachRole("games", b.games))
	} else if !given("minutes") {
		b.games = games
	}
	if given("arrays") {
		amounts = append(amounts, b.ranked())
	}
	if given("fraction") {
		amounts = append(amounts, amount{"fraction", b.fraction, 2, arena.MaxGames})
	}
	if !given("confirm") {
		b.study.Confirm = confirm
	}
	return cmp.Or(inRange(amounts...), b.checkMinutes(given("minutes")))
}

// checkMinutes refuses a time that is none, if it was given.
func (b *balancing) checkMinutes(given bool) error {
	if given && !(b.minutes > 0 && b.minutes <= maxMinutes) {
		return exit.Usagef("--minutes %v: want more than 0, and at most %d", b.minutes, int(maxMinutes))
	}
	return nil
}

// question returns what the flags ask.
func (b *balancing) question() (func(context.Context) (*report.Study, error), error) {
	s := &b.study
	switch {
	case b.odds != "":
		x, err := b.readOdds()
		return func(ctx context.Context) (*report.Study, error) {
			o, stopped := s.AtOdds(ctx, x)
			if o == nil {
				return nil, stopped
			}
			found, err := o.Study()
			return found, errors.Join(err, stopped)
		}, err
	case b.goal != "":
		var err error
		b.fair.Goal, err = arena.ParseGoal(b.goal)
		return func(ctx context.Context) (*report.Study, error) { return asStudy(s.FindFair(ctx, b.fair)) }, inFlag("goal", err)
	case len(b.sweep) > 0:
		options, err := study.ParseSweep(b.sweep)
		return func(ctx context.Context) (*report.Study, error) { return asStudy(s.Sweep(ctx, options, b.fraction)) }, err
	case b.arrays > 0 || len(b.given) > 0:
		given, err := b.readArrays()
		return func(ctx context.Context) (*report.Study, error) { return asStudy(s.Rank(ctx, given, b.arrays)) }, err
	}
	if s.Pieces {
		if _, err := arena.WorthOf(b.Game, nil); err != nil {
			return nil, fmt.Errorf("--pieces: %w", err)
		}
	}
	if len(s.Records) > 0 {
		return func(context.Context) (*report.Study, error) {
			found, err := s.Recorded()
			if err != nil {
				return nil, err
			}
			return report.Worths(b.Game.Spec().Name, b.Game.Spec().Roles, found), nil
		}, nil
	}
	return func(ctx context.Context) (*report.Study, error) { return asStudy(s.Plain(ctx)) }, nil
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

// oneStrength refuses more strengths than a question has.
func (b *balancing) oneStrength(flag, what string) error {
	if n := len(b.study.Strengths); n != 1 {
		return exit.Usagef("--%s: %s at one strength, not at %d: name it, as in --agent mcts:100", flag, what, n)
	}
	return nil
}

// run answers, from what has been played if it is stopped.
func (b *balancing) run(ctx context.Context, out io.Writer) (err error) {
	s, err := b.ask(ctx)
	defer func() { err = errors.Join(err, b.study.Close()) }()
	if err != nil && (ctx.Err() == nil || s == nil) {
		return asFlags("balance", err)
	}
	s.Repeat = b.Setting.Facts(commandLine(ctx), b.study.Openings(), b.study.Players())
	if err := b.tell(s, out); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return exit.Stopped{Hint: fmt.Sprintf("the finished games are kept in %s; the same command goes on with them", b.Out)}
	}
	return nil
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
