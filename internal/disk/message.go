package disk

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Message is a message of protocol buffers while it is written, field by field.
type Message []byte

// Int appends an integer or an enumeration.
func (m *Message) Int(field protowire.Number, v int) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

// Bool appends a bool.
func (m *Message) Bool(field protowire.Number, v bool) {
	m.Int(field, int(protowire.EncodeBool(v)))
}

// Fixed appends a fixed64.
func (m *Message) Fixed(field protowire.Number, v uint64) {
	*m = protowire.AppendFixed64(protowire.AppendTag(*m, field, protowire.Fixed64Type), v)
}

// Float appends a float.
func (m *Message) Float(field protowire.Number, v float32) {
	*m = protowire.AppendFixed32(protowire.AppendTag(*m, field, protowire.Fixed32Type), math.Float32bits(v))
}

// Text appends a string.
func (m *Message) Text(field protowire.Number, s string) {
	*m = protowire.AppendString(protowire.AppendTag(*m, field, protowire.BytesType), s)
}

// Bytes appends bytes, a message within the message, or a packed list.
func (m *Message) Bytes(field protowire.Number, b []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), b)
}

// Field is one of a message that is read: Bytes of the length-delimited type, Value of the
// others, a float as its bits.
type Field struct {
	Number protowire.Number
	Kind   protowire.Type
	Value  uint64
	Bytes  []byte
}

// Float returns the value of a float.
func (f Field) Float() float32 { return math.Float32frombits(uint32(f.Value)) }

// Fields visits the fields of a message in order, until an error of visit. Bytes are views of
// the message.
func Fields(m []byte, visit func(Field) error) error {
	for len(m) > 0 {
		var f Field
		var n int
		if f.Number, f.Kind, n = protowire.ConsumeTag(m); n < 0 {
			return protowire.ParseError(n)
		}
		m = m[n:]
		switch f.Kind {
		case protowire.VarintType:
			f.Value, n = protowire.ConsumeVarint(m)
		case protowire.Fixed64Type:
			f.Value, n = protowire.ConsumeFixed64(m)
		case protowire.Fixed32Type:
			var bits uint32
			bits, n = protowire.ConsumeFixed32(m)
			f.Value = uint64(bits)
		case protowire.BytesType:
			f.Bytes, n = protowire.ConsumeBytes(m)
		default:
			n = protowire.ConsumeFieldValue(f.Number, f.Kind, m)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		if err := visit(f); err != nil {
			return err
		}
		m = m[n:]
	}
	return nil
}

// Varints visits the numbers of a packed list of integers.
func Varints(b []byte, visit func(v uint64) error) error {
	for len(b) > 0 {
		v, n := protowire.ConsumeVarint(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		if err := visit(v); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}
