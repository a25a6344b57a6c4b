package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"
	"time"
)

// mutations are what the flags say.
type mutations struct {
	Seed    uint64
	N       int           // mutants of a package that are tried; 0: all
	At      string        // places to try, FILE or FILE:LINE with commas between them; "": everywhere
	Run     string        // tests to run, as in go test -run; "": all
	Factor  float64       // time limit of a mutant, in times of the unchanged package's tests
	Slack   time.Duration // added to it
	Memory  int           // GiB of address space that a mutant's tests may take
	AsJSON  bool
	Verbose bool
	Sample  string // file of mutants that are judged again; "": they are drawn
	Part    string // of the sample, as in 3/25; "": all
	Record  bool   // write the verdicts into the sample
}

// mutants changes a package in one small place at a time, runs the package's own tests
// against each change, and prints what no test noticed. With -sample it tries the mutants of
// a file, and fails if one lives that was noticed before.
//
// The tree is never changed: a mutant reaches the compiler by -overlay. Equal seeds draw
// equal mutants, so that a survivor can be met again.
func mutants(ctx context.Context, args []string) error {
	var o mutations
	f := flag.NewFlagSet("mutants", flag.ExitOnError)
	f.Uint64Var(&o.Seed, "seed", 1, "seed of the sample")
	f.IntVar(&o.N, "n", 30, "mutants of each package that are tried; 0: all")
	f.StringVar(&o.At, "at", "", "only mutants at these places: FILE, FILE:LINE, with commas between them")
	f.StringVar(&o.Run, "run", "", "only tests that match, as in go test -run")
	f.Float64Var(&o.Factor, "factor", 8, "time limit in times of the unchanged package's tests; what hangs is noticed")
	f.DurationVar(&o.Slack, "slack", 10*time.Second, "added to the time limit")
	f.IntVar(&o.Memory, "memory", 6, "address space in GiB that the tests of a mutant may take")
	f.BoolVar(&o.AsJSON, "json", false, "print JSON, one package a line")
	f.BoolVar(&o.Verbose, "v", false, "print each mutant as it is judged, on standard error")
	f.StringVar(&o.Sample, "sample", "", "try the mutants of this file instead: fails if one is no longer noticed")
	f.StringVar(&o.Part, "part", "", "with --sample: only this part of it, as in 3/25; parts are counted round")
	f.BoolVar(&o.Record, "record", false, "with --sample: write the verdicts into the file; new mutants take the place of those that are gone")
	f.Usage = func() {
		fmt.Fprintln(f.Output(), "usage: go run ./scripts/measure mutants [flags] PACKAGE...")
		f.PrintDefaults()
	}
	f.Parse(args)
	return tryMutants(ctx, os.Stdout, o, f.Args())
}

func tryMutants(ctx context.Context, w io.Writer, o mutations, names []string) error {
	if o.Sample != "" {
		if len(names) > 0 || o.Record && o.Part != "" {
			return fmt.Errorf("--sample: want no package, and --record without --part")
		}
		return trySample(ctx, w, o)
	}
	if len(names) == 0 {
		return fmt.Errorf("no package, want one or more, such as ./stat")
	}
	if o.N < 0 || o.Factor < 1 || o.Memory < 1 {
		return fmt.Errorf("--n %d, --factor %v, --memory %d: want n from 0, factor and memory from 1", o.N, o.Factor, o.Memory)
	}
	for _, name := range names {
		p, err := findPackage(ctx, name)
		if err != nil {
			return err
		}
		r, err := p.try(ctx, o)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Path, err)
		}
		if o.AsJSON {
			err = json.NewEncoder(w).Encode(r)
		} else {
			err = r.print(w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

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
