package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/internal/fleet"
	"ludens/internal/prose"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/tui"
	"ludens/internal/web"
	"ludens/selfplay"
	"ludens/train"
)

// Machines are the other processes and machines that may play games of a run. The
// zero value is none.
type Machines struct {
	Listen      string // address of a NATS server in this process; or
	URL         string // a server that is there already
	Credentials string // file with what that server wants
	Queue       string // name of the run on the server
	Keys        func() (*fleet.Keys, error)
	AnyKernels  bool    // games of other kernels are taken, too
	OnlyLearn   bool    // no games are played here while other machines play
	Audit       float64 // share of each key's games that is played again here
	Version     string
}

// serve has others play the games of a session.
func (m Machines) serve(s *Session) (err error) {
	if m.Listen == "" && m.URL == "" {
		return nil
	}
	if s.config.ByAlphaBeta() {
		return fmt.Errorf("--listen and --nats: the games of a run by alpha-beta are played by one machine")
	}
	keys, err := m.Keys()
	if err != nil {
		return err
	}
	if m.AnyKernels {
		if err := s.folder.Mix(); err != nil {
			return err
		}
	}
	out := &Locked{To: s.view.Out}
	s.view.Out, s.show.Out = out, out
	tell := func(line string) { fmt.Fprintln(out, "      "+line) }
	var expelled []string
	for _, f := range s.folder.Forgeries() {
		expelled = append(expelled, f.Key)
	}
	s.fleet, err = fleet.Open(fleet.Options{
		Game: s.run.Game, Expelled: expelled, Goroutines: s.run.Workers, Listen: m.Listen, Dir: filepath.Join(s.folder.Dir, "fleet"), Keys: keys,
		URL: m.URL, Credentials: m.Credentials, Queue: m.Queue, Version: m.Version,
		AnyKernels: m.AnyKernels, OnlyLearn: m.OnlyLearn, Audit: m.Audit, Tell: tell,
	})
	if err != nil {
		return err
	}
	s.shares = map[int]fleet.Share{}
	s.run.Play, s.run.Store, s.show.share = s.playShared, noting{s.run.Store, s}, s.shareOf
	m.announce(out, s.fleet)
	return nil
}

// playShared has the games of an iteration played by others, too. With a lag the run learns
// meanwhile: what is to be done about who played is done when it has come so far.
func (s *Session) playShared(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
	last, err := s.fleet.PlayBy(ctx, p, m, sink)
	s.sharing.Lock()
	defer s.sharing.Unlock()
	s.shares[p.Iteration], s.caught = last, append(s.caught, last.Caught...)
	return err
}

// shareOf returns who played the games of an iteration, counted from 0, once.
func (s *Session) shareOf(iteration int) fleet.Share {
	s.sharing.Lock()
	defer s.sharing.Unlock()
	defer delete(s.shares, iteration)
	return s.shares[iteration]
}

// keepCrew notes in the run's folder, for the page, who played the games of an iteration.
func (s *Session) keepCrew(iteration int) error {
	s.sharing.Lock()
	of := s.shares[iteration-1]
	s.sharing.Unlock()
	c := web.Crew{Iteration: iteration, Seconds: of.Took.Seconds(), Here: of.Here, Workers: []web.Worker{}}
	for _, w := range of.Workers {
		c.Workers = append(c.Workers, web.Worker{Name: w.Name, Version: w.Version, Kernels: w.Kernels, Goroutines: w.Goroutines,
			Games: w.Games, Silent: w.Silent.Seconds(), Gone: w.Gone})
	}
	return s.folder.KeepCrew(c)
}

// noteForged notes in the ledger which keys were expelled.
func (s *Session) noteForged() (err error) {
	s.sharing.Lock()
	defer s.sharing.Unlock()
	for _, c := range s.caught {
		err = errors.Join(err, s.folder.Forged(runs.Forgery(c)))
	}
	if len(s.caught) > 0 && s.folder.Iteration() > 0 {
		fmt.Fprintf(s.view.Out, "      %s\n", runs.Suspected(s.folder.Dir))
	}
	s.caught = nil
	return err
}

