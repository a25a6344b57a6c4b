//go:build !unix

package foreign

import "os/exec"

// apart does nothing: there are no groups of processes.
func apart(*exec.Cmd) {}

// killAll ends the program alone; its children end when their pipes close.
func killAll(cmd *exec.Cmd) { cmd.Process.Kill() }
