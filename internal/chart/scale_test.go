package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Whatever is shown, marks lie on the axis in their order, each with a text of its
// own, and there are neither none nor too many to read.
func TestTicksOfAnySpan(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		axis := Axis{Percent: rng.IntN(4) == 0, Whole: rng.IntN(4) == 0}
		lo := (rng.Float64() - 0.3) * math.Pow(10, float64(rng.IntN(10)-3))
		values := span{lo, lo + math.Pow(10, float64(rng.IntN(10)-4))}
		if rng.IntN(4) == 0 && !axis.Percent && !axis.Whole && lo > 0 {
			axis.Log = true
			values.hi = lo * math.Pow(10, 6*rng.Float64())
		}
		about := 3 + rng.IntN(8)
		s := axis.fit(values)
		marks := s.ticks(about)
		if s.lo > values.lo || s.hi < values.hi || !finite(s.lo) || !finite(s.hi) {
			t.Fatalf("%+v of %v: from %v to %v leaves values out", axis, values, s.lo, s.hi)
		}
		if len(marks) > 3*about+3 {
			t.Fatalf("%+v of %v: %d marks, asked for about %d", axis, values, len(marks), about)
		}
		for i, m := range marks {
			if m.at < s.lo || m.at > s.hi || i > 0 && m.at <= marks[i-1].at {
				t.Fatalf("%+v of %v: mark %v at %d of %v", axis, values, m.at, i, marks)
			}
			if axis.Whole && m.at != math.Trunc(m.at) {
				t.Fatalf("%v: %v is no whole number", values, m.at)
			}
			if i > 0 && m.text == marks[i-1].text {
				t.Fatalf("%+v of %v: two marks read %s: %v", axis, values, m.text, marks)
			}
		}
	}
}

// Values that differ in their last digits are distinguished.
func TestTicksOfNearValues(t *testing.T) {
	for _, test := range []struct {
		values span
		want   string
	}{
		{span{2.3451, 2.3459}, "2.3452 2.3454 2.3456 2.3458"},
		{span{1500, 1501}, "1500 1500.2 1500.4 1500.6 1500.8 1501"},
		{span{100_000, 100_004}, "100k 100.001k 100.002k 100.003k 100.004k"},
		{span{-2.3459, -2.3451}, "−2.3458 −2.3456 −2.3454 −2.3452"},
	} {
		var got []string
		for _, m := range (Axis{}).fit(test.values).ticks(5) {
			got = append(got, m.text)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%v: got %s, want %s", test.values, got, test.want)
		}
	}
}

// A value stands the farther along the axis the greater it is, its ends at the ends.
func TestNormRises(t *testing.T) {
	for _, s := range []scale{{span: span{-3, 7}}, {Axis: Axis{Log: true}, span: span{0.01, 1000}}} {
		last := -1.0
		for i := range 200 {
			v := s.lo + (s.hi-s.lo)*float64(i)/199
			n := s.norm(v)
			if n < last || n < 0 || n > 1 {
				t.Errorf("%+v: %v stands at %v, and less at %v", s, v, n, last)
			}
			last = n
		}
		if s.norm(s.lo) != 0 || s.norm(s.hi) != 1 {
			t.Errorf("%+v: the ends stand at %v and %v", s, s.norm(s.lo), s.norm(s.hi))
		}
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", -2.5: "−2.5", 0.1 + 0.2: "0.3", 123456: "123500", 0.00012345: "0.0001234", 1e6: "1e+06", -1e-5: "−1e−05", 99999: "100000",
	} {
		if got := short(v, usualDigits); got != want {
			t.Errorf("%v: got %s, want %s", v, got, want)
		}
	}
}

func TestRoundStep(t *testing.T) {
	for v, want := range map[float64]float64{1: 1, 1.4: 1, 1.5: 2, 2.8: 2, 2.9: 5, 7: 5, 7.1: 10, 70: 50, 0.071: 0.1, 1e-9: 1e-9} {
		if got := roundStep(v); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%v: got %v, want %v", v, got, want)
		}
	}
}

// Rules and the ends that are asked for are seen, and nothing else moves the scale.
func TestWhatIsSeenInAnyCase(t *testing.T) {
	series := []Series{{X: []float64{0, 10}, Y: []float64{1, 2}}}
	for _, test := range []struct {
		name   string
		frame  Frame
		lo, hi float64
	}{
		{"the values", Frame{}, 0.95, 2.05},
		{"a rule above", Frame{Rules: []Rule{{At: 3}}}, 0.9, 3.1},
		{"an upright rule", Frame{Rules: []Rule{{At: 30, Upright: true}}}, 0.95, 2.05},
		{"ends beyond the values", Frame{Y: Axis{From: 0, To: 4}}, 0, 4},
		{"ends within the values", Frame{Y: Axis{From: 1.4, To: 1.6}}, 0.95, 2.05},
		{"one end beyond", Frame{Y: Axis{From: 0, To: 1.5}}, 0, 2.1},
	} {
		x, y := Line{Frame: test.frame, Series: series}.scales()
		if math.Abs(y.lo-test.lo) > 1e-9 || math.Abs(y.hi-test.hi) > 1e-9 {
			t.Errorf("%s: from %v to %v, want %v to %v", test.name, y.lo, y.hi, test.lo, test.hi)
		}
		if x.lo != 0 || x.hi != 10 {
			t.Errorf("%s: a line runs from %v to %v, want from edge to edge", test.name, x.lo, x.hi)
		}
	}
}

