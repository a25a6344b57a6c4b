package traversal

import "ludens/env"

// Uncounted implements env.Uncounted: a step that was vetoed, and decisions, do not
// count for the cap.
func (g *Game) Uncounted() bool { return g.rules.Demand == byVeto }

// Spent reports that the cap is reached. It implements env.Limited: where every action
// counts, whoever counts them knows as much.
func (s *State) Spent() bool { return s.game.Uncounted() && s.ply >= s.game.rules.Cap }

// listDemands lists each action once more with a demand, where that would make a
// difference: where the opponent could then both jump and step.
func (s *State) listDemands() {
	you := s.mover.other()
	torn := func() bool {
		jumps, steps := s.reach(you)
		return jumps && steps && s.hand(you) == 0
	}
	for _, a := range s.legal[:len(s.legal):len(s.legal)] {
		if s.demandable(a) && s.after(a, torn) {
			s.legal = append(s.legal, s.game.sheet.demanding(a))
		}
	}
}

// demandable reports whether an action may come with a demand: all but putting a man
// on the board.
func (s *State) demandable(a env.Action) bool {
	return s.game.move(a, s.mover).verb != put
}
