package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/internal/report"
)

// climbed returns what ladder --json says.
func climbed(t *testing.T, words string) (table report.Ratings) {
	t.Helper()
	out := works(t, "", append(strings.Fields("ladder "+words), "--json")...)
	if err := json.Unmarshal([]byte(out), &table); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	return table
}

func TestLadderOfBaselines(t *testing.T) {
	t.Chdir(t.TempDir())
	words := "connect4 alphabeta:3 --baselines random,greedy --games 120 --out l"
	table := climbed(t, words)
	var names []string
	for _, r := range table.Agents {
		names = append(names, r.Name)
		if r.Games < 10 || !(r.Low <= r.Elo && r.Elo <= r.High) {
			t.Errorf("%+v", r)
		}
	}
	if !slices.Equal(names, []string{"alphabeta:3", "greedy", "random"}) || table.Games != 120 || table.Agents[2].Elo != 0 {
		t.Errorf("%v in %d games, random at %v", names, table.Games, table.Agents[2].Elo)
	}
	if again := climbed(t, words); journal(t, "l") != 121 || again.Agents[0] != table.Agents[0] && again.Agents[0].Elo != table.Agents[0].Elo {
		t.Errorf("a ladder that is complete was played on: %d lines", journal(t, "l"))
	}
	has(t, works(t, "", append([]string{"ladder"}, strings.Fields(words)...)...), "connect4: 3 agents, 120 games", "random fixed", "above next", "red", "all games had been played before")

	f, err := os.Open(filepath.Join("l", "ladder.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 4 || rows[1][1] != "alphabeta:3" {
		t.Errorf("%v, %v", rows, err)
	}
	shifted := climbed(t, words+" --anchor greedy=1000")
	if i := slices.IndexFunc(shifted.Agents, func(r report.Rated) bool { return r.Name == "greedy" }); shifted.Agents[i].Elo != 1000 || shifted.Agents[i].High != 1000 {
		t.Errorf("the anchor is at %v", shifted.Agents[i])
	}
}

// A run's checkpoints are reported with what they cost, and the run says its game.
func TestLadderOfARun(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "run")
	table := climbed(t, "run@4 --baselines random --each 8 --out l")
	if table.Game != "tictactoe" || len(table.Agents) != 3 || table.Games != 12 {
		t.Fatalf("%+v", table)
	}
	iterations := []int{}
	for _, r := range table.Agents {
		if r.Run != "" {
			iterations = append(iterations, r.Iteration)
			if r.Seconds <= 0 || r.SelfPlay <= 0 || !strings.HasPrefix(r.Key, "ckpt:") || strings.Contains(r.Key, "run") {
				t.Errorf("%+v", r)
			}
		}
	}
	if slices.Sort(iterations); !slices.Equal(iterations, []int{1, 2}) {
		t.Errorf("iterations %v, want 1 and 2", iterations)
	}
	// A new player joins: what was played is kept.
	grown := climbed(t, "run@4 greedy --baselines random --games 24 --out l")
	if grown.Games != 24 || len(grown.Agents) != 4 || journal(t, "l") != 24+2 {
		t.Errorf("%d games, %d lines", grown.Games, journal(t, "l"))
	}
}

// A game may be named by its file, which is no checkpoint.
func TestLadderOfAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "mine.toml", "family = \"lines\"\nname = \"mine\"\nlike = \"tictactoe\"\n")
	if table := climbed(t, "mine.toml greedy --baselines random --games 4 --out l"); table.Game != "mine" || table.Games != 4 {
		t.Errorf("%d games of %s", table.Games, table.Game)
	}
	complaints{{`ladder none.toml greedy`, 1, `the file of a game: stat none.toml: no such file or directory`}}.check(t)
}

func TestLadderComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "run")
	climbed(t, "tictactoe greedy --baselines random --games 4 --out l")
	complaints{
		{`ladder`, 2, `ladder: too few words; want: ludens ladder GAME RUN|AGENT...`},
		{`ladder tictactoe --baselines random`, 2, `ladder: want two agents or more, not 1`},
		{`ladder tictactoe random --baselines random`, 2, `ladder: want two agents or more, not 1`},
		{`ladder tictactoe greedy --games -2`, 2, `--games -2: want 0 to 1000000`},
		{`ladder tictactoe greedy --baselines random --anchor mcts:3=0`, 2, `--anchor mcts:3=0: no such agent takes part; there are greedy, random`},
		{`ladder tictactoe greedy --anchor random=x`, 2, `--anchor random=x: "x" is not a rating; want AGENT=ELO, as in random=0`},
		{`ladder connect4 run`, 1, `run/checkpoints/000001.ckpt: the checkpoint is for tictactoe, the game is connect4`},
		{`ladder tictactoe greedy --baselines random --games 4 --seed 5 --out l`, 1, `l holds other games: seed is "1" there, not "5"; name another folder with --out`},
	}.check(t)
}
