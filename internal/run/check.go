package run

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"

	"ludens/configs"
	"ludens/internal/prose"
	"ludens/internal/report"
	"ludens/train"
)

// difference is a file of a run that is not as the ledger says.
type difference struct {
	name string // of the file
	text string // one line
	hash string // what its SHA-256 is; "": it is gone
}

// short is how much of a SHA-256 people are shown.
func short(hash string) string { return hash[:min(12, len(hash))] }

// compare returns how a file that has such a SHA-256 differs from what the ledger
// says; nil: it does not.
func (l *ledger) compare(dir, name, hash string) *difference {
	path := at(dir, name)
	want, known := l.files[name]
	switch {
	case !known:
		return &difference{name, fmt.Sprintf("%s is not in the ledger, which ends after iteration %d", path, l.iteration), hash}
	case want == hash:
		return nil
	case hash == "":
		return &difference{name, fmt.Sprintf("%s is gone; the ledger says sha256 %s", path, short(want)), ""}
	}
	return &difference{name, fmt.Sprintf("%s has changed: sha256 %s, the ledger says %s", path, short(hash), short(want)), hash}
}

// hold returns an error that says the way on if a file that has such a SHA-256 is
// not as the ledger says. A nil ledger holds nothing.
func (l *ledger) hold(dir, name, hash string) error {
	if l == nil {
		return nil
	}
	if d := l.compare(dir, name, hash); d != nil {
		return changed(dir, []difference{*d})
	}
	return nil
}

// changed says what differs and the way on, in one line.
func changed(dir string, all []difference) error {
	more := ""
	if n := len(all) - 1; n > 0 {
		more = fmt.Sprintf(", and %s (all by: ludens verify %s)", count(n, "more difference"), dir)
	}
	return fmt.Errorf("%s%s; put it back, or go on with what is there by: ludens resume %s --accept-changes", all[0].text, more, dir)
}

// holdConfig compares the configuration with what the ledger says.
func (l *ledger) holdConfig(dir, text string) *difference {
	hash := sha256OfText(text)
	if l.config == hash {
		return nil
	}
	return &difference{configName, fmt.Sprintf("%s has changed: %s", at(dir, configName), edits(l.text, text, "the ledger")), hash}
}

// edits says how a configuration differs from another, which is that of source, by its lines.
func edits(old, now, source string) string {
	const most = 3
	before := map[string]string{}
	for key, value := range settings(old) {
		before[key] = value
	}
	var all []string
	after := settings(now)
	for _, key := range slices.Sorted(maps.Keys(after)) {
		if was, ok := before[key]; !ok {
			all = append(all, fmt.Sprintf("%q is new", key+after[key]))
		} else if was != after[key] {
			all = append(all, fmt.Sprintf("%s%s, %s says%s", key, after[key], source, strings.TrimPrefix(was, " =")))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if _, ok := after[key]; !ok {
			all = append(all, fmt.Sprintf("%q is gone", key+before[key]))
		}
	}
	switch {
	case len(all) == 0:
		return "other spaces or comments"
	case len(all) > most:
		all = append(all[:most], fmt.Sprintf("%d more", len(all)-most))
	}
	return strings.Join(all, ", ")
}

// settings returns the lines of a configuration by what they set, "train.window",
// each with the rest of its line, " = 500".
func settings(text string) map[string]string {
	all := map[string]string{}
	table := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			table = strings.TrimSuffix(name, "]") + "."
		} else if key, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			all[table+strings.TrimSpace(key)] = " = " + strings.TrimSpace(value)
		}
	}
	return all
}

