package foreign

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/env"
	"ludens/internal/prose"
)

// cecp speaks the Chess Engine Communication Protocol, version 2
// (gnu.org/software/xboard/engine-intf.html). The engine thinks only on
// request: it is in force mode otherwise.
type cecp struct {
	*process
	fen      func(env.State) string
	features map[string]string
	options  []string
	game     int // of the line as the engine has it; 0: none
	told     int // of its moves
}

func newCECP(p *process, g env.Game) (*cecp, error) {
	fen, err := writer(g)
	return &cecp{process: p, fen: fen, features: map[string]string{}}, err
}

func (c *cecp) stop() string    { return "?" }
func (c *cecp) goodbye() string { return "quit" }

// aged is how long an engine may take to say its first feature: those of version 1 say
// none.
const aged = 2 * time.Second

func (c *cecp) greet(g env.Game, options []Option) error {
	c.say("xboard")
	if err := c.say("protover 2"); err != nil {
		return err
	}
	if err := c.learn(); err != nil {
		return err
	}
	if c.features["setboard"] != "1" {
		return forfeit("it cannot be given positions: it has no feature setboard=1")
	}
	c.say("new")
	if err := c.choose(g); err != nil {
		return err
	}
	for _, o := range options {
		if err := c.set(o); err != nil {
			return err
		}
	}
	c.say("easy")
	c.say("post")
	return c.say("force")
}

// learn reads features until they are done.
func (c *cecp) learn() error {
	silent := time.AfterFunc(min(aged, c.patience), func() { c.say("ping 1") }) // who knows ping answers, who does not says so
	defer silent.Stop()
	for c.features["done"] != "1" {
		line, err := c.hear()
		if err != nil {
			return err
		}
		rest, ok := strings.CutPrefix(line, "feature ")
		if !ok {
			if len(c.features) == 0 && (strings.HasPrefix(line, "pong") || strings.HasPrefix(line, "Error")) {
				return forfeit("it says none of its features: it does not speak CECP 2")
			}
			continue
		}
		silent.Stop()
		for name, value := range features(rest) {
			if name == "option" {
				label, _, _ := strings.Cut(value, " -")
				if len(c.options) < mostOptions {
					c.options = append(c.options, label)
				}
			} else if len(c.features) < mostOptions {
				c.features[name] = value
			}
			if name != "done" {
				c.say("accepted %s", name)
			}
		}
	}
	return nil
}

// features yields the pairs of a line: myname="Crafty 25" setboard=1.
func features(text string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		for text != "" {
			name, rest, ok := strings.Cut(strings.TrimSpace(text), "=")
			if !ok {
				return
			}
			end := " "
			if after, quoted := strings.CutPrefix(rest, `"`); quoted {
				rest, end = after, `"`
			}
			value, more, _ := strings.Cut(rest, end)
			if text = more; !yield(name, value) {
				return
			}
		}
	}
}

// choose says which variant is played; chess is the one that engines call normal.
func (c *cecp) choose(g env.Game) error {
	name, _, _ := strings.Cut(g.Spec().Name, ":")
	variants := strings.FieldsFunc(c.features["variants"], func(r rune) bool { return r == ',' || r == ' ' })
	if name == "chess" && (len(variants) == 0 || slices.Contains(variants, "normal")) {
		return nil
	}
	if !slices.Contains(variants, name) {
		return forfeit("it does not play %s: its variants are %s%s", name, c.features["variants"], prose.Hint(name, variants))
	}
	return c.say("variant %s", name)
}

// set sets an option; memory and cores have words of their own.
func (c *cecp) set(o Option) error {
	switch {
	case slices.Contains(c.options, o.Name) && o.Value == "":
		return c.say("option %s", o.Name)
	case slices.Contains(c.options, o.Name):
		return c.say("option %s=%s", o.Name, o.Value)
	case o.Name == "memory" && c.features["memory"] == "1", o.Name == "cores" && c.features["smp"] == "1":
		return c.say("%s %s", o.Name, o.Value)
	}
	return forfeit("it has no option %q%s", o.Name, prose.Hint(o.Name, append(slices.Clone(c.options), "memory", "cores")))
}

func (c *cecp) ask(l *line, limits Limits, _ int, seen func(Found)) (Found, error) {
	c.tell(l)
	if limits.Depth > 0 {
		c.say("sd %d", limits.Depth)
	}
	if limits.Time > 0 {
		c.say("st %s", seconds(limits.Time))
	}
	if err := c.say("go"); err != nil {
		return Found{}, err
	}
	var found Found
	for {
		text, err := c.hear()
		if err != nil {
			return Found{}, err
		}
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case word == "move":
			c.say("force")
			if found.Action, err = l.read(strings.TrimSpace(rest)); err == nil {
				c.told = len(l.moves) + 1 // it has played the move itself
			}
			return found, err
		case word == "resign":
			return Found{}, forfeit("it resigned")
		case word == "Illegal", word == "Error", word == "tellusererror":
			return Found{}, forfeit("it refuses: %s", clip(text))
		case word == "1-0", word == "0-1", word == "1/2-1/2":
			return Found{}, forfeit("it says that the game is over: %s", clip(text))
		case c.think(&found, text, l) && seen != nil:
			seen(found)
		}
	}
}

// tell brings the engine to where the line is: by the moves that it does not have yet, or
// by a new position.
func (c *cecp) tell(l *line) {
	if c.game != l.game {
		c.say("setboard %s", c.fen(l.start))
		c.game, c.told = l.game, 0
	}
	usermove := ""
	if c.features["usermove"] == "1" {
		usermove = "usermove "
	}
	texts := l.texts()
	for _, text := range texts[min(c.told, len(texts)):] {
		c.say("%s%s", usermove, text)
	}
	c.told = len(texts)
}

// seconds writes a time for st: whole seconds where it can, as the protocol wants it.
func seconds(t time.Duration) string {
	return strconv.FormatFloat(t.Seconds(), 'f', -1, 64)
}

// MateScore + n is a mate in n moves.
const MateScore = 100_000

// think reads a line of thinking: depth, score, centiseconds, nodes and the play expected.
func (c *cecp) think(f *Found, text string, l *line) bool {
	words := strings.Fields(text)
	if len(words) < 5 {
		return false
	}
	numbers, err := leading(words[:4])
	if err != nil {
		return false
	}
	f.Depth, f.Nodes = numbers[0], numbers[3]
	said := Line{Value: valueOf(numbers[1]), Actions: l.readLine(words[4:])}
	switch score := numbers[1]; {
	case score > MateScore:
		said.Value = 1
	case score < -MateScore:
		said.Value = -1
	}
	if len(said.Actions) == 0 {
		return false
	}
	f.Lines, f.Action = []Line{said}, said.Actions[0]
	return true
}

func leading(words []string) (numbers []int, err error) {
	for _, word := range words {
		n, wrong := strconv.Atoi(strings.TrimRight(word, ".+"))
		err = errors.Join(err, wrong)
		numbers = append(numbers, n)
	}
	if err != nil {
		return nil, fmt.Errorf("no line of thinking: %w", err)
	}
	return numbers, nil
}
