package main

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkServeMove is how long somebody at the page waits for the champion's
// move, at 100 simulations, and until it is on the board: the first time, when
// the network has to be loaded, and then. Both are to be below 300 ms.
func BenchmarkServeMove(b *testing.B) {
	for _, game := range []string{"celta", "cuervo", "cetro", "cetro-5x5", "cetran2", "connect4"} {
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
