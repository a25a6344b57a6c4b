package nn

import "golang.org/x/sys/unix"

// busySeconds returns how long this process has computed for: what others take
// of the machine does not count.
func busySeconds() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return float64(t.Nano()) / 1e9
}
