package eval

import (
	"fmt"

	"ludens/env"
)

// gauged is the room for the gauges of a position.
type gauged = [2][env.MaxGauges]uint8

// ungauged returns the features of a game without its gauges: games that a network learns from
// do not change (ADR 0160).
func ungauged(g env.Game) (*Features, error) {
	f, err := NewFeatures(g)
	if err == nil {
		f.gauges = nil
		f.number()
	}
	return f, err
}

// numberGauges gives those of each gauge their numbers: two for each count but 0.
func (f *Features) numberGauges(group func(name string, size int) uint16) {
	for i, x := range f.gauges {
		if at := group(fmt.Sprintf("%q", x.Name), 2*x.Most); i == 0 {
			f.begin.gauge = at
		}
	}
}

// findGauges appends what is counted of each player, and whether it is his turn: a threat is
// worth less to a player whose turn it is not.
func (f *Features) findGauges(s env.State, p *Position) {
	p.gauge = gauged{}
	f.gauged.Gauge(s, &p.gauge)
	for o := range p.Of {
		at, waits := f.begin.gauge, uint16(1)
		if int(s.ToMove()) == o {
			waits = 0
		}
		for i, x := range f.gauges {
			if n := uint16(p.gauge[o][i]); n > 0 {
				p.Of[o] = append(p.Of[o], at+2*(n-1)+waits)
			}
			at += 2 * uint16(x.Most)
		}
	}
}
