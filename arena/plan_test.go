package arena

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
)

// named is how plans of these tests name agents.
func named(e agent.Entrant) (string, error) { return e.Spec.String(), nil }

// known makes them again.
func known(text string) (agent.Entrant, error) { return agent.Parse(text, nil) }

// A plan that was written and read is of the same games, with whatever openings.
func TestPlansAreTheSameGames(t *testing.T) {
	four, chess, s := game(t, "connect4"), game(t, "cetran2"), seed.New(8)
	odds, err := AtOdds(chess, chess.(env.Uneven).Odds()[0], s)
	if err != nil {
		t.Fatal(err)
	}
	book, err := ParseBook(four, "4 4\n3 5", s)
	if err != nil {
		t.Fatal(err)
	}
	a, err := known("mcts:6+root=puct")
	if err != nil {
		t.Fatal(err)
	}
	b, err := known("random")
	if err != nil {
		t.Fatal(err)
	}
	var all []*Contest
	for g, openings := range map[env.Game][]Openings{four: {Random(four, 3, s), Balanced(four, 3, s), book}, chess: {odds}} {
		for _, o := range openings {
			all = append(all, &Contest{Game: g, A: a, B: b, Openings: o, Seed: s.At("x", len(all)), Values: len(all)%2 == 0, Varied: 8 * (len(all) % 3)})
		}
	}
	p, err := NewPlan(all, named)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ReadPlan(p.Text())
	if err != nil || back.Hash() != p.Hash() {
		t.Fatalf("plan %.12s comes back as %.12s, %v", p.Hash(), back.Hash(), err)
	}
	for k, c := range all {
		again, err := back.Contests[k].Contest(c.Game, known)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, 3, 6} {
			want, err := c.Play(context.Background(), i)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := again.Play(context.Background(), i); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, game %d: %+v, %v, want %+v", p.Contests[k].Openings.Kind, i, got, err, want)
			}
			if err := c.Check(i, want); err != nil {
				t.Errorf("%s, game %d: %v", p.Contests[k].Openings.Kind, i, err)
			}
			if k1, i1 := p.Numbered(p.Number(k, i)); k1 != k || i1 != i {
				t.Errorf("game %d of contest %d is numbered as game %d of %d", i, k, i1, k1)
			}
		}
	}
}

// A text that is no plan, or one of other rules, is refused.
func TestPlansAreChecked(t *testing.T) {
	g := game(t, "connect4")
	e, err := known("random")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan([]*Contest{{Game: g, A: e, B: e, Openings: Random(g, 2, 1), Seed: 1}}, named)
	if err != nil {
		t.Fatal(err)
	}
	for n := range p.Text() {
		if _, err := ReadPlan(p.Text()[:n]); err == nil {
			t.Errorf("a plan cut after %d bytes is read", n)
		}
	}
	for _, text := range []string{`{"contests":[]}`, string(p.Text()) + "1", strings.Replace(string(p.Text()), `"a":`, `"speed":1,"a":`, 1)} {
		if _, err := ReadPlan([]byte(text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	for want, change := range map[string]func(*Meeting){
		"other rules":       func(m *Meeting) { m.Rules = "0" },
		"unknown agent":     func(m *Meeting) { m.B = "nobody" },
		"varied in 61":      func(m *Meeting) { m.Varied = 61 },
		"of 61 plies":       func(m *Meeting) { m.Openings.Plies = 61 },
		"of -1 plies":       func(m *Meeting) { m.Openings.Plies = -1 },
		`of kind "chess"`:   func(m *Meeting) { m.Openings.Kind = "chess" },
		"without openings":  func(m *Meeting) { m.Openings = Drawn{Kind: "book"} },
		"is not legal":      func(m *Meeting) { m.Openings = Drawn{Kind: "book", Book: Book{{Actions: []env.Action{9}}}} },
		"cannot begin at o": func(m *Meeting) { m.Openings = Drawn{Kind: "odds", Odds: "queen"} },
	} {
		m := p.Contests[0]
		change(&m)
		if _, err := m.Contest(g, known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := NewPlan([]*Contest{{Game: g, A: e, B: e, Openings: nothing{}}}, named); err == nil {
		t.Error("openings that nobody else has are sent")
	}
}

// A game from elsewhere is refused unless it is the one that was asked for, from its opening,
// with as many values as plies after that, by the rules and with the words of its end.
func TestGamesFromElsewhereAreChecked(t *testing.T) {
	g := game(t, "connect4")
	c := &Contest{Game: g, A: entrant(t, "random"), B: entrant(t, "random"), Openings: Random(g, 3, seed.New(5)), Seed: 5, Values: true}
	for what, change := range map[string]func(g *Game){
		"":                          func(*Game) {},
		"it was forfeited":          func(g *Game) { g.Forfeit = true },
		"it is game 2, want 3":      func(g *Game) { g.Index = 2 },
		"it is game 3, want 3":      func(g *Game) { g.Role = env.First },
		"begins with another":       func(g *Game) { g.Actions[0] = (g.Actions[0] + 1) % 7 },
		"it begins with another":    func(g *Game) { g.Opening = 2 },
		"begins with another open":  func(g *Game) { g.Actions = g.Actions[:2] },
		"it begins with another o":  func(g *Game) { g.Seed++ },
		"begins with another openi": func(g *Game) { g.Start = "x" },
		"values, want":              func(g *Game) { g.Values = g.Values[1:] },
		"not legal":                 func(g *Game) { g.Actions[4] = 99 },
		"ending":                    func(g *Game) { g.Ending = "so" },
	} {
		played, err := c.Play(context.Background(), 3)
		if err != nil {
			t.Fatal(err)
		}
		change(&played)
		err = c.Check(3, played)
		if (err == nil) != (what == "") || err != nil && what != "ending" && !strings.Contains(err.Error(), what) {
			t.Errorf("%q: %v", what, err)
		}
	}
	c.Values = false
	played, err := c.Play(context.Background(), 3)
	if err != nil || c.Check(3, played) != nil {
		t.Errorf("without values: %v, %v", err, c.Check(3, played))
	}
}

// nothing is openings of another package.
type nothing struct{}

func (nothing) Opening(int) Opening { return Opening{} }
