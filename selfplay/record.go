package selfplay

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"

	"ludens/env"
	"ludens/internal/disk"
)

// Record is one finished game and what the search thought on the way. Its
// positions are not stored: playing the actions again from New(Seed) gives them.
type Record struct {
	Seed      uint64 // of the start position
	Start     Start  // if it is another than that of Seed
	Plies     []Ply
	Result    env.Result
	Truncated bool // cut at the length limit with Result still Ongoing
	Resigned  bool // Result is not by the rules: the player to move gave up
	Checked   bool // no player could resign: the game shows whether resigning would be right
	// Adjudicated: Result, or Truncated, is not by the rules but by the values of
	// alpha-beta, or its limit on plies (package eval).
	Adjudicated bool

	Lows [2]float32 // the worst that each player thought of his prospects; 0: never ill

	Handicap    [2]float32 // by player: how often he had to move at random; 0: never
	Past        [2]bool    // by player: an earlier network played for him
	Evaluations int        // positions that the searches asked about, remembered ones included
}

// Handicapped reports whether a player had to move at random.
func (r *Record) Handicapped() bool { return r.Handicap != [2]float32{} }

// AgainstPast reports whether an earlier network took part.
func (r *Record) AgainstPast() bool { return r.Past != [2]bool{} }

// Room returns about how many bytes of memory the record takes.
func (r *Record) Room() int {
	n := int(unsafe.Sizeof(*r)) + len(r.Start.Kind) + len(r.Start.Position) + cap(r.Plies)*int(unsafe.Sizeof(Ply{}))
	for i := range r.Plies {
		n += cap(r.Plies[i].Policy) * int(unsafe.Sizeof(Share{}))
	}
	return n
}

// Ply is one move of a record.
type Ply struct {
	Action env.Action
	Policy []Share // the search's policy target; nil if the move was not searched to learn from
	Value  float32 // the search's expected result for the mover, in [-1, 1]
}

// Share is the probability of one action in a policy target.
type Share struct {
	Action      env.Action
	Probability float32
}

// PlyBytes returns how many bytes of memory a ply takes whose policy target has
// that many moves.
func PlyBytes(moves float64) float64 {
	return float64(reflect.TypeFor[Ply]().Size()) + moves*float64(reflect.TypeFor[Share]().Size())
}

// The wire format is protobuf's, so that any language can read it:
//
//	message Record {
//	  fixed64 seed = 1; uint32 result = 2; bool truncated = 3; repeated Ply plies = 4; bool resigned = 5; bool checked = 6;
//	  repeated float lows = 7 [packed]; repeated float handicap = 8 [packed]; repeated bool past = 9 [packed]; uint64 evaluations = 10;
//	  Start start = 11; bool adjudicated = 12; }
//	message Start  { string kind = 1; float level = 2; string position = 3; }
//	}
//	message Ply    { uint32 action = 1; float value = 2; repeated uint32 actions = 3 [packed]; repeated float shares = 4 [packed]; }
const (
	fieldSeed, fieldResult, fieldTruncated, fieldPlies    = 1, 2, 3, 4
	fieldResigned, fieldChecked, fieldLows                = 5, 6, 7
	fieldHandicap, fieldPast, fieldEvaluations            = 8, 9, 10
	fieldStart, fieldAdjudicated                          = 11, 12
	fieldAction, fieldValue, fieldActions, fieldShareList = 1, 2, 3, 4
)

// Marshal returns the record in its wire format.
func (r *Record) Marshal() []byte {
	var m disk.Message
	m.Fixed(fieldSeed, r.Seed)
	m.Int(fieldResult, int(r.Result))
	m.Bool(fieldTruncated, r.Truncated)
	m.Bool(fieldResigned, r.Resigned)
	m.Bool(fieldChecked, r.Checked)
	m.Bytes(fieldLows, packed(r.Lows[:]...))
	if r.Handicapped() {
		m.Bytes(fieldHandicap, packed(r.Handicap[:]...))
	}
	if r.AgainstPast() {
		m.Bytes(fieldPast, []byte{byte(protowire.EncodeBool(r.Past[0])), byte(protowire.EncodeBool(r.Past[1]))})
	}
	m.Int(fieldEvaluations, r.Evaluations)
	if r.Start.Kind != "" {
		m.Bytes(fieldStart, r.Start.marshal())
	}
	if r.Adjudicated {
		m.Bool(fieldAdjudicated, true)
	}
	for i := range r.Plies {
		m.Bytes(fieldPlies, r.Plies[i].marshal())
	}
	return m
}

