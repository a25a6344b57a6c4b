package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/atomicfile"
	"ludens/internal/cputime"
	"ludens/internal/tui"
	"ludens/solve"
)

func newSolve() *cobra.Command {
	var v solving
	c := &cobra.Command{
		Use:   "solve GAME",
		Short: "Find out what every position of a small game is worth",
		Long: `Solve finds, for each position of a small game, whether the mover wins, draws or
loses with best play of both sides, and in how many plies. It writes that to a
table, from which --position answers and ludens eval --truth judges agents.

A position is won for whoever can force the end of the game in his favour. Who
can force nothing draws: endless play is a draw. Third occurrences of a position
and the cap on a game's length are left out; a draw by repetition changes no
worth of a position without history, a cap would.

Games whose positions can be numbered are solved backwards, from the ends of
the game: tictactoe, cetro-5x5, and of the tafl games endgames with few men. Of
Connect Four a position is searched to its end: from ten stones on in less than
a second, the empty board in many minutes.

cetro-5x5 and cetro-5x7, but with demand=veto, are solved by rows of positions.
This work is kept every ten minutes and when it is stopped, in FILE.part, and the
same command goes on with it; where the table is there it is only told what it
says. One table serves demand=flag and demand=always. cetro-5x7 takes 5.7 GiB of
memory (--memory 6000), up to 4.2 GiB on disk, and an hour or so.

Of Cetran Chess 2 endgames of three and four men are solved: --endgame kq-k is
king and queen against the king, White's men first; 3 stands for all of three
men, 4 for all of four without pawns. Of several endgames each gets a line (with
--json, an object on a line), and no table is kept. What a position is worth
leaves the fifty-move clock aside; what the clock makes of it is told beside.`,
		Example: `  ludens solve cetro-5x5
  ludens solve cetro-5x7 --memory 6000 --workers 1
  ludens solve cetro-5x5:demand=none -o small.solution --json
  ludens solve cetro-5x5 --position "b1b1b/1g1g1/5/1G1G1/B1B1B s -"
  ludens solve celta --endgame kd/aa
  ludens solve cetran2 --endgame kq-kr
  ludens solve cetran2 --endgame ks-k --position "8/8/8/3k4/8/8/8/K6S w - 90 1"
  ludens solve cetran2 --endgame 3,4 --workers 1
  ludens solve celta --endgame kd/aa --position "7/2a4/1k5/7/7/4d1a/7 d"
  ludens solve connect4 --position "......./......./......./...y.../..ryr../.yryr.."`,
		Args: arguments(1, 1, "solve GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := games.Make(args[0])
			if err != nil {
				return err
			}
			v.game, v.out, v.errs, v.bars = g, c.OutOrStdout(), c.ErrOrStderr(), tui.Terminal(os.Stderr)
			err = v.tell(c.Context())
			if errors.Is(err, context.Canceled) {
				return interrupted{"Nothing was kept; the same command starts from the beginning."}
			}
			return err
		},
	}
	c.Flags().StringVar(&v.position, "position", "", "tell what each move of this position is worth, out of the table")
	c.Flags().StringVar(&v.endgame, "endgame", "", "solve the positions with no more than these men, as in kd/aa: the king and a defender, two attackers (tafl); kq-kr (cetran2); several, or 3 and 4 for all of so many men, print a table")
	c.Flags().StringVarP(&v.file, "output", "o", "", "the table's file (default: "+filepath.Join("ludens", "solves", "GAME.solution")+" in the user's cache)")
	c.Flags().IntVar(&v.memory, "memory", 2048, "MiB to work with; moves that need more go to a file beside the table")
	c.Flags().IntVar(&v.workers, "workers", runtime.GOMAXPROCS(0), "goroutines; the table does not depend on it")
	c.Flags().BoolVar(&v.reachable, "reachable", false, "also count the positions that the start can lead to")
	c.Flags().BoolVar(&v.asJSON, "json", false, "print the outcome as JSON")
	return c
}

// solving is what solve was asked to do.
type solving struct {
	game      env.Game
	out, errs io.Writer
	bars      bool
	position  string
	endgame   string
	file      string
	memory    int
	workers   int
	reachable bool
	asJSON    bool
}

// tell does what was asked for.
func (v *solving) tell(ctx context.Context) error {
	if err := inRange(amount{"memory", v.memory, 1, maxMemory}, players("workers", v.workers)); err != nil {
		return err
	}
	if v.endgame != "" {
		names, err := solve.EndgameList(v.game, v.endgame)
		if err != nil {
			return err
		}
		if len(names) > 1 {
			return v.tellEndgames(ctx, v.game, names)
		}
		if v.game, err = solve.Endgame(v.game, names[0]); err != nil {
			return err
		}
	}
	if _, searched := v.game.(env.Solvable); searched || v.position != "" {
		return v.tellPosition(ctx)
	}
	return v.tellGame(ctx)
}

// solution is what solve --json says of a game.
type solution struct {
	solve.Summary
	Reachable uint64  `json:"reachable,omitempty"`
	Endless   string  `json:"endless"`            // what endless play counts as
	Verified  int     `json:"verified,omitempty"` // positions drawn at random that the rule book found right
	Seconds   float64 `json:"seconds"`            // with one worker, of a core
	Workers   int     `json:"workers"`
	File      string  `json:"file"`

	Endgame *solve.EndgameSummary `json:"endgame,omitempty"`
}

