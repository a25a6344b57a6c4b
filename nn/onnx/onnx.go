// Package onnx writes networks as ONNX files, which onnxruntime, PyTorch and
// many others read, and reads files of such networks from any writer.
//
//	err := onnx.Write(w, net, []onnx.Property{{"game", "celta"}})
//	tensors, about, err := onnx.Read(file)
//	net, err = nn.Adopt(spec, tensors)
//
// A file that is written has one input and two or three outputs; n is any number of rows:
//
//	obs            [n, planes, rows, cols]  observations, as nn.Engine takes them
//	policy_logits  [n, actions]             before any softmax, of illegal actions too
//	wdl            [n, 3]                   probabilities of win, draw and loss for the mover
//	score          [n]                      in [-1, 1]; only of networks with a score head
//
// Weights keep the names and shapes that they have in nn, batch norm its four
// tensors: nothing is folded.
package onnx

import (
	"fmt"
	"io"

	"ludens/nn"
)

// Opset is the version of ONNX's operators that a file asks for.
const Opset = 17

// irVersion is the version of the file format that came with Opset.
const irVersion = 8

// Property is a line about the network that travels with it: an entry of
// metadata_props.
type Property struct{ Key, Value string }

// Write writes net. Equal networks and properties, equal bytes.
func Write(w io.Writer, net *nn.Net, about []Property) error {
	var opset, model message
	opset.integer(opsetVersion, Opset)

	model.integer(modelIRVersion, irVersion)
	model.text(modelProducer, "ludens")
	model.message(modelGraph, newGraph(net).encode())
	model.message(modelOpset, opset)
	for _, p := range about {
		var entry message
		entry.text(entryKey, p.Key)
		entry.text(entryValue, p.Value)
		model.message(modelMetadata, entry)
	}
	if _, err := w.Write(model); err != nil {
		return fmt.Errorf("onnx: %w", err)
	}
	return nil
}
