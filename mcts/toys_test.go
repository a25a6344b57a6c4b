package mcts

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ludens/env"
)

// ---- noughts and crosses ----

type noughts struct{}

func (noughts) Spec() env.Spec {
	return env.Spec{Name: "noughts", Version: 1, Actions: 9, Shape: [3]int{2, 3, 3}, MaxPly: 9}
}

func (noughts) New(uint64) env.State { return &board{} }

// board keeps one bit a cell for each side.
type board struct {
	stones [2]uint16
	mover  env.Player
}

// draw3 reads a drawing such as "x.o .x. o..", with x First's stones.
func draw3(t testing.TB, text string, mover env.Player) *board {
	t.Helper()
	b := &board{mover: mover}
	for i, r := range strings.Join(strings.Fields(text), "") {
		switch r {
		case 'x':
			b.stones[env.First] |= 1 << i
		case 'o':
			b.stones[env.Second] |= 1 << i
		case '.':
		default:
			t.Fatalf("drawing %q has a %q", text, r)
		}
	}
	return b
}

var rows = []uint16{0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124}

func (b *board) ToMove() env.Player { return b.mover }

func (b *board) Legal(dst []env.Action) []env.Action {
	if b.Result() != env.Ongoing {
		return dst
	}
	for i := range env.Action(9) {
		if (b.stones[0]|b.stones[1])>>i&1 == 0 {
			dst = append(dst, i)
		}
	}
	return dst
}

func (b *board) Play(a env.Action) {
	b.stones[b.mover] |= 1 << a
	b.mover = b.mover.Other()
}

func (b *board) Result() env.Result {
	for _, p := range []env.Player{env.First, env.Second} {
		for _, r := range rows {
			if b.stones[p]&r == r {
				return env.WinFor(p)
			}
		}
	}
	if b.stones[0]|b.stones[1] == 0o777 {
		return env.Drawn
	}
	return env.Ongoing
}

func (b *board) Observe([]float32) {}

func (b *board) Key() uint64 {
	return uint64(b.stones[0]) | uint64(b.stones[1])<<16 | uint64(b.mover)<<32
}

func (b *board) Copy(dst env.State) env.State {
	d, ok := dst.(*board)
	if !ok {
		d = new(board)
	}
	*d = *b
	return d
}

func (b *board) Format(a env.Action) string { return fmt.Sprint(a) }

func (b *board) String() string {
	s := []byte("...\n...\n...\n")
	for i := range 9 {
		switch at := i/3*4 + i%3; {
		case b.stones[env.First]>>i&1 == 1:
			s[at] = 'x'
		case b.stones[env.Second]>>i&1 == 1:
			s[at] = 'o'
		}
	}
	return string(s)
}

// truth returns the result of best play for both from b.
func (b *board) truth() env.Result {
	if r := b.Result(); r != env.Ongoing {
		return r
	}
	best := env.WinFor(b.mover.Other())
	for _, a := range b.Legal(nil) {
		next := *b
		next.Play(a)
		if r := next.truth(); r.For(b.mover) > best.For(b.mover) {
			best = r
		}
	}
	return best
}

// ---- maze ----

// maze is a game without sense or symmetry: the path played decides by its
// hash who moves, how often a player moves twice running, how many moves there
// are and whether and how the game has ended.
type maze struct {
	moves  int // at most that many in a position, at least one
	length int // plies at most
	ends   int // one position in that many is an end
}

func (m maze) Spec() env.Spec {
	return env.Spec{Name: "maze", Version: 1, Actions: m.moves, Shape: [3]int{1, 1, m.moves}, MaxPly: m.length}
}

func (m maze) New(seed uint64) env.State { return &room{maze: m, key: stir(seed)} }

type room struct {
	maze
	key uint64
	ply int
}

