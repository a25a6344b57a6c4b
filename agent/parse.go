package agent

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/alphabeta"
	"ludens/internal/foreign"
	"ludens/internal/prose"
	"ludens/mcts"
)

// Forms lists the agents that Parse knows, for help texts.
var Forms = []string{
	"random           every legal move equally often",
	"greedy           takes a win, avoids a loss, else the best material or progress in one ply",
	"mcts:N           tree search with N random playouts a move; mcts:100ms: time per move",
	"alphabeta:D      alpha-beta to depth D on material or progress, captures played out; alphabeta:100ms: as deep as it comes; alphabeta:nodes=2000: with 2,000 positions a move, the same on any machine",
	"...+eval=PATH    alphabeta with a learned evaluation (ludens train --preset alphabeta): its run, RUN@3 for that of an iteration, or a file; champion: the one that comes with ludens; alphabeta:cpu=100ms+eval=champion",
	"...cpu=100ms     in place of a number: CPU time per move, as in mcts:cpu=100ms and ckpt:PATH@cpu=100ms; equal time on a busy machine",
	"exact:D, exact   moves by exact values (ludens solve), drawn among the best; alpha-beta to depth D (8) where they take more than about a second",
	"ckpt:PATH@N      a checkpoint with N simulations a move (N = 0: its network alone), or ckpt:PATH@100ms",
	"int8:PATH@N      the same in 8-bit numbers: as strong, and faster where the CPU has AMX or VNNI",
	"champion:N       the trained network that comes with ludens, in 8-bit numbers where they are fast; alone: 100 simulations",
	"champion:50ms    the agent that comes with ludens and has won a match at about that time per move (up to 8 times more or less): the network, alphabeta+eval=champion or exact; without a match the network, as champion:50ms+search=trained always; so with champion:cpu=50ms; runs play by their own method",
	"level:N          the champion at a level, 1 (lets you win) to 10 (plays its best), as the page has them",
	"net:N, net       the network of the run at hand, with N simulations or alone",
	"untrained:N      the network of the run at hand, the champion or the preset before its first step of training; untrained:PATH@N: that of a checkpoint",
	"uci:COMMAND      another program, by its protocol: uci, cecp, otep or json; uci:stockfish{Hash=64}@100ms, @N nodes, +depth=8 (docs/protocols.md)",
	"...+of=GAME      the champion of another game that is seen and played in the same way; ckpt:... +anyway=yes: such a checkpoint",
	"...+temperature=T any that searches a tree: draws its move by visits^(1/T), as levels do; 0: the best",
	"...+KEY=VALUE    any that searches a tree, with another search: +threads=2, +root=puct (docs/guide/search.md)",
}

// nodes is what a limit by positions begins with, as foreign.CPUTime does.
const nodes = "nodes="

// DefaultSimulations is what a network searches when its name says nothing.
const DefaultSimulations = 100

// budget is what the number in an agent's text may be.
type budget struct{ least, usual, most int }

// budgets are those of all kinds; a kind without most takes no number, and one with a
// negative usual must be given one.
var budgets = map[string]budget{
	"random":    {},
	"greedy":    {},
	"mcts":      {1, -1, mcts.MaxSimulations},
	"alphabeta": {1, -1, alphabeta.MaxDepth},
	"exact":     {1, exactElse, alphabeta.MaxDepth},
	"ckpt":      {0, DefaultSimulations, mcts.MaxSimulations},
	"int8":      {0, DefaultSimulations, mcts.MaxSimulations},
	"champion":  {0, DefaultSimulations, mcts.MaxSimulations},
	level:       {1, -1, len(Levels)},
	"net":       {0, 0, mcts.MaxSimulations},
	"untrained": {0, DefaultSimulations, mcts.MaxSimulations},
}

// kinds are those that start no program, in the order of Forms.
var kinds = []string{"random", "greedy", "mcts", "alphabeta", "exact", "net", "ckpt", "int8", "champion", level, "untrained"}

// ErrProgram is wrapped by ParseSpec for an agent that is another program.
var ErrProgram = errors.New("it would start a program, and only the command line may name one")

