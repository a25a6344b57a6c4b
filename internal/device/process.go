package device

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"ludens/env"
	"ludens/internal/disk"
	"ludens/internal/foreign"
	"ludens/nn"
	"ludens/nn/onnx"
	"ludens/selfplay"
)

// maxLoaded is how many networks the process holds at a time: the one that learns, a past
// opponent, and those of a match beside them.
const maxLoaded = 4

// Device is a process that evaluates networks. It is safe for concurrent use. When the
// process has failed, everything fails with the first error: what is lost is the batch that
// was under way.
type Device struct {
	kind     Kind
	name     string
	patience Patience
	child    *foreign.Child
	tell     func(line string)

	turn chan struct{} // held by the one who speaks with the child

	// of the one who has the turn:
	loaded  []*Engine // the least recently used first
	numbers int       // of networks so far
	failed  error
	rows    int // that were answered
	frames  int // that they came in
}

// program is what Python runs: the module ludens.device. No module is read from the current
// folder, which may have been downloaded.
const program = "import sys; sys.path[:] = filter(None, sys.path); import ludens.device; ludens.device.main()"

// command returns how the process is started: by the interpreter that PYTHON names, else
// by python3.
func command() []string {
	return []string{cmp.Or(os.Getenv("PYTHON"), pythonName()), "-c", program}
}

// start starts the process. tell, which may be nil, hears what there is to say beside errors.
func start(ctx context.Context, k Kind, command []string, p Patience, tell func(line string)) (*Device, error) {
	d := &Device{kind: k, patience: p, tell: tell, turn: make(chan struct{}, 1)}
	var err error
	if d.child, err = foreign.NewChild(command); err != nil {
		return nil, fmt.Errorf("device %s: %s: %w; PYTHON names another", k, command[0], err)
	}
	hello, err := d.ask(ctx, p.Open, order{Do: "open", Protocol: protocol, Library: k.Library, Provider: k.Provider, Precision: k.Precision})
	if err == nil && hello.Protocol != protocol {
		err = fmt.Errorf("the package ludens of %s speaks version %d of this protocol, want %d: %s", command[0], hello.Protocol, protocol, k.install())
	}
	if err != nil {
		d.child.Close()
		return nil, fmt.Errorf("device %s: %w", k, k.plainer(err, command[0]))
	}
	d.name = fmt.Sprintf("%s %s", k, hello.Version)
	if hello.Device != "" {
		d.name += " on " + hello.Device
	}
	d.name = plain(d.name)
	return d, nil
}

// install is how the Python package is installed with the library.
func (k Kind) install() string { return fmt.Sprintf("pip install --upgrade 'ludens[%s]'", k.Library) }

// plainer says what to do where Python has no package.
func (k Kind) plainer(err error, python string) error {
	if text := err.Error(); strings.Contains(text, "No module named 'ludens") || strings.Contains(text, "No module named ludens") {
		return fmt.Errorf("%s has no package ludens with a device in it: %s, or have PYTHON name another Python", python, k.install())
	}
	return err
}

// plain makes a text fit for a ledger: printable ASCII, 60 characters at most.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s)
	return s[:min(len(s), 60)]
}

// Name says what answers depend on: library, provider, precision, version, device.
func (d *Device) Name() string { return d.name }

// Batch is how many rows a frame has at most.
func (d *Device) Batch() int { return d.kind.Batch }

// Steady reports whether equal positions get equal bits each time.
func (d *Device) Steady() bool { return d.kind.steady() }

// Close ends the process, and says how full its frames were.
func (d *Device) Close() {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	if d.failed == nil && d.frames > 0 && d.tell != nil {
		d.tell(fmt.Sprintf("device %s: %d positions, %.0f in a frame of %d on average", d.name, d.rows, float64(d.rows)/float64(d.frames), d.kind.Batch))
	}
	d.fail(errors.New("it is closed"))
}

