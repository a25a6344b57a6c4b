package train

import (
	"context"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// openRules is a game that draws its rules: four settings, short games.
func openRules(t *testing.T) env.Game {
	t.Helper()
	g := games.Must("celta:first=*,passive=*,cap=24")
	return g
}

// A run over many rules is the same for any number of workers, stopped or not.
func TestRunOverRules(t *testing.T) {
	cfg, g := small(), openRules(t)
	cfg.Network, cfg.Iterations, cfg.EvaluateEvery = shape(g), 3, 0
	cfg.SelfPlay.Handicap, cfg.SelfPlay.Restart = 0.6, 0.3
	run := func(workers, parts int) string {
		store := new(Memory)
		for part := range parts {
			r := &Run{Game: g, Config: cfg, Seed: 3, Workers: workers, Store: store}
			ctx, cancel := context.WithCancel(context.Background())
			ended := 0
			r.Events = iterated(func() {
				if ended++; part < parts-1 && ended == 1 {
					cancel()
				}
			})
			if err := r.Loop(ctx); err != nil && part == parts-1 {
				t.Fatal(err)
			}
			cancel()
			if part == parts-1 {
				return r.Net().Hash()
			}
		}
		return ""
	}
	want := run(1, 1)
	for _, got := range []string{run(8, 1), run(2, 3)} {
		if got != want {
			t.Errorf("network %s, want %s", got, want)
		}
	}
}

// iterated hears of iterations alone.
type iterated func()

func (e iterated) Begin(Progress)        {}
func (e iterated) Game(*selfplay.Record) {}
func (e iterated) End(Iteration)         { e() }

func (e iterated) Step(_, _ int, _ nn.Loss) {}

// The side with a handicap is chosen by who wins where First has the same role.
func TestHandicapsByRole(t *testing.T) {
	g := openRules(t)
	varied := g.(env.Varied)
	var all []*selfplay.Record
	wins := map[string][2]int{}
	for n := range uint64(40) {
		r := &selfplay.Record{Seed: n, Result: env.FirstWins}
		role := varied.Drawn(n).Spec().Roles[env.First]
		w := wins[role]
		if role == "attackers" && n%4 != 0 {
			r.Result = env.SecondWins
		}
		w[r.Result-env.FirstWins]++
		wins[role] = w
		all = append(all, r)
	}
	all = append(all, &selfplay.Record{Start: selfplay.Start{Kind: "odds"}, Result: env.SecondWins})
	replay := NewReplay(g, Config{Window: 1000})
	replay.Append(all)
	replay.games = all // without plies they have no positions, and would be let go
	got := replay.FirstShares()
	if len(got) != 2 || len(wins) != 2 {
		t.Fatalf("shares %v of %v", got, wins)
	}
	for role, w := range wins {
		want := min(0.9, max(0.1, float32(w[0])/float32(w[0]+w[1])))
		if got[role] != want {
			t.Errorf("%s: got %v, want %v", role, got[role], want)
		}
	}
	if plain := NewReplay(ticTacToe(t), Config{Window: 1000}); plain.FirstShares() != nil {
		t.Error("a game with one set of rules has shares by role")
	}
}

// What a network says of a position of a space, it says of the same position of the
// game that the rules are of.
func TestNetworkSeesMembersAlike(t *testing.T) {
	for _, name := range []string{"celta:first=*,passive=*,king_capture=*", "cetro:demand=*,cap=60"} {
		g := games.Must(name)
		cfg := small()
		cfg.Network = shape(g)
		r := &Run{Game: g, Config: cfg, Seed: 5, Workers: 1}
		if err := r.Open(); err != nil {
			t.Fatal(err)
		}
		net := selfplay.Net{Inferer: nn.NewEngine(r.Net())}
		for n := range uint64(20) {
			member := g.(env.Varied).Drawn(n)
			viewed := net
			viewed.View = env.ViewOf(g, member)
			s := member.New(n)
			text := member.Spec().Name + " " + member.(env.Notated).Position(s)
			own, err := g.(env.Notated).ParsePosition(text)
			if err != nil {
				t.Fatal(err)
			}
			a, b := ask(t, g.Spec(), net, own), ask(t, member.Spec(), viewed, s)
			if a.Value != b.Value || !slices.Equal(a.Prior, b.Prior) {
				t.Errorf("%s: value %v and %v, priors %v and %v", text, a.Value, b.Value, a.Prior, b.Prior)
			}
		}
	}
}

// ask evaluates a position.
func ask(t *testing.T, spec env.Spec, net selfplay.Net, s env.State) mcts.Leaf {
	t.Helper()
	leaf := mcts.Leaf{State: s, Legal: s.Legal(nil)}
	leaf.Prior = make([]float32, len(leaf.Legal))
	leaves := []mcts.Leaf{leaf}
	if err := selfplay.Network(spec, net).Evaluate(context.Background(), leaves); err != nil {
		t.Fatal(err)
	}
	return leaves[0]
}
