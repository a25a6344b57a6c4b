package machine

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

const machine = "MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\n"

// A container leaves what its limit leaves, of the cgroup itself and of those around it, in
// both versions; without a limit, or with damaged files, the machine's memory counts.
func TestContainers(t *testing.T) {
	const mib = 1 << 20
	for _, test := range []struct {
		name    string
		files   map[string]string
		left    uint64
		allowed uint64 // 0: no limit
	}{
		{"no cgroups", nil, 8000000 << 10, 0},
		{"version 2", map[string]string{
			"proc/self/cgroup":                   "0::/\n",
			"sys/fs/cgroup/memory.max":           "536870912\n",
			"sys/fs/cgroup/memory.current":       "209715200\n",
			"sys/fs/cgroup/memory.stat":          "anon 1\ninactive_file 104857600\nactive_file 7\n",
			"sys/fs/cgroup/other/memory.max":     "1",
			"sys/fs/cgroup/other/memory.current": "1",
		}, 412 * mib, 512 * mib},
		{"version 2, limited further out", map[string]string{
			"proc/self/cgroup":                     "0::/pod/job\n",
			"sys/fs/cgroup/pod/job/memory.max":     "max\n",
			"sys/fs/cgroup/pod/job/memory.current": "104857600\n",
			"sys/fs/cgroup/pod/memory.max":         "1073741824\n",
			"sys/fs/cgroup/pod/memory.current":     "1068498944\n",
		}, 5 * mib, 1024 * mib},
		{"version 2, no limit", map[string]string{
			"proc/self/cgroup":             "0::/\n",
			"sys/fs/cgroup/memory.max":     "max\n",
			"sys/fs/cgroup/memory.current": "104857600\n",
		}, 8000000 << 10, 0},
		{"version 1", map[string]string{
			"proc/self/cgroup": "5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n0::/docker/1\n",
			"sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes": "268435456\n",
			"sys/fs/cgroup/memory/docker/1/memory.usage_in_bytes": "134217728\n",
			"sys/fs/cgroup/memory/docker/1/memory.stat":           "cache 3\ntotal_inactive_file 33554432\n",
		}, 160 * mib, 256 * mib},
		{"version 1 with the machine's names", map[string]string{
			"proc/self/cgroup":                           "3:hugetlb,memory:/docker/1\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "268435456\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "1048576\n",
		}, 255 * mib, 256 * mib},
		{"version 1, no limit", map[string]string{
			"proc/self/cgroup":                           "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 8000000 << 10, 0},
		{"more in use than allowed", map[string]string{
			"proc/self/cgroup":             "0::/\n",
			"sys/fs/cgroup/memory.max":     "1048576\n",
			"sys/fs/cgroup/memory.current": "2097152\n",
		}, 0, mib},
		{"damaged", map[string]string{
			"proc/self/cgroup":             "0\n:::\n0::/../../etc\n7:memory\n",
			"sys/fs/cgroup/memory.max":     "-12\n",
			"sys/fs/cgroup/etc/memory.max": "x",
		}, 8000000 << 10, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := system{t.TempDir()}
			put(t, s, "proc/meminfo", machine)
			for name, text := range test.files {
				put(t, s, name, text)
			}
			if left, ok := s.memory(); !ok || left != test.left {
				t.Errorf("%d MiB are left, want %d", left/mib, test.left/mib)
			}
			if allowed, ok := s.allowed(); ok != (test.allowed > 0) || allowed != test.allowed {
				t.Errorf("%d MiB are allowed, %v; want %d", allowed/mib, ok, test.allowed/mib)
			}
		})
	}
}

// Where nothing can be read nothing is known.
func TestNothingIsKnownOfNothing(t *testing.T) {
	s := system{t.TempDir()}
	if n, ok := s.memory(); ok {
		t.Errorf("%d bytes of no machine", n)
	}
	if _, ok := s.sizes(4096); ok {
		t.Error("the sizes of no process")
	}
	put(t, s, "proc/self/statm", "100 50 20 7 0 60 0\n")
	if sizes, ok := s.sizes(4096); !ok || sizes != [2]uint64{100 * 4096, 60 * 4096} {
		t.Errorf("sizes %v, %v", sizes, ok)
	}
}

func put(t *testing.T, s system, name, text string) {
	t.Helper()
	path := filepath.Join(s.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What `ulimit -d` and `ulimit -v` leave is all that is left.
func TestLimitsOfTheProcess(t *testing.T) {
	before, ok := FreeMemory()
	if !ok {
		t.Fatal("nothing is known of this machine")
	}
	for i, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		sizes, ok := system{"/"}.sizes(uint64(unix.Getpagesize()))
		if !ok {
			t.Fatal("no sizes")
		}
		var was unix.Rlimit
		if err := unix.Getrlimit(resource, &was); err != nil {
			t.Fatal(err)
		}
		room := before / 2
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: sizes[i] + room, Max: was.Max}); err != nil {
			t.Skip(err)
		}
		left, ok := FreeMemory()
		if err := unix.Setrlimit(resource, &was); err != nil {
			t.Fatal(err)
		}
		if !ok || left > room || left < room/2 {
			t.Errorf("limit %d: %d bytes are left, want about %d", resource, left, room)
		}
	}
}
