package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/env/seed"
	agents "ludens/internal/roster"
	"ludens/stat"
	"ludens/train"
)

// tiny returns the path of a checkpoint of tic-tac-toe.
func tiny(t *testing.T) string {
	t.Helper()
	r := run(t, nil)
	r.Config.Iterations = 1
	if err := r.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	c, err := r.Store.Last()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tiny.ckpt")
	if _, err := c.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func entrant(t *testing.T, text string) agent.Entrant {
	t.Helper()
	e, err := agent.Parse(text, new(agents.Loader).Load)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// cells are a study of two games, with all kinds of openings that a game may have: a
// network, a search and one that looks a ply ahead take part.
func cells(t *testing.T, checkpoint string) []arena.Cell {
	t.Helper()
	small, large, s := makeGame(t, "tictactoe"), makeGame(t, "connect4"), seed.New(3)
	book, err := arena.ParseBook(large, "4 4\n3 5", s)
	if err != nil {
		t.Fatal(err)
	}
	greedy, search := entrant(t, "greedy"), entrant(t, "mcts:20+root=puct")
	return []arena.Cell{
		{Key: "network", Game: small, Agent: entrant(t, "ckpt:"+checkpoint+"@8"), Opponent: &greedy, Openings: arena.Random(small, 1, s), Seed: s, Games: 24},
		{Key: "int8", Game: small, Agent: entrant(t, "int8:"+checkpoint+"@0"), Opponent: &search, Openings: arena.Balanced(small, 2, s), Seed: s, Games: 12},
		{Key: "self", Game: large, Agent: search, Openings: arena.Balanced(large, 3, s), Seed: s, Games: 20},
		{Key: "book", Game: large, Agent: search, Opponent: &greedy, Openings: book, Seed: s, Games: 12},
	}
}

// studied plays the cells and returns their games.
func studied(t *testing.T, cells []arena.Cell, play arena.Play, seen func()) (all [][]arena.Game) {
	t.Helper()
	b := arena.NewBalance(cells, nil)
	b.Elsewhere = play
	kept := 0
	err := b.Play(context.Background(), 2, func() bool { return false }, func(arena.Entry) error { kept++; seen(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for i := range cells {
		all, want = append(all, b.Games(i)), want+cells[i].Games
	}
	if kept != want {
		t.Errorf("%d games were kept, want %d", kept, want)
	}
	return all
}

// The games of a study are those of one machine alone for any number of workers, also
// if the connection of one is cut for good.
func TestStudiesAreTheSameWithWorkers(t *testing.T) {
	all := cells(t, tiny(t))
	want := studied(t, all, nil, func() {})
	for _, workers := range []int{0, 1, 3} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			l, said := learner(t, func(o *Options) { o.OnlyLearn, o.Game = true, nil })
			ended := make(chan error, workers)
			killed, kill := context.WithCancel(context.Background())
			defer kill()
			for i := range workers {
				ctx := context.Background()
				if i == 2 {
					ctx = killed
				}
				go func() { ended <- Work(ctx, workOptions(l, said)) }()
			}
			for end := time.Now().Add(10 * time.Second); l.roster.fit() < workers && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			n := 0
			got := studied(t, all, l.Contests, func() {
				if n++; n == 10 {
					kill()
				}
			})
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got\n%v\nalone\n%v", got, want)
			}
			last := l.Last()
			if (workers > 0) != (brought(last) > 0) || workers < 3 && last.Here+brought(last) != 68 {
				t.Errorf("workers brought %d games, the learner played %d:\n%s", brought(last), last.Here, said)
			}
			if said.has("is refused") {
				t.Errorf("%s", said)
			}
			if err := l.Close(true); err != nil {
				t.Error(err)
			}
			for range workers {
				if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}
		})
	}
}

// A match that a test ends has the outcome of one machine alone, and so have a ladder's
// rounds, whose meetings change.
func TestTestsAndLaddersAreTheSameWithWorkers(t *testing.T) {
	g, s := makeGame(t, "connect4"), seed.New(5)
	match := func(play arena.Play) stat.Counts {
		m := arena.NewSeries(0, &stat.SPRT{Elo0: 0, Elo1: 300, Alpha: 0.05, Beta: 0.05})
		m.Elsewhere = play
		c := &arena.Contest{Game: g, A: entrant(t, "mcts:40"), B: entrant(t, "random"), Openings: arena.Balanced(g, 2, s), Seed: s}
		if err := m.Play(context.Background(), c, 2, func(arena.Game) error { return nil }); err != nil {
			t.Fatal(err)
		}
		return m.Pairs
	}
	ladder := func(play arena.Play) stat.Ratings {
		l := &arena.Ladder{Game: g, Openings: arena.Balanced(g, 2, s), Seed: s, Games: 40, Elsewhere: play}
		for _, text := range []string{"random", "greedy", "mcts:10"} {
			l.Players = append(l.Players, arena.Player{Entrant: entrant(t, text), Key: text})
		}
		l.Resume(nil)
		if err := l.Play(context.Background(), 2, func(arena.Entry) error { return nil }, func() {}); err != nil {
			t.Fatal(err)
		}
		return l.Ratings()
	}
	l, said := learner(t, func(o *Options) { o.Game = nil })
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- Work(ctx, workOptions(l, said)) }()
	if got, want := match(l.Contests), match(nil); !slices.Equal(got, want) {
		t.Errorf("pairs %v, alone %v", got, want)
	}
	if got, want := ladder(l.Contests), ladder(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("ratings %v, alone %v", got, want)
	}
	stop()
	<-ended
}

