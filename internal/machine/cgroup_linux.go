package machine

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// system is the /proc and /sys of Linux, below a root.
type system struct{ root string }

// mostText bounds the files that are read, bytes.
const mostText = 1 << 20

// read returns a file, or "".
func (s system) read(name string) string {
	f, err := os.Open(filepath.Join(s.root, name))
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostText))
	if err != nil {
		return ""
	}
	return string(text)
}

// memory returns what the machine has to spare, or less where a cgroup allows less.
func (s system) memory() (left uint64, ok bool) {
	left, ok = field(s.read("proc/meminfo"), "MemAvailable:")
	left <<= 10
	for _, g := range s.groups() {
		if limit, used, limited := g.use(); limited && (!ok || limit-min(limit, used) < left) {
			left, ok = limit-min(limit, used), true
		}
	}
	return left, ok
}

// allowed returns the least of the limits.
func (s system) allowed() (least uint64, ok bool) {
	for _, g := range s.groups() {
		if limit, _, limited := g.use(); limited && (!ok || limit < least) {
			least, ok = limit, true
		}
	}
	return least, ok
}

// sizes returns the size of the process's address space and that of its data, bytes.
func (s system) sizes(page uint64) (sizes [2]uint64, ok bool) {
	pages := strings.Fields(s.read("proc/self/statm")) // size resident shared text lib data dirty
	if len(pages) < 6 {
		return sizes, false
	}
	for i, field := range []int{0, 5} {
		n, err := strconv.ParseUint(pages[field], 10, 64)
		if err != nil {
			return sizes, false
		}
		sizes[i] = n * page
	}
	return sizes, true
}

// group is the folder of a cgroup that may limit memory.
type group struct {
	system
	folder string
	names  names
}

// names are those of the files of one version of cgroups.
type names struct{ limit, used, idle string }

var (
	version1 = names{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
	version2 = names{"memory.max", "memory.current", "inactive_file"}
)

// unlimited is above every limit: what version 1 has for none is close to 1 << 63.
const unlimited = 1 << 60

// groups returns the cgroups of this process and those around them, of both versions. Inside
// a container the names of its cgroups may be those of the machine, which are not there: the
// root of what is mounted is then the container's own.
func (s system) groups() (all []group) {
	for lines := bufio.NewScanner(strings.NewReader(s.read("proc/self/cgroup"))); lines.Scan(); {
		part := strings.SplitN(lines.Text(), ":", 3) // number, controllers, path
		switch {
		case len(part) < 3:
		case part[0] == "0" && part[1] == "":
			all = append(all, s.around("sys/fs/cgroup", part[2], version2)...)
			all = append(all, s.around("sys/fs/cgroup/unified", part[2], version2)...)
		case has(part[1], "memory"):
			all = append(all, s.around("sys/fs/cgroup/memory", part[2], version1)...)
		}
	}
	return all
}

// has reports whether a list with commas has a word.
func has(list, word string) bool {
	return slices.Contains(strings.Split(list, ","), word)
}

// around returns the cgroup at a path below mount and those that it is in.
func (s system) around(mount, at string, names names) (all []group) {
	for at = path.Clean("/" + at); ; at = path.Dir(at) {
		all = append(all, group{s, path.Join(mount, at), names})
		if at == "/" {
			return all
		}
	}
}

// use returns the limit of a cgroup and how much of it cannot be had; ok is false without a
// limit. Pages of files that were not used of late are given up when memory is wanted.
func (g group) use() (limit, used uint64, ok bool) {
	limit, err := strconv.ParseUint(strings.TrimSpace(g.read(path.Join(g.folder, g.names.limit))), 10, 64)
	if err != nil || limit >= unlimited { // none is "max" in version 2
		return 0, 0, false
	}
	used, _ = strconv.ParseUint(strings.TrimSpace(g.read(path.Join(g.folder, g.names.used))), 10, 64)
	idle, _ := field(g.read(path.Join(g.folder, "memory.stat")), g.names.idle)
	return limit, used - min(used, idle), true
}

// field returns the number that follows a word at the start of a line.
func field(text, word string) (n uint64, ok bool) {
	for line := range bytes.Lines([]byte(text)) {
		if scanned, _ := fmt.Sscanf(string(line), word+" %d", &n); scanned == 1 {
			return n, true
		}
	}
	return 0, false
}
