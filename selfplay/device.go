package selfplay

import (
	"ludens/env"
	"ludens/nn"
)

// Device evaluates networks outside of this program: on an accelerator, or by another
// library. It is safe for concurrent use.
type Device interface {
	// Engine returns what evaluates a network that was trained on g, in the device's own
	// precision.
	Engine(g env.Game, n *nn.Net) (Inferer, error)
	// Name says in printable ASCII what the bits of its answers depend on.
	Name() string
	// Batch is how many positions it evaluates at once at the least cost for each.
	Batch() int
	// Steady reports whether a position gets the same bits each time, whatever its
	// neighbours in a batch.
	Steady() bool
}

// device is what UseDevice chose; nil: the kernels of this program.
var device Device

// UseDevice has networks play on a device; nil: by the kernels of this program. Call it at
// the start of a program, as nn.UsePath: what is already made stays as it is. Training and
// calibration have the kernels of this program in any case.
func UseDevice(d Device) { device = d }

// Kernels names what networks learn and play by here: their last bits depend on it.
func Kernels() string {
	if device == nil {
		return nn.Path()
	}
	return nn.Path() + " with " + device.Name()
}

// Steady reports whether a game can be played again here with the same bits.
func Steady() bool { return device == nil || device.Steady() }

// OnDevice reports whether networks play on a device.
func OnDevice() bool { return device != nil }

// InfererFor returns what evaluates positions of g, which n was trained on: the device if
// one is used, which has a precision of its own, else EngineFor.
func InfererFor(g env.Game, n *nn.Net, c *nn.Calibration) (Inferer, error) {
	if device == nil {
		return EngineFor(g, n, c), nil
	}
	return device.Engine(g, n)
}

// lockstep returns how many games a worker plays side by side: on a device enough to fill
// its batches.
func (c Config) lockstep() int {
	if device == nil {
		return c.Lockstep
	}
	return max(c.Lockstep, device.Batch())
}
