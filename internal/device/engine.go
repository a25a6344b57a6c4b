package device

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/exit"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// Engine is a network that a device evaluates. It is a selfplay.Inferer.
//
// Callers that come while a frame is under way wait side by side, and the next frame takes
// the rows of all of them that fit: the more goroutines ask, the fuller the frames.
type Engine struct {
	device *Device
	net    *nn.Net
	hash   string
	spec   nn.Spec
	number int // in the process; 0: it is not loaded
	frame  frame

	mu      sync.Mutex
	waiting []*request
}

// request is rows that a caller asks about.
type request struct {
	obs  []float32
	n    int
	out  nn.Outputs
	at   int // rows that are answered
	done chan error
}

// Infer evaluates n rows.
//
//	obs: [n, planes, rows, cols]
func (e *Engine) Infer(obs []float32, n int, out nn.Outputs) error {
	if err := out.Check(e.spec, obs, n); err != nil || n == 0 {
		return err
	}
	r := &request{obs: obs, n: n, out: out, done: make(chan error, 1)}
	e.mu.Lock()
	e.waiting = append(e.waiting, r)
	e.mu.Unlock()
	for {
		select {
		case err := <-r.done:
			return err
		case e.device.turn <- struct{}{}:
			e.next()
			<-e.device.turn
		}
	}
}

// part is rows of a request that go with a frame.
type part struct {
	*request
	rows int
}

// take takes as many rows as a frame has, from those who wait, in their order.
func (e *Engine) take(most int) (parts []part) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.waiting) > 0 && most > 0 {
		r := e.waiting[0]
		p := part{r, min(most, r.n-r.at)}
		parts, most = append(parts, p), most-p.rows
		if r.at+p.rows == r.n {
			e.waiting = e.waiting[1:]
		} else {
			break // the frame is full
		}
	}
	return parts
}

// next has the process evaluate one frame of those who wait. The caller has the turn.
func (e *Engine) next() {
	parts := e.take(e.device.kind.Batch)
	if len(parts) == 0 {
		return
	}
	err := e.run(parts)
	for _, p := range parts {
		if err != nil {
			e.refuse(p.request, err)
		} else if p.at == p.n {
			p.done <- nil
		}
	}
}

// refuse ends a request with an error.
func (e *Engine) refuse(r *request, err error) {
	e.mu.Lock()
	e.waiting = slices.DeleteFunc(e.waiting, func(other *request) bool { return other == r })
	e.mu.Unlock()
	r.done <- err
}

// run writes the observations, has them evaluated and reads the answers.
func (e *Engine) run(parts []part) error {
	d := e.device
	if e.number == 0 {
		if err := d.load(e); err != nil {
			return err
		}
	}
	if d.failed != nil {
		return d.failed
	}
	d.used(e)
	rows := 0
	for _, p := range parts {
		size := e.spec.Size()
		copy(e.frame.obs[rows*size:], p.obs[p.at*size:(p.at+p.rows)*size])
		rows += p.rows
	}
	e.frame.spoil(e.spec, rows)
	a, err := d.ask(context.Background(), d.patience.Run, order{Do: "run", Network: e.number, Rows: rows})
	if err == nil && a.Rows != rows {
		err = fmt.Errorf("it answered %d rows, want %d", a.Rows, rows)
	}
	if err != nil {
		return d.fail(err)
	}
	d.rows, d.frames = d.rows+rows, d.frames+1
	from := 0
	for _, p := range parts {
		if err := e.read(p, from); err != nil {
			return d.fail(err)
		}
		from += p.rows
	}
	return nil
}

// read copies the answers of a part, which begin at a row of the frame, and checks them.
func (e *Engine) read(p part, from int) error {
	actions, to := e.spec.Actions(), p.at+p.rows
	out := nn.Outputs{Logits: p.out.Logits[p.at*actions : to*actions], WDL: p.out.WDL[3*p.at : 3*to], Score: p.out.Score[p.at:to]}
	copy(out.Logits, e.frame.logits[from*actions:])
	copy(out.WDL, e.frame.wdl[3*from:])
	copy(out.Score, e.frame.score[from:])
	p.request.at = to
	return out.Finite()
}

