package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
	"ludens/internal/lesson"
)

// Class is a lesson at a terminal.
type Class struct {
	game  env.Game
	tasks []lesson.Task
	lines *lines
	look  look
	out   io.Writer
	at    int           // the task that is asked
	sheet *record.Sheet // its position
	done  map[int]bool
}

// NewClass prepares the tasks of a game for out. plain: no colours, positions in words.
func NewClass(g env.Game, tasks []lesson.Task, plain bool, out io.Writer) *Class {
	return &Class{game: g, tasks: tasks, look: newLook(out, plain), out: out, done: map[int]bool{}}
}

// Teach asks each task until a person, who types into in, has done it, passes on, or leaves.
func (c *Class) Teach(ctx context.Context, in io.Reader) error {
	c.lines = hear(ctx, in, c.out, c.look, c.vocabulary)
	c.say(fmt.Sprintf("%s, %d tasks. Type a move; or hint, answer, next, back, quit.", c.game.Spec().Name, len(c.tasks)))
	for _, p := range lesson.Goal(c.game) {
		c.say(bare(p))
	}
	for c.at < len(c.tasks) {
		if err := c.pose(); err != nil {
			return err
		}
		switch err := c.ask(ctx); {
		case errors.Is(err, errLeft):
			c.end()
			return nil
		case err != nil:
			return err
		}
	}
	c.end()
	return nil
}

// end says how many tasks were done, and what comes after them.
func (c *Class) end() {
	c.say(fmt.Sprintf("\nYou have done %d of %d tasks. Play a game: ludens play %s", len(c.done), len(c.tasks), c.game.Spec().Name))
}

// pose shows the task at hand.
func (c *Class) pose() (err error) {
	t := c.tasks[c.at]
	if c.sheet, err = t.Sheet(c.game); err != nil {
		return err
	}
	c.say(fmt.Sprintf("\n%s  %s", c.look.bold(fmt.Sprintf("%d of %d", c.at+1, len(c.tasks))), c.look.bold(t.Title)))
	for _, p := range t.Says {
		c.say(bare(p))
	}
	c.say("")
	var hints []int
	if t.Marked() {
		hints = t.Cells
	}
	c.show(c.sheet.State(), hints...)
	c.say(t.Ask)
	return nil
}

func (c *Class) show(s env.State, hints ...int) {
	fmt.Fprint(c.out, c.look.board(s, hints...))
	if c.look.words {
		fmt.Fprint(c.out, whereabouts(c.game, c.look.dress, s))
	}
}

// ask reads lines until the task is done or left.
func (c *Class) ask(ctx context.Context) error {
	t, s := c.tasks[c.at], c.sheet.State()
	for {
		line, err := c.lines.read(ctx, c.game.Spec().Roles[s.ToMove()]+"> ", func(out io.Writer) {
			fmt.Fprint(out, "\n"+c.look.board(s))
		})
		if err != nil {
			return err
		}
		switch strings.ToLower(line) {
		case "":
		case "quit", "exit":
			return errLeft
		case "next", "skip":
			c.at++
			return nil
		case "back":
			c.at = max(0, c.at-1)
			return nil
		case "hint":
			c.show(s, append(slices.Clone(t.Men), t.Cells...)...)
			c.say(c.hint(t))
		case "answer":
			c.say(fmt.Sprintf("Possible is %s.", strings.Join(t.Answers, ", ")))
		case "help":
			c.say("Type a move as the game writes it. hint shows where, answer shows the moves, next and back go to other tasks, quit leaves.")
		default:
			if c.try(t, s, line) {
				return nil
			}
		}
	}
}

// try plays what was typed, and reports whether it is an answer.
func (c *Class) try(t lesson.Task, s env.State, line string) bool {
	a, err := record.ParseMove(s, line)
	if err != nil {
		c.say(err.Error())
		return false
	}
	after := s.Copy(nil)
	after.Play(a)
	change := diagram.Change(diagram.Of(s), diagram.Of(after))
	if change != "" {
		change = ": it " + change
	}
	if !slices.Contains(t.Answers, s.Format(a)) {
		c.say(fmt.Sprintf("%s is a legal move%s. But it is not what is asked for. %s", s.Format(a), change, t.Ask))
		return false
	}
	c.show(after)
	c.say(c.look.bold("Right") + fmt.Sprintf(": %s%s.", s.Format(a), change))
	c.done[c.at] = true
	c.at++
	return true
}

// hint says which pieces can do it, or where.
func (c *Class) hint(t lesson.Task) string {
	cells, what := t.Men, "The piece is on"
	if len(cells) == 0 {
		cells, what = t.Cells, "The square is"
	}
	if len(cells) == 0 {
		return "The answer is not a move on the board."
	}
	var names []string
	for _, cell := range cells {
		names = append(names, diagram.Of(c.sheet.State()).Square(cell))
	}
	return fmt.Sprintf("%s %s.", what, strings.Join(names, " or "))
}

func (c *Class) vocabulary() []string {
	all := []string{"answer", "back", "help", "hint", "next", "quit"}
	if c.sheet == nil {
		return all
	}
	return append(env.Texts(c.sheet.State(), env.ByText(c.sheet.State())), all...)
}

func (c *Class) say(text string) { fmt.Fprintln(c.out, c.look.wrap(text)) }

// bare returns a paragraph of a book without its marks.
func bare(p string) string {
	return strings.NewReplacer("**", "", "`", "").Replace(p)
}