// ParseSpec reads an agent's text from any source: it starts no program (Typed).
func ParseSpec(text string) (Spec, error) {
	p := cut(text)
	if slices.Contains(foreign.Protocols, p.kind) {
		return p.spec(), fmt.Errorf("agent %q: %w", text, ErrProgram)
	}
	return p.read()
}

// FromArg reads an agent's text as ParseSpec does, where a checkpoint or a run's folder
// stands for itself: "runs/celta" and "runs/celta@50" are agents too, and what looks like
// one of them is reported as a missing file.
func FromArg(text string) (Spec, error) { return ParseSpec(named(text)) }

// Typed reads the text of an agent that the person at the command line typed. There a
// checkpoint's path stands for itself (FromArg), and other people's engines may be started:
// "uci:COMMAND". ParseSpec, which reads what comes from files, pages and other machines,
// refuses those, so that no other source can have a command run here.
func Typed(text string) (Spec, error) {
	p := cut(named(text))
	if !slices.Contains(foreign.Protocols, p.kind) {
		return p.read()
	}
	s := Spec{Source: Source{Kind: p.kind}, command: p.rest}
	e, err := foreign.Parse(p.kind, p.rest)
	if err != nil {
		return s, fmt.Errorf("agent %q: %w", text, err)
	}
	if s.Budget, s.Time, s.CPU = e.Nodes, e.Time, e.CPU; e.Unlimited() {
		s.Time, s.Usual = foreign.UsualTime, true
		e.Limits = e.Within(s.Time)
	}
	s.engine = &e
	return s, nil
}

// Unlimited reads an agent as FromArg does, but one that is given without the number its
// kind takes: "mcts", "champion+of=tafl7", "runs/celta". ok is false for all others.
func Unlimited(text string) (s Spec, ok bool) {
	p := cut(named(text))
	if p.given || budgets[p.kind].most == 0 || p.kind == level {
		return Spec{}, false
	}
	s = p.spec()
	return s, s.set(text, p.settings) == nil
}

// Threaded returns the text of an agent, read as by FromArg, with n threads, if it searches
// a tree and does not say how many; any other text as it is.
func Threaded(text string, n int) string {
	s, err := FromArg(text)
	if err != nil || n <= 1 || !s.HasTree() || s.Threads() > 0 {
		return text
	}
	return s.threaded(n).String()
}

// named puts "ckpt:" before a path that stands for itself.
func named(text string) string {
	path := text
	if i := strings.LastIndex(text, "@"); i >= 0 {
		path = text[:i]
	}
	looks := !strings.Contains(path, ":") && (strings.Contains(path, "/") || strings.HasSuffix(path, ".ckpt"))
	if _, err := os.Stat(path); err == nil || looks {
		return "ckpt:" + text
	}
	return text
}

// parts are those of an agent's text: KIND, KIND:LIMIT+SETTINGS, KIND@LIMIT+SETTINGS or
// KIND:PATH@LIMIT+SETTINGS. A path ends at the last @, so that there may be a + in it.
type parts struct {
	text, kind  string
	rest        string // all behind the kind's colon
	path, limit string
	given       bool // there is a limit, though it may be empty
	settings    []string
}

func cut(text string) parts {
	p := parts{text: text, kind: text}
	i := strings.IndexAny(text, ":@+")
	if i < 0 {
		return p
	}
	p.kind, p.rest = text[:i], text[i+1:]
	tail := p.rest
	if last := strings.LastIndex(p.rest, "@"); text[i] == ':' && (p.kind == "ckpt" || p.kind == "int8" || p.kind == "untrained" && last >= 0) {
		if last < 0 {
			p.path = p.rest
			return p
		}
		p.path, tail, p.given = p.rest[:last], p.rest[last+1:], true
	}
	if text[i] == '+' {
		tail = text[i:]
	}
	all := strings.Split(tail, "+")
	p.limit, p.settings = all[0], all[1:]
	p.given = p.given || p.limit != ""
	return p
}

// spec returns the agent with its kind, its path and the usual budget, or the least.
func (p parts) spec() Spec {
	b := budgets[p.kind]
	s := Spec{Source: Source{Kind: p.kind, Path: p.path}, Budget: b.usual, Usual: b.most > 0}
	if b.usual < 0 {
		s.Budget = b.least
	}
	return s
}

