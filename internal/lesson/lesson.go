// Package lesson teaches the rules of a game by tasks: positions out of the game's own
// play, each with the moves that do what a rule says. Nothing in it is written for one
// game: what a move does is read from its squares (env.Squares) and from the result, and
// the words are those of the game's book.
package lesson

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/record"
)

// Task asks for a move that does what a rule says.
type Task struct {
	Topic string `json:"topic"` // "moves king", "wins checkmate": different in all tasks of a lesson
	Title string `json:"title"` // a heading: "The king"
	// Says is the rule in the words of the game's book, a paragraph each; empty if the
	// book has no word for it.
	Says []string `json:"says"`
	Ask  string   `json:"ask"` // "Move the king on e1."
	// Start, or Seed where it is "", and Moves lead to the position, as the game writes them.
	Start string   `json:"start,omitempty"`
	Seed  uint64   `json:"seed,omitempty"`
	Moves []string `json:"moves"`
	// Answers are the moves that do it, as the game writes them: at least one. Others are
	// legal, too, unless the topic is how a piece moves.
	Answers []string `json:"answers"`
	// Cells are those of the diagram that the answers enter; those that they leave in Men.
	Cells []int `json:"cells"`
	Men   []int `json:"men"`
}

// Of returns the tasks of a game, in the order of a lesson: how pieces
// move, what they capture, what else they do, how the game is won. It plays games against
// itself to find them: the same ones each time. The error is that of ctx.
func Of(ctx context.Context, g env.Game) ([]Task, error) {
	m := miner{game: g, found: map[fact]*find{}}
	if d, ok := env.As[env.Described](g); ok {
		m.book = d.Book()
	}
	if err := m.play(ctx); err != nil {
		return nil, err
	}
	if !m.displaces {
		delete(m.found, fact{what: aside}) // all captures are of that kind
	}
	if !m.takesOne {
		delete(m.found, fact{what: several})
	}
	for f := range m.found {
		if f.what == gives && m.found[fact{wins, f.name}] != nil {
			delete(m.found, f)
		}
	}
	facts := slices.Collect(maps.Keys(m.found))
	slices.SortFunc(facts, func(a, b fact) int {
		return cmp.Or(cmp.Compare(a.what, b.what), cmp.Compare(m.rank(a), m.rank(b)), cmp.Compare(a.name, b.name))
	})
	tasks := []Task{}
	for _, f := range facts {
		tasks = append(tasks, m.task(f, m.found[f]))
	}
	return tasks, nil
}

// rank orders facts of one kind as the game's book does.
func (m *miner) rank(f fact) int {
	if f.what == moves {
		return slices.IndexFunc(m.book.Men, func(x env.Man) bool { return x.Name == f.name })
	}
	return slices.IndexFunc(m.book.Endings, func(e env.Ending) bool { return e.Words == f.name })
}

// Marked reports whether the squares that can be entered are shown from the beginning:
// where the task is how a piece moves.
func (t Task) Marked() bool { return strings.HasPrefix(t.Topic, moves.String()) }

// Sheet returns the game that leads to the task's position.
func (t Task) Sheet(g env.Game) (*record.Sheet, error) {
	return record.NewSheet(g, record.Record{Game: g.Spec().Name, Seed: t.Seed, Start: t.Start, Moves: t.Moves})
}
