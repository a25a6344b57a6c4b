package foreign

import (
	"os/exec"
	"syscall"
)

// apart gives the program a group of its own. It ends with the one who started it, even if
// that one is killed.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killAll ends the program's group.
func killAll(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
