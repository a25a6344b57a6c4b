package study

import (
	"cmp"
	"slices"

	"ludens/agent"
)

// Strength is an agent with the number that says how much it searches.
type Strength struct {
	Agent  string  // as Enter takes it
	Budget float64 // 0: it has none
}

// rank puts those first who are weaker than all others.
func (s Strength) rank() int {
	switch s.Agent {
	case "random":
		return 0
	case "greedy":
		return 1
	}
	return 2
}

// family names what strengths have in common that differ by their budgets alone.
func (s Strength) family() string {
	spec, err := agent.FromArg(s.Agent)
	if err != nil {
		return ""
	}
	return spec.Family()
}

// power orders the strengths of a family.
func (s Strength) power() float64 {
	if spec, err := agent.FromArg(s.Agent); err == nil && spec.Time > 0 {
		return spec.Time.Seconds()
	}
	return s.Budget
}

// ascend puts the budgets of each agent in order, in the places that they have.
func ascend(all []Strength) {
	places := map[string][]int{}
	for i, s := range all {
		if f := s.family(); f != "" {
			places[f] = append(places[f], i)
		}
	}
	for _, at := range places { // each has places of its own
		var own []Strength
		for _, i := range at {
			own = append(own, all[i])
		}
		slices.SortStableFunc(own, func(a, b Strength) int { return cmp.Compare(a.power(), b.power()) })
		for k, i := range at {
			all[i] = own[k]
		}
	}
}

// usualBudgets are the numbers of agents that are given without one.
var usualBudgets = map[string][]int{
	"mcts": {25, 100, 400, 1600}, "alphabeta": {1, 2, 3, 4},
	"champion": {1, 16, 64, 256}, "untrained": {1, 16, 64, 256}, "ckpt": {1, 16, 64, 256}, "int8": {1, 16, 64, 256},
}

// Strengths returns agents in their order, those that are given without a number
// with each of the budgets, or of the usual ones if budgets is nil. Who needs no
// strength comes first, and the budgets of an agent ascend.
func Strengths(agents []string, budgets []int) (all []Strength, err error) {
	used := false
	for _, text := range agents {
		spec, ok := agent.Unlimited(text)
		if !ok || usualBudgets[spec.Kind] == nil {
			all = append(all, Strength{text, budgetOf(text)})
			continue
		}
		numbers := usualBudgets[spec.Kind]
		if budgets != nil {
			numbers, used = budgets, true
		}
		for _, n := range numbers {
			all = append(all, Strength{spec.Limited(n).String(), float64(n)})
		}
	}
	slices.SortStableFunc(all, func(a, b Strength) int { return a.rank() - b.rank() })
	ascend(all)
	for i, s := range all {
		if slices.Contains(all[:i], s) {
			return nil, mistake("agents", "", "%s is named twice", s.Agent)
		}
	}
	switch {
	case budgets != nil && !used:
		return nil, mistake("budgets", "", "no agent is given without a number")
	case len(all) == 0:
		return nil, mistake("agents", "", "who plays?")
	}
	return all, nil
}

// budgetOf returns the number in an agent's text; 0 if there is none.
func budgetOf(text string) float64 {
	spec, err := agent.Typed(text)
	if err != nil || spec.Time > 0 {
		return 0
	}
	return float64(spec.Budget)
}
