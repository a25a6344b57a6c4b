package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/internal/prose"
)

// Game is a game to be played at a terminal, and by whom.
type Game struct {
	Rules   env.Game
	Sheet   *record.Sheet    // as the game stands; its record names the players
	Players [2]agent.Entrant // the zero value where a person plays
	Adviser agent.Entrant    // whom a person can ask
	Seed    seed.Seed
	Varies  [2]bool // agents that open their games against people in more than one way
	File    string  // where the record is kept; "": nowhere
	Source  bool    // names and colours of the sides are those of the game's source, if it has others
	Plain   bool    // no colours, nothing that moves the cursor, positions in words, too
}

// Table is a game between people and agents at a terminal.
type Table struct {
	game     env.Game
	sheet    *record.Sheet
	entrants [2]agent.Entrant // none where a person plays
	agents   [2]env.Agent     // nil where a person plays
	adviser  agent.Entrant
	advice   *env.Decision // of the adviser on the position; nil: not asked yet
	seed     seed.Seed
	varies   [2]bool
	lines    *lines
	out      io.Writer
	look     look
	file     string
}

// NewTable puts the players of a game to a table, seen on out.
func NewTable(g Game, out io.Writer) (*Table, error) {
	t := &Table{
		game: g.Rules, sheet: g.Sheet, entrants: g.Players, adviser: g.Adviser,
		seed: g.Seed, varies: g.Varies, file: g.File, out: out, look: newLook(out, g.Plain),
	}
	if g.Source {
		t.look.dress, _ = env.DressOf(g.Rules)
	}
	return t, t.sit()
}

// Play plays the game to its end, or until a person, who types into in, leaves or
// ctx ends. ErrBroken: by Ctrl-C.
func (t *Table) Play(ctx context.Context, in io.Reader) error {
	defer func() {
		for _, a := range t.agents {
			env.Close(a)
		}
	}()
	if !t.watching() {
		t.lines = hear(ctx, in, t.out, t.look, t.vocabulary)
	}
	if t.file != "" {
		if err := record.Save(t.file, t.sheet.Record()); err != nil {
			return err
		}
	}
	tellPlayers(t.out, t.game, t.look.dress, t.sheet.Record())
	if !t.watching() {
		t.say("Type a move, or help.")
	}
	t.say("")
	t.showBoard()
	for !t.sheet.Over() {
		err := t.turn(ctx)
		if errors.Is(err, errLeft) {
			t.say(t.GoOn())
			return nil
		}
		if err != nil {
			return err
		}
	}
	t.say("\n" + t.look.bold(t.look.dress.Text(record.Verdict(t.game, t.sheet.Record()))))
	if t.file != "" {
		t.say("The record is in " + t.file + ".")
	}
	return nil
}

func (t *Table) watching() bool { return t.agents[env.First] != nil && t.agents[env.Second] != nil }

// sit makes new agents for the game as it stands.
func (t *Table) sit() error {
	for p, e := range t.entrants {
		if e.New == nil {
			continue
		}
		agent, err := e.New(t.game, t.seed.At("agent", p))
		if err != nil {
			return err
		}
		env.Close(t.agents[p])
		t.agents[p] = agent
		for ply := range t.sheet.Ply() + 1 {
			env.Watch(agent, t.sheet.At(ply))
		}
	}
	return nil
}

// turn lets whose turn it is move, or type one command.
func (t *Table) turn(ctx context.Context) error {
	agent := t.agents[t.sheet.State().ToMove()]
	if agent == nil {
		return t.ask(ctx)
	}
	d, err := t.think(ctx, agent, t.name())
	var forfeit *env.Forfeit
	switch {
	case errors.As(err, &forfeit):
		t.sheet.Forfeit(t.sheet.State().ToMove(), forfeit.Reason)
		return nil
	case err == nil:
		t.make(t.choose(d))
	}
	return err
}

