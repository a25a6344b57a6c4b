package onnx_test

import (
	"bytes"
	"fmt"
	"log"

	"ludens/env/seed"
	"ludens/nn"
	"ludens/nn/onnx"
)

func Example() {
	spec := nn.Spec{Planes: 6, Rows: 7, Cols: 7, Channels: 8, Blocks: 2,
		PolicyChannels: 4, PolicyPlanes: 24, ValueChannels: 2, ValueHidden: 8}
	net, err := nn.New(spec, seed.New(1).Rand())
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := onnx.Write(&file, net, []onnx.Property{{Key: "game", Value: "celta"}}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(file.Len() > 4*spec.Params(), bytes.Contains(file.Bytes(), []byte("policy_logits")))
	// Output: true true
}
