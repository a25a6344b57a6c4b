package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Verdict is what became of a mutant.
type Verdict string

const (
	noticed  Verdict = "noticed"
	hung     Verdict = "hung"     // noticed, too: over the time limit
	survived Verdict = "survived" // the tests pass
	unrun    Verdict = "not run"  // survived: no test runs the line
	broken   Verdict = "does not compile"
	same     Verdict = "same code"
)

// lives reports whether no test noticed.
func (v Verdict) lives() bool { return v == survived || v == unrun }

// Trial is a mutant and what became of it.
type Trial struct {
	Mutant
	Verdict Verdict `json:"verdict"`
	By      string  `json:"by,omitempty"` // the test that noticed it

	before Verdict // that the sample has
}

// Report is what became of a package's mutants.
type Report struct {
	Package string  `json:"package"`
	Seed    uint64  `json:"seed"`
	Mutants int     `json:"mutants"`          // that there are
	Broken  int     `json:"does_not_compile"` // of those drawn
	Same    int     `json:"same_code"`        // the same
	Tried   []Trial `json:"tried"`
}

// noticed counts the mutants that the tests noticed, and those by the time limit.
func (r Report) noticed() (all, late int) {
	for _, t := range r.Tried {
		if !t.Verdict.lives() {
			all++
		}
		if t.Verdict == hung {
			late++
		}
	}
	return all, late
}

func (r Report) print(w io.Writer) error {
	n, late := r.noticed()
	fmt.Fprintf(w, "%s, seed %d: noticed %d of %d (%.0f %%)", r.Package, r.Seed, n, len(r.Tried), 100*float64(n)/float64(max(1, len(r.Tried))))
	fmt.Fprintf(w, ", %d of them by the time limit; %d mutants in all; drawn and left out: %d do not compile, %d compile to the same code\n", late, r.Mutants, r.Broken, r.Same)
	if err := r.table(w); err != nil {
		return err
	}
	trials := slices.Clone(r.Tried)
	slices.SortStableFunc(trials, func(a, b Trial) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	for _, t := range trials {
		if t.Verdict.lives() {
			fmt.Fprintf(w, "  %-9s %v\n", t.Verdict, t.Mutant)
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

// table prints a line for each file.
func (r Report) table(w io.Writer) error {
	counts := map[string][2]int{} // noticed, survived
	var files []string
	for _, t := range r.Tried {
		c, known := counts[t.File]
		if !known {
			files = append(files, t.File)
		}
		if t.Verdict.lives() {
			c[1]++
		} else {
			c[0]++
		}
		counts[t.File] = c
	}
	slices.Sort(files)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "noticed\tsurvived\t\t")
	for _, f := range files {
		fmt.Fprintf(tab, "%d\t%d\t%s\t\n", counts[f][0], counts[f][1], f)
	}
	return tab.Flush()
}
