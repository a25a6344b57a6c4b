package arena

import "ludens/env"

// Drama is how often fortune turned, in the eyes of those who played (after
// Browne 2008, "Automatic Generation and Evaluation of Recombination Games",
// 5.2: lead change and drama).
type Drama struct {
	Told      bool    // the agents say what they expect
	Changes   Measure // lead changes of a game, mean
	Comebacks Measure // share of the decided games
}

// A player leads where the mover expects him to score five eighths of a point
// or more, and is nearly lost where he is expected to score a quarter or less.
const (
	leads    Value = 250
	sinks    Value = 500
	noLeader       = -1
)

// dramaOf counts how often the lead passes from one player to the other, and in
// how many games the winner had been nearly lost.
func dramaOf(traces []trace) Drama {
	var d Drama
	var changes []float64
	decided, back := 0, 0
	for _, t := range traces {
		if len(t.Values) != len(t.movers) {
			continue
		}
		changes = append(changes, float64(t.leadChanges()))
		for _, v := range t.Values {
			d.Told = d.Told || v != 0
		}
		for _, p := range []env.Player{env.First, env.Second} {
			if t.Result == env.WinFor(p) {
				decided++
				if t.worst(p) <= -sinks {
					back++
				}
			}
		}
	}
	d.Changes, d.Comebacks = meanOf(changes), Share(back, decided)
	return d
}

// expects returns what player p could expect at a ply after the opening.
func (t trace) expects(p env.Player, ply int) Value {
	if t.movers[ply] == p {
		return t.Values[ply]
	}
	return -t.Values[ply]
}

func (t trace) leadChanges() (changes int) {
	leader := noLeader
	for ply := range t.Values {
		now := leader
		switch v := t.expects(env.First, ply); {
		case v >= leads:
			now = int(env.First)
		case v <= -leads:
			now = int(env.Second)
		}
		if leader != noLeader && now != leader {
			changes++
		}
		leader = now
	}
	return changes
}

// worst returns the least that p could expect at any ply.
func (t trace) worst(p env.Player) Value {
	least := Value(0)
	for ply := range t.Values {
		least = min(least, t.expects(p, ply))
	}
	return least
}
