package onnx

import (
	"encoding/binary"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"ludens/nn"
)

// Fields of the messages, by their numbers in onnx.proto
// (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), as far as a network
// needs them.
const (
	modelIRVersion = 1 // ModelProto
	modelProducer  = 2
	modelGraph     = 7
	modelOpset     = 8
	modelMetadata  = 14

	opsetVersion = 2 // OperatorSetIdProto

	entryKey   = 1 // StringStringEntryProto
	entryValue = 2

	graphNode        = 1 // GraphProto
	graphName        = 2
	graphInitializer = 5
	graphDoc         = 10
	graphInput       = 11
	graphOutput      = 12

	nodeInput     = 1 // NodeProto
	nodeOutput    = 2
	nodeName      = 3
	nodeOp        = 4
	nodeAttribute = 5

	attributeName   = 1 // AttributeProto
	attributeFloat  = 2
	attributeInt    = 3
	attributeText   = 4
	attributeTensor = 5
	attributeInts   = 8
	attributeType   = 20

	tensorDims   = 1 // TensorProto
	tensorType   = 2
	tensorFloats = 4
	tensorName   = 8
	tensorRaw    = 9
	tensorPlace  = 14

	valueName = 1 // ValueInfoProto
	valueType = 2
	valueDoc  = 3

	typeTensor     = 1 // TypeProto, its Tensor, and the tensor's shape
	typeElement    = 1
	typeShape      = 2
	shapeDimension = 1
	dimensionValue = 1
	dimensionName  = 2
)

// Enumerations of onnx.proto.
const (
	float32Type  = 1 // TensorProto.DataType
	float16Type  = 10
	bfloat16Type = 16

	floatAttribute = 1 // AttributeProto.AttributeType
	intAttribute   = 2
	intsAttribute  = 7
)

// message is a message of protocol buffers as far as it is written.
type message []byte

func (m *message) integer(field protowire.Number, v int) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

func (m *message) float(field protowire.Number, v float32) {
	*m = protowire.AppendFixed32(protowire.AppendTag(*m, field, protowire.Fixed32Type), math.Float32bits(v))
}

func (m *message) text(field protowire.Number, s string) {
	*m = protowire.AppendString(protowire.AppendTag(*m, field, protowire.BytesType), s)
}

func (m *message) message(field protowire.Number, inner message) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), inner)
}

// attribute is one setting of an operator: an AttributeProto.
type attribute = message

func floatValue(name string, v float32) (a attribute) {
	a.text(attributeName, name)
	a.float(attributeFloat, v)
	a.integer(attributeType, floatAttribute)
	return a
}

func intValue(name string, v int) (a attribute) {
	a.text(attributeName, name)
	a.integer(attributeInt, v)
	a.integer(attributeType, intAttribute)
	return a
}

func intValues(name string, vs ...int) (a attribute) {
	a.text(attributeName, name)
	for _, v := range vs {
		a.integer(attributeInts, v)
	}
	a.integer(attributeType, intsAttribute)
	return a
}

// tensor encodes a TensorProto: numbers little-endian.
func tensor(t nn.Tensor) (m message) {
	for _, d := range t.Shape {
		m.integer(tensorDims, d)
	}
	m.integer(tensorType, float32Type)
	m.text(tensorName, t.Name)
	raw := slices.Grow([]byte(nil), 4*len(t.Data))
	for _, v := range t.Data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	m.message(tensorRaw, raw)
	return m
}

// batch is the name of the dimension that a caller chooses.
const batch = "n"

// value encodes a ValueInfoProto: a named tensor of any number of rows.
func value(name, doc string, row ...int) (m message) {
	var rows, shape, floats, kind message
	rows.text(dimensionName, batch)
	shape.message(shapeDimension, rows)
	for _, d := range row {
		var dimension message
		dimension.integer(dimensionValue, d)
		shape.message(shapeDimension, dimension)
	}
	floats.integer(typeElement, float32Type)
	floats.message(typeShape, shape)
	kind.message(typeTensor, floats)

	m.text(valueName, name)
	m.message(valueType, kind)
	m.text(valueDoc, doc)
	return m
}
