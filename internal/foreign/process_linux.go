package foreign

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"

	"ludens/internal/machine"
)

// apart gives the program a group of its own. It ends with the one who started it, even if
// that one is killed.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// descendants returns what ends the descendants that the program has now, those too that have
// left its group, by a session of their own. One whose parent has ended before is not found.
func descendants(cmd *exec.Cmd) (end func()) {
	var handles []int // each stays that of one process, also when its number is given again
	for _, pid := range machine.Descendants(cmd.Process.Pid) {
		if h, err := unix.PidfdOpen(pid, 0); err == nil {
			handles = append(handles, h)
		}
	}
	return func() {
		for _, h := range handles {
			unix.PidfdSendSignal(h, unix.SIGKILL, nil, 0)
			unix.Close(h)
		}
	}
}

// killAll ends the program's group.
func killAll(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
