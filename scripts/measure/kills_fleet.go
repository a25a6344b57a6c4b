package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// lone is a short run of Juego Celta, with int8, an archive and past opponents.
var lone = []string{
	"train", "celta:cap=60", "--run", "run",
	"--set", "pretrain.alphabeta.games=0", "--set", "train.iterations=4", "--set", "selfplay.games=24", "--set", "search.simulations=16", "--set", "selfplay.lockstep=4",
	"--set", "network.channels=16", "--set", "network.blocks=1", "--set", "optimiser.batch=32",
	"--set", "evaluation.every=2", "--set", "evaluation.games=1", "--set", "evaluation.final_games=1", "--set", `evaluation.baselines=["random"]`,
}

// fleets compares runs whose games are played by others with one that is left alone.
func (s *series) fleets(dir string) error {
	alone := filepath.Join(dir, "lone")
	if err := s.finish(alone, append(lone, "--workers", "1")...); err != nil {
		return err
	}
	want, err := read(alone)
	if err != nil {
		return err
	}
	if s.fleet > 0 {
		for _, beside := range []bool{false, true} {
			for _, workers := range []int{1, 3, 5} {
				for _, kills := range []int{0, s.fleet} {
					f := fleet{series: s, dir: filepath.Join(dir, fmt.Sprint("fleet", beside, workers, kills)), beside: beside, workers: workers}
					if err := f.compared(kills, want); err != nil {
						return err
					}
				}
			}
		}
	}
	if s.relay > 0 {
		if err := s.until(s.relay, "with a relay", want, func(n int) fleet {
			return fleet{series: s, dir: filepath.Join(dir, fmt.Sprint("relay", n)), beside: n%2 == 1, workers: 4, relays: true}
		}); err != nil {
			return err
		}
	}
	if s.liar > 0 {
		return s.liars(dir, want)
	}
	return nil
}

// until runs fleets until that many of their processes were killed.
func (s *series) until(kills int, what string, want files, next func(n int) fleet) error {
	runs, before := 0, s.kills
	for ; s.kills-before < kills; runs++ {
		f := next(runs)
		if err := f.compared(kills-(s.kills-before), want); err != nil {
			return err
		}
	}
	fmt.Printf("%d kills in %d fleets %s: all came to checkpoint %s\n", s.kills-before, runs, what, want["checkpoints/000004.ckpt"].short())
	return nil
}

// compared runs a fleet and holds its files against those of the run that was left alone.
func (f *fleet) compared(kills int, want files) error {
	defer os.RemoveAll(f.dir)
	began := time.Now()
	killed, err := f.run(kills)
	for _, n := range killed {
		f.kills += n
	}
	if err == nil && f.forger != "" {
		err = f.judge()
	}
	if err == nil {
		err = compareRuns(want, f.dir)
	}
	if err != nil {
		return fmt.Errorf("%d workers, server beside: %v, after %v: %w", f.workers, f.beside, killed, err)
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(killed)) {
		parts = append(parts, fmt.Sprintf("%d of a %s", killed[kind], kind))
	}
	fmt.Printf("%d workers, server beside: %-5v kills: %s; checkpoint %s after %.1f s\n", f.workers, f.beside,
		cmp.Or(strings.Join(parts, ", "), "none"), want["checkpoints/000004.ckpt"].short(), time.Since(began).Seconds())
	return nil
}

// fleet is a learner, its workers and perhaps a server.
type fleet struct {
	*series
	dir     string
	beside  bool
	workers int
	address string
	members []*member

	relays bool   // the first worker is a relay of the others
	relay  string // its address
	device bool   // all play on a device

	// Of a fleet with a liar.
	forger string   // the program; "": there is none
	keys   []string // invitations: of the workers, then of the liar
	audit  string   // --audit
	caught bool     // the ledger has the proof
}

// member is one process.
type member struct {
	kind  string
	words func() []string
	cmd   *exec.Cmd
	out   *bytes.Buffer
	ended chan struct{}
}

func (m *member) start(dir string) error {
	words := m.words()
	m.cmd, m.out, m.ended = exec.Command(words[0], words[1:]...), new(bytes.Buffer), make(chan struct{})
	m.cmd.Dir, m.cmd.Stdout, m.cmd.Stderr = dir, m.out, m.out
	if err := m.cmd.Start(); err != nil {
		return err
	}
	cmd, ended := m.cmd, m.ended
	go func() { cmd.Wait(); close(ended) }()
	return nil
}

func (m *member) kill() {
	m.cmd.Process.Kill()
	<-m.ended
}

