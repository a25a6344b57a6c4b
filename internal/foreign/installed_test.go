package foreign

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
)

// installed are engines that distributions have, how they are called, and what they play. Long
// ones are left to LUDENS_LONG.
var installed = []struct {
	program, protocol, game string
	long                    bool
}{
	{"stockfish", "uci", "chess", false}, {"toga2", "uci", "chess", false}, {"glaurung", "uci", "chess", false},
	{"phalanx", "cecp", "chess", false},
	{"gnuchess", "cecp", "chess", true}, // 6.2.7 leaves a line unread now and then
	{"ethereal-chess", "uci", "chess", true},
	{"fairymax", "cecp", "chess", false}, {"fairymax", "cecp", "knightmate", false}, {"fairymax", "cecp", "king-of-the-hill", false},
	{"fairymax", "cecp", "capablanca", true}, {"fairymax", "cecp", "makruk", true}, {"fairymax", "cecp", "shatranj", true},
	{"shamax", "cecp", "shatranj", true},
	{"sjeng", "cecp", "chess", true}, {"sjeng", "cecp", "crazyhouse", true},
	{"fairy-stockfish", "uci", "shogi", false}, {"fairy-stockfish", "uci", "xiangqi", false}, // others write their moves otherwise
	{"fairy-stockfish", "uci", "crazyhouse", true}, {"fairy-stockfish", "uci", "capablanca", true}, {"fairy-stockfish", "cecp", "makruk", true},
	{"fairy-stockfish", "uci", "minishogi", true}, {"fairy-stockfish", "uci", "gardner", true},
}

// Each engine that is found here plays two games against random moves, one with each side,
// to their end, and nothing that it does costs it a game.
func TestInstalledEngines(t *testing.T) {
	var missing []string
	for _, e := range installed {
		path, ok := installedAt(e.program)
		if !ok {
			missing = append(missing, e.program)
			continue
		}
		t.Run(e.program+" "+e.game, func(t *testing.T) {
			if e.long && os.Getenv("LUDENS_LONG") == "" {
				t.Skip("LUDENS_LONG=1 plays it")
			}
			t.Parallel()
			for side := range env.Player(2) {
				plays(t, e.protocol, path, games.Must(e.game), side)
			}
		})
	}
	if missing = slices.Compact(missing); len(missing) > 0 {
		t.Skipf("wants chess engines: apt-get install %s", strings.Join(missing, " "))
	}
}

// installedAt finds a program; Debian has games where not every user looks.
func installedAt(program string) (string, bool) {
	if path, err := exec.LookPath(program); err == nil {
		return path, true
	}
	path := filepath.Join("/usr/games", program)
	_, err := os.Stat(path)
	return path, err == nil
}

// plays plays a game of an engine against random moves.
func plays(t *testing.T, protocol, path string, g env.Game, side env.Player) {
	t.Helper()
	e, err := Parse(protocol, path+"@10ms+depth=3+patience=30s")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start(e, g)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s, rng := g.New(0), rand.New(rand.NewPCG(1, uint64(side)))
	for ply := 0; ply < g.Spec().MaxPly && s.Result() == env.Ongoing; ply++ {
		if s.ToMove() != side {
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
			continue
		}
		d, err := p.Act(background, s)
		if err != nil {
			t.Fatalf("ply %d, %s: %v", ply+1, s, err)
		}
		s.Play(d.Action)
	}
	t.Logf("as %s: %v", g.Spec().Roles[side], s.Result())
}

// A program that speaks two protocols goes on in the one that it hears first: it is asked for
// the one that the user named first. One that speaks one protocol answers in that.
func TestSpeaksTwoProtocols(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("wants a shell")
	}
	const both = `while read line; do case $line in uci) echo uciok; exec cat >/dev/null;; xboard) echo 'feature done=1'; exec cat >/dev/null;; esac; done`
	const one = `while read line; do case $line in xboard) echo 'feature done=1';; esac; done`
	for _, c := range []struct{ script, asked, want string }{{both, "uci", "uci"}, {both, "cecp", "cecp"}, {one, "uci", "cecp"}, {one, "cecp", "cecp"}} {
		if got := spoken([]string{"/bin/sh", "-c", c.script}, c.asked, time.Minute); got != c.want {
			t.Errorf("asked for %s, it speaks %q, want %s", c.asked, got, c.want)
		}
	}
}
