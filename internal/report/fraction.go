package report

import (
	"fmt"
	"strings"

	"ludens/arena"
)

// mostMixed is how many interactions are named beside an effect.
const mostMixed = 4

// settings returns how many settings of the rules were played, and how many there are.
func (w Sweep) settings() (played, all int) {
	agents := len(w.agents())
	return len(w.Cells) / agents, w.Design.Len() / agents
}

// partAnswer says in a sentence that not all settings were played, and what that leaves
// open.
func (w Sweep) partAnswer(effects []arena.Effect) string {
	played, all := w.settings()
	text := fmt.Sprintf("%s of %s were played, chosen so that the effects of single rules can be separated", Count(played, "setting"), Grouped(all))
	mains, mixed := 0, 0
	for _, e := range effects {
		if len(e.Mixed) > 0 && !w.ofAgent(e) {
			mixed++
			if len(e.Terms) == 1 {
				mains++
			}
		}
	}
	switch {
	case mixed == 0:
		return text + ", and interactions of two rules as well."
	case mains == 0:
		return text + "; interactions of two rules cannot all be separated from one another."
	}
	return text + "; they are mixed with interactions of two rules, which cannot be separated from them."
}

// partWords say how the settings were chosen and what the intervals allow for.
func (w Sweep) partWords() string {
	played, all := w.settings()
	design := "a Bayesian D-optimal design found by coordinate exchange"
	if w.regular(played) {
		design = "a regular fraction 2^(k-p) with the fewest short words"
	}
	return fmt.Sprintf("Of %s %d were played, each by every agent: %s. Effects are fitted to these settings, each weighing as much as its games say. What differs more from the model than games explain widens the intervals, as in a sample of the settings. Where the model has as many effects as there are settings this cannot be seen, and interactions of three rules or more are taken to be nothing.", Count(all, "setting"), played, design)
}

func (w Sweep) regular(played int) bool {
	for i, f := range w.Design.Grid {
		if i != w.Agent && len(f.Levels) != 2 {
			return false
		}
	}
	return played&(played-1) == 0
}

// mixedTable names with what each effect is mixed.
func (w Sweep) mixedTable(effects []arena.Effect) Table {
	t := Table{
		Name: "mixed", Caption: "Interactions of two rules that cannot be separated from an effect, with the part that is in it.",
		Columns: []Column{{Key: "change", Title: "change of"}, {Key: "mixed", Title: "mixed with"}},
	}
	for _, e := range effects {
		if len(e.Mixed) > 0 {
			t.Rows = append(t.Rows, []any{w.termName(e), w.mixedWords(e.Mixed)})
		}
	}
	return t
}

func (w Sweep) mixedWords(mixed []arena.Alias) string {
	var parts []string
	for _, a := range mixed[:min(len(mixed), mostMixed)] {
		parts = append(parts, fmt.Sprintf("%s × %s (%.2f)", w.Design.Grid[a.Factors[0]].Name, w.Design.Grid[a.Factors[1]].Name, a.Part))
	}
	if n := len(mixed) - mostMixed; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, ", ")
}
