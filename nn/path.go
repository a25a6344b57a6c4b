package nn

import (
	"errors"
	"fmt"
	"slices"

	"ludens/nn/internal/kernel"
)

// Paths returns the kernel paths that this CPU and this build can take, the
// fastest first: "amx", "avx512", "avxvnni", "avx2", "portable"; on arm64 "neon",
// "portable". Amx is avx512 but for int8, avxvnni is avx2 but for int8.
func Paths() []string { return kernel.Paths() }

// Path returns the path that engines and trainers made from now on will take.
func Path() string { return kernel.Chosen() }

// HasBfloat16 reports whether trainers made from now on can have Precision "bf16".
func HasBfloat16() bool { return kernel.Tiles16() }

// noTiles16 says why nothing can be trained in bfloat16 here, and what to do.
func noTiles16() error {
	if slices.Contains(Paths(), kernel.AMX) && Path() != kernel.AMX {
		return fmt.Errorf("precision = \"bf16\" wants kernels amx, not %s: choose amx, or precision = \"fp32\"", Path())
	}
	return errors.New("precision = \"bf16\" wants a CPU with amx_bf16 and Linux: choose precision = \"fp32\" here")
}

// UsePath chooses it. Call it at the start of a program: what is already made
// keeps its path.
func UsePath(name string) error {
	if err := kernel.Use(name); err != nil {
		return fmt.Errorf("nn: %w", err)
	}
	return nil
}
