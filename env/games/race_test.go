package games

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/seed"
	"ludens/games"
)

// raceSettings are settings of the rarer rules, each on a game that has them, and the game
// that leaves rules open.
var raceSettings = []string{
	"cetro:demand=none", "cetro:demand=always,cap=90", "cetro:demand=veto", "cetro:demand=veto,first=north,cap_result=draw,repeat=2",
	"cetro:first=north,repeat=0", "cetro-5x5:demand=veto,first=north,repeat=5", "cetro-5x5:first=north", "cetro-5x7:demand=none,repeat=2",
	"cetro-7x7:demand=always", "cetro-any",
	"halma:lock=none,demand=flag,stuck=score", "halma-8x8:vacate=5,demand=flag", "halma-10x10:vacate=3,first=north,over=own",
	"salta:demand=veto", "salta:demand=flag,blocking=on,stuck=mover", "ugolki:lock=square,first=north,no_move=draw",
	"grasshopper:chain=off,capture=on,over=enemy,no_move=loses", "grasshopper:steps=none,stuck=mover,win=filled",
	"five-field-kono:jumps=all,cap_result=home,needs=steps,repeat_result=loses", "five-field-kono:demand=flag,jumps=forward,first=north",
	"conspirateurs:demand=flag,lock=none,cap=90",
}

// Races play on as they did when their files were first published. The columns: actions,
// keys, observations and results of random games; texts and drawings; and what searches,
// solvers and training ask beside them.
func TestRacesAreFrozen(t *testing.T) {
	var got strings.Builder
	for _, name := range append(games.Names(), raceSettings...) {
		file, _, _ := strings.Cut(name, ":")
		if text, _ := games.Text(file); !strings.Contains(text, `family = "race"`) && file != "cetro-any" {
			continue
		}
		g, err := Make(name)
		if err != nil {
			t.Fatal(err)
		}
		r := raced(g, strings.HasPrefix(name, "cetro"))
		fmt.Fprintf(&got, "%s %016x %016x %016x\n", name, r[0], r[1], r[2])
	}
	if *update {
		if err := os.WriteFile("testdata/race.txt", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/race.txt")
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(old) || line != old[i] {
			t.Errorf("got  %s\nwant %s", line, strings.Join(old[min(i, len(old)):min(i+1, len(old))], ""))
		}
	}
}

// raced hashes what can be asked of the positions of some random games: moves, words and
// the rest. Only games of Cetro have had kinds of starts and pairs from the beginning.
func raced(g env.Game, cetro bool) [3]uint64 {
	moves, words, rest := fnv.New64a(), fnv.New64a(), fnv.New64a()
	spec := g.Spec()
	fmt.Fprint(moves, sizes(spec))
	if x, ok := g.(env.Symmetric); ok {
		fmt.Fprint(moves, x.Symmetries())
	}
	if x, ok := g.(env.Labelled); ok {
		fmt.Fprint(words, x.PlaneNames(), x.ActionNames(), x.Turned())
	}
	var numbers env.Numbering
	if x, ok := g.(env.Indexed); ok {
		if n, err := x.Numbering(); err == nil {
			numbers = n
			fmt.Fprint(rest, n.Len())
		}
	}
	seen := make([]float32, spec.Size())
	for n := range 4 {
		s, rng := g.New(uint64(n)), seed.New(9).At("game", n).Rand()
		for ply := 0; ply < 130 && !env.Truncated(s, ply, spec.MaxPly); ply++ {
			legal := s.Legal(nil)
			s.Observe(seen)
			for _, x := range seen {
				bits := math.Float32bits(x)
				moves.Write([]byte{byte(bits >> 24), byte(bits >> 16), byte(bits >> 8)})
			}
			fmt.Fprint(moves, legal, s.Key(), s.Result(), s.ToMove(), s.(env.Recurrent).Recurs())
			describe(words, g, s)
			if len(legal) == 0 {
				break
			}
			if numbers != nil {
				fmt.Fprintln(rest, at(numbers.Of(s)))
			}
			fmt.Fprint(rest, s.(env.Decisive).Decisive(nil))
			a := legal[rng.IntN(len(legal))]
			fmt.Fprint(words, s.Format(a))
			if x, ok := s.(env.Spatial); ok {
				fmt.Fprint(words, squared(x.Squares(a)))
			}
			s.Play(a)
		}
	}
	if cetro {
		raceStarts(rest, g)
		racePairs(rest, g)
	}
	return [3]uint64{moves.Sum64(), words.Sum64(), rest.Sum64()}
}

func at(i uint64, ok bool) string { return fmt.Sprint(i, ok) }

// describe writes what a position says of itself.
func describe(w io.Writer, g env.Game, s env.State) {
	if x, ok := s.(env.Scored); ok {
		fmt.Fprint(w, x.Score(env.First))
	}
	if x, ok := g.(env.Notated); ok {
		fmt.Fprint(w, x.Position(s))
	}
	if x, ok := s.(env.Explained); ok {
		fmt.Fprint(w, x.Ending())
	}
	if x, ok := s.(env.Constrained); ok {
		fmt.Fprint(w, x.Constraint())
	}
	if _, ok := s.(diagram.Pictured); ok {
		fmt.Fprint(w, drawn(s))
	}
}

// raceStarts writes some positions that a game may begin from.
func raceStarts(w io.Writer, g env.Game) {
	x, ok := g.(env.Startable)
	if !ok {
		return
	}
	for n := range uint64(40) {
		for _, kind := range x.Starts() {
			s := x.Start(kind, float64(n%5)/4, rand.New(rand.NewPCG(n, 1)))
			fmt.Fprint(w, x.Position(s), s.Key())
		}
	}
}

// racePairs writes what a game says of its placements.
func racePairs(w io.Writer, g env.Game) {
	x, ok := g.(env.Paired)
	if !ok {
		return
	}
	p, err := x.Pairing()
	if err != nil {
		return
	}
	fmt.Fprint(w, p.Len(), p.Free(), p.Bound().Spec().Name)
	for i := 0; i < p.Len(); i += 97 {
		own, facing := p.Squares(i)
		fmt.Fprint(w, own, facing, p.Goal(i), p.Steps(i, nil))
	}
}
