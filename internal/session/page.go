package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"syscall"

	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/duel"
	"ludens/internal/exit"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/web"
)

// UsualAddress is where the page is unless another address is asked for.
const UsualAddress = "127.0.0.1:8014"

// Page is the page to play and watch runs in, as it is served here.
type Page struct {
	Addr  string // HOST:PORT; "": there is no page beside a run
	Links string // folder of the games by link; "": they end with the server
	l     net.Listener
}

// Listen takes the address, before anything else begins, so that one that cannot be had
// costs nothing.
func (p *Page) Listen() (err error) {
	if p.Addr != "" {
		p.l, err = listen(p.Addr)
	}
	return err
}

// Close gives the address back.
func (p *Page) Close() {
	if p.l != nil {
		p.l.Close() // also by the server, when it ends
	}
}

// Serve serves the page until ctx ends.
func (p *Page) Serve(ctx context.Context, out io.Writer, opponents *roster.Opponents, results *runs.Results) error {
	if err := p.Listen(); err != nil {
		return err
	}
	c := p.config(opponents, results)
	if p.Links != "" {
		var faults []error
		if c.Duels, faults = duel.OpenLobby(p.Links, games.Make); len(faults) > 0 {
			fmt.Fprintln(out, "warning:", errors.Join(faults...))
		}
	}
	p.announce(out, "The page is at http://%s/ until Ctrl-C.\n")
	if err := web.Serve(ctx, p.l, c); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nstopped.")
	return nil
}

// Beside does the work of the run in a folder with its page beside it, if there is one.
// The page reads what the run has written, and nothing that it does can reach the run;
// the searches that it is asked for take turns on one core. Both stop when ctx ends; the
// page goes when the work is done.
func (p *Page) Beside(ctx context.Context, out io.Writer, dir string, work func(context.Context) error) error {
	if p.l == nil {
		return work(ctx)
	}
	opponents, err := roster.NewOpponents([]string{dir}, 1)
	if err != nil {
		return err
	}
	results, err := runs.OpenResults(nil)
	if err != nil {
		return err
	}
	p.announce(out, "The run can be watched at http://%s/#/training while it is trained.\n")
	c := p.config(opponents, results)
	c.Searches = 1
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	page := make(chan error, 1)
	go func() { page <- web.Serve(ctx, p.l, c) }()
	err = work(ctx)
	stop()
	return cmp.Or(err, <-page)
}

// Staying returns the work of a run of a game, after which the page stays, for a game against
// what was trained, until ctx ends.
func (p *Page) Staying(out io.Writer, game, dir string, work func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := work(ctx); err != nil {
			return err
		}
		run := url.Values{"game": {game}, "first": {"person"}, "second": {roster.PlayerOfRun(dir)}}
		fmt.Fprintf(out, "\nYour move: http://%s/#/play?%s\nThe page stays until Ctrl-C.\n", p.address(), run.Encode())
		<-ctx.Done()
		fmt.Fprintln(out, "\nstopped.")
		return nil
	}
}

// announce says where the page is, and who can use it if not only this machine.
func (p *Page) announce(out io.Writer, where string) {
	fmt.Fprintf(out, where, p.address())
	if !web.Local(p.l.Addr()) {
		fmt.Fprintln(out, "Everybody who can reach this machine can use it: there is no password.")
	}
}

// address returns the address that people use: with the name that they gave it, if they
// gave one.
func (p *Page) address() string {
	host, _, _ := net.SplitHostPort(p.Addr)
	if host == "" || net.ParseIP(host) != nil {
		return p.l.Addr().String()
	}
	_, bound, _ := net.SplitHostPort(p.l.Addr().String())
	return net.JoinHostPort(host, bound)
}

func (p *Page) config(opponents *roster.Opponents, results *runs.Results) web.Config {
	return web.Config{
		Addr: p.address(), Players: opponents.Players, Trained: opponents.Trained, Offers: opponents.Offers, Runs: opponents.Watched, Curves: opponents.Curves, Checkpoint: opponents.Checkpoint,
		Read: roster.ReadPasted, Notations: record.Others, Results: results.List,
		Collections: func(ctx context.Context) ([]web.Collection, error) {
			all, err := results.Collections(ctx)
			return append(all, roster.Openings()...), err
		},
	}
}

// listen says in one line what is wrong with an address, and the way out.
func listen(addr string) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, exit.Usagef("serve: --addr %q: want HOST:PORT, as in %s", addr, UsualAddress)
	}
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("serve: %s is in use, perhaps by another ludens serve; take any free port with --addr 127.0.0.1:0", addr)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("serve: %s is not an address of this machine; take %s, or 0.0.0.0:PORT for all that it has", addr, UsualAddress)
	case errors.As(err, new(*net.DNSError)), errors.As(err, new(*net.AddrError)):
		return nil, exit.Usagef("serve: --addr %q: there is no such host or port; want HOST:PORT, as in %s", addr, UsualAddress)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("serve: %s is not for ordinary users: take a port from 1024 up with --addr", addr)
	}
	return l, err
}
