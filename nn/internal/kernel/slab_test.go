package kernel

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// address returns where x begins.
func address[T Float](x []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(x))) }

// TestSlabHandsOutZeros: each buffer is as long as asked for, begins on a cache
// line and shares nothing with another, whether it fits in a block or not.
func TestSlabHandsOutZeros(t *testing.T) {
	for name, s := range map[string]*Slab{"slab": {}, "none": nil} {
		var all [][]float32
		for i, n := range []int{1, 15, 16, 17, 1000, 0, largePage / 4, 3, largePage/4 + 1, largestBlock, 70_000, 70_000} {
			x := Take[float32](s, n)
			if len(x) != n || cap(x) != n && s != nil {
				t.Fatalf("%s: %d of %d numbers, want %d", name, len(x), cap(x), n)
			}
			if n > 0 && address(x)%cacheLine != 0 {
				t.Errorf("%s: %d numbers begin at %#x", name, n, address(x))
			}
			for _, v := range x {
				if v != 0 {
					t.Fatalf("%s: a buffer begins with %v in it", name, v)
				}
			}
			for k := range x {
				x[k] = float32(i + 1)
			}
			all = append(all, x)
		}
		for i, x := range all {
			for _, v := range x {
				if v != float32(i+1) {
					t.Fatalf("%s: buffer %d has %v of another", name, i, v)
				}
			}
		}
	}
}

// TestSlabNeighbours: neighbours do not begin at equal places of their pages.
func TestSlabNeighbours(t *testing.T) {
	s := &Slab{}
	last := address(Take[float32](s, 100*4096/4))
	for range 4 {
		next := address(Take[float32](s, 100*4096/4))
		if next%4096 == last%4096 {
			t.Errorf("buffers begin at %#x and %#x", last, next)
		}
		last = next
	}
}

// TestSlabStaysSmall: what is small shares the smallest block.
func TestSlabStaysSmall(t *testing.T) {
	s := &Slab{}
	for range 10 {
		Take[float64](s, 1000)
	}
	if s.size != largePage {
		t.Errorf("80 KB stand in a block of %d bytes, want %d", s.size, largePage)
	}
}

// TestSlabIsGivenBack: memory is freed when no part of it is held, not before.
func TestSlabIsGivenBack(t *testing.T) {
	gone := make(chan bool)
	kept := func() []float32 {
		s := &Slab{}
		x, y := Take[float32](s, 10), Take[float32](s, 10)
		runtime.AddCleanup(&s.rest[0], func(bool) { close(gone) }, true)
		x[0] = 1
		return y
	}()
	runtime.GC()
	select {
	case <-gone:
		t.Error("memory went while somebody held a part of it")
	case <-time.After(10 * time.Millisecond):
	}
	runtime.KeepAlive(kept)
	runtime.GC()
	select {
	case <-gone:
	case <-time.After(10 * time.Second):
		t.Error("memory that nobody holds stays")
	}
}

// TestSlabAsksForLargePages: Linux notes it as "hg" among the flags of a mapping.
func TestSlabAsksForLargePages(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("wants a system that grants large pages:", err)
	}
	x := Take[float32](&Slab{}, largePage/4)
	flags, err := mappingFlags(address(x))
	if err != nil {
		t.Skip(err)
	}
	if !strings.Contains(flags, " hg") {
		t.Errorf("flags of the mapping are %q, want hg among them", flags)
	}
	runtime.KeepAlive(x)
}

// mappingFlags returns the flags of the mapping around an address.
func mappingFlags(at uintptr) (string, error) {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return "", err
	}
	defer f.Close()
	within := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			within = from <= at && at < to
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && within {
			return flags, nil
		}
	}
	return "", fmt.Errorf("no mapping with flags around %#x", at)
}
