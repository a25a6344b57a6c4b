package tui

import (
	"strings"
	"testing"

	"ludens/solve"
)

// Each phase has a bar of its own; one that is not visible is not shown, and none
// is left when the work is done.
func TestPhases(t *testing.T) {
	for _, visible := range []bool{true, false} {
		var out strings.Builder
		p := Phases{Visible: visible, Errs: &out}
		p.Finish()
		for range 2 {
			for _, phase := range []string{"counting moves", "working back"} {
				p.Seen(solve.Progress{Phase: phase, Done: 1, Total: 2})
				p.Seen(solve.Progress{Phase: phase, Done: 2, Total: 2})
			}
			p.Finish()
		}
		for _, phase := range []string{"counting moves", "working back"} {
			if strings.Contains(out.String(), phase) != visible {
				t.Errorf("visible %v: %q", visible, out.String())
			}
		}
		if p.bar != nil {
			t.Error("a bar is left")
		}
	}
}
