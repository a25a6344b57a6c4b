package cetro

import (
	"fmt"

	"ludens/env"
)

// Features implements env.Featured: all rules but who moves first, which cannot be
// seen later.
func (g *Game) Features() (all []env.Feature) {
	flag := func(name string, on bool) { all = append(all, env.Flag(name, on)) }
	for d, name := range demands {
		flag("demand="+name, g.demand == demand(d))
	}
	all = append(all, env.Feature{Name: fmt.Sprintf("the cap, in parts of %d plies", longest), Value: float32(g.cap) / longest})
	flag("at the cap who is ahead wins", g.scored)
	all = append(all, env.Feature{Name: fmt.Sprintf("the occurrence of a position that is a draw, in parts of %d", mostRepeat), Value: float32(g.repeat) / mostRepeat})
	return all
}