// used makes e the most recently used network.
func (d *Device) used(e *Engine) {
	if i := slices.Index(d.loaded, e); i >= 0 {
		d.loaded = append(slices.Delete(d.loaded, i, i+1), e)
	}
}

// Choice is what evaluates networks in a command: its flags --kernels and --device.
type Choice struct {
	Kernels string // "": the fastest
	Device  string // "": none

	device *Device
}

// Use has networks evaluated by it, and writes to lines what a device has to say. Close
// gives it back.
func (c *Choice) Use(ctx context.Context, lines io.Writer) error {
	if c.Kernels != "" {
		if err := nn.UsePath(c.Kernels); err != nil {
			return exit.AsUsage(err)
		}
	}
	if c.Device == "" {
		return nil
	}
	kind, err := parse(c.Device)
	if err != nil {
		return exit.AsUsage(err)
	}
	tell := func(line string) { fmt.Fprintln(lines, line) }
	if c.device, err = start(ctx, kind, command(), usualPatience, tell); err != nil {
		return err
	}
	selfplay.UseDevice(c.device)
	return nil
}

// Close ends the device, if there is one.
func (c *Choice) Close() {
	if c.device != nil {
		selfplay.UseDevice(nil)
		c.device.Close()
	}
}

// Help says what the flag --device takes.
const Help = "evaluate networks by ONNX Runtime or PyTorch, in a process of Python: ort:cpu, ort:cuda, torch:cuda, ...[,precision=fp16][,batch=256] (docs/device.md)"

// comparedRows is on how many positions a device is compared with this program.
const comparedRows = 64

// mostDivergence is how far a probability or a value may be from that of this program's
// FP32: half precision comes to a tenth of it. Beyond it another network is evaluated.
const mostDivergence = 0.1

// compare evaluates positions of random games with the device and with this program's
// FP32, and says how far they are apart.
func (e *Engine) compare(g env.Game) (line string, err error) {
	states := positions(g, comparedRows)
	got, err := asked(g, e, states)
	if err != nil {
		return "", err
	}
	want, err := asked(g, selfplay.EngineFor(g, e.net, nil), states)
	if err != nil {
		return "", err
	}
	same, prior, value := 0, 0.0, 0.0
	for i := range states {
		if best(got[i].Prior) == best(want[i].Prior) {
			same++
		}
		value = max(value, math.Abs(float64(got[i].Value)-float64(want[i].Value)))
		for j := range got[i].Prior {
			prior = max(prior, math.Abs(float64(got[i].Prior[j])-float64(want[i].Prior[j])))
		}
	}
	far := fmt.Sprintf("the same first choice in %d of %d positions, probabilities within %.1e, values within %.1e", same, len(states), prior, value)
	if prior > mostDivergence || value > mostDivergence {
		return "", fmt.Errorf("its answers are not those of the network: beside FP32 of this program %s", far)
	}
	return fmt.Sprintf("frames of %d rows; beside FP32 of this program %s", e.device.kind.Batch, far), nil
}

// positions returns that many unfinished positions of random games.
func positions(g env.Game, n int) (states []env.State) {
	for game := 0; len(states) < n; game++ {
		at := seed.New(0).At("device", game)
		rng, s := at.Rand(), g.New(at.Uint64())
		for ply := 0; ply < g.Spec().MaxPly && s.Result() == env.Ongoing && len(states) < n; ply++ {
			states = append(states, s.Copy(nil))
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
	return states
}

// asked returns what a network answers about positions.
func asked(g env.Game, net selfplay.Inferer, states []env.State) ([]mcts.Leaf, error) {
	leaves := make([]mcts.Leaf, len(states))
	for i, s := range states {
		legal := s.Legal(nil)
		leaves[i] = mcts.Leaf{State: s, Legal: legal, Prior: make([]float32, len(legal))}
	}
	return leaves, mcts.Ask(context.Background(), selfplay.Network(g.Spec(), selfplay.Net{Inferer: net}), leaves)
}

// best returns the index of the largest.
func best(prior []float32) (i int) {
	for j, p := range prior {
		if p > prior[i] {
			i = j
		}
	}
	return i
}