// noting is a store that notes which keys were expelled before it saves an iteration.
type noting struct {
	train.Store
	s *Session
}

func (n noting) Save(c *train.Checkpoint, it train.Iteration, games []*selfplay.Record) error {
	if err := n.s.noteForged(); err != nil {
		return err
	}
	if err := n.Store.Save(c, it, games); err != nil {
		return err
	}
	return n.s.keepCrew(it.At.Iteration)
}

// draft writes what was learned where others find it, before it is saved, and returns its path.
func (s *Session) draft(learned *train.Checkpoint, iterations int) (path string, err error) {
	c := *learned
	c.At.Iteration, c.Config = iterations, s.folder.Config()
	path = filepath.Join(s.folder.Dir, "fleet", fmt.Sprintf("draft-%d.ckpt", iterations))
	_, err = c.Write(path)
	return path, err
}

// shared returns how matches of the run are played by others, too, who count in share: what was
// trained enters by its checkpoint at a path, and so does its network before the first step.
// Where the checkpoint cannot be named in the text of an agent, the matches are played here, by me.
func (s *Session) shared(path string, me agent.Entrant, enter func(text string) (agent.Entrant, error), share *fleet.Share) (agent.Entrant, func(text string) (agent.Entrant, error), arena.Play) {
	l := new(roster.Loader)
	named := me.Spec.At(path)
	named.Kind = "ckpt"
	if again, err := agent.ParseSpec(named.String()); err != nil || again.Path != path || again.Budget != named.Budget {
		return me, enter, nil
	}
	return named.Entrant(l.Load), func(text string) (agent.Entrant, error) {
			spec, err := agent.ParseSpec(text)
			if err == nil && spec.Kind == "untrained" && spec.Path == "" {
				spec = spec.At(path)
			}
			return spec.Entrant(l.Load), err
		}, whereOthersCan(func(ctx context.Context, all []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) error {
			return s.playContests(ctx, share, all, next, done)
		}, s.run.Workers)
}

// playContests has games of contests played by others, too.
func (s *Session) playContests(ctx context.Context, share *fleet.Share, all []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) error {
	last, err := s.fleet.ContestsBy(ctx, all, next, done)
	s.sharing.Lock()
	defer s.sharing.Unlock()
	share.Add(last)
	s.caught = append(s.caught, last.Caught...)
	return err
}

// whereOthersCan returns a Play that has share play the contests whose agents others can play,
// and after them plays the rest here, on that many goroutines.
func whereOthersCan(share arena.Play, goroutines int) arena.Play {
	return func(ctx context.Context, all []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) (err error) {
		shared := slices.DeleteFunc(slices.Clone(all), func(c *arena.Contest) bool { return !shareable(c) })
		var rest []arena.Job
		more := true
		if len(shared) > 0 {
			err = share(ctx, shared, func() (arena.Job, bool) {
				for {
					j, ok := next()
					if !ok || shareable(j.Contest) {
						return j, ok
					}
					rest = append(rest, j)
				}
			}, func(j arena.Job, g arena.Game) (bool, error) {
				var err error
				more, err = done(j, g)
				return more, err
			})
		}
		if err != nil || !more || len(shared) == len(all) {
			return err
		}
		return arena.Here(goroutines)(ctx, all, func() (arena.Job, bool) {
			if len(rest) == 0 {
				return next()
			}
			j := rest[0]
			rest = rest[1:]
			return j, true
		}, done)
	}
}

// shareable reports whether others can play as both agents of a contest.
func shareable(c *arena.Contest) bool {
	return fleet.Shareable(c.A) == nil && fleet.Shareable(c.B) == nil
}

// Shared has the games of a study played by others, too.
type Shared struct {
	machines   Machines
	out        io.Writer
	dir        string // of the study's games; "": of this call, once it serves
	passing    bool   // dir is removed at the end
	goroutines int    // that play here
	learner    *fleet.Learner
	share      fleet.Share // of all games
}

// Share returns what has games played for the study in a folder, or for one that keeps nothing
// (""), and reports on it to out.
func (m Machines) Share(out io.Writer, dir string, goroutines int) *Shared {
	return &Shared{machines: m, out: &Locked{To: out}, dir: dir, goroutines: goroutines}
}

