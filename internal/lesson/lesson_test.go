package lesson

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
)

func of(t *testing.T, name string) (env.Game, []Task) {
	t.Helper()
	g := games.Must(name)
	tasks, err := Of(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return g, tasks
}

// Each game's lesson has what its rules have.
func TestTopics(t *testing.T) {
	for name, want := range map[string][]string{
		"celta":     {"moves attacker", "moves defender", "moves king", "captures", "several", "wins the king reached a corner"},
		"cetro":     {"moves every man", "jumps", "chooses move and demand a jump", "wins all men are home"},
		"connect4":  {"puts", "defends", "wins four in a row"},
		"chess":     {"moves king", "moves queen", "moves rook", "moves bishop", "moves knight", "moves pawn", "captures", "aside", "promotes", "together", "defends", "wins checkmate"},
		"minishogi": {"moves king", "moves gold general", "captures", "drops", "promotes", "wins checkmate"},
		"xiangqi":   {"moves cannon", "moves elephant", "captures", "wins checkmate"},
	} {
		_, tasks := of(t, name)
		topics := make([]string, len(tasks))
		for i, task := range tasks {
			topics[i] = task.Topic
			if slices.Contains(topics[:i], task.Topic) {
				t.Errorf("%s: %q twice", name, task.Topic)
			}
			if strings.HasPrefix(task.Topic, "moves") && len(task.Says) == 0 {
				t.Errorf("%s: %s: the book says nothing", name, task.Topic)
			}
		}
		for _, w := range want {
			if !slices.Contains(topics, w) {
				t.Errorf("%s: no task %q among %q", name, w, topics)
			}
		}
	}
}

// A task on a piece has the words on that piece, not those on another whose name begins alike.
func TestWordsOfAPiece(t *testing.T) {
	_, tasks := of(t, "xiangqi")
	for _, task := range tasks {
		if name, is := strings.CutPrefix(task.Topic, "moves "); is {
			if len(task.Says) != 1 || !strings.HasPrefix(task.Says[0], "**"+name+"** (") {
				t.Errorf("%s: %q", name, task.Says)
			}
		}
	}
}

// The answers of each task are the moves that do what it asks for, and no others, as read
// from the board before and after them.
func TestAnswers(t *testing.T) {
	for _, name := range []string{"tictactoe", "connect4", "celta", "cuervo", "cetro-5x5", "chess", "cetran2", "crazyhouse", "xiangqi", "pente"} {
		g, tasks := of(t, name)
		for _, task := range tasks {
			if fault := check(g, task); fault != "" {
				t.Errorf("%s: %s: %s", name, task.Topic, fault)
			}
			// The control: an answer less, and one too many.
			less, more := task, task
			less.Answers = task.Answers[1:]
			if judged(task.Topic) && check(g, less) == "" {
				t.Errorf("%s: %s: without %s nothing is missed", name, task.Topic, task.Answers[0])
			}
			sheet, _ := task.Sheet(g)
			for _, text := range env.Texts(sheet.State(), env.ByText(sheet.State())) {
				if !slices.Contains(task.Answers, text) {
					more.Answers = append(slices.Clone(task.Answers), text)
					break
				}
			}
			if judged(task.Topic) && len(more.Answers) > len(task.Answers) && check(g, more) == "" {
				t.Errorf("%s: %s: %q is one too many, and not noticed", name, task.Topic, more.Answers)
			}
		}
	}
}

// judged reports whether check knows the topic.
func judged(topic string) bool {
	what, _, _ := strings.Cut(topic, " ")
	return slices.Contains([]string{"moves", "captures", "several", "drops", "promotes", "aside", "together", "wins", "gives", "defends", "loses"}, what)
}

// check says what is wrong with a task; "" if nothing is.
func check(g env.Game, task Task) string {
	sheet, err := task.Sheet(g)
	if err != nil {
		return err.Error()
	}
	s := sheet.State()
	what, name, _ := strings.Cut(task.Topic, " ")
	for _, a := range s.Legal(nil) {
		after := s.Copy(nil)
		after.Play(a)
		does, known := shows(s, after, a, what, name, task)
		answer := slices.Contains(task.Answers, s.Format(a))
		if known && does != answer {
			return fmt.Sprintf("%s: answer %t, does it %t", s.Format(a), answer, does)
		}
	}
	for _, text := range task.Answers {
		if _, err := env.Parse(s, text); err != nil {
			return err.Error()
		}
	}
	return ""
}

// shows reports whether a move does what a topic says, by the pieces before and after it.
func shows(s, after env.State, a env.Action, what, name string, task Task) (does, known bool) {
	me := s.ToMove()
	mine, his := men(s, me), men(s, me.Other())
	won := after.Result() == env.WinFor(me)
	switch what {
	case "moves":
		return len(task.Men) == 1 && env.SquaresOf(s, a).From == task.Men[0], true
	case "captures":
		return men(after, me.Other()) < his, true
	case "several":
		return men(after, me.Other()) < his-1, true
	case "loses":
		return men(after, me) < mine, true
	case "promotes":
		x := env.SquaresOf(s, a)
		return x.From >= 0 && drawn(s, x.From) != drawn(after, x.To), true
	case "aside":
		x := env.SquaresOf(s, a)
		return men(after, me.Other()) < his && drawn(s, x.To).Figure == diagram.Nothing, true
	case "together":
		return left(s, after, me) > 1, true
	case "drops":
		return men(after, me) > mine, true
	case "wins":
		return won && strings.HasPrefix(after.(env.Explained).Ending(), name), true
	case "gives":
		return after.Result() == env.WinFor(me.Other()) && strings.HasPrefix(after.(env.Explained).Ending(), name), true
	case "defends":
		if after.Result() != env.Ongoing {
			return false, true
		}
		for _, b := range after.Legal(nil) {
			end := after.Copy(nil)
			end.Play(b)
			if end.Result() == env.WinFor(me.Other()) {
				return false, true
			}
		}
		return true, true
	}
	return false, false
}

// drawn returns what stands on a cell.
func drawn(s env.State, cell int) diagram.Piece { return diagram.Of(s).Cells[cell].Piece }

// left counts the cells that pieces of p have left.
func left(s, after env.State, p env.Player) (n int) {
	d := diagram.Of(s)
	for cell := range d.Cells {
		if owner, ok := env.OwnerOf(s, d, cell); ok && owner == p && drawn(after, cell) != drawn(s, cell) {
			n++
		}
	}
	return n
}

// men counts a player's pieces on the board.
func men(s env.State, p env.Player) (n int) {
	d := s.(diagram.Pictured).Diagram()
	for cell := range d.Cells {
		if owner, ok := env.OwnerOf(s, d, cell); ok && owner == p {
			n++
		}
	}
	return n
}

// A lesson is the same each time, and ends with its context.
func TestSame(t *testing.T) {
	g, tasks := of(t, "celta")
	again, err := Of(t.Context(), g)
	if err != nil || fmt.Sprint(again) != fmt.Sprint(tasks) {
		t.Errorf("another lesson, or %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Of(stopped, g); err == nil {
		t.Error("a lesson without time")
	}
}

// All games that come with ludens have a lesson, and the book has a word for its tasks.
func TestAllGames(t *testing.T) {
	if os.Getenv("LUDENS_LONG") == "" {
		t.Skip("LUDENS_LONG is not set: half a minute")
	}
	for _, e := range games.Gallery() {
		g, tasks := of(t, e.Name)
		won := false
		for _, task := range tasks {
			if _, err := task.Sheet(g); err != nil {
				t.Errorf("%s: %s: %v", e.Name, task.Topic, err)
			}
			won = won || strings.HasPrefix(task.Topic, "wins") || strings.HasPrefix(task.Topic, "gives")
		}
		if len(tasks) < 2 || !won {
			t.Errorf("%s: %d tasks, one that ends the game: %t", e.Name, len(tasks), won)
		}
	}
}
