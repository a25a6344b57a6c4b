package run

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"ludens/internal/prose"
	"ludens/internal/web"
)

// Listed is a run in a list: where it lies, and how it stands.
type Listed struct {
	Dir string
	Status
	Disk int64 // bytes that its files take
	// Memory is how many bytes training on here takes at most, about; 0: nothing is to come.
	Memory int64
	Crew   *web.Crew // of a running one, who played the last iteration; nil: no others did
}

// List returns the runs in some folders, nil: those in runs/, the newest first. What
// holds no run is left out.
func List(dirs []string) (all []Listed) {
	if dirs == nil {
		dirs, _ = filepath.Glob(filepath.Join("runs", "*")) // the pattern is a good one
	}
	for _, dir := range dirs {
		if Holds(dir) {
			r := Listed{Dir: dir, Status: statusOf(dir), Disk: sizeOf(dir)}
			if r.State == Running || r.State == Stopped {
				r.Memory = memoryOf(dir)
			}
			if r.State == Running {
				r.Crew, _ = shown{Dir: dir}.crew() // damaged or not, the run goes on
			}
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b Listed) int { return b.Changed.Compare(a.Changed) })
	return all
}

// memoryOf returns how many bytes a run takes that is trained on with all cores of this machine.
func memoryOf(dir string) int64 {
	r, err := Look(dir)
	if err != nil {
		return 0
	}
	config, err := r.Config()
	if err != nil {
		return 0
	}
	return int64(config.Memory(runtime.GOMAXPROCS(0)).Total())
}

// sizeOf returns how many bytes the files in a folder have. One that goes meanwhile, or cannot be
// looked at, has none.
func sizeOf(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil
	})
	return bytes
}

// EncodeList writes a list as JSON, a line for each run.
func EncodeList(out io.Writer, all []Listed) error {
	e := json.NewEncoder(out)
	for _, r := range all {
		err := e.Encode(struct {
			Folder     string    `json:"folder"`
			Game       string    `json:"game,omitempty"`
			State      State     `json:"state"`
			Iteration  int       `json:"iteration"`
			Iterations int       `json:"iterations"`
			Changed    time.Time `json:"changed,omitzero"`
			Disk       int64     `json:"disk"`
			Memory     int64     `json:"memory,omitempty"`
			Trouble    string    `json:"trouble,omitempty"`
			Crew       *web.Crew `json:"crew,omitempty"`
		}{r.Dir, r.Game, r.State, r.Iteration, r.Iterations, r.Changed, r.Disk, r.Memory, r.Trouble, r.Crew})
		if err != nil {
			return err
		}
	}
	return nil
}

// PrintList prints a list as it stands at a time, in that many columns; program is how
// ludens is called.
func PrintList(out io.Writer, all []Listed, now time.Time, columns int, program string) error {
	if len(all) == 0 {
		_, err := fmt.Fprintf(out, "There is no run in runs/ yet; one begins with: %s train GAME\n", program)
		return err
	}
	rows := [][]string{{"run", "state", "iteration", "changed", "disk", "memory", "game"}}
	for _, r := range all {
		done := fmt.Sprintf("%d of %d", r.Iteration, r.Iterations)
		if r.Game == "" {
			done = ""
		}
		memory := ""
		if r.Memory > 0 {
			memory = megabytes(r.Memory)
		}
		rows = append(rows, []string{r.Dir, string(r.State), done, ago(now.Sub(r.Changed)), megabytes(r.Disk), memory, r.Game})
	}
	fmt.Fprint(out, prose.Table(rows, []bool{true, true, false, false, false, false, true}, columns))
	for _, r := range all {
		if r.Trouble != "" {
			fmt.Fprint(out, "\n"+prose.Words(r.Trouble, columns, "  "))
		}
		if r.Crew != nil {
			fmt.Fprintf(out, "\n%s: games of iteration %d\n%s", r.Dir, r.Crew.Iteration, table(r.Crew, columns))
		}
	}
	return nil
}

// table writes who played the games of an iteration.
func table(c *web.Crew, columns int) string {
	row := func(name string, games int, about ...string) []string {
		return append([]string{plainly(name), fmt.Sprint(games), fmt.Sprintf("%.2f", float64(games)/max(c.Seconds, 1e-9))}, about...)
	}
	rows := [][]string{{"worker", "games", "a second", "goroutines", "kernels", ""}, row("the learner", c.Here, "", "", "")}
	for _, w := range c.Workers {
		gone := ""
		if w.Gone {
			gone = fmt.Sprintf("gone, was heard %.0f s before", w.Silent)
		}
		rows = append(rows, row(w.Name, w.Games, fmt.Sprint(w.Goroutines), plainly(w.Kernels), gone))
	}
	return prose.Table(rows, []bool{true, false, false, false, true, true}, columns)
}

// plainly returns a word of a file without what would steer a terminal.
func plainly(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}

// ago writes how long ago something was.
func ago(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s ago", max(0, d.Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min ago", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f h ago", d.Hours())
	}
	return fmt.Sprintf("%.0f days ago", d.Hours()/24)
}

// megabytes writes a size.
func megabytes(bytes int64) string {
	if bytes < 10<<20 {
		return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// Spent returns the seconds that each iteration took, by its session's clock,
// which begins anew when a run is resumed.
func Spent(all []Metric) []float64 {
	seconds := make([]float64, len(all))
	last := 0.0
	for i, m := range all {
		if m.Seconds < last {
			last = 0
		}
		seconds[i], last = m.Seconds-last, m.Seconds
	}
	return seconds
}
