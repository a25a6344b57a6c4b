package session

import (
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/internal/roster"
	runs "ludens/internal/run"
)

// fetched returns the status of an address and what is there.
func fetched(t *testing.T, url string) (int, string) {
	t.Helper()
	c := http.Client{Timeout: 20 * time.Second}
	r, err := c.Get(url)
	if err != nil {
		return 0, err.Error()
	}
	defer r.Body.Close()
	text, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// The page stands beside a run while it is trained, with the run in it, and goes with the work,
// whose error is that of both.
func TestPageBesideARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tic")
	if _, err := trained(t, small(t, "train.iterations=1"), dir, ""); err != nil {
		t.Fatal(err)
	}
	p := Page{Addr: "127.0.0.1:0"}
	if err := p.Listen(); err != nil {
		t.Skip(err)
	}
	defer p.Close()
	base := "http://" + p.address()
	wrong := errors.New("the work went wrong")
	var out strings.Builder
	err := p.Beside(t.Context(), &out, dir, func(context.Context) error {
		if status, text := fetched(t, base+"/"); status != http.StatusOK || !strings.Contains(strings.ToLower(text), "<html") {
			t.Errorf("the page: %d %.80s", status, text)
		}
		return wrong
	})
	if !errors.Is(err, wrong) || !strings.Contains(out.String(), "The run can be watched at "+base+"/#/training while it is trained.") {
		t.Errorf("%v, printed %q", err, &out)
	}
	if status, _ := fetched(t, base+"/"); status != 0 {
		t.Errorf("the page is there after the work: %d", status)
	}
	called := false
	if err := new(Page).Beside(t.Context(), &out, dir, func(context.Context) error { called = true; return nil }); err != nil || !called {
		t.Errorf("without a page: %v, worked: %v", err, called)
	}
}

// After a run the page may stay for a game against what was trained, until it is called off; not
// if the run failed.
func TestPageStays(t *testing.T) {
	p := Page{Addr: "127.0.0.1:0"}
	if err := p.Listen(); err != nil {
		t.Skip(err)
	}
	defer p.Close()
	var out strings.Builder
	ctx, stop := context.WithCancel(t.Context())
	work := p.Staying(&out, "tictactoe", "runs/x", func(context.Context) error { stop(); return nil })
	if err := work(ctx); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Your move: http://" + p.address() + "/#/play?", "first=person", "game=tictactoe", "second=", "stopped."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in %q", want, &out)
		}
	}
	if !strings.Contains(roster.PlayerOfRun("runs/x"), "x") {
		t.Errorf("the run plays as %q", roster.PlayerOfRun("runs/x"))
	}
	wrong := errors.New("wrong")
	if err := p.Staying(&out, "tictactoe", "runs/x", func(context.Context) error { return wrong })(t.Context()); !errors.Is(err, wrong) {
		t.Errorf("after an error: %v", err)
	}
}

// A page of its own is served until it is called off, and says where it is.
func TestPageIsServed(t *testing.T) {
	p := Page{Addr: "127.0.0.1:0", Links: t.TempDir()}
	opponents, err := roster.NewOpponents(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	results, err := runs.OpenResults(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	out := &watched{line: func(line string) {
		if strings.HasPrefix(line, "The page is at http://") {
			go func() {
				defer stop()
				if status, _ := fetched(t, strings.Fields(line)[4]); status != http.StatusOK {
					t.Errorf("%q: status %d", line, status)
				}
			}()
		}
	}}
	if err := p.Serve(ctx, out, opponents, results); err != nil || !strings.HasSuffix(out.String(), "\nstopped.\n") {
		t.Errorf("%v, printed %q", err, out.String())
	}
}
