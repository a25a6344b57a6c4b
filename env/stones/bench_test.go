package stones

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
)

// Random plies, the choice of actions and new games among them, by the CPU time of the process.
func BenchmarkRandom(b *testing.B) {
	for _, row := range gallery {
		g := with(b, row.name)
		b.Run(row.name, func(b *testing.B) {
			rng := seed.New(1).Rand()
			var s env.State
			var room []env.Action
			plies, begun := 0, machine.CPUTime()
			b.ReportAllocs()
			for b.Loop() {
				s = g.origin.Copy(s)
				n := 0
				for ; s.Result() == env.Ongoing && n < g.rules.Cap; n++ {
					var a env.Action
					a, room = env.Sample(s, rng, room)
					s.Play(a)
				}
				plies += n
			}
			b.ReportMetric(float64((machine.CPUTime()-begun).Nanoseconds())/float64(plies), "cpu-ns/ply")
		})
	}
}
