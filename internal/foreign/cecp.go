package foreign

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/env"
	"ludens/env/chess"
	"ludens/internal/prose"
)

// cecp speaks the Chess Engine Communication Protocol, version 2, and 1 with engines that
// say no features (gnu.org/software/xboard/engine-intf.html). The engine thinks only on
// request: it is in force mode otherwise.
type cecp struct {
	*process
	g        env.Game
	fen      func(env.State) string
	variant  string // as the engine calls it; "": chess, which needs no word
	features map[string]string
	options  []string
	game     int // of the line as the engine has it; 0: none
	told     int // of its moves
}

func newCECP(p *process, g env.Game) (*cecp, error) {
	fen, err := writer(g)
	return &cecp{process: p, g: g, fen: fen, features: map[string]string{}}, err
}

func (c *cecp) stop() string    { return "?" }
func (c *cecp) goodbye() string { return "quit" }

func (c *cecp) greet(g env.Game, options []Option) error {
	c.say("xboard")
	if err := c.say("protover 2"); err != nil {
		return err
	}
	if err := c.learn(); err != nil {
		return err
	}
	if err := c.choose(g); err != nil {
		return err
	}
	for _, o := range options {
		if err := c.set(o); err != nil {
			return err
		}
	}
	return c.anew()
}

// anew begins a game, with the engine in force mode.
func (c *cecp) anew() error {
	c.say("new")
	if c.variant != "" {
		c.say("variant %s", c.variant)
	}
	c.say("easy")
	c.say("post")
	return c.say("force")
}

// thread is how long features may come after an engine has answered ping: some write both
// from different threads.
const thread = 200 * time.Millisecond

// learn reads features until they are done. An engine that has said none for a while is
// sent a ping, which it answers or refuses; then, or after another while, it is one of
// version 1. One that says done=0 asks for more time.
func (c *cecp) learn() error {
	over, pinged := c.doubt(), false
	for c.features["done"] != "1" {
		text, err := c.hearWithin(over)
		switch {
		case err == errSilent && (pinged || len(c.features) > 0):
			return nil
		case err == errSilent:
			if err := c.other("cecp"); err != nil {
				return err
			}
			pinged, over = true, c.spell()
			c.say("ping 1")
			continue
		case err != nil:
			return err
		}
		if err := c.wrong("cecp", text); err != nil {
			return err
		}
		if c.note(text) && c.features["done"] == "0" {
			over = nil
			c.prolong(usualMove + c.patience)
		} else if pinged && (strings.Contains(text, "pong 1") || objects(text, "ping")) {
			over = time.After(thread)
		}
	}
	return nil
}

