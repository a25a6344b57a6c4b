package machine

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// CheckProcessTime returns an error where the CPU time of another process cannot be measured.
func CheckProcessTime() error { return nil }

// ProcessTime returns the CPU time of another process with all its threads, of its
// descendants, and of those that have ended and were waited for. The process itself is
// counted in nanoseconds, ended descendants in clock ticks of 10 ms.
func ProcessTime(pid int) (time.Duration, error) {
	var t unix.Timespec
	// clock_getcpuclockid(3): the clock of a process is the complement of its number
	// above three bits, of which 2 asks for the scheduler's count.
	if err := unix.ClockGettime(int32(^pid)<<3|2, &t); err != nil {
		return 0, fmt.Errorf("the CPU time of process %d: %w", pid, err)
	}
	sum := time.Duration(t.Nano()) + waited(pid)
	for _, child := range children(pid) {
		if d, err := ProcessTime(child); err == nil { // else it has ended just now
			sum += d
		}
	}
	return sum, nil
}

// tick is the unit of times in /proc/PID/stat, on every architecture of Linux that Go
// knows (USER_HZ, proc(5)).
const tick = 10 * time.Millisecond

// waited returns the CPU time of the children of a process that have ended and were
// waited for: cutime and cstime of proc(5), the 16th and 17th field.
func waited(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // from the third on
	if len(fields) < 15 {
		return 0
	}
	user, _ := strconv.Atoi(string(fields[13]))
	system, _ := strconv.Atoi(string(fields[14]))
	return time.Duration(user+system) * tick
}

// Descendants returns the living descendants of a process.
func Descendants(pid int) (all []int) {
	for _, child := range children(pid) {
		all = append(append(all, child), Descendants(child)...)
	}
	return all
}

// children returns the living children of a process, of each of its threads.
func children(pid int) (all []int) {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return nil
	}
	for _, thread := range threads {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, thread.Name()))
		if err != nil {
			continue
		}
		for _, field := range bytes.Fields(text) {
			if child, err := strconv.Atoi(string(field)); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}

// FreeDisk returns how many bytes may be written in a folder.
func FreeDisk(folder string) (uint64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}

// FreeMemory returns how many bytes of memory this process can have without swapping: what the
// machine, its container (the cgroups that it is in) and its own limits (ulimit) leave.
func FreeMemory() (uint64, bool) {
	left, ok := system{"/"}.memory()
	for _, l := range limits() {
		if !ok || l < left {
			left, ok = l, true
		}
	}
	return left, ok
}

// AllowedMemory returns how many bytes of memory the container allows all its processes together;
// ok is false without a limit.
func AllowedMemory() (uint64, bool) { return system{"/"}.allowed() }

// limits returns what is left of the process's own limits of memory, for each that it has.
func limits() (left []uint64) {
	sizes, ok := system{"/"}.sizes(uint64(unix.Getpagesize()))
	if !ok {
		return nil
	}
	for i, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		var l unix.Rlimit
		if unix.Getrlimit(resource, &l) == nil && l.Cur != unix.RLIM_INFINITY {
			left = append(left, l.Cur-min(l.Cur, sizes[i]))
		}
	}
	return left
}
