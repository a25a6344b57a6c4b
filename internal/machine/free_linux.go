package machine

import (
	"golang.org/x/sys/unix"
)

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
