package games

import (
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/games"
)

// linesSettings change the board, the line, the ending and the opening of games that have
// room in one word, and of others.
var linesSettings = []string{
	"misere-tictactoe:rows=4,cols=4", "misere-tictactoe:full=last", "mnk-4-4-3:full=second", "mnk-4-4-3:diagonals=off", "mnk-5-5-4:rows=7,cols=7,length=5",
	"mnk-5-5-4:rows=3,cols=15,length=5", "mnk-5-5-4:gravity=on", "mnk-5-5-4:line=loses,length=3", "mnk-5-5-4:length=2", "mnk-5-5-4:cap=7", "mnk-5-5-4:cols=19,rows=2,length=19",
	"connect4-5x4:rows=8,cols=6", "connect4-5x4:rows=6,cols=7,length=3", "connect4-5x4:full=next,diagonals=off", "connect4-5x4:line=loses", "connect4-5x4:rows=8,cols=8",
	"connect4-5x4:longer=nothing,swap=on", "connect4-5x4:centre=never,stones=2", "squava:swap=off,gravity=on", "gomoku-pro:rows=8,cols=8,swap=on",
	"pente:rows=9,cols=9,capture_wins=4", "keryo-pente:rows=7,cols=8,longer=nothing", "connect6:rows=7,cols=7,length=4,full=first",
}

// Settings of rules that some game of stones has, on boards of one word and of more.
var stonesSettings = []string{
	"othello:rows=6,cols=6", "othello:result=loses,stuck=loses", "hex:rows=8,cols=9", "hex:result=loses,swap=off", "y:rows=8,cols=8", "havannah:rows=9,cols=9",
	"go-9x9:ko=simple", "go-9x9:rows=5,cols=7,suicide=on", "go-9x9:neighbours=8", "mills:fly=0,quiet=20", "lines-of-action:rows=7,cols=9",
}

// Settings of rules that some game of draughts has.
var draughtsSettings = []string{"checkers:backward=on", "russian-draughts:most=on,promote=stays", "international-draughts:side=8,ranks=3", "giveaway-checkers:side=6,ranks=2"}

// The games of lines, stones and draughts play on as they were when their files were first
// published: actions, keys, observations, texts, drawings and results of random games. A
// checkpoint, a record and an opening book depend on all of these.
func TestLinesAreFrozen(t *testing.T) { frozen(t, "lines", linesSettings) }

func TestStonesAreFrozen(t *testing.T) { frozen(t, "stones", stonesSettings) }

func TestDraughtsAreFrozen(t *testing.T) { frozen(t, "draughts", draughtsSettings) }

// frozen compares the games of a family, and some with settings, with what a file says of them.
func frozen(t *testing.T, family string, settings []string) {
	t.Helper()
	var got strings.Builder
	for _, name := range append(games.Names(), settings...) {
		file, _, _ := strings.Cut(name, ":")
		if text, _ := games.Text(file); !strings.Contains(text, fmt.Sprintf("family = %q", family)) {
			continue
		}
		g, err := Make(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %016x\n", name, playedThrough(t, g))
	}
	golden := "testdata/" + family + ".txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// playedThrough hashes what can be asked of the positions of some random games.
func playedThrough(t *testing.T, g env.Game) uint64 {
	h, spec := fnv.New64a(), g.Spec()
	seen := make([]float32, spec.Size())
	labelled := g.(env.Labelled)
	fmt.Fprint(h, sizes(spec), g.(env.Symmetric).Symmetries(), labelled.PlaneNames(), labelled.ActionNames(), labelled.Turned())
	for n := range 6 {
		s, rng := g.New(uint64(n)), seed.New(9).At("game", n).Rand()
		for range spec.MaxPly + 1 {
			legal, text := s.Legal(nil), g.(env.Notated).Position(s)
			s.Observe(seen)
			for _, x := range seen {
				h.Write([]byte{byte(math.Float32bits(x) >> 24)})
			}
			fmt.Fprint(h, legal, s.Key(), s.Result(), s.(env.Explained).Ending(), text)
			if x, ok := s.(env.Bounded); ok {
				fmt.Fprint(h, x.Left(), " ")
			}
			fmt.Fprint(h, abilities(s))
			for c := range spec.Cells() {
				owner, ok := s.(env.Spatial).Owner(c)
				fmt.Fprint(h, owner, ok)
			}
			read, err := g.(env.Notated).ParsePosition(text)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(h, read.Key(), read.Result(), read.Legal(nil), read.String())
			if len(legal) == 0 {
				break
			}
			fmt.Fprint(h, s.ToMove())
			a := legal[rng.IntN(len(legal))]
			fmt.Fprint(h, s.Format(a), squared(s.(env.Spatial).Squares(a)), drawn(s))
			s.Play(a)
		}
	}
	return h.Sum64()
}

// abilities returns what some games can tell of a position, and others not.
func abilities(s env.State) (all []any) {
	if x, ok := s.(env.Scored); ok {
		all = append(all, "score", x.Score(env.First), x.Score(env.Second))
	}
	if x, ok := s.(env.Decisive); ok {
		all = append(all, "decisive", x.Decisive(nil))
	}
	return all
}
