package watch

import (
	"fmt"
	"slices"

	"ludens/train"
)

// Warnings follows what looks wrong with a run, to report when that begins and when
// it ends and not at every iteration.
type Warnings struct{ open []warning }

type warning struct {
	about       string
	first, last int // iterations
}

// patience is how many iterations without a warning end it.
const patience = 3

// After returns what is to be reported after an iteration.
func (w *Warnings) After(at int, advice []train.Advice) (lines []string) {
	for _, a := range advice {
		i := slices.IndexFunc(w.open, func(x warning) bool { return x.about == a.About })
		if i < 0 {
			w.open = append(w.open, warning{a.About, at, at})
			lines = append(lines, "look: "+a.Text)
		} else {
			w.open[i].last = at
		}
	}
	w.open = slices.DeleteFunc(w.open, func(x warning) bool {
		over := at-x.last >= patience
		if over {
			lines = append(lines, "better: "+x.String())
		}
		return over
	})
	return lines
}

// String returns "duplicates, in iterations 3 to 17".
func (x warning) String() string {
	if x.first == x.last {
		return fmt.Sprintf("%s, in iteration %d", x.about, x.first)
	}
	return fmt.Sprintf("%s, in iterations %d to %d", x.about, x.first, x.last)
}
