// Package ludens is the laboratory as a library: a game by its name or its file, training in a
// folder that a later program goes on with, one search, one match.
//
//	run, err := ludens.Train(ctx, "connect4", ludens.Training{Log: os.Stdout})
//	result, err := ludens.Match(ctx, "connect4", run.Agent(100), "mcts:400", 50)
//
// Agents are texts here, as everywhere in Ludens: "random", "alphabeta:8", "champion:400",
// those of [Run.Agent]. The packages env, mcts, nn, selfplay, train, arena and stat are what
// this one is made of, for programs that replace a part of it.
package ludens

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"ludens/agent"
	"ludens/analysis"
	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/session"
	"ludens/internal/study"
)

// Make returns a game: one that comes with Ludens, "celta:first=attackers", that of a file,
// "my-game.toml", or one that was registered.
func Make(game string) (env.Game, error) { return roster.Game(game) }

// Register adds games that are written in Go: this process then finds them by name. A run of
// such a game can only be opened by a program that has registered it.
func Register(families ...games.Family) error { return games.Register(families...) }

// Training says how a run is trained. The zero value trains the game's preset in
// runs/GAME, on all cores, and prints nothing.
type Training struct {
	Folder   string    // of the run; Train needs one that holds none
	Preset   string    // "": the game's own
	Config   string    // a TOML file over the preset; "": none
	Settings []string  // over both, "search.simulations=64"; `ludens config show GAME` lists them
	Workers  int       // games at once; no result depends on it; 0: one for each core
	Log      io.Writer // a line for each iteration, and the table of the end; nil: nowhere
}

// Run is the folder of a run.
type Run struct {
	Folder string
	game   string
}

// Train trains a new run to its end. If ctx ends first, the error says how far it came, and
// [Run.Resume] goes on: the outcome is that of a run that was never stopped, bit for bit. The
// run is nil only if it could not begin.
func Train(ctx context.Context, game string, t Training) (*Run, error) {
	source, err := t.source()
	if err != nil {
		return nil, err
	}
	cfg, err := source.Load(game)
	if err != nil {
		return nil, err
	}
	if t.Folder == "" {
		t.Folder = session.FolderOf(cfg, false)
	}
	workers, err := t.workers()
	if err != nil {
		return nil, err
	}
	launch := session.Launch{Dir: t.Folder, Layers: source.Layers, Workers: workers, View: t.view(), Work: uninterrupted(ctx)}
	err = launch.Train(cfg)
	if err != nil && !runs.Holds(t.Folder) {
		return nil, err
	}
	return &Run{t.Folder, cfg.Game}, err
}

// uninterrupted does the work of a run with nothing beside it.
func uninterrupted(ctx context.Context) func(string, func(context.Context) error) error {
	return func(_ string, work func(context.Context) error) error { return work(ctx) }
}

// Open returns the run in a folder. It reads its configuration and takes no lock.
func Open(folder string) (*Run, error) {
	_, cfg, _, err := runs.LookAt(folder)
	if err != nil {
		return nil, err
	}
	return &Run{folder, cfg.Game}, nil
}

// Resume trains a run to its end, from its last checkpoint. Of t it uses Workers and Log.
func (r *Run) Resume(ctx context.Context, t Training) error {
	workers, err := t.workers()
	if err != nil {
		return err
	}
	s, err := session.Resume(r.Folder, session.Going{}, workers, session.Machines{}, t.view())
	if err != nil {
		return err
	}
	return s.Train(ctx)
}

// Game returns the name of the run's game.
func (r *Run) Game() string { return r.game }

// Agent returns the text of the agent that plays with the run's newest checkpoint and that
// many simulations for each move.
func (r *Run) Agent(simulations int) string {
	return agent.Spec{Source: agent.Source{Kind: "ckpt", Path: r.Folder}, Budget: simulations}.String()
}

// Search returns what an agent finds out about a position of a game: its value in [-1, 1] for
// the side to move, and the moves, best first. The position is not changed.
func Search(ctx context.Context, game string, position env.State, by string) (analysis.Report, error) {
	g, spec, load, err := seat(game, by)
	if err != nil {
		return analysis.Report{}, err
	}
	if r := position.Result(); r != env.Ongoing {
		return analysis.Report{}, fmt.Errorf("the game is over: %v", r)
	}
	analyst, err := spec.Analyst(g, load, seed.New(0))
	if err != nil {
		return analysis.Report{}, err
	}
	return analyst.Analyse(ctx, position, analysis.Limits{}, nil)
}

// Match plays that many games of a against b in each role, from the same openings, and returns
// a's scores as the first player and as the second, in points between 0 and 1 a game.
func Match(ctx context.Context, game, a, b string, games int) ([2]arena.Score, error) {
	if games < 1 {
		return [2]arena.Score{}, fmt.Errorf("a match of %d games in each role, want 1 or more", games)
	}
	g, first, load, err := seat(game, a)
	if err != nil {
		return [2]arena.Score{}, err
	}
	evaluation := study.Evaluation{
		Game: g, Baselines: []string{b}, Games: games, Opening: study.Usual, Workers: runtime.GOMAXPROCS(0),
		Enter: func(text string) (agent.Entrant, error) {
			spec, err := seated(text, g, load)
			return spec.Entrant(load), err
		},
	}
	me := first.Entrant(load)
	me.Spec = agent.Spec{} // or it plays once more without its search
	standings, err := evaluation.Play(ctx, me)
	if err != nil {
		return [2]arena.Score{}, err
	}
	return standings[0].Roles, nil
}

// seat returns a game and who plays it.
func seat(game, text string) (env.Game, agent.Spec, agent.Loader, error) {
	g, err := Make(game)
	if err != nil {
		return nil, agent.Spec{}, nil, err
	}
	load := (&roster.Loader{}).Load
	spec, err := seated(text, g, load)
	return g, spec, load, err
}

// seated reads an agent's text. It starts no program: other people's engines are refused.
func seated(text string, g env.Game, load agent.Loader) (agent.Spec, error) {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return spec, err
	}
	return roster.Seated(spec, g, load, func(string) {})
}

// source is where the configuration of a new run comes from.
func (t Training) source() (s session.Source, err error) {
	s.Preset, s.File = t.Preset, t.Config
	s.Set, err = configs.Set(t.Settings)
	return s, err
}

func (t Training) view() session.View {
	if t.Log == nil {
		t.Log = io.Discard
	}
	return session.View{Out: t.Log, Errs: io.Discard}
}

func (t Training) workers() (int, error) {
	switch {
	case t.Workers < 0:
		return 0, fmt.Errorf("workers = %d, want 1 or more, or 0 for one for each core", t.Workers)
	case t.Workers == 0:
		return runtime.GOMAXPROCS(0), nil
	}
	return t.Workers, nil
}
