package tui

import (
	"errors"
	"io"
	"strings"
	"testing"

	"ludens/env/games"
	"ludens/internal/lesson"
)

// tasks are two of tic-tac-toe: a win, and a move that a piece can make, whose squares are marked.
var tasks = []lesson.Task{
	{Topic: "wins three in a row", Title: "How crosses win", Says: []string{"**Three** in a `row` win."}, Ask: "Win with crosses.",
		Moves: []string{"a1", "a2", "b1", "b2"}, Answers: []string{"c1"}, Cells: []int{8}},
	{Topic: "moves mark", Title: "The mark", Ask: "Put a mark.", Moves: []string{"b2"}, Answers: []string{"a1", "c3"}, Cells: []int{6, 2}, Men: nil},
}

// taught asks the tasks of a person who types lines, and returns what is seen.
func taught(t *testing.T, typed ...string) (string, *Class) {
	t.Helper()
	var out strings.Builder
	c := NewClass(games.Must("tictactoe"), tasks, true, &out)
	if err := c.Teach(t.Context(), strings.NewReader(strings.Join(typed, "\n")+"\n")); err != nil && !errors.Is(err, io.EOF) {
		t.Fatalf("%v in\n%s", err, &out)
	}
	return out.String(), c
}

// A task is done by an answer, and by no other move, and the next one follows.
func TestTasksAreDone(t *testing.T) {
	seen, c := taught(t, "c3", "z9", "c1", "a1")
	sees(t, seen, "tictactoe, 2 tasks. Type a move; or hint, answer, next, back, quit.", "1 of 2  How crosses win", "Three in a row win.", "Win with crosses.",
		"c3 is a legal move", "But it is not what is asked for. Win with crosses.", `illegal action "z9"`, "Right: c1", "2 of 2  The mark", "Right: a1",
		"You have done 2 of 2 tasks. Play a game: ludens play tictactoe")
	if len(c.done) != 2 || strings.Count(seen, "Right") != 2 {
		t.Errorf("%d tasks are done\n%s", len(c.done), seen)
	}
	if strings.Contains(seen, "**") || strings.Contains(seen, "`") {
		t.Errorf("marks of a book are shown\n%s", seen)
	}
}

// Tasks are passed over and come again; those that were not done do not count.
func TestTasksArePassedOver(t *testing.T) {
	seen, c := taught(t, "back", "next", "back", "NEXT", "skip")
	if got := strings.Count(seen, "1 of 2"); got != 3 {
		t.Errorf("the first task is asked %d times, want 3\n%s", got, seen)
	}
	sees(t, seen, "You have done 0 of 2 tasks.")
	if len(c.done) != 0 {
		t.Errorf("%d are done", len(c.done))
	}
	seen, _ = taught(t, "", "c1", "back", "c1", "quit", "a1")
	sees(t, seen, "You have done 1 of 2 tasks.")
	if strings.Count(seen, "Right") != 2 {
		t.Errorf("after quit nothing is read\n%s", seen)
	}
}

// A hint says where, an answer which move; help says what can be typed.
func TestHelpWithTasks(t *testing.T) {
	seen, _ := taught(t, "hint", "answer", "help", "next", "hint", "answer", "quit")
	sees(t, seen, "The square is c1.", "Possible is c1.", "Type a move as the game writes it.", "The square is a1 or c3.", "Possible is a1, c3.")
	c := NewClass(games.Must("tictactoe"), tasks, true, new(strings.Builder))
	if got := c.hint(lesson.Task{}); got != "The answer is not a move on the board." {
		t.Errorf("got %q", got)
	}
	if got := strings.Join(c.vocabulary(), " "); got != "answer back help hint next quit" {
		t.Errorf("before a task one can type %s", got)
	}
	if err := c.pose(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"c1", "hint"} {
		if !strings.Contains(strings.Join(c.vocabulary(), " "), want) {
			t.Errorf("with a task one cannot type %s", want)
		}
	}
	if got := c.hint(lesson.Task{Men: []int{0}, Cells: []int{4}}); got != "The piece is on a3." {
		t.Errorf("got %q", got)
	}
}

// A lesson ends with its input, and keeps what was done; a task that leads nowhere is an
// error of the lesson.
func TestLessonsEnd(t *testing.T) {
	seen, c := taught(t, "c1")
	if len(c.done) != 1 || !strings.Contains(seen, "2 of 2") {
		t.Errorf("%d are done\n%s", len(c.done), seen)
	}
	bad := NewClass(games.Must("tictactoe"), []lesson.Task{{Moves: []string{"a1", "a1"}, Answers: []string{"b1"}}}, true, new(strings.Builder))
	if err := bad.Teach(t.Context(), strings.NewReader("b1\n")); err == nil || !strings.Contains(err.Error(), "a1") {
		t.Errorf("an illegal task: %v", err)
	}
}

// Plain output has the position in words, and nothing that only terminals show.
func TestLessonsInWords(t *testing.T) {
	seen, _ := taught(t, "quit")
	sees(t, seen, "crosses: ", "noughts: ")
	if strings.ContainsAny(seen, "\x1b\r") {
		t.Errorf("%q", seen)
	}
}
