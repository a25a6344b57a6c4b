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
	"strings"

	"ludens/configs"
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
// With retrain it trains each iteration again from its games, too, compares the checkpoints, and
// replays the games of those that were pruned.
func (r *Report) Audit(ctx context.Context, share float64, retrain bool, workers int) error {
	text, err := readConfig(r.Folder)
	if err != nil {
		return err
	}
	l, err := readLedger(r.Folder)
	if err != nil {
		return nil // the report has it: what the ledger says of the games is not known
	}
	a := &auditor{dir: r.Folder, text: text, ledger: l, workers: max(1, workers), report: r, left: map[string]int{},
		learned: map[int]*train.Checkpoint{}, unlearned: map[string]int{}}
	all, err := iterations(r.Folder, games)
	if err != nil {
		return err
	}
	for _, n := range all {
		if share > 0 {
			err = a.iteration(ctx, n, share)
		}
		if err == nil && retrain && !a.unfinished(n) {
			err = a.retrain(ctx, n)
		}
		if err != nil {
			return err
		}
	}
	if to, ok := a.soundBefore(a.first); ok {
		r.Notes = append(r.Notes, fmt.Sprintf("what was trained since iteration %d depends on it; to play and train again from there: ludens resume %s --back-to %d", a.first, r.Folder, to))
	}
	r.note(a.left, "game", "replayed")
	r.note(a.unlearned, "iteration", "trained again")
	r.Audited = &Audited{Share: share, Replayed: a.replayed, Left: a.skipped}
	if retrain {
		r.Audited.Retrained = &a.retrained
	}
	return nil
}

// note adds what could not be done, by why.
func (r *Report) note(left map[string]int, what, done string) {
	for _, why := range slices.Sorted(maps.Keys(left)) {
		r.Notes = append(r.Notes, fmt.Sprintf("%s could not be %s: %s", count(left[why], what), done, why))
	}
}

// Audited is how many games of a run were played again.
type Audited struct {
	Share    float64 `json:"share"`    // that was asked for
	Replayed int     `json:"replayed"` // games
	Left     int     `json:"left"`     // games that could not be

	Retrained *Retrained `json:"retrained,omitempty"` // nil: no iteration was trained again
}

type auditor struct {
	dir, text string
	ledger    *ledger
	workers   int
	report    *Report
	replayed  int
	skipped   int
	left      map[string]int // games that could not be replayed, by why

	learned   map[int]*train.Checkpoint // trained again, by iteration: the last ones
	unlearned map[string]int            // iterations that could not be, by why
	retrained Retrained
	first     int // iteration with a problem; 0: none
}

// problem adds one of an iteration to the report.
func (a *auditor) problem(n int, format string, values ...any) {
	a.report.Problems = append(a.report.Problems, fmt.Sprintf(format, values...))
	if a.first == 0 {
		a.first = n
	}
}

// unfinished reports whether an iteration has games and will be played again.
func (a *auditor) unfinished(n int) bool {
	return a.ledger != nil && a.ledger.unfinished(gamesName(n), n)
}

// errLost is wrapped by why the games of an iteration cannot be replayed here.
var errLost = errors.New("")

func lost(format string, values ...any) error {
	return fmt.Errorf("%s%w", fmt.Sprintf(format, values...), errLost)
}

// iteration replays a share of the games of an iteration.
func (a *auditor) iteration(ctx context.Context, n int, share float64) error {
	name := gamesName(n)
	if a.unfinished(n) {
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
		a.problem(n, "%s cannot be replayed: %v", at(a.dir, name), err)
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

// before returns the run as it stood before an iteration that this process can repeat.
func (a *auditor) before(n int) (*train.Run, error) {
	cfg, err := a.config(n)
	if err != nil {
		return nil, err
	}
	if err := a.comparable(n, cfg); err != nil {
		return nil, err
	}
	return a.after(n-1, cfg, a.learned)
}

// after returns the run of a configuration as it stood after an iteration.
func (a *auditor) after(n int, cfg configs.Run, learned map[int]*train.Checkpoint) (*train.Run, error) {
	g, err := gamelist.Make(cfg.Game)
	if err != nil {
		return nil, err
	}
	return &train.Run{Game: g, Config: cfg.Method(g.Spec()), Seed: cfg.Seed, Workers: a.workers, Store: past{a.dir, g, n, begins(cfg), learned}}, nil
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
			a.problem(n, "%s, game %d, %s", at(a.dir, gamesName(n)), i+1, prose.OneLine(d))
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
