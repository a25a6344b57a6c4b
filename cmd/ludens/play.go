package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/internal/exit"
	"ludens/internal/prose"
	"ludens/internal/roster"
	"ludens/internal/tui"
)

func newPlay() *cobra.Command {
	var f invitation
	c := &cobra.Command{
		Use:   "play GAME",
		Short: "Play against an agent, or watch two of them",
		Long: `Play seats you at a board, on the side that stands better, against an easy level of
the champion that comes with ludens; or the newest checkpoint in runs/GAME where that
has beaten it in its own table or where there is no champion, or the evaluation of
runs/GAME-eval; else alpha-beta where a match shows that it is good, or a search with
random playouts. Say otherwise by --as and --agent. Type a move as the game writes it,
in chess and its kin also as Nf3, or help for what else there is: legal moves, undo,
hints, the agent's thoughts. Tab completes, the arrow up brings earlier lines back.

A network would open every game alike: against you it chooses, in the first 16
plies, among moves that its search found about equal. --seed N repeats a game.

Agents:
  ` + strings.Join(agent.Forms, "\n  "),
		Example: `  ludens play tictactoe
  ludens play celta --agent level:7
  ludens play celta --as second --agent mcts:2000
  ludens play celta --agent runs/celta@800 --save game.txt
  ludens play celta --from game.txt             go on with that game
  ludens play celta --plain                     for screen readers: nothing but lines of text, positions in words
  ludens play connect4 --as none --agent alphabeta:6 --opponent mcts:1000`,
		Args: arguments(1, 1, "play GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			t, err := f.seat(c, args[0])
			if err != nil {
				return err
			}
			ctx, stop := context.WithCancel(c.Context())
			defer stop()
			err = t.Play(ctx, c.InOrStdin())
			if err != nil && c.Context().Err() != nil || errors.Is(err, tui.ErrBroken) {
				return exit.Stopped{Hint: t.GoOn()}
			}
			return err
		},
	}
	startFlags(c, &f.start)
	c.Flags().StringVar(&f.as, "as", "", "the side that you play: first, second, both, none (default: the better one; first with --agent)")
	c.Flags().StringVar(&f.agent, "agent", "", "who plays the other side (default: see above)")
	c.Flags().StringVar(&f.opponent, "opponent", "", "with --as none, who plays second (default: as --agent)")
	c.Flags().StringVar(&f.save, "save", "", "keep the record of the game in this file, move by move")
	c.Flags().StringVar(&f.from, "from", "", "go on with the game in this file, and keep it there unless --save names another")
	c.Flags().StringVar(&f.names, "names", os.Getenv(namesVariable), "names and colours of the sides: drawn (as here), source (as in the game's source, where it has others); "+namesVariable+" in the environment says it for good")
	c.Flags().IntVar(&f.threads, "threads", 1, "goroutines of each search; what it finds depends on their number")
	c.Flags().BoolVar(&f.plain, "plain", false, "no colours, nothing that moves the cursor, each position in words, too (all but the words also where the output is no terminal)")
	return c
}

// namesVariable sets the default of the flag names.
const namesVariable = "LUDENS_NAMES"

// invitation is how a game was asked for.
type invitation struct {
	start                     record.Beginning
	as, agent, opponent, save string
	from                      string
	names                     string
	plain                     bool
	threads                   int
}

// seat puts the players to a table.
func (f *invitation) seat(c *cobra.Command, name string) (*tui.Table, error) {
	if err := inRange(searchThreads(f.threads)); err != nil {
		return nil, err
	}
	if f.names != "" && f.names != "drawn" && f.names != "source" {
		return nil, exit.Usagef("play: --names %s: want drawn or source", f.names)
	}
	g, err := roster.Game(name)
	if err != nil {
		return nil, err
	}
	drawn := !c.Flags().Changed("seed")
	if drawn {
		f.start.Seed = roster.Lot()
	}
	r, err := f.record(c, g)
	if err != nil {
		return nil, err
	}
	t := tui.Game{Rules: g, File: f.save, Seed: seed.New(f.start.Seed), Plain: f.plain, Source: f.names == "source"}
	if err := f.invite(c.Context(), &t, &r, c.OutOrStdout()); err != nil {
		return nil, err
	}
	if drawn && (f.as != "both" || f.from == "" && f.start.Position == "" && record.Drawn(g)) {
		fmt.Fprintf(c.OutOrStdout(), "The seed of this game is %d: --seed %d begins it alike again.\n\n", f.start.Seed, f.start.Seed)
	}
	if t.Sheet, err = record.NewSheet(g, r); err != nil {
		return nil, fmt.Errorf("%s: %w", f.from, err)
	}
	return tui.NewTable(t, c.OutOrStdout())
}

