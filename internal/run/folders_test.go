package run

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/internal/report"
)

// A difference in Elo is reported in words where it has no bound on one side.
func TestEloWords(t *testing.T) {
	low, mid, high := 46.0, 120.4, 190.0
	for _, test := range []struct {
		elo  report.Bounds
		want string
	}{
		{report.Bounds{Estimate: &mid, Low: &low, High: &high}, "+120 (95 %: +46 to +190)"},
		{report.Bounds{Low: &low}, "at least +46 (95 %), with no upper bound"},
		{report.Bounds{High: &high}, "at most +190 (95 %), with no lower bound"},
		{report.Bounds{}, "unknown: the games leave everything possible"},
	} {
		if got := eloWords(test.elo); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// inFolder keeps games of tic-tac-toe in a folder of results.
func inFolder(t *testing.T, dir string, about map[string]string, results ...env.Result) {
	t.Helper()
	f, _, err := arena.Open(dir, about)
	if err != nil {
		t.Fatal(err)
	}
	plays := map[env.Result][]env.Action{
		env.FirstWins: {0, 3, 1, 4, 2}, env.SecondWins: {8, 3, 0, 4, 1, 5}, env.Drawn: {0, 1, 2, 4, 3, 5, 7, 6, 8},
	}
	endings := map[env.Result]string{}
	for r, actions := range plays {
		s := ticTacToe(t).New(0)
		for _, a := range actions {
			s.Play(a)
		}
		if s.Result() != r {
			t.Fatalf("%v: %v", actions, s.Result())
		}
		if x, ok := s.(env.Explained); ok {
			endings[r] = x.Ending()
		}
	}
	for i, r := range results {
		if err := f.Append(arena.Entry{Game: &arena.Game{Index: i, Role: env.Player(i % 2), Actions: plays[r], Result: r, Ending: endings[r]}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// A match is shown with its score in each role and both; what is damaged is counted and left
// out; games of a study, or of a game that is not known, are no match.
func TestMatchesOnThePage(t *testing.T) {
	t.Chdir(t.TempDir())
	hash := strings.Repeat("ab", 32)
	about := map[string]string{"game": "tictactoe", "a": "net@" + hash, "b": "random", "openings": "random:0"}
	inFolder(t, "m/one", about, env.FirstWins, env.FirstWins, env.Drawn, env.SecondWins)
	r, err := readMatch("m/one/games.jsonl")
	if err != nil || r.Kind != "match" || r.Title != "tictactoe: net@abababab against random" || len(r.Head) != 7 || r.Head[1] != "net@abababab scores" {
		t.Fatalf("%+v, %v", r, err)
	}
	if len(r.Rows) != 3 || !slices.Equal(r.Rows[0][3:], []string{"1", "1", "0", "0"}) || !slices.Equal(r.Rows[1][3:], []string{"1", "0", "1", "0"}) ||
		r.Rows[0][1] != "75.0 %" || r.Rows[1][1] != "50.0 %" || r.Rows[2][1] != "62.5 %" {
		t.Errorf("%q", r.Rows)
	}
	if len(r.Lines) < 2 || r.Lines[0] != "4 games." || !strings.HasPrefix(r.Lines[1], "Elo above random: ") {
		t.Errorf("%q", r.Lines)
	}
	for _, line := range r.Lines {
		if !strings.HasSuffix(line, ".") || line[0] >= 'a' && line[0] <= 'z' {
			t.Errorf("%q", line)
		}
	}
	all := lines(t, "m/one/games.jsonl")
	all[1][20] ^= 1
	write(t, "m/one/games.jsonl", all...)
	if r, err = readMatch("m/one/games.jsonl"); err != nil || !slices.Contains(r.Lines, "1 damaged lines of games.jsonl are left out.") {
		t.Errorf("%q, %v", r.Lines, err)
	}
	inFolder(t, "m/two", about, env.FirstWins)
	if r, err = readMatch("m/two/games.jsonl"); err != nil || !slices.Equal(r.Lines, []string{"No pair of games is finished yet."}) || r.Rows != nil {
		t.Errorf("%+v, %v", r, err)
	}
	for what, change := range map[string][2]string{"a study": {"study", "balance"}, "no agent": {"a", ""}, "no other": {"b", ""}, "another game": {"game", "nine"}, "a damaged file": {"variant", "rubbish ="}} {
		other := map[string]string{"game": "tictactoe", "a": "x", "b": "y"}
		other[change[0]] = change[1]
		dir := filepath.Join("m", strings.ReplaceAll(what, " ", ""))
		inFolder(t, dir, other, env.FirstWins, env.FirstWins)
		if r, err := readMatch(filepath.Join(dir, "games.jsonl")); err == nil {
			t.Errorf("%s: %+v", what, r)
		}
	}
	if err := os.WriteFile("m/two/names.json", []byte(`{"a":"mine"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := called("m/two", about); got != [2]string{"mine", "random"} {
		t.Errorf("called %q", got)
	}
	results, err := OpenResults(nil)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := results.List(context.Background()); err != nil || len(found) > 0 {
		t.Errorf("of no folders: %+v, %v", found, err)
	}
	if results, err = OpenResults([]string{"m"}); err != nil {
		t.Fatal(err)
	}
	if found, err := results.List(context.Background()); err != nil || len(found) != 2 {
		t.Errorf("%d results, %v, want two matches", len(found), err)
	}
	for _, dir := range []string{"nowhere", "m/one/games.jsonl"} {
		if _, err := OpenResults([]string{"m", dir}); err == nil || !strings.Contains(err.Error(), "--results "+dir+": there is no such folder") {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if _, err := gamelist.Make("tictactoe"); err != nil {
		t.Error(err)
	}
}

// A ladder is shown with its rungs and a row for each agent.
func TestLaddersOnThePage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ladder.json")
	above := 0.9
	table := report.Ratings{
		Game: "celta", Games: 40, Anchor: "random", Roles: [2]string{"attackers", "king"}, Draws: 0.25, Advantage: report.Rating{Elo: -30.2, Low: -50.2, High: -10.2},
		Agents: []report.Rated{
			{Agent: "net:x", Name: "best", Key: "net@" + strings.Repeat("0f", 32), Rating: report.Rating{Elo: 200, Low: 150, High: 250}, Games: 20, Roles: [2]arena.Score{{Wins: 3, Losses: 1}, {Wins: 2, Losses: 2}}, AboveNext: &above},
			{Agent: "random", Rating: report.Rating{}, Games: 20},
		},
	}
	text, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := readLadder(path)
	if err != nil || r.Kind != "ladder" || r.Title != "celta: 2 agents" || len(r.Rungs) != 2 || len(r.Rows) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if g := r.Rungs[0]; g.Name != "best" || g.Hash != strings.Repeat("0f", 32) || g.Elo != 200 || g.Low != 150 || g.High != 250 || r.Rungs[1].Name != "random" || r.Rungs[1].Hash != "" {
		t.Errorf("%+v", r.Rungs)
	}
	if row := r.Rows[0]; !slices.Equal(row[:3], []string{"best", "200", "50"}) || row[3] != report.Likelihood(0.9) || row[4] != "62.5 %" || row[5] != "20" || r.Rows[1][3] != "" {
		t.Errorf("%q", r.Rows)
	}
	if want := "To be attackers is worth -30 ± 20 Elo; equals draw 25 % of their games."; r.Lines[1] != want || r.Lines[0] != "40 games; Elo with 95 % intervals, random fixed." || r.Head[7] != "as king" {
		t.Errorf("%q, want %q", r.Lines, want)
	}
	for _, bad := range []string{"", "{}", "{"} {
		if err := os.WriteFile(path, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if r, err := readLadder(path); err == nil {
			t.Errorf("%q: %+v", bad, r)
		}
	}
}