// choose returns the move of an agent: in the opening of a game against a person,
// one with a network may take another than the best.
func (t *Table) choose(d env.Decision) env.Action {
	ply := t.sheet.Ply()
	if t.watching() || !t.varies[t.sheet.State().ToMove()] || ply >= analysis.VariedPlies || len(d.Moves) == 0 {
		return d.Action
	}
	return analysis.Vary(d.Moves, t.seed.At("variety", ply).Rand())
}

// think lets an agent choose a move of the position, with a note on a terminal
// for as long as it takes.
func (t *Table) think(ctx context.Context, agent env.Agent, name string) (env.Decision, error) {
	if !t.look.plain {
		fmt.Fprint(t.out, name+" is thinking ...")
		defer fmt.Fprint(t.out, "\r\x1b[K")
	}
	return agent.Act(ctx, t.sheet.State())
}

// make plays a legal action, shows it and keeps it.
func (t *Table) make(a env.Action) {
	s := t.sheet.State()
	before := diagram.Of(s)
	text := fmt.Sprintf("\n%s  %s", t.look.bold(record.Number(t.sheet.Ply())+" "+s.Format(a)), t.name())
	t.sheet.Play(a)
	t.advice = nil
	if change := diagram.Change(before, diagram.Of(t.sheet.State())); change != "" {
		text += ": " + change
	}
	t.say(text)
	t.showBoard()
	t.keep()
}

// name says who is to move: "attackers (mcts:400)".
func (t *Table) name() string {
	p, r := t.sheet.State().ToMove(), t.sheet.Record()
	return fmt.Sprintf("%s (%s)", t.roles()[p], r.Player(p))
}

// roles are the sides' names as they are shown.
func (t *Table) roles() [2]string { return t.look.dress.RolesOf(t.game) }

// ask prompts for a line and does what it says.
func (t *Table) ask(ctx context.Context) error {
	line, err := t.read(ctx)
	if err != nil || line == "" {
		return err
	}
	first, rest, _ := strings.Cut(line, " ")
	var names []string
	for _, w := range words() {
		if strings.EqualFold(w.name, first) {
			err := w.run(t, ctx, strings.TrimSpace(rest))
			if err == nil || ctx.Err() != nil || errors.Is(err, errLeft) {
				return err
			}
			t.say(err.Error()) // of an agent that was only asked for advice
			return nil
		}
		names = append(names, w.name)
	}
	a, err := record.ParseMove(t.sheet.State(), line)
	switch meant := prose.Hint(first, names); {
	case err == nil:
		t.make(a)
	case meant != "":
		t.say(fmt.Sprintf("%q is neither a move nor a command%s", line, meant))
	default:
		t.say(err.Error())
	}
	return nil
}

// read prompts for whose turn it is and returns the next line.
func (t *Table) read(ctx context.Context) (string, error) {
	return t.lines.read(ctx, t.roles()[t.sheet.State().ToMove()]+"> ", func(out io.Writer) {
		fmt.Fprint(out, "\n"+t.look.board(t.sheet.State()))
	})
}

// vocabulary returns what a line may begin with.
func (t *Table) vocabulary() []string {
	all := env.Texts(t.sheet.State(), env.ByText(t.sheet.State()))
	for _, w := range words() {
		all = append(all, w.name)
	}
	return all
}

// keep writes the record into its file, if it has one. A disk that fails does
// not end the game.
func (t *Table) keep() {
	if t.file == "" {
		return
	}
	if err := record.Save(t.file, t.sheet.Record()); err != nil {
		t.say("The game is no longer saved: " + err.Error())
		t.file = ""
	}
}

// GoOn says how an unfinished game can be continued.
func (t *Table) GoOn() string {
	if t.file == "" {
		return "The game was not saved: --save FILE keeps one to go on with."
	}
	return fmt.Sprintf("The game is in %s; go on with: ludens play %s --from %s", t.file, t.game.Spec().Name, t.file)
}

func (t *Table) say(text string) { fmt.Fprintln(t.out, t.look.wrap(text)) }

func (t *Table) showBoard(hints ...int) {
	fmt.Fprint(t.out, t.look.board(t.sheet.State(), hints...))
	if t.look.words {
		fmt.Fprint(t.out, whereabouts(t.game, t.look.dress, t.sheet.State()))
	}
}
