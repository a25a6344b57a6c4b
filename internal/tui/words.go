package tui

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
)

// word is what a person can type instead of a move.
type word struct {
	name, use, help string
	run             func(t *Table, ctx context.Context, rest string) error
}

func words() []word {
	return []word{
		{"moves", "moves [SQUARE]", "the legal moves, all or those from a square", (*Table).tellMoves},
		{"hint", "hint", "what the agent would play", (*Table).hint},
		{"think", "think", "what the agent thinks of the position", (*Table).thoughts},
		{"undo", "undo", "take back to your own last turn", (*Table).undo},
		{"board", "board", "show the board again", (*Table).again},
		{"pieces", "pieces", "say in words what stands where", (*Table).pieces},
		{"names", "names [source]", "the sides as here, or in names and colours of the source", (*Table).names},
		{"save", "save FILE", "keep the record of the game in a file", (*Table).save},
		{"resign", "resign", "give the game up", (*Table).resign},
		{"help", "help", "this list", (*Table).help},
		{"quit", "quit", "leave the game unfinished", (*Table).quit},
	}
}

func (t *Table) help(context.Context, string) error {
	t.say(fmt.Sprintf("  %-15s %s", env.Texts(t.sheet.State(), env.ByText(t.sheet.State()))[0], "play that move, or another"))
	for _, w := range words() {
		t.say(fmt.Sprintf("  %-15s %s", w.use, w.help))
	}
	return nil
}

func (t *Table) again(context.Context, string) error {
	t.showBoard()
	return nil
}

func (t *Table) pieces(context.Context, string) error {
	t.say(strings.TrimSuffix(whereabouts(t.game, t.look.dress, t.sheet.State()), "\n"))
	return nil
}

// names changes how the sides are named and drawn.
func (t *Table) names(_ context.Context, as string) error {
	switch d, ok := env.DressOf(t.game); {
	case as == "source" && !ok:
		t.say("The source of " + t.game.Spec().Name + " has no other names or colours.")
	case as == "source":
		t.look.dress = d
		t.showBoard()
	case as == "":
		t.look.dress = env.Dress{}
		t.showBoard()
	default:
		t.say("names of what? As in: names source, or names alone for those that are used here")
	}
	return nil
}

func (t *Table) quit(context.Context, string) error { return errLeft }

func (t *Table) resign(context.Context, string) error {
	t.sheet.Resign(t.sheet.State().ToMove())
	t.keep()
	return nil
}

func (t *Table) save(_ context.Context, file string) error {
	if file == "" {
		t.say("save where? Name a file, as in: save game.txt")
		return nil
	}
	err := record.Vacant(file)
	if err == nil {
		err = record.Save(file, t.sheet.Record())
	}
	if err != nil {
		t.say("not saved: " + err.Error())
		return nil
	}
	t.file = file
	t.say("Saved in " + file + ", and so will be the moves to come.")
	return nil
}

// undo takes back to the last position before this one in which a person had
// the move.
func (t *Table) undo(context.Context, string) error {
	for ply := t.sheet.Ply() - 1; ply >= 0; ply-- {
		if t.agents[t.sheet.At(ply).ToMove()] != nil {
			continue
		}
		t.sheet.TakeBack(ply)
		t.advice = nil
		t.say(fmt.Sprintf("\nback to move %s", record.Number(ply)))
		t.showBoard()
		t.keep()
		return t.sit()
	}
	t.say("There is no move of yours to take back.")
	return nil
}

// tellMoves lists the legal moves, or those whose text begins with a square.
func (t *Table) tellMoves(_ context.Context, square string) error {
	s := t.sheet.State()
	var texts []string
	var targets []int
	for _, a := range env.ByText(s) {
		text := s.Format(a)
		if begins(text, strings.ToLower(square)) {
			texts = append(texts, text)
			if way := squares(s, a); len(way) > 0 {
				targets = append(targets, way[len(way)-1])
			}
		}
	}
	if texts == nil {
		t.say("There is no legal move from " + square + ".")
		return nil
	}
	if square != "" && t.look.colours {
		t.showBoard(targets...)
	}
	fmt.Fprint(t.out, grid(texts, t.look.width()))
	return nil
}

// begins reports whether a move's text begins with a square, whole: d1 is not d10.
func begins(text, square string) bool {
	rest, ok := strings.CutPrefix(text, square)
	return ok && (square == "" || rest == "" || rest[0] < '0' || rest[0] > '9')
}

// squares returns the cells that an action leads over, where drawings show them.
func squares(s env.State, a env.Action) []int {
	child := s.Copy(nil)
	child.Play(a)
	return diagram.Of(child).Last
}

// consult asks the adviser about the position, once.
func (t *Table) consult(ctx context.Context) (*env.Decision, error) {
	if t.advice != nil {
		return t.advice, nil
	}
	agent, err := t.adviser.New(t.game, t.seed.At("adviser", 0))
	if err != nil {
		return nil, err
	}
	defer env.Close(agent)
	d, err := t.think(ctx, agent, t.adviser.Name)
	if err != nil {
		return nil, err
	}
	t.advice = &d
	return t.advice, nil
}

func (t *Table) hint(ctx context.Context, _ string) error {
	d, err := t.consult(ctx)
	if err != nil {
		return err
	}
	s := t.sheet.State()
	if t.look.colours {
		t.showBoard(squares(s, d.Action)...)
	}
	t.say(fmt.Sprintf("%s would play %s", t.adviser.Name, t.look.bold(s.Format(d.Action))))
	return nil
}

// thoughts prints the value of the position and the best moves.
func (t *Table) thoughts(ctx context.Context, _ string) error {
	d, err := t.consult(ctx)
	if err != nil {
		return err
	}
	s := t.sheet.State()
	if d.Moves == nil {
		t.say(fmt.Sprintf("%s would play %s, and does not say more", t.adviser.Name, s.Format(d.Action)))
		return nil
	}
	t.say(fmt.Sprintf("%s, after %d positions: %s can expect %s of the point.",
		t.adviser.Name, d.Simulations, t.roles()[s.ToMove()], share(d.Value)))
	const best = 8
	rows := d.Moves[:min(best, len(d.Moves))]
	width := len("move")
	for _, m := range rows {
		width = max(width, utf8.RuneCountInString(s.Format(m.Action)))
	}
	t.say(fmt.Sprintf("  %-*s  %6s  %6s  %6s", width, "move", "visits", "prior", "worth"))
	for i, m := range rows {
		worth := share(m.Value)
		if m.Visits == 0 {
			worth = "-" // it was not looked at
		}
		line := fmt.Sprintf("  %-*s  %6d  %6s  %6s", width, s.Format(m.Action), m.Visits, wholePercent(m.Prior), worth)
		if i == 0 {
			line = t.look.bold(line)
		}
		t.say(line)
	}
	if d.Line != nil {
		t.say("  expects " + strings.Join(analysis.Texts(s, d.Line), " "))
	}
	return nil
}

// share writes a value as the part of a point that the mover can expect.
func share(value float32) string { return wholePercent((1 + value) / 2) }

func wholePercent(p float32) string { return fmt.Sprintf("%.0f %%", 100*p) }
