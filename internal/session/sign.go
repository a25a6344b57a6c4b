package session

import (
	"fmt"
	"io"
	"runtime"

	"ludens/internal/fleet"
	"ludens/internal/run"
)

// Sign verifies a run and signs it with the key of this machine's server, which lies in a
// folder and is made if there is none. It prints how others check the signature.
func Sign(out io.Writer, dir, folder string) error {
	if !run.Holds(dir) {
		return fmt.Errorf("%s %w", dir, run.ErrNoRun)
	}
	keys, made, err := fleet.OwnKeys(folder)
	if err != nil {
		return err
	}
	if made {
		fmt.Fprintf(out, "made a key in %s; runs with --listen want workers to be invited from now on\n", folder)
	}
	r, err := run.Sign(dir, runtime.GOMAXPROCS(0), keys.Sign)
	if err == nil {
		fmt.Fprintf(out, "signed %s up to iteration %d\nOthers check it by: ludens verify %s --by %s\n", dir, r.Iteration, dir, keys.Name())
	}
	return err
}
