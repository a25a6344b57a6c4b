// Package roster finds the agents that people name: in checkpoint files, in the
// folders of runs, among the champions that come with ludens; for games, for
// studies, for the page, and as the network that a run begins with.
package roster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/internal/exact"
	"ludens/internal/report"
	runs "ludens/internal/run"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// Loader opens each checkpoint once and lends its network to all who ask. It is safe
// for concurrent use; the zero Loader knows all but "net".
type Loader struct {
	AtRun agent.Trained // what "net" means; zero: nothing
	Begun agent.Trained // what "untrained" means beside AtRun; zero: as in open
	// Learned is the evaluation that alphabeta:D+eval=run means; zero: none.
	Learned agent.Trained

	// Read reads a checkpoint by its path; nil: that of a file, or the newest of a run.
	Read func(path string) (*train.Checkpoint, error)
	// Tell is called once for each network that was trained on other rules than those to be
	// played, or many; may be nil.
	Tell func(line string)

	mu   sync.Mutex
	nets map[source]agent.Trained
}

// source is what a network, or a solver of a game's positions, is kept by.
type source struct {
	agent.Source
	game string // of a solver
}

// Load is an agent.Loader.
func (l *Loader) Load(from agent.Source, g env.Game) (agent.Trained, error) {
	if from.Kind == "net" {
		if l.AtRun.Inferer == nil {
			return agent.Trained{}, fmt.Errorf("no network is at hand here: name one as ckpt:PATH@N")
		}
		return l.AtRun, nil
	}
	if from.Eval == evalAtRun && l.Learned.Evaluation != nil {
		return l.Learned, nil
	}
	if from == (agent.Source{Kind: "untrained"}) && l.Begun.Inferer != nil {
		return l.Begun, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	key := source{Source: from}
	if from.Kind == "exact" || from.Kind == "alphabeta" || from.Kind == "fits" {
		key.game = g.Spec().Name
	}
	if net, ok := l.nets[key]; ok {
		return net, nil
	}
	read := l.Read
	if read == nil {
		read = readFile
	}
	net, about, err := open(from, g, read, l.Read == nil)
	if err != nil {
		return agent.Trained{}, err
	}
	if about != "" && l.Tell != nil {
		l.Tell(about)
	}
	if l.nets == nil {
		l.nets = map[source]agent.Trained{}
	}
	l.nets[key] = net
	return net, nil
}

// Lent returns a Loader for one game, of the champion and of checkpoints that read finds.
func Lent(read func(path string) (*train.Checkpoint, error)) agent.Loader {
	return (&Loader{Read: read}).Load
}

// Open opens what an agent.Loader is asked for.
func Open(from agent.Source, g env.Game) (agent.Trained, error) {
	net, _, err := open(from, g, readFile, true)
	return net, err
}

func readFile(path string) (*train.Checkpoint, error) {
	c, _, _, err := runs.ReadCheckpoint(path)
	return c, err
}

// open opens a network for g, and says what it was trained on if that is not g alone; files
// of this machine only where they may be.
func open(from agent.Source, g env.Game, read func(path string) (*train.Checkpoint, error), files bool) (net agent.Trained, about string, err error) {
	switch from.Kind {
	case "untrained":
		net, err := openUntrained(from, g, read)
		return net, "", err
	case "champion":
		return openChampion(from.Of, g)
	case "fits":
		fits, err := fitsOf(g)
		return agent.Trained{Fits: fits}, "", err
	case "alphabeta":
		if !files && from.Eval != agent.ShippedEvaluation {
			return net, "", errors.New("a learned evaluation is a file of one machine: others cannot play with it")
		}
		net, err := openEvaluation(from.Eval, g)
		return net, "", err
	case "exact":
		solver, err := exact.Open(context.Background(), g, "")
		return agent.Trained{Solvers: &sync.Pool{New: func() any { return solver() }}}, "", err
	}
	path := from.Path
	c, err := read(path)
	if err != nil {
		return agent.Trained{}, "", err
	}
	if err := suits(c, g, from.Anyway); err != nil {
		return agent.Trained{}, "", fmt.Errorf("%s: %w", path, err)
	}
	net, err = network(c, g, from.Kind == "int8")
	return net, trainedOn(path, c, g), err
}

func suits(c *train.Checkpoint, g env.Game, anyway bool) error {
	if anyway {
		return configs.SuitsAnyway(c, g)
	}
	return configs.Suits(c, g)
}

// openChampion opens a network that comes with the program, in int8 where the CPU has
// instructions for it: as strong, and several times as fast. It is that of game or, if
// game is "", of g.
func openChampion(game string, g env.Game) (net agent.Trained, about string, err error) {
	c, name, err := champion(game, g)
	if err != nil {
		return net, "", err
	}
	net, err = network(c, g, nn.HasInt8())
	net.Search = configs.ChampionSearch(name, net.Search)
	return net, trainedOn("the champion of "+name, c, g), err
}

// champion returns the checkpoint of the champion that openChampion opens, and of which
// game it is.
func champion(game string, g env.Game) (c *train.Checkpoint, name string, err error) {
	name, anyway := game, game != ""
	b, ok := configs.Champion(game)
	if !anyway {
		if name, ok = configs.ChampionOf(g); ok {
			b, _ = configs.Champion(name)
		}
	}
	if !ok {
		return nil, "", noChampion(cmp.Or(game, g.Spec().Name))
	}
	c, _, err = train.DecodeCheckpoint(b)
	if err == nil {
		err = suits(c, g, anyway)
	}
	if err != nil {
		return nil, "", fmt.Errorf("champion of %s: %w", name, err)
	}
	return c, name, nil
}

// trainedOn says what a network was trained on that is to play g: nothing if that is all it did.
func trainedOn(who string, c *train.Checkpoint, g env.Game) string {
	game := g.Spec().Name
	trained, err := configs.GameIn(c)
	if err != nil || c.Game == game {
		return ""
	}
	if v, ok := env.As[env.Varied](trained); ok && env.Teaches(trained, g) {
		met := v.Share(g) * float64(c.At.Games)
		return fmt.Sprintf("%s was trained on many rules in %d games, those of %s in about %.0f of them", who, c.At.Games, game, met)
	}
	return fmt.Sprintf("%s was trained on other rules, those of %s", who, c.Game)
}

// championAt is how far the training of each champion had come, read once.
var championAt = sync.OnceValue(func() map[string]train.Progress {
	all := map[string]train.Progress{}
	for _, game := range configs.Champions() {
		b, _ := configs.Champion(game)
		if c, _, err := train.DecodeCheckpoint(b); err == nil {
			all[game] = c.At
		}
	}
	return all
})

// trainedFor says in a few words how long the champion of a game was trained: ", after
// 240 iterations, 38,400 games". Nothing if its checkpoint does not say.
func trainedFor(game string) string {
	at := championAt()[game]
	if at.Iteration == 0 {
		return ""
	}
	return fmt.Sprintf(", after %d iterations, %s games", at.Iteration, report.Grouped(at.Games))
}

func noChampion(game string) error {
	return fmt.Errorf("no champion of %s comes with ludens; there are champions of: %s", game, strings.Join(configs.Champions(), ", "))
}

// network returns the network of a checkpoint for play of g, and the search that it was
// trained with: in FP32, or in int8 with the activation ranges of the checkpoint or, if
// it has none, with those of a calibration now.
func network(c *train.Checkpoint, g env.Game, int8 bool) (agent.Trained, error) {
	search, err := configs.SearchOf(c.Config)
	if err != nil {
		return agent.Trained{}, err
	}
	trained, err := configs.GameIn(c)
	if err != nil {
		return agent.Trained{}, err
	}
	var e selfplay.Inferer
	switch {
	case !int8 || selfplay.OnDevice():
		e, err = selfplay.InfererFor(trained, c.Net, nil)
	case c.Ranges != nil:
		e = selfplay.EngineFor(trained, c.Net, c.Ranges)
	default:
		e, err = agent.Quantise(c.Net, trained, c.Weights())
	}
	if err != nil {
		return agent.Trained{}, err
	}
	net := selfplay.Net{Inferer: e, Weights: c.Weights(), View: env.ViewOf(trained, g)}
	return agent.Trained{Net: net, Search: search, Digest: digest(c, int8)}, nil
}