func stir(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (r *room) ToMove() env.Player { return env.Player(r.key >> 60 & 1) }

func (r *room) Legal(dst []env.Action) []env.Action {
	if r.Result() != env.Ongoing {
		return dst
	}
	for a := range env.Action(1 + r.key>>40%uint64(r.moves)) {
		dst = append(dst, a)
	}
	return dst
}

func (r *room) Play(a env.Action) {
	r.key = stir(r.key + 0x9e3779b97f4a7c15*uint64(a+1))
	r.ply++
}

func (r *room) Result() env.Result {
	if r.ply > 0 && (r.ply >= r.length || r.key>>20%uint64(r.ends) == 0) {
		return env.FirstWins + env.Result(r.key>>50%3)
	}
	return env.Ongoing
}

func (r *room) Observe([]float32) {}
func (r *room) Key() uint64       { return r.key }

func (r *room) Copy(dst env.State) env.State {
	d, ok := dst.(*room)
	if !ok {
		d = new(room)
	}
	*d = *r
	return d
}

func (r *room) Format(a env.Action) string { return fmt.Sprint(a) }
func (r *room) String() string             { return fmt.Sprintf("room %x", r.key) }

// ---- fable ----

// fable is a game told as a tree: "F(S(+ -) F(= +))" is a position where First
// moves and has two moves; after the second First moves again. "+" is a win of
// First, "-" one of Second, "=" a draw.
type fable struct{ root *chapter }

type chapter struct {
	mover  env.Player
	result env.Result
	next   []*chapter
	key    uint64
}

func tell(t testing.TB, text string) fable {
	t.Helper()
	p := &teller{text: strings.NewReplacer(" ", "", "\n", "", "\t", "").Replace(text)}
	f := fable{p.chapter()}
	if p.text != "" {
		t.Fatalf("fable: %q is left over", p.text)
	}
	return f
}

type teller struct {
	text string
	keys uint64
}

func (p *teller) next() byte {
	b := p.text[0]
	p.text = p.text[1:]
	return b
}

func (p *teller) chapter() *chapter {
	p.keys++
	c := &chapter{key: stir(p.keys)}
	switch b := p.next(); b {
	case '+':
		c.result = env.FirstWins
		return c
	case '-':
		c.result = env.SecondWins
		return c
	case '=':
		c.result = env.Drawn
		return c
	case 'S':
		c.mover = env.Second
	}
	p.next()
	for p.text[0] != ')' {
		c.next = append(c.next, p.chapter())
	}
	p.next()
	return c
}

func (f fable) Spec() env.Spec {
	return env.Spec{Name: "fable", Version: 1, Actions: 16, Shape: [3]int{1, 1, 16}, MaxPly: 100}
}

func (f fable) New(uint64) env.State { return &page{f.root} }

type page struct{ *chapter }

func (p *page) ToMove() env.Player { return p.mover }

func (p *page) Legal(dst []env.Action) []env.Action {
	for i := range p.next {
		dst = append(dst, env.Action(i))
	}
	return dst
}

func (p *page) Play(a env.Action)          { p.chapter = p.next[a] }
func (p *page) Result() env.Result         { return p.result }
func (p *page) Observe([]float32)          {}
func (p *page) Key() uint64                { return p.key }
func (p *page) String() string             { return fmt.Sprintf("page %x", p.key) }
func (p *page) Format(a env.Action) string { return fmt.Sprint(a) }

func (p *page) Copy(dst env.State) env.State {
	d, ok := dst.(*page)
	if !ok {
		d = new(page)
	}
	*d = *p
	return d
}

// ---- evaluators ----

// oracle answers by a hash of the position, in multiples of 1/256, so that
// sums of answers are exact.
type oracle struct{}

func (oracle) Evaluate(_ context.Context, leaves []Leaf) error {
	for i := range leaves {
		l := &leaves[i]
		key := l.State.Key()
		l.Value = float32(int(stir(key+1)%513)-256) / 256
		shares(l.Prior, stir(key+2))
	}
	return nil
}

// shares deals 256 parts of 1/256 out by the bits of h, one to each at first.
func shares(prior []float32, h uint64) {
	n := uint64(len(prior))
	for i := range prior {
		prior[i] = 1.0 / 256
	}
	for left := 256 - n; left > 0; {
		h = stir(h + n)
		part := min(left, 1+h>>8%64)
		prior[h%n] += float32(part) / 256
		left -= part
	}
}

// ---- driving ----

// search makes one search from s in a new tree.
func search(t testing.TB, g env.Game, s env.State, cfg Config, e Evaluator, rng *rand.Rand) *Tree {
	t.Helper()
	tree := NewTree(g, cfg)
	tree.Reset(s)
	tree.Begin(context.Background(), cfg.Simulations, rng)
	finish(t, tree, e)
	return tree
}

// begin makes a noisy search in a tree that has its root.
func begin(t testing.TB, tree *Tree, cfg Config, seed uint64) {
	t.Helper()
	tree.Begin(context.Background(), cfg.Simulations, rng(seed))
	finish(t, tree, oracle{})
}

// finish runs the search that has begun.
func finish(t testing.TB, tree *Tree, e Evaluator) {
	t.Helper()
	if err := Search(context.Background(), tree, e); err != nil {
		t.Fatal(err)
	}
}

// visits returns the visits of the root's moves in the game's order.
func visits(t *Tree) []int32 {
	var list []int32
	for _, e := range t.moves(0) {
		list = append(list, e.visits)
	}
	return list
}

// sims returns the default configuration with that many simulations.
func sims(n int) Config {
	c := Defaults()
	c.Simulations, c.VirtualLoss = n, 1
	return c
}

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
