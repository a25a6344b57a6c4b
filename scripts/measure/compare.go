package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/nn"
	"ludens/nn/onnx"
)

// compare is our side of compare.py, which times it together with onnxruntime and
// PyTorch. It reads one order a line and answers "ok", or what is wrong:
//
//	kernels avx2      what is made from here on uses these kernels
//	net 64x6 9 FILE   make that network for a board of 9x9, write FILE.onnx and FILE.safetensors
//	infer 8           get ready to evaluate 8 positions at once
//	infer8 8          the same in int8
//	train 128         get ready for training steps of 128 rows
//	train16 128       the same in bfloat16
//	run 20            do that 20 times
func compare(context.Context, []string) error { return obey(os.Stdin, os.Stdout) }

// obey carries out orders until in ends.
func obey(in io.Reader, out io.Writer) error {
	var w contender
	orders := bufio.NewScanner(in)
	for orders.Scan() {
		answer := "ok"
		if err := w.obey(orders.Text()); err != nil {
			answer = strings.ReplaceAll(err.Error(), "\n", " ")
		}
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return err
		}
	}
	return orders.Err()
}

// contender is a network and what is done with it.
type contender struct {
	net  *nn.Net
	work func() error
}

func (w *contender) obey(order string) (err error) {
	verb, rest, _ := strings.Cut(order, " ")
	if verb == "net" {
		var spec nn.Spec
		var file string
		if _, err := fmt.Sscanf(rest, "%dx%d %d %s", &spec.Channels, &spec.Blocks, &spec.Rows, &file); err != nil {
			return fmt.Errorf("order %q: %w", order, err)
		}
		return w.make(spec, file)
	}
	if verb == "kernels" {
		return nn.UsePath(rest)
	}
	var n int
	if _, err := fmt.Sscan(rest, &n); err != nil || n < 1 {
		return fmt.Errorf("order %q: want a number from 1 up", order)
	}
	switch {
	case w.net == nil:
		return errors.New("there is no network yet")
	case verb == "infer":
		w.infer(nn.NewEngine(w.net), n)
		return nil
	case verb == "infer8":
		return w.infer8(n)
	case verb == "train":
		return w.train(n, nn.FP32)
	case verb == "train16":
		return w.train(n, nn.BF16)
	case verb == "run" && w.work != nil:
		for ; n > 0 && err == nil; n-- {
			err = w.work()
		}
		return err
	}
	return fmt.Errorf("order %q: unknown", order)
}

// make draws a network with the head of `ludens bench nn`, and writes it down.
func (w *contender) make(s nn.Spec, file string) (err error) {
	s.Cols, s.Planes, s.PolicyPlanes, s.ValueChannels, s.ValueHidden = s.Rows, 12, 24, 4, 64
	s.PolicyChannels = s.Channels
	if w.net, err = nn.New(s, seed.New(1).Rand()); err != nil {
		return err
	}
	return errors.Join(
		disk.Write(file+".onnx", func(f io.Writer) error { return onnx.Write(f, w.net, nil) }),
		disk.Write(file+".safetensors", func(f io.Writer) error { return nn.WriteTensors(f, w.net.Tensors()) }),
	)
}

func (w *contender) infer(e *nn.Engine, n int) {
	obs, out := w.observations(n), w.net.Spec().NewOutputs(n)
	w.work = func() error { return e.Infer(obs, n, out) }
}

func (w *contender) infer8(n int) error {
	const watched = 64
	c, err := nn.Calibrate(w.net, w.observations(watched), watched)
	if err == nil {
		w.infer(nn.NewInt8Engine(w.net, c), n)
	}
	return err
}

func (w *contender) train(n int, precision string) error {
	c := nn.DefaultConfig()
	c.Batch, c.Precision = n, precision
	t, err := nn.NewTrainer(w.net, c)
	if err != nil {
		return err
	}
	b := w.lesson(n)
	w.work = func() error {
		_, err := t.Step(b, 0.01)
		return err
	}
	return nil
}

// observations returns n rows of zeros and, one in four, ones.
func (w *contender) observations(n int) []float32 {
	r, obs := seed.New(2).Rand(), make([]float32, n*w.net.Spec().Size())
	for i := range obs {
		if r.IntN(4) == 0 {
			obs[i] = 1
		}
	}
	return obs
}

// lesson returns n rows whose first action wins.
func (w *contender) lesson(n int) nn.Batch {
	s := w.net.Spec()
	b := nn.NewBatch(s, n)
	copy(b.Obs, w.observations(n))
	for i := range b.Legal {
		b.Legal[i] = true
	}
	for i := range n {
		b.Policy[i*s.Actions()], b.WDL[3*i] = 1, 1
		b.PolicyWeight[i], b.ValueWeight[i] = 1, 1
	}
	return b
}