// differences compares all files of a run with its ledger, whatever they are for.
func (l *ledger) differences(dir, config string) (all []difference, err error) {
	if d := l.holdConfig(dir, config); d != nil {
		all = append(all, *d)
	}
	met := map[string]bool{}
	for _, sub := range []string{checkpoints, games} {
		numbers, err := iterations(dir, sub)
		if err != nil {
			return nil, err
		}
		for _, n := range numbers {
			name := checkpointName(n)
			if sub == games {
				name = gamesName(n)
			}
			met[name] = true
			if _, known := l.files[name]; !known && l.unfinished(name, n) {
				continue
			}
			hash, err := sha256Of(at(dir, name))
			if errors.Is(err, fs.ErrNotExist) {
				met[name] = false
				continue
			} else if err != nil {
				return nil, err
			}
			d := l.compare(dir, name, hash)
			if d == nil && sub == checkpoints {
				if err := l.fits(dir, n); err != nil {
					d = &difference{name, fmt.Sprintf("%s: %v", at(dir, name), err), hash}
				}
			}
			if d != nil {
				all = append(all, *d)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.files)) {
		if !met[name] && !l.spare[name] && l.files[name] != "" {
			all = append(all, *l.compare(dir, name, ""))
		}
	}
	return all, nil
}

// fits returns how the header of a checkpoint, which says what its iteration was made of,
// differs from what the ledger says. So a ledger that was written anew with config.toml is
// found by each checkpoint.
func (l *ledger) fits(dir string, n int) error {
	h, err := train.ReadHeader(at(dir, checkpointName(n)))
	if err != nil || h.Made == nil || l.taken[checkpointName(n)] {
		return nil // Verify reads all of it
	}
	o, ok := l.origins[n]
	machine := Machine{h.Made.Arch, h.Made.Kernels}
	switch {
	case !ok:
		return nil
	case h.Config != o.config:
		return fmt.Errorf("its header has another configuration than the ledger: %s", edits(o.config, h.Config, "the ledger"))
	case o.machine.Kernels != "" && machine != o.machine:
		return fmt.Errorf("its header has the kernels %s, the ledger says %s", machine, o.machine)
	}
	if want := l.metrics[n]; h.Made.Metrics != nil {
		if got, err := json.Marshal(h.Made.Metrics); err != nil || string(got) != string(want) {
			return errors.New("its metrics are not those of the ledger")
		}
	}
	for name, hash := range map[string]string{gamesName(n): h.Made.Games, checkpointName(n - 1): h.Parent} {
		if want, known := l.files[name]; known && n > 0 && !l.taken[name] && hash != want {
			return fmt.Errorf("it was made of %s with sha256 %s, the ledger says %s", name, short(hash), short(want))
		}
	}
	return nil
}

// unfinished reports whether a file is of the iteration after the last, whose
// checkpoint is not there: it will be written again.
func (l *ledger) unfinished(name string, n int) bool {
	return name == gamesName(n) && n == l.iteration+1
}

// effective returns the configuration that a text means, as a run keeps it.
func effective(path, text string) (string, error) {
	cfg, err := configs.Load(configs.Layer{Name: path, Text: text})
	if err != nil {
		return "", err
	}
	now := cfg.Text()
	if strings.HasPrefix(text, configs.RehearsalMark) && !strings.HasPrefix(now, configs.RehearsalMark) {
		now = configs.RehearsalMark + now
	}
	return now, nil
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}

const columns = 80 // of a terminal

// Text prints the report: problems first, or what is well.
func (r *Report) Text(out io.Writer) error {
	w := bufio.NewWriter(out)
	for _, line := range r.Problems {
		fmt.Fprintln(w, line)
	}
	if len(r.Problems) > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s: %s, %d of %d iterations\n", r.Folder, r.Game, r.Iteration, r.Iterations)
	if r.Ledger != "" {
		fmt.Fprintf(w, "ledger       %s\nits sha256   %s\n", report.Count(r.Entries, "line"), r.Ledger)
		fmt.Fprintf(w, "kernels      %s\n", strings.Join(r.Machines, ", then "))
	}
	if len(r.Programs) > 0 {
		fmt.Fprint(w, prose.Under("ludens       ", strings.Join(r.Programs, ", then "), columns))
	}
	for _, line := range r.Changes {
		fmt.Fprintf(w, "accepted     %s\n", line)
	}
	for _, line := range r.Forged {
		fmt.Fprint(w, prose.Under("forged       ", line, columns))
	}
	if len(r.Forged) > 0 && r.Audited == nil {
		fmt.Fprintf(w, "note         %s\n", Suspected(r.Folder))
	}
	fmt.Fprintf(w, "checkpoints  %s\n", report.Grouped(r.Checkpoints))
	fmt.Fprintf(w, "games        %s, %s plies\n", report.Grouped(r.Games), report.Grouped(r.Plies))
	fmt.Fprintf(w, "metrics      of %s\n", report.Count(r.Metrics, "iteration"))
	if a := r.Audited; a != nil && a.Share > 0 {
		fmt.Fprintf(w, "replayed     %s by the %s of the checkpoints; %s could not be\n", report.Count(a.Replayed, "game"), r.learned, report.Grouped(a.Left))
	}
	if a := r.Audited; a != nil && a.Retrained != nil {
		fmt.Fprintf(w, "retrained    %s from their games; %s could not be\n", report.Count(a.Retrained.Iterations, "iteration"), report.Grouped(a.Retrained.Left))
	}
	if s := r.Signature; s != nil {
		fmt.Fprintf(w, "signed       up to iteration %d by the key %s\n", s.Iteration, s.Key)
	}
	for _, line := range r.Notes {
		fmt.Fprintf(w, "note         %s\n", line)
	}
	if len(r.Problems) == 0 {
		fmt.Fprintln(w, "nothing is wrong")
	}
	return w.Flush()
}

// Suspected says how to find the forged games of finished iterations of a run with an expelled key.
func Suspected(dir string) string {
	return fmt.Sprintf("games of finished iterations stay; those that are forged are found by: ludens verify %s --replay 100%% --retrain", dir)
}

// JSON prints the report as data.
func (r *Report) JSON(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Err returns an error if there are problems.
func (r *Report) Err() error {
	if n := len(r.Problems); n > 0 {
		return fmt.Errorf("%s is not as it was written: %s", r.Folder, report.Count(n, "problem"))
	}
	return nil
}
