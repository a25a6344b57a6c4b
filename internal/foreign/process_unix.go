//go:build unix && !linux

package foreign

import (
	"os/exec"
	"syscall"
)

// apart gives the program a group of its own.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// descendants does nothing: only the group is known.
func descendants(*exec.Cmd) (end func()) { return func() {} }

// killAll ends the program's group.
func killAll(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
