package mcts_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ludens/env"
	"ludens/mcts"
)

// pile is a heap of counters: a move takes one, two or three, and the player who
// takes the last has won.
type pile struct {
	counters int
	mover    env.Player
}

func (p *pile) ToMove() env.Player { return p.mover }
func (p *pile) Play(a env.Action)  { p.counters -= int(a) + 1; p.mover = p.mover.Other() }
func (p *pile) Observe([]float32)  {}
func (p *pile) Key() uint64        { return uint64(p.counters)<<1 | uint64(p.mover) }
func (p *pile) String() string     { return fmt.Sprint(p.counters) }

func (p *pile) Copy(env.State) env.State   { c := *p; return &c }
func (p *pile) Format(a env.Action) string { return fmt.Sprintf("take %d", a+1) }
func (p *pile) Legal(d []env.Action) []env.Action {
	for a := range min(3, p.counters) {
		d = append(d, env.Action(a))
	}
	return d
}

func (p *pile) Result() env.Result {
	if p.counters > 0 {
		return env.Ongoing
	}
	return env.WinFor(p.mover.Other())
}

type heap struct{}

func (heap) New(uint64) env.State { return &pile{counters: 7} }
func (heap) Spec() env.Spec {
	return env.Spec{Name: "heap", Version: 1, Actions: 3, Shape: [3]int{1, 1, 7}, MaxPly: 7}
}

// One position, searched with random playouts for an evaluator.
func ExampleSearch() {
	var game heap
	cfg := mcts.Defaults()
	tree := mcts.NewTree(game, cfg)
	position := game.New(0)

	tree.Reset(position)
	tree.Begin(context.Background(), cfg.Simulations, nil)
	if err := mcts.Search(context.Background(), tree, mcts.NewRollout(game, 8, 1)); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(position.Format(tree.Pick(0, nil)))
	fmt.Println(tree.Proof())
	// Output:
	// take 3
	// first wins 3
}

// Three games at once, their leaves evaluated as one batch.
func ExampleTree_Gather() {
	var game heap
	cfg := mcts.Defaults()
	rng := rand.New(rand.NewPCG(1, 2))
	trees := make([]*mcts.Tree, 3)
	for i := range trees {
		trees[i] = mcts.NewTree(game, cfg)
		trees[i].Reset(&pile{counters: 5 + i})
		trees[i].Begin(context.Background(), cfg.Simulations, rng)
	}
	for {
		var batch []mcts.Leaf
		done := true
		for _, t := range trees {
			done = done && t.Done()
			batch = t.Gather(batch)
		}
		if done {
			break
		}
		if err := mcts.Ask(context.Background(), mcts.Uniform{}, batch); err != nil {
			fmt.Println(err)
			return
		}
		rest := batch
		for _, t := range trees {
			rest = t.Apply(rest)
		}
	}
	for _, t := range trees {
		fmt.Println(t.Root(), "counters:", t.Root().Format(t.Pick(0, nil)))
	}
	// Output:
	// 5 counters: take 1
	// 6 counters: take 2
	// 7 counters: take 3
}
