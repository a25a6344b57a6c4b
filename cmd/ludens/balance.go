package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/report"
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

An agent without a number plays at several strengths: mcts is mcts:25, mcts:100,
mcts:400 and mcts:1600 unless --budgets says otherwise.

--sweep tries rule options, each with each, tells what every one of them does to
the score, and plays the fairest setting afresh. --arrays ranks start arrays
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
  ludens balance cetran2 --arrays 40 --agent mcts:100 --games 20
  ludens balance cetran2 --array qrknchsa/KSNRCAQH --agent mcts:400 --games 400
  ludens balance cetran2 --pieces --agent mcts:400
  ludens balance celta --pieces --records runs/celta
  ludens balance cetran2 --odds --agent champion:400 --arrays 24
  ludens balance cetran2 --odds=queen,pawn --agent alphabeta:3 --opponent none`,
		Args: arguments(1, 1, "balance GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := b.prepare(c, args[0]); err != nil {
				return err
			}
			return b.run(c.Context(), c.OutOrStdout())
		},
	}
	b.flags(c, "balances/GAME; with --odds balances/GAME-odds")
	c.Flags().StringArrayVar(&b.agents, "agent", []string{"mcts"}, "who plays both sides (may be repeated)")
	c.Flags().IntSliceVar(&b.budgets, "budgets", nil, "numbers for agents that are given without one (default: mcts 25,100,400,1600; networks 1,16,64,256; alphabeta 1,2,3,4)")
	c.Flags().IntVar(&b.games, "games", 0, "games for each strength (default 400), setting of --sweep (200) or array (20)")
	c.Flags().Float64Var(&b.minutes, "minutes", 0, "play so long instead of so many games; with --games at most so long")
	c.Flags().StringArrayVar(&b.sweep, "sweep", nil, "rule option and its values, as in first=king,attackers (may be repeated)")
	c.Flags().IntVar(&b.arrays, "arrays", 0, "rank so many arrays, drawn by the seed, of a game that draws its start; with --odds: begin with so many (default 24)")
	c.Flags().StringArrayVar(&b.given, "array", nil, "an array to be judged, as in qrknchsa/KSNRCAQH (may be repeated)")
	c.Flags().IntVar(&b.confirm, "confirm", 0, "new games of the fairest setting for each agent (default 400), of each array at both ends of the ranking (200); 0: none")
	c.Flags().BoolVar(&b.pieces, "pieces", false, "tell what each man is worth, too")
	c.Flags().StringVar(&b.odds, "odds", "", "what is missing: --odds alone is all there is, --odds=queen,pawn some of it")
	c.Flags().Lookup("odds").NoOptDefVal = allOdds
	c.Flags().StringVar(&b.opponent, "opponent", "alphabeta:4", "with --odds: whom the agent plays, too; none: only itself")
	c.Flags().StringArrayVar(&b.records, "records", nil, "with --pieces: the self-play games of a run's folder instead of games played now (may be repeated)")
	return c
}

// balancing is the verb at work.
type balancing struct {
	meeting
	agents  []string
	budgets []int
	games   int
	minutes float64
	sweep   []string
	arrays  int
	given   []string
	confirm int
	pieces  bool
	records []string

	odds     string // what is missing; "": nothing
	opponent string

	game       env.Game
	tiers      []tier
	drawn      string // how the openings are
	watch      *stopwatch
	contenders []contestant              // one a strength, in the base game
	books      map[string]arena.Openings // by stage and game
	folder     *arena.Folder
	entries    []arena.Entry
	until      time.Time // zero: no limit, or nothing has been played
	played     int
	playing    time.Duration
}

// study is one of the questions that balance can be asked.
type study func(ctx context.Context) (*report.Study, error)

// prepare reads the command line, and refuses what cannot be asked.
func (b *balancing) prepare(c *cobra.Command, name string) error {
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	b.game, b.watch, b.books = g, &stopwatch{}, map[string]arena.Openings{}
	if err := b.check(); err != nil {
		return err
	}
	if err := b.checkQuestion(c); err != nil {
		return err
	}
	if b.tiers, err = b.readTiers(); err != nil {
		return err
	}
	if len(b.records) > 0 && b.odds == "" {
		return nil
	}
	if b.contenders, err = b.enter(g); err != nil {
		return err
	}
	return b.prepareOpenings()
}

// prepareOpenings says how games begin, and where they are kept.
func (b *balancing) prepareOpenings() (err error) {
	folder := filepath.Join("balances", folderName(b.game.Spec().Name))
	switch {
	case b.odds != "":
		b.drawn, folder = "arrays at odds", folder+"-odds"
	case b.openings == "" && b.opening == 0:
		b.drawn = "none"
	default:
		_, b.drawn, err = b.book(b.game)
	}
	if b.out == "" {
		b.out = folder
	}
	return err
}

// checkQuestion refuses questions that do not go together, and settles numbers
// that were left open.
func (b *balancing) checkQuestion(c *cobra.Command) error {
	if c.Flags().Changed("odds") {
		return b.checkOdds(c)
	}
	if c.Flags().Changed("opponent") {
		return usage{errors.New("balance: --opponent is for --odds: elsewhere an agent plays itself")}
	}
	arrays := b.arrays != 0 || len(b.given) > 0
	games, confirm := 400, 0
	switch {
	case len(b.sweep) > 0 && arrays:
		return usage{errors.New("balance: --sweep and --arrays are two studies: ask for one")}
	case b.pieces && (arrays || len(b.sweep) > 0):
		return usage{errors.New("balance: --pieces goes with neither --sweep nor --arrays: ask for it alone")}
	case len(b.records) > 0 && !b.pieces:
		return usage{errors.New("balance: --records are for --pieces")}
	case len(b.sweep) > 0:
		games, confirm = 200, 400
	case arrays:
		games, confirm = 20, 200
	}
	given := c.Flags().Changed
	amounts := []amount{{"confirm", b.confirm, 0, arena.MaxGames}}
	if given("games") {
		amounts = append(amounts, inEachRole("games", b.games))
	}
	if given("arrays") {
		amounts = append(amounts, b.ranked())
	}
	if err := cmp.Or(inRange(amounts...), b.checkMinutes(given("minutes"))); err != nil {
		return err
	}
	if !given("games") {
		if b.games = games; given("minutes") {
			b.games = endless
		}
	}
	if !given("confirm") {
		b.confirm = confirm
	}
	return nil
}

// ranked is the flag of how many arrays there are.
func (b *balancing) ranked() amount { return amount{"arrays", b.arrays, 1, maxArrays} }

// maxArrays is how many arrays are ranked at most.
const maxArrays = 100_000

// checkMinutes refuses a time that is none, if it was given.
func (b *balancing) checkMinutes(given bool) error {
	if given && !(b.minutes > 0 && b.minutes <= maxMinutes) {
		return usage{fmt.Errorf("--minutes %v: want more than 0, and at most %d", b.minutes, int(maxMinutes))}
	}
	return nil
}

// endless is more games than anybody plays.
const endless = 1 << 30

// ask returns the study that the command line asks for.
func (b *balancing) ask() study {
	switch {
	case b.odds != "":
		return b.atOdds
	case len(b.records) > 0:
		return b.recorded
	case len(b.sweep) > 0:
		return b.sweeping
	case b.arrays > 0 || len(b.given) > 0:
		return b.ranking
	}
	return b.plain
}

// run answers, from what has been played if it is stopped.
func (b *balancing) run(ctx context.Context, out io.Writer) (err error) {
	s, err := b.ask()(ctx)
	if b.folder != nil {
		defer func() { err = errors.Join(err, b.folder.Close()) }()
	}
	if err != nil && (ctx.Err() == nil || s == nil) {
		return err
	}
	s.Repeat = b.facts(ctx, b.game, b.drawn, b.contenders)
	if err := b.tell(s, out); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return interrupted{fmt.Sprintf("the finished games are kept in %s; the same command goes on with them", b.out)}
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
	if err := s.Text(out); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if b.folder != nil {
		fmt.Fprintf(out, "games    %s\nspeed    %s\n", b.out, b.speed())
	}
	if b.report != "" {
		fmt.Fprintf(out, "report   %s\n", filepath.Join(b.report, "index.html"))
	}
	return nil
}
