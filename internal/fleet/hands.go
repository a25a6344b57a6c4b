package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ludens/internal/disk"
)

// hands knows which games of a plan were ever handed to which member: a record from
// another one is not taken. It is kept in a file, so that what was handed out before the
// learner was killed still counts when it is brought.
//
// The file has the plan's hash in its first line and then "NUMBER MEMBER" a line.
type hands struct {
	mu   sync.Mutex
	of   map[int][]string
	file *os.File
}

const (
	handsName = "hands."
	maxHands  = 64 << 20 // bytes of a file
)

// handsPath is where what was handed out of a plan is kept.
func handsPath(dir, token string) string { return filepath.Join(dir, handsName+token) }

// handedOut returns the plans of which games were handed out, as a folder has them, the latest
// last.
func handedOut(dir string) (tokens []string) {
	files, _ := filepath.Glob(handsPath(dir, "*")) // none where the folder is not there
	written := map[string]int64{}
	for _, path := range files {
		token := strings.TrimPrefix(filepath.Base(path), handsName)
		if info, err := os.Stat(path); err == nil && isToken(token) {
			tokens, written[token] = append(tokens, token), info.ModTime().UnixNano()
		}
	}
	slices.SortStableFunc(tokens, func(a, b string) int { return cmp.Compare(written[a], written[b]) })
	return tokens
}

// begin reads what was handed out of a plan.
func (h *hands) begin(dir, plan string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.of = map[int][]string{}
	if h.end(); dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	path := handsPath(dir, planToken(plan))
	b, err := disk.ReadFile(path, maxHands)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, disk.ErrTooLong) {
		return err
	}
	mode := os.O_TRUNC
	if h.read(string(b), plan) {
		mode = os.O_APPEND
	}
	if h.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|mode, 0o600); err == nil && mode == os.O_TRUNC {
		_, err = fmt.Fprintln(h.file, plan)
	}
	return err
}

// read notes the lines of a file, if it is of the plan. A line that is cut short is left out.
func (h *hands) read(text, plan string) bool {
	rest, ok := strings.CutPrefix(text, plan+"\n")
	if !ok {
		return false
	}
	for line := range strings.Lines(rest) {
		var number int
		var who string
		if n, err := fmt.Sscanf(line, "%d %s\n", &number, &who); err == nil && n == 2 {
			h.note(number, who)
		}
	}
	return true
}

func (h *hands) note(number int, who string) bool {
	if slices.Contains(h.of[number], who) {
		return false
	}
	h.of[number] = append(h.of[number], who)
	return true
}

// add notes that a member was handed a game.
func (h *hands) add(number int, who string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil {
		h.of = map[int][]string{}
	}
	if h.note(number, who) && h.file != nil {
		fmt.Fprintln(h.file, number, who) // what cannot be written is played again after a kill
	}
}

// has reports whether a member was ever handed a game.
func (h *hands) has(number int, who string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Contains(h.of[number], who)
}

// close ends the file.
func (h *hands) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.end()
}

func (h *hands) end() {
	if h.file != nil {
		h.file.Close()
		h.file = nil
	}
}
