// Package nn is networks: their shape, their numbers, what they answer, and how
// they learn. It knows tensors, not games.
//
// A [Spec] is the shape: a residual trunk over a board, a policy head, and a
// value head that answers with the probabilities of win, draw and loss for the
// side to move. A [Net] is a Spec with its numbers, immutable.
//
//	net, err := nn.New(spec, seed.New(1).Rand())
//
// An [Engine] answers fast and for many goroutines at once; a [Reference] gives
// the same answers, but for rounding, with Gorgonia's operations:
//
//	engine := nn.NewEngine(net)
//	out := spec.NewOutputs(n)
//	err = engine.Infer(obs, n, out) // obs: [n, planes, rows, cols]
//
// A [Trainer] makes a better Net out of batches; Gorgonia differentiates:
//
//	t, err := nn.NewTrainer(net, nn.DefaultConfig())
//	loss, err := t.Step(batch, lr)
//	net = t.Net()
//
// What must be kept to go on as if nothing had happened is t.Net() and
// t.State(); both are tensors in the safetensors layout:
//
//	err = nn.WriteTensors(w, net.Tensors()) // nn.TensorsSize(net.Tensors()) bytes
//	err = nn.WriteTensors(w, t.State())
//	...
//	ts, err := nn.ReadTensors(r, size)
//	net, err = nn.FromTensors(spec, ts)
//	t, err = nn.NewTrainer(net, config)
//	err = t.SetState(state)
//
// Logits come plane by plane, each row by row, then the globals, so that action
// plane*cells + cell stands at its own index.
package nn
