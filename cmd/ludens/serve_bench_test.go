package main

import (
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludens/configs"
)

// BenchmarkServeMove is how long a person at the page waits for the champion's
// move, at 100 simulations, and until it is on the board: the first time, when
// the network has to be loaded, and then. Both are to be below 300 ms.
func BenchmarkServeMove(b *testing.B) {
	for _, game := range champions {
		b.Run(game, func(b *testing.B) {
			b.Chdir(b.TempDir())
			s := serving(b)
			first := s.answer(b, game, &[]string{})
			var waits []float64
			moves := []string{}
			for b.Loop() {
				waits = append(waits, s.answer(b, game, &moves))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(first, "ms-first")
			slices.Sort(waits)
			b.ReportMetric(waits[len(waits)/2], "ms-median")
			b.ReportMetric(waits[len(waits)*95/100], "ms-p95")
		})
	}
}

// BenchmarkServeCrowd is how long they wait who play at the same time, each
// against the champion of his game at 100 simulations, without a pause for
// thought; a client that hears that the machine is busy asks again after a second, as the
// page does. The slowest's mean over the quickest's, of one game, is how fair it is.
func BenchmarkServeCrowd(b *testing.B) {
	for _, people := range []int{1, 50, 200} {
		b.Run(fmt.Sprint(people), func(b *testing.B) {
			b.Chdir(b.TempDir())
			s := serving(b)
			for _, game := range champions {
				s.answer(b, game, &[]string{}) // loads the network
			}
			var waits []float64
			var fair float64
			var busy int
			for b.Loop() {
				c := crowdOf(b, s, people)
				waits, busy = append(waits, c.waits...), busy+int(c.busy.Load())
				fair = max(fair, c.spread())
			}
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			slices.Sort(waits)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(waits[len(waits)/2], "ms-median")
			b.ReportMetric(waits[len(waits)*95/100], "ms-p95")
			b.ReportMetric(fair, "slowest/quickest")
			b.ReportMetric(float64(busy)/float64(len(waits)), "busy/move")
			b.ReportMetric(float64(m.HeapAlloc>>20), "MB-heap")
		})
	}
}

// champions are the games that have one.
var champions = configs.Champions()

// patrons is a crowd at the page.
type patrons struct {
	busy  atomic.Int64 // times that a client got that answer
	waits []float64    // milliseconds, by person and move
	moves int          // each
}

// crowdOf has that many people play some moves each, all at once.
func crowdOf(b *testing.B, s served, people int) *patrons {
	b.Helper()
	c := &patrons{moves: 6}
	c.waits = make([]float64, people*c.moves)
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			moves := []string{}
			for ply := range c.moves {
				c.waits[i*c.moves+ply] = c.wait(b, s, champions[i%len(champions)], &moves, uint64(i))
			}
		})
	}
	all.Wait()
	return c
}

// wait plays the champion's move, however often it has to be asked for.
func (c *patrons) wait(b *testing.B, s served, game string, moves *[]string, dice uint64) float64 {
	began := time.Now()
	for {
		var reply struct{ Move string }
		status := s.ask("api/move", map[string]any{"game": game, "seed": 1, "moves": *moves, "player": "champion", "simulations": 100, "dice": dice}, &reply)
		if status == http.StatusOK {
			*moves = append(*moves, reply.Move)
			return float64(time.Since(began).Microseconds()) / 1000
		}
		if status != http.StatusServiceUnavailable {
			b.Errorf("%s after %v: status %d", game, *moves, status)
			return 0
		}
		c.busy.Add(1)
		time.Sleep(time.Second)
	}
}

// spread is the worst ratio of two people's mean waits in the same game.
func (c *patrons) spread() (worst float64) {
	quickest, slowest := make([]float64, len(champions)), make([]float64, len(champions))
	for i := range len(c.waits) / c.moves {
		sum := 0.0
		for _, w := range c.waits[i*c.moves:][:c.moves] {
			sum += w
		}
		g := i % len(champions)
		if quickest[g] == 0 || sum < quickest[g] {
			quickest[g] = sum
		}
		slowest[g] = max(slowest[g], sum)
	}
	for g := range quickest {
		if quickest[g] > 0 {
			worst = max(worst, slowest[g]/quickest[g])
		}
	}
	return worst
}

// answer has the champion make the next move of a game, a new one if that is
// over, and returns how many milliseconds it took.
func (s served) answer(b *testing.B, game string, moves *[]string) float64 {
	b.Helper()
	var reply struct{ Move string }
	var story struct{ Legal []struct{ Text string } }
	began := time.Now()
	s.post("api/move", map[string]any{"game": game, "seed": 1, "moves": *moves, "player": "champion", "simulations": 100, "dice": 1}, &reply)
	line := append(*moves, reply.Move)
	s.post("api/game", map[string]any{"game": game, "seed": 1, "moves": line, "from": len(line)}, &story)
	waited := float64(time.Since(began).Microseconds()) / 1000
	if len(story.Legal) == 0 {
		line = []string{}
	}
	*moves = line
	return waited
}