// record returns the game as it stands before play.
func (f *invitation) record(c *cobra.Command, g env.Game) (record.Record, error) {
	if f.from == "" {
		if err := record.Vacant(f.save); err != nil {
			return record.Record{}, err
		}
		return f.start.Record(g)
	}
	if f.from == "-" {
		return record.Record{}, exit.Usagef("play: --from wants a file: standard input is for your moves")
	}
	r, of, err := roster.Origin{}.ReadFile(f.from, nil)
	switch {
	case err != nil:
		return r, err
	case of.Spec().Name != g.Spec().Name:
		return r, fmt.Errorf("%s is a game of %s, not of %s", f.from, of.Spec().Name, g.Spec().Name)
	case f.start.Position != "":
		return r, exit.Usagef("play: the game in --from has its own start: leave --position out")
	case f.save == "" || filepath.Clean(f.save) == filepath.Clean(f.from):
		f.save = f.from
	default:
		err = record.Vacant(f.save)
	}
	if err == nil {
		err = f.recall(c, r)
	}
	return r, err
}

// recall takes from a record who played, where the command line does not say. A record
// starts no program.
func (f *invitation) recall(c *cobra.Command, r record.Record) error {
	if r.First == "" || r.Second == "" {
		return nil
	}
	as, who, opponent := roster.Played(r)
	if !c.Flags().Changed("as") {
		f.as = as
	}
	if !c.Flags().Changed("agent") {
		f.agent = who
	}
	if as == "none" && f.as == "none" && !c.Flags().Changed("opponent") {
		f.opponent = opponent
	}
	for _, of := range [][2]string{{"agent", f.agent}, {"opponent", f.opponent}} {
		if _, err := agent.FromArg(of[1]); errors.Is(err, agent.ErrProgram) && !c.Flags().Changed(of[0]) {
			return exit.Usagef("%s says that %.200q played, a program, which only the command line may start: say who plays by --%s", f.from, of[1], of[0])
		}
	}
	return nil
}

// person is what a record calls a player who has no name.
const person = "person"

// invite names the players of both sides in r, and who gives advice.
func (f *invitation) invite(ctx context.Context, t *tui.Game, r *record.Record, out io.Writer) (err error) {
	if f.opponent != "" && f.as != "none" {
		return exit.Usagef("play: --opponent is for --as none, where --agent plays first")
	}
	if !slices.Contains([]string{"", "first", "second", "both", "none"}, f.as) {
		return exit.Usagef("play: --as %q; want first, second, both or none", f.as)
	}
	load := (&roster.Loader{Tell: trainedElsewhere()}).Load
	hints, tell := f.agent, trainedElsewhere()
	if f.agent == "" {
		n, err := roster.Newcomer(ctx, t.Rules, *r, load, f.as)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, prose.Words(n.About, tui.Width(out), ""))
		f.agent, hints, f.as, tell = n.Opponent, n.Adviser, n.As, nil // it is said
	}
	f.as = cmp.Or(f.as, "first")
	f.opponent = cmp.Or(f.opponent, f.agent)
	var specs [3]agent.Spec
	for i, text := range []*string{&f.agent, &f.opponent, &hints} {
		*text = agent.Threaded(*text, f.threads)
		if specs[i], err = agent.Typed(*text); err == nil {
			specs[i], err = roster.Seated(specs[i], t.Rules, load, tell)
		}
		if err != nil {
			return err
		}
	}
	who, opponent := specs[0], specs[1]
	t.Adviser = specs[2].Entrant(load)
	if f.as == "second" || f.as == "none" {
		t.Players[env.First], r.First = who.Entrant(load), f.agent
		t.Varies[env.First] = who.Varies()
	} else if !roster.IsPerson(r.First) {
		r.First = person
	}
	if f.as == "first" || f.as == "none" {
		t.Players[env.Second], r.Second = opponent.Entrant(load), f.opponent
		t.Varies[env.Second] = opponent.Varies()
	} else if !roster.IsPerson(r.Second) {
		r.Second = person
	}
	return nil
}
