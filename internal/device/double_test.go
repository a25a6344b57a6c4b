package device

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ludens/internal/disk"
	"ludens/nn"
	"ludens/nn/onnx"
)

// TestMain makes this test's program a process of a device, with a fault, where the
// environment names one: a double of the Python package.
func TestMain(m *testing.M) {
	if fault := os.Getenv("LUDENS_TEST_DEVICE"); fault != "" {
		if err := (&double{fault: fault, out: os.Stdout}).serve(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// sound is the fault of a double without one.
const sound = "none"

// double obeys orders as the Python package does, with the kernels of this program.
type double struct {
	fault    string
	out      *os.File
	memories map[int][]byte
	engines  map[int]*nn.Engine
	frames   map[int]*frame
}

func (d *double) serve() error {
	d.memories, d.engines, d.frames = map[int][]byte{}, map[int]*nn.Engine{}, map[int]*frame{}
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil // the other side has ended
		}
		var o order
		if err := json.Unmarshal(line, &o); err != nil {
			return err
		}
		if d.fault == "crash at "+o.Do {
			return fmt.Errorf("Segmentation fault in %s", o.Do)
		}
		if d.fault == "silence at "+o.Do {
			time.Sleep(time.Hour)
		}
		if d.fault == "babble at "+o.Do {
			fmt.Fprintln(d.out, "Loading model...")
			continue
		}
		a, err := d.obey(o)
		if err != nil {
			return err
		}
		text, _ := json.Marshal(a)
		fmt.Fprintf(d.out, "%s\n", text)
	}
}

func (d *double) obey(o order) (a answer, err error) {
	switch o.Do {
	case "open":
		a = answer{Protocol: protocol, Version: "double 1.0", Device: "paper"}
		if d.fault == "other protocol" {
			a.Protocol++
		}
	case "share":
		a.File = filepath.Join(os.Getenv("LUDENS_TEST_FOLDER"), fmt.Sprint(o.Network))
		if err := os.WriteFile(a.File, make([]byte, o.Bytes), 0o600); err != nil {
			return a, err
		}
		if d.fault == "no memory" {
			a.File += "-gone"
			break
		}
		d.memories[o.Network], _, err = disk.Map(a.File, o.Bytes)
	case "load":
		if d.fault == "out of memory" {
			return answer{Error: "out of memory: cuMemAlloc of 2 GiB; a smaller batch=N in --device needs less"}, nil
		}
		tensors, _, err := onnx.Read(bytes.Clone(d.memories[o.Network][:o.Length]))
		if err != nil {
			return a, err
		}
		net, err := nn.Adopt(*o.Spec, tensors)
		if err != nil {
			return a, err
		}
		f := &frame{bytes: d.memories[o.Network]}
		f.lay(*o.Spec, o.At, o.Batch)
		d.engines[o.Network], d.frames[o.Network] = nn.NewEngine(net), f
	case "run":
		return d.run(o)
	case "drop":
		delete(d.engines, o.Network)
		delete(d.frames, o.Network)
	}
	return a, err
}

func (d *double) run(o order) (a answer, err error) {
	f, a := d.frames[o.Network], answer{Rows: o.Rows}
	switch d.fault {
	case "too few rows":
		a.Rows--
		return a, nil
	case "nothing written":
		return a, nil
	}
	if f == nil {
		return answer{Error: "no such network"}, nil
	}
	err = d.engines[o.Network].Infer(f.obs, o.Rows, nn.Outputs{Logits: f.logits, WDL: f.wdl, Score: f.score})
	switch d.fault {
	case "NaN":
		f.wdl[3*o.Rows-1] = float32(math.NaN())
	case "another network":
		for i := range f.logits {
			f.logits[i] = -f.logits[i]
		}
	}
	return a, err
}

// doubled returns a device whose process is the double with a fault, or the error of
// starting it.
func doubled(t *testing.T, fault string, batch int, p Patience) (*Device, error) {
	t.Helper()
	t.Setenv("LUDENS_TEST_DEVICE", fault)
	t.Setenv("LUDENS_TEST_FOLDER", t.TempDir())
	kind := Kind{ort, cpu, fp32, batch}
	d, err := start(t.Context(), kind, []string{os.Args[0]}, p, nil)
	if err == nil {
		t.Cleanup(d.Close)
	}
	return d, err
}
