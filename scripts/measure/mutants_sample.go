package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// A sample is a list of mutants in a file, each with what became of it when it was last
// judged: a line of JSON each. They are found again by what they change, in which function,
// so that other lines may come and go.

// Recorded is a mutant of a sample.
type Recorded struct {
	Package string `json:"package"` // as it is typed: ./stat
	Nth     int    `json:"nth"`     // among those of its function that look alike, from 0
	Trial
	Why string `json:"why,omitempty"` // for people: it changes nothing, and does not count while it lives
}

// gone is the verdict on a mutant whose place is no longer there.
const gone Verdict = "gone"

// mostGone is how many of a sample may be gone before it must be recorded anew, in per cent.
const mostGone = 10

func readSample(path string) ([]Recorded, error) {
	all, err := readLines[Recorded](path)
	if i := slices.IndexFunc(all, func(r Recorded) bool { return r.Package == "" || r.File == "" }); i >= 0 {
		return nil, fmt.Errorf("%s, line %d: want a recorded mutant", path, i+1)
	}
	return all, err
}

// part returns the k-th of m parts of a sample, k counted round: consecutive mutants, which
// mostly share a package.
func part(all []Recorded, k, m int) []Recorded {
	k %= m
	return all[k*len(all)/m : (k+1)*len(all)/m]
}

// numbered returns the mutants of a package as a sample has them, without verdicts.
func numbered(name string, all []Mutant) []Recorded {
	type look struct{ file, function, was, now string }
	met := map[look]int{}
	var list []Recorded
	for _, m := range all {
		l := look{m.File, m.Func, m.Was, m.Now}
		list = append(list, Recorded{Package: name, Nth: met[l], Trial: Trial{Mutant: m}})
		met[l]++
	}
	return list
}

// same reports whether two are one mutant.
func (r Recorded) same(o Recorded) bool {
	return r.File == o.File && r.Func == o.Func && r.Was == o.Was && r.Now == o.Now && r.Nth == o.Nth
}

// trySample judges the mutants of a sample anew, and returns an error if one lives that was
// noticed, or too many are gone.
func trySample(ctx context.Context, w io.Writer, o mutations) error {
	all, err := readSample(o.Sample)
	if err != nil {
		return err
	}
	tried := all
	if o.Part != "" {
		var k, m int
		if _, err := fmt.Sscanf(o.Part, "%d/%d", &k, &m); err != nil || k < 0 || m < 1 {
			return fmt.Errorf("--part %q: want K/M, as in 3/25", o.Part)
		}
		tried = part(all, k, m)
	}
	var now []Recorded
	for len(tried) > 0 {
		n := slices.IndexFunc(tried, func(r Recorded) bool { return r.Package != tried[0].Package })
		if n < 0 {
			n = len(tried)
		}
		room, err := again(ctx, o, tried[:n])
		if err != nil {
			return fmt.Errorf("%s: %w", tried[0].Package, err)
		}
		now, tried = append(now, room...), tried[n:]
	}
	if o.Record {
		return record(o.Sample, now)
	}
	return held(w, now, len(all))
}

// again judges mutants of one package. Where they are recorded, those that are gone give way
// to new ones.
func again(ctx context.Context, o mutations, was []Recorded) ([]Recorded, error) {
	p, err := findPackage(ctx, was[0].Package)
	if err != nil {
		return nil, err
	}
	sources, mutants, err := p.mutants(mutations{})
	if err != nil {
		return nil, err
	}
	all := numbered(was[0].Package, mutants)
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	b := &bench{target: p, mutations: o, folder: folder}
	if err := b.prepareFor(ctx, was); err != nil {
		return nil, err
	}
	var now []Recorded
	for _, r := range was {
		i := slices.IndexFunc(all, r.same)
		if i < 0 {
			r.before, r.Verdict, r.By = r.Verdict, gone, ""
			now = append(now, r)
			continue
		}
		t, err := b.rejudge(ctx, all[i].Mutant, sources[r.File], r.By)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", r.Mutant, err)
		}
		t.before = r.Verdict
		if o.Verbose {
			fmt.Fprintf(os.Stderr, "%-12s %s %v  %s\n", t.Verdict, r.Package, t.Mutant, t.By)
		}
		now = append(now, Recorded{Package: r.Package, Nth: r.Nth, Trial: t, Why: r.Why})
	}
	if o.Record {
		return b.refilled(ctx, now, all, sources)
	}
	return now, nil
}