// Play is an arena.Play. Its first call begins to serve, or connects.
func (s *Shared) Play(ctx context.Context, contests []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) error {
	if s.learner == nil {
		if err := s.open(); err != nil {
			return err
		}
	}
	by, err := s.learner.ContestsBy(ctx, contests, next, done)
	s.share.Add(by)
	return err
}

// PlayWhereOthersCan is Play of contests whose agents others can play; other contests are played
// here, after them.
func (s *Shared) PlayWhereOthersCan(ctx context.Context, contests []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) error {
	return whereOthersCan(s.Play, s.goroutines)(ctx, contests, next, done)
}

func (s *Shared) open() (err error) {
	m := s.machines
	keys, err := m.Keys()
	if err == nil && s.dir == "" {
		s.passing = true
		s.dir, err = os.MkdirTemp("", "ludens")
	}
	if err != nil {
		return err
	}
	s.learner, err = fleet.Open(fleet.Options{
		Goroutines: s.goroutines, Listen: m.Listen, Dir: filepath.Join(s.dir, "fleet"), Keys: keys,
		URL: m.URL, Credentials: m.Credentials, Queue: m.Queue, Version: m.Version,
		AnyKernels: m.AnyKernels, OnlyLearn: m.OnlyLearn, Audit: m.Audit, Tell: func(line string) { fmt.Fprintln(s.out, line) },
	})
	if err == nil {
		m.announce(s.out, s.learner)
	}
	return err
}

// Close informs the workers whether the study is over, says who played, and ends.
func (s *Shared) Close(over bool) (err error) {
	if s.learner != nil {
		printShare(s.out, s.share)
		err = s.learner.Close(over)
	}
	if s.passing {
		err = errors.Join(err, os.RemoveAll(s.dir))
	}
	return err
}

// announce says how others come to play.
func (m Machines) announce(out io.Writer, l *fleet.Learner) {
	switch {
	case m.URL != "":
		fmt.Fprintf(out, "Others play games by: ludens work %s\n", m.URL)
	case l.Safe():
		fmt.Fprintf(out, "Others play games by: ludens work nats://THIS-MACHINE:%s --key INVITATION\n", port(l.Address()))
	default:
		fmt.Fprintf(out, "Processes of this machine play games by: ludens work nats://%s\n"+
			"There are no keys for other machines: `ludens work --invite` makes them.\n", l.Address())
	}
	if m.AnyKernels {
		fmt.Fprintln(out, "Games of any kernels are taken: results then depend on the mix of machines; the ledger records it.")
	}
	fmt.Fprint(out, prose.Words(audits(m.Audit), tui.Width(out), "  "))
}

// audits says how many games are played again here, and how many forged ones escape.
func audits(share float64) string {
	if share == 0 {
		return "No games are audited: a record that follows the rules counts."
	}
	const forged = 100 // 1 % of 10,000
	return fmt.Sprintf("%.3g %% of each key's games are played again here: 100 forged games of 10,000 of a key all escape with a chance of at most %.2g %%.",
		100*share, 100*fleet.Escape(share, forged))
}

func port(address string) string { return address[strings.LastIndexByte(address, ':')+1:] }

// printShare prints who played the games of an iteration.
func printShare(out io.Writer, s fleet.Share) {
	each := func(games int) string {
		return fmt.Sprintf("%d games, %.2f a second", games, float64(games)/max(s.Took.Seconds(), 1e-9))
	}
	fmt.Fprintf(out, "      here: %s\n", each(s.Here))
	for _, w := range s.Workers {
		line := fmt.Sprintf("%s: %s; ludens %s, %s; heard %v ago", w.Name, each(w.Games), w.Version, w.Kernels, w.Silent.Round(100*time.Millisecond))
		if w.Gone {
			line += ", it seems gone"
		}
		fmt.Fprintln(out, "      "+line)
	}
	for _, c := range s.Caught {
		fmt.Fprintf(out, "      forged: %v\n", runs.Forgery(c))
	}
}

// Locked lets several goroutines write lines.
type Locked struct {
	To io.Writer

	mu sync.Mutex
}

func (w *Locked) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.To.Write(b)
}
