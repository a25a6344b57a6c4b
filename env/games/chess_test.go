package games

import (
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/seed"
	"ludens/games"
)

// settings of rules that some game of chess has, and all options of Cetran.
var chessSettings = []string{
	"chess:stalemate=loss,repetition=2", "chess:must_capture=on", "three-check:checks=2", "crazyhouse:keeps_promotion=on", "shogi:no_stuck=off",
	"cetran2:array=qrknchsa/KSNRCAQH", "cetran2:promo=sq,fifty=off", "cetran2:threefold=off,insufficient=off,cap=90", "cetran2:asymmetric=on", "cetran1:promo=qb,fifty=off",
}

// The games of chess play on as they were when both engines had their own: see
// TestTaflIsFrozen. Of those that the built-in engine played also what a search, a
// teacher and a reader of records ask is frozen.
func TestChessIsFrozen(t *testing.T) {
	var got strings.Builder
	for _, name := range append(games.Names(), chessSettings...) {
		file, _, _ := strings.Cut(name, ":")
		if text, _ := games.Text(file); !strings.Contains(text, `family = "chess"`) {
			continue
		}
		g, err := Make(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %016x\n", name, played(g))
		if strings.HasPrefix(name, "cetran") {
			fmt.Fprintf(&got, "%s abilities %016x\n", name, tactics(t, g))
			fmt.Fprintf(&got, "%s texts %016x\n", name, writings(t, g))
		}
		if name == "cetran2" {
			fmt.Fprintf(&got, "%s numbers %016x\n", name, numbers(t, g))
		}
	}
	if *update {
		if err := os.WriteFile("testdata/chess.txt", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/chess.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// writings hashes what a game of Cetran draws and writes: its arrays, symmetries, rules, positions
// and games.
func writings(t *testing.T, g env.Game) uint64 {
	h := fnv.New64a()
	notated, arrays := g.(env.Notated), g.(env.Arrayed)
	b := g.(env.Described).Book()
	words := struct {
		Chapters []env.Chapter
		Endings  []env.Ending
		Readings []env.Reading
		Sources  []string
	}{b.Chapters, b.Endings, b.Readings, b.Sources}
	fmt.Fprint(h, g.(env.Symmetric).Symmetries(), words, b.Dress, b.Shelf, g.(env.Labelled).Turned(),
		arrays.ArrayOption(), g.(env.Endgames).EndgameNames(3), g.(env.Endgames).EndgameNames(4), g.(env.Transcribed).Notations())
	for n := range 100 {
		fmt.Fprint(h, notated.Position(g.New(uint64(n)*uint64(n))))
		text := arrays.ArrayText(n * (arrays.ArrayCount() / 100))
		again, err := arrays.ParseArray(strings.ReplaceAll(text, "/", ""))
		fmt.Fprint(h, text, again, err)
	}
	for _, base := range []string{"cetran1", "cetran2", "cetran2-mirror", "cetran2:promo=q", "cetran2:array=0", "cetran2:fifty=off"} {
		other, err := Make(base)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(h, g.(env.Kindred).Teaches(other), other.(env.Kindred).Teaches(g))
	}
	for n := range 4 {
		s, rng := g.New(uint64(n)), seed.New(12).At("game", n).Rand()
		own := env.Transcript{Start: notated.Position(s)}
		fmt.Fprint(h, env.Perft(s, 3))
		for range 200 {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			if loud := s.(env.Tactical).Loud(nil); len(loud) > 0 && rng.IntN(3) > 0 {
				legal = loud
			}
			own.Moves = append(own.Moves, s.Format(legal[rng.IntN(len(legal))]))
			a, err := env.Parse(s, own.Moves[len(own.Moves)-1])
			if err != nil {
				t.Fatal(err)
			}
			s.Play(a)
			again, err := notated.ParsePosition(notated.Position(s))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(h, s.Key(), again.Key(), s.Result(), s.(env.Explained).Ending(), s.(diagram.Pictured).Diagram().Caption)
		}
		for _, notation := range g.(env.Transcribed).Notations() {
			if err := g.(env.Transcribed).WriteTranscript(h, notation, own); err != nil {
				t.Fatal(err)
			}
		}
	}
	return h.Sum64()
}

// numbers hashes those of positions of few men, by which tables of endgames are kept.
func numbers(t *testing.T, g env.Game) uint64 {
	h, rng, met := fnv.New64a(), seed.New(13).Rand(), 0
	for _, name := range []string{"kq-k", "ks-k", "kp-k", "kqr-k", "khr-k", "knn-k", "kr-kp", "kr-kr", "kpp-k", "kq-kn"} {
		e, err := g.(env.Endgames).Endgame(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(h, name, e.Len())
		for range 400 {
			rows := make([]rune, 64)
			for side, men := range strings.Split(name, "-") {
				for _, man := range men {
					if side == 0 {
						man += 'A' - 'a'
					}
					rows[rng.IntN(64)] = man
				}
			}
			mover := env.Player(rng.IntN(2))
			s, err := g.(env.Notated).ParsePosition(g.(env.Arranged).Arrange(rows, mover))
			if err != nil {
				continue
			}
			i, ok := e.Of(s)
			if !ok {
				continue
			}
			met++
			fmt.Fprint(h, i, e.Share(i), g.(env.Notated).Position(e.At(i, nil)))
		}
	}
	if met < 1000 {
		t.Errorf("%d positions have numbers", met)
	}
	return h.Sum64()
}

// tactics hashes what else can be asked of a game of Cetran and its positions.
func tactics(t *testing.T, g env.Game) uint64 {
	h := fnv.New64a()
	labels, arrays := g.(env.Labelled), g.(env.Arrayed)
	fmt.Fprint(h, labels.ActionNames(), labels.PlaneNames(), arrays.ArrayCount(), arrays.ArrayText(1234), g.(env.Featured).Features(), env.Fingerprint(g))
	for _, o := range g.(env.Uneven).Odds() {
		for p := range env.Player(2) {
			s, err := g.(env.Uneven).Without(o, p, 7)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(h, o, g.(env.Notated).Position(s), s.Key())
		}
	}
	starts, rng := g.(env.Startable), seed.New(5).Rand()
	for _, kind := range starts.Starts() {
		for n := range 5 {
			s := starts.Start(kind, float64(n)/4, rng)
			fmt.Fprint(h, kind, starts.Position(s), s.Key())
		}
	}
	for n := range 3 {
		s, rng := g.New(uint64(n)), seed.New(10).At("game", n).Rand()
		for range 160 {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			loud := s.(env.Tactical).Loud(nil)
			for _, a := range loud {
				fmt.Fprint(h, s.(env.Tactical).Gain(a), " ")
			}
			skipped := s.Copy(nil)
			left, ok := s.(env.Ticking).Left()
			if !ok {
				left = 0 // of no clock
			}
			fmt.Fprint(h, loud, s.(env.Tactical).Pressed(), s.(env.Decisive).Decisive(nil), s.(env.Recurrent).Recurs(), left, ok,
				skipped.(env.Tactical).Skip(), skipped.Key(), s.(env.Tactical).Settled(-1, 1), s.(env.Tactical).Settled(-0.1, 0.3),
				s.(env.Countable).Material(env.First), s.(env.Countable).Material(env.Second), g.(env.FENWriter).FEN(s), env.Perft(s, 2))
			a := legal[rng.IntN(len(legal))]
			if len(loud) > 0 && rng.IntN(3) == 0 {
				a = loud[rng.IntN(len(loud))]
			}
			fmt.Fprint(h, s.(env.SANWriter).SAN(a), s.(diagram.Pictured).Diagram().Caption)
			for cell := range 64 {
				p, ok := s.(env.Spatial).Owner(cell)
				fmt.Fprint(h, p, ok)
			}
			s.Play(a)
		}
	}
	return h.Sum64()
}
