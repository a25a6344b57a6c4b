package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"ludens/internal/machine"
	"ludens/nn"
)

// Machine is what figures depend on.
type Machine struct {
	CPU     string   `json:"cpu"`
	Cores   int      `json:"cores"`
	System  string   `json:"system"`
	Go      string   `json:"go"`
	Paths   []string `json:"paths"`
	Kernels string   `json:"kernels"` // the path that networks take unless told otherwise
}

func thisMachine() Machine {
	return Machine{cpuModel(), runtime.NumCPU(), runtime.GOOS + "/" + runtime.GOARCH, runtime.Version(), nn.Paths(), nn.Path()}
}

// cpuModel returns the name that the system has for the processor.
func cpuModel() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // Linux; elsewhere there is none
	for line := range strings.Lines(string(text)) {
		if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown CPU"
}

func (m Machine) String() string {
	return fmt.Sprintf("%s, %d cores, %s, %s; kernels: %s (of %s)", m.CPU, m.Cores, m.System, m.Go, m.Kernels, strings.Join(m.Paths, ", "))
}

// Report is what was measured of networks; as JSON it can be compared with later.
type Report struct {
	Machine Machine `json:"machine"`
	Rows    []Row   `json:"rows"`
}

// ParseReport reads what bench nn --json printed into the file of that name.
func ParseReport(name string, text []byte) (*Report, error) {
	var r Report
	if err := json.Unmarshal(text, &r); err != nil || len(r.Rows) == 0 {
		return nil, fmt.Errorf("%s holds no figures: want what ludens bench nn --json prints", name)
	}
	return &r, nil
}

// Print writes the table, and how it compares with an earlier report unless nil.
func (r Report) Print(out io.Writer, before *Report) {
	fmt.Fprintln(out, r.Machine)
	fmt.Fprintf(out, "%-6s %-9s %-10s %-18s %6s %7s %10s %10s %-7s %9s %8s", "work", "path", "precision", "network", "batch", "threads", "median", "most", "", "GFLOP/s", "of peak")
	if before != nil {
		fmt.Fprintf(out, " %9s", "ratio")
	}
	fmt.Fprintln(out)
	for _, row := range r.Rows {
		fmt.Fprint(out, row.line())
		if before != nil {
			fmt.Fprintf(out, " %9s", before.ratio(row))
		}
		fmt.Fprintln(out)
	}
	if before != nil {
		r.printMissing(out, before)
	}
}

func (r Row) line() string {
	network := strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Game, r.Net, r.Board))
	return fmt.Sprintf("%-6s %-9s %-10s %-18s %6d %7d %10s %10s %-7s %9.1f %6.1f %%",
		r.Work, r.Path, r.Precision, network, r.Batch, r.Threads, figure(r.Rate), figure(r.Most), r.unit(), r.GFLOPS, 100*r.Share)
}

// find returns the row of a key, if there is one.
func (r *Report) find(k Key) (Row, bool) {
	for _, row := range r.Rows {
		if row.Key == k {
			return row, true
		}
	}
	return Row{}, false
}

// ratio says how many times as fast now is as the same row in r.
func (r *Report) ratio(now Row) string {
	then, ok := r.find(now.Key)
	if !ok || then.Rate <= 0 {
		return "new"
	}
	return fmt.Sprintf("%.2f", now.Rate/then.Rate)
}

// printMissing says where the two reports are not of the same things.
func (r Report) printMissing(out io.Writer, before *Report) {
	if before.Machine.CPU != r.Machine.CPU || before.Machine.Go != r.Machine.Go {
		fmt.Fprintf(out, "the earlier figures are of another machine: %s\n", before.Machine)
	}
	for _, row := range before.Rows {
		if _, ok := r.find(row.Key); !ok {
			fmt.Fprintf(out, "not measured now: %s\n", row.Key)
		}
	}
}

// Rate is how fast something went, or how much of something it took: medians
// over rounds.
type Rate struct {
	Game   string  `json:"game"`
	What   string  `json:"what"`
	Unit   string  `json:"unit"`
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

// String is the rate as a line of a table below Head.
func (r Rate) String() string {
	return fmt.Sprintf("%-16s %-36s %14s %14s %14s %s", r.Game, r.What, figure(r.Median), figure(r.Least), figure(r.Most), r.Unit)
}

// Head returns the head of the table of rates.
func Head() string {
	return fmt.Sprintf("%-16s %-36s %14s %14s %14s", "game", "what", "median", "min", "max")
}

// figure writes large numbers whole and small ones to three digits.
func figure(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// summary returns the rate that the figures of some rounds come to.
func summary(game, what, unit string, seen []float64) Rate {
	slices.Sort(seen)
	return Rate{game, what, unit, seen[len(seen)/2], seen[0], seen[len(seen)-1]}
}

// measure calls work, which returns how many units it did, for some rounds. It
// counts the time that this process has on a core: others disturb little.
func measure(ctx context.Context, game, what, unit string, rounds int, work func() (int, error)) (Rate, error) {
	if _, err := work(); err != nil { // warm up
		return Rate{}, err
	}
	var seen []float64
	for range max(1, rounds) {
		units := 0
		began := machine.CPUTime()
		for machine.CPUTime()-began < 300*time.Millisecond {
			if err := ctx.Err(); err != nil {
				return Rate{}, err
			}
			n, err := work()
			if err != nil {
				return Rate{}, err
			}
			units += n
		}
		seen = append(seen, float64(units)/(machine.CPUTime()-began).Seconds())
	}
	return summary(game, what, unit, seen), nil
}