// tellGame solves the game, keeps the table and tells what it says.
func (v *solving) tellGame(ctx context.Context) error {
	file, err := tableFile(v.game, v.file)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if paired(v.game) {
		return v.tellPairs(ctx, file)
	}
	clock := cputime.ClockOf(v.workers)
	began := clock()
	table, err := v.solve(ctx, filepath.Dir(file))
	if err != nil {
		return err
	}
	if err := atomicfile.Write(file, table.Write); err != nil {
		return err
	}
	told := solution{Summary: table.Summary(), Endless: "drawn", Seconds: (clock() - began).Seconds(), Workers: v.workers, File: file}
	if sum, ok := table.EndgameSummary(); ok {
		told.Endgame = &sum
	}
	return v.tellSolution(ctx, told)
}

// tellSolution tells what a table says.
func (v *solving) tellSolution(ctx context.Context, told solution) (err error) {
	if v.reachable {
		bars := phases{visible: v.bars}
		told.Reachable, err = solve.Reachable(ctx, v.game, bars.seen)
		bars.finish()
		if err != nil {
			return err
		}
	}
	if v.asJSON {
		return json.NewEncoder(v.out).Encode(told)
	}
	v.print(told)
	return nil
}

// solve makes the table. What memory does not hold goes to a file in folder,
// which is gone afterwards.
func (v *solving) solve(ctx context.Context, folder string) (*solve.Table, error) {
	scratch := &scratch{folder: folder}
	defer scratch.remove()
	bars := phases{visible: v.bars}
	defer bars.finish()
	cfg := solve.Config{Workers: v.workers, Memory: uint64(v.memory) << 20, Scratch: scratch}
	return solve.Game(ctx, v.game, cfg, bars.seen)
}

func (v *solving) print(s solution) {
	roles, unfinished := v.game.Spec().Roles, s.Positions-s.Over
	line := func(what, format string, values ...any) {
		fmt.Fprintf(v.out, "%-13s %s\n", what, fmt.Sprintf(format, values...))
	}
	share := func(n uint64) float64 { return 100 * float64(n) / float64(max(1, unfinished)) }
	line(s.Game, "%d positions, of which %d are finished (%d numbers)", s.Positions, s.Over, s.Numbers)
	if s.Reachable > 0 {
		line("reachable", "%d from the start", s.Reachable)
	}
	line("won", "%10d  %5.2f %%  by the mover", s.Won, share(s.Won))
	line("drawn", "%10d  %5.2f %%  nobody can force more", s.Drawn, share(s.Drawn))
	line("lost", "%10d  %5.2f %%", s.Lost, share(s.Lost))
	if s.Start.Worth != "" {
		line("start", "%s for %s, who moves first", s.Start, roles[0])
	}
	line("longest win", "%d plies, first from %s", s.Longest, s.LongestWon)
	line("time", "%.1f s with %d workers", s.Seconds, s.Workers)
	if s.Verified > 0 {
		line("verified", "%d positions drawn at random: by the rule book each is worth its best move", s.Verified)
	}
	line("table", "%s", s.File)
	if s.Endgame != nil {
		v.printEndgame(endgameRow{*s.Endgame, s.Seconds, s.Workers})
	}
}

// moveWorth is what solve --json says of a move, for its mover.
type moveWorth struct {
	Move string `json:"move"`
	solve.Verdict
}

// positionWorth is what it says of a position.
type positionWorth struct {
	Game     string `json:"game"`
	Position string `json:"position,omitempty"`
	ToMove   string `json:"to_move"`
	solve.Verdict
	Clock *clockWorth `json:"clock,omitempty"`
	Moves []moveWorth `json:"moves"` // the best first
}

// clockWorth is what it says of a won or lost position against the clock.
type clockWorth struct {
	Plies  int  `json:"plies"` // to the end or a zeroing move; 0: too many for any clock
	Left   int  `json:"left"`
	InTime bool `json:"in_time"`
}

// tellPosition tells what one position and its moves are worth.
func (v *solving) tellPosition(ctx context.Context) error {
	from := start{position: v.position}
	s, err := from.state(v.game)
	if err != nil {
		return err
	}
	if s.Result() != env.Ongoing {
		return fmt.Errorf("solve: the game is over in this position: %s", s.Result())
	}
	newSolver, err := openTruth(ctx, v.game, v.file)
	if err != nil {
		return err
	}
	solver := newSolver()
	worths, err := solve.Moves(ctx, solver, s, true)
	if err != nil {
		return err
	}
	told := positionWorth{Game: v.game.Spec().Name, ToMove: v.game.Spec().Roles[s.ToMove()], Verdict: solve.VerdictOf(solve.Best(worths))}
	if n, ok := v.game.(env.Notated); ok {
		told.Position = n.Position(s)
	}
	for _, i := range bestFirst(worths) {
		told.Moves = append(told.Moves, moveWorth{s.Format(s.Legal(nil)[i]), solve.VerdictOf(worths[i])})
	}
	z, clocked := zeroingOf(solver, s)
	if clocked {
		told.Clock = &clockWorth{z.Plies, z.Left, z.InTime()}
	}
	if v.asJSON {
		return json.NewEncoder(v.out).Encode(told)
	}
	fmt.Fprintf(v.out, "%s to move: %s\n", told.ToMove, told.Verdict)
	if clocked {
		fmt.Fprintln(v.out, clockWords(told.Worth, z))
	}
	for _, m := range told.Moves {
		fmt.Fprintf(v.out, "  %-8s %s\n", m.Move, m.Verdict)
	}
	return nil
}

// bestFirst returns the indices of worths, the best first.
func bestFirst(worths []env.Worth) []int {
	order := make([]int, len(worths))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case worths[j].Less(worths[i]):
			return -1
		case worths[i].Less(worths[j]):
			return 1
		}
		return 0
	})
	return order
}
