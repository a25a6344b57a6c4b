package onnx

import (
	"encoding/binary"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"ludens/nn"
)

// fields are what a message holds, by field: a uint64, a float32, or bytes.
type fields map[protowire.Number][]any

// parse takes a message apart, without knowing what it is.
func parse(m []byte) (fields, error) {
	f := fields{}
	for len(m) > 0 {
		number, kind, n := protowire.ConsumeTag(m)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		m = m[n:]
		var v any
		switch kind {
		case protowire.VarintType:
			v, n = protowire.ConsumeVarint(m)
		case protowire.Fixed32Type:
			var bits uint32
			bits, n = protowire.ConsumeFixed32(m)
			v = math.Float32frombits(bits)
		case protowire.BytesType:
			v, n = protowire.ConsumeBytes(m)
		default:
			return nil, fmt.Errorf("field %d has wire type %d", number, kind)
		}
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		f[number], m = append(f[number], v), m[n:]
	}
	return f, nil
}

// each parses every message of a field.
func (f fields) each(number protowire.Number, read func(fields) error) error {
	for _, m := range f[number] {
		inner, err := parse(m.([]byte))
		if err == nil {
			err = read(inner)
		}
		if err != nil {
			return fmt.Errorf("field %d: %w", number, err)
		}
	}
	return nil
}

func (f fields) text(number protowire.Number) string {
	if f[number] == nil {
		return ""
	}
	return string(f[number][0].([]byte))
}

func (f fields) texts(number protowire.Number) (all []string) {
	for _, v := range f[number] {
		all = append(all, string(v.([]byte)))
	}
	return all
}

func (f fields) integers(number protowire.Number) (all []int) {
	for _, v := range f[number] {
		all = append(all, int(v.(uint64)))
	}
	return all
}

// model is a file that was read back.
type model struct {
	ir, opset    int
	about        []Property
	nodes        []operator
	weights      map[string]nn.Tensor
	inputs, outs []port
}

// operator is a node. Settings are an int, a float32 or a list of ints.
type operator struct {
	op       string
	in, out  []string
	settings map[string]any
}

// port is an input or an output of the graph; rows are -1.
type port struct {
	name  string
	shape []int
}

// decode reads a file back.
func decode(file []byte) (m model, err error) {
	top, err := parse(file)
	if err != nil {
		return m, err
	}
	m.ir = top.integers(modelIRVersion)[0]
	m.weights = map[string]nn.Tensor{}
	if err := top.each(modelOpset, func(f fields) error {
		m.opset = f.integers(opsetVersion)[0]
		return nil
	}); err != nil {
		return m, err
	}
	if err := top.each(modelMetadata, func(f fields) error {
		m.about = append(m.about, Property{f.text(entryKey), f.text(entryValue)})
		return nil
	}); err != nil {
		return m, err
	}
	return m, top.each(modelGraph, m.readGraph)
}

func (m *model) readGraph(g fields) error {
	if err := g.each(graphNode, m.readNode); err != nil {
		return err
	}
	if err := g.each(graphInitializer, m.readTensor); err != nil {
		return err
	}
	if err := g.each(graphInput, readPort(&m.inputs)); err != nil {
		return err
	}
	return g.each(graphOutput, readPort(&m.outs))
}

func (m *model) readNode(f fields) error {
	o := operator{op: f.text(nodeOp), in: f.texts(nodeInput), out: f.texts(nodeOutput), settings: map[string]any{}}
	m.nodes = append(m.nodes, o)
	return f.each(nodeAttribute, func(a fields) error {
		switch kind := a.integers(attributeType)[0]; kind {
		case floatAttribute:
			o.settings[a.text(attributeName)] = a[attributeFloat][0]
		case intAttribute:
			o.settings[a.text(attributeName)] = a.integers(attributeInt)[0]
		case intsAttribute:
			o.settings[a.text(attributeName)] = a.integers(attributeInts)
		default:
			return fmt.Errorf("attribute %s of type %d", a.text(attributeName), kind)
		}
		return nil
	})
}

func (m *model) readTensor(f fields) error {
	t := nn.Tensor{Name: f.text(tensorName), Shape: f.integers(tensorDims)}
	raw := f[tensorRaw][0].([]byte)
	for ; len(raw) >= 4; raw = raw[4:] {
		t.Data = append(t.Data, math.Float32frombits(binary.LittleEndian.Uint32(raw)))
	}
	size := 1
	for _, d := range t.Shape {
		size *= d
	}
	if size != len(t.Data) || len(raw) != 0 || f.integers(tensorType)[0] != float32Type {
		return fmt.Errorf("tensor %s: %d numbers for shape %v, type %v", t.Name, len(t.Data), t.Shape, f[tensorType])
	}
	if _, twice := m.weights[t.Name]; twice {
		return fmt.Errorf("tensor %s stands there twice", t.Name)
	}
	m.weights[t.Name] = t
	return nil
}

// readPort appends a ValueInfoProto to ports.
func readPort(ports *[]port) func(fields) error {
	return func(f fields) error {
		p := port{name: f.text(valueName)}
		err := f.each(valueType, func(kind fields) error {
			return kind.each(typeTensor, func(t fields) error {
				return t.each(typeShape, func(shape fields) error {
					return shape.each(shapeDimension, func(d fields) error {
						size := -1
						if d[dimensionValue] != nil {
							size = d.integers(dimensionValue)[0]
						}
						p.shape = append(p.shape, size)
						return nil
					})
				})
			})
		})
		*ports = append(*ports, p)
		return err
	}
}
