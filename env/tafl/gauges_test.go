package tafl

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

func TestGlide(t *testing.T) {
	for _, name := range []string{"copenhagen", "celta", "tablut", "cuervo"} {
		g, err := New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		rng := seed.New(1).Rand()
		s := g.New(0).(*State)
		for range 2000 {
			if s.Result() != env.Ongoing {
				s = g.New(0).(*State)
			}
			b := g.field(s.board)
			legal := s.Legal(nil)
			var want, got set
			for _, a := range legal {
				want.add(g.moves[a].to)
			}
			to := g.glide(b.men[s.mover], b.empty, kind(s.mover))
			if s.mover == kingsSide {
				to = to.or(g.glide(b.king, b.empty, king))
			}
			got[0], got[1] = to.lo, to.hi
			if got != want {
				t.Fatalf("%s: %x %x\n%s", name, got, want, s)
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
}
func BenchmarkGauge(b *testing.B) {
	for _, name := range []string{"copenhagen", "celta"} {
		b.Run(name, func(b *testing.B) {
			g, _ := New(name, nil)
			rng := seed.New(1).Rand()
			s := g.New(0).(*State)
			var all []env.State
			for range 200 {
				if s.Result() != env.Ongoing {
					s = g.New(0).(*State)
				}
				legal := s.Legal(nil)
				all = append(all, s.Copy(nil))
				s.Play(legal[rng.IntN(len(legal))])
			}
			var dst [2][env.MaxGauges]uint8
			i := 0
			for b.Loop() {
				g.Gauge(all[i%200], &dst)
				i++
			}
		})
		b.Run(name+"/score", func(b *testing.B) {
			g, _ := New(name, nil)
			rng := seed.New(1).Rand()
			s := g.New(0).(*State)
			var all []env.State
			for range 200 {
				if s.Result() != env.Ongoing {
					s = g.New(0).(*State)
				}
				legal := s.Legal(nil)
				all = append(all, s.Copy(nil))
				s.Play(legal[rng.IntN(len(legal))])
			}
			i := 0
			for b.Loop() {
				all[i%200].(env.Scored).Score(0)
				i++
			}
		})
	}
}
