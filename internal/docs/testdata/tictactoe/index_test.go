package tictactoe

import (
	"testing"

	"ludens/env"
)

// 5478 boards can be come to, the finished ones among them; up to the eight
// symmetries 765.
func TestNumbers(t *testing.T) {
	n, _ := Game{}.Numbering()
	boards, classes := 0, map[uint64]bool{}
	for i := range n.Len() {
		s := n.At(i, nil)
		if s == nil {
			continue
		}
		boards++
		if back, ok := n.Of(s); back != i || !ok {
			t.Fatalf("%d leads to %d, %v", i, back, ok)
		}
		classes[least(n, s.(*position))] = true
	}
	if boards != 5478 || len(classes) != 765 {
		t.Errorf("got %d boards in %d classes, want 5478 in 765", boards, len(classes))
	}
}

// least returns the smallest number of the images of s.
func least(n env.Numbering, s *position) uint64 {
	best := n.Len()
	for _, sym := range (Game{}).Symmetries() {
		var image position
		for c := range cells {
			for p := range s.stones {
				if s.stones[p].has(c) {
					image.stones[p] |= 1 << sym.Cells[c]
				}
			}
		}
		i, _ := n.Of(&image)
		best = min(best, i)
	}
	return best
}