func (p *Ply) marshal() (m disk.Message) {
	m.Int(fieldAction, int(p.Action))
	m.Float(fieldValue, p.Value)
	if len(p.Policy) == 0 {
		return m
	}
	var actions []byte
	var shares []float32
	for _, s := range p.Policy {
		actions = protowire.AppendVarint(actions, uint64(s.Action))
		shares = append(shares, s.Probability)
	}
	m.Bytes(fieldActions, actions)
	m.Bytes(fieldShareList, packed(shares...))
	return m
}

// packed encodes a list of floats.
func packed(floats ...float32) (b []byte) {
	for _, f := range floats {
		b = protowire.AppendFixed32(b, math.Float32bits(f))
	}
	return b
}

// What a record may hold at most, whatever the game: more is refused while it is
// read, so that no record takes much more memory than its bytes.
const (
	mostPlies       = 1 << 16
	mostEvaluations = 1 << 40
)

// UnmarshalRecord reads what Marshal wrote. Fields it does not know are skipped.
// What it returns has not been held against any rules: see Check.
func UnmarshalRecord(b []byte) (*Record, error) {
	r := &Record{}
	err := disk.Fields(b, func(f disk.Field) error {
		switch f.Number {
		case fieldSeed:
			r.Seed = f.Value
		case fieldResult:
			if f.Value > uint64(env.Drawn) {
				return fmt.Errorf("result %d, want 0 to %d", f.Value, env.Drawn)
			}
			r.Result = env.Result(f.Value)
		case fieldTruncated:
			r.Truncated = f.Value != 0
		case fieldResigned:
			r.Resigned = f.Value != 0
		case fieldChecked:
			r.Checked = f.Value != 0
		case fieldAdjudicated:
			r.Adjudicated = f.Value != 0
		case fieldLows:
			return readFloats(&r.Lows, "lows", f.Bytes)
		case fieldHandicap:
			return readFloats(&r.Handicap, "handicaps", f.Bytes)
		case fieldPast:
			if len(f.Bytes) != len(r.Past) {
				return fmt.Errorf("%d bytes for which of %d players are earlier networks", len(f.Bytes), len(r.Past))
			}
			for i := range r.Past {
				r.Past[i] = f.Bytes[i] != 0
			}
		case fieldEvaluations:
			if f.Value > mostEvaluations {
				return fmt.Errorf("%d evaluations, want at most %d", f.Value, uint64(mostEvaluations))
			}
			r.Evaluations = int(f.Value)
		case fieldStart:
			var err error
			r.Start, err = unmarshalStart(f.Bytes)
			return err
		case fieldPlies:
			if len(r.Plies) == mostPlies {
				return fmt.Errorf("more than %d plies", mostPlies)
			}
			p, err := unmarshalPly(f.Bytes)
			if err != nil {
				return fmt.Errorf("ply %d: %w", len(r.Plies)+1, err)
			}
			r.Plies = append(r.Plies, p)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("selfplay: record: %w", err)
	}
	return r, nil
}

// readFloats reads what packed made of both players.
func readFloats(dst *[2]float32, what string, bytes []byte) error {
	if len(bytes) != 4*len(dst) {
		return fmt.Errorf("%d bytes for the %s of %d players", len(bytes), what, len(dst))
	}
	for i := range dst {
		v, _ := protowire.ConsumeFixed32(bytes[4*i:])
		dst[i] = math.Float32frombits(v)
	}
	return nil
}

func unmarshalPly(b []byte) (p Ply, err error) {
	err = disk.Fields(b, func(f disk.Field) error {
		switch f.Number {
		case fieldAction:
			p.Action, err = readAction(f.Value)
			return err
		case fieldValue:
			p.Value = f.Float()
		case fieldActions:
			return disk.Varints(f.Bytes, func(v uint64) error {
				a, err := readAction(v)
				if err != nil {
					return fmt.Errorf("the policy names %w", err)
				}
				p.Policy = append(p.Policy, Share{Action: a})
				return nil
			})
		case fieldShareList:
			if len(f.Bytes) != 4*len(p.Policy) {
				return fmt.Errorf("%d bytes of shares for %d actions", len(f.Bytes), len(p.Policy))
			}
			for i := range p.Policy {
				v, _ := protowire.ConsumeFixed32(f.Bytes[4*i:])
				p.Policy[i].Probability = math.Float32frombits(v)
			}
		}
		return nil
	})
	return p, err
}

// readAction returns a number as an action, or an error if it is too large for any.
func readAction(number uint64) (env.Action, error) {
	if number > math.MaxInt32 {
		return 0, fmt.Errorf("action %d, want at most %d", number, math.MaxInt32)
	}
	return env.Action(number), nil
}
