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
var greetings = []struct{ protocol, text string }{
	{"cecp", "xboard"}, {"cecp", "protover 2"}, {"cecp", "ping 1"}, {"uci", "uci"}, {"json", gameQuestion},
}

const gameQuestion = `{"id":"1","do":"game"}`

// firstIn returns the greetings, those of a protocol first: Fairy-Stockfish speaks two, and
// goes on in the one that it hears first.
func firstIn(protocol string) (texts []string) {
	for _, own := range []bool{true, false} {
		for _, g := range greetings {
			if (g.protocol == protocol) == own {
				texts = append(texts, g.text)
			}
		}
	}
	return texts
}

// native returns the protocol in which a line answers a greeting, or "".
func native(line string) string {
	switch {
	case line == "uciok", strings.HasPrefix(line, "id name "):
		return "uci"
	case strings.HasPrefix(line, "feature "), strings.HasSuffix(line, "pong 1"): // behind a prompt
		return "cecp"
	case strings.HasPrefix(line, "{") && json.Valid([]byte(line)) && line != gameQuestion:
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
	return slices.ContainsFunc([]string{"error", "illegal", "invalid", "unknown"}, func(word string) bool { return strings.Contains(line, word) })
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
	if other := spoken(p.cmd.Args, protocol, p.patience); other != "" && other != protocol {
		return mistaken(protocol, other)
	}
	return nil
}

func mistaken(protocol, other string) error {
	return forfeit("it speaks %s, not %s: write %s:COMMAND in place of %s:COMMAND", strings.ToUpper(other), strings.ToUpper(protocol), other, protocol)
}

// spoken starts a program, and returns the protocol that it answers in, that which it should
// speak if it can, or "".
func spoken(command []string, protocol string, patience time.Duration) string {
	p, err := start(command, patience)
	if err != nil {
		return ""
	}
	defer func() {
		p.kill()
		<-p.ended
	}()
	go func() {
		for _, text := range firstIn(protocol) { // GNU Chess may leave lines that come together unread
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
