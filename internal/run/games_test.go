package run

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

func ticTacToe(t testing.TB) env.Game {
	t.Helper()
	g, err := gamelist.Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// through is a game of tic-tac-toe through these squares.
func through(g env.Game, squares ...env.Action) *selfplay.Record {
	r, s := &selfplay.Record{}, g.New(0)
	for _, a := range squares {
		r.Plies = append(r.Plies, selfplay.Ply{Action: a, Policy: []selfplay.Share{{Action: a, Probability: 1}}})
		s.Play(a)
	}
	r.Result = s.Result()
	return r
}

// emptied is a folder for games.
func emptied(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, games), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Games with right checksums that the rules do not allow are refused before
// anything is trained on them, by file, game and ply.
func TestHostileGamesAreRefused(t *testing.T) {
	g := ticTacToe(t)
	row := func(spoil func(r *selfplay.Record)) *selfplay.Record {
		r := through(g, 0, 3, 1, 4, 2)
		spoil(r)
		return r
	}
	for _, c := range []struct {
		name  string
		spoil func(r *selfplay.Record)
		want  string
	}{
		{"policy action 999", func(r *selfplay.Record) { r.Plies[1].Policy[0].Action = 999 }, "ply 2: the policy names action 999"},
		{"illegal move", func(r *selfplay.Record) { r.Plies[1].Action = 0 }, "ply 2: action 0 is not legal in tictactoe"},
		{"wrong winner", func(r *selfplay.Record) { r.Result = env.SecondWins }, "the record says second wins, the rules of tictactoe say first wins"},
		{"500 plies", func(r *selfplay.Record) { r.Plies = make([]selfplay.Ply, 500) }, "500 plies, but tictactoe ends after 9"},
		{"value 1e9", func(r *selfplay.Record) { r.Plies[2].Value = 1e9 }, "ply 3: a value of 1e+09"},
		{"start of another game", func(r *selfplay.Record) { r.Start = selfplay.Start{Kind: "few", Level: 1, Position: "k7"} }, `a start of kind "few"`},
	} {
		dir := emptied(t)
		if err := writeGames(at(dir, gamesName(1)), []*selfplay.Record{row(func(*selfplay.Record) {}), row(c.spoil)}); err != nil {
			t.Fatal(err)
		}
		_, err := readGames(dir, nil, g, 1)
		if err == nil || !strings.Contains(err.Error(), "000001.seg, game 2: selfplay: ") || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
}

// A file whose games take more than any iteration's is refused, however small it is.
func TestGamesAreBounded(t *testing.T) {
	dir, g := emptied(t), ticTacToe(t)
	if err := writeGames(at(dir, gamesName(1)), []*selfplay.Record{{Plies: make([]selfplay.Ply, 20<<20)}}); err == nil || !strings.Contains(err.Error(), "selfplay.games") {
		t.Errorf("too many games to save: %v", err)
	}
	bomb := bytes.Repeat([]byte("\x22\x00"), disk.MaxFrame/2)
	if err := disk.WriteFrames(at(dir, gamesName(1)), [][]byte{bomb, bomb, bomb}); err != nil {
		t.Fatal(err)
	}
	if _, err := readGames(dir, nil, g, 1); err == nil || !strings.Contains(err.Error(), "game 1: selfplay: record: more than 65536 plies") {
		t.Errorf("a bomb: %v", err)
	}
}

// FuzzReadGames reads files of games whose checksums are right, and learns from
// what is not refused.
func FuzzReadGames(f *testing.F) {
	g := ticTacToe(f)
	for _, r := range []*selfplay.Record{through(g, 0, 3, 1, 4, 2), through(g, 8, 4, 0, 2, 6, 7, 3), {Resigned: true, Lows: [2]float32{-1, 0}, Result: env.SecondWins}} {
		f.Add(r.Marshal(), r.Marshal())
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		dir := emptied(t)
		if err := disk.WriteFrames(at(dir, gamesName(1)), [][]byte{a, b}); err != nil {
			t.Skip(err)
		}
		games, err := readGames(dir, nil, g, 1)
		if err != nil {
			if !strings.Contains(err.Error(), "000001.seg, game ") {
				t.Errorf("an error without its place: %v", err)
			}
			return
		}
		learn(t, g, games)
	})
}

// learn does with games what the loop does with those of a file.
func learn(t *testing.T, g env.Game, games []*selfplay.Record) {
	window := train.NewReplay(g, train.Config{Window: 100, Augment: true})
	window.Append(games)
	train.Diagnose(g, train.Config{Iterations: 1}, train.Iteration{At: train.Progress{Iteration: 1}}, games, window.Games())
	if window.Positions() == 0 {
		return
	}
	b := nn.NewBatch(nn.Spec{Planes: g.Spec().Shape[0], Rows: 3, Cols: 3, PolicyPlanes: 1}, 8)
	if err := window.Draw(b, seed.New(1), 1); err != nil {
		t.Error(err)
	}
	for i, p := range b.Policy {
		if !(p >= 0 && p <= 1+1e-4) || p > 0 && !b.Legal[i] {
			t.Errorf("a policy target of %v, legal: %v", p, b.Legal[i])
		}
	}
	for _, p := range b.WDL {
		if !(p >= 0 && p <= 1) {
			t.Errorf("a value target of %v", p)
		}
	}
}
