package kernel

import "golang.org/x/sys/unix"

// advise asks for large pages behind whole ones of them. A kernel without them
// says no, and may.
func advise(block []byte) { _ = unix.Madvise(block, unix.MADV_HUGEPAGE) }
