package selfplay

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"

	"ludens/env"
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
	// alpha-beta, or its limit on plies (package tune).
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
	b := protowire.AppendTag(nil, fieldSeed, protowire.Fixed64Type)
	b = protowire.AppendFixed64(b, r.Seed)
	b = appendVarint(b, fieldResult, uint64(r.Result))
	b = appendVarint(b, fieldTruncated, protowire.EncodeBool(r.Truncated))
	b = appendVarint(b, fieldResigned, protowire.EncodeBool(r.Resigned))
	b = appendVarint(b, fieldChecked, protowire.EncodeBool(r.Checked))
	b = appendFloats(b, fieldLows, r.Lows)
	if r.Handicapped() {
		b = appendFloats(b, fieldHandicap, r.Handicap)
	}
	if r.AgainstPast() {
		b = protowire.AppendTag(b, fieldPast, protowire.BytesType)
		b = protowire.AppendBytes(b, []byte{byte(protowire.EncodeBool(r.Past[0])), byte(protowire.EncodeBool(r.Past[1]))})
	}
	b = appendVarint(b, fieldEvaluations, uint64(r.Evaluations))
	if r.Start.Kind != "" {
		b = protowire.AppendTag(b, fieldStart, protowire.BytesType)
		b = protowire.AppendBytes(b, r.Start.marshal())
	}
	if r.Adjudicated {
		b = appendVarint(b, fieldAdjudicated, 1)
	}
	var ply []byte
	for i := range r.Plies {
		ply = r.Plies[i].append(ply[:0])
		b = protowire.AppendTag(b, fieldPlies, protowire.BytesType)
		b = protowire.AppendBytes(b, ply)
	}
	return b
}

func (p *Ply) append(b []byte) []byte {
	b = appendVarint(b, fieldAction, uint64(p.Action))
	b = protowire.AppendTag(b, fieldValue, protowire.Fixed32Type)
	b = protowire.AppendFixed32(b, math.Float32bits(p.Value))
	if len(p.Policy) == 0 {
		return b
	}
	var actions, shares []byte
	for _, s := range p.Policy {
		actions = protowire.AppendVarint(actions, uint64(s.Action))
		shares = protowire.AppendFixed32(shares, math.Float32bits(s.Probability))
	}
	b = protowire.AppendTag(b, fieldActions, protowire.BytesType)
	b = protowire.AppendBytes(b, actions)
	b = protowire.AppendTag(b, fieldShareList, protowire.BytesType)
	return protowire.AppendBytes(b, shares)
}

func appendFloats(b []byte, field protowire.Number, floats [2]float32) []byte {
	b = protowire.AppendTag(b, field, protowire.BytesType)
	b = protowire.AppendVarint(b, uint64(4*len(floats)))
	for _, f := range floats {
		b = protowire.AppendFixed32(b, math.Float32bits(f))
	}
	return b
}

func appendVarint(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
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
	err := eachField(b, func(f protowire.Number, number uint64, bytes []byte) error {
		switch f {
		case fieldSeed:
			r.Seed = number
		case fieldResult:
			if number > uint64(env.Drawn) {
				return fmt.Errorf("result %d, want 0 to %d", number, env.Drawn)
			}
			r.Result = env.Result(number)
		case fieldTruncated:
			r.Truncated = number != 0
		case fieldResigned:
			r.Resigned = number != 0
		case fieldChecked:
			r.Checked = number != 0
		case fieldAdjudicated:
			r.Adjudicated = number != 0
		case fieldLows:
			return readFloats(&r.Lows, "lows", bytes)
		case fieldHandicap:
			return readFloats(&r.Handicap, "handicaps", bytes)
		case fieldPast:
			if len(bytes) != len(r.Past) {
				return fmt.Errorf("%d bytes for which of %d players are earlier networks", len(bytes), len(r.Past))
			}
			for i := range r.Past {
				r.Past[i] = bytes[i] != 0
			}
		case fieldEvaluations:
			if number > mostEvaluations {
				return fmt.Errorf("%d evaluations, want at most %d", number, uint64(mostEvaluations))
			}
			r.Evaluations = int(number)
		case fieldStart:
			var err error
			r.Start, err = unmarshalStart(bytes)
			return err
		case fieldPlies:
			if len(r.Plies) == mostPlies {
				return fmt.Errorf("more than %d plies", mostPlies)
			}
			p, err := unmarshalPly(bytes)
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

// readFloats reads what appendFloats wrote of both players.
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
	err = eachField(b, func(f protowire.Number, number uint64, bytes []byte) error {
		switch f {
		case fieldAction:
			p.Action, err = readAction(number)
			return err
		case fieldValue:
			p.Value = math.Float32frombits(uint32(number))
		case fieldActions:
			for len(bytes) > 0 {
				v, n := protowire.ConsumeVarint(bytes)
				if n < 0 {
					return protowire.ParseError(n)
				}
				a, err := readAction(v)
				if err != nil {
					return fmt.Errorf("the policy names %w", err)
				}
				p.Policy, bytes = append(p.Policy, Share{Action: a}), bytes[n:]
			}
		case fieldShareList:
			if len(bytes) != 4*len(p.Policy) {
				return fmt.Errorf("%d bytes of shares for %d actions", len(bytes), len(p.Policy))
			}
			for i := range p.Policy {
				v, _ := protowire.ConsumeFixed32(bytes[4*i:])
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

// eachField calls visit with the fields of a message in order; number holds
// the value of the numeric types, bytes that of the length-delimited one.
func eachField(b []byte, visit func(f protowire.Number, number uint64, bytes []byte) error) error {
	for len(b) > 0 {
		f, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		var number uint64
		var bytes []byte
		switch kind {
		case protowire.VarintType:
			number, n = protowire.ConsumeVarint(b)
		case protowire.Fixed64Type:
			number, n = protowire.ConsumeFixed64(b)
		case protowire.Fixed32Type:
			var v uint32
			v, n = protowire.ConsumeFixed32(b)
			number = uint64(v)
		case protowire.BytesType:
			bytes, n = protowire.ConsumeBytes(b)
		default:
			n = protowire.ConsumeFieldValue(f, kind, b)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		if err := visit(f, number, bytes); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}
