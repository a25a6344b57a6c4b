package arena

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"

	"ludens/internal/atomicfile"
	"ludens/internal/bounded"
)

// CPUTime is what moves have taken.
type CPUTime struct {
	Moves   int     `json:"moves"`
	Seconds float64 `json:"seconds"`
}

// PerMove returns the seconds per move; 0 without moves.
func (c CPUTime) PerMove() float64 { return c.Seconds / float64(max(1, c.Moves)) }

// CPUTimes are those of the agents of a folder: "a" and "b" in a match.
type CPUTimes map[string]CPUTime

// spentName is the file of CPU times beside the games. It decides nothing, and a program
// that is killed does not write it: it then lacks moves that were played.
const spentName = "cputime.json"

// Spend adds CPU times to those that the folder holds, and returns the sums.
func (f *Folder) Spend(more CPUTimes) (CPUTimes, error) {
	path := filepath.Join(f.Dir, spentName)
	sum := CPUTimes{}
	text, err := bounded.ReadFile(path, mostWords)
	if err == nil {
		err = json.Unmarshal(text, &sum)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for who, c := range sum {
		if c.Moves < 0 || c.Seconds < 0 || math.IsInf(c.Seconds, 0) {
			return nil, fmt.Errorf("%s: %d moves in %v s of %q: remove the file to go on", path, c.Moves, c.Seconds, who)
		}
	}
	for who, c := range more {
		sum[who] = CPUTime{sum[who].Moves + c.Moves, sum[who].Seconds + c.Seconds}
	}
	return sum, atomicfile.Write(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(sum) })
}
