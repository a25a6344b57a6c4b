// Command mutate changes a package in one small place at a time, runs the
// package's own tests against each change, and prints what no test noticed.
//
//	go run ./scripts/mutate --n 30 ./arena ./stat
//	go run ./scripts/mutate --n 0 --at diversity.go ./arena
//
//	go run ./scripts/mutate --sample scripts/mutate/sample.jsonl
//
// tries the mutants of a file, and fails if one lives that was noticed before.
//
// The tree is never changed: a mutant reaches the compiler by -overlay. Equal
// seeds draw equal mutants, so that a survivor can be met again.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

// options are what the flags say.
type options struct {
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

func main() {
	var o options
	flag.Uint64Var(&o.Seed, "seed", 1, "seed of the sample")
	flag.IntVar(&o.N, "n", 30, "mutants of each package that are tried; 0: all")
	flag.StringVar(&o.At, "at", "", "only mutants at these places: FILE, FILE:LINE, with commas between them")
	flag.StringVar(&o.Run, "run", "", "only tests that match, as in go test -run")
	flag.Float64Var(&o.Factor, "factor", 8, "time limit in times of the unchanged package's tests; what hangs is noticed")
	flag.DurationVar(&o.Slack, "slack", 10*time.Second, "added to the time limit")
	flag.IntVar(&o.Memory, "memory", 6, "address space in GiB that the tests of a mutant may take")
	flag.BoolVar(&o.AsJSON, "json", false, "print JSON, one package a line")
	flag.BoolVar(&o.Verbose, "v", false, "print each mutant as it is judged, on standard error")
	flag.StringVar(&o.Sample, "sample", "", "try the mutants of this file instead: fails if one is no longer noticed")
	flag.StringVar(&o.Part, "part", "", "with --sample: only this part of it, as in 3/25; parts are counted round")
	flag.BoolVar(&o.Record, "record", false, "with --sample: write the verdicts into the file; new mutants take the place of those that are gone")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./scripts/mutate [flags] PACKAGE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer, o options, names []string) error {
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
		p, err := find(ctx, name)
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
