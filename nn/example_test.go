package nn_test

import (
	"bytes"
	"fmt"

	"ludens/env/seed"
	"ludens/nn"
)

// Example makes a network for a 3x3 board with one action a cell, teaches it
// that the action belongs where the stone is and that this wins, and asks it.
func Example() {
	spec := nn.Spec{Planes: 1, Rows: 3, Cols: 3, Channels: 8, Blocks: 1,
		PolicyChannels: 8, PolicyPlanes: 1, ValueChannels: 2, ValueHidden: 8}
	net, err := nn.New(spec, seed.New(1).Rand())
	if err != nil {
		fmt.Println(err)
		return
	}

	config := nn.DefaultConfig()
	config.Batch = 9
	trainer, err := nn.NewTrainer(net, config)
	if err != nil {
		fmt.Println(err)
		return
	}
	batch := nn.NewBatch(spec, 9)
	for row := range 9 {
		batch.Obs[row*9+row] = 1
		for a := range 9 {
			batch.Legal[row*9+a] = true
		}
		batch.Policy[row*9+row], batch.PolicyWeight[row] = 1, 1
		batch.WDL[3*row], batch.ValueWeight[row] = 1, 1
	}
	for range 100 {
		if _, err := trainer.Step(batch, 0.05); err != nil {
			fmt.Println(err)
			return
		}
	}

	out := spec.NewOutputs(1)
	stone := []float32{0, 0, 0, 0, 0, 1, 0, 0, 0}
	if err := nn.NewEngine(trainer.Net()).Infer(stone, 1, out); err != nil {
		fmt.Println(err)
		return
	}
	best := 0
	for a, logit := range out.Logits {
		if logit > out.Logits[best] {
			best = a
		}
	}
	fmt.Printf("action %d, wins with probability %.1f\n", best, out.WDL[0])
	// Output: action 5, wins with probability 1.0
}

// ExampleWriteTensors keeps a network in memory and takes it back.
func ExampleWriteTensors() {
	spec := nn.Spec{Planes: 2, Rows: 6, Cols: 7, Channels: 4, Blocks: 1,
		PolicyChannels: 2, Globals: 7, ValueChannels: 1, ValueHidden: 8}
	net, err := nn.New(spec, seed.New(1).Rand())
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := nn.WriteTensors(&file, net.Tensors()); err != nil {
		fmt.Println(err)
		return
	}
	tensors, err := nn.ReadTensors(&file, int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := nn.FromTensors(spec, tensors)
	fmt.Println(again.Hash() == net.Hash(), err)
	// Output: true <nil>
}
