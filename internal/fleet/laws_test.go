package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/selfplay"
)

// The limits that docs/scale.md and docs/security.md name are those that hold.
func TestLimitsAreThoseOfTheDocs(t *testing.T) {
	for file, all := range map[string][]string{
		"../../docs/scale.md": {
			fmt.Sprintf("messages of %d MiB, a stream of %d GiB and %d,000 records, objects of %d GiB", maxPayload>>20, maxGames>>30, maxMessages/1000, maxObjects>>30),
			fmt.Sprintf("%s connections with %d subscriptions each, at most %d of one key, %s workers, a log of %d MiB",
				thousands(maxConnections), maxSubjects, maxOpenOfKey, thousands(maxMembers), maxLog>>20),
			fmt.Sprintf("does not show its key within %.0f s is closed", speakBound.Seconds()),
			fmt.Sprintf("%d workers per key", maxOfKey), fmt.Sprintf("%d records that were not assigned, or %d MiB of them", strayFault, mostStray>>20),
			fmt.Sprintf("`--audit` (default %v)", DefaultAudit),
		},
		"../../docs/security.md": {
			fmt.Sprintf("| a worker's question, its answer | `internal/fleet` | %d KiB |", maxAsk>>10),
			fmt.Sprintf("| keys, invitations, credentials | `internal/fleet` | %d MiB, of `--by` %d KiB |", maxKeys>>20, maxKeyFile>>10),
			fmt.Sprintf("closed after %.0f s, workers play", speakBound.Seconds()),
		},
	} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(b)), " ")
		for _, want := range all {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", file, want)
			}
		}
	}
}

func thousands(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }

// What keeps games of a plan from being played is said once, until something else does; the games
// that a player was cut off in are held no more. A worker that can never play them ends.
func TestPlayersSayWhatIsWrong(t *testing.T) {
	said := &lines{}
	var ended error
	w := newWorker(WorkOptions{URL: "there", Goroutines: 1, Tell: said.tell}, func(err error) { ended = err })
	for i, step := range []struct {
		err   error
		lines int
	}{{errors.New("no network"), 1}, {errors.New("no network"), 1}, {errors.New("no archive"), 2}, {nil, 2}, {errUnfit{errors.New("other rules")}, 2}} {
		w.mu.Lock()
		p := w.portion(Job{Kind: selfPlay, Plan: fmt.Sprintf("%064d", 1), Text: "x"})
		w.mu.Unlock()
		p.text, p.games, p.playing = "x", []int{1, 2, 3}, 0
		p.ctx, p.drop = context.WithCancel(t.Context())
		w.o.Tell = func(line string) { said.tell(line); p.drop() } // which ends its rest
		p.player.play = func(_ context.Context, goroutines int, next selfplay.Numbers, bring func(int, []byte)) error {
			if n, ok := next(); !ok || n != 1 || goroutines != 1 {
				t.Errorf("step %d: game %d on %d goroutines", i+1, n, goroutines)
			}
			if step.err == nil {
				bring(1, nil)
			}
			if all, of := w.holds(); all != map[bool]int{true: 2, false: 3}[step.err == nil] || of[p.token] != all {
				t.Errorf("step %d: %d games in hand, %v", i+1, all, of)
			}
			return step.err
		}
		if i == 1 { // which says nothing
			time.AfterFunc(20*time.Millisecond, p.drop)
		}
		if w.first() != p || p.seats != 1 || w.busy != 1 {
			t.Fatalf("step %d: %d goroutines play it, %d play", i+1, p.seats, w.busy)
		}
		w.play(p)
		if all, _ := w.holds(); all != 2 || p.seats != 0 || w.busy != 0 {
			t.Errorf("step %d: %d games in hand, %d goroutines play it, %d play; want 2 games", i+1, all, p.seats, w.busy)
		}
		if len(said.all) != step.lines || (ended != nil) != (i == 4) {
			t.Errorf("step %d: said %q, ended with %v", i+1, said.all, ended)
		}
	}
	if want := []string{"there: no network; trying again", "there: no archive; trying again"}; !slices.Equal(said.all, want) || ended.Error() != "other rules" {
		t.Errorf("said %q, ended with %v", said.all, ended)
	}
}