// read returns the agent that the parts say.
func (p parts) read() (Spec, error) {
	s := p.spec()
	b, known := budgets[p.kind]
	switch {
	case !known:
		return s, fmt.Errorf("unknown agent %q%s; want random, greedy, mcts:N, alphabeta:D, exact, net:N, ckpt:PATH@N, int8:PATH@N, champion:N, level:N, untrained:N or uci:COMMAND", p.text, prose.Hint(p.kind, kinds))
	case b.most == 0 && p.given:
		return s, fmt.Errorf("agent %q: %s takes no number", p.text, p.kind)
	case p.path == "" && (p.kind == "ckpt" || p.kind == "int8" || p.kind == "untrained" && strings.Contains(p.rest, "@")):
		return s, fmt.Errorf("agent %q: which checkpoint? want %s:PATH@N", p.text, p.kind)
	case p.given || b.usual < 0:
		if err := s.measure(p, b); err != nil {
			return s, err
		}
	}
	if p.kind == level {
		n := s.Budget
		s = Levels[n-1].Search()
		s.Settings, s.Level = nil, n
	}
	return s, s.set(p.text, p.settings)
}

// measure reads how much an agent may do a move: a number, a time, or CPU time.
func (s *Spec) measure(p parts, b budget) error {
	s.Usual = false
	duration, cpu := strings.CutPrefix(p.limit, foreign.CPUTime)
	if p.kind == level {
		cpu = false
	} else if limit, err := time.ParseDuration(duration); err == nil && limit > 0 {
		s.Budget, s.Time, s.CPU = b.most, limit, cpu
		return nil
	}
	if number, ok := strings.CutPrefix(p.limit, nodes); ok && p.kind == "alphabeta" {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > mcts.MaxSimulations {
			return fmt.Errorf("agent %q: %q is not a whole number of positions from 1 to %d", p.text, number, mcts.MaxSimulations)
		}
		s.Budget, s.Nodes = b.most, n
		return nil
	}
	switch {
	case cpu:
		return fmt.Errorf("agent %q: %s wants a time, as in cpu=100ms", p.text, p.limit)
	case p.limit == "" && p.kind == level:
		return fmt.Errorf("agent %q: which level? want %s:N with a whole number from %d to %d", p.text, level, b.least, b.most)
	case p.limit == "":
		return fmt.Errorf("agent %q: how much may it do a move? want a whole number from %d to %d, or a time, as in %s", p.text, b.least, b.most, s.with("100ms"))
	}
	n, err := strconv.Atoi(p.limit)
	if err != nil || n < b.least || n > b.most {
		return fmt.Errorf("agent %q: %q is not a whole number from %d to %d", p.text, p.limit, b.least, b.most)
	}
	s.Budget = n
	return nil
}

// set takes the settings of a text, if they can be.
func (s *Spec) set(text string, settings []string) error {
	said := map[string]bool{}
	for _, setting := range settings {
		key, value, ok := strings.Cut(setting, "=")
		if said[key] {
			return fmt.Errorf("agent %q: +%s=... stands there twice: leave one out", text, key)
		}
		said[key] = true
		switch {
		case key == of && (s.Kind == "champion" || s.Kind == "untrained") && s.Path == "" && value != "":
			s.Source.Of = value
		case key == evaluation && s.Kind == "alphabeta" && value != "":
			s.Eval = value
		case key == anyway && s.Path != "" && value == "yes":
			s.Anyway = true
		case key == of:
			return fmt.Errorf("agent %q: want champion:N+of=GAME", text)
		case key == evaluation:
			return fmt.Errorf("agent %q: want alphabeta:D+eval=PATH", text)
		case key == anyway:
			return fmt.Errorf("agent %q: want ckpt:PATH@N+anyway=yes", text)
		case !s.HasTree():
			return fmt.Errorf("agent %q: it searches no tree: leave +%s out", text, setting)
		case !ok:
			return fmt.Errorf("agent %q: +%s: want +KEY=VALUE, as in +threads=2", text, setting)
		default:
			s.Settings = append(s.Settings, Setting{key, value})
		}
	}
	_, err := s.searching(mcts.Defaults())
	return err
}
