package run

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"ludens/internal/prose"
	"ludens/internal/report"
)

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
	fmt.Fprintf(w, "checkpoints  %s\n", report.Grouped(r.Checkpoints))
	fmt.Fprintf(w, "games        %s, %s plies\n", report.Grouped(r.Games), report.Grouped(r.Plies))
	fmt.Fprintf(w, "metrics      of %s\n", report.Count(r.Metrics, "iteration"))
	if r.Audited != nil {
		fmt.Fprintf(w, "replayed     %s by the %s of the checkpoints; %s could not be\n", report.Count(r.Audited.Replayed, "game"), r.learned, report.Grouped(r.Audited.Left))
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
