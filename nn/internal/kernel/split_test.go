package kernel

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// Boards are worked on in chunks that do not depend on the number of threads: each of them
// once, from a multiple of chunkBoards on.
func TestChunksOfBoards(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, threads := range []int{1, 2, 5, 16} {
		runtime.GOMAXPROCS(threads)
		for n := range 70 {
			var mu sync.Mutex
			var chunks [][2]int
			SplitBoards(n, func(from, to int) {
				mu.Lock()
				defer mu.Unlock()
				chunks = append(chunks, [2]int{from, to})
			})
			slices.SortFunc(chunks, func(a, b [2]int) int { return a[0] - b[0] })
			end := 0
			for _, c := range chunks {
				if c[0] != end || c[1] != min(c[0]+chunkBoards, n) {
					t.Fatalf("%d boards on %d threads: chunks %v", n, threads, chunks)
				}
				end = c[1]
			}
			if end != n {
				t.Fatalf("%d boards on %d threads: chunks %v", n, threads, chunks)
			}
		}
	}
}

// A section is one goroutine's, from its first board to its last in order: so a sum over it
// has one order of additions.
func TestSectionsGoInOrder(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, threads := range []int{1, 3, 8} {
		runtime.GOMAXPROCS(threads)
		for n := range 130 {
			ends := make([]int, sections(n)) // of each section; two goroutines here are a race
			for s := range ends {
				ends[s] = s * sectionBoards
			}
			splitSections(n, func(section, from, to int) {
				if from != ends[section] || to <= from || to-from > chunkBoards {
					t.Errorf("%d boards: section %d goes from %d to %d after %d", n, section, from, to, ends[section])
				}
				ends[section] = to
			})
			for s, end := range ends {
				if end != min((s+1)*sectionBoards, n) {
					t.Errorf("%d boards on %d threads: section %d ends at %d", n, threads, s, end)
				}
			}
		}
	}
}

// No thread is without a part while there is an element for it, and none is asked for more
// parts than there are elements.
func TestPartsOfThreads(t *testing.T) {
	for n := range 200 {
		for workers := 1; workers < 40; workers++ {
			parts := partsOf(n, workers)
			if parts > n || parts < min(n, workers) && workers > 1 || workers == 1 && parts != min(n, 1) {
				t.Errorf("%d elements for %d threads: %d parts", n, workers, parts)
			}
		}
	}
}

// Two inputs at once come to the bits of each alone, for rows of every length and distance.
func TestDotsOfTwo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for run := 1; run < 20; run++ {
		for _, rows := range []int{1, 2, 3} {
			stride, next := run+r.IntN(9), 1+r.IntN(5)
			src := random[float32](r, next+rows*stride+run)
			w := make([][Lanes]float32, rows*run)
			for i := range w {
				copy(w[i][:], random[float32](r, Lanes))
			}
			x, y := dots2(w, src, next, run, stride)
			if a, b := dots1(w, src, run, stride), dots1(w, src[next:], run, stride); x != a || y != b {
				t.Errorf("%d rows of %d: two at once are %v and %v, alone %v and %v", rows, run, x, y, a, b)
			}
			var want [Lanes]float64
			for i, row := range w {
				for l, v := range row {
					want[l] += float64(v) * float64(src[i/run*stride+i%run])
				}
			}
			near(t, "dots", x[:], narrow(want[:]), 1e-4)
		}
	}
}

// Rounding to bfloat16: what is one already stays, others move by no more than half of the
// distance between two, a larger number never becomes the smaller, and the sign is apart.
func TestRound16KeepsOrder(t *testing.T) {
	for bits := range uint32(0xFF << 7) { // all that are finite and not negative
		h := bfloat16(bits)
		if bits >= 1<<7 && round16(h.float()) != h {
			t.Fatalf("%v becomes %v", h.float(), round16(h.float()).float())
		}
	}
	r := rand.New(rand.NewPCG(6, 6))
	for range 100000 {
		a, b := math.Float32frombits(r.Uint32()&^(1<<31)), math.Float32frombits(r.Uint32()&^(1<<31))
		if a != a || b != b {
			continue
		}
		if a > b {
			a, b = b, a
		}
		if round16(a) > round16(b) {
			t.Fatalf("%v becomes %v, %v becomes %v", a, round16(a).float(), b, round16(b).float())
		}
		if got := round16(a).float(); a >= 0x1p-126 && got <= math.MaxFloat32 && math.Abs(float64(got-a)) > float64(a)/256 {
			t.Fatalf("%v becomes %v", a, got)
		}
		if round16(-a) != round16(a)|1<<15 {
			t.Fatalf("%v becomes %v, its negative %v", a, round16(a).float(), round16(-a).float())
		}
	}
}

// The loop that the limit of a core is measured by does what it is counted as: after n turns
// each number has come 2^n times closer to 2. Every path has one.
func TestPeak(t *testing.T) {
	sums := [peakSums]float32{0, 1, 2, 3, 4, 6, 10, 18, 34, -2, -6, -14}
	before := sums
	peakPlain(&sums, 3)
	for i, v := range sums {
		if want := 2 + (before[i]-2)/8; v != want {
			t.Errorf("%v becomes %v after three turns, want %v", before[i], v, want)
		}
	}
	for _, path := range Paths() {
		loop, operations := Peak(path)
		if loop(); operations < peakSums*peakTurns/4 {
			t.Errorf("%s: %v operations", path, operations)
		}
	}
}

// float returns h, exactly.
func (h bfloat16) float() float32 { return math.Float32frombits(uint32(h) << 16) }
