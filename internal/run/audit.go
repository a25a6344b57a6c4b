package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"ludens/configs"
	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/internal/prose"
	"ludens/selfplay"
	"ludens/train"
)

// A run's games are a function of its checkpoints: the network before an iteration, the
// window and the configuration say what the plan of its games is, and the plan says the
// games, bit for bit. So a folder that comes from elsewhere can be audited: some of its
// games are played again.

// Audit plays a drawn share of the run's games again, by the networks of its checkpoints,
// and adds the first difference of each game to the report's problems. Which games are
// drawn cannot be foreseen. Games whose network is not there are counted, and left out.
func (r *Report) Audit(ctx context.Context, share float64, workers int) error {
	text, err := readConfig(r.Folder)
	if err != nil {
		return err
	}
	l, err := readLedger(r.Folder)
	if err != nil {
		return nil // the report has it: what the ledger says of the games is not known
	}
	a := &auditor{dir: r.Folder, text: text, ledger: l, workers: max(1, workers), report: r, left: map[string]int{}}
	all, err := iterations(r.Folder, games)
	if err != nil {
		return err
	}
	for _, n := range all {
		if err := a.iteration(ctx, n, share); err != nil {
			return err
		}
	}
	for _, why := range slices.Sorted(maps.Keys(a.left)) {
		r.Notes = append(r.Notes, fmt.Sprintf("%s could not be replayed: %s", count(a.left[why], "game"), why))
	}
	r.Audited = &Audited{Share: share, Replayed: a.replayed, Left: a.skipped}
	return nil
}

// Share is a share of games, written as in "1%": a flag's value.
type Share float64

// Set reads "0%" to "100%".
func (s *Share) Set(text string) error {
	percent, ok := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(percent, 64)
	if !ok || err != nil || !(share >= 0 && share <= 100) {
		return errors.New("want 0% to 100%")
	}
	*s = Share(share / 100)
	return nil
}

func (s *Share) String() string { return fmt.Sprintf("%g%%", 100*float64(*s)) }

// Type is what help calls it.
func (*Share) Type() string { return "share" }

// Audited is how many games of a run were played again.
type Audited struct {
	Share    float64 `json:"share"`    // that was asked for
	Replayed int     `json:"replayed"` // games
	Left     int     `json:"left"`     // games that could not be
}

type auditor struct {
	dir, text string
	ledger    *ledger
	workers   int
	report    *Report
	replayed  int
	skipped   int
	left      map[string]int // games that could not be replayed, by why
}

// errLost is wrapped by why the games of an iteration cannot be replayed here.
var errLost = errors.New("")

func lost(format string, values ...any) error {
	return fmt.Errorf("%s%w", fmt.Sprintf(format, values...), errLost)
}

// iteration replays a share of the games of an iteration.
func (a *auditor) iteration(ctx context.Context, n int, share float64) error {
	name := gamesName(n)
	if a.ledger != nil && a.ledger.unfinished(name, n) {
		return nil
	}
	before, err := a.before(n)
	var theirs []*selfplay.Record
	if err == nil {
		theirs, err = readGames(a.dir, nil, before.Game, n)
	}
	if err == nil {
		err = a.replay(ctx, n, before, theirs, drawn(len(theirs), share))
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errLost), errors.Is(err, fs.ErrNotExist):
		games := len(theirs)
		if games == 0 {
			games = a.played(n)
		}
		a.left[prose.OneLine(err.Error())] += games
		a.skipped += games
	case err != nil: // a file is wrong, which Verify has found, or cannot be gone on from
		a.report.Problems = append(a.report.Problems, fmt.Sprintf("%s cannot be replayed: %v", at(a.dir, name), err))
	}
	return nil
}

// played returns how many games the metrics of an iteration count.
func (a *auditor) played(n int) int {
	if cfg, err := a.config(n); err == nil {
		return cfg.GamesPerIteration()
	}
	return 0
}

// drawn returns numbers below games: a share of them, at least one.
func drawn(games int, share float64) []int {
	n := min(games, int(math.Ceil(share*float64(games))))
	some := rand.Perm(games)[:n]
	slices.Sort(some)
	return some
}

func (a *auditor) config(n int) (configs.Run, error) {
	text := a.text
	if a.ledger != nil {
		if o, ok := a.ledger.origins[n]; ok {
			text = o.config
		}
	}
	return configs.Load(configs.Layer{Name: at(a.dir, configName), Text: text})
}

// before returns the run as it stood before an iteration.
func (a *auditor) before(n int) (*train.Run, error) {
	cfg, err := a.config(n)
	if err != nil {
		return nil, err
	}
	if err := a.comparable(n, cfg); err != nil {
		return nil, err
	}
	g, err := gamelist.Make(cfg.Game)
	if err != nil {
		return nil, err
	}
	return &train.Run{Game: g, Config: cfg.Method(g.Spec()), Seed: cfg.Seed, Workers: a.workers, Store: past{a.dir, g, n - 1, begins(cfg)}}, nil
}