// A worker says once that it gets no answers, and why, and once that it gets them again.
func TestWorkersSayThatTheyWait(t *testing.T) {
	l, _ := learner(t, nil)
	there, _ := stranger(t, l)
	said := &lines{}
	w := newWorker(WorkOptions{URL: "there", Tell: said.tell}, nil)
	for i, step := range []struct {
		nc   *nats.Conn
		err  error
		line string // "": none
	}{
		{there, nil, ""},
		{there, nats.ErrNoResponders, "there: no run answers; waiting"},
		{there, context.DeadlineExceeded, ""},
		{there, nats.ErrTimeout, ""},
		{there, context.Canceled, ""},
		{there, nats.ErrConnectionClosed, ""},
		{there, errors.New("odd\x1b"), "there: odd?; waiting"},
		{new(nats.Conn), nats.ErrNoResponders, "there: the server is gone; waiting"},
		{new(nats.Conn), nats.ErrTimeout, ""},
		{there, nil, "there: the run answers"},
		{there, nil, ""},
	} {
		before := len(said.all)
		w.nc = step.nc
		w.tellOf(step.err)
		if news := said.all[before:]; (step.line == "") != (len(news) == 0) || step.line != "" && news[0] != step.line {
			t.Errorf("step %d: said %q, want %q", i+1, news, step.line)
		}
	}
}

// What an error of a connection means is said in words of ours.
func TestErrorsOfConnections(t *testing.T) {
	for _, c := range []struct {
		err        error
		invitation string
		want       string
	}{
		{nil, "", "the connection was closed"},
		{nats.ErrNoServers, "", "there: no server there"},
		{errStranger, "i", "there: the server there is not the one of the invitation"},
		{nats.ErrAuthorization, "i", "there: the server does not know this key:"},
		{nats.ErrNkeysNotSupported, "i", "there: the server does not know this key:"},
		{nats.ErrAuthExpired, "i", "there: this key has 128 connections there,"},
		{nats.ErrAuthExpired, "", "there: the credentials have expired:"},
		{nats.ErrSecureConnRequired, "", "there: the server wants an invitation:"},
		{errors.New("tls: bad record"), "", "there: the server wants an invitation:"},
		{errors.New("x509: unknown"), "", "there: the server wants an invitation:"},
		{nats.ErrSecureConnWanted, "i", "there: the server there is of its own machine only,"},
		{errors.New("odd"), "", "there: odd"},
	} {
		w := worker{o: WorkOptions{URL: "there", Invitation: c.invitation}}
		if got := w.explain(c.err).Error(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

// ill is an agent that fails.
type ill struct{}

func (ill) Act(context.Context, env.State) (env.Decision, error) {
	return env.Decision{}, errors.New("it is ill")
}

// A worker whose agents fail cannot help; one that is stopped meanwhile is not to blame.
func TestContestsOfFailingAgents(t *testing.T) {
	g := makeGame(t, "tictactoe")
	e := agent.Entrant{Name: "ill", New: func(env.Game, seed.Seed) (env.Agent, error) { return ill{}, nil }}
	c := &table{contests: map[int]*arena.Contest{0: {Game: g, A: e, B: e, Openings: arena.Random(g, 1, seed.New(1)), Seed: seed.New(1)}}, stock: new(stock)}
	if _, err := c.playGame(t.Context(), 0, 0); !errors.As(err, new(errUnfit)) || !strings.Contains(err.Error(), "it is ill") {
		t.Errorf("an agent that fails: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.playGame(stopped, 0, 0); err == nil || errors.As(err, new(errUnfit)) {
		t.Errorf("a worker that is stopped: %v", err)
	}
}

// All games of self-play are known at once.
func TestGamesOfSelfPlayAreKnown(t *testing.T) {
	it, _ := played(t)
	if n, last := it.more(5); n != 0 || !last {
		t.Errorf("%d games more, the last of them: %v", n, last)
	}
	if it.turn() != it.self().plan.Iteration || !it.replaces() || it.kind() != selfPlay {
		t.Errorf("turn %d, replaces %v, kind %q", it.turn(), it.replaces(), it.kind())
	}
}

// Games that are played side by side end with the first error; each number is played once.
func TestSideBySide(t *testing.T) {
	var mu sync.Mutex
	numbers := func(all int) selfplay.Numbers {
		n := 0
		return func() (int, bool) {
			mu.Lock()
			defer mu.Unlock()
			n++
			return n, n <= all
		}
	}
	for _, goroutines := range []int{1, 3} {
		played := map[int]int{}
		err := sideBySide(t.Context(), goroutines, numbers(50), func(_ context.Context, n int) error {
			mu.Lock()
			defer mu.Unlock()
			played[n]++
			return nil
		})
		if err != nil || len(played) != 50 || played[50] != 1 {
			t.Errorf("%d goroutines: %d games, %v", goroutines, len(played), err)
		}
		wrong := errors.New("wrong")
		err = sideBySide(t.Context(), goroutines, numbers(1<<40), func(ctx context.Context, n int) error {
			if n == 7 {
				return wrong
			}
			sleep(ctx, time.Millisecond)
			return nil
		})
		if !errors.Is(err, wrong) {
			t.Errorf("%d goroutines: %v, want the error of a game", goroutines, err)
		}
	}
}
