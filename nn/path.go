package nn

import (
	"fmt"

	"ludens/nn/internal/kernel"
)

// Paths returns the kernel paths that this CPU and this build can take, the
// fastest first: "amx", "avx512", "avx2", "portable". Amx is avx512 but for bytes.
func Paths() []string { return kernel.Paths() }

// Path returns the path that engines and trainers made from now on will take.
func Path() string { return kernel.Chosen() }

// UsePath chooses it. Call it at the start of a program: what is already made
// keeps its path.
func UsePath(name string) error {
	if err := kernel.Use(name); err != nil {
		return fmt.Errorf("nn: %w", err)
	}
	return nil
}
