//go:build !unix

package foreign

import "os/exec"

// apart does nothing: there are no groups of processes.
func apart(*exec.Cmd) {}

// descendants does nothing: only the group is known.
func descendants(*exec.Cmd) (end func()) { return func() {} }

// killAll ends the program alone; its children end when their pipes close.
func killAll(cmd *exec.Cmd) { cmd.Process.Kill() }
