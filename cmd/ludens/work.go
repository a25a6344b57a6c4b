package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ludens/internal/exit"
	"ludens/internal/fleet"
	"ludens/internal/machine"
	"ludens/internal/prose"
	"ludens/internal/roster"
	"ludens/internal/session"
	"ludens/selfplay"
)

func newWork() *cobra.Command {
	var o fleet.WorkOptions
	var invite bool
	var keys string
	c := &cobra.Command{
		Use:   "work URL",
		Short: "Play games for a run or a study of another machine",
		Long: `Work plays games for a run, a match, a ladder or a balance study that was started
with --listen or --nats, until that is over. It may be started and stopped at any time, on any number of machines: the
outcome of the run is the same. Both sides have the same ludens, and the same kernels
(see ludens --version).

Over a network both sides need keys: work --invite, on the machine that learns, lets
one more worker come and prints what to type there. Without keys a run is open to its
own machine alone.

With --relay a worker serves others, which connect to it as they would to the run: networks
come from the run once, and not once for each worker. Its keys are those of its own machine.`,
		Example: `  ludens train celta --listen :4222                     where it learns
  ludens work nats://localhost:4222                     on the same machine
  ludens work --invite                                  where it learns: keys for another machine
  ludens work nats://learner:4222 --key invitation.txt  on that machine
  ludens work nats://learner:4222 --key invitation.txt --relay :4223`,
		Args: arguments(0, 1, "work URL"),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if invite {
				return printInvitation(c.OutOrStdout(), keys)
			}
			if len(args) == 0 {
				return exit.Usagef("work: for which run? want: ludens work nats://HOST:PORT")
			}
			if o.Goroutines, err = hands(o.Goroutines); err != nil {
				return err
			}
			if err := fleet.CheckQueue(o.Queue); err != nil {
				return exit.Usagef("--queue %w", err)
			}
			if o.Keys, err = readKeys(keys); err != nil {
				return err
			}
			o.URL = args[0]
			return work(c.Context(), c.OutOrStdout(), o)
		},
	}
	c.Flags().BoolVar(&invite, "invite", false, "let one more worker come to runs of this machine, and print what it must type")
	keysFlag(c, &keys)
	queueFlag(c, &o.Queue)
	c.Flags().StringVar(&o.Invitation, "key", "", "what work --invite printed, or a file with it")
	c.Flags().StringVar(&o.Credentials, "creds", "", "file of credentials, for a NATS server that wants it")
	c.Flags().StringVar(&o.Relay, "relay", "", "serve other workers at this address, as in :4223: they work for nats://THIS-MACHINE:4223, and networks come from the run once")
	c.Flags().IntVar(&o.Goroutines, "workers", 0, "goroutines that play (default: one a core)")
	return c
}

// work plays until the run is over.
func work(ctx context.Context, out io.Writer, o fleet.WorkOptions) error {
	name, _ := os.Hostname() // a name for people
	o.Name, o.Version, o.Load = fmt.Sprintf("%s:%d", name, os.Getpid()), machine.Revision(), roster.Lent
	locked := &session.Locked{To: out}
	o.Tell = func(line string) { fmt.Fprintln(locked, line) }
	fmt.Fprintf(locked, "ludens %s, kernels %s, %d goroutines; works for %s\n", o.Version, selfplay.Kernels(), o.Goroutines, prose.Foreign(o.URL))
	err := fleet.Work(ctx, o)
	if err == nil {
		fmt.Fprintln(locked, "the run is over")
	}
	return err
}

// printInvitation makes one and says what to do with it.
func printInvitation(out io.Writer, dir string) error {
	dir, err := keysFolder(dir)
	if err != nil {
		return err
	}
	invitation, err := fleet.Invite(dir)
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil || strings.ContainsAny(host, " \t") {
		host = "THIS-MACHINE"
	}
	fmt.Fprintf(out, `On the other machine:

  ludens work nats://%s:4222 --key %s

The holder of this key can play games for runs of this machine, and read their networks.
Keep it off screens: --key takes a file with it, too. Remove its line from
%s/workers to take it back. A run hears of it when it is started or resumed.
`, host, invitation, dir)
	return nil
}