// run lets the fleet come to its end, and kills members of it on the way.
func (f *fleet) run(kills int) (killed map[string]int, err error) {
	killed = map[string]int{}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return killed, err
	}
	if f.address, err = free(); err != nil {
		return killed, err
	}
	if f.relay, err = free(); err != nil {
		return killed, err
	}
	if f.forger != "" {
		if err := f.invite(f.workers + 1); err != nil {
			return killed, err
		}
	}
	me, err := os.Executable()
	if err != nil {
		return killed, err
	}
	learner := &member{kind: "learner", words: f.learn}
	f.members = []*member{learner}
	if f.beside {
		server := &member{kind: "server", words: func() []string { return []string{me, "kills", serveWord, f.address, "nats"} }}
		f.members = append(f.members, server)
	}
	for i := range max(f.workers, len(f.keys)) {
		m := &member{kind: "worker", words: func() []string { return f.work(f.ludens, i) }}
		if i == 0 && f.relays {
			m.kind = "relay"
		}
		if i == f.workers {
			m = &member{kind: "liar", words: func() []string { return f.work(f.forger, i) }}
		}
		f.members = append(f.members, m)
	}
	for i := range f.members {
		if err := f.members[len(f.members)-1-i].start(f.dir); err != nil { // the learner last: no worker misses it
			return killed, err
		}
	}
	defer func() {
		for _, m := range f.members {
			m.kill()
		}
	}()
	return killed, f.disturb(learner, kills, killed)
}

// patience is for how long a fleet is waited for: alone it takes ten seconds.
const patience = 15 * time.Minute

// disturb kills one after another until the learner is done. A worker that found no
// server when it came has ended, and comes again.
func (f *fleet) disturb(learner *member, kills int, killed map[string]int) error {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		select {
		case <-learner.ended:
			if code := learner.cmd.ProcessState.ExitCode(); code != 0 {
				return fmt.Errorf("the learner ended with %d:\n%s", code, learner.out)
			}
			return nil
		case <-time.After(time.Duration(f.rng.IntN(400)) * time.Millisecond):
		}
		if m := f.members[f.rng.IntN(len(f.members))]; kills > 0 {
			select {
			case <-learner.ended:
				continue
			default:
			}
			kind, err := f.strike(m, learner)
			if err != nil {
				return err
			}
			if kind == "" {
				continue
			}
			kills--
			killed[kind]++
			time.Sleep(time.Duration(f.rng.IntN(200)) * time.Millisecond)
			if err := m.start(f.dir); err != nil {
				return err
			}
		}
		for _, m := range f.members {
			select {
			case <-m.ended:
				if m != learner && m.cmd.ProcessState.ExitCode() == 1 && !bytes.Contains(m.out.Bytes(), []byte("does not take this worker")) {
					if err := m.start(f.dir); err != nil {
						return err
					}
				}
			default:
			}
		}
	}
	return fmt.Errorf("not done after %v; the learner said\n%s\na worker\n%s", patience, learner.out, f.members[len(f.members)-1].out)
}

// strike kills a member, or its device in half of the cases, and returns which; "" if it has none
// yet, or the learner has come to its end meanwhile.
func (f *fleet) strike(m, learner *member) (kind string, err error) {
	if f.device && f.rng.IntN(2) == 0 {
		return f.unplug(m, learner)
	}
	m.kill()
	return m.kind, nil
}

// work is what a worker is started with.
func (f *fleet) work(program string, i int) []string {
	words := []string{program, "work", "nats://" + f.address, "--workers", "1"}
	if f.relays && i == 0 {
		words = append(words, "--relay", f.relay)
	} else if f.relays {
		words[2] = "nats://" + f.relay
	}
	if len(f.keys) > 0 {
		words = append(words, "--key", f.keys[i])
	}
	return f.onDevice(words)
}

// learn is what the learner is started with: it goes on where there is a run.
func (f *fleet) learn() []string {
	words := append([]string{f.ludens}, lone...)
	if _, err := os.Stat(filepath.Join(f.dir, "run", "config.toml")); err == nil {
		words = []string{f.ludens, "resume", "run"}
	}
	words = f.onDevice(append(words, "--only-learn", "--workers", "1"))
	if f.beside {
		return append(words, "--nats", "nats://"+f.address)
	}
	if len(f.keys) > 0 {
		words = append(words, "--keys", filepath.Join(f.dir, "keys"), "--audit", f.audit)
	}
	return append(words, "--listen", f.address)
}

// free returns a free address of this machine.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// serveWord has this program be a NATS server.
const serveWord = "serve"

// serve is a NATS server with JetStream that stands for one that is there already.
func serve(address, dir string) error {
	host, port, _ := strings.Cut(address, ":")
	o := &server.Options{Host: host, JetStream: true, StoreDir: dir, SyncAlways: true, MaxPayload: 8 << 20}
	fmt.Sscan(port, &o.Port)
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return nil
}
