package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ludens/internal/exit"
	"ludens/internal/fleet"
	"ludens/internal/machine"
	"ludens/internal/session"
)

// machines are the flags of a run or a study whose games are played by others, too.
type machines struct {
	listen, url, credentials, queue, keys string
	anyKernels, onlyLearn                 bool
	audit                                 float64
}

func (m *machines) flags(c *cobra.Command) {
	c.Flags().StringVar(&m.listen, "listen", "", "let other processes and machines play games: they find this one at this address, as in :4222 (see ludens work)")
	c.Flags().StringVar(&m.url, "nats", "", "let them play by way of the NATS server at this URL, which has JetStream, instead of one in this process")
	c.Flags().StringVar(&m.credentials, "creds", "", "file of credentials for --nats")
	queueFlag(c, &m.queue)
	keysFlag(c, &m.keys)
	c.Flags().BoolVar(&m.anyKernels, "any-kernels", false, "take games that were played with other kernels, too: results then depend on the mix of machines; the ledger records it")
	c.Flags().Float64Var(&m.audit, "audit", fleet.DefaultAudit, "share of each worker's games that is played again here, to find forged ones: 0 to 1 (docs/scale.md)")
	c.Flags().BoolVar(&m.onlyLearn, "only-learn", false, "play no games here while other machines play")
}

func queueFlag(c *cobra.Command, queue *string) {
	c.Flags().StringVar(queue, "queue", fleet.DefaultQueue, "name of the run on the server: letters, digits and -")
}

func keysFlag(c *cobra.Command, dir *string) {
	c.Flags().StringVar(dir, "keys", "", "folder with the keys of this machine's server (default: ludens/keys where this user's settings are)")
}

// wanted reports whether others may play.
func (m *machines) wanted() bool { return m.listen != "" || m.url != "" }

// check refuses what cannot be before a run is begun.
func (m *machines) check() error {
	switch {
	case m.listen != "" && m.url != "":
		return exit.Usagef("--listen and --nats: want one of them")
	case !(m.audit >= 0 && m.audit <= 1):
		return exit.Usagef("--audit %v: want 0 to 1, as in 0.02", m.audit)
	case !m.wanted() && (m.anyKernels || m.onlyLearn || m.audit != fleet.DefaultAudit):
		return exit.Usagef("--any-kernels, --only-learn and --audit are about other machines: want --listen or --nats")
	case !m.wanted():
		return nil
	}
	if err := fleet.CheckQueue(m.queue); err != nil {
		return exit.Usagef("--queue %w", err)
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

// asked returns what was asked for; nothing if no others may play.
func (m *machines) asked() session.Machines {
	if !m.wanted() {
		return session.Machines{}
	}
	return session.Machines{
		Listen: m.listen, URL: m.url, Credentials: m.credentials, Queue: m.queue, Keys: func() (*fleet.Keys, error) { return readKeys(m.keys) },
		AnyKernels: m.anyKernels, OnlyLearn: m.onlyLearn, Audit: m.audit, Version: machine.Revision(),
	}
}
