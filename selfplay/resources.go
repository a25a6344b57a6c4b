package selfplay

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"ludens/env"
	"ludens/mcts"
	"ludens/nn"
)

// Material is what a plan names by hash.
type Material struct {
	Network *nn.Net
	Past    *nn.Net   // nil: the plan names none
	Archive []*Record // their policies and values may be left out

	// Network8 and Past8 are networks that play in int8, where the plan says that they are sent
	// so (NetworkID.Sent): the same in place of the above.
	Network8, Past8 *nn.Quantised
}

// Resources are what games are played with.
type Resources struct {
	Game    env.Game
	Now     mcts.Evaluator // of the network that learns
	Past    mcts.Evaluator // of the past opponent; nil: the plan names none
	Archive []*Record
}

// Open returns what the games of p are played with, or an error if m or g is not
// what p names.
func (p Plan) Open(g env.Game, m Material) (r Resources, err error) {
	if err := p.Validate(); err != nil {
		return r, fmt.Errorf("selfplay: plan: %w", err)
	}
	if rules := env.Fingerprint(g); p.Rules != rules {
		return r, fmt.Errorf("selfplay: the plan is for rules %.12s of %s, here they are %.12s", p.Rules, p.Game, rules)
	}
	r = Resources{Game: g, Archive: m.Archive}
	if r.Now, err = p.evaluator(g, "network", p.Network, m.Network, m.Network8); err != nil {
		return r, err
	}
	if p.Past.Hash != "" {
		r.Past, err = p.evaluator(g, "past opponent", p.Past, m.Past, m.Past8)
	}
	return r, err
}

// Sent returns a plan of g and what it names as they are sent: networks that play in int8 are
// what they play with, about a third of the bytes. The games are the same. A device needs all numbers.
func (p Plan) Sent(g env.Game, m Material) (Plan, Material, error) {
	if OnDevice() {
		return p, m, nil
	}
	quantise := func(id *NetworkID, n *nn.Net) (*nn.Quantised, error) {
		if len(id.Calibration) == 0 || n == nil {
			return nil, nil
		}
		c, err := id.ranges(n.Spec())
		if err != nil {
			return nil, err
		}
		q := nn.Quantise(n.Uniform(g.Spec().Uniform), c)
		id.Sent = q.Hash()
		return q, nil
	}
	var err, wrong error
	m.Network8, err = quantise(&p.Network, m.Network)
	m.Past8, wrong = quantise(&p.Past, m.Past)
	return p, m, errors.Join(err, wrong)
}

// evaluator returns the evaluator of a network that the plan names, which is n, or q where it is
// sent so.
func (p Plan) evaluator(g env.Game, what string, id NetworkID, n *nn.Net, q *nn.Quantised) (mcts.Evaluator, error) {
	hash, want := "", id.Hash
	switch {
	case id.Sent != "" && q != nil:
		hash, want = q.Hash(), id.Sent
	case id.Sent == "" && n != nil:
		hash = n.Hash()
	default:
		return nil, fmt.Errorf("selfplay: the plan's %s, %.12s, is not at hand", what, want)
	}
	if hash != want {
		return nil, fmt.Errorf("selfplay: the plan's %s is %.12s, the one at hand is %.12s", what, want, hash)
	}
	engine, err := id.engine(g, n, q)
	if err != nil {
		return nil, fmt.Errorf("selfplay: the plan's %s: %w", what, err)
	}
	return Network(g.Spec(), Net{Inferer: engine, Weights: p.Config.Weights()}), nil
}

// engine returns a network in the precision that it plays g in.
func (id NetworkID) engine(g env.Game, n *nn.Net, q *nn.Quantised) (Inferer, error) {
	if id.Sent != "" {
		return q.Engine(), nil
	}
	if len(id.Calibration) == 0 {
		return InfererFor(g, n, nil)
	}
	c, err := id.ranges(n.Spec())
	if err != nil {
		return nil, err
	}
	return InfererFor(g, n, &c)
}

// ranges returns the activation ranges of a network with this spec.
func (id NetworkID) ranges(s nn.Spec) (nn.Calibration, error) {
	shape := []int{1 + 2*s.Blocks, s.Channels}
	if len(id.Calibration) != shape[0]*shape[1] {
		return nn.Calibration{}, fmt.Errorf("%d activation ranges, want %d for each of %d layers", len(id.Calibration), shape[1], shape[0])
	}
	return nn.CalibrationOf(s, nn.Tensor{Name: "calibration", Shape: shape, Data: id.Calibration})
}

// Identify names n, which plays in int8 with this calibration, or in FP32 with nil.
func Identify(n *nn.Net, c *nn.Calibration) NetworkID {
	id := NetworkID{Hash: n.Hash()}
	if c != nil {
		id.Calibration = c.Tensor().Data
	}
	return id
}

// Archive names games, of which the first has this number in its run. The hash is
// over what a new game takes from them: start and moves.
func Archive(first int, games []*Record) ArchiveID {
	if len(games) == 0 {
		return ArchiveID{}
	}
	h := sha256.New()
	var b []byte
	for _, g := range games {
		b = binary.LittleEndian.AppendUint64(b[:0], g.Seed)
		start := g.Start.marshal()
		b = append(binary.AppendUvarint(b, uint64(len(start))), start...)
		b = binary.AppendUvarint(b, uint64(len(g.Plies)))
		for i := range g.Plies {
			b = binary.AppendUvarint(b, uint64(g.Plies[i].Action))
		}
		h.Write(b)
	}
	return ArchiveID{First: first, Games: len(games), Hash: hex.EncodeToString(h.Sum(nil))}
}

// holds says how r is not what p names, or nil.
func (r Resources) holds(p Plan) error {
	if name := r.Game.Spec().Name; name != p.Game {
		return fmt.Errorf("the plan is for %s, the game is %s", p.Game, name)
	}
	if (r.Past != nil) != (p.Past.Hash != "") {
		return fmt.Errorf("past opponent: the plan names %.12q, one is at hand: %v", p.Past.Hash, r.Past != nil)
	}
	if is := Archive(p.Archive.First, r.Archive); is != p.Archive && p.Archive != (ArchiveID{}) {
		return fmt.Errorf("the plan's archive is %d games of hash %.12s, the one at hand %d of %.12s", p.Archive.Games, p.Archive.Hash, is.Games, is.Hash)
	}
	return nil
}
