package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

func features(t testing.TB, g env.Game) *Features {
	t.Helper()
	f, err := NewFeatures(g)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// reference names the features of each player in a position, by their definition: slowly,
// square by square, and without numbers.
func reference(g env.Game, symmetries []env.Symmetry, s env.State) (of [2]map[string]int) {
	of = [2]map[string]int{{}, {}}
	of[env.First]["first"]++
	of[s.ToMove()]["turn"]++
	p := g.(env.Placing)
	pieces := p.Pieces(s, nil)
	cells, cols := g.Spec().Cells(), g.Spec().Shape[2]
	at := map[int]env.Piece{}
	for _, x := range pieces {
		at[int(x.Cell)] = x
	}
	royalOf := func(p env.Player) int {
		for _, x := range pieces {
			if x.Owner == p && g.(env.Placing).PieceKinds()[x.Kind].Royal {
				return int(x.Cell)
			}
		}
		return -1
	}
	// images writes all that the symmetries make of some cells, as a player sees them.
	images := func(p env.Player, name func(seen func(cell int) int) string) string {
		var all []string
		for _, sym := range symmetries {
			all = append(all, name(func(cell int) int { return sym.Cells[g.(env.Placing).Seen(cell, p)] }))
		}
		slices.Sort(all)
		return strings.Join(slices.Compact(all), "|")
	}
	for _, x := range pieces {
		o, c := x.Owner, int(x.Cell)
		add := func(format string, args ...any) { of[o][fmt.Sprintf(format, args...)]++ }
		if c == env.InHand {
			add("hand %d", x.Kind)
			continue
		}
		add("square %d %s", x.Kind, images(o, func(seen func(int) int) string { return fmt.Sprint(seen(c)) }))
		for whose, royal := range map[string]int{"own": royalOf(o), "other": royalOf(o.Other())} {
			if royal >= 0 && !(whose == "own" && royal == c) {
				add("%s %d %s", whose, x.Kind, images(o, func(seen func(int) int) string {
					a, b := seen(royal), seen(c)
					return fmt.Sprint(b/cols-a/cols, b%cols-a%cols)
				}))
			}
		}
	}
	if gauged, ok := g.(env.Gauged); ok {
		var all [2][env.MaxGauges]uint8
		gauged.Gauge(s, &all)
		for o := range of {
			for i, n := range all[o] {
				if n > 0 {
					of[o][fmt.Sprintf("%s %d %v", gauged.Gauges()[i].Name, n, int(s.ToMove()) == o)]++
				}
			}
		}
	}
	attacking, ok := g.(env.Attacking)
	if !ok {
		return of
	}
	words := env.Words(cells)
	attacks := make([]uint64, len(pieces)*words)
	attacking.Attacks(s, pieces, attacks)
	hits := func(i, cell int) bool { return attacks[i*words+cell/64]>>(cell%64)&1 != 0 }
	besieging, besieged := [2]int{}, [2]int{}
	for i, x := range pieces {
		o, c := x.Owner, int(x.Cell)
		if c == env.InHand {
			continue
		}
		add := func(format string, args ...any) { of[o][fmt.Sprintf(format, args...)]++ }
		mobility, ring := 0, 0
		for cell := range cells {
			if y, there := at[cell]; hits(i, cell) && !(there && y.Owner == o) {
				mobility++
			}
			if r := royalOf(o.Other()); r >= 0 && hits(i, cell) && max(r/cols-cell/cols, cell/cols-r/cols, r%cols-cell%cols, cell%cols-r%cols) < 2 {
				ring++
				add("ring %d", x.Kind)
			}
		}
		add("mobility %d %d", x.Kind, min(mobility, 31))
		if ring > 0 {
			besieging[o]++
			besieged[o] += ring
		}
		defended, attacked, kinds := false, false, map[uint8]bool{}
		for j, y := range pieces {
			switch {
			case y.Cell == env.InHand || !hits(j, c):
			case y.Owner == o:
				defended = true
			default:
				attacked, kinds[y.Kind] = true, true
			}
		}
		if defended {
			add("defended %d", x.Kind)
		}
		if attacked && !defended {
			add("hanging %d", x.Kind)
		}
		for k := range kinds {
			add("threatened %d %d", x.Kind, k)
		}
	}
	pawns(g, pieces, &of)
	for o := range env.Player(2) {
		dangers(attacking, s, pieces, hits, o, royalOf(o.Other()), of[o])
	}
	for o := range of {
		of[o][fmt.Sprintf("attackers %d", min(besieging[o], 15))]++
		of[o][fmt.Sprintf("touched %d", min(besieged[o], 15))]++
	}
	return of
}

// dangers names what o's pieces do together to the royal piece on a cell, -1 for none.
func dangers(g env.Attacking, s env.State, pieces []env.Piece, hits func(i, cell int) bool, o env.Player, royal int, of map[string]int) {
	if royal < 0 {
		return
	}
	kinds, spec := g.PieceKinds(), g.(env.Game).Spec()
	cells, cols := spec.Cells(), spec.Shape[2]
	near := func(cell int) bool {
		return max(royal/cols-cell/cols, cell/cols-royal/cols, royal%cols-cell%cols, cell%cols-royal%cols) < 2
	}
	// by reports whether one of some pieces of p attacks a cell.
	by := func(p env.Player, cell int, some func(k uint8) bool) bool {
		for i, x := range pieces {
			if x.Owner == p && x.Cell != env.InHand && some(x.Kind) && hits(i, cell) {
				return true
			}
		}
		return false
	}
	all := func(uint8) bool { return true }
	var besiegers []uint8
	for i, x := range pieces {
		for cell := range cells {
			if x.Owner == o && x.Cell != env.InHand && near(cell) && hits(i, cell) && len(besiegers) < 8 {
				for _, k := range besiegers {
					of[fmt.Sprintf("pair %d %d", min(k, x.Kind), max(k, x.Kind))]++
				}
				besiegers = append(besiegers, x.Kind)
				break
			}
		}
	}
	weak := 0
	for cell := range cells {
		if near(cell) && by(o, cell, all) && !by(o.Other(), cell, func(k uint8) bool { return !kinds[k].Royal }) {
			weak++
		}
	}
	of[fmt.Sprintf("weak %d", weak)]++
	for k := range uint8(len(kinds)) {
		first := slices.IndexFunc(pieces, func(x env.Piece) bool { return x.Owner == o && x.Kind == k && x.Cell != env.InHand })
		if first < 0 {
			continue
		}
		checks, able, safe := make([]uint64, env.Words(cells)), false, 0
		g.AttacksFrom(s, pieces[first], o.Other(), royal, checks)
		for cell := range cells {
			own := slices.ContainsFunc(pieces, func(x env.Piece) bool { return x.Owner == o && int(x.Cell) == cell })
			check := checks[cell/64]>>(cell%64)&1 != 0
			if !kinds[k].Royal && check && !own && by(o, cell, func(l uint8) bool { return l == k }) {
				if able = true; !by(o.Other(), cell, all) {
					safe++
				}
			}
		}
		if able {
			of[fmt.Sprintf("check %d %d", k, min(safe, 3))]++
		}
	}
}

// pawns names what follows from where the pieces stand that only go ahead, in games that have some.
func pawns(g env.Game, pieces []env.Piece, of *[2]map[string]int) {
	kinds, cols := g.(env.Placing).PieceKinds(), g.Spec().Shape[2]
	if !slices.ContainsFunc(kinds, func(k env.PieceKind) bool { return k.Forward }) {
		return
	}
	at := func(x env.Piece) (row, col int) { return int(x.Cell) / cols, int(x.Cell) % cols }
	met := map[[2]int]bool{}
	for _, x := range pieces {
		if x.Cell == env.InHand {
			continue
		}
		// as seen by its owner, ahead is up
		seen := func(y env.Piece) int { row, _ := at(y); return row * (1 - 2*int(x.Owner)) }
		row, col := seen(x), int(x.Cell)%cols
		passed, isolated, doubled, beside, backed, ownHere, theirsHere := true, true, false, false, false, false, false
		for _, y := range pieces {
			if y.Cell == env.InHand || !kinds[y.Kind].Forward {
				continue
			}
			own, far := y.Owner == x.Owner, abs(int(y.Cell)%cols-col)
			ahead := seen(y) < row
			passed = passed && !(ahead && (far == 0 || far == 1 && !own))
			isolated = isolated && !(own && far == 1)
			doubled = doubled || own && far == 0 && ahead
			beside = beside || own && far == 1 && seen(y) == row
			backed = backed || own && far == 1 && seen(y) == row+1
			ownHere, theirsHere = ownHere || own && far == 0, theirsHere || !own && far == 0
		}
		name := func(is bool, format string, args ...any) {
			if is {
				of[x.Owner][fmt.Sprintf(format, args...)]++
			}
		}
		if kinds[x.Kind].Forward {
			r, _ := at(x)
			if x.Owner == env.Second {
				r = g.Spec().Cells()/cols - 1 - r
			}
			name(passed, "passed %d %d", x.Kind, r)
			name(isolated, "isolated %d", x.Kind)
			name(doubled, "doubled %d", x.Kind)
			name(beside, "beside %d", x.Kind)
			name(backed, "backed %d", x.Kind)
			continue
		}
		name(!ownHere, "open %d %v", x.Kind, theirsHere)
		mine := [2]int{int(x.Owner), int(x.Kind)}
		name(met[mine], "several %d", x.Kind)
		met[mine] = true
	}
}

// seeds are games of each family, small and large, with drops, hands, several or no royal
// pieces, and symmetric or not.
var seeds = []string{"cetran1", "cetran2", "chess", "crazyhouse", "capablanca", "minishogi", "xiangqi", "extinction-chess", "racing-kings",
	"celta", "celta:first=attackers", "cuervo", "tablut", "copenhagen", "cetro", "cetro-5x5", "halma-8x8", "connect4", "tictactoe", "gomoku"}

// walk plays random games and visits their positions.
func walk(t testing.TB, g env.Game, games, plies int, visit func(s env.State)) {
	for n := range games {
		rng := seed.New(uint64(n)).Rand()
		s := g.New(uint64(n))
		for range plies {
			if s.Result() != env.Ongoing {
				break
			}
			visit(s)
			s.Play(randomMove(s, rng))
		}
	}
}

func randomMove(s env.State, rng *rand.Rand) env.Action {
	legal := s.Legal(nil)
	return legal[rng.IntN(len(legal))]
}

// columns are the counts of features, position by position and player by player.
type columns[name comparable] map[name]*strings.Builder

func (c columns[name]) add(n name, row, count int) {
	if c[n] == nil {
		c[n] = new(strings.Builder)
	}
	fmt.Fprintf(c[n], "%d:%d ", row, count)
}

// sorted returns the columns without their names.
func (c columns[name]) sorted() (all []string) {
	for _, text := range c {
		all = append(all, text.String())
	}
	slices.Sort(all)
	return all
}

// The features of every game are those of the slow reference but for their names: the same
// columns of counts over the positions of random games.
func TestFeaturesAreThoseOfTheReference(t *testing.T) {
	for _, name := range seeds {
		g := games.Must(name)
		f := features(t, g)
		numbered, named, row := columns[uint16]{}, columns[string]{}, 0
		symmetries := g.(env.Symmetric).Symmetries()
		var p Position
		walk(t, g, 2, 40, func(s env.State) {
			f.Find(s, &p)
			want := float32(0)
			if _, loud := s.(env.Tactical); !loud {
				want = env.Estimate(s, env.First)
			}
			if got := float32(p.Score) / Unit; got/(2+max(got, -got))-want > 2e-3 || want-got/(2+max(got, -got)) > 2e-3 {
				t.Fatalf("%s: the score %v is a logit of %v", name, want, got)
			}
			for o, names := range reference(g, symmetries, s) {
				row++
				count := map[uint16]int{}
				for _, n := range p.Of[o] {
					if count[n]++; int(n) >= f.Count() {
						t.Fatalf("%s: feature %d of %d", name, n, f.Count())
					}
				}
				for n, times := range count {
					numbered.add(n, row, times)
				}
				for n, times := range names {
					named.add(n, row, times)
				}
			}
		})
		if !slices.Equal(numbered.sorted(), named.sorted()) {
			t.Errorf("%s: %d features are %d by name, or are not counted alike", name, len(numbered), len(named))
		}
		if len(named) < 5 {
			t.Errorf("%s: %d features were met: the test shows nothing", name, len(named))
		}
		t.Logf("%s: %d features, %d met", name, f.Count(), len(named))
	}
}
