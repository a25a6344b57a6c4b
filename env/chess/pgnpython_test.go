package chess

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ludens/env"
)

// reader reads games by python-chess, and writes them again.
const reader = `
import io, json, sys, chess.pgn
answers = []
for text in json.load(sys.stdin):
    game = chess.pgn.read_game(io.StringIO(text))
    board = game.end().board()
    answers.append({"Errors": [str(e) for e in game.errors], "FEN": board.fen(shredder=True) if board.chess960 else board.fen(),
        "Plies": len(list(game.mainline_moves())), "Variant": type(board).__name__,
        "Text": game.accept(chess.pgn.StringExporter(columns=None))})
json.dump(answers, sys.stdout)
`

// python-chess reads games of ours in PGN to the last move, and we read them as it writes
// them: starts of Chess960 and castling there, drops, and variants by their names.
func TestPGNByPythonChess(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Python")
	}
	path := cmp.Or(os.Getenv("PYTHON"), "python3")
	if exec.Command(path, "-c", "import chess.pgn").Run() != nil {
		t.Skip("wants Python with chess: as python3, or named by PYTHON")
	}
	boards := map[string]string{
		"chess": "Board", "chess960": "Board", "crazyhouse": "CrazyhouseBoard", "atomic": "AtomicBoard", "horde": "HordeBoard",
		"antichess": "AntichessBoard", "racing-kings": "RacingKingsBoard", "king-of-the-hill": "KingOfTheHillBoard", "three-check": "ThreeCheckBoard",
	}
	type written struct {
		game  *Game
		moves []string
		last  env.State
	}
	var all []written
	var texts []string
	castlings, drops := 0, 0
	for name := range boards {
		g := general(t, name)
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, 7))
			start := g.New(seed)
			one := written{g, nil, start.Copy(nil)}
			for s := one.last; s.Result() == env.Ongoing && len(one.moves) < 120; {
				legal := s.Legal(nil)
				a := legal[rng.IntN(len(legal))]
				for _, b := range legal {
					if m, _ := s.(*State).moveOf(b); m.what >= castled {
						a = b
						castlings++
					}
				}
				if m, _ := s.(*State).moveOf(a); m.what == dropped {
					drops++
				}
				one.moves = append(one.moves, s.Format(a))
				s.Play(a)
			}
			var b strings.Builder
			if err := g.WriteTranscript(&b, "pgn", env.Transcript{Start: g.Position(start), Moves: one.moves, Result: one.last.Result()}); err != nil {
				t.Fatal(err)
			}
			all, texts = append(all, one), append(texts, b.String())
		}
	}
	question, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-c", reader)
	c.Stdin, c.Stderr = bytes.NewReader(question), os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []struct {
		Errors             []string
		FEN, Variant, Text string
		Plies              int
	}
	if err := json.Unmarshal(out, &answers); err != nil || len(answers) != len(all) {
		t.Fatal(err, len(answers))
	}
	for i, p := range answers {
		g, name := all[i].game, all[i].game.spec.Name
		placement := func(fen string) string { return strings.Join(strings.Fields(fen)[:2], " ") }
		if len(p.Errors) > 0 || p.Plies != len(all[i].moves) || p.Variant != boards[name] || placement(p.FEN) != placement(g.FEN(all[i].last)) {
			t.Errorf("%s: python-chess reads %d of %d plies as %s to %s, want %s: %v\n%s", name, p.Plies, len(all[i].moves), p.Variant, p.FEN, g.FEN(all[i].last), p.Errors, texts[i])
			continue
		}
		back, ok, err := g.ReadTranscript(p.Text)
		if err != nil || !ok || strings.Join(back.Moves, " ") != strings.Join(all[i].moves, " ") {
			t.Errorf("%s: what python-chess writes is read as %v, %v\n%s", name, back.Moves, err, p.Text)
		}
	}
	if castlings < 10 || drops < 10 {
		t.Errorf("%d castlings, %d drops: want 10 of each", castlings, drops)
	}
	t.Logf("%d games, %d castlings, %d drops", len(all), castlings, drops)
}