// note reads a line of features, and reports whether it was one.
func (c *cecp) note(text string) bool {
	rest, ok := strings.CutPrefix(text, "feature ")
	if !ok {
		return false
	}
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
	return true
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

// choose finds what the engine calls the variant; chess, which is normal, needs no word.
func (c *cecp) choose(g env.Game) error {
	name, _, _ := strings.Cut(g.Spec().Name, ":")
	said := cmp.Or(c.features["variants"], "normal")
	variants := strings.FieldsFunc(said, func(r rune) bool { return r == ',' || r == ' ' })
	theirs, _ := chess.XBoardName(name)
	switch known := called(variants, theirs, name, chess.FairyName(name)); {
	case known == "":
		return forfeit("it does not play %s: its variants are %s%s", name, said, prose.Hint(name, variants))
	case known != "normal":
		c.variant = known
	}
	return nil
}

// called returns the first of a game's names that a program lists, or "".
func called(listed []string, names ...string) string {
	for _, name := range names {
		if slices.Contains(listed, name) {
			return name
		}
	}
	return ""
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
	if err := c.tell(l); err != nil {
		return Found{}, err
	}
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
	for over := c.overdue(limits); ; {
		text, err := c.hearWithin(over)
		if err == errSilent {
			over = time.After(thread)
			c.say("post")
			continue
		}
		if err != nil {
			return Found{}, err
		}
		if move, ok := moved(text); ok {
			c.say("force")
			if found.Action, err = l.read(FromXBoard(c.g, move)); err == nil {
				c.told = len(l.moves) + 1 // it has played the move itself
			}
			return found, err
		}
		switch word, _, _ := strings.Cut(text, " "); {
		case c.note(text): // late ones
		case word == "resign":
			return Found{}, forfeit("it resigned")
		case word == "tellusererror", refuses(text):
			return Found{}, forfeit("it refuses: %s", clip(text))
		case word == "1-0", word == "0-1", word == "1/2-1/2":
			return Found{}, forfeit("it says that the game is over: %s", clip(text))
		case c.think(&found, text, l) && seen != nil:
			seen(found)
		}
	}
}

// overdue ends when an engine should have moved. It is sent lines then, because GNU Chess
// 6.2.7 sometimes reads a line only when others come.
func (c *cecp) overdue(l Limits) <-chan time.Time {
	if l.Time == 0 {
		return nil
	}
	return time.After(l.Time + c.patience/4)
}

// moved returns the move that a line makes: "move e2e4", or of version 1 "12. ... e2e4".
func moved(text string) (move string, ok bool) {
	words := strings.Fields(text)
	switch {
	case len(words) == 2 && words[0] == "move":
		return words[1], true
	case len(words) == 3 && words[1] == "..." && strings.Trim(words[0], "0123456789") == ".":
		return words[2], true
	}
	return "", false
}

// spared are the commands that an engine may refuse and still play: those that versions
// do not share.
var spared = []string{"xboard", "protover", "accepted", "ping", "easy", "post", "computer", "option", "memory", "cores", "st", "sd", "?"}

// refuses reports whether a line refuses a move, or a command that no game goes without:
// "Illegal move: e2e5", "Error (unknown command): setboard".
func refuses(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	if word != "Error" && (word != "Illegal" || !strings.HasPrefix(rest, "move")) { // HoiChess: "Illegal time value."
		return false
	}
	_, command, _ := strings.Cut(rest, ":")
	command, _, _ = strings.Cut(strings.TrimSpace(command), " ")
	return !slices.Contains(spared, command)
}

// tell brings the engine to where the line is: by the moves that it does not have yet, or
// by a new position.
func (c *cecp) tell(l *line) error {
	if c.game != l.game {
		if err := c.begin(l); err != nil {
			return err
		}
	}
	usermove := ""
	if c.features["usermove"] == "1" {
		usermove = "usermove "
	}
	texts := l.texts(chess.Written)
	for _, text := range texts[min(c.told, len(texts)):] {
		c.say("%s%s", usermove, ToXBoard(c.g, text))
	}
	c.told = len(texts)
	return nil
}

// begin brings the engine to the start of the line. The start of chess needs no setboard,
// and GNU Chess 6.2.7 does not answer after it.
func (c *cecp) begin(l *line) error {
	first, usual := c.game == 0, c.usual(l.start)
	c.game, c.told = l.game, 0
	switch setboard := c.features["setboard"] == "1"; {
	case setboard && (!usual || c.variant != ""):
		return c.say("setboard %s", c.fen(l.start))
	case !usual:
		return forfeit("it cannot be given positions: it has no feature setboard=1, and the moves since its usual start are not known")
	case first:
		return nil
	}
	return c.anew()
}

// usual reports whether a game begins at a start that the engine knows by the variant's
// name: one that is not drawn.
func (c *cecp) usual(start env.State) bool {
	text := c.fen(start)
	return text == c.fen(c.g.New(0)) && text == c.fen(c.g.New(1)) && text == c.fen(c.g.New(2))
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
	said := Line{Value: valueOf(numbers[1]), Actions: l.readLine(strings.Fields(FromXBoard(c.g, strings.Join(words[4:], " "))))}
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
