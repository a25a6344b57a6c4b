package mcts

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
)

var update = flag.Bool("update", false, "write the golden files anew")

// dump draws a tree, a line for each edge that has a visit or a proof: its
// action, visits, sum of values for First in 1/256, prior in 1/256 and proof.
func dump(t *Tree) string { return dumpEdge(t, 0) }

// dumpEdge draws the part of a tree that an edge leads to.
func dumpEdge(t *Tree, root int32) string {
	var b strings.Builder
	var walk func(e *edge, depth int)
	walk = func(e *edge, depth int) {
		fmt.Fprintf(&b, "%s%d: %d visits, sum %v, prior %v", strings.Repeat("  ", depth), e.action, e.visits, e.sum*256, e.prior*256)
		if e.proof.known() {
			fmt.Fprintf(&b, ", %v in %d", e.proof.result, e.proof.plies)
		}
		fmt.Fprintln(&b)
		if e.child != 0 || e == &t.edges[0] && len(t.nodes) > 0 {
			moves := t.moves(e.child)
			for i := range moves {
				if moves[i].visits > 0 || moves[i].proof.known() {
					walk(&moves[i], depth+1)
				}
			}
		}
	}
	walk(&t.edges[root], 0)
	return b.String()
}

// golden compares got with a file, or writes the file with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: the search has changed (-update accepts it): got\n%s\nwant\n%s", name, got, want)
	}
}

// TestGoldenTrees holds whole small trees: every number in them can be checked
// by hand.
func TestGoldenTrees(t *testing.T) {
	g := maze{moves: 3, length: 12, ends: 9}
	for _, root := range []string{PUCT, Gumbel} {
		for _, solver := range []bool{false, true} {
			cfg := sims(12)
			cfg.Root, cfg.Solver, cfg.Lookahead = root, solver, 0
			tree := search(t, g, g.New(20), cfg, oracle{}, nil)
			name := root
			if solver {
				name += "-solver"
			}
			golden(t, name, dump(tree)+figures(tree))
		}
	}
}

// figures writes the results of a search.
func figures(t *Tree) string {
	var b strings.Builder
	result, plies := t.Proof()
	fmt.Fprintf(&b, "\nvalue %v, proof %v in %d, line %v\n", t.Value(), result, plies, t.Line(nil))
	fmt.Fprintf(&b, "policy %.3f\n", t.Policy(nil))
	for _, m := range t.Moves(nil) {
		fmt.Fprintf(&b, "{Action:%d Visits:%d Prior:%v Value:%v}\n", m.Action, m.Visits, m.Prior, m.Value)
	}
	return b.String()
}

// TestSignature holds one hash a configuration over the visit counts of many
// searches: a change of the search's function shows, a change of its form does
// not.
func TestSignature(t *testing.T) {
	var b strings.Builder
	for _, root := range []string{PUCT, Gumbel} {
		for _, solver := range []bool{false, true} {
			for _, leaves := range []int{1, 4} {
				for _, n := range []int{2, 16, 100} {
					cfg := sims(n)
					cfg.Root, cfg.Solver, cfg.Leaves = root, solver, leaves
					if !solver {
						cfg.Lookahead = 0
					}
					fmt.Fprintf(&b, "%s solver=%v leaves=%d simulations=%d: %016x\n", root, solver, leaves, n, signature(t, cfg))
				}
			}
		}
	}
	golden(t, "signature", b.String())
}

// signature hashes the visits of searches from 40 positions, each followed by
// a second search after the best move.
func signature(t *testing.T, cfg Config) uint64 {
	h := fnv.New64a()
	g := maze{moves: 12, length: 40, ends: 15}
	for seed := range uint64(40) {
		tree, s := NewTree(g, cfg), g.New(seed)
		if seed%2 == 0 {
			s = noughts{}.New(0)
			s.Play(env.Action(seed / 2 % 9))
		}
		tree.Reset(s)
		for ply := range uint64(2) {
			if tree.Root().Result() != env.Ongoing {
				break
			}
			begin(t, tree, cfg, seed*2+ply)
			fmt.Fprint(h, visits(tree), tree.Pick(0, nil), tree.Pick(1, rng(seed)))
			tree.Advance(tree.Pick(0, nil))
		}
	}
	return h.Sum64()
}
