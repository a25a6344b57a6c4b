// Package foreign has other people's engines play: programs that speak UCI, CECP, OTEP or
// JSON, as docs/protocols.md says.
//
// [Parse] reads who plays, [Start] starts the program for one game. Nothing that the
// program does is believed: its moves are held against the rules, its lines and its time
// are bounded. What it cannot do costs it the game (env.Forfeit), and nothing else.
package foreign

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/env"
)

// Protocols are those that are spoken.
var Protocols = []string{"uci", "cecp", "otep", "json"}

// Engine is a program that plays, and how it is asked for a move.
type Engine struct {
	Protocol string   // one of Protocols
	Command  []string // the program and its arguments; no shell reads them
	Options  []Option // as they are set
	Limits
	// Patience is how long after its time the engine may be silent before it has lost. A
	// move without a time may take usualMove and Patience.
	Patience time.Duration
}

// Option is an option of the engine's own.
type Option struct{ Name, Value string }

// Limits are those of a move. At least one is set, but for OTEP and JSON, whose engines
// have a strength of their own.
type Limits struct {
	Time    time.Duration
	CPU     bool // Time is CPU time of its process and its descendants
	Nodes   int
	Depth   int  // plies
	Endless bool // until it is stopped: nothing else is asked
}

// Bounds of an engine's text.
const (
	maxText    = 4096
	maxOptions = 64
	maxNodes   = 1_000_000_000
	maxDepth   = 1000
	maxWait    = 24 * time.Hour
)

// CPUTime before a time, in an agent's text, means CPU time.
const CPUTime = "cpu="

// What an engine gets by default.
const (
	UsualTime     = 100 * time.Millisecond // a move, where it has no limit
	usualPatience = 10 * time.Second
	usualMove     = time.Minute // for a move whose limit is not a time
)

// form is COMMAND{OPTIONS}@LIMIT+depth=N+patience=T, all but COMMAND may be missing.
var form = regexp.MustCompile(`^(.+?)(?:\{([^{}]*)\})?(?:@((?:cpu=)?\d[0-9a-zµ.]*))?((?:\+(?:depth|patience)=[^+]*)*)$`)

// Parse reads what follows an engine's protocol: "stockfish{Hash=64,Threads=1}@100ms".
func Parse(protocol, text string) (e Engine, err error) {
	e = Engine{Protocol: protocol, Patience: usualPatience}
	if !slices.Contains(Protocols, protocol) {
		return e, fmt.Errorf("no protocol %q; want one of %s", protocol, strings.Join(Protocols, ", "))
	}
	if len(text) > maxText || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) {
		return e, fmt.Errorf("want one line of at most %d bytes", maxText)
	}
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		return e, fmt.Errorf("which program? want %s:COMMAND{OPTION=VALUE,...}@LIMIT", protocol)
	}
	if e.Command, err = words(parts[1]); err != nil {
		return e, err
	}
	if e.Options, err = options(parts[2]); err != nil {
		return e, err
	}
	if err := e.limit(parts[3]); err != nil {
		return e, err
	}
	for _, setting := range strings.Split(parts[4], "+")[1:] {
		if err := e.set(setting); err != nil {
			return e, err
		}
	}
	return e, e.check()
}

// words parts a command as a shell does: at spaces outside of quotes.
func words(text string) (all []string, err error) {
	var word strings.Builder
	quote, begun := rune(0), false
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && r == ' ':
			if begun {
				all = append(all, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the command %q: a quote has no end", text)
	}
	if begun {
		all = append(all, word.String())
	}
	if len(all) == 0 || all[0] == "" {
		return nil, errors.New("which program? the command is empty")
	}
	return all, nil
}

// options reads "Hash=64,Skill Level=0"; a button has no value.
func options(text string) (all []Option, err error) {
	if text == "" {
		return nil, nil
	}
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); name == "" {
			return nil, fmt.Errorf("{%s}: want OPTION=VALUE, parted by commas", text)
		}
		all = append(all, Option{name, strings.TrimSpace(value)})
	}
	if len(all) > maxOptions {
		return nil, fmt.Errorf("%d options, want at most %d", len(all), maxOptions)
	}
	return all, nil
}

