package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ludens/internal/fleet"
)

// machines are the flags of a run whose games are played by others, too.
type machines struct {
	listen, url, credentials, queue, keys string
	anyKernels, onlyLearn                 bool
}

func (m *machines) flags(c *cobra.Command) {
	c.Flags().StringVar(&m.listen, "listen", "", "let other processes and machines play games of the run: they find it at this address, as in :4222 (see ludens work)")
	c.Flags().StringVar(&m.url, "nats", "", "let them play by way of the NATS server at this URL, which has JetStream, instead of one in this process")
	c.Flags().StringVar(&m.credentials, "creds", "", "file of credentials for --nats")
	queueFlag(c, &m.queue)
	keysFlag(c, &m.keys)
	c.Flags().BoolVar(&m.anyKernels, "any-kernels", false, "take games that were played with other kernels, too: the outcome is then no machine's alone; the ledger notes it")
	c.Flags().BoolVar(&m.onlyLearn, "only-learn", false, "play no games here while somebody else does")
}

func queueFlag(c *cobra.Command, queue *string) {
	c.Flags().StringVar(queue, "queue", fleet.DefaultQueue, "name of the run on the server: letters, digits and -")
}

func keysFlag(c *cobra.Command, dir *string) {
	c.Flags().StringVar(dir, "keys", "", "folder with the keys of this machine's server (default: ludens/keys where this user's settings are)")
}

// wanted tells whether others may play.
func (m *machines) wanted() bool { return m.listen != "" || m.url != "" }

// check refuses what cannot be before a run is begun.
func (m *machines) check() error {
	switch {
	case m.listen != "" && m.url != "":
		return usage{errors.New("--listen and --nats: want one of them")}
	case !m.wanted() && (m.anyKernels || m.onlyLearn):
		return usage{errors.New("--any-kernels and --only-learn are about other machines: want --listen or --nats")}
	case !m.wanted():
		return nil
	}
	if err := checkQueue(m.queue); err != nil {
		return err
	}
	if m.url != "" {
		return nil
	}
	keys, err := readKeys(m.keys)
	if err == nil {
		err = fleet.Free(m.listen, keys)
	}
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	return nil
}

// checkQueue refuses names that cannot be part of a subject.
func checkQueue(name string) error {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	if name == "" || len(name) > 40 || strings.Trim(name, letters) != "" {
		return usage{fmt.Errorf("--queue %q: want 1 to 40 letters, digits and -", name)}
	}
	return nil
}

// readKeys reads the keys of a folder, or of the usual one; nil if there are none.
func readKeys(dir string) (*fleet.Keys, error) {
	dir, err := keysFolder(dir)
	if err != nil {
		return nil, nil // no home: there can be none
	}
	return fleet.ReadKeys(dir)
}

func keysFolder(dir string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	settings, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("where are the keys? want --keys FOLDER (%w)", err)
	}
	return filepath.Join(settings, "ludens", "keys"), nil
}

// serve has others play the games of a session.
func (m *machines) serve(s *session) (err error) {
	if !m.wanted() {
		return nil
	}
	keys, err := readKeys(m.keys)
	if err != nil {
		return err
	}
	if m.anyKernels {
		if err := s.folder.Mix(); err != nil {
			return err
		}
	}
	out := &lockedWriter{to: s.out}
	s.out, s.show.out = out, out
	tell := func(line string) { fmt.Fprintln(out, "      "+line) }
	s.fleet, err = fleet.Open(fleet.Options{
		Game: s.run.Game, Goroutines: s.run.Workers, Listen: m.listen, Dir: filepath.Join(s.folder.Dir, "fleet"), Keys: keys,
		URL: m.url, Credentials: m.credentials, Queue: m.queue, Version: version(),
		AnyKernels: m.anyKernels, OnlyLearn: m.onlyLearn, Tell: tell,
	})
	if err != nil {
		return err
	}
	s.run.Play, s.show.share = s.fleet.Play, s.fleet.Last
	m.announce(out, s.fleet)
	return nil
}

// announce says how others come to play.
func (m *machines) announce(out io.Writer, l *fleet.Learner) {
	switch {
	case m.url != "":
		fmt.Fprintf(out, "Others play games of this run by: ludens work %s\n", m.url)
	case l.Safe():
		fmt.Fprintf(out, "Others play games of this run by: ludens work nats://THIS-MACHINE:%s --key INVITATION\n", port(l.Address()))
	default:
		fmt.Fprintf(out, "Processes of this machine play games of this run by: ludens work nats://%s\n"+
			"There are no keys for other machines: `ludens work --invite` makes them.\n", l.Address())
	}
	if m.anyKernels {
		fmt.Fprintln(out, "Games of any kernels are taken: the outcome is no machine's alone; the ledger notes it.")
	}
}

func port(address string) string { return address[strings.LastIndexByte(address, ':')+1:] }

// printShare tells who played the games of an iteration.
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
}

// lockedWriter lets several goroutines write lines.
type lockedWriter struct {
	mu sync.Mutex
	to io.Writer
}

func (w *lockedWriter) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(b)
}