// Agents whose games depend on the clock, or that no other machine has, are refused before
// any game, in one line.
func TestAgentsOfThisMachineAreRefused(t *testing.T) {
	g, s := makeGame(t, "tictactoe"), seed.New(1)
	l, _ := learner(t, nil)
	for want, e := range map[string]agent.Entrant{
		"mcts:20ms cannot be played by others: what it plays depends on the clock": entrant(t, "mcts:20ms"),
		"greedy cannot be played by others: what it plays depends on the clock":    entrant(t, "greedy").MoveTime(time.Second),
		"mine cannot be played by others: it has no name":                          {Name: "mine", New: entrant(t, "greedy").New},
		"no such file": entrant(t, "ckpt:nowhere@8"),
	} {
		m := arena.NewSeries(2, nil)
		m.Elsewhere = l.Contests
		c := &arena.Contest{Game: g, A: entrant(t, "random"), B: e, Openings: arena.Random(g, 1, s), Seed: s}
		err := m.Play(context.Background(), c, 1, func(arena.Game) error { t.Error("a game is played"); return nil })
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// staged returns an iteration of two contests, and four games of them in its order.
func staged(t *testing.T) (it *iteration, records [][]byte, counted *int) {
	t.Helper()
	g, s := makeGame(t, "connect4"), seed.New(2)
	var all []*arena.Contest
	for _, values := range []bool{false, true} {
		all = append(all, &arena.Contest{Game: g, A: entrant(t, "mcts:5"), B: entrant(t, "random"), Openings: arena.Balanced(g, 3, s), Seed: s, Values: values})
	}
	n, counted := 0, new(int)
	c, err := newContests(all, packCheckpoint, func() (arena.Job, bool) {
		n++
		return arena.Job{Contest: all[n%2], Index: n}, n <= 4
	}, func(arena.Job, arena.Game) (bool, error) { *counted++; return true, nil })
	if err != nil {
		t.Fatal(err)
	}
	it = newIteration(&Learner{roster: newRoster(func(string) {})}, c, c.plan.Hash(), c.plan.Text(), newOpenTally(0))
	it.fill(9)
	for _, j := range c.jobs {
		played, err := j.Contest.Play(context.Background(), j.Index)
		if err != nil {
			t.Fatal(err)
		}
		record, err := packContest(played)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, record)
	}
	return it, records, counted
}

// A worker has games for half a second: one for each goroutine, more of short ones, and no
// more than an answer has room for.
func TestGamesOfAnAnswer(t *testing.T) {
	for _, c := range []struct {
		goroutines int
		takes      time.Duration
		want       int
	}{
		{3, 0, 3}, {3, time.Second, 3}, {3, 500 * time.Millisecond, 6}, {3, 100 * time.Millisecond, 18},
		{3, 34 * time.Millisecond, 45}, {3, time.Nanosecond, 48}, {16, time.Millisecond, 256}, {17, time.Millisecond, 256}, {400, 0, 256},
	} {
		if got := new(contests).most(c.goroutines, c.takes); got != c.want {
			t.Errorf("%d goroutines, games of %v: %d, want %d", c.goroutines, c.takes, got, c.want)
		}
	}
}

// A game that is cut, of another number, against the rules or from another opening
// counts for nothing; the one that is right counts once.
func TestHostileContestsAreRefused(t *testing.T) {
	it, records, counted := staged(t)
	c := it.content.(*contests)
	number := c.plan.Number(1, 1)
	it.hands.add(number, member("k", "id"))
	bring := func(number int, record []byte) error {
		return it.receive(ticket{planToken(it.hash), number, "k", "id"}, squeeze(record))
	}
	for n := range records[0] {
		if bring(number, records[0][:n]) == nil {
			t.Errorf("a game cut after %d bytes counts", n)
		}
	}
	change := func(with func(*arena.Game)) []byte {
		var e arena.Entry
		if err := e.UnmarshalJSON(records[0]); err != nil {
			t.Fatal(err)
		}
		with(e.Game)
		record, err := e.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		return record
	}
	for name, record := range map[string][]byte{
		"another game":    records[2],
		"another index":   change(func(g *arena.Game) { g.Index = 3 }),
		"another opening": change(func(g *arena.Game) { g.Opening-- }),
		"another start":   change(func(g *arena.Game) { g.Seed++ }),
		"an illegal move": change(func(g *arena.Game) { g.Actions[len(g.Actions)-1] = 99 }),
		"cut short":       change(func(g *arena.Game) { g.Actions, g.Values = g.Actions[:len(g.Actions)-1], g.Values[1:] }),
		"another winner":  change(func(g *arena.Game) { g.Result ^= 3 }),
		"another ending":  change(func(g *arena.Game) { g.Ending = "\x1b[2J" }),
		"no values":       change(func(g *arena.Game) { g.Values = nil }),
		"a wild value":    change(func(g *arena.Game) { g.Values[0] = 2000 }),
		"players":         []byte(`{"players":["a"]}`),
		"a cell":          bytes.Replace(records[0], []byte(`{"game"`), []byte(`{"a":"x","game"`), 1),
	} {
		if err := bring(number, record); err == nil || errors.Is(err, errStray) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, stray := range []int{0, 77, 1 << 40} {
		if err := bring(stray, records[0]); !errors.Is(err, errStray) {
			t.Errorf("game %d, which nobody was asked for: %v", stray, err)
		}
	}
	if *counted != 0 {
		t.Fatalf("%d games count, want none", *counted)
	}
	for range 2 {
		if err := bring(number, records[0]); err != nil || *counted != 1 {
			t.Errorf("%v, %d games count, want one", err, *counted)
		}
	}
}

// What a worker reads of a study is held against the hash that names it.
func TestDamagedStudiesAreRefused(t *testing.T) {
	path := tiny(t)
	b, err := packCheckpoint(path)
	if err != nil {
		t.Fatal(err)
	}
	whole, _, err := train.ReadCheckpoint(path)
	if err != nil {
		t.Fatal(err)
	}
	sent, _, err := train.DecodeCheckpoint(b)
	if err != nil || sent.Net.Hash() != whole.Net.Hash() || sent.Learner != nil {
		t.Fatalf("a checkpoint comes as another: %v", err)
	}
	l, _ := learner(t, nil)
	it := &iteration{l: l, tally: newOpenTally(0)}
	g, s := makeGame(t, "tictactoe"), seed.New(2)
	c, err := newContests([]*arena.Contest{{Game: g, A: entrant(t, "ckpt:"+path+"@4"), B: entrant(t, "greedy"), Openings: arena.Random(g, 1, s), Seed: s}}, packCheckpoint, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	it.content, it.hash, it.text = c, c.plan.Hash(), textHash(c.plan.Text())
	ctx := context.Background()
	if err := it.offer(ctx); err != nil {
		t.Fatal(err)
	}
	job := Job{Kind: contest, Plan: it.hash, Text: it.text}
	p := player{load: agents.Lent}
	if err := p.read(ctx, l.js, l.queue, job); err != nil {
		t.Fatal(err)
	}
	store, err := l.js.ObjectStore(ctx, l.queue.bucket())
	if err != nil {
		t.Fatal(err)
	}
	all, err := c.objects()
	if err != nil || len(all) != 2 {
		t.Fatalf("%d objects, %v, want plan and checkpoint", len(all), err)
	}
	for name, b := range all {
		bad := bytes.Clone(b)
		bad[len(bad)/2] ^= 1
		if _, err := store.PutBytes(ctx, name, bad); err != nil {
			t.Fatal(err)
		}
		p := player{load: agents.Lent}
		if err := p.read(ctx, l.js, l.queue, job); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Errorf("%s with a bit changed: %v", name, err)
		}
		if _, err := store.PutBytes(ctx, name, b); err != nil {
			t.Fatal(err)
		}
	}
}
