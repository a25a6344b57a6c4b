package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludens/arena"
)

// ladder is three agents, the last of which played in one role only.
func ladder() *Ratings {
	close, sure := 0.875, 0.9999
	return &Ratings{
		Game: "celta", Folder: "games/l", Games: 30, Anchor: "random", Openings: "4 random plies", Seed: 7,
		Advantage: Rating{25, -5, 55}, Draws: 0.25, Roles: roles,
		Agents: []Rated{
			{Agent: "ckpt:runs/a/20@50", Name: "a@50 after 20", Key: "k1", Rating: Rating{400.25, 340, 460.5}, As: [2]Rating{{410, 350, 470}, {390, 330, 450}},
				Games: 20, Roles: [2]arena.Score{{Wins: 8, Draws: 1, Losses: 1}, {Wins: 6, Losses: 4}}, AboveNext: &close,
				Run: "runs/a", Iteration: 20, SelfPlay: 640, Seconds: 7200},
			{Agent: "greedy", Name: "greedy", Key: "k2", Rating: Rating{300, 260, 340}, As: [2]Rating{{300, 240, 360}, {300, 240, 360}},
				Games: 20, Roles: [2]arena.Score{{Wins: 5, Losses: 5}, {Wins: 5, Losses: 5}}, AboveNext: &sure},
			{Agent: "random", Name: "random", Key: "k3", As: [2]Rating{{0, -90, 90}, {}},
				Games: 20, Roles: [2]arena.Score{{Losses: 20}, {}}},
		},
	}
}

func TestRatingsText(t *testing.T) {
	got := text(t, func(w *bytes.Buffer) error { return ladder().Text(w, 80) })
	want := `celta: 3 agents, 30 games; Elo with 95 % intervals, random fixed

agent          Elo   ±  above next  points  games  king's side  attackers
a@50 after 20  400  60      87.5 %  72.5 %     20  410 ± 60     390 ± 60
greedy         300  40    > 99.9 %  50.0 %     20  300 ± 60     300 ± 60
random           0   0               0.0 %     20  0 ± 90       no games

king's side: worth 25 ± 30 Elo; equals draw 25.0 % of their games
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRatingsCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(text(t, func(w *bytes.Buffer) error { return ladder().CSV(w) }))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%v, %v", rows, err)
	}
	of := func(row int, column string) string {
		for i, head := range rows[0] {
			if head == column {
				return rows[row][i]
			}
		}
		t.Errorf("there is no column %s", column)
		return ""
	}
	for _, test := range []struct {
		row          int
		column, want string
	}{
		{1, "agent", "ckpt:runs/a/20@50"}, {1, "elo", "400.25"}, {1, "high", "460.5"}, {1, "low_second", "330"}, {1, "elo_first", "410"},
		{1, "games", "20"}, {1, "draws_first", "1"}, {1, "wins_second", "6"}, {1, "losses_second", "4"}, {1, "above_next", "0.875"},
		{1, "run", "runs/a"}, {1, "iteration", "20"}, {1, "selfplay_games", "640"}, {1, "training_seconds", "7200"},
		{2, "above_next", "1"}, {2, "run", ""}, {3, "above_next", ""}, {3, "losses_first", "20"}, {3, "wins_second", "0"},
	} {
		if got := of(test.row, test.column); got != test.want {
			t.Errorf("row %d, %s: got %q, want %q", test.row, test.column, got, test.want)
		}
	}
}

// What is saved is read back as it was; a second time over the first.
func TestRatingsAreSaved(t *testing.T) {
	dir, want := t.TempDir(), ladder()
	for range 2 {
		if err := want.Save(dir); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := os.ReadFile(filepath.Join(dir, "ladder.json"))
	if err != nil {
		t.Fatal(err)
	}
	line := text(t, func(w *bytes.Buffer) error { return want.JSON(w) })
	for _, from := range []string{string(saved), line} {
		var got Ratings
		if err := json.Unmarshal([]byte(from), &got); err != nil || !reflect.DeepEqual(&got, want) {
			t.Errorf("%v: got %+v, want %+v", err, got, want)
		}
	}
	sheet, err := os.ReadFile(filepath.Join(dir, "ladder.csv"))
	if err != nil || string(sheet) != text(t, func(w *bytes.Buffer) error { return want.CSV(w) }) {
		t.Errorf("%s, %v", sheet, err)
	}
	if err := want.Save(filepath.Join(dir, "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// The last of the table and agents of no run have nothing to say of what others
// have.
func TestRatingsLeaveOutWhatIsNot(t *testing.T) {
	line := text(t, func(w *bytes.Buffer) error { return ladder().JSON(w) })
	if n := strings.Count(line, `"above_next"`); n != 2 {
		t.Errorf("above_next stands %d times, want 2", n)
	}
	for _, key := range []string{`"run"`, `"iteration"`, `"selfplay_games"`, `"training_seconds"`} {
		if n := strings.Count(line, key); n != 1 {
			t.Errorf("%s stands %d times, want once", key, n)
		}
	}
}

func TestRatingsStudy(t *testing.T) {
	s := ladder().Study()
	got := strings.Join(strings.Fields(everyWay(t, s)), " ")
	hasAll(t, got, "Of 3 players the strongest is a@50 after 20 at 400 [340, 460] Elo, after 30 games in all.",
		"It is better than the next, greedy, with a likelihood of 87.5 %.", "Moving first (king's side) is worth 25 [−5, 55] Elo",
		"a@50 after 20 400 [340, 460] 87.5 20 72.5 410 [350, 470] 390 [330, 450]", "random is fixed", "Openings: 4 random plies.",
		"random 0 [0, 0] – 20 0.0 0 [−90, 90] unknown") // who never played a role has no rating in it
	var training Table
	for _, table := range s.tables() {
		if table.Name == "training" {
			training = table
		}
	}
	if len(training.Rows) != 1 || training.Rows[0][1] != 20 || training.Rows[0][2] != 2.0 {
		t.Errorf("training: %v, want iteration 20 after 2 hours", training.Rows)
	}
}

func TestRatingOf(t *testing.T) {
	r := RatingOf(100, 10)
	if r.Elo != 100 || math.Abs(r.Low-80.40036) > 1e-9 || math.Abs(r.High-119.59964) > 1e-9 || r.Margin() != "± 20" {
		t.Errorf("%+v, %s", r, r.Margin())
	}
	if r := RatingOf(-3, 0); r != (Rating{-3, -3, -3}) || r.Margin() != "± 0" {
		t.Errorf("the anchor: %+v", r)
	}
}
