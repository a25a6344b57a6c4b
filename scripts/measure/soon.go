package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os/exec"
	"slices"
	"strconv"

	"github.com/chromedp/chromedp"

	"ludens/internal/roster"
	"ludens/internal/web"
)

// soon measures by a browser itself how soon the page is there, and prints a table for
// docs/web.md.
//
// A browser without a window asks a server in this process. First come bytes and
// requests of a first load and of the next, then when the board can be played on, and
// how long the middle level takes to answer a move: until its move is on the board.
func soon(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("soon", flag.ExitOnError)
	rounds := f.Int("rounds", 9, "first loads of each game, and games whose first move is timed")
	f.Parse(args)
	games := f.Args()
	if len(games) == 0 {
		games = []string{"celta", "cetro", "cetran2"}
	}
	return loads(ctx, games, max(1, *rounds))
}

// loads prints a row for each game.
func loads(ctx context.Context, games []string, rounds int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	address, err := serve(ctx)
	if err != nil {
		return err
	}
	browser, err := open(ctx)
	if err != nil {
		return err
	}
	fmt.Println("| game | first load | requests | next load | first board | answer of level 5 |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, game := range games {
		r, err := row(browser, "http://"+address, game, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", game, err)
		}
		fmt.Printf("| %s | %.0f kB | %.0f | %.1f kB | %.0f ms | %.0f ms (%.0f to %.0f) |\n", game,
			r.first/1000, r.requests, r.next/1000, median(r.board), median(r.answer), slices.Min(r.answer), slices.Max(r.answer))
	}
	return nil
}

// serve has the page at an address of this machine until ctx ends.
func serve(ctx context.Context) (string, error) {
	opponents, err := roster.NewOpponents([]string{}, 1)
	if err != nil {
		return "", err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	address := l.Addr().String()
	go web.Serve(ctx, l, web.Config{Players: opponents.Players, Trained: opponents.Trained, Offers: opponents.Offers, Addr: address})
	return address, nil
}

// open returns a browser without a window, until ctx ends.
func open(ctx context.Context) (context.Context, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		// The caller ends ctx, and so the browser.
		ctx, _ := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)...)
		ctx, _ = chromedp.NewContext(ctx)
		return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
	}
	return nil, errors.New("there is no chromium: apt-get install chromium")
}

// figures are what was measured of a game: bytes, and milliseconds.
type figures struct {
	first, next, requests float64
	board, answer         []float64
}

// row measures a game, each time in a browser that has never seen the page.
func row(browser context.Context, url, game string, rounds int) (f figures, err error) {
	for dice := range rounds {
		if err := f.visit(browser, fmt.Sprintf("%s/#/play?game=%s&first=person&second=level:5&dice=%d", url, game, dice+1)); err != nil {
			return f, err
		}
	}
	return f, nil
}

// What is asked of the page. Bytes are those that came over the wire, headers included.
const (
	received = `[...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].reduce((n, e) => n + e.transferSize, 0)`
	requests = `performance.getEntriesByType("resource").length + 1`
	board    = `new Promise((done) => { const look = () => { const m = performance.getEntriesByName("board")[0]; m && document.querySelector("#type:not(:disabled)") ? done(m.startTime) : setTimeout(look, 5); }; look(); })`
	// The first legal move is typed; then it takes until the answer stands in the list of
	// moves, and so on the board.
	answer = `new Promise((done) => {
		const type = document.querySelector("#type"), start = performance.now();
		type.value = document.querySelector("#legal option").value;
		type.form.requestSubmit();
		const look = () => (document.querySelector('.move[data-ply="2"]') ? done(performance.now() - start) : requestAnimationFrame(look));
		look();
	})`
)

// visit opens the page in a new browser context, loads it twice, and makes a move.
func (f *figures) visit(browser context.Context, url string) error {
	ctx, leave := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	defer leave()
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(url)); err != nil {
		return err
	}
	var now float64
	for _, ask := range []struct {
		script string
		to     *float64
		all    *[]float64
	}{{board, &now, &f.board}, {received, &f.first, nil}, {requests, &f.requests, nil}, {answer, &now, &f.answer}} {
		if err := tell(ctx, ask.script, ask.to); err != nil {
			return err
		}
		if ask.all != nil {
			*ask.all = append(*ask.all, now)
		}
	}
	if err := chromedp.Do(ctx, chromedp.Reload()); err != nil {
		return err
	}
	if err := tell(ctx, board, &now); err != nil {
		return err
	}
	return tell(ctx, received, &f.next)
}

// tell has the page answer with a number.
func tell(ctx context.Context, script string, to *float64) error {
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("Promise.resolve("+script+").then(String)", chromedp.EvalAwaitPromise))
	if err != nil {
		return err
	}
	*to, err = strconv.ParseFloat(text, 64)
	return err
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