// refilled puts mutants that are not in the sample yet in place of those that are gone.
func (b *bench) refilled(ctx context.Context, now, all []Recorded, sources map[string][]byte) ([]Recorded, error) {
	all = slices.Clone(all)
	shuffle(all, b.Seed)
	for i := range now {
		for now[i].Verdict == gone || now[i].Verdict == broken || now[i].Verdict == same {
			next := slices.IndexFunc(all, func(r Recorded) bool { return !slices.ContainsFunc(now, r.same) })
			if next < 0 {
				return nil, errors.New("it has no more mutants")
			}
			t, err := b.rejudge(ctx, all[next].Mutant, sources[all[next].File], "")
			if err != nil {
				return nil, err
			}
			now[i] = Recorded{Package: now[i].Package, Nth: all[next].Nth, Trial: t}
			all = slices.Delete(all, next, next+1)
		}
	}
	return now, nil
}

// prepareFor builds the unchanged package and runs the tests that noticed mutants: they must
// pass where nothing is changed.
func (b *bench) prepareFor(ctx context.Context, all []Recorded) error {
	if err := b.build(ctx); err != nil {
		return err
	}
	var names []string
	for _, r := range all {
		if r.By != "" {
			names = append(names, r.By)
		}
	}
	b.limit = 10 * time.Minute
	if len(names) == 0 {
		return nil
	}
	b.Run = "^(" + strings.Join(names, "|") + ")$"
	start := time.Now()
	if out, err := b.test(ctx, b.limit); err != nil {
		return fmt.Errorf("the tests fail before anything is changed: %w\n%s", err, out)
	}
	b.limit = b.Slack + time.Duration(b.Factor*float64(time.Since(start)))
	return nil
}

// rejudge judges a mutant by the test that noticed it once, and if that passes by all.
func (b *bench) rejudge(ctx context.Context, m Mutant, src []byte, by string) (Trial, error) {
	passes := []pass{{"", 10 * time.Minute}}
	if by != "" {
		passes = []pass{{"^" + by + "$", b.limit}, passes[0]}
	}
	return b.judgeBy(ctx, m, src, passes...)
}

// held prints the score of each package, and returns an error if a mutant lives that was
// noticed, or too many are gone for a sample of that size: the mutants of a part are neighbours,
// so one change may take several of its few.
func held(w io.Writer, now []Recorded, size int) error {
	var lost, away int
	for _, r := range now {
		switch {
		case r.Verdict == gone:
			away++
		case r.Verdict.lives() && !r.before.lives():
			lost++
			fmt.Fprintf(w, "no longer noticed: %s %v\n", r.Package, r.Mutant)
		case !r.Verdict.lives() && r.before.lives():
			fmt.Fprintf(w, "now noticed by %s: %s %v\n", r.By, r.Package, r.Mutant)
		}
	}
	printScores(w, now)
	switch {
	case lost > 0:
		return fmt.Errorf("%d of %d mutants are no longer noticed", lost, len(now))
	case 100*away > mostGone*size || away == len(now):
		return fmt.Errorf("the places of %d of %d mutants are gone: record the sample anew, with --record", away, len(now))
	}
	return nil
}

// score is how many mutants of a package were noticed, of those that change something.
type score struct {
	name        string
	noticed, of int
}

func scores(all []Recorded) (list []score) {
	for _, r := range all {
		i := slices.IndexFunc(list, func(s score) bool { return s.name == r.Package })
		if i < 0 {
			i, list = len(list), append(list, score{name: r.Package})
		}
		if r.Verdict == gone || r.Verdict.lives() && r.Why != "" {
			continue
		}
		list[i].of++
		if !r.Verdict.lives() {
			list[i].noticed++
		}
	}
	return list
}

func printScores(w io.Writer, all []Recorded) {
	list := scores(all)
	sum := score{name: "all"}
	for _, s := range list {
		sum.noticed, sum.of = sum.noticed+s.noticed, sum.of+s.of
	}
	for _, s := range append(list, sum) { // without those that change nothing or are gone
		fmt.Fprintf(w, "%-16s noticed %d of %d (%.0f %%)\n", s.name, s.noticed, s.of, 100*float64(s.noticed)/float64(cmp.Or(s.of, 1)))
	}
}

// record writes a sample.
func record(path string, all []Recorded) error {
	for i := range all {
		all[i].Line = 0 // it changes with every line above it
	}
	return writeLines(path, all)
}
