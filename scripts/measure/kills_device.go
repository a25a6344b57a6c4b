package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ludens/internal/machine"
)

// deviceFlag has networks play in a process of Python, whose bits do not depend on batches.
const deviceFlag = "--device=ort:cpu"

// devices runs fleets on a device, with two workers and the learner, until that many of their
// processes and of those of the device were killed. All must come to what one machine comes to
// on the device.
func (s *series) devices(dir string) error {
	alone := filepath.Join(dir, "device")
	if err := s.finish(alone, append(lone, "--workers", "1", deviceFlag)...); err != nil {
		return err
	}
	want, err := read(alone)
	if err != nil {
		return err
	}
	return s.until(s.device, "on "+deviceFlag, want, func(n int) fleet {
		return fleet{series: s, dir: filepath.Join(dir, fmt.Sprint("device", n)), workers: 2, device: true}
	})
}

// onDevice returns the words of a command of the fleet with its device.
func (f *fleet) onDevice(words []string) []string {
	if f.device {
		words = append(words, deviceFlag)
	}
	return words
}

// unplug kills the device of a member, and waits until that has ended with the line that says so.
// It returns what was killed; "" if there was none yet, or the learner has come to its end.
func (f *fleet) unplug(m, learner *member) (string, error) {
	all := machine.Descendants(m.cmd.Process.Pid)
	if len(all) == 0 {
		return "", nil
	}
	p, err := os.FindProcess(all[0])
	if err != nil || p.Kill() != nil { // it has ended just now
		return "", nil
	}
	select {
	case <-m.ended:
		if m != learner && bytes.Contains(m.out.Bytes(), []byte("no server there")) { // it came while the learner was away
			return "", nil
		}
		if code := m.cmd.ProcessState.ExitCode(); code != 0 && (code != 1 || !bytes.Contains(m.out.Bytes(), []byte("it crashed: signal: killed"))) {
			return "", fmt.Errorf("a %s whose device was killed ended with %d:\n%s", m.kind, code, m.out)
		}
	case <-learner.ended: // before this one asked its device again
	case <-time.After(2 * time.Minute):
		return "", fmt.Errorf("a %s does not end without its device:\n%s", m.kind, m.out)
	}
	if m == learner && m.cmd.ProcessState.ExitCode() == 0 {
		return "", nil
	}
	return "device of a " + m.kind, nil
}
