package foreign

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// A program is greeted in the protocol that the user named. One that answers in another, or
// refuses the greeting, or is silent, may speak another: then a second process of it is
// greeted in all of them, so that the first is not disturbed, and the error names the
// prefix to write. An engine that is slow loses nothing by that.

// aged is how long a program may be silent before it is asked which protocol it speaks.
// It is also what XBoard waits for features: engines of version 1 say none.
const aged = 2 * time.Second

// doubt ends when a program has been greeted for a while.
func (p *process) doubt() <-chan time.Time { return time.After(min(aged, p.patience/4)) }

// spell ends when a program has had long enough for an answer that is not its move.
func (p *process) spell() <-chan time.Time { return time.After(p.patience / 4) }

// greetings are understood by a program of any protocol, which refuses the others; that of
// OTEP speaks first.
var greetings = []string{"xboard", "protover 2", "ping 1", "uci", `{"id":"1","do":"game"}`}

// native returns the protocol in which a line answers a greeting, or "".
func native(line string) string {
	switch {
	case line == "uciok", strings.HasPrefix(line, "id name "):
		return "uci"
	case strings.HasPrefix(line, "feature "), strings.HasSuffix(line, "pong 1"): // behind a prompt
		return "cecp"
	case strings.HasPrefix(line, "{") && json.Valid([]byte(line)) && !slices.Contains(greetings, line):
		return "json"
	case line == "hello":
		return "otep"
	}
	return ""
}

// objects reports whether a line refuses a command.
func objects(line, command string) bool {
	line = strings.ToLower(line)
	if !strings.Contains(line, command) {
		return false
	}
	for _, word := range []string{"error", "illegal", "invalid", "unknown"} {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// wrong returns an error if a line shows that a program does not speak its protocol.
func (p *process) wrong(protocol, line string) error {
	if other := native(line); other != "" && other != protocol {
		return mistaken(protocol, other)
	}
	if protocol == "uci" && objects(line, "uci") {
		return p.other(protocol)
	}
	return nil
}

// other returns an error if a second process of the program answers in another protocol.
func (p *process) other(protocol string) error {
	if p.cmd == nil || p.probed {
		return nil
	}
	p.probed = true
	if other := spoken(p.cmd.Args, p.patience); other != "" && other != protocol {
		return mistaken(protocol, other)
	}
	return nil
}

func mistaken(protocol, other string) error {
	return forfeit("it speaks %s, not %s: write %s:COMMAND in place of %s:COMMAND", strings.ToUpper(other), strings.ToUpper(protocol), other, protocol)
}

// spoken starts a program, and returns the protocol that it answers in, or "".
func spoken(command []string, patience time.Duration) string {
	p, err := start(command, patience)
	if err != nil {
		return ""
	}
	defer func() {
		p.kill()
		<-p.ended
	}()
	go func() {
		for _, text := range greetings { // GNU Chess may leave lines that come together unread
			p.say("%s", text)
			time.Sleep(thread / 10)
		}
	}()
	for over := p.spell(); ; {
		line, err := p.hearWithin(over)
		if err != nil {
			return ""
		}
		if protocol := native(line); protocol != "" {
			return protocol
		}
		if objects(line, "uci") { // what else it has to say comes soon
			over = time.After(thread)
		}
	}
}

// greeted returns the next line of a program that has been greeted in a protocol. It asks
// once which it speaks, when over comes.
func (p *process) greeted(protocol string, over *<-chan time.Time) (string, error) {
	line, err := p.hearWithin(*over)
	if err == errSilent {
		*over = nil
		if err := p.other(protocol); err != nil {
			return "", err
		}
		return p.greeted(protocol, over)
	}
	if err != nil {
		return "", err
	}
	return line, p.wrong(protocol, line)
}
