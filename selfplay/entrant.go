package selfplay

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/internal/nearest"
	"ludens/internal/seed"
	"ludens/mcts"
)

// Entrant makes the agents of one contestant, a new one for each game.
type Entrant struct {
	Name string
	New  func(g env.Game, s seed.Seed) (env.Agent, error)
}

// Loader opens a network for a given game: of a checkpoint by its path, in
// float32 or, with Int8 before the path, in bytes; by Champion the one that
// comes with the program; or by "" the one at hand.
type Loader func(path string, g env.Game) (Net, error)

// Int8 before a checkpoint's path asks for its network in bytes.
const Int8 = "int8:"

// Champion asks a Loader for the network that comes with the program.
const Champion = "champion:"

// Forms lists the agents that ParseEntrant knows, for help texts.
var Forms = []string{
	"random           every legal move equally often",
	"greedy           takes a win, avoids a loss, else the best material or progress in one ply",
	"mcts:N           tree search with N random playouts a move; mcts:100ms: for so long",
	"alphabeta:D      alpha-beta to depth D on material or progress, captures played out; alphabeta:100ms: as deep as it comes",
	"ckpt:PATH@N      a checkpoint with N simulations a move (N = 0: its network alone), or ckpt:PATH@100ms",
	"int8:PATH@N      the same in 8-bit numbers: as strong, and faster where the CPU has AMX or VNNI",
	"champion:N       the trained network that comes with ludens, in 8-bit numbers where they are fast; alone: 100 simulations",
	"net:N, net       the network of the run at hand, with N simulations or alone",
}

// ParseEntrant reads an agent's name: one of Forms. load opens checkpoints;
// "net" asks it for the path "".
func ParseEntrant(text string, load Loader) (Entrant, error) {
	if bare, limit, ok := CutTime(text); ok {
		e, err := ParseEntrant(bare, load)
		e.Name = text
		return e.MoveTime(limit), err
	}
	kind, rest, _ := strings.Cut(text, ":")
	e := Entrant{Name: text}
	var err error
	switch kind {
	case "random", "greedy":
		if rest != "" {
			return e, fmt.Errorf("agent %q: %s takes no number", text, kind)
		}
		e.New = plain(map[string]func(seed.Seed) env.Agent{
			"random": func(s seed.Seed) env.Agent { return Random(s.Rand()) },
			"greedy": func(s seed.Seed) env.Agent { return Greedy(s.Rand()) },
		}[kind])
	case "mcts":
		var n int
		if n, err = number(text, rest, 1, mcts.MaxSimulations); err == nil {
			e.New = func(g env.Game, s seed.Seed) (env.Agent, error) { return Player(g, playouts(g, s), n, s) }
		}
	case "alphabeta":
		var depth int
		if depth, err = number(text, rest, 1, alphabeta.MaxDepth); err == nil {
			e.New = func(g env.Game, s seed.Seed) (env.Agent, error) { return AlphaBeta(g, depth, s) }
		}
	case "net", "champion":
		path, n := "", 0
		if kind == "champion" {
			path, n = Champion, DefaultSimulations
		}
		if rest != "" {
			n, err = number(text, rest, 0, mcts.MaxSimulations)
		}
		e.New = networked(load, path, n)
	case "ckpt", "int8":
		path, budget, ok := cutLast(rest, "@")
		n := DefaultSimulations
		if ok {
			n, err = number(text, budget, 0, mcts.MaxSimulations)
		}
		if path == "" {
			err = fmt.Errorf("agent %q: which checkpoint? want %s:PATH@N", text, kind)
		}
		if kind == "int8" {
			path = Int8 + path
		}
		e.New = networked(load, path, n)
	default:
		kinds := []string{"random", "greedy", "mcts", "alphabeta", "net", "ckpt", "int8", "champion"}
		err = fmt.Errorf("unknown agent %q%s; want random, greedy, mcts:N, alphabeta:D, net:N, ckpt:PATH@N, int8:PATH@N or champion:N", text, nearest.Hint(kind, kinds))
	}
	return e, err
}

// DefaultSimulations is what a checkpoint searches when its name says nothing.
const DefaultSimulations = 100

func plain(make func(seed.Seed) env.Agent) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(_ env.Game, s seed.Seed) (env.Agent, error) { return make(s), nil }
}

// networked opens the network once for each game it is asked to play.
func networked(load Loader, path string, simulations int) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(g env.Game, s seed.Seed) (env.Agent, error) {
		net, err := load(path, g)
		if err != nil {
			return nil, err
		}
		return Player(g, Network(g.Spec(), net), simulations, s)
	}
}

func number(text, digits string, least, most int) (int, error) {
	n, err := strconv.Atoi(digits)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("agent %q: %q is not a whole number from %d to %d", text, digits, least, most)
	}
	return n, nil
}

// boundless are the numbers of agents that only time stops.
var boundless = map[string]int{
	"mcts": mcts.MaxSimulations, "ckpt": mcts.MaxSimulations, "int8": mcts.MaxSimulations,
	"champion": mcts.MaxSimulations, "net": mcts.MaxSimulations,
	"alphabeta": alphabeta.MaxDepth,
}

// CutTime takes a time a move out of an agent's name, as in "mcts:100ms", and
// puts a number there that only this time will stop.
func CutTime(text string) (bare string, limit time.Duration, ok bool) {
	at := strings.LastIndexAny(text, ":@") + 1
	kind, _, _ := strings.Cut(text, ":")
	limit, err := time.ParseDuration(text[at:])
	if err != nil || limit <= 0 || boundless[kind] == 0 || text[at:] == text {
		return "", 0, false
	}
	return text[:at] + strconv.Itoa(boundless[kind]), limit, true
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