// A line is interrupted where a value is missing; its interval is seen where it is
// known.
func TestRuns(t *testing.T) {
	c := Line{}
	for _, test := range []struct {
		x, y []float64
		log  bool
		want [][]int
	}{
		{nil, nil, false, nil},
		{[]float64{1, 2, 3}, []float64{1, 2, 3}, false, [][]int{{0, 1, 2}}},
		{[]float64{1, 2, 3, 4}, []float64{nan, 2, 3, inf}, false, [][]int{{1, 2}}},
		{[]float64{1, nan, 3, 4}, []float64{1, 2, 3, 4}, false, [][]int{{0}, {2, 3}}},
		{[]float64{1, 2, 3}, []float64{1, 2}, false, [][]int{{0, 1}}},
		{[]float64{0, 1, 2}, []float64{1, 0, 1}, false, [][]int{{0, 1, 2}}},
		{[]float64{0, 1, 2}, []float64{1, 0, 1}, true, [][]int{{2}}},
	} {
		c.X.Log, c.Y.Log = test.log, test.log
		got := c.runs(Series{X: test.x, Y: test.y})
		if !slices.EqualFunc(got, test.want, slices.Equal[[]int]) {
			t.Errorf("%v, %v: got %v, want %v", test.x, test.y, got, test.want)
		}
	}
	s := Series{X: []float64{1, 2}, Y: []float64{5, 6}, Low: []float64{4, nan}, High: []float64{nan, 9}}
	if s.low(0) != 4 || s.low(1) != 6 || s.high(0) != 5 || s.high(1) != 9 {
		t.Errorf("an interval that is not known is not the value: %v %v %v %v", s.low(0), s.low(1), s.high(0), s.high(1))
	}
	if _, y := (Line{Series: []Series{s}}).extent(); y != (span{4, 9}) {
		t.Errorf("values and intervals lie within %v, want 4 to 9", y)
	}
}

// Rows without a value are left out; the others stand one under another, the first
// on top, with their intervals in sight.
func TestDots(t *testing.T) {
	c := Dots{Rows: []Dot{{Name: "a", Value: 5, Low: 1, High: 9}, {Name: "b", Value: nan}, {Name: "c", Value: 20, Low: 20, High: 20}, {Name: "d", Value: -3}}}
	x, y := c.scales()
	if x.lo > -3 || x.hi < 20 || x.lo < -6 || x.hi > 23 {
		t.Errorf("from %v to %v, want about −3 to 20", x.lo, x.hi)
	}
	var names []string
	last := math.Inf(1)
	for _, m := range y.ticks(3) {
		names = append(names, m.text)
		if at := y.norm(m.at); at >= last || at <= 0 || at >= 1 {
			t.Errorf("%s stands at %v, and the row above at %v", m.text, at, last)
		} else {
			last = at
		}
	}
	if got := strings.Join(names, " "); got != "a c d" {
		t.Errorf("rows %s, want a c d", got)
	}
	if c.X.Log = true; len(c.shown()) != 2 {
		t.Errorf("%d rows on a logarithmic axis, want 2", len(c.shown()))
	}
	many := Dots{Rows: make([]Dot, legible)}
	_, y = many.scales()
	if h := many.height(400); len(y.named) != legible {
		t.Errorf("%d rows have %d names", legible, len(y.named))
	} else if many.Rows = make([]Dot, legible+1); many.height(400) >= h {
		t.Errorf("a row more is %v high, want less than %v: they draw together", many.height(400), h)
	}
	if _, y = many.scales(); len(y.named) != 0 {
		t.Errorf("%d rows have %d names, want none", legible+1, len(y.named))
	}
}

