package export

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
)

// Resigned games, drawn ones and unfinished ones are trained on as what
// they are.
func TestResultsOfRecordedGames(t *testing.T) {
	g := game(t, "tictactoe")
	const moves = "1. b2 a1 2. a2 c3"
	for _, c := range []struct {
		text                string
		result              env.Result
		truncated, resigned bool
	}{
		{moves + " 3. c2", env.FirstWins, false, false},
		{`[Result "second wins"]` + "\n" + moves, env.SecondWins, false, true},
		{moves + " 1/2-1/2", env.Drawn, false, false},
		{moves, env.Ongoing, true, false},
	} {
		path := filepath.Join(t.TempDir(), "game.txt")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := ReadGames(path, g, 0, false)
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %d games, %v", c.text, len(all), err)
			continue
		}
		if r := all[0]; r.Result != c.result || r.Truncated != c.truncated || r.Resigned != c.resigned {
			t.Errorf("%s: %+v", c.text, r)
		}
	}
}

// Rows of a table are read, but games that go on after their end or past the length limit only as
// recorded: then without what comes after, and without a value where the claim is not that of the rules.
func TestGamesAsRecorded(t *testing.T) {
	const path = "../../env/record/testdata/copenhagen.csv"
	g := game(t, "copenhagen")
	if _, err := ReadGames(path, g, 0, false); err == nil || !strings.Contains(err.Error(), "game 3, from line 3: record: move 20: the game is over") {
		t.Errorf("strictly: %v", err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	lines = append(lines, strings.Replace(lines[3], ",Black", ",White", 1))
	other := filepath.Join(t.TempDir(), "games.csv")
	if err := os.WriteFile(other, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	all, err := ReadGames(other, g, 0, true)
	if err != nil || len(all) != 5 {
		t.Fatalf("%d games, %v", len(all), err)
	}
	short := game(t, "copenhagen:cap=30")
	if _, err := ReadGames(other, short, 2, false); err == nil || !strings.Contains(err.Error(), "31 plies, but copenhagen:cap=30 ends after 30") {
		t.Errorf("past the length limit, strictly: %v", err)
	}
	if cut, err := ReadGames(other, short, 2, true); err != nil || len(cut[1].Plies) != 30 || cut[1].Result != env.Ongoing || !cut[1].Truncated || cut[0].Result != env.SecondWins {
		t.Errorf("past the length limit, as recorded: %v %+v", err, cut)
	}
	for i, want := range []struct {
		plies     int
		result    env.Result
		truncated bool
	}{{26, env.SecondWins, false}, {31, env.FirstWins, false}, {38, env.SecondWins, false}, {29, env.FirstWins, false}, {29, env.Ongoing, true}} {
		if r := all[i]; len(r.Plies) != want.plies || r.Result != want.result || r.Truncated != want.truncated {
			t.Errorf("game %d: %d plies, %v, truncated %t; want %+v", i+1, len(r.Plies), r.Result, r.Truncated, want)
		}
	}
}

// A folder of a match gives its games, but for the moves of random openings.
func TestMatchesAreRead(t *testing.T) {
	g, dir := game(t, "tictactoe"), t.TempDir()
	folder, _, err := arena.Open(dir, map[string]string{"game": "tictactoe"})
	if err != nil {
		t.Fatal(err)
	}
	won := arena.Game{Opening: 2, Actions: []env.Action{0, 3, 1, 4, 2}, Result: env.FirstWins}
	if err := errors.Join(folder.Append(arena.Entry{Game: &won}), folder.Close()); err != nil {
		t.Fatal(err)
	}
	all, err := ReadGames(dir, g, 0, false)
	if err != nil || len(all) != 1 || all[0].Result != env.FirstWins || !slices.Equal(actionsOf(all), won.Actions) {
		t.Fatalf("%v, %v", all, err)
	}
	for i, p := range all[0].Plies {
		if (p.Policy == nil) != (i < 2) {
			t.Errorf("ply %d has the policy target %v", i+1, p.Policy)
		}
	}
	if _, err := ReadGames(dir, game(t, "celta"), 0, false); err == nil || !strings.Contains(err.Error(), `is a game of "tictactoe", want celta`) {
		t.Errorf("as games of celta: %v", err)
	}
}

// What cannot be trained on is reported in one line, with its place.
func TestReadGamesRefuses(t *testing.T) {
	g, dir := game(t, "tictactoe"), t.TempDir()
	good := `{"game":"tictactoe","result":"first wins","moves":["b2","a1","a2","c3","c2"]}` + "\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty.txt":   {"\n\n", "empty.txt: holds no game"},
		"illegal.txt": {"1. b2 b2", `game 1, from line 1: record: move 1...: illegal action "b2"`},
		"second.txt":  {"[Game \"tictactoe\"]\n\n1. b2\n\n[Game \"tictactoe\"]\n1. z9", "game 2, from line 5: record: move 1: illegal"},
		"other.txt":   {"[Game \"connect4\"]\n\n1. a", `game 1, from line 1: is a game of "connect4", want tictactoe`},
		"no.jsonl":    {good + "{", "line 2: record: unexpected EOF"},
		"more.jsonl":  {good + good[:len(good)-2] + `,"wat":1}`, `line 2: record: json: unknown field "wat"`},
		"claim.jsonl": {strings.Replace(good, "first", "second", 1), `line 1: record: false claim after move 3: result "second wins", but by the rules it is "first wins"`},
		"long.txt":    {strings.Repeat("x", 1<<20+1), "too long"},
		"no.pb":       {"hello", "is not a file of games"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := ReadGames(path, g, 0, false)
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	file := written(t, g, selfPlayed(t, g, 2), "proto")
	if _, err := ReadGames(file, game(t, "celta"), 0, false); err == nil || !strings.Contains(err.Error(), `holds games of "tictactoe"`) {
		t.Errorf("messages of another game: %v", err)
	}
	b, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, b[:len(b)-3], 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadGames(file, g, 0, false); err == nil || !strings.Contains(err.Error(), "game 2: unexpected EOF") {
		t.Errorf("cut short: %v", err)
	}
}

// FuzzRead reads files of any kind: whatever is read can be trained on.
func FuzzReadGames(f *testing.F) {
	dir := f.TempDir()
	for _, format := range []string{"proto", "jsonl", "pgn"} {
		name := map[bool]string{true: "cetran2", false: "tictactoe"}[format == "pgn"]
		g := game(f, name)
		b, err := os.ReadFile(written(f, g, selfPlayed(f, g, 2), format))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b[:min(len(b), 4000)], gameFormatOf("."+format) == "pgn", format)
	}
	f.Add([]byte("[Game \"tictactoe\"]\n\n1. b2 {[x} a1\n\n[Game \"tictactoe\"]\n1. a1"), false, "txt")
	played := map[bool]env.Game{true: game(f, "cetran2"), false: game(f, "tictactoe")}
	f.Fuzz(func(t *testing.T, text []byte, chess bool, format string) {
		g := played[chess]
		ending := map[string]string{"proto": ".pb", "jsonl": ".jsonl"}[format]
		path := filepath.Join(dir, "fuzz"+ending)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := ReadGames(path, g, 0, false)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		for _, r := range all {
			s, err := r.Begin(g)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Plies {
				if !slices.Contains(s.Legal(nil), p.Action) {
					t.Fatalf("action %d is not legal", p.Action)
				}
				s.Play(p.Action)
			}
		}
	})
}
