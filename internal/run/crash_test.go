package run

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/internal/disk"
)

// A crash of the machine is harsher than a kill: of what was written since the last sync of a
// file or a folder, the disk may have any part. This test records what a run writes, makes
// after each change every state of the disk that POSIX allows, or a sample where there are
// many, and goes on in it.

// volume is a disk: the entries of its folders, by path.
type volume map[string]*slot

// slot is an entry of a folder: what is certain to be there after a crash, and what may be
// instead, in the order of the changes. A nil node is no file.
type slot struct {
	certain *node
	maybe   []*node
}

func (s *slot) now() *node {
	if len(s.maybe) > 0 {
		return s.maybe[len(s.maybe)-1]
	}
	return s.certain
}

// node is a file or a folder.
type node struct {
	folder  bool
	text    []byte
	durable int // bytes of text
}

// set changes an entry, not yet durably.
func (v volume) set(path string, n *node) {
	if v[path] == nil {
		v[path] = new(slot)
	}
	v[path].maybe = append(v[path].maybe, n)
}

// apply makes a change.
func (v volume) apply(c disk.Change) {
	path := filepath.Clean(c.Path)
	switch c.Kind {
	case disk.MadeFile, disk.MadeFolder:
		v.set(path, &node{folder: c.Kind == disk.MadeFolder})
	case disk.Written:
		n := v[path].now()
		n.text = append(n.text, c.Text...)
	case disk.Removed:
		v.set(path, nil)
	case disk.Renamed:
		v.set(filepath.Clean(c.To), v[path].now())
		v.set(path, nil)
	case disk.Synced:
		if s := v[path]; s != nil && !s.now().folder {
			s.now().durable = len(s.now().text)
			return
		}
		for name, s := range v {
			if filepath.Dir(name) == path && len(s.maybe) > 0 {
				s.certain, s.maybe = s.now(), nil
			}
		}
	}
}

// texts are what a crash may leave of a file: of what is not durable nothing, all, the
// beginning, or zeros in place of all, the beginning or the end.
func (n *node) texts() [][]byte {
	sure, rest := n.text[:n.durable], n.text[n.durable:]
	if len(rest) == 0 {
		return [][]byte{n.text}
	}
	zeros := make([]byte, len(rest))
	all := [][]byte{sure, n.text, slices.Concat(sure, zeros)}
	for _, cut := range []int{2, len(rest) / 4, len(rest) / 2, len(rest) * 3 / 4, len(rest) - 2} {
		if 2 <= cut && cut <= len(rest)-2 {
			all = append(all,
				slices.Concat(sure, rest[:cut]),
				slices.Concat(sure, zeros[:cut], rest[cut:]),
				slices.Concat(sure, rest[:cut], zeros[cut:]))
		}
	}
	return all
}

// tree is a state of a disk: files and folders by path.
type tree map[string]kept

type kept struct {
	folder bool
	text   []byte
}

// crash returns what a crash may leave: every choice of what is not durable if there are no
// more than most, else that many at random.
func (v volume) crash(rng *rand.Rand, most int) (all []tree) {
	paths := slices.Sorted(maps.Keys(v))
	options := make([][]tree, len(paths)) // of each path, one tree with at most that path
	count := 1
	for i, path := range paths {
		s := v[path]
		for _, n := range append([]*node{s.certain}, s.maybe...) {
			switch {
			case n == nil:
				options[i] = append(options[i], tree{})
			case n.folder:
				options[i] = append(options[i], tree{path: {folder: true}})
			default:
				texts := n.texts()
				if partial.MatchString(filepath.Base(path)) {
					texts = texts[:1] // it is removed unread
				}
				for _, text := range texts {
					options[i] = append(options[i], tree{path: {text: text}})
				}
			}
		}
		count = min(count*len(options[i]), 1<<20)
	}
	for i := range min(count, most) {
		t, number := tree{}, i
		for _, o := range options {
			pick := number % len(o)
			number /= len(o)
			if count > most {
				pick = rng.IntN(len(o))
			}
			maps.Copy(t, o[pick])
		}
		all = append(all, t)
	}
	return all
}

