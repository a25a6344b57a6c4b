package agent

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/alphabeta"
	"ludens/internal/foreign"
	"ludens/internal/nearest"
	"ludens/mcts"
)

// Spec is who plays, as Forms has it. No other package takes such a text apart.
type Spec struct {
	Text string
	Kind string // the word before the colon: "mcts", "ckpt"
	Path string // of a checkpoint or a run's folder; "" for kinds without
	// Budget is the simulations a move (0: the network alone), or the plies of
	// alphabeta; as many as there can be where only Time ends a move.
	Budget int
	Time   time.Duration // a move; 0: no limit
	CPU    bool          // Time is CPU time
	// Untabled leaves the tables of small endgames out (Tabled): what the rest can do
	// is measured so.
	Untabled bool
	// Settings change the search of a tree: "+threads=2+root=puct". They are KEY=VALUE,
	// each behind a +, where KEY is one of mcts.PlayKeys or
	//
	//	threads  goroutines that evaluate leaves at the same time
	//	search   trained: as the network's checkpoint says, the default;
	//	         default: mcts.Defaults
	Settings string
	// Of is the game whose champion is meant: another than the one to be played.
	Of string
	// Anyway takes a checkpoint trained on other rules, if it sees and does the same
	// things: "+anyway=yes".
	Anyway    bool
	Megabytes int // for the search; 0: as many as it takes

	engine  *foreign.Engine // another's program, as Typed reads it; else nil
	unasked bool            // its time is the usual one: nobody named a limit
}

// Forms lists the agents that Parse knows, for help texts.
var Forms = []string{
	"random           every legal move equally often",
	"greedy           takes a win, avoids a loss, else the best material or progress in one ply",
	"mcts:N           tree search with N random playouts a move; mcts:100ms: for so long",
	"alphabeta:D      alpha-beta to depth D on material or progress, captures played out; alphabeta:100ms: as deep as it comes",
	"...cpu=100ms     in place of a number: so much CPU time a move, as in mcts:cpu=100ms and ckpt:PATH@cpu=100ms; equal time on a busy machine",
	"exact:D, exact   moves by exact values (ludens solve), drawn among the best; alpha-beta to depth D (8) where they take more than about a second",
	"ckpt:PATH@N      a checkpoint with N simulations a move (N = 0: its network alone), or ckpt:PATH@100ms",
	"int8:PATH@N      the same in 8-bit numbers: as strong, and faster where the CPU has AMX or VNNI",
	"champion:N       the trained network that comes with ludens, in 8-bit numbers where they are fast; alone: 100 simulations",
	"net:N, net       the network of the run at hand, with N simulations or alone",
	"untrained:N      the network of the run at hand, the champion or the preset before its first step of training; untrained:PATH@N: that of a checkpoint",
	"uci:COMMAND      another program, by its protocol: uci, cecp, otep or json; uci:stockfish{Hash=64}@100ms, @N nodes, +depth=8 (docs/protocols.md)",
	"...+of=GAME      the champion of another game that is seen and played in the same way; ckpt:... +anyway=yes: such a checkpoint",
	"...+KEY=VALUE    any that searches a tree, with another search: +threads=2, +root=puct (docs/guide/search.md)",
}

// DefaultSimulations is what a network searches when its name says nothing.
const DefaultSimulations = 100

// budget is what the number in an agent's text may be.
type budget struct{ least, usual, most int }

// budgets are those of all kinds; a kind without most takes no number, and one
// without usual must be given one.
var budgets = map[string]budget{
	"random":    {},
	"greedy":    {},
	"mcts":      {1, -1, mcts.MaxSimulations},
	"alphabeta": {1, -1, alphabeta.MaxDepth},
	"exact":     {1, exactElse, alphabeta.MaxDepth},
	"ckpt":      {0, DefaultSimulations, mcts.MaxSimulations},
	"int8":      {0, DefaultSimulations, mcts.MaxSimulations},
	"champion":  {0, DefaultSimulations, mcts.MaxSimulations},
	"net":       {0, 0, mcts.MaxSimulations},
	"untrained": {0, DefaultSimulations, mcts.MaxSimulations},
}

// ParseSpec reads an agent's text, whoever wrote it: it starts no program (Typed).
func ParseSpec(text string) (Spec, error) {
	agent, settings := cutSettings(text)
	if kind, limit, ok := strings.Cut(agent, "@"); ok && limit != "" && budgets[kind].most > 0 && kind != "ckpt" && kind != "int8" {
		agent = kind + ":" + limit // "champion@cpu=16ms", as a checkpoint's limit is written
		text = agent + settings
	}
	kind, rest, _ := strings.Cut(agent, ":")
	s := Spec{Text: text, Kind: kind}
	b, known := budgets[kind]
	if slices.Contains(foreign.Protocols, kind) {
		return s, fmt.Errorf("agent %q: it would start a program, and only the command line may name one", text)
	}
	if !known {
		kinds := []string{"random", "greedy", "mcts", "alphabeta", "exact", "net", "ckpt", "int8", "champion", "untrained"}
		return s, fmt.Errorf("unknown agent %q%s; want random, greedy, mcts:N, alphabeta:D, exact, net:N, ckpt:PATH@N, int8:PATH@N, champion:N, untrained:N or uci:COMMAND", text, nearest.Hint(kind, kinds))
	}
	if b.most == 0 {
		if rest != "" {
			return s, fmt.Errorf("agent %q: %s takes no number", text, kind)
		}
		return s, s.set(settings)
	}
	number, given := rest, rest != ""
	if kind == "ckpt" || kind == "int8" || kind == "untrained" && strings.Contains(rest, "@") {
		s.Path, number, given = cutLast(rest, "@")
		if s.Path == "" {
			return s, fmt.Errorf("agent %q: which checkpoint? want %s:PATH@N", text, kind)
		}
	}
	s.Budget = b.usual
	var err error
	if given || b.usual < 0 {
		err = s.measure(number, b)
	}
	if err == nil {
		err = s.set(settings)
	}
	return s, err
}

