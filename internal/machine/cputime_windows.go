package machine

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// CPUTime returns the CPU time of this process: what others take is not in it.
func CPUTime() time.Duration {
	var begun, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &begun, &ended, &kernel, &user); err != nil {
		panic(err) // a process may always ask for its own
	}
	return ticks(kernel) + ticks(user)
}

var threadTimes = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetThreadTimes")

// thread returns the CPU time of the calling thread. Windows counts it in steps of a
// timer, 15.6 ms.
func thread() time.Duration {
	var begun, ended, kernel, user windows.Filetime
	ok, _, err := threadTimes.Call(uintptr(windows.CurrentThread()), uintptr(unsafe.Pointer(&begun)),
		uintptr(unsafe.Pointer(&ended)), uintptr(unsafe.Pointer(&kernel)), uintptr(unsafe.Pointer(&user)))
	if ok == 0 {
		panic(err) // a thread may always ask for its own
	}
	return ticks(kernel) + ticks(user)
}

// ticks returns a duration, which Windows counts in units of 100 ns.
func ticks(t windows.Filetime) time.Duration {
	return time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * 100
}

// CheckThreadTime returns an error where the CPU time of a thread cannot be measured.
func CheckThreadTime() error { return nil }
