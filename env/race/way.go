package race

import (
	"fmt"
	"slices"
	"strings"

	"ludens/internal/prose"
)

// direction is one of eight, clockwise, as a man's owner sees it.
type direction uint8

const (
	forward direction = iota
	forwardRight
	right
	backwardRight
	backward
	backwardLeft
	left
	forwardLeft
	directions
)

// vectors are the steps down and to the right of each direction, as South sees it.
var vectors = [directions]vector{
	forward: {-1, 0}, forwardRight: {-1, 1}, right: {0, 1}, backwardRight: {1, 1},
	backward: {1, 0}, backwardLeft: {1, -1}, left: {0, -1}, forwardLeft: {-1, -1},
}

// turned returns the direction that the other side sees as d.
func (d direction) turned() direction { return (d + directions/2) % directions }

// vector is a number of rows down and of columns to the right.
type vector struct{ down, right int }

func (v vector) times(n int) vector { return vector{n * v.down, n * v.right} }

func (v vector) plus(w vector) vector { return vector{v.down + w.down, v.right + w.right} }

// size returns how many squares v goes, along a line or a diagonal.
func (v vector) size() int { return max(v.down, -v.down, v.right, -v.right) }

// ways is a set of directions, in their order.
type ways []direction

// words are the directions that files name.
var words = []struct {
	name string
	ways ways
}{
	{"none", nil},
	{"all", ways{forward, forwardRight, right, backwardRight, backward, backwardLeft, left, forwardLeft}},
	{"forward", ways{forward}},
	{"backward", ways{backward}},
	{"left", ways{left}},
	{"right", ways{right}},
	{"sideways", ways{right, left}},
	{"orthogonal", ways{forward, right, backward, left}},
	{"forward-left", ways{forwardLeft}},
	{"forward-right", ways{forwardRight}},
	{"backward-left", ways{backwardLeft}},
	{"backward-right", ways{backwardRight}},
	{"forward-diagonal", ways{forwardRight, forwardLeft}},
	{"backward-diagonal", ways{backwardRight, backwardLeft}},
	{"diagonal", ways{forwardRight, backwardRight, backwardLeft, forwardLeft}},
}

// parseWays reads words joined by "+".
func parseWays(text string) (all ways, err error) {
	for _, name := range strings.Split(text, "+") {
		i := 0
		for i < len(words) && words[i].name != name {
			i++
		}
		if i == len(words) {
			var names []string
			for _, w := range words {
				names = append(names, w.name)
			}
			return nil, fmt.Errorf("%q is not a direction%s: want %s, or some of them joined by +", name, prose.Hint(name, names), strings.Join(names, ", "))
		}
		for _, d := range words[i].ways {
			if slices.Contains(all, d) {
				return nil, fmt.Errorf("%s is named twice", words[d.word()].name)
			}
			all = append(all, d)
		}
	}
	slices.Sort(all)
	return all, nil
}

// word returns the index of the word for d alone.
func (d direction) word() int {
	return slices.IndexFunc(words, func(w struct {
		name string
		ways ways
	}) bool {
		return len(w.ways) == 1 && w.ways[0] == d
	})
}

// name returns the word for d alone, with spaces.
func (d direction) name() string { return strings.ReplaceAll(words[d.word()].name, "-", " ") }