// begins reports whether a run begins with a network that its seed does not determine.
func begins(cfg configs.Run) bool { return cfg.From != "" || cfg.Pretrain.Any() }

// comparable returns an error if the games of an iteration were played with other
// kernels than this process has, and depend on them.
func (a *auditor) comparable(n int, cfg configs.Run) error {
	if a.ledger == nil {
		return nil
	}
	switch o, ok := a.ledger.origins[n]; {
	case !ok || a.ledger.taken[gamesName(n)]:
		return lost("the ledger does not say how they were played")
	case cfg.ByAlphaBeta() && o.machine.Arch == thisMachine().Arch:
		return nil
	case o.mixed:
		return lost("they may be of any kernels")
	case o.machine != thisMachine():
		return lost("they were played with the kernels %s, here are %s (see --kernels and --device)", o.machine, thisMachine())
	case !selfplay.Steady():
		return lost("they were played with %s, which need not repeat its bits", o.machine)
	}
	return nil
}

// replay plays games of an iteration, counted from 0, and compares them.
func (a *auditor) replay(ctx context.Context, n int, before *train.Run, theirs []*selfplay.Record, numbers []int) error {
	differences := make([]string, len(theirs))
	compare := func(i int, ours *selfplay.Record, rules error) error {
		switch {
		case bytes.Equal(theirs[i].Marshal(), ours.Marshal()):
		case rules != nil:
			differences[i] = rules.Error()
		default:
			differences[i] = cmp.Or(selfplay.Difference(before.Game, theirs[i], ours), "its record is another than that of the plan")
			if before.Config.Method == train.AlphaBeta {
				differences[i] = strings.ReplaceAll(differences[i], "the plan's network", "alpha-beta")
			}
		}
		return nil
	}
	var err error
	if before.Config.Method == train.AlphaBeta {
		err = a.again(ctx, before, theirs, numbers, compare)
	} else {
		err = a.planned(ctx, n, before, theirs, numbers, compare)
	}
	if err != nil {
		return err
	}
	a.replayed += len(numbers)
	for i, d := range differences {
		if d != "" {
			a.report.Problems = append(a.report.Problems, fmt.Sprintf("%s, game %d, %s", at(a.dir, gamesName(n)), i+1, prose.OneLine(d)))
		}
	}
	return nil
}

// complete returns an error if an iteration does not have as many games as its configuration
// asks for.
func complete(theirs []*selfplay.Record, games int) error {
	if len(theirs) != games {
		return fmt.Errorf("it has %s, the configuration asks for %d", count(len(theirs), "game"), games)
	}
	return nil
}

// compared is called with a game that was played again, and how the kept one cannot be it.
type compared func(game int, ours *selfplay.Record, rules error) error

// again plays games of a round of alpha-beta.
func (a *auditor) again(ctx context.Context, before *train.Run, theirs []*selfplay.Record, numbers []int, compare compared) error {
	if err := before.Open(); err != nil {
		return err
	}
	if err := complete(theirs, before.Config.AlphaBeta.Games); err != nil {
		return err
	}
	for _, i := range numbers {
		ours, err := before.Again(ctx, i)
		if err == nil {
			err = compare(i, ours, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// planned plays games of an iteration of a network.
func (a *auditor) planned(ctx context.Context, n int, before *train.Run, theirs []*selfplay.Record, numbers []int, compare compared) error {
	plan, material, err := before.Plan(ctx, n-1)
	if err != nil {
		return err
	}
	if err := complete(theirs, plan.Games()); err != nil {
		return err
	}
	with, err := plan.Open(before.Game, material)
	if err != nil {
		return err
	}
	return selfplay.PlayNumbers(ctx, plan, with, a.workers, selfplay.Some(numbers), func(i int, ours *selfplay.Record) error {
		return compare(i, ours, plan.Check(i, theirs[i], with))
	})
}

// past is the train.Store of a run as it stood after an iteration. Nothing is saved.
type past struct {
	dir    string
	game   env.Game
	last   int
	begins bool // there must be a checkpoint of iteration 0
}

func (p past) Last() (*train.Checkpoint, error) { return p.Checkpoint(p.last) }

func (p past) Checkpoint(iteration int) (*train.Checkpoint, error) {
	path := at(p.dir, checkpointName(iteration))
	switch {
	case !missing(path):
	case iteration == 0 && !p.begins:
		return nil, nil
	default:
		return nil, lost("the checkpoint before them, or one that they need, was pruned")
	}
	c, _, err := train.ReadCheckpoint(path)
	return c, err
}

func (p past) Games(iteration int) ([]*selfplay.Record, error) {
	if missing(at(p.dir, gamesName(iteration))) {
		return nil, lost("games of the window before them were pruned")
	}
	return readGames(p.dir, nil, p.game, iteration)
}

func (past) Save(*train.Checkpoint, train.Iteration, []*selfplay.Record) error {
	return errors.New("a run that is audited saves nothing")
}

func (past) Prune(func(int) bool, int) error { return nil }
