package disk

import (
	"fmt"
	"os"
	"unsafe"
)

// Align is where each array in a memory that processes share begins: at a multiple of a
// line of the CPU's cache, in bytes.
const Align = 64

// Array returns n numbers that begin at a byte of a memory, in the machine's byte order.
func Array[T any](memory []byte, at, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[at])), n)
}

// Map maps the first size bytes of a file for reading and writing, into memory that a
// process shares with all others that have the file mapped. release gives them
// back: the bytes must not be touched after it. A file that is shorter is an error; one
// that is cut off later ends the process at the next touch.
func Map(path string, size int) (memory []byte, release func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close() // a mapping outlives it
	stat, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if size <= 0 || stat.Size() < int64(size) {
		return nil, nil, fmt.Errorf("%s: %d bytes; want %d to share", path, stat.Size(), size)
	}
	return share(f, size)
}