// Named lets a checkpoint or a run's folder stand for itself: "runs/celta" and
// "runs/celta@50" are agents too, and what looks like one of them is told as a
// missing file.
func Named(text string) string {
	path, _, _ := cutLast(text, "@")
	looks := !strings.Contains(path, ":") && (strings.Contains(path, "/") || strings.HasSuffix(path, ".ckpt"))
	if _, err := os.Stat(path); err == nil || looks {
		return "ckpt:" + text
	}
	return text
}

// Open returns the kind of an agent that is given without its number; "" if it has one
// or needs none. text is as Named takes it.
func Open(text string) (kind string) {
	agent, _ := cutSettings(Named(text))
	kind, rest, _ := strings.Cut(agent, ":")
	switch kind {
	case "mcts", "alphabeta", "champion", "untrained":
		if rest == "" {
			return kind
		}
	case "ckpt", "int8":
		if !strings.Contains(rest, "@") {
			return kind
		}
	}
	return ""
}

// Numbered returns the text of an agent that is given without its number with one:
// "champion:64+of=tafl7" of "champion+of=tafl7".
func Numbered(text, number string) string {
	agent, settings := cutSettings(text)
	mark := ":"
	if kind := Open(text); kind == "ckpt" || kind == "int8" {
		mark = "@"
	}
	return agent + mark + number + settings
}

// measure reads how much an agent may do a move: a number, a time, or CPU time.
func (s *Spec) measure(text string, b budget) error {
	duration, cpu := strings.CutPrefix(text, foreign.CPUTime)
	if limit, err := time.ParseDuration(duration); err == nil && limit > 0 {
		s.Budget, s.Time, s.CPU = b.most, limit, cpu
		return nil
	}
	switch {
	case cpu:
		return fmt.Errorf("agent %q: %s wants a time, as in cpu=100ms", s.Text, text)
	case text == "":
		return fmt.Errorf("agent %q: how much may it do a move? want a whole number from %d to %d, or a time, as in %s", s.Text, b.least, b.most, Numbered(strings.TrimSuffix(s.Text, ":"), "100ms"))
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < b.least || n > b.most {
		return fmt.Errorf("agent %q: %q is not a whole number from %d to %d", s.Text, text, b.least, b.most)
	}
	s.Budget = n
	return nil
}

// HasNetwork reports whether the agent has a network.
func (s Spec) HasNetwork() bool {
	switch s.Kind {
	case "ckpt", "int8", "champion", "net", "untrained":
		return true
	}
	return false
}

// Weights returns the text of an agent with a network, without how it searches:
// "champion", "ckpt:runs/celta". Agents that differ in their search alone have the same.
func (s Spec) Weights() string {
	if s.Path != "" {
		return s.Kind + ":" + s.Path + s.trained()
	}
	return s.Kind + s.trained()
}

// At returns the same agent with another checkpoint, by its path.
func (s Spec) At(path string) Spec {
	s.Path = path
	s.Text = s.Kind + ":" + path + "@" + s.Limit() + s.Settings
	return s
}

// Bare returns the agent that asks the same network and does not search; ok is false
// if there is none.
func (s Spec) Bare() (bare Spec, ok bool) {
	if !s.HasNetwork() {
		return s, false
	}
	s.Budget, s.Time, s.CPU, s.Settings = 0, 0, false, s.trained()
	if s.Path != "" {
		return s.At(s.Path), true
	}
	s.Text = s.Kind + ":0" + s.Settings
	return s, true
}

// Untrained returns the agent that searches as this one does, with its network as it was
// before its first step of training; ok is false if there is none.
func (s Spec) Untrained() (control Spec, ok bool) {
	if !s.HasNetwork() || s.Kind == "untrained" {
		return s, false
	}
	s.Kind = "untrained"
	if s.Path != "" {
		return s.At(s.Path), true
	}
	s.Text = s.Kind + ":" + s.Limit() + s.Settings
	return s, true
}

// Limit writes how much the agent may do a move: "100", "50ms", "cpu=50ms".
func (s Spec) Limit() string {
	switch {
	case s.CPU:
		return foreign.CPUTime + s.Time.String()
	case s.Time > 0:
		return s.Time.String()
	}
	return strconv.Itoa(s.Budget)
}

// cutLast cuts s at the last sep.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
