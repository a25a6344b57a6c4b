package roster_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/roster"
)

// A pasted game is read in whatever notation it is.
func TestReadPasted(t *testing.T) {
	for _, test := range []struct{ name, text, game, want string }{
		{"a record", "[Game \"celta\"]\n\n1. d5c5", "tictactoe", "celta"},
		{"a list of moves", "d5c5 a4a5", "celta", "celta"},
		{"moves of chess", "1. e4 e5", "cetran2:array=qrknchsa/KSNRCAQH", "cetran2:array=qrknchsa/KSNRCAQH"},
	} {
		r, _, err := roster.ReadPasted(test.text, test.game)
		if err != nil || r.Game != test.want {
			t.Errorf("%s: got %s, %v; want %s", test.name, r.Game, err, test.want)
		}
	}
	if _, _, err := roster.ReadPasted("e4 e5", ""); err == nil || !strings.Contains(err.Error(), "which game") {
		t.Errorf("moves of nothing: %v", err)
	}
}

// A text names a game, never a file. Control: the command line may name the same file.
func TestPastedTextOpensNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.toml")
	if err := os.WriteFile(path, []byte("secret = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, paste := range []struct{ text, game string }{
		{"[Game \"" + path + "\"]\n\n1. d5c5", ""}, {"1. d5c5", path}, {"1. d5c5", path + ":cap=3"},
		{"[Variant \"" + path + "\"]\n\n1. e4 e5", ""}, {"[Game \"" + path + ":cap=3\"]\n\n1. d5c5", "celta"},
	} {
		if _, _, err := roster.ReadPasted(paste.text, paste.game); err == nil || strings.Contains(err.Error(), "secret =") || !strings.Contains(err.Error(), "never a file") {
			t.Errorf("%q, %q: %v", paste.text, paste.game, err)
		}
	}
	if _, err := roster.Game(path); err == nil || !strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "never a file") {
		t.Errorf("typed: %v", err)
	}
}

// Rules that are pasted are known for a while, and never more than a few of them.
func TestPastedRulesAreBounded(t *testing.T) {
	before := games.Files()
	var names []string
	for n := range 40 {
		text := fmt.Sprintf("[result:1]\n[rules:dim:7 name:P%d atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n1. d3-e3 timeout", n)
		r, g, err := roster.ReadPasted(text, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := games.Make(r.Game); err != nil || g.Spec().Name != r.Game {
			t.Errorf("just pasted: %v", err)
		}
		names = append(names, r.Game)
	}
	if n := games.Files() - before; n != 16 {
		t.Errorf("%d games are known, want 16; named as %q", n, names[39])
	}
	if _, err := games.Make(names[0]); err == nil {
		t.Errorf("%s is known still", names[0])
	}
}

// FuzzPaste reads pasted games, in any notation, by the rules that they
// bring with them or by those of the Juego Celta: what is read can be played again, and what is
// refused is reported on one line.
func FuzzPaste(f *testing.F) {
	f.Add([]byte("[result:-1]\n[rules:dim:7 name:B surf:n atkf:y ks:c nj:n cj:n cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n1. d2-e2 c4-c5\n2. f4-f5 c5-a5\n3. d6-a6xa5 d5-a5xa6\n"), false)
	f.Add([]byte("[result:1]\n[rules:dim:7 atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n1. d3-e3 timeout"), false)
	f.Add([]byte("1. d3-e3 d2-e2\n2. d5-e5 resigned"), true)
	f.Add([]byte("1. d3e3 d2e2 2. d5e5"), true)
	f.Add([]byte("[Variant \"cetran2\"]\n[FEN \"qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - - 0 1\"]\n1. e4 e5 2. Nd3 d6 0-1\n"), false)
	f.Add([]byte("[Game \"tictactoe\"]\n[First \"Ana\"]\n\n1. b2 a3"), false)
	f.Fuzz(func(t *testing.T, text []byte, listed bool) {
		o := roster.Origin{}
		if listed {
			o.Game = "celta"
		}
		r, g, err := o.Read(text)
		if err == nil {
			_, err = r.Replay(g, func(int, env.State, env.Action) error { return nil })
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("more than a line: %q", err)
		}
	})
}