// fail ends the process for a reason, once.
func (d *Device) fail(err error) error {
	if d.failed == nil {
		d.failed = fmt.Errorf("device %s: %w", d.kind, err)
		d.child.Close()
		for _, e := range d.loaded {
			e.frame.release()
		}
		d.loaded = nil
	}
	return d.failed
}

// Engine loads a network, trained on g, and returns what evaluates it. The first one is
// compared with this program's own FP32.
func (d *Device) Engine(g env.Game, n *nn.Net) (selfplay.Inferer, error) {
	e, first, err := d.engine(n)
	if err != nil || !first {
		return e, err
	}
	line, err := e.compare(g)
	if err != nil {
		d.turn <- struct{}{}
		defer func() { <-d.turn }()
		return nil, d.fail(err)
	}
	if d.tell != nil {
		d.tell(fmt.Sprintf("device %s: %s", d.name, line))
	}
	return e, nil
}

// engine returns the engine of a network, and whether it is the first.
func (d *Device) engine(n *nn.Net) (e *Engine, first bool, err error) {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	hash := n.Hash()
	for _, e := range d.loaded {
		if e.hash == hash {
			return e, false, nil
		}
	}
	e = &Engine{device: d, net: n, hash: hash, spec: n.Spec()}
	err = d.load(e)
	return e, d.numbers == 1, err
}

// load has the process hold a network, in place of the one that was not used for longest
// where it holds enough of them. The caller has the turn.
func (d *Device) load(e *Engine) error {
	if d.failed != nil {
		return d.failed
	}
	if len(d.loaded) == maxLoaded {
		if err := d.drop(d.loaded[0]); err != nil {
			return d.fail(err)
		}
	}
	file, err := e.encoded()
	if err != nil {
		return fmt.Errorf("device %s: %w", d.kind, err) // the network's fault: the process goes on
	}
	d.numbers++
	e.number = d.numbers
	if err := d.hand(e, file); err != nil {
		return d.fail(err)
	}
	d.loaded = append(d.loaded, e)
	return nil
}

// hand hands over a network, and gets the memory for its frames.
func (d *Device) hand(e *Engine, file []byte) error {
	at, size := layout(e.spec, d.kind.Batch)
	size = max(size, len(file))
	ctx := context.Background()
	shared, err := d.ask(ctx, d.patience.Open, order{Do: "share", Network: e.number, Bytes: size})
	if err != nil {
		return err
	}
	f := frame{}
	if f.bytes, f.release, err = disk.Map(shared.File, size); err != nil {
		return fmt.Errorf("shared memory: %w", err)
	}
	copy(f.bytes, file)
	if _, err := d.ask(ctx, d.patience.Load, order{Do: "load", Network: e.number, Length: len(file), Spec: &e.spec, Batch: d.kind.Batch, At: at}); err != nil {
		return errors.Join(err, f.release())
	}
	f.lay(e.spec, at, d.kind.Batch)
	clear(f.obs)
	e.frame = f
	return nil
}

// drop has the process forget a network.
func (d *Device) drop(e *Engine) error {
	d.loaded = slices.DeleteFunc(d.loaded, func(other *Engine) bool { return other == e })
	_, err := d.ask(context.Background(), d.patience.Open, order{Do: "drop", Network: e.number})
	e.number = 0
	return errors.Join(err, e.frame.release())
}

// encoded returns a network as the library takes it: ONNX, or weights as safetensors.
func (e *Engine) encoded() ([]byte, error) {
	var b bytes.Buffer
	k := e.device.kind
	switch {
	case k.Library == torch:
		if err := nn.WriteTensors(&b, e.net.Folded()); err != nil {
			return nil, err
		}
	case k.Precision == fp16:
		if err := onnx.WriteFloat16(&b, e.net); err != nil {
			return nil, err
		}
	default:
		if err := onnx.Write(&b, e.net, nil); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
