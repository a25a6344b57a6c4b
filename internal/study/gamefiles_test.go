package study

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/report"
)

// meeting is a match of a and b in a game, of which these games count.
func meeting(t *testing.T, game string, counted ...arena.Game) *Meeting {
	t.Helper()
	g := games.Must(game)
	return &Meeting{
		Scoreboard: &report.Scoreboard{Game: game, A: "a", B: "b", Folder: t.TempDir()}, Players: []Contestant{{Network: "aa"}, {Network: "bb"}},
		Programs: "revision 1", game: g, rules: "rrr", counted: counted,
	}
}

// A game is numbered by its pair and which of the two it is, as people count.
func TestRound(t *testing.T) {
	for index, want := range map[int]string{0: "1.1", 1: "1.2", 2: "2.1", 3: "2.2", 199: "100.2"} {
		if got := round(arena.Game{Index: index}); got != want {
			t.Errorf("game %d is of round %s, want %s", index, got, want)
		}
	}
}

// A record says who played which side, how the game ended, and how much of it was
// the opening's.
func TestRecordOfAGame(t *testing.T) {
	row := []env.Action{0, 3, 1, 4, 2}
	for _, test := range []struct {
		name                          string
		game                          arena.Game
		first, second, ending, result string
		round                         string
	}{
		{"a begins", arena.Game{Index: 0, Role: env.First, Actions: row, Opening: 2, Result: env.FirstWins, Ending: "three in a row"}, "a", "b", "three in a row", "first wins", "1.1"},
		{"b begins", arena.Game{Index: 5, Role: env.Second, Actions: row, Opening: 2, Result: env.FirstWins, Ending: "three in a row"}, "b", "a", "three in a row", "first wins", "3.2"},
		{"cut off", arena.Game{Index: 1, Role: env.Second, Actions: row[:4], Opening: 2, Truncated: true}, "b", "a", "cut off after 4 plies", "ongoing", "1.2"},
	} {
		m := meeting(t, "tictactoe")
		r, err := m.record(test.game)
		if err != nil {
			t.Fatal(err)
		}
		if r.First != test.first || r.Second != test.second || r.Ending != test.ending || r.Result.String() != test.result || len(r.Moves) != len(test.game.Actions) {
			t.Errorf("%s: %+v", test.name, r)
		}
		tags := map[string]string{}
		for _, tag := range r.Tags {
			tags[tag.Name] = tag.Value
		}
		networks := map[string]string{"a": "aa", "b": "bb"}
		if tags["FirstNetwork"] != networks[test.first] || tags["SecondNetwork"] != networks[test.second] || tags["Rules"] != "rrr" || tags["Ludens"] != "revision 1" {
			t.Errorf("%s: who played is not told: tags %v", test.name, tags)
		}
		if tags["Round"] != test.round || tags["OpeningPlies"] != "2" {
			t.Errorf("%s: tags %v", test.name, tags)
		}
		end, err := r.Replay(m.game, nil)
		if err != nil || end.Result() != test.game.Result {
			t.Errorf("%s: replayed: %v", test.name, err)
		}
	}
}

// A game that begins with a position of its own is written with it, and replays from
// there to the position where it ended.
func TestRecordOfAGameFromAPosition(t *testing.T) {
	g := games.Must("cetran2")
	uneven := g.(env.Uneven)
	start, err := uneven.Without(uneven.Odds()[0], env.First, 3)
	if err != nil {
		t.Fatal(err)
	}
	played := arena.Game{Start: uneven.Position(start), Role: env.First, Truncated: true}
	s := start.Copy(nil)
	for range 6 {
		a := s.Legal(nil)[0]
		played.Actions = append(played.Actions, a)
		s.Play(a)
	}
	m := meeting(t, "cetran2", played)
	r, err := m.record(played)
	if err != nil {
		t.Fatal(err)
	}
	end, err := r.Replay(m.game, nil)
	if err != nil || end.Key() != s.Key() {
		t.Errorf("%v: it ends with another position", err)
	}
	played.Start = "nonsense"
	if _, err := m.record(played); err == nil {
		t.Error("nonsense is a position")
	}
}

// Games whose game has a notation of other programs are one file in it; those of
// others are a file each. Either way nothing is lost.
func TestWriteGames(t *testing.T) {
	row := []env.Action{0, 3, 1, 4, 2}
	m := meeting(t, "tictactoe", arena.Game{Index: 0, Actions: row, Result: env.FirstWins}, arena.Game{Index: 3, Role: env.Second, Actions: row, Result: env.FirstWins})
	for range 2 { // a second time over the first
		if err := m.WriteGames(); err != nil {
			t.Fatal(err)
		}
	}
	names, err := filepath.Glob(filepath.Join(m.Folder, "games", "*"))
	if err != nil || len(names) != 2 || filepath.Base(names[0]) != "000001.txt" || filepath.Base(names[1]) != "000004.txt" {
		t.Fatalf("%v, %v", names, err)
	}
	if err := os.RemoveAll(filepath.Join(m.Folder, "games")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.Folder, "games"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := m.WriteGames(); err == nil || !strings.Contains(err.Error(), "games") {
		t.Errorf("a file in place of the folder: %v", err)
	}
}

func TestWriteGamesInANotation(t *testing.T) {
	s := setting(t, "cetran2")
	match := &Match{Setting: s, Agents: [2]string{"greedy", "random"}, Pairs: 1}
	m, err := match.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := m.WriteGames(); err != nil {
		t.Fatal(err)
	}
	g := s.Game.(env.Transcribed)
	text, err := os.ReadFile(filepath.Join(s.Out, "games."+g.Notations()[0]))
	if err != nil {
		t.Fatal(err)
	}
	for want, times := range map[string]int{
		`[White "greedy"]`: 1, `[White "random"]`: 1, `[Round "1.1"]`: 1, `[Round "1.2"]`: 1, `[Event "ludens match"]`: 2, `[OpeningPlies "2"]`: 2,
	} {
		if got := strings.Count(string(text), want); got != times {
			t.Errorf("%s stands there %d times, want %d", want, got, times)
		}
	}
	// The first game is read back move by move.
	first := strings.TrimSpace(string(text[:strings.LastIndex(string(text), "[Event ")]))
	r, err := record.ParseAny(s.Game, []byte(first+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if want := m.counted[0]; len(r.Moves) != len(want.Actions) || r.First != "greedy" || r.Second != "random" {
		t.Errorf("%d moves of %s against %s, want %d of greedy against random", len(r.Moves), r.First, r.Second, len(want.Actions))
	}
	if _, err := r.Replay(s.Game, nil); err != nil {
		t.Error(err)
	}
}
