package run

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ludens/internal/chart"
)

// seeds are runs of four iterations that differ in their seeds only, but for the last.
func seeds() (c Comparison) {
	for i := range 4 {
		r := fourIterations()
		r.Dir, r.Config.Seed = string(rune('a'+i)), uint64(i)
		for k := range r.Points {
			r.Points[k].Losses.Policy = float64(1 + i)
		}
		c = append(c, r)
	}
	c[3].Config.Train.LearningRate = 0.5
	return c
}

// Three runs that differ in their seeds only are one line with a band, another setting is
// another line; two seeds are two lines.
func TestSeedsAreABand(t *testing.T) {
	line := titled(t, seeds().Page("iterations"))["Policy loss"].(chart.Line)
	if len(line.Series) != 2 || line.Series[0].Name != "a and 2 other seeds" || line.Series[1].Name != "d" {
		t.Fatalf("got %+v", line.Series)
	}
	s := line.Series[0]
	if !slices.Equal(s.X, []float64{1, 2, 3, 4}) || s.Y[0] != 2 || s.Low[0] != 1 || s.High[0] != 3 || line.Series[1].Low != nil {
		t.Errorf("the band is %+v", s)
	}
	c := seeds()
	c[2].Points = c[2].Points[:3]
	c[1].Points[1].Losses.Policy = math.NaN()
	if s := titled(t, c.Page("iterations"))["Policy loss"].(chart.Line).Series[0]; !slices.Equal(s.X, []float64{1, 3}) {
		t.Errorf("a run that has not come so far, or was not measured, counts at %v", s.X)
	}
	if two := titled(t, seeds()[1:3].Page("iterations"))["Policy loss"].(chart.Line); len(two.Series) != 2 {
		t.Errorf("two seeds are %d lines", len(two.Series))
	}
	if note := seeds().Page("time").Note; !strings.Contains(note, "from the lowest to the highest") {
		t.Errorf("the note says %q", note)
	}
}

// One run alone has all its settings and its own page.
func TestOneRun(t *testing.T) {
	one := seeds()[:1]
	if rows := one.Configuration(); len(rows) < 20 || len(rows[0]) != 2 {
		t.Errorf("%d settings", len(rows))
	}
	if len(one.Settings()) != 0 {
		t.Errorf("it differs from itself in %q", one.Settings())
	}
	if titled(t, one.Page("iterations"))["Gradient"] == nil {
		t.Error("its page is not that of a run")
	}
	if x, iterations := one.Places("positions"); len(x) != 4 || !slices.Equal(iterations, []int{1, 2, 3, 4}) {
		t.Errorf("it stands at %v, %v", x, iterations)
	}
}
