package onnx

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"ludens/internal/disk"
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
	err := disk.Fields(file, func(f disk.Field) error {
		switch f.Number {
		case modelGraph:
			graphs++
			return disk.Fields(f.Bytes, c.graph)
		case modelMetadata:
			var p Property
			err := disk.Fields(f.Bytes, func(f disk.Field) error {
				switch f.Number {
				case entryKey:
					p.Key = string(f.Bytes)
				case entryValue:
					p.Value = string(f.Bytes)
				}
				return nil
			})
			c.about = append(c.about, p)
			return err
		}
		return nil
	})
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, proto.Error):
		err = fmt.Errorf("no ONNX file: %w", err)
	case err == nil && graphs != 1:
		err = fmt.Errorf("%d graphs, want 1", graphs)
	}
	return c, err
}

// graph reads a field of a GraphProto.
func (c *contents) graph(f disk.Field) error {
	switch f.Number {
	case graphNode:
		return c.node(f.Bytes)
	case graphInitializer:
		t, err := parseTensor(f.Bytes)
		c.numbers[t.name] = t
		return err
	case graphOutput:
		return disk.Fields(f.Bytes, func(f disk.Field) error {
			if f.Number == valueName {
				c.outputs = append(c.outputs, string(f.Bytes))
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
	err := disk.Fields(m, func(f disk.Field) error {
		switch f.Number {
		case nodeInput:
			n.in = append(n.in, string(f.Bytes))
		case nodeOutput:
			out = append(out, string(f.Bytes))
		case nodeOp:
			n.op = string(f.Bytes)
		case nodeAttribute:
			return n.attribute(f.Bytes)
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
	err := disk.Fields(m, func(f disk.Field) error {
		switch f.Number {
		case attributeName:
			name = string(f.Bytes)
		case attributeFloat:
			s.number = f.Float()
		case attributeInt:
			s.integer = int(f.Value)
		case attributeText:
			s.text = string(f.Bytes)
		case attributeTensor:
			t, err := parseTensor(f.Bytes)
			s.numbers = &t
			return err
		case attributeInts:
			return integers(&s.list, f)
		}
		return nil
	})
	n.settings[name] = s
	return err
}

// parseTensor reads a TensorProto.
func parseTensor(m []byte) (t numbers, err error) {
	err = disk.Fields(m, func(f disk.Field) error {
		switch f.Number {
		case tensorDims:
			return integers(&t.shape, f)
		case tensorType:
			t.kind = int(f.Value)
		case tensorName:
			t.name = string(f.Bytes)
		case tensorRaw:
			t.raw = f.Bytes
		case tensorFloats:
			if f.Kind == protowire.Fixed32Type {
				t.floats = append(t.floats, f.Float())
			}
			t.floats = nn.Dtype("F32").Append(t.floats, f.Bytes)
		case tensorPlace:
			t.external = f.Value != 0
		}
		return nil
	})
	return t, err
}

// integers appends the numbers of a repeated field, packed or not.
func integers(dst *[]int, f disk.Field) error {
	if f.Kind == protowire.VarintType {
		*dst = append(*dst, int(f.Value))
		return nil
	}
	return disk.Varints(f.Bytes, func(v uint64) error {
		*dst = append(*dst, int(v))
		return nil
	})
}
