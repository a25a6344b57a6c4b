package onnx

import (
	"encoding/binary"
	"math"
	"slices"

	"ludens/internal/disk"
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

type message = disk.Message

// attribute is one setting of an operator: an AttributeProto.
type attribute = message

func floatValue(name string, v float32) (a attribute) {
	a.Text(attributeName, name)
	a.Float(attributeFloat, v)
	a.Int(attributeType, floatAttribute)
	return a
}

func intValue(name string, v int) (a attribute) {
	a.Text(attributeName, name)
	a.Int(attributeInt, v)
	a.Int(attributeType, intAttribute)
	return a
}

func intValues(name string, vs ...int) (a attribute) {
	a.Text(attributeName, name)
	for _, v := range vs {
		a.Int(attributeInts, v)
	}
	a.Int(attributeType, intsAttribute)
	return a
}

// tensor encodes a TensorProto.
func tensor(t nn.Tensor) message {
	return encoded(t, float32Type, func(raw []byte, v float32) []byte { return binary.LittleEndian.AppendUint32(raw, math.Float32bits(v)) })
}

// encoded encodes a TensorProto whose numbers, little-endian, put appends.
func encoded(t nn.Tensor, kind int, put func(raw []byte, v float32) []byte) (m message) {
	for _, d := range t.Shape {
		m.Int(tensorDims, d)
	}
	m.Int(tensorType, kind)
	m.Text(tensorName, t.Name)
	raw := slices.Grow([]byte(nil), 4*len(t.Data))
	for _, v := range t.Data {
		raw = put(raw, v)
	}
	m.Bytes(tensorRaw, raw)
	return m
}

// batch is the name of the dimension that a caller chooses.
const batch = "n"

// value encodes a ValueInfoProto: a named tensor of any number of rows.
func value(name, doc string, row ...int) (m message) {
	var rows, shape, floats, kind message
	rows.Text(dimensionName, batch)
	shape.Bytes(shapeDimension, rows)
	for _, d := range row {
		var dimension message
		dimension.Int(dimensionValue, d)
		shape.Bytes(shapeDimension, dimension)
	}
	floats.Int(typeElement, float32Type)
	floats.Bytes(typeShape, shape)
	kind.Bytes(typeTensor, floats)

	m.Text(valueName, name)
	m.Bytes(valueType, kind)
	m.Text(valueDoc, doc)
	return m
}
