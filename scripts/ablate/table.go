package main

import (
	"fmt"
	"math"
	"strings"
)

// table compares the arms, a line each.
func table(s study, done []run, target float64, after int) string {
	if after == 0 {
		after = common(s, done)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: the network alone on %d positions, share of kept values where a wrong move exists\n", s.Game, s.Positions)
	fmt.Fprintf(&b, "%-16s %4s  %-36s %-24s %s\n", "arm", "runs",
		fmt.Sprintf("evaluations to %.0f %%, thousands", 100*target), "times the first arm's", fmt.Sprintf("%% after %d thousand", after/1000))
	for _, a := range s.Arms {
		arm, base := of(s, done, a), of(s, done, s.Arms[0])
		if len(arm) == 0 {
			continue
		}
		to, missed := logs(arm, target)
		fmt.Fprintf(&b, "%-16s %4d  %-36s %-24s %s\n", a.Name, len(arm),
			needed(to, missed), times(arm, base, target), percents(arm, func(r run) float64 { return r.at(after) }))
	}
	fmt.Fprintln(&b, "means over seeds with 95 % intervals (Student); evaluations on a logarithmic scale")
	return b.String()
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

// reaches returns after how many evaluations a run first has a strength, between
// two exams on a straight line over their logarithm.
func (r run) reaches(strength float64) (evaluations float64, ok bool) {
	for i, p := range r.Points {
		if p.Strength < strength {
			continue
		}
		if i == 0 {
			return float64(p.Evaluations), true
		}
		last := r.Points[i-1]
		share := (strength - last.Strength) / (p.Strength - last.Strength)
		return float64(last.Evaluations) * math.Pow(float64(p.Evaluations)/float64(last.Evaluations), share), true
	}
	return 0, false
}

// at returns the strength of a run after so many evaluations.
func (r run) at(evaluations int) float64 {
	for i, p := range r.Points {
		if p.Evaluations < evaluations {
			continue
		}
		if i == 0 {
			return p.Strength
		}
		last := r.Points[i-1]
		share := math.Log(float64(evaluations)/float64(last.Evaluations)) / math.Log(float64(p.Evaluations)/float64(last.Evaluations))
		return last.Strength + share*(p.Strength-last.Strength)
	}
	return math.NaN()
}

// logs returns the logarithms of the evaluations to a strength, and how many runs
// do not reach it.
func logs(runs []run, target float64) (to []float64, missed int) {
	for _, r := range runs {
		if n, ok := r.reaches(target); ok {
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
func times(arm, base []run, target float64) string {
	var ratios []float64
	bound := ""
	for _, r := range arm {
		for _, b := range base {
			from, ok := b.reaches(target)
			if b.Seed != r.Seed || !ok {
				continue
			}
			to, ok := r.reaches(target)
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
