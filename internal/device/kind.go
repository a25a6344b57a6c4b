// Package device evaluates networks in a process of its own, by ONNX Runtime or PyTorch:
// on the CPU, or on an accelerator that this program has no kernels for.
//
// [Choice] is the flag --device of the command line, parse reads its text, and start
// starts the process: the module ludens.device of the Python package. Lines of JSON through
// its pipe are orders and answers (order.go); networks, observations and answers lie in
// memory that both processes map (frame.go). Nothing that the process answers is believed:
// its texts and its time are bounded, its numbers are checked.
package device

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"ludens/internal/prose"
)

// Libraries that evaluate, and the providers of each: what they run on.
const (
	ort   = "ort"   // ONNX Runtime
	torch = "torch" // PyTorch
	cpu   = "cpu"
)

var providers = map[string][]string{
	ort:   {cpu, "cuda", "tensorrt", "coreml", "directml", "openvino"},
	torch: {cpu, "cuda", "mps"},
}

// Precisions.
const (
	fp32 = "fp32"
	fp16 = "fp16"
)

// Bounds of a frame, rows.
const (
	usualBatch = 256
	maxBatch   = 4096
)

// Kind is what a device is.
type Kind struct {
	Library   string
	Provider  string
	Precision string
	// Batch is how many rows a frame has at most. An accelerator computes a whole frame
	// each time, so that each row is always computed in the same way.
	Batch int
}

// parse reads a device: LIBRARY:PROVIDER[,precision=fp32|fp16][,batch=N].
func parse(text string) (k Kind, err error) {
	name, options, _ := strings.Cut(text, ",")
	var ok bool
	if k.Library, k.Provider, ok = strings.Cut(name, ":"); !ok {
		return k, fmt.Errorf("device %.40q; want LIBRARY:PROVIDER, as in ort:cpu, ort:cuda, torch:cuda", text)
	}
	known, ok := providers[k.Library]
	if !ok {
		return k, fmt.Errorf("device %.40q: no library %q; want %s or %s", text, k.Library, ort, torch)
	}
	if !slices.Contains(known, k.Provider) {
		return k, fmt.Errorf("device %.40q: %s has no provider %q%s; want one of %s", text, k.Library, k.Provider, prose.Hint(k.Provider, known), strings.Join(known, ", "))
	}
	k.Precision, k.Batch = k.usualPrecision(), usualBatch
	if options == "" {
		return k, nil
	}
	for _, option := range strings.Split(options, ",") {
		if err := k.set(option); err != nil {
			return k, fmt.Errorf("device %.40q: %w", text, err)
		}
	}
	return k, nil
}

// set sets an option.
func (k *Kind) set(option string) error {
	key, value, _ := strings.Cut(option, "=")
	switch key {
	case "precision":
		if value != fp32 && value != fp16 {
			return fmt.Errorf("precision = %q; want %s or %s", value, fp32, fp16)
		}
		k.Precision = value
	case "batch":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > maxBatch {
			return fmt.Errorf("batch = %q; want 1 to %d", value, maxBatch)
		}
		k.Batch = n
	default:
		return fmt.Errorf("no option %q; want precision or batch", key)
	}
	return nil
}

// usualPrecision is half precision on NVIDIA's cards, whose tensor cores compute it
// several times as fast as FP32.
func (k Kind) usualPrecision() string {
	if k.Provider == "cuda" || k.Provider == "tensorrt" {
		return fp16
	}
	return fp32
}

// String writes the device without its batch: what its answers depend on.
func (k Kind) String() string {
	return k.Library + ":" + k.Provider + " " + k.Precision
}

// steady reports whether a device answers a row with the same bits each time. ONNX
// Runtime's kernels for CPUs do, as a test measures; PyTorch's do not where batches differ in
// size, and of other providers it is not known.
func (k Kind) steady() bool { return k.Library == ort && k.Provider == cpu }

// pythonName is what Python is usually called here.
func pythonName() string {
	if runtime.GOOS == "windows" {
		return "python"
	}
	return "python3"
}