// limit reads a time, CPU time or a number of nodes.
func (e *Engine) limit(text string) error {
	if text == "" {
		return nil
	}
	duration, cpu := strings.CutPrefix(text, CPUTime)
	if t, err := time.ParseDuration(duration); err == nil && t > 0 && t <= maxWait {
		e.Time, e.CPU = t, cpu
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxNodes {
		return fmt.Errorf("@%s: want a time a move, as in @100ms or @cpu=100ms, or nodes a move, from 1 to %d", text, maxNodes)
	}
	e.Nodes = n
	return nil
}

// set reads "depth=8" or "patience=1m".
func (e *Engine) set(setting string) error {
	key, value, _ := strings.Cut(setting, "=")
	if key == "patience" {
		t, err := time.ParseDuration(value)
		if err != nil || t <= 0 || t > maxWait {
			return fmt.Errorf("+%s: want a time, as in +patience=1m", setting)
		}
		e.Patience = t
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxDepth {
		return fmt.Errorf("+%s: want 1 to %d plies", setting, maxDepth)
	}
	e.Depth = n
	return nil
}

// check refuses limits that the protocol has no word for.
func (e *Engine) check() error {
	switch {
	case e.Nodes > 0 && (e.Protocol == "cecp" || e.Protocol == "otep"):
		return fmt.Errorf("%s knows no limit of nodes: want a time, as in @100ms", e.Protocol)
	case e.Depth > 0 && (e.Protocol == "otep" || e.Protocol == "json"):
		return fmt.Errorf("%s knows no limit of depth: leave +depth out", e.Protocol)
	case len(e.Options) > 0 && (e.Protocol == "otep" || e.Protocol == "json"):
		return fmt.Errorf("%s knows no options: give them to the command itself", e.Protocol)
	}
	return nil
}

// Unlimited reports whether e has no limit of the engine's work per move, though its
// protocol wants that.
func (e *Engine) Unlimited() bool {
	return e.Limits == Limits{} && (e.Protocol == "uci" || e.Protocol == "cecp")
}

// Within returns the limits with a time for each move beside them. A shorter time takes
// the place of CPU time: an engine has one of the two.
func (l Limits) Within(t time.Duration) Limits {
	if l.Time == 0 || t < l.Time {
		l.Time, l.CPU = t, false
	}
	return l
}

// steep and range of the curve between values and centipawns, those of Leela Chess Zero,
// so that equal numbers mean about equal prospects:
//
//	90 tan(1.5637541897 v)
const (
	pawns = 90
	steep = 1.5637541897
)

// Centipawns returns a value as boards of chess show it.
func Centipawns(v float32) int {
	return int(math.Round(pawns * math.Tan(steep*float64(max(-1, min(1, v))))))
}

// valueOf returns the value that is shown as that many centipawns.
func valueOf(centipawns int) float32 {
	return float32(max(-1, min(1, math.Atan(float64(centipawns)/pawns)/steep)))
}

// Child is a program that is no engine: it answers each line with one line. It ends with
// this process, and is killed when an answer is late. It is used by one goroutine at a
// time.
type Child struct{ process *process }

// NewChild starts a program, which says nothing before it is asked.
func NewChild(command []string) (*Child, error) {
	p, err := start(command, 0)
	if err != nil {
		return nil, blameless(err)
	}
	return &Child{p}, nil
}

// Ask says a line and returns the answer. After an error the child has been killed.
func (c *Child) Ask(ctx context.Context, limit time.Duration, line string) (answer string, err error) {
	err = c.process.exchange(ctx, limit, func() error {
		if err := c.process.say("%s", line); err != nil {
			return err
		}
		answer, err = c.process.hear()
		return err
	})
	return answer, blameless(err)
}

// Close ends the program.
func (c *Child) Close() { c.process.close("") }

// blameless returns an error as one that loses no game: a child plays none.
func blameless(err error) error {
	if fault := new(env.Forfeit); errors.As(err, &fault) {
		return errors.New(fault.Reason)
	}
	return err
}

// Kill ends the program at once. It may be called from anywhere.
func (c *Child) Kill() { c.process.kill() }

// square is one in moves: in "e1e10q", "N@e10".
var square = regexp.MustCompile(`[a-l][0-9]+`)

// ToXBoard writes moves as XBoard and engines of its protocol do: on a board of ten ranks
// these are numbered from 0.
func ToXBoard(g env.Game, moves string) string { return renumbered(g, moves, -1) }

// FromXBoard reads such moves.
func FromXBoard(g env.Game, moves string) string { return renumbered(g, moves, 1) }

func renumbered(g env.Game, moves string, by int) string {
	if g.Spec().Shape[1] != 10 {
		return moves
	}
	return square.ReplaceAllStringFunc(moves, func(s string) string {
		n, _ := strconv.Atoi(s[1:])
		return s[:1] + strconv.Itoa(n+by)
	})
}
