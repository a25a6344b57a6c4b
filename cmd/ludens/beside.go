package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"

	"github.com/spf13/cobra"

	"ludens/env/record"
	"ludens/internal/roster"
	"ludens/internal/watch"
	"ludens/internal/web"
)

// beside serves the page of a run while it is trained: that of ludens serve
// --run. It reads what the run has written, and nothing that it does can reach
// the run. Searches that somebody asks it for take turns on one core.
type beside struct {
	addr string // "": nobody wants it
	l    net.Listener
}

func (b *beside) flags(c *cobra.Command) {
	c.Flags().StringVar(&b.addr, "serve", "", "show the run in a browser while it is trained, at this address of this machine")
	c.Flags().Lookup("serve").NoOptDefVal = usualAddress
}

// listen takes the address before anything else begins, so that one that cannot
// be had costs nothing.
func (b *beside) listen() (err error) {
	if b.addr != "" {
		b.l, err = listen(b.addr)
	}
	return err
}

// close gives the address back.
func (b *beside) close() {
	if b.l != nil {
		b.l.Close() // also by the server, when it ends
	}
}

// train does the work of the run in a folder with its page beside it. Both stop
// when ctx ends; the page goes when the work is done.
func (b *beside) train(ctx context.Context, out io.Writer, dir string, work func(context.Context) error) error {
	if b.l == nil {
		return work(ctx)
	}
	opponents, err := roster.NewOpponents([]string{dir}, 1)
	if err != nil {
		return err
	}
	shelf, err := watch.OpenResults(nil)
	if err != nil {
		return err
	}
	at := pageAddress(b.addr, b.l)
	fmt.Fprintf(out, "The run can be watched at http://%s/#/training while it is trained.\n", at)
	warn(out, b.l)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	page := make(chan error, 1)
	go func() {
		page <- web.Serve(ctx, b.l, web.Config{
			Addr: at, Searches: 1,
			Players: opponents.Players, Trained: opponents.Trained, Read: readPasted, Notations: record.Others, Runs: opponents.Watched, Results: shelf.List, Collections: shelf.Collections,
		})
	}()
	err = work(ctx)
	stop()
	return cmp.Or(err, <-page)
}
