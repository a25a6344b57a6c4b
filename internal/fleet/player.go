package fleet

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/selfplay"
	"ludens/train"
)

// Load returns a Loader for one game, of the champion and of checkpoints that read
// finds by their SHA-256.
type Load func(read func(hash string) (*train.Checkpoint, error)) agent.Loader

// player is what a worker plays the games of a plan with.
type player struct {
	load  Load
	stock *stock // nil: it has its own

	mu   sync.Mutex
	text string // of the plan that is open; "": none

	// play plays what next hands out, and brings each record. Several goroutines may call it.
	play func(ctx context.Context, goroutines int, next selfplay.Numbers, bring func(number int, record []byte)) error
}

// stock is what was read for contests: the next round of a ladder wants much of it again. The
// zero value is empty.
type stock struct {
	mu          sync.Mutex
	checkpoints map[string]*train.Checkpoint // by hash
	loaders     map[string]agent.Loader      // by game
}

// errUnfit is why a worker cannot play what is asked for, now or later.
type errUnfit struct{ error }

func (e errUnfit) Unwrap() error { return e.error }

// read gets what the plan of a job names. An error that is no errUnfit may pass.
func (p *player) read(ctx context.Context, js jetstream.JetStream, queue names, job Job) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text == job.Text {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*bound)
	defer cancel()
	l, err := openLibrary(ctx, js, queue)
	if err != nil {
		return err
	}
	text, err := l.hashed(ctx, planName, job.Text)
	if err != nil {
		return err
	}
	p.text = ""
	if job.Kind == contest {
		err = p.readContests(ctx, l, job, text)
	} else {
		err = p.readSelfPlay(ctx, l, job, text)
	}
	if err == nil {
		p.text = job.Text
	}
	return err
}

func (p *player) readSelfPlay(ctx context.Context, l *library, job Job, text []byte) error {
	plan, err := selfplay.ReadPlan(text)
	if err != nil {
		return err
	}
	g, err := gameOf(plan.Game, plan.Rules, plan.Variant)
	if err != nil {
		return errUnfit{err}
	}
	m, err := l.material(ctx, plan, g)
	if err != nil {
		return err
	}
	if plan.Hash() != job.Plan {
		return isAnother(plan.Hash(), job.Plan)
	}
	with, err := plan.Open(g, m)
	with = with.Cached(plan.Config.Cache)
	p.play = func(ctx context.Context, goroutines int, next selfplay.Numbers, bring func(int, []byte)) error {
		return selfplay.PlayNumbers(ctx, plan, with, goroutines, next, func(number int, r *selfplay.Record) error {
			bring(number, r.Marshal())
			return nil
		})
	}
	return err
}

func isAnother(is, want string) error {
	return fmt.Errorf("plan %.12s is not %.12s, as the run says", is, want)
}

// gameOf returns a game by its name, by the same rules; file is that of a game which
// does not come with ludens.
func gameOf(name, rules, file string) (env.Game, error) {
	if file != "" {
		if _, err := games.Read("the file of "+name+" that the run has sent", file); err != nil {
			return nil, err
		}
	}
	g, err := games.Make(name)
	if err != nil {
		return nil, fmt.Errorf("the run is of a game that this ludens does not have: %w", err)
	}
	if here := env.Fingerprint(g); here != rules {
		return nil, fmt.Errorf("the run has other rules of %s than this ludens: %.12s, here they are %.12s", name, rules, here)
	}
	return g, nil
}

// readContests reads a plan of contests, and the checkpoints that it names.
func (p *player) readContests(ctx context.Context, l *library, job Job, text []byte) error {
	plan, err := arena.ReadPlan(text)
	if err != nil {
		return err
	}
	if plan.Hash() != job.Plan {
		return isAnother(plan.Hash(), job.Plan)
	}
	if p.stock == nil {
		p.stock = new(stock)
	}
	t := &table{plan: plan, load: p.load, stock: p.stock, contests: map[int]*arena.Contest{}}
	if err := t.fetch(ctx, l); err != nil {
		return err
	}
	p.play = func(ctx context.Context, goroutines int, next selfplay.Numbers, bring func(int, []byte)) error {
		return sideBySide(ctx, goroutines, next, func(ctx context.Context, number int) error {
			k, index := plan.Numbered(number)
			record, err := t.playGame(ctx, k, index)
			if err == nil {
				bring(number, record)
			}
			return err
		})
	}
	return nil
}

// mostCheckpoints are kept from one plan to the next.
const mostCheckpoints = 64

// table is the contests of a plan as a worker has them.
type table struct {
	plan arena.Plan
	load Load
	*stock
	contests map[int]*arena.Contest
}

// fetch gets the checkpoints that the plan names.
func (t *table) fetch(ctx context.Context, l *library) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.checkpoints == nil || len(t.checkpoints) > mostCheckpoints {
		t.checkpoints, t.loaders = map[string]*train.Checkpoint{}, map[string]agent.Loader{}
	}
	for _, m := range t.plan.Contests {
		for _, text := range []string{m.A, m.B} {
			s, err := agent.ParseSpec(text)
			if err != nil {
				return errUnfit{err}
			}
			if s.Path == "" || t.checkpoints[s.Path] != nil {
				continue
			}
			b, err := l.hashed(ctx, checkpointName, s.Path)
			if err != nil {
				return err
			}
			c, _, err := train.DecodeCheckpoint(b)
			if err != nil {
				return errUnfit{err}
			}
			t.checkpoints[s.Path] = c
		}
	}
	return nil
}

// playGame returns the record of a game of contest k.
func (t *table) playGame(ctx context.Context, k, index int) ([]byte, error) {
	c, err := t.contest(k)
	if err != nil {
		return nil, errUnfit{err}
	}
	g, err := c.Play(ctx, index)
	if err != nil && ctx.Err() == nil {
		return nil, errUnfit{err}
	}
	if err != nil {
		return nil, err
	}
	return packContest(g)
}

// contest makes contest k once.
func (t *table) contest(k int) (*arena.Contest, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c := t.contests[k]; c != nil {
		return c, nil
	}
	m := t.plan.Contests[k]
	g, err := gameOf(m.Game, m.Rules, m.Variant)
	if err != nil {
		return nil, err
	}
	if t.loaders[m.Game] == nil {
		t.loaders[m.Game] = t.load(func(hash string) (*train.Checkpoint, error) {
			if c := t.checkpoints[hash]; c != nil {
				return c, nil
			}
			return nil, fmt.Errorf("the run has sent no checkpoint %.12s", hash)
		})
	}
	c, err := m.Contest(g, func(text string) (agent.Entrant, error) { return agent.Parse(text, t.loaders[m.Game]) })
	if err == nil {
		t.contests[k] = c
	}
	return c, err
}
