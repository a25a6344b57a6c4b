package onnx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"ludens/nn"
)

// contents is what is read of a file: the operators by what they make, and the
// numbers by their names. Numbers are views of the file.
type contents struct {
	about   []Property
	nodes   map[string]*node
	numbers map[string]numbers
	outputs []string
}

// node is an operator as far as it is read.
type node struct {
	op       string
	in       []string
	settings map[string]setting
}

// setting is the value of an attribute: that of its kind is there.
type setting struct {
	number  float32
	integer int
	list    []int
	text    string
	numbers *numbers
}

// numbers is a TensorProto: its numbers stand in raw or, of F32, in floats.
type numbers struct {
	name     string
	shape    []int
	kind     int
	raw      []byte
	floats   []float32
	external bool
}

// dtypes are the kinds of numbers that are read.
var dtypes = map[int]nn.Dtype{float32Type: "F32", float16Type: "F16", bfloat16Type: "BF16"}

// parseModel takes a ModelProto apart.
func parseModel(file []byte) (*contents, error) {
	c := &contents{nodes: map[string]*node{}, numbers: map[string]numbers{}}
	graphs := 0
	err := visit(file, func(f field) error {
		switch f.number {
		case modelGraph:
			graphs++
			return visit(f.bytes, c.graph)
		case modelMetadata:
			var p Property
			err := visit(f.bytes, func(f field) error {
				switch f.number {
				case entryKey:
					p.Key = string(f.bytes)
				case entryValue:
					p.Value = string(f.bytes)
				}
				return nil
			})
			c.about = append(c.about, p)
			return err
		}
		return nil
	})
	if err == nil && graphs != 1 {
		err = fmt.Errorf("%d graphs, want 1", graphs)
	}
	return c, err
}

// graph reads a field of a GraphProto.
func (c *contents) graph(f field) error {
	switch f.number {
	case graphNode:
		return c.node(f.bytes)
	case graphInitializer:
		t, err := parseTensor(f.bytes)
		c.numbers[t.name] = t
		return err
	case graphOutput:
		return visit(f.bytes, func(f field) error {
			if f.number == valueName {
				c.outputs = append(c.outputs, string(f.bytes))
			}
			return nil
		})
	}
	return nil
}

// maxNodes bounds what a file computes: the largest Spec takes a thousand operators.
const maxNodes = 1 << 12

// node reads a NodeProto. A constant is a name for its numbers.
func (c *contents) node(m []byte) error {
	if len(c.nodes) >= maxNodes {
		return fmt.Errorf("more than %d operators", maxNodes)
	}
	n := &node{settings: map[string]setting{}}
	var out []string
	err := visit(m, func(f field) error {
		switch f.number {
		case nodeInput:
			n.in = append(n.in, string(f.bytes))
		case nodeOutput:
			out = append(out, string(f.bytes))
		case nodeOp:
			n.op = string(f.bytes)
		case nodeAttribute:
			return n.attribute(f.bytes)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if t := n.settings["value"].numbers; n.op == "Constant" && t != nil && len(out) == 1 {
		c.numbers[out[0]] = *t
		return nil
	}
	for _, name := range out {
		if c.nodes[name] != nil {
			return fmt.Errorf("%s is made twice", name)
		}
		c.nodes[name] = n
	}
	return nil
}

// attribute reads an AttributeProto.
func (n *node) attribute(m []byte) error {
	var s setting
	var name string
	err := visit(m, func(f field) error {
		switch f.number {
		case attributeName:
			name = string(f.bytes)
		case attributeFloat:
			s.number = math.Float32frombits(uint32(f.value))
		case attributeInt:
			s.integer = int(f.value)
		case attributeText:
			s.text = string(f.bytes)
		case attributeTensor:
			t, err := parseTensor(f.bytes)
			s.numbers = &t
			return err
		case attributeInts:
			return f.integers(&s.list)
		}
		return nil
	})
	n.settings[name] = s
	return err
}

// parseTensor reads a TensorProto.
func parseTensor(m []byte) (t numbers, err error) {
	err = visit(m, func(f field) error {
		switch f.number {
		case tensorDims:
			return f.integers(&t.shape)
		case tensorType:
			t.kind = int(f.value)
		case tensorName:
			t.name = string(f.bytes)
		case tensorRaw:
			t.raw = f.bytes
		case tensorFloats:
			if f.kind == protowire.Fixed32Type {
				t.floats = append(t.floats, math.Float32frombits(uint32(f.value)))
			}
			t.floats = nn.Dtype("F32").Append(t.floats, f.bytes)
		case tensorPlace:
			t.external = f.value != 0
		}
		return nil
	})
	return t, err
}

// field is one of a message: bytes, or a number of another wire type.
type field struct {
	number protowire.Number
	kind   protowire.Type
	bytes  []byte
	value  uint64
}

// integers appends the numbers of a repeated field, packed or not.
func (f field) integers(dst *[]int) error {
	if f.kind == protowire.VarintType {
		*dst = append(*dst, int(f.value))
		return nil
	}
	for b := f.bytes; len(b) > 0; {
		v, n := protowire.ConsumeVarint(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		*dst, b = append(*dst, int(v)), b[n:]
	}
	return nil
}

var errNoONNX = errors.New("no ONNX file")

// visit reads the fields of a message.
func visit(m []byte, read func(field) error) error {
	for len(m) > 0 {
		number, kind, n := protowire.ConsumeTag(m)
		if n < 0 {
			return fmt.Errorf("%w: %w", errNoONNX, protowire.ParseError(n))
		}
		f := field{number: number, kind: kind}
		size := protowire.ConsumeFieldValue(number, kind, m[n:])
		if size < 0 {
			return fmt.Errorf("%w: %w", errNoONNX, protowire.ParseError(size))
		}
		v := m[n:][:size]
		switch kind {
		case protowire.BytesType:
			f.bytes, _ = protowire.ConsumeBytes(v)
		case protowire.VarintType:
			f.value, _ = protowire.ConsumeVarint(v)
		case protowire.Fixed32Type:
			f.value = uint64(binary.LittleEndian.Uint32(v))
		}
		if err := read(f); err != nil {
			return err
		}
		m = m[n:][size:]
	}
	return nil
}
