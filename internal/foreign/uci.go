package foreign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/env/chess"
	"ludens/internal/prose"
)

// uci speaks the Universal Chess Interface (Huber and Meyer-Kahlen 2000), with UCI_Variant.
type uci struct {
	*process
	fen     func(env.State) string
	options map[string]offered // by the name in small letters
	lines   int                // MultiPV as it was set
}

// offered is an option that the engine has.
type offered struct {
	name, kind string
	values     []string // of a combo
}

func newUCI(p *process, g env.Game) (*uci, error) {
	fen, err := writer(g)
	return &uci{process: p, fen: fen, options: map[string]offered{}, lines: 1}, err
}

func (u *uci) stop() string    { return "stop" }
func (u *uci) goodbye() string { return "quit" }

func (u *uci) greet(g env.Game, options []Option) error {
	if err := u.say("uci"); err != nil {
		return err
	}
	for over := u.doubt(); ; {
		line, err := u.greeted("uci", &over)
		if err != nil {
			return err
		}
		if line == "uciok" {
			break
		}
		if rest, ok := strings.CutPrefix(line, "option "); ok {
			u.note(rest)
		}
	}
	for _, o := range options {
		if err := u.set(o); err != nil {
			return err
		}
	}
	if err := u.choose(g, options); err != nil {
		return err
	}
	u.say("ucinewgame")
	return u.settle()
}

// mostOptions of an engine are noted.
const mostOptions = 1000

// note reads "name Hash type spin default 16 min 1 max 33554432".
func (u *uci) note(text string) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(text, "name "), " type ")
	o := offered{name: name}
	words := strings.Fields(rest)
	if len(words) > 0 {
		o.kind = words[0]
	}
	for i, word := range words {
		if word == "var" && i+1 < len(words) {
			o.values = append(o.values, words[i+1])
		}
	}
	if len(u.options) < mostOptions {
		u.options[strings.ToLower(name)] = o
	}
}

// set sets an option that the engine has.
func (u *uci) set(o Option) error {
	has, ok := u.options[strings.ToLower(o.Name)]
	if !ok {
		var names []string
		for _, has := range u.options {
			names = append(names, has.name)
		}
		slices.Sort(names)
		return forfeit("it has no option %q%s", o.Name, prose.Hint(o.Name, names))
	}
	if has.kind == "button" {
		return u.say("setoption name %s", has.name)
	}
	return u.say("setoption name %s value %s", has.name, o.Value)
}

// choose says which variant is played, unless the options say it. An engine that knows of
// no variants plays chess.
func (u *uci) choose(g env.Game, options []Option) error {
	if slices.ContainsFunc(options, func(o Option) bool { return strings.EqualFold(o.Name, "UCI_Variant") }) {
		return nil
	}
	name := g.Spec().Name
	family, _, _ := strings.Cut(name, ":")
	if drawn, ok := u.options["uci_chess960"]; ok && family == "chess960" {
		return u.say("setoption name %s value true", drawn.name)
	}
	variants := u.options["uci_variant"]
	if known := called(variants.values, name, chess.FairyName(family), family); known != "" {
		return u.say("setoption name UCI_Variant value %s", known)
	}
	if variants.name == "" && name == "chess" {
		return nil
	}
	if variants.name == "" {
		return forfeit("it does not play %s: it has no UCI_Variant", name)
	}
	return forfeit("it does not play %s: it has no such UCI_Variant%s", name, prose.Hint(family, variants.values))
}

// settle waits until all that was said has been done.
func (u *uci) settle() error {
	if err := u.say("isready"); err != nil {
		return err
	}
	for {
		if line, err := u.hear(); err != nil || line == "readyok" {
			return err
		}
	}
}

func (u *uci) ask(l *line, limits Limits, lines int, seen func(Found)) (Found, error) {
	if err := u.show(lines); err != nil {
		return Found{}, err
	}
	if err := u.settle(); err != nil { // a second answer to the last question is none to this one
		return Found{}, err
	}
	position := "position fen " + u.fen(l.start)
	if len(l.moves) > 0 {
		position += " moves " + strings.Join(l.texts(chess.Written), " ")
	}
	u.say("%s", position)
	if err := u.say("%s", order(limits)); err != nil {
		return Found{}, err
	}
	news := thoughts{line: l}
	for {
		text, err := u.hear()
		if err != nil {
			return Found{}, err
		}
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "info":
			if news.read(strings.Fields(rest)) && seen != nil {
				seen(news.found())
			}
		case "bestmove":
			move, _, _ := strings.Cut(rest, " ")
			found := news.found()
			found.Action, err = l.read(move)
			return found, err
		}
	}
}

// show sets how many lines the engine reports.
func (u *uci) show(lines int) error {
	if lines == u.lines || u.options["multipv"].name == "" {
		return nil
	}
	u.lines = lines
	return u.set(Option{"MultiPV", strconv.Itoa(lines)})
}

// order writes limits behind go.
func order(l Limits) string {
	if l.Endless {
		return "go infinite"
	}
	text := "go"
	if l.Depth > 0 {
		text += fmt.Sprintf(" depth %d", l.Depth)
	}
	if l.Nodes > 0 {
		text += fmt.Sprintf(" nodes %d", l.Nodes)
	}
	if l.Time > 0 {
		text += fmt.Sprintf(" movetime %d", max(1, l.Time.Milliseconds()))
	}
	return text
}

// thoughts collects what an engine says of its thinking.
type thoughts struct {
	line         *line
	depth, nodes int
	best         []thought // by multipv
}

// thought is a line as it was said.
type thought struct {
	words []string
	value float32
}

// most lines of MultiPV are kept.
const mostPV = 256

// read reads the words behind "info"; it reports whether they were of a line of play.
func (t *thoughts) read(words []string) bool {
	at, th := 0, thought{}
	for i := 0; i+1 < len(words); i++ {
		n, err := strconv.Atoi(words[i+1])
		switch word := words[i]; {
		case word == "pv":
			th.words = words[i+1:]
			return t.keep(at, th)
		case word == "string":
			return false
		case err != nil:
			continue
		case word == "depth":
			t.depth = n
		case word == "nodes":
			t.nodes = n
		case word == "multipv":
			at = n - 1
		case word == "cp":
			th.value = valueOf(n)
		case word == "mate":
			th.value = 1
			if n <= 0 {
				th.value = -1
			}
		}
	}
	return false
}

func (t *thoughts) keep(at int, th thought) bool {
	if at < 0 || at >= mostPV || at > len(t.best) {
		return false
	}
	if at == len(t.best) {
		t.best = append(t.best, th)
	}
	t.best[at] = th
	return true
}

// found returns what is known by now; its action is that of the best line.
func (t *thoughts) found() Found {
	f := Found{Depth: t.depth, Nodes: t.nodes}
	for _, th := range t.best {
		if actions := t.line.readLine(th.words); len(actions) > 0 {
			f.Lines = append(f.Lines, Line{actions, th.value})
		}
	}
	if len(f.Lines) > 0 {
		f.Action = f.Lines[0].Actions[0]
	}
	return f
}
