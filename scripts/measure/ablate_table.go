package main

import (
	"fmt"
	"math"
	"strings"
)

// tables compares the arms by each exam.
func tables(s study, done []run, after int) string {
	if after == 0 {
		after = common(s, done)
	}
	var b strings.Builder
	for i, e := range s.Exams {
		fmt.Fprintf(&b, "%s: %s on %d positions, share of kept values where a wrong move exists\n", s.Game, e, s.Positions)
		table(&b, s, mark{of: i, to: e.Target}, done, after)
		fmt.Fprintln(&b)
	}
	fmt.Fprintln(&b, "means over seeds with 95 % intervals (Student); evaluations on a logarithmic scale")
	return b.String()
}

// mark is what runs are compared by.
type mark struct {
	of int     // the exam
	to float64 // the mark that evaluations are counted to
}

// table compares the arms by one exam, a line each.
func table(b *strings.Builder, s study, m mark, done []run, after int) {
	fmt.Fprintf(b, "%-16s %4s  %-36s %-24s %s\n", "arm", "runs",
		fmt.Sprintf("evaluations to %.0f %%, thousands", 100*m.to), "times the first arm's", fmt.Sprintf("%% after %d thousand", after/1000))
	for _, a := range s.Arms {
		arm, base := of(s, done, a), of(s, done, s.Arms[0])
		if len(arm) == 0 {
			continue
		}
		fmt.Fprintf(b, "%-16s %4d  %-36s %-24s %s\n", a.Name, len(arm),
			needed(m.logs(arm)), m.times(arm, base), percents(arm, func(r run) float64 { return m.at(r, after) }))
	}
}

// of returns the runs of an arm as the study has it.
func of(s study, done []run, a arm) (arm []run) {
	for _, r := range done {
		if r.Name == s.name(a, r.Seed) {
			arm = append(arm, r)
		}
	}
	return arm
}

// common returns the evaluations that every run has made.
func common(s study, done []run) int {
	least := math.MaxInt
	for _, a := range s.Arms {
		for _, r := range of(s, done, a) {
			if n := len(r.Points); n > 0 {
				least = min(least, r.Points[n-1].Evaluations)
			}
		}
	}
	return least
}

// reached returns after how many evaluations a run first has the mark, between
// two exams on a straight line over their logarithm.
func (m mark) reached(r run) (evaluations float64, ok bool) {
	for i, p := range r.Points {
		if p.Marks[m.of] < m.to {
			continue
		}
		if i == 0 {
			return float64(p.Evaluations), true
		}
		last := r.Points[i-1]
		share := (m.to - last.Marks[m.of]) / (p.Marks[m.of] - last.Marks[m.of])
		return float64(last.Evaluations) * math.Pow(float64(p.Evaluations)/float64(last.Evaluations), share), true
	}
	return 0, false
}

// at returns the mark of a run after that many evaluations.
func (m mark) at(r run, evaluations int) float64 {
	for i, p := range r.Points {
		if p.Evaluations < evaluations {
			continue
		}
		if i == 0 {
			return p.Marks[m.of]
		}
		last := r.Points[i-1]
		share := math.Log(float64(evaluations)/float64(last.Evaluations)) / math.Log(float64(p.Evaluations)/float64(last.Evaluations))
		return last.Marks[m.of] + share*(p.Marks[m.of]-last.Marks[m.of])
	}
	return math.NaN()
}

// logs returns the logarithms of the evaluations to the mark, and how many runs
// do not reach it.
func (m mark) logs(runs []run) (to []float64, missed int) {
	for _, r := range runs {
		if n, ok := m.reached(r); ok {
			to = append(to, math.Log(n))
		} else {
			missed++
		}
	}
	return to, missed
}

func needed(to []float64, missed int) string {
	if missed > 0 {
		return fmt.Sprintf("not reached by %d", missed)
	}
	mean, half := interval(to)
	return fmt.Sprintf("%.0f [%.0f, %.0f]", math.Exp(mean)/1000, math.Exp(mean-half)/1000, math.Exp(mean+half)/1000)
}

// times compares runs of equal seeds. What an arm had made when it ended is a
// lower bound where it did not get there.
func (m mark) times(arm, base []run) string {
	var ratios []float64
	bound := ""
	for _, r := range arm {
		for _, b := range base {
			from, ok := m.reached(b)
			if b.Seed != r.Seed || !ok {
				continue
			}
			to, ok := m.reached(r)
			if !ok {
				to, bound = float64(r.Points[len(r.Points)-1].Evaluations), "> "
			}
			ratios = append(ratios, math.Log(to/from))
		}
	}
	if len(ratios) == 0 {
		return "-"
	}
	mean, half := interval(ratios)
	return fmt.Sprintf("%s%.2f [%.2f, %.2f]", bound, math.Exp(mean), math.Exp(mean-half), math.Exp(mean+half))
}

func percents(runs []run, of func(run) float64) string {
	var values []float64
	for _, r := range runs {
		values = append(values, 100*of(r))
	}
	mean, half := interval(values)
	return fmt.Sprintf("%.1f [%.1f, %.1f]", mean, mean-half, mean+half)
}

// student is the 97.5 % quantile of Student's distribution, by degrees of freedom
// from 1; beyond the list the normal one serves.
var student = []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262}

// interval returns the mean and half the width of its 95 % interval.
func interval(values []float64) (mean, half float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	if n < 2 {
		return mean, math.Inf(1)
	}
	square := 0.0
	for _, v := range values {
		square += (v - mean) * (v - mean) / (n - 1)
	}
	t := 1.96
	if len(values)-2 < len(student) {
		t = student[len(values)-2]
	}
	return mean, t * math.Sqrt(square/n)
}
