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

// The games of lines play on as they were when their files were first published:
// actions, keys, observations, texts, drawings and results of random games. A checkpoint,
// a record and an opening book depend on all of these.
func TestLinesAreFrozen(t *testing.T) {
	var got strings.Builder
	for _, name := range append(games.Names(), linesSettings...) {
		file, _, _ := strings.Cut(name, ":")
		if text, _ := games.Text(file); !strings.Contains(text, `family = "lines"`) {
			continue
		}
		g, err := Make(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %016x\n", name, playedLines(t, g))
	}
	if *update {
		if err := os.WriteFile("testdata/lines.txt", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/lines.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// playedLines hashes what can be asked of the positions of some random games.
func playedLines(t *testing.T, g env.Game) uint64 {
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
			fmt.Fprint(h, legal, s.Key(), s.Result(), s.(env.Explained).Ending(), text, s.(env.Bounded).Left(), abilities(s))
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
