package chess

import (
	"bytes"
	"strings"

	"ludens/env"
)

// menShown returns the kinds of men with a letter.
func (g *Game) menShown() (all []env.Man) {
	open := &Game{area: area{rows: env.ReachSide, cols: env.ReachSide, cells: env.ReachSide * env.ReachSide}}
	for k := range kind(g.letters) {
		w := g.kinds[k]
		letter := strings.ToUpper(string(w.letter))
		all = append(all, env.Man{Name: w.name, Letter: letter, Moves: g.keys.Men[letter].Moves, Reach: open.reach(w)})
	}
	return all
}

// reach draws where a man goes from the middle of g, which is empty.
func (g *Game) reach(w ware) (rows []string) {
	const middle = square(env.ReachSide * env.ReachSide / 2)
	signs := bytes.Repeat([]byte{env.Nowhere}, g.cells)
	w.initial[env.First].add(middle)
	for _, l := range w.legs {
		one := w
		one.legs = []leg{l}
		for _, way := range g.waysFrom(&one, env.First, middle) {
			for i, q := range way.squares {
				if (way.manner == leap) && i < len(way.squares)-1 || signs[q] == env.AnyWay {
					continue
				}
				signs[q] = joined(signs[q], way.sign(l.is))
			}
		}
	}
	return env.Reach(strings.ToUpper(string(w.letter)), func(down, right int) byte {
		return signs[int(middle)+down*env.ReachSide+right]
	})
}

// sign is what stands on the squares where a way leads.
func (w *way) sign(initial bool) byte {
	switch {
	case w.manner == hop, w.manner == vault:
		return env.Hops
	case initial:
		return env.AtFirst
	case w.quiet && w.capture:
		return env.AnyWay
	case w.capture, w.passing:
		return env.CapturesOnly
	}
	return env.GoesOnly
}

// joined is the sign of a square where two ways lead.
func joined(a, b byte) byte {
	if a == env.GoesOnly && b == env.CapturesOnly || a == env.CapturesOnly && b == env.GoesOnly {
		return env.AnyWay
	}
	if a == env.Nowhere || b == env.AnyWay || a == env.AtFirst || a == env.Hops {
		return b
	}
	return a
}
