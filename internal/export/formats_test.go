package export

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/env/record"
	"ludens/mcts"
	"ludens/selfplay"
)

func game(_ testing.TB, name string) env.Game { return gamelist.Must(name) }

// selfPlayed returns some games of self-play by an evaluator that knows nothing, some
// of whose moves are not searched to learn from.
func selfPlayed(t testing.TB, g env.Game, n int) []*selfplay.Record {
	t.Helper()
	cfg := selfplay.Config{Games: n, Lockstep: n, Temperature: 1, TemperaturePly: 999, Search: mcts.Defaults(), OpeningPlies: 1}
	cfg.Search.Simulations, cfg.Search.Considered = 2, 2
	plan := selfplay.NewPlan(g, cfg, 1)
	all, keep := selfplay.Collect(plan)
	if err := selfplay.Play(context.Background(), plan, selfplay.Resources{Game: g, Now: mcts.Uniform{}}, 1, keep); err != nil {
		t.Fatal(err)
	}
	return all
}

// halves are games as those of two iterations.
func halves(all []*selfplay.Record) Games {
	return func(visit func(int, *selfplay.Record) error) error {
		for i, r := range all {
			if err := visit(1+2*i/len(all), r); err != nil {
				return err
			}
		}
		return nil
	}
}

// written writes games into a file of a format.
func written(t testing.TB, g env.Game, all []*selfplay.Record, format string) string {
	t.Helper()
	for _, f := range formats {
		if f.name == format {
			path := filepath.Join(t.TempDir(), "games"+f.ending)
			n, err := writeGames(path, format, g, halves(all))
			if err != nil {
				t.Fatal(err)
			}
			want := Count{Games: len(all)}
			for _, r := range all {
				want.Positions += len(r.Plies)
			}
			if n != want {
				t.Errorf("%s: %+v were written, want %+v", format, n, want)
			}
			return path
		}
	}
	t.Fatal(format)
	return ""
}

// python runs a script by the interpreter that PYTHON names, else python3, with a
// question on its standard input; it skips the test where modules are missing.
func python(t *testing.T, modules, script string, question any) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Python")
	}
	path := cmp.Or(os.Getenv("PYTHON"), "python3")
	if exec.Command(path, "-c", "import "+modules).Run() != nil {
		t.Skip("wants Python with " + modules + ": as python3, or named by PYTHON")
	}
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-c", script)
	c.Stdin = bytes.NewReader(text)
	if out, err := c.CombinedOutput(); err != nil || string(out) != "ok\n" {
		t.Errorf("Python says %v:\n%s", err, out)
	}
}

// A game without PGN is refused, and what was there stays.
func TestWriteGamesRefuses(t *testing.T) {
	g, path := game(t, "tictactoe"), filepath.Join(t.TempDir(), "games.pgn")
	if _, err := writeGames(path, "pgn", g, halves(nil)); !errors.As(err, new(record.NotationError)) {
		t.Errorf("PGN of tic-tac-toe: %v", err)
	}
	if _, err := writeGames(path, "xls", g, halves(nil)); err == nil || !strings.Contains(err.Error(), `no format "xls"; want one of npz, parquet, pgn, jsonl, proto`) {
		t.Errorf("another format: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
}
