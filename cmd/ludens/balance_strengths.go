package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// tier is an agent with the number that says how much it searches.
type tier struct {
	text   string  // as ludens eval takes it
	budget float64 // 0: it has none
}

// rank puts those first who are weaker than all others.
func (t tier) rank() int {
	switch t.text {
	case "random":
		return 0
	case "greedy":
		return 1
	}
	return 2
}

// usualBudgets are the numbers of agents that are given without one.
var usualBudgets = map[string][]int{
	"mcts": {25, 100, 400, 1600}, "alphabeta": {1, 2, 3, 4},
	"champion": {1, 16, 64, 256}, "ckpt": {1, 16, 64, 256}, "int8": {1, 16, 64, 256},
}

// readTiers returns the agents at all their strengths, in the order of the command
// line; who needs no strength comes first.
func (b *balancing) readTiers() (all []tier, err error) {
	used := false
	for _, text := range b.agents {
		kind, mark := openKind(text)
		if kind == "" {
			all = append(all, tier{text, budgetOf(text)})
			continue
		}
		budgets := usualBudgets[kind]
		if b.budgets != nil {
			budgets, used = b.budgets, true
		}
		for _, n := range budgets {
			all = append(all, tier{text + mark + strconv.Itoa(n), float64(n)})
		}
	}
	slices.SortStableFunc(all, func(a, b tier) int { return a.rank() - b.rank() })
	for i, s := range all {
		if slices.Contains(all[:i], s) {
			return nil, usage{fmt.Errorf("balance: %s is named twice", s.text)}
		}
	}
	switch {
	case b.budgets != nil && !used:
		return nil, usage{fmt.Errorf("--budgets: no agent is given without a number, as in --agent mcts")}
	case len(all) == 0:
		return nil, usage{errors.New("balance: who plays? Name --agent")}
	}
	return all, nil
}

// openKind returns the kind of an agent that is given without its number and the
// mark that stands before one; "" if it needs none.
func openKind(text string) (kind, mark string) {
	if _, err := os.Stat(text); err == nil {
		return "ckpt", "@"
	}
	kind, rest, _ := strings.Cut(text, ":")
	switch kind {
	case "mcts", "alphabeta", "champion":
		if rest == "" {
			return kind, ":"
		}
	case "ckpt", "int8":
		if !strings.Contains(rest, "@") {
			return kind, "@"
		}
	}
	return "", ""
}

// budgetOf reads the number at the end of an agent's text; 0 if there is none.
func budgetOf(text string) float64 {
	n, err := strconv.Atoi(text[strings.LastIndexAny(text, ":@")+1:])
	if err != nil {
		return 0
	}
	return float64(n)
}
