package chess

import (
	"strings"

	"ludens/env"
)

// reachSide is the width and height of the empty board on which a man is shown.
const reachSide = 9

// Men implements env.Manned. Around each man stand + where it goes and captures, o where
// it only goes, x where it only captures, ^ where it comes by hopping, and * where it goes
// only from its first square.
func (g *Game) Men() (all []env.Man) {
	open := &Game{area: area{rows: reachSide, cols: reachSide, cells: reachSide * reachSide}}
	for k := range kind(g.letters) {
		w := g.kinds[k]
		letter := strings.ToUpper(string(w.letter))
		all = append(all, env.Man{Name: w.name, Letter: letter, Moves: g.keys.Men[letter].Moves, Reach: open.reach(w)})
	}
	return all
}

// reach draws where a man goes from the middle of g, which is empty.
func (g *Game) reach(w ware) (rows []string) {
	const middle = square(reachSide * reachSide / 2)
	signs := []byte(strings.Repeat(".", g.cells))
	w.initial[env.First].add(middle)
	for _, l := range w.legs {
		one := w
		one.legs = []leg{l}
		for _, way := range g.waysFrom(&one, env.First, middle) {
			for i, q := range way.squares {
				if (way.manner == leap) && i < len(way.squares)-1 || signs[q] == '+' {
					continue
				}
				signs[q] = joined(signs[q], way.sign(l.is))
			}
		}
	}
	signs[middle] = strings.ToUpper(string(w.letter))[0]
	for row := range reachSide {
		rows = append(rows, strings.Join(strings.Split(string(signs[row*reachSide:(row+1)*reachSide]), ""), " "))
	}
	return rows
}

// sign is what stands on the squares where a way leads.
func (w *way) sign(initial bool) byte {
	switch {
	case w.manner == hop, w.manner == vault:
		return '^'
	case initial:
		return '*'
	case w.quiet && w.capture:
		return '+'
	case w.capture, w.passing:
		return 'x'
	}
	return 'o'
}

// joined is the sign of a square where two ways lead.
func joined(a, b byte) byte {
	if a == 'o' && b == 'x' || a == 'x' && b == 'o' {
		return '+'
	}
	if a == '.' || b == '+' || a == '*' || a == '^' {
		return b
	}
	return a
}
