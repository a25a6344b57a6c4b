package exact

import "ludens/agent"

// Candidates are who takes an exam in endgames that an agent is entered for: the agent
// without the exact tables of endgames, which are what it is held against and would mark
// themselves; and the network alone that it has, if it searches with one.
func Candidates(s agent.Spec) []agent.Spec {
	s.Untabled = true
	all := []agent.Spec{s}
	if bare, ok := s.Bare(); ok && bare.String() != s.String() {
		all = append(all, bare)
	}
	return all
}
