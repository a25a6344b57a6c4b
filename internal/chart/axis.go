package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Axis is how one direction of a chart is read.
type Axis struct {
	Label   string
	Log     bool // values of 0 and less are left out
	Percent bool // 0.25 reads 25 %
	Whole   bool // only whole numbers are marked
	// From and To are seen in any case; where they are equal, what the values need.
	From, To float64
	Ticks    []float64 // the values that are marked; nil: round ones
}

// span is a range of values; none as it comes from nothing().
type span struct{ lo, hi float64 }

func nothing() span { return span{math.Inf(1), math.Inf(-1)} }

func (s span) empty() bool { return s.lo > s.hi }

// with returns the span that holds v, too, if v is finite.
func (s span) with(vs ...float64) span {
	for _, v := range vs {
		if finite(v) {
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
		}
	}
	return s
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// scale is an axis with its range.
type scale struct {
	Axis
	span
	named []tick // instead of numbers
}

type tick struct {
	at   float64
	text string
}

// fit returns the scale that shows the values, with a little air where neither
// From nor To is the end.
func (a Axis) fit(values span) scale {
	s := scale{Axis: a, span: a.wide(values)}
	if s.empty() {
		s.span = span{0, 1}
	}
	if a.Log && s.lo <= 0 { // nothing but the ends said so
		s.lo = s.hi / 10
	}
	if s.lo == s.hi {
		s.span = s.around()
		return s
	}
	return s.air()
}

// wide returns the span with what is seen in any case.
func (a Axis) wide(values span) span {
	if a.From < a.To {
		return values.with(a.From, a.To)
	}
	return values
}

// around returns a range about the only value.
func (s scale) around() span {
	switch {
	case s.Log:
		return span{s.lo / 2, s.hi * 2}
	case s.Whole || s.lo == 0:
		return span{s.lo - 1, s.hi + 1}
	}
	return span{s.lo - math.Abs(s.lo)/10, s.hi + math.Abs(s.hi)/10}
}

// air widens the ends that values set by a twentieth.
func (s scale) air() scale {
	bounded := s.From < s.To
	if s.Log {
		f := math.Pow(s.hi/s.lo, 0.05)
		s.lo, s.hi = s.lo/f, s.hi*f
		return s
	}
	pad := (s.hi - s.lo) / 20
	if !bounded || s.lo < s.From {
		s.lo -= pad
	}
	if !bounded || s.hi > s.To {
		s.hi += pad
	}
	return s
}

// norm returns where v stands between the ends, 0 to 1; values beyond them,
// infinite ones too, stand at the end.
func (s scale) norm(v float64) float64 {
	if s.Log {
		if v <= s.lo {
			return 0
		}
		return min(1, math.Log(v/s.lo)/math.Log(s.hi/s.lo))
	}
	return min(1, max(0, (v-s.lo)/(s.hi-s.lo)))
}

// ticks returns the marks, about as many as asked for.
func (s scale) ticks(about int) []tick {
	if s.named != nil {
		return s.named
	}
	values := s.Ticks
	switch {
	case values != nil:
	case s.Log:
		values = s.logTicks(about)
	default:
		values = s.roundTicks(about)
	}
	for digits := usualDigits; ; digits++ {
		if marks := s.marks(values, digits); digits == mostDigits || distinct(marks) {
			return marks
		}
	}
}

// Digits of a number at an axis: more than is usual where neighbours would read
// alike, and no more than a number has.
const usualDigits, mostDigits = 4, 15

// marks returns the values that are in sight, written with that many digits.
func (s scale) marks(values []float64, digits int) (marks []tick) {
	for _, v := range values {
		if v >= s.lo && v <= s.hi {
			marks = append(marks, tick{v, s.text(v, digits)})
		}
	}
	return marks
}

// distinct reports whether no two neighbours read alike.
func distinct(marks []tick) bool {
	alike := func(a, b tick) bool { return a.text == b.text }
	return len(slices.CompactFunc(slices.Clone(marks), alike)) == len(marks)
}

func (s scale) roundTicks(about int) (values []float64) {
	step := roundStep((s.hi - s.lo) / float64(about))
	if s.Whole {
		step = max(1, step)
	}
	for i := math.Ceil(s.lo/step - 1e-9); i*step <= s.hi+step*1e-9; i++ {
		values = append(values, i*step+0) // + 0: no minus zero
	}
	return values
}

// roundStep returns the one of 1, 2, 5, 10 ... that is near v.
func roundStep(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	for _, f := range []float64{1, 2, 5} {
		if 1.4*f*unit >= v {
			return f * unit
		}
	}
	return 10 * unit
}

// logTicks returns powers of ten, and 2 and 5 times those where they are few.
func (s scale) logTicks(about int) (values []float64) {
	decades := math.Log10(s.hi / s.lo)
	factors := []float64{1}
	if decades < 2 {
		factors = []float64{1, 2, 5}
	}
	every := max(1, int(math.Ceil(decades/float64(about))))
	for e := int(math.Floor(math.Log10(s.lo))); float64(e) <= math.Log10(s.hi); e++ {
		if e%every == 0 {
			for _, f := range factors {
				values = append(values, f*math.Pow(10, float64(e)))
			}
		}
	}
	return values
}

// text writes a value as people read it at an axis: "0.05", "20k", "25 %". All of
// an axis are in the same unit, but for powers, which each take their own.
func (s scale) text(v float64, digits int) string {
	largest := max(math.Abs(s.lo), math.Abs(s.hi))
	if s.Log {
		largest = v
	}
	switch {
	case s.Percent:
		return short(100*v, digits) + " %"
	case v == 0:
		return "0"
	case largest >= 1e6:
		return short(v/1e6, digits) + "M"
	case largest >= 1e4:
		return short(v/1e3, digits) + "k"
	}
	return short(v, digits)
}

// short writes at most that many digits of v.
func short(v float64, digits int) string {
	f, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if a := math.Abs(f); a > 0 && (a < 1e-4 || a >= 1e6) {
		return strings.Replace(strconv.FormatFloat(f, 'g', -1, 64), "-", "−", 2)
	}
	return strings.Replace(strconv.FormatFloat(f, 'f', -1, 64), "-", "−", 1)
}
