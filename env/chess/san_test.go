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

var (
	_ env.SANWriter   = (*State)(nil)
	_ env.Transcribed = (*Game)(nil)
)

// Moves in algebraic notation, and what else is read for them.
func TestSAN(t *testing.T) {
	for _, tt := range []struct{ game, position, uci, san, also string }{
		{"chess", start, "g1f3", "Nf3", "Ng1f3 Ng1-f3 g1-f3 Ngf3 N1f3 Nf3!?"},
		{"chess", start, "e2e4", "e4", "e2-e4 Pe4"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", "O-O", "0-0 o-o O-O!"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8c8", "O-O-O", "0-0-0"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ -", "a1a8", "Ra8+", "Ra8"},
		{"chess", "3k4/8/3K4/8/8/8/8/7R w - -", "h1h8", "Rh8#", "Rh8+ Rh8"},
		{"chess", "4k3/2P5/8/8/8/8/8/4K3 w - -", "c7c8r", "c8=R+", "c8R c8=r c8(R) c8/R"},
		{"chess", "3rk3/2P5/8/8/8/8/8/4K3 w - -", "c7d8q", "cxd8=Q+", "cd8Q c7xd8=Q"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6", "exd6ep exd6e.p. e5xd6"},
		{"chess", "4k3/8/8/8/8/B7/2P5/B1B1K3 w - -", "c1b2", "Bcb2", "Bc1b2"},
		{"chess", "7k/8/8/8/B7/8/2B5/4K3 w - -", "c2b3", "Bcb3", ""},
		{"chess", "4k3/8/8/8/1B6/8/8/1B2K3 w - -", "b1c2", "Bc2", "b1-c2"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[QPq] w - -", "Q@e2", "Q@e2+", "Q@e2"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[QPq] w - -", "P@b4", "P@b4", "@b4"},
		{"capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq -", "f1i1", "O-O", "0-0"},
		{"grand-chess", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1", "a1a2", "Ra2", "R1a2"},
		{"grand-chess", "k9/10/10/10/10/10/10/10/5P4/K9 w - -", "f2f3", "f3", "f2f3"},
		{"grand-chess", "k8n/8p1/10/10/10/10/10/10/10/K9 w - -", "a1b1", "Kb1", ""},
		{"grand-chess", "k9/5P4/10/10/10/10/10/10/10/K9 w - -", "f9f10q", "f10=Q+", "f10Q"},
		{"grand-chess", "k9/10/5P4/10/10/10/10/10/10/K9 w - -", "f8f9", "f9", ""},
		{"berolina", start, "d2f4", "df4", "d2f4 d2-f4"},
		{"shogi", start, "c3c4", "c4", "Pc4"},
	} {
		g, err := Read(file(t, tt.game))
		if err != nil {
			t.Fatal(err)
		}
		s := g.New(0)
		if tt.position != start {
			if s, err = g.(env.Notated).ParsePosition(tt.position); err != nil {
				t.Fatalf("%s %s: %v", tt.game, tt.position, err)
			}
		}
		a, err := env.Parse(s, tt.uci)
		if err != nil {
			t.Errorf("%s: %v", tt.game, err)
			continue
		}
		if got := s.(*State).SAN(a); got != tt.san {
			t.Errorf("%s %s: %s is %s, want %s", tt.game, tt.position, tt.uci, got, tt.san)
		}
		for text := range strings.FieldsSeq(tt.uci + " " + tt.san + " " + tt.also) {
			if got, err := s.(*State).ParseMove(text); err != nil || got != a {
				t.Errorf("%s %s: %q is read as %d, %v", tt.game, tt.position, text, got, err)
			}
		}
	}
}

// A capital before two squares is a man's letter, a small one a file.
func TestLetterOrFile(t *testing.T) {
	g, err := Read(file(t, "chess"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.(env.Notated).ParsePosition("4k3/8/8/3B4/8/8/8/1R1B1K2 w - -")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"B1b3": "d1b3", "b1b3": "b1b3", "B5b3": "d5b3", "Rb3": "b1b3"} {
		if a, err := s.(*State).ParseMove(text); err != nil || s.Format(a) != want {
			t.Errorf("%s is read as %s, %v, want %s", text, s.Format(a), err, want)
		}
	}
}

// In games of every file at random each move has a text of its own in algebraic notation,
// which is read as that move.
func TestSANOfGallery(t *testing.T) {
	for _, g := range family(t) {
		rng := rand.New(rand.NewPCG(1, 19))
		s := g.New(7)
		for ply := 0; ply < 40 && s.Result() == env.Ongoing; ply++ {
			legal := s.Legal(nil)
			met := map[string]bool{}
			for _, i := range rng.Perm(len(legal))[:min(12, len(legal))] {
				text := s.(env.SANWriter).SAN(legal[i])
				a, err := s.(interface {
					ParseMove(string) (env.Action, error)
				}).ParseMove(text)
				if err != nil || a != legal[i] || met[text] {
					t.Errorf("%s: %s is written %s and read as %d, %v", g.Spec().Name, s.Format(legal[i]), text, a, err)
				}
				met[text] = true
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
}

// Published games, as others have written them, go on to their last move.
func TestPublishedGames(t *testing.T) {
	for _, tt := range []struct {
		name, game, pgn string
		plies           int
		ending          string
	}{
		{"Morphy against two, Paris 1858", "chess", `[Event "Paris"]
[White "P. Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {a weak move} 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6
7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5? 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. 0-0-0 Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0`, 33, "checkmate"},
		{"Anderssen against Kieseritzky, London 1851", "chess", `[Event "London"]

1.e4 e5 2.f4 exf4 3.Bc4 Qh4+ 4.Kf1 b5 5.Bxb5 Nf6 6.Nf3 Qh6 7.d3 Nh5 8.Nh4 Qg5
9.Nf5 c6 10.g4 Nf6 11.Rg1 cxb5 12.h4 Qg6 13.h5 Qg5 14.Qf3 Ng8 15.Bxf4 Qf6
16.Nc3 Bc5 17.Nd5 Qxb2 18.Bd6 Bxg1 19.e5 Qxa1+ 20.Ke2 Na6 21.Nxg7+ Kd8
22.Qf6+ Nxf6 23.Be7# 1-0`, 45, "checkmate"},
		{"crazyhouse, as lichess.org writes it", "crazyhouse", `[Variant "Crazyhouse"]

1. d4 d5 2. Nf3 Bf5 3. g3 e6 4. Bg2 Bd6 5. Kf1 Nc6 6. h3 Nf6 7. Kg1 O-O 8. Nc3 Ne4 9. Nh4 Nxf2
10. Kxf2 Bxg3+ 11. Kxg3 P@g5 12. Nxf5 exf5 13. Nxd5 f4+ 14. Kf2 P@g3+ 15. Ke1 Re8 16. P@e5 Nxe5
17. dxe5 Rxe5 18. B@c3 P@f2+ 19. Kf1 Rxd5 20. Bxd5 P@e6 21. N@h6+ Kf8 22. R@g8+ Ke7 23. B@c5+ N@d6
24. N@f5+ exf5 25. Nxf5+ Kd7 26. P@e6+ fxe6 27. Rxd8+ Rxd8 28. Q@e7+ Kc8 29. Nxd6+ cxd6 30. Qxb7# 1-0`, 59, "checkmate"},
	} {
		read, err := Read(file(t, tt.game))
		if err != nil {
			t.Fatal(err)
		}
		g := read.(*Game)
		got, ok, err := g.ReadTranscript(tt.pgn)
		if err != nil || !ok || len(got.Moves) != tt.plies {
			t.Errorf("%s: %d moves, %v, %v", tt.name, len(got.Moves), ok, err)
			continue
		}
		s := g.New(0)
		for _, text := range got.Moves {
			a, err := env.Parse(s, text)
			if err != nil {
				t.Fatal(err)
			}
			s.Play(a)
		}
		if s.(*State).Ending() != tt.ending {
			t.Errorf("%s ends by %q, want %q", tt.name, s.(*State).Ending(), tt.ending)
		}
	}
}

// PGN says which game it is and how it begins where that is not chess from its start.
func TestPGNTags(t *testing.T) {
	for _, tt := range []struct{ game, position, want string }{
		{"chess", start, "[Result \"*\"]\n\n1. "},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. "},
		{"crazyhouse", start, "[Result \"*\"]\n[Variant \"crazyhouse\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\"]\n\n1. "},
	} {
		read, err := Read(file(t, tt.game))
		if err != nil {
			t.Fatal(err)
		}
		g := read.(*Game)
		s := g.New(0)
		if tt.position != start {
			if s, err = g.ParsePosition(tt.position); err != nil {
				t.Fatal(err)
			}
		}
		at := g.Position(s)
		move := s.Format(s.Legal(nil)[0])
		var b strings.Builder
		if err := g.WriteTranscript(&b, "pgn", env.Transcript{Start: at, Moves: []string{move}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), tt.want) {
			t.Errorf("%s:\n%s\nwant in it\n%s", tt.game, b.String(), tt.want)
		}
		back, ok, err := g.ReadTranscript(b.String())
		if err != nil || !ok || back.Start != at || len(back.Moves) != 1 || back.Moves[0] != move {
			t.Errorf("%s: read back as %+v, %v, %v", tt.game, back, ok, err)
		}
	}
	read, _ := Read(file(t, "chess"))
	for tag, want := range map[string]bool{"Standard": true, "chess": true, "From Position": true, "Atomic": false, "Crazyhouse": false} {
		_, _, err := read.(*Game).ReadTranscript("[Variant \"" + tag + "\"]\n\n1. e4 *")
		if (err == nil) != want {
			t.Errorf("chess reads a game of %q: %v", tag, err)
		}
	}
}

// sanOf writes the moves of some positions by python-chess.
const sanOf = `
import json, sys, chess
print(json.dumps([sorted(chess.Board(fen).san(m) for m in chess.Board(fen).legal_moves) for fen in json.load(sys.stdin)]))
`

// python-chess writes the moves of chess alike, all those of each position of games at
// random.
func TestSANByPythonChess(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Python")
	}
	path := cmp.Or(os.Getenv("PYTHON"), "python3")
	if exec.Command(path, "-c", "import chess; chess.Board").Run() != nil {
		t.Skip("wants Python with chess: as python3, or named by PYTHON")
	}
	g, err := Read(file(t, "chess"))
	if err != nil {
		t.Fatal(err)
	}
	var fens []string
	var ours []map[string]bool
	moves := 0
	for seed := range uint64(16) {
		rng := rand.New(rand.NewPCG(seed, 3))
		for s := g.New(0); s.Result() == env.Ongoing && len(fens) < 2000; {
			legal, texts := s.Legal(nil), map[string]bool{}
			for _, a := range legal {
				texts[s.(*State).SAN(a)] = true
			}
			moves += len(legal)
			fens, ours = append(fens, g.(*Game).FEN(s)), append(ours, texts)
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
	question, err := json.Marshal(fens)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-c", sanOf)
	c.Stdin, c.Stderr = bytes.NewReader(question), os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var theirs [][]string
	if err := json.Unmarshal(out, &theirs); err != nil || len(theirs) != len(fens) {
		t.Fatal(err, len(theirs))
	}
	for i, texts := range theirs {
		for _, text := range texts {
			if !ours[i][text] {
				t.Errorf("%s: python-chess has %s, which is none of %v", fens[i], text, ours[i])
			}
		}
		if len(texts) != len(ours[i]) {
			t.Errorf("%s: %d moves, and python-chess has %d", fens[i], len(ours[i]), len(texts))
		}
	}
	t.Logf("%d positions, %d moves", len(fens), moves)
}
