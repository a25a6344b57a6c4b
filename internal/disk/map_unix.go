//go:build unix

package disk

import (
	"os"
	"syscall"
)

func share(f *os.File, size int) ([]byte, func() error, error) {
	memory, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: f.Name(), Err: err}
	}
	return memory, func() error { return syscall.Munmap(memory) }, nil
}
