package device

import (
	"context"
	"fmt"
	"io"

	"ludens/internal/exit"
	"ludens/nn"
	"ludens/selfplay"
)

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