// written is the disk as programs see it.
func (v volume) written() tree {
	t := tree{}
	for path, s := range v {
		if n := s.now(); n != nil && !n.folder {
			t[path] = kept{text: n.text}
		}
	}
	return t
}

// put makes a state of the disk out of files in the folder from, in the folder dir.
func (t tree) put(dir, from string) error {
	there := map[string]bool{} // folders
	for _, path := range slices.Sorted(maps.Keys(t)) {
		name, err := filepath.Rel(from, path)
		if err != nil || strings.HasPrefix(name, "..") {
			return fmt.Errorf("%s is not in %s", path, from)
		}
		above := filepath.Dir(path)
		if path != from && !there[above] {
			continue // the folder that holds it is lost
		}
		there[path] = t[path].folder
		if t[path].folder {
			err = os.Mkdir(filepath.Join(dir, name), 0o755)
		} else {
			err = os.WriteFile(filepath.Join(dir, name), t[path].text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// story is what a run did to the disk.
type story struct {
	dir     string // of the run
	changes []disk.Change
	created int         // changes when Create had returned
	saved   map[int]int // iterations that were saved, by the number of changes then
	begun   int         // changes before which no crash is looked at
}

// name says what the n-th change was.
func (s *story) name(n int) string {
	c := s.changes[n-1]
	what := map[disk.Kind]string{disk.MadeFile: "made", disk.MadeFolder: "made folder", disk.Written: "written", disk.Synced: "synced", disk.Renamed: "renamed", disk.Removed: "removed"}
	return what[c.Kind] + " " + c.Path
}

// told runs w and records it.
func told(t *testing.T, w *work, dir string) *story {
	t.Helper()
	s := &story{dir: dir, saved: map[int]int{}}
	defer s.watch()()
	f, err := Create(dir, w.config)
	if err != nil {
		t.Fatal(err)
	}
	s.created = len(s.changes)
	f.pause = func(string) { s.saved[len(s.changes)] = f.Iteration() }
	w.run(t, f)
	s.saved[len(s.changes)] = f.Iteration()
	closed(t, f)
	return s
}

// watch records changes until stop is called.
func (s *story) watch() (stop func()) {
	return disk.Watch(func(c disk.Change) {
		c.Text = bytes.Clone(c.Text)
		s.changes = append(s.changes, c)
	})
}

// held opens a run as a crash after a number of changes left it. What was done before must be
// there; before the run was created, there may be none.
func (s *story) held(w *work, dir string, after int) (*Folder, error) {
	r, err := Verify(dir, 1)
	if err != nil && strings.Contains(err.Error(), "\n") {
		return nil, fmt.Errorf("verify: more than a line: %w", err)
	}
	if r != nil && strings.Contains(strings.Join(r.Problems, ""), "\n") {
		return nil, fmt.Errorf("verify: more than a line: %q", r.Problems)
	}
	f, err := Open(dir, Options{})
	if errors.Is(err, ErrNoRun) && after < s.created {
		return Create(dir, w.config)
	}
	if err != nil {
		return nil, err
	}
	saved := 0
	for at, iteration := range s.saved {
		if at <= after {
			saved = max(saved, iteration)
		}
	}
	if f.Iteration() < saved {
		return nil, errors.Join(fmt.Errorf("it has come to iteration %d, where %d was saved", f.Iteration(), saved), f.Close())
	}
	return f, nil
}

// hash is that of a folder, without the times of its metrics.
func hash(t *testing.T, dir string) [32]byte {
	h := sha256.New()
	all := contents(t, dir)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text := string(all[name])
		if name == metricsName {
			text = timeless(t, all[name])
		}
		fmt.Fprintf(h, "%q %q\n", name, text)
	}
	return [32]byte(h.Sum(nil))
}

// states visits what crashes may leave, each once, with the number of changes before it, until
// visit returns false.
func (s *story) states(t *testing.T, changes []disk.Change, visit func(dir string, after int) bool) {
	t.Helper()
	rng, above, seen := rand.New(rand.NewPCG(1, 2)), filepath.Dir(s.dir), map[string]bool{}
	base := t.TempDir()
	v := volume{above: {certain: &node{folder: true}}}
	for i, c := range changes {
		if v.apply(c); i < s.begun {
			continue
		}
		for _, state := range v.crash(rng, 40) {
			if text := fmt.Sprint(state); seen[text] {
				continue
			} else {
				seen[text] = true
			}
			dir := filepath.Join(base, fmt.Sprint(len(seen)))
			if err := state.put(dir, above); err != nil {
				t.Fatal(err)
			}
			more := visit(filepath.Join(dir, filepath.Base(s.dir)), i+1)
			os.RemoveAll(dir)
			if !more {
				return
			}
		}
	}
}

// A run goes on from whatever a crash of the machine left, to the bits of the run that was left
// alone, and has all that was saved before.
func TestEveryCrashIsMadeGood(t *testing.T) {
	for _, begins := range []bool{false, true} {
		w := newWork(t)
		w.begins, w.method.Train.Iterations = begins, 4
		s := told(t, w, filepath.Join(t.TempDir(), "run"))
		want, files := hash(t, s.dir), contents(t, s.dir)
		whole := volume{}
		for _, c := range s.changes {
			whole.apply(c)
		}
		for path, made := range whole.written() {
			name, _ := filepath.Rel(s.dir, path)
			if !bytes.Equal(files[filepath.ToSlash(name)], made.text) {
				t.Errorf("%s is not what was recorded: something else wrote to it", path)
			}
			delete(files, filepath.ToSlash(name))
		}
		if len(files) > 0 {
			t.Errorf("%d files are there that were not recorded", len(files))
		}
		count, good := 0, map[[32]byte]bool{}
		s.states(t, s.changes, func(dir string, after int) bool {
			count++
			f, err := s.held(w, dir, after)
			if err != nil {
				t.Fatalf("after change %d of %d, %s: %v", after, len(s.changes), s.name(after), err)
			}
			w.prune(t, f)
			from := hash(t, dir)
			if !good[from] {
				w.run(t, f)
			}
			closed(t, f)
			if got := hash(t, dir); !good[from] && got != want {
				t.Errorf("after change %d of %d, %s: the run ends in other files", after, len(s.changes), s.name(after))
			}
			good[from] = true
			return true
		})
		t.Logf("%d changes, %d states of the disk, %d runs that go on", len(s.changes), count, len(good))
		if count < 200 {
			t.Errorf("%d states of the disk: too few to believe", count)
		}
		if begins {
			continue
		}
		for name, broken := range breaks {
			var fault error
			s.states(t, broken(s.changes), func(dir string, after int) bool {
				f, err := s.held(w, dir, after)
				if err == nil {
					closed(t, f)
				} else {
					fault = fmt.Errorf("after change %d of %d, %s: %w", after, len(s.changes), s.name(after), err)
				}
				return err == nil
			})
			t.Logf("control, %s: %v", name, fault)
			if fault == nil {
				t.Errorf("%s: no state of the disk shows it", name)
			}
		}
	}
}

// breaks are what a program does that does not wait for the disk.
var breaks = map[string]func([]disk.Change) []disk.Change{
	"files are not synced":   func(all []disk.Change) []disk.Change { return unsynced(all, false) },
	"folders are not synced": func(all []disk.Change) []disk.Change { return unsynced(all, true) },
	"files are synced after their renaming": func(all []disk.Change) []disk.Change {
		all = slices.Clone(all)
		for i := range len(all) - 1 {
			if a, b := all[i], all[i+1]; a.Kind == disk.Synced && b.Kind == disk.Renamed && a.Path == b.Path {
				all[i], all[i+1] = b, disk.Change{Kind: disk.Synced, Path: b.To}
			}
		}
		return all
	},
}

// unsynced leaves out that files, or folders, are synced. What is there in place of each has
// no effect, so that the changes keep their numbers.
func unsynced(all []disk.Change, folders bool) []disk.Change {
	all = slices.Clone(all)
	made := map[string]bool{}
	for i, c := range all {
		made[c.Path] = made[c.Path] || c.Kind == disk.MadeFile || c.Kind == disk.Renamed
		made[c.To] = true
		if c.Kind == disk.Synced && made[c.Path] != folders {
			all[i] = disk.Change{Kind: disk.Synced, Path: "nowhere"}
		}
	}
	return all
}
