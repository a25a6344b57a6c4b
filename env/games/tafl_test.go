package games

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/seed"
	"ludens/games"
)

var update = flag.Bool("update", false, "write the files of testdata anew")

// settings of the rarer rules, each on a game that has them.
var taflSettings = []string{
	"celta:first=attackers", "celta:passive=off,third=on", "wtf:repeat=2", "tablut:escape=corner,corners=on", "nielsen:king_range=2,throne_pass=none",
	"copenhagen:shieldwall=weak,shieldwall_flank=off", "copenhagen:edge_fort=closed,berserk=may", "berserk:berserk=any,man_jumps=over",
	"tawlbwrdd:surround=king,repeat_loser=other", "tablut-foteviken:camp_hostile=adk,king_strength_edge=3", "fetlar:throne_always=adk,passive=on,passive_order=fall",
}

// The tafl games play on as they were when their files were first published: actions,
// keys, observations, texts, drawings and results of random games. A checkpoint, a record
// and an opening book depend on all of these.
func TestTaflIsFrozen(t *testing.T) {
	var got strings.Builder
	for _, name := range append(games.Names(), taflSettings...) {
		file, _, _ := strings.Cut(name, ":")
		if text, _ := games.Text(file); !strings.Contains(text, `family = "tafl"`) {
			continue
		}
		g, err := Make(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %016x\n", name, played(g))
	}
	if *update {
		if err := os.WriteFile("testdata/tafl.txt", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/tafl.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// played hashes what can be asked of the positions of some random games.
func played(g env.Game) uint64 {
	h, spec := fnv.New64a(), g.Spec()
	seen := make([]float32, spec.Size())
	fmt.Fprint(h, sizes(spec), g.(env.Symmetric).Symmetries()[0].Name)
	for n := range 3 {
		s, rng := g.New(uint64(n)), seed.New(9).At("game", n).Rand()
		for range min(spec.MaxPly, 120) {
			legal := s.Legal(nil)
			s.Observe(seen)
			for _, x := range seen {
				h.Write([]byte{byte(math.Float32bits(x) >> 24)})
			}
			fmt.Fprint(h, legal, s.Key(), s.Result(), s.(env.Scored).Score(env.First), s.(env.Explained).Ending(), g.(env.Notated).Position(s))
			if len(legal) == 0 {
				break
			}
			a := legal[rng.IntN(len(legal))]
			for range 3 { // captures are liked
				if b := legal[rng.IntN(len(legal))]; strings.Contains(s.Format(b), "x") {
					a = b
				}
			}
			fmt.Fprint(h, s.Format(a), squared(s.(env.Spatial).Squares(a)), drawn(s))
			s.Play(a)
		}
	}
	return h.Sum64()
}

// Every rule of every tafl game can be left open, and is shown as a number: of a game
// that is a file and of a file that this process has read, too.
func TestTaflRulesAreNumbers(t *testing.T) {
	name, err := Read("mine.toml", "name = \"my-tafl\"\nlike = \"berserk\"\nking_range = 3\n")
	if err != nil {
		t.Fatal(err)
	}
	unseen := []string{"first", "start"} // the board shows them, or no board shows them
	depends := map[string]string{"passive_order": "passive=on,", "shieldwall_flank": "shieldwall=weak,"}
	for _, name := range []string{"celta", "copenhagen", name} {
		e, _ := Find(name)
		for _, o := range e.Options {
			if o.Values == nil || slices.Contains(unseen, o.Name) {
				continue
			}
			g, err := Make(name + ":" + depends[o.Name] + o.Name + "=*")
			if err != nil {
				t.Errorf("%s: %v", o.Name, err)
				continue
			}
			if g.Spec().Uniform == 0 {
				t.Errorf("%s: %s=* is not shown", name, o.Name)
			}
		}
	}
}

// sizes are those of a game, but for what is known of its rules: the hashes are older.
func sizes(s env.Spec) any {
	return struct {
		Name             string
		Version, Actions int
		Shape            [3]int
		MaxPly           int
		Roles            [2]string
	}{s.Name, s.Version, s.Actions, s.Shape, s.MaxPly, s.Roles}
}

// squared is what an action does on the board, without what none of these games does: pieces
// that change sides and cells that close are younger than the hashes, too.
func squared(x env.Squares) any {
	if x.Flipped != nil || x.Closed {
		return x
	}
	return struct {
		From, To          int
		Path, Captured    []int
		Promotion, Choice string
	}{x.From, x.To, x.Path, x.Captured, x.Promotion, x.Choice}
}

// drawn is what is drawn of a position, but for hands: the hashes are older than these.
func drawn(s env.State) any {
	d := s.(diagram.Pictured).Diagram()
	return struct {
		Rows, Cols  int
		Cells       []diagram.Cell
		Files       []string
		Ranks       []string
		Last, Hints []int
		Caption     string
		Inks        [diagram.SecondSide + 1]diagram.Ink
	}{d.Rows, d.Cols, d.Cells, d.Files, d.Ranks, d.Last, d.Hints, d.Caption, d.Inks}
}
