package lesson

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// task puts a find into words.
func (m *miner) task(f fact, at *find) Task {
	s := at.state(m.game)
	t := Task{Topic: strings.TrimSpace(f.what.String() + " " + f.name), Start: at.start, Seed: at.seed, Moves: []string{}, Says: m.says(f)}
	for _, a := range at.line {
		t.Moves = append(t.Moves, s.Format(a))
		s.Play(a)
	}
	for _, a := range at.answers {
		t.Answers = append(t.Answers, s.Format(a))
		x := env.SquaresOf(s, a)
		if x.To >= 0 && !slices.Contains(t.Cells, x.To) {
			t.Cells = append(t.Cells, x.To)
		}
		if x.From >= 0 && !slices.Contains(t.Men, x.From) {
			t.Men = append(t.Men, x.From)
		}
	}
	t.Title, t.Ask = m.asks(f, s, t)
	return t
}

// asks returns the heading of a task and what it asks for in s.
func (m *miner) asks(f fact, s env.State, t Task) (title, ask string) {
	d := diagram.Of(s)
	switch f.what {
	case moves:
		who := d.Cells[t.Men[0]].Piece.Name()
		return capital(f.name), fmt.Sprintf("Move the %s on %s. It can go to %s.", who, d.Square(t.Men[0]), count(len(t.Cells), "square"))
	case puts:
		return "A stone", "Put a stone on the board."
	case jumps:
		return "Jumps", "Jump over a piece."
	case captures:
		return "Captures", "Capture a piece of the enemy."
	case several:
		return "Two at once", "Capture more than one piece with one move."
	case aside:
		return "Captures beside the way", "Capture a piece without going to its square."
	case drops:
		return "Pieces in hand", "Put a piece from your hand on the board."
	case promotes:
		return "Promotion", "Play a move by which a piece becomes another."
	case together:
		return "Two pieces in one move", "Play a move that moves two of your pieces."
	case loses:
		return "Moves that lose the piece", "Find a move by which the piece that moves is itself captured. Avoid such moves in a game."
	case chooses:
		return capital(f.name), fmt.Sprintf("Play a move with the choice %q.", f.name)
	case defends:
		return "Prevent a loss", "The enemy threatens to win with the next move. Prevent it."
	case gives:
		return capital(f.name), "Find a move by which the enemy wins at once: " + f.name + ". Avoid such moves in a game."
	}
	return capital(f.name), "Win the game with one move: " + f.name + "."
}

// Goal returns what the book of a game says of what the sides want: a paragraph each.
func Goal(g env.Game) (all []string) {
	if d, ok := env.As[env.Described](g); ok {
		for _, c := range d.Book().Chapters {
			if c.Title == "Goal" {
				all = append(all, c.Paragraphs...)
			}
		}
	}
	return all
}

// about are words that a paragraph on a fact contains.
var about = map[what][]string{
	puts: {"puts", "placed", "stone into"}, jumps: {"jump"}, captures: {"captur"}, several: {"several", "all of them", "more than one"},
	aside: {"in passing", "between two"}, drops: {"drop", "in hand"}, promotes: {"promot", "becomes"}, together: {"castl"},
	loses: {"in between"}, chooses: {"demand", "pass", "choos"},
}

// mostSays bounds how much of the book stands over a task.
const mostSays = 2

// says returns what the book says of a fact.
func (m *miner) says(f fact) (all []string) {
	all = []string{}
	switch f.what {
	case moves:
		return m.saysOfMan(f.name)
	case wins, gives:
		for _, e := range m.book.Endings {
			if e.Words == f.name {
				return append(all, capital(e.Words)+": "+e.Means+".")
			}
		}
	case defends:
		return all
	}
	for _, c := range m.book.Chapters {
		if slices.Contains([]string{"Goal", "The board", "Writing moves"}, c.Title) {
			continue
		}
		for _, p := range c.Paragraphs {
			if len(all) < mostSays && slices.ContainsFunc(about[f.what], func(word string) bool { return strings.Contains(strings.ToLower(p), word) }) {
				all = append(all, strings.TrimPrefix(p, "- "))
			}
		}
	}
	return all
}

// saysOfMan returns what the book says of a piece: its item in a list and its own chapter,
// or else the chapter on moves.
func (m *miner) saysOfMan(name string) (all []string) {
	for _, c := range m.book.Chapters {
		if strings.EqualFold(c.Title, "the "+name) || strings.EqualFold(c.Title, name+"s") {
			all = append(all, c.Paragraphs...)
			continue
		}
		for _, p := range c.Paragraphs {
			item, is := strings.CutPrefix(p, "- ")
			after, its := strings.CutPrefix(strings.TrimPrefix(item, "**"), name)
			if is && its && strings.HasPrefix(strings.TrimPrefix(after, "**"), " (") { // not "soldier across" for "soldier"
				all = append(all, item)
			}
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, c := range m.book.Chapters {
		if c.Title == "Moves" || c.Title == "Play" {
			all = append(all, c.Paragraphs...)
		}
	}
	return all
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func count(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
