package agent

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/solve"
)

// won draws positions of an endgame that the mover wins, with their tables.
func won(t *testing.T, g env.Game, men string, n int) (*solve.Table, []env.State) {
	t.Helper()
	small, err := solve.Endgame(g, men)
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Game(t.Context(), small, solve.Config{Workers: 1, Memory: tableMemory}, nil)
	if err != nil {
		t.Fatal(err)
	}
	positions, err := g.(env.Endgames).Endgame(men)
	if err != nil {
		t.Fatal(err)
	}
	var all []env.State
	for rng := rand.New(rand.NewPCG(1, 2)); len(all) < n; {
		s := positions.Draw(rng, nil)
		if s == nil || s.Result() != env.Ongoing {
			continue
		}
		if w, err := table.Solve(t.Context(), s, true); err != nil {
			t.Fatal(err)
		} else if w.Sign > 0 {
			all = append(all, s)
		}
	}
	return table, all
}

// An agent that plays at random mates with each officer in as few plies as there
// can be, whatever a random defender does; against the best defence in exactly that
// number.
func TestTabledMates(t *testing.T) {
	g := game(t, "cetran2")
	for _, men := range []string{"kq-k", "kr-k", "ka-k", "kh-k"} {
		table, starts := won(t, g, men, 5)
		for i, s := range starts {
			strong := s.ToMove()
			w, err := table.Solve(t.Context(), s, true)
			if err != nil {
				t.Fatal(err)
			}
			best := i%2 == 0
			defender := Random(seed.New(uint64(i)).Rand())
			if best {
				defender = Tabled(g, defender)
			}
			player, plies := Tabled(g, Random(seed.New(7).Rand())), 0
			for ; s.Result() == env.Ongoing; plies++ {
				who := defender
				if s.ToMove() == strong {
					who = player
				}
				s.Play(act(t, who, s).Action)
			}
			if s.Result() != env.WinFor(strong) || plies > w.Plies || best && plies != w.Plies {
				t.Errorf("%s, position %d: %v after %d plies, the table says %v", men, i, s.Result(), plies, w)
			}
		}
	}
}

// Where no small endgame is on the board the agent is the one that it was.
func TestTabledElsewhere(t *testing.T) {
	g := game(t, "cetran2")
	s := g.New(3)
	for range 20 {
		plain, tabled := Greedy(seed.New(5).Rand()), Tabled(g, Greedy(seed.New(5).Rand()))
		d, e := act(t, plain, s), act(t, tabled, s)
		if d.Action != e.Action {
			t.Fatalf("plays %s with tables, %s without", s.Format(e.Action), s.Format(d.Action))
		}
		s.Play(d.Action)
	}
	if ttt := game(t, "tictactoe"); Tabled(ttt, nil) != nil {
		t.Error("a game without endgames has tables")
	}
}

// A drawn position is drawn by the agent's own move if that draws, else by another:
// here the bare king must take the officer.
func TestTabledDraws(t *testing.T) {
	g := game(t, "cetran2")
	s, err := g.(env.Notated).ParsePosition("8/8/8/8/8/1k6/1Q6/7K b")
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(10) {
		d := act(t, Tabled(g, Random(seed.New(n).Rand())), s)
		if got := s.Format(d.Action); got != "b3b2" {
			t.Errorf("plays %s, want the only move that draws", got)
		}
	}
}

