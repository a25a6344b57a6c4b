package proof

import (
	"fmt"
	"math"

	"ludens/env"
)

// Config says what a question may cost. The unit is a position made by a move, 10
// to 100 ns; to ask a position for its moves counts as four.
type Config struct {
	// Glance is what it may cost where no answer is near. Default 150.
	Glance int
	// Nodes is what it may cost while one is near, all questions about a position
	// together. Default 20,000.
	Nodes int
	// Endgame is what it may cost where the game must soon be over. Default 400,000.
	Endgame int
	// Entries of the table at most, a power of two; each takes 40 bytes. It begins
	// with 2,048 and grows as answers come near. Default 65,536.
	Entries int
}

// Defaults returns the configuration that its field comments describe: that of an
// agent with a hundred simulations.
func Defaults() Config {
	return Config{Glance: 150, Nodes: 20_000, Endgame: 400_000, Entries: 1 << 16}
}

// For returns the configuration beside a search of that many simulations: a glance
// costs as much as one or two of them with a small network, and an answer that is
// near no more than about all of them.
func For(simulations int) Config {
	cfg, n := Defaults(), min(max(simulations, 100), 1600)
	cfg.Glance *= n / 100
	cfg.Nodes *= n / 100
	return cfg
}

// Validate says in one line what is wrong with c, or returns nil.
func (c Config) Validate() error {
	switch {
	case c.Glance < 1 || c.Nodes < c.Glance || c.Endgame < c.Glance:
		return fmt.Errorf("proof: glance = %d, nodes = %d, endgame = %d, want at least 1, and the first the least", c.Glance, c.Nodes, c.Endgame)
	case c.Entries < smallest || c.Entries&(c.Entries-1) != 0:
		return fmt.Errorf("proof: entries = %d, want a power of two from %d on", c.Entries, smallest)
	}
	return nil
}

// smallest is with how many entries a table begins.
const smallest = 1 << 11

// The largest proof number at which an answer is near, and how many glances may
// go by before a won position is met.
const (
	smallNumber = 4
	patience    = 8
)

// near reports whether the proof number of a question, and what was met on the
// way, speak for a win.
func (p *Prover) near(pn uint32) bool {
	return pn <= smallNumber && (p.wins > 0 || p.work < patience*p.cfg.Glance)
}

// endsSoon reports whether the game must be over so soon that the smallest tree
// which could settle it, of b^(n/2) positions for n plies with b moves each (Knuth
// and Moore 1975, "An analysis of alpha-beta pruning"), fits Config.Endgame.
func (p *Prover) endsSoon(s env.State) bool {
	b, ok := s.(env.Bounded)
	if !ok {
		return false
	}
	p.replies = s.Legal(p.replies[:0])
	return float64(b.Left())/2*math.Log(float64(len(p.replies))) <= math.Log(float64(p.cfg.Endgame))
}
