package disk

import (
	"os"
	"syscall"
	"unsafe"
)

func share(f *os.File, size int) ([]byte, func() error, error) {
	mapping, err := syscall.CreateFileMapping(syscall.Handle(f.Fd()), nil, syscall.PAGE_READWRITE, 0, 0, nil)
	if err != nil {
		return nil, nil, &os.PathError{Op: "CreateFileMapping", Path: f.Name(), Err: err}
	}
	defer syscall.CloseHandle(mapping) // a view outlives it
	at, err := syscall.MapViewOfFile(mapping, syscall.FILE_MAP_WRITE, 0, 0, uintptr(size))
	if err != nil {
		return nil, nil, &os.PathError{Op: "MapViewOfFile", Path: f.Name(), Err: err}
	}
	// The address is not a pointer of Go's: it is read as one through its own place.
	memory := unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), size)
	return memory, func() error { return syscall.UnmapViewOfFile(at) }, nil
}