// Bars stand at their places beside one another and never on one another.
func TestBarsDoNotOverlap(t *testing.T) {
	for _, at := range [][]float64{{1}, {1, 2}, {1, 2, 3, 4, 5}, {1, 2, 100}, {3, 3.5, 4, 9, 9.25, 30}} {
		for _, log := range []bool{false, true} {
			c := Stack{Frame: Frame{X: Axis{Log: log}}, At: at, Parts: []Part{{Size: make([]float64, len(at))}}}
			for i := range at {
				c.Parts[0].Size[i] = 1
			}
			p := plane{look: &looks[Light]}
			p.Min, p.Max = vg.Point{X: 50, Y: 0}, vg.Point{X: 550, Y: 100}
			p.x, p.y = c.scales()
			left, right := c.edges(p, c.bars())
			for k := range at {
				if x := p.X(at[k]); left[k] > x || right[k] < x || left[k] < p.Min.X-0.01 || right[k] > p.Max.X+0.01 {
					t.Errorf("%v, log %v: bar %d goes from %v to %v about %v", at, log, k, left[k], right[k], x)
				}
				if k > 0 && left[k] < right[k-1]-0.01 {
					t.Errorf("%v, log %v: bar %d begins at %v, the one before ends at %v", at, log, k, left[k], right[k-1])
				}
			}
		}
	}
}

func TestStack(t *testing.T) {
	c := Stack{At: []float64{1, 2, 3, nan}, Parts: []Part{{Size: []float64{0.5, nan, 0, 1}}, {Size: []float64{0.25, -1, 0}}, {Size: []float64{0.25}}}}
	if got := c.bars(); !slices.Equal(got, []int{0}) {
		t.Errorf("bars %v, want the one that has something", got)
	}
	if c.total(0) != 1 || c.total(1) != 0 {
		t.Errorf("totals %v and %v", c.total(0), c.total(1))
	}
	if _, y := c.scales(); y.lo != 0 || y.hi != 1 {
		t.Errorf("bars stand from %v to %v, want 0 to 1", y.lo, y.hi)
	}
	if c.X.Log, c.At[0] = true, 0; len(c.bars()) != 0 {
		t.Error("a bar at 0 on a logarithmic axis")
	}
}

// Every value is in one bin, whatever they are.
func TestBinsHoldAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		h, about := Histogram{}, 1+rng.IntN(40)
		scale, whole := math.Pow(10, float64(rng.IntN(8)-3)), rng.IntN(2) == 0
		for range 1 + rng.IntN(50) {
			v := rng.NormFloat64() * scale
			if whole {
				v = math.Trunc(v)
			}
			h.Values = append(h.Values, v)
		}
		first, width, counts := bins(h.Values, float64(about))
		sum := 0
		for i, n := range counts {
			sum += n
			lo, hi := first+width*float64(i), first+width*float64(i+1)
			within := 0
			for _, v := range h.Values {
				if v >= lo-1e-9*scale && v < hi-1e-9*scale {
					within++
				}
			}
			if whole && n != within {
				t.Fatalf("bin %d of %v has %d, want %d", i, h.Values, n, within)
			}
		}
		if sum != len(h.Values) || width <= 0 || whole && width < 1 {
			t.Fatalf("%d of %d values are in bins of %v", sum, len(h.Values), width)
		}
	}
}

// Colours: those that are asked for, else one after the other, and again from the
// first; grey and pale stand back.
func TestHues(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		l := &looks[theme]
		n := len(l.palette)
		for i := range 2 * n {
			if got := l.hue(0, i); got != l.palette[i%n] {
				t.Errorf("theme %d: series %d is %v", theme, i, got)
			}
			if got := l.hue(Hue(i+1), 99); got != l.palette[i%n] {
				t.Errorf("theme %d: hue %d is %v", theme, i+1, got)
			}
		}
		if l.hue(Grey, 1) != l.grey || l.hue(Pale, 1) != l.pale {
			t.Errorf("theme %d: grey and pale are colours", theme)
		}
		seen := map[any]bool{l.ground: true}
		for _, c := range l.palette {
			if seen[c] {
				t.Errorf("theme %d: %v is there twice, or the ground", theme, c)
			}
			seen[c] = true
		}
	}
}

// The charts of a row share the width with gaps between them, and a page is as high
// as its rows.
func TestPageMeasures(t *testing.T) {
	p := Page{Width: 800}
	for charts := 1; charts <= 4; charts++ {
		if got := vg.Length(charts)*p.column(charts) + vg.Length(charts-1)*gapX + 2*margin; math.Abs(float64(got-600)) > 1e-9 {
			t.Errorf("%d charts and what is around them are %v wide, want 600", charts, got)
		}
	}
	row := []Chart{Histogram{Frame: Frame{Height: 100}}, Histogram{Frame: Frame{Height: 200}}}
	if got := p.rowHeight(row); got != 150 {
		t.Errorf("a row is %v high, want that of its highest chart, 150", got)
	}
	one, two := Page{Rows: [][]Chart{row}}, Page{Rows: [][]Chart{row, row}}
	if got := two.height() - one.height(); got != 150+gapY {
		t.Errorf("a row more is %v higher", got)
	}
	if (Page{}).width() != 600 || (Page{Width: 400}).width() != 300 {
		t.Error("a page of 800 pixels is 600 points wide")
	}
}
