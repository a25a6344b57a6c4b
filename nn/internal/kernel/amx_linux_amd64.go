//go:build !purego

package kernel

import "syscall"

// mayUseTiles asks Linux for the room to save tiles in, which threads get only
// when the process has asked for it (Documentation/arch/x86/xstate.rst). No tile
// lives from one call of the assembly to the next; but a signal may come within.
func mayUseTiles() bool {
	const (
		requestPermission = 0x1023 // ARCH_REQ_XCOMP_PERM
		tileState         = 18     // XFEATURE_XTILEDATA
	)
	_, _, failed := syscall.RawSyscall(syscall.SYS_ARCH_PRCTL, requestPermission, tileState, 0)
	return failed == 0
}
