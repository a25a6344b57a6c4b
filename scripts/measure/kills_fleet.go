package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
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
	if s.liar > 0 {
		return s.liars(dir, want)
	}
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
	fmt.Printf("%d workers, server beside: %-5v %2d learners, %2d servers, %2d workers, %2d liars killed: checkpoint %s after %.1f s\n", f.workers, f.beside,
		killed["learner"], killed["server"], killed["worker"], killed["liar"], want["checkpoints/000004.ckpt"].short(), time.Since(began).Seconds())
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

// disturb kills one after another until the learner is done. A worker that found no
// server when it came has ended, and comes again.
func (f *fleet) disturb(learner *member, kills int, killed map[string]int) error {
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); {
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
			m.kill()
			kills--
			killed[m.kind]++
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
	return fmt.Errorf("not done after five minutes; the learner said\n%s\na worker\n%s", learner.out, f.members[len(f.members)-1].out)
}

// work is what a worker is started with.
func (f *fleet) work(program string, i int) []string {
	words := []string{program, "work", "nats://" + f.address, "--workers", "1"}
	if len(f.keys) > 0 {
		words = append(words, "--key", f.keys[i])
	}
	return words
}

// learn is what the learner is started with: it goes on where there is a run.
func (f *fleet) learn() []string {
	words := append([]string{f.ludens}, lone...)
	if _, err := os.Stat(filepath.Join(f.dir, "run", "config.toml")); err == nil {
		words = []string{f.ludens, "resume", "run"}
	}
	words = append(words, "--only-learn", "--workers", "1")
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
