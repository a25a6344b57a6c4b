package chess

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// Who castles is royal, where some man is.
func TestWhoCastles(t *testing.T) {
	text, _ := games.Text("chess")
	for castling, want := range map[string]string{
		"e1g1 h1f1, e1c1 a1d1": "",
		"d1g1 h1f1":            `chess.toml:18: "d1g1 h1f1": no royal man stands on the first square`,
	} {
		f, err := variant.Parse("chess.toml", strings.Replace(text, "e1g1 h1f1, e1c1 a1d1", castling, 1), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Read(f); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\ngot  %v\nwant %s", castling, err, want)
		}
	}
}

var updateKeys = flag.Bool("update-keys", false, "write testdata/castlings.tsv anew")

// Positions that differ by rights alone have keys of their own, in either turn, and keys stay:
// testdata/castlings.tsv has them. Rights of drawn men differ by the squares of these men, too.
func TestCastlingKeys(t *testing.T) {
	var lines []string
	for _, tt := range []struct{ game, placement, rights string }{
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R", "KQkq"},
		{"capablanca", "r4k3r/10/10/10/10/10/10/R4K3R", "KQkq"},
		{"chess960", "1rk1r2r/8/8/8/8/8/8/1RK1R2R", "HBhb"},
		{"chess960", "1rk1r2r/8/8/8/8/8/8/1RK1R2R", "Ee"},
	} {
		g := general(t, tt.game)
		for set := range 1 << len(tt.rights) {
			if set == 0 && len(tt.rights) < 4 {
				continue // without rights as in the line before
			}
			rights := ""
			for i, r := range tt.rights {
				if set>>i&1 != 0 {
					rights += string(r)
				}
			}
			for _, turn := range []string{"w", "b"} {
				text := fmt.Sprintf("%s %s %s - 0 1", tt.placement, turn, cmp.Or(rights, "-"))
				s, err := g.ParsePosition(text)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				lines = append(lines, fmt.Sprintf("%s\t%s\t%016x", tt.game, text, s.Key()))
			}
		}
	}
	met := map[string]string{}
	for _, line := range lines {
		key := line[len(line)-16:]
		if other, ok := met[key]; ok {
			t.Errorf("one key for two positions:\n%s\n%s", other, line)
		}
		met[key] = line
	}
	const file = "testdata/castlings.tsv"
	text := strings.Join(lines, "\n") + "\n"
	if *updateKeys {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("keys have changed: got\n%s\nwant\n%s", text, want)
	}
}

// A position has one hash however it has come about: by moves in any order or from its text.
// The reference is the text itself: men, turn, rights and squares just passed.
func TestOneHashByAnyPath(t *testing.T) {
	hash := func(s env.State) uint64 {
		b := &s.(*State).board
		return b.hash ^ b.castles.key(b.rights)
	}
	small := read(t, drawnCastling)
	for name, g := range map[string]*Game{"chess": general(t, "chess"), "chess960": general(t, "chess960"), "capablanca": general(t, "capablanca"), "drawn": small} {
		texts, hashes, again, castled := map[uint64]string{}, map[string]uint64{}, 0, map[string]bool{}
		for game := range uint64(60) {
			s, rng := g.New(game%3), rand.New(rand.NewPCG(game, 36))
			for ply := 0; ply < 80 && s.Result() == env.Ongoing; ply++ {
				// mostly kings and rooks move, to and fro, so that rights are lost in many ways
				legal := s.Legal(nil)
				var near []env.Action
				for _, a := range legal {
					if m, _ := s.(*State).moveOf(a); m.what >= dropped || g.kinds[kindOf(s.(*State).board.at[m.from])].royal || s.(*State).board.castles.loses[m.from] != 0 {
						near = append(near, a)
					}
				}
				if len(near) > 0 && rng.IntN(4) > 0 {
					legal = near
				}
				s.Play(legal[rng.IntN(len(legal))])
				field := strings.Fields(g.Position(s))
				text := strings.Join(field[:4], " ")
				castled[field[2]] = true
				old, met := hashes[text]
				again += btoi(met)
				if other, taken := texts[hash(s)]; met && old != hash(s) || taken && other != text {
					t.Fatalf("%s: %s has hash %x, before %x and %q", name, text, hash(s), old, other)
				}
				texts[hash(s)], hashes[text] = text, hash(s)
				if read, err := g.ParsePosition(g.Position(s)); err != nil || hash(read) != hash(s) {
					t.Fatalf("%s: %s: %v, or another hash than from its text", name, text, err)
				}
			}
		}
		if again < 50 || len(castled) < 8 {
			t.Errorf("%s: %d positions met again, rights %v: want 50, and 8 kinds of rights", name, again, castled)
		}
		t.Logf("%s: %d positions, %d met again, rights in %d ways", name, len(hashes), again, len(castled))
	}
}
