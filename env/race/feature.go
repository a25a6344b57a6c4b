package race

import (
	"fmt"
	"slices"

	"ludens/env"
)

// longest is the highest cap, as the tag of rules.Cap has it.
const longest = 1000

// Features implements env.Featured: all rules but who moves first and the drawings, which
// the board shows.
func (g *Game) Features() (all []env.Feature) {
	r := &g.rules
	flag := func(name string, on bool) { all = append(all, env.Flag(name, on)) }
	part := func(name string, n, of int) {
		all = append(all, env.Feature{Name: name, Value: float32(n) / float32(of)})
	}
	for d := range directions {
		flag("men step "+d.name(), slices.Contains(g.board.steps, d))
		flag("men jump "+d.name(), slices.Contains(g.board.jumps, d))
	}
	flag("men jump over enemies", r.Over != "own")
	flag("men jump over their own", r.Over != "enemy")
	flag("jumps are chained", r.Chain)
	flag("jumps capture", r.Capture)
	flag("men stay where they belong", r.Lock != "none")
	flag("men do not move where they belong", r.Lock == "square")
	for _, demand := range []string{flagged, "none", always, byVeto} {
		flag("demand="+demand, r.Demand == demand)
	}
	flag("moves may leave the other side without any", r.Blocking)
	flag("a full far side wins", r.Win == "filled")
	part("moves after which men must have left, in parts of 500", r.Vacate, 500)
	flag("who cannot move loses", r.NoMove == "loses")
	flag("who cannot move draws", r.NoMove == "draw")
	flag("if neither side can move the last mover wins", r.Stuck == "mover")
	flag("if neither side can move it is a draw", r.Stuck == "draw")
	flag("if neither side can move who is ahead wins", r.Stuck == "score")
	flag("moves needed are counted by steps", r.Needs == "steps")
	part(fmt.Sprintf("the cap, in parts of %d plies", longest), r.Cap, longest)
	flag("at the cap who is ahead wins", r.CapResult == "score")
	flag("at the cap who has more men home wins", r.CapResult == "home")
	part(fmt.Sprintf("the occurrence of a position that ends the game, in parts of %d", mostRepeat), r.Repeat, mostRepeat)
	flag("repetition loses", r.RepeatResult == "loses")
	return all
}
