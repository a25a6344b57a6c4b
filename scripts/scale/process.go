package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// process is a ludens at work, and the CPU time that it has had.
type process struct {
	*exec.Cmd
	out     *bytes.Buffer
	sampled chan struct{} // closed when it has ended
	samples []sample
}

type sample struct {
	at  time.Time
	cpu float64 // seconds
}

// sample notes the CPU time of the process until it ends.
func (p *process) sample() {
	defer close(p.sampled)
	for ; ; time.Sleep(5 * time.Millisecond) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Process.Pid))
		if err != nil {
			return
		}
		// Fields 14 and 15 of proc(5), counted from 1, in hundredths of a second; the name
		// before may have blanks and ends with a bracket.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		var ticks float64
		for _, field := range fields[11:13] {
			n, _ := strconv.ParseFloat(field, 64) // the kernel writes numbers
			ticks += n
		}
		p.samples = append(p.samples, sample{time.Now(), ticks / 100})
	}
}

// wait waits for the end of the process.
func (p *process) wait() error {
	err := p.Wait()
	<-p.sampled
	if err != nil {
		return fmt.Errorf("%w\n%s", err, p.out)
	}
	return nil
}

// within returns the CPU time that the process had in some windows.
func (p *process) within(windows []window) (seconds float64) {
	for _, w := range windows {
		seconds += p.until(w.end) - p.until(w.begin)
	}
	return seconds
}

func (p *process) until(at time.Time) (cpu float64) {
	for _, s := range p.samples {
		if s.at.After(at) {
			break
		}
		cpu = s.cpu
	}
	return cpu
}

// window is when the games of an iteration were played.
type window struct{ begin, end time.Time }

// play is what a run has played: all of it, and after the first iteration, in which
// workers come.
type play struct {
	all, games float64
	windows    []window
}

func (p play) seconds() (s float64) {
	for _, w := range p.windows {
		s += w.end.Sub(w.begin).Seconds()
	}
	return s
}

// played reads the metrics of a run. An iteration begins when the one before is saved.
func (s *scale) played(dir string) (p play, err error) {
	f, err := os.Open(filepath.Join(dir, "run", "metrics.jsonl"))
	if err != nil {
		return p, err
	}
	defer f.Close()
	var saved time.Time
	for d := json.NewDecoder(bufio.NewReader(f)); ; {
		var line struct {
			Time    time.Time `json:"time"`
			Playing float64   `json:"playing_seconds"`
			Games   struct {
				Played float64 `json:"played"`
			} `json:"games"`
		}
		if err := d.Decode(&line); err == io.EOF {
			return p, nil
		} else if err != nil {
			return p, err
		}
		if p.all += line.Games.Played; !saved.IsZero() && line.Games.Played > 0 {
			p.games += line.Games.Played
			p.windows = append(p.windows, window{saved, saved.Add(time.Duration(line.Playing * float64(time.Second)))})
		}
		saved = line.Time
	}
}
