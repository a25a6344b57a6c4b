package selfplay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"ludens/env"
)

// Plan says everything that some games of an iteration depend on, as plain data:
// it can be written, sent, compared and kept. Equal plans are equal games, bit for
// bit, on any machine, in any ranges and order.
//
// What is large a plan names by its hash: networks, and the archive that games
// start from again. [Plan.Open] checks that what is at hand is what the plan names.
type Plan struct {
	Game  string `json:"game"`  // env.Spec.Name
	Rules string `json:"rules"` // env.Fingerprint of the game
	// Variant is the game's file, if it is one that a worker cannot know.
	Variant string `json:"variant,omitempty"`

	// Seed of the iteration. Game i depends on it and on i, and on no other game of
	// the iteration.
	Seed      uint64 `json:"seed,string"` // a text: not every language has 64 bits in its numbers
	Iteration int    `json:"iteration"`   // counted from 0
	First     int    `json:"first"`       // the games of the plan are First to End-1 of the iteration
	End       int    `json:"end"`

	// Config is the method as it is in this iteration: what fades or grows in the
	// course of a run has the value that it has now.
	Config Config `json:"config"`

	// HandicapFirst is how often the side with a handicap is First, else it is Second.
	HandicapFirst float32 `json:"handicap_first"`
	// HandicapRole is the same in a game that draws its rules (env.Varied), by what First
	// is called under the rules that were drawn; where it has no such role, HandicapFirst.
	HandicapRole map[string]float32 `json:"handicap_role,omitempty"`
	// ResignBelow is the value below which the mover resigns. 0: no resignation yet.
	ResignBelow float32 `json:"resign_below"`

	Network NetworkID `json:"network"`
	Past    NetworkID `json:"past,omitzero"`    // the past opponent's; zero: there is none yet
	Archive ArchiveID `json:"archive,omitzero"` // zero: no game starts from it
}

// NetworkID names a network as it plays.
type NetworkID struct {
	Hash string `json:"hash,omitempty"` // nn.Net.Hash
	// Calibration holds the activation ranges of a network that plays in int8: the
	// numbers of nn.Calibration.Tensor. None: it plays in FP32.
	Calibration []float32 `json:"calibration,omitempty"`
	// Sent is the hash of what a network that plays in int8 is sent as (nn.Quantised.Hash).
	// None: all its numbers are.
	Sent string `json:"sent,omitempty"`
}

// ArchiveID names consecutive games of a run.
type ArchiveID struct {
	First int    `json:"first"` // number of the first, counted over all games of the run from 0
	Games int    `json:"games"`
	Hash  string `json:"hash"` // SHA-256 over what Archive says of them
}

// NewPlan returns the plan of all games of an iteration that cfg asks for, by a
// network that it does not name yet: no past opponent, no archive, no resignation,
// and Second has the handicaps.
func NewPlan(g env.Game, cfg Config, seed uint64) Plan {
	return Plan{Game: g.Spec().Name, Rules: env.Fingerprint(g), Seed: seed, End: cfg.Games, Config: cfg}
}

// Games returns how many games the plan is of.
func (p Plan) Games() int { return p.End - p.First }

// Range returns the plan of games first to end-1 of the same iteration.
func (p Plan) Range(first, end int) Plan {
	p.First, p.End = first, end
	return p
}

// Hash returns the SHA-256 of the plan's text, in hexadecimal. What changes no game (lockstep,
// cache, how networks are sent) is left out: plans of one hash are the same games.
func (p Plan) Hash() string {
	p.Config.Lockstep, p.Config.Cache = 0, 0
	p.Network.Sent, p.Past.Sent = "", ""
	sum := sha256.Sum256(p.Text())
	return hex.EncodeToString(sum[:])
}

// Text returns the plan as JSON, the same text for equal plans. ReadPlan reads it.
func (p Plan) Text() []byte {
	if len(p.Config.Starts) == 0 {
		p.Config.Starts = nil
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // a valid plan is numbers and strings
	}
	return text
}

// maxPlan bounds the text of a plan, bytes. The activation ranges of the largest
// network take a tenth of it.
const maxPlan = 16 << 20

// ReadPlan reads what Text wrote. A name that it does not know is an error: what it
// asks for would be other games.
func ReadPlan(text []byte) (p Plan, err error) {
	if len(text) > maxPlan {
		return p, fmt.Errorf("selfplay: a plan of %d bytes, want at most %d", len(text), maxPlan)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&p); err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows its end")
		}
	}
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return Plan{}, fmt.Errorf("selfplay: plan: %w", err)
	}
	return p, nil
}

// Validate says what is wrong with p, or nil.
func (p Plan) Validate() error {
	switch {
	case p.Iteration < 0:
		return fmt.Errorf("iteration = %d, want 0 or more", p.Iteration)
	case p.First < 0 || p.End <= p.First || p.End > p.Config.Games:
		return fmt.Errorf("games %d to %d, want some of 0 to %d", p.First, p.End-1, p.Config.Games-1)
	case !(p.HandicapFirst >= 0 && p.HandicapFirst <= 1):
		return fmt.Errorf("handicap_first = %v, want 0 to 1", p.HandicapFirst)
	case !(p.ResignBelow >= -1 && p.ResignBelow <= 0):
		return fmt.Errorf("resign_below = %v, want -1 to 0", p.ResignBelow)
	case p.Archive.First < 0 || p.Archive.Games < 0:
		return fmt.Errorf("archive of %d games from %d on, want neither below 0", p.Archive.Games, p.Archive.First)
	}
	for _, role := range slices.Sorted(maps.Keys(p.HandicapRole)) {
		if v := p.HandicapRole[role]; !(v >= 0 && v <= 1) {
			return fmt.Errorf("handicap_role.%s = %v, want 0 to 1", role, v)
		}
	}
	for _, n := range []NetworkID{p.Network, p.Past} {
		if n.Sent != "" && len(n.Calibration) == 0 {
			return fmt.Errorf("network %.12s is sent in int8, and plays in FP32", n.Hash)
		}
		for i, v := range n.Calibration {
			if !(v > 0) {
				return fmt.Errorf("calibration of network %.12s: range %d is %v, want more than 0", n.Hash, i, v)
			}
		}
	}
	return p.Config.Validate()
}

// Difference returns the first ply at which a record differs from what the plan's networks
// play, which is ours: "ply 9: c4, the plan's network plays d3". Both follow the rules of g
// from the same start. It returns "" where they do not differ ply by ply.
func Difference(g env.Game, theirs, ours *Record) string {
	s, err := ours.Begin(g)
	if err != nil {
		return ""
	}
	for i := range min(len(theirs.Plies), len(ours.Plies)) {
		p, q := theirs.Plies[i], ours.Plies[i]
		switch {
		case p.Action != q.Action:
			return fmt.Sprintf("ply %d: %s, the plan's network plays %s", i+1, s.Format(p.Action), s.Format(q.Action))
		case p.Value != q.Value:
			return fmt.Sprintf("ply %d: %s with a value of %v, the plan's network expects %v", i+1, s.Format(p.Action), p.Value, q.Value)
		case !slices.Equal(p.Policy, q.Policy):
			return fmt.Sprintf("ply %d: %s with another policy than that of the plan's network", i+1, s.Format(p.Action))
		}
		s.Play(q.Action)
	}
	if len(theirs.Plies) != len(ours.Plies) {
		return fmt.Sprintf("%d plies, the plan's network plays %d", len(theirs.Plies), len(ours.Plies))
	}
	return ""
}