// The analyst tells the shortest mate, proven and played to its end.
func TestTabledAnalyst(t *testing.T) {
	g := game(t, "cetran2")
	table, starts := won(t, g, "kr-k", 4)
	spec, err := ParseSpec("mcts:5")
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.Analyst(g, nil, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range starts {
		r, err := a.Analyse(context.Background(), s, analysis.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := table.Solve(t.Context(), s, true)
		if err != nil {
			t.Fatal(err)
		}
		if r.Value != 1 || r.Proof != env.WinFor(s.ToMove()) || r.Plies != w.Plies || len(r.Moves[0].Line) != w.Plies {
			t.Errorf("value %v, %v in %d, a line of %d; the table says %v", r.Value, r.Proof, r.Plies, len(r.Moves[0].Line), w)
		}
		end, strong := s.Copy(nil), s.ToMove()
		for _, m := range r.Moves[0].Line {
			end.Play(m)
		}
		if end.Result() != env.WinFor(strong) {
			t.Errorf("the line ends with %v", end.Result())
		}
	}
}

// endless are tables of cetran2 that are never done.
func endless(t *testing.T) *tables {
	t.Helper()
	all := newTables(game(t, "cetran2"), "", nil)
	for _, e := range all.endings {
		e.begin.Do(func() {})
	}
	return all
}

// Where time is limited, an agent and an analyst play by search until a table is there,
// and where it is not they wait for it as long as their ctx. Control: once the tables are
// done, the same answers are those of the table.
func TestNoClockWaitsForATable(t *testing.T) {
	g := game(t, "cetran2")
	s, err := g.(env.Notated).ParsePosition("8/8/8/8/8/1k6/7Q/K7 w")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := ParseSpec("mcts:1000000")
	if err != nil {
		t.Fatal(err)
	}
	plain := spec
	plain.Untabled = true
	thinker, err := plain.Analyst(g, nil, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	search, err := plain.Entrant(nil).New(g, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	for name, tables := range map[string]*tables{"endless": endless(t), "done": tablesOf(g)} {
		analyst := tabledAnalyst{thinker, tables, false}
		player := &hurriedTabled{tabled{search, tables}, search.(hurried)}
		if name == "done" && tables.of(t.Context(), s, false) == nil {
			t.Fatal("the table is not solved")
		}
		decided := func(d env.Decision) bool { return d.Value == 1 && d.Simulations < 100 }
		patient, stop := context.WithTimeout(t.Context(), 20*time.Second)
		d, err := timed{player, 50 * time.Millisecond}.Act(patient, s)
		stop()
		if err != nil || decided(d) != (name == "done") {
			t.Errorf("%s: within a move time: %+v, %v", name, d, err)
		}
		soon, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if d, err = player.Act(soon, s); (err == nil) != (name == "done") {
			t.Errorf("%s: without a limit but ctx: %+v, %v", name, d, err)
		}
		stop()
		for _, l := range []analysis.Limits{{Time: 50 * time.Millisecond}, {Endless: true}, {Simulations: 1 << 30}} {
			soon, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
			r, err := analyst.Analyse(soon, s, l, nil)
			stop()
			if err != nil || len(r.Moves) == 0 || (r.Plies > 0) != (name == "done") {
				t.Errorf("%s, %+v: %d moves, won in %d, %v", name, l, len(r.Moves), r.Plies, err)
			}
		}
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}

// made counts the games that are begun of a game.
type made struct {
	env.Game
	games int
}

func (m *made) New(seed uint64) env.State {
	m.games++
	return m.Game.New(seed)
}

// A game that is made again is compared with the first by playing, once. Control: the first time
// it is.
func TestGameMadeAgainIsPlayedOnce(t *testing.T) {
	first, again := &made{Game: game(t, "tictactoe")}, &made{Game: game(t, "tictactoe")}
	want := tablesOf(first)
	if tablesOf(again) != want || again.games == 0 {
		t.Fatalf("the game that is made again has other tables, or was not played: %d games", again.games)
	}
	before := [2]int{first.games, again.games}
	if tablesOf(again) != want || [2]int{first.games, again.games} != before {
		t.Errorf("%d and %d games are begun, %v before", first.games, again.games, before)
	}
}

// Agents of one game share its tables; of many games the latest are kept.
func TestTablesAreKept(t *testing.T) {
	first := tablesOf(game(t, "cetran2"))
	if tablesOf(game(t, "cetran2")) != first {
		t.Error("a game has two tables")
	}
	for _, name := range []string{"celta", "cuervo", "tablut", "ardri"} {
		tablesOf(game(t, name))
	}
	if len(kept.all) != tableGames || tablesOf(game(t, "cetran2")) == first {
		t.Errorf("%d tables are kept, want %d and those of the first game no more", len(kept.all), tableGames)
	}
}

// Of two games of one name, read one after the other, each has its own tables; a game that is
// made again has those that it had.
func TestTablesOfAnotherGameOfThatName(t *testing.T) {
	make := func(stalemate string) env.Game {
		text := `family = "chess"
name = "twice"
title = "Twice"
summary = "a test"
board = """
. . . k
. . . .
Q . . .
K . . ."""
stalemate = "` + stalemate + `"

[men.K]
moves = "K"
royal = true

[men.Q]
moves = "Q"
`
		name, err := games.Read("twice.toml", text)
		if err != nil {
			t.Fatal(err)
		}
		defer games.Forget(name)
		g := games.Must(name)
		again := games.Must(name)
		if tablesOf(g) != tablesOf(again) {
			t.Error("a game that is made again has other tables")
		}
		return g
	}
	draw, loss := make("draw"), make("loss")
	if tablesOf(draw) == tablesOf(loss) {
		t.Error("two games of one name share their tables")
	}
}
