package selfplay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
)

// newNet returns a small network for g.
func newNet(t *testing.T, g env.Game, number uint64) *nn.Net {
	t.Helper()
	s := g.Spec()
	net, err := nn.New(nn.Spec{
		Planes: s.Shape[0], Rows: s.Shape[1], Cols: s.Shape[2], Channels: 8, Blocks: 1, PolicyChannels: 4,
		PolicyPlanes: s.Planes(), Globals: s.Globals(), ValueChannels: 2, ValueHidden: 8, Score: true,
	}, seed.New(number).Rand())
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// named is a plan of games with everything that they can have, between networks in
// int8, and all that it names.
func named(t *testing.T, g env.Game, games int) (Plan, Material) {
	t.Helper()
	p, with := elaborate(t, g, games, 3)
	p.Iteration = 4
	p.Config.Precision = Int8
	m := Material{Network: newNet(t, g, 1), Past: newNet(t, g, 2), Archive: with.Archive}
	for _, n := range []struct {
		net *nn.Net
		id  *NetworkID
	}{{m.Network, &p.Network}, {m.Past, &p.Past}} {
		obs := make([]float32, 16*g.Spec().Size())
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range obs {
			obs[i] = rng.Float32()
		}
		c, err := nn.Calibrate(n.net, obs, 16)
		if err != nil {
			t.Fatal(err)
		}
		*n.id = Identify(n.net, &c)
	}
	return p, m
}

// open returns what the games of a plan are played with.
func open(t *testing.T, p Plan, g env.Game, m Material) Resources {
	t.Helper()
	with, err := p.Open(g, m)
	if err != nil {
		t.Fatal(err)
	}
	return with
}

// wire returns games as bytes.
func wire(games []*Record) (all []byte) {
	for _, g := range games {
		all = append(all, g.Marshal()...)
	}
	return all
}

// Equal plans, equal games: in one go or in ranges, in any order, by any number of
// workers, as the plan was made or as it was sent.
func TestEqualPlansAreEqualGames(t *testing.T) {
	for _, name := range []string{"connect4", "cetro-5x5"} {
		g := game(t, name)
		p, m := named(t, g, 11)
		want := wire(played(t, p, open(t, p, g, m), 1))

		sent, err := ReadPlan(p.Text())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(sent, p) || sent.Hash() != p.Hash() {
			t.Errorf("%s: the plan was sent as\n%s\nand read as\n%s", name, p.Text(), sent.Text())
		}
		for _, workers := range []int{1, 3} {
			if got := wire(played(t, sent, open(t, sent, g, m), workers)); !bytes.Equal(got, want) {
				t.Errorf("%s, %d workers: other games by the plan that was sent", name, workers)
			}
			var parts [3][]byte
			for _, i := range []int{2, 0, 1} {
				part := sent.Range([]int{0, 2, 9}[i], []int{2, 9, 11}[i])
				if part, err = ReadPlan(part.Text()); err != nil {
					t.Fatal(err)
				}
				parts[i] = wire(played(t, part, open(t, part, g, m), workers))
			}
			if !bytes.Equal(slices.Concat(parts[:]...), want) {
				t.Errorf("%s, %d workers: other games in ranges", name, workers)
			}
		}
	}
}

// Whatever a plan says decides games, and its hash with them: no other plan has it.
func TestWhatAPlanSaysCounts(t *testing.T) {
	g := game(t, "connect4")
	p, m := named(t, g, 12)
	want := wire(played(t, p, open(t, p, g, m), 2))
	for name, change := range map[string]func(p *Plan, m *Material){
		"seed":           func(p *Plan, _ *Material) { p.Seed++ },
		"range":          func(p *Plan, _ *Material) { *p = p.Range(1, 12) },
		"handicap_first": func(p *Plan, _ *Material) { p.HandicapFirst = 1 },
		"resign_below":   func(p *Plan, _ *Material) { p.ResignBelow = -0.01 },
		"temperature":    func(p *Plan, _ *Material) { p.Config.Temperature = 2 },
		"simulations":    func(p *Plan, _ *Material) { p.Config.Search.Simulations++ },
		"c_init":         func(p *Plan, _ *Material) { p.Config.Search.CInit = 8 },
		"precision":      func(p *Plan, _ *Material) { p.Network.Calibration = nil },
		"network":        func(p *Plan, m *Material) { p.Network, m.Network = p.Past, m.Past },
		"past opponent":  func(p *Plan, m *Material) { p.Past, m.Past = NetworkID{}, nil },
		"archive":        func(p *Plan, m *Material) { m.Archive = m.Archive[1:]; p.Archive = Archive(8, m.Archive) },
		"no archive":     func(p *Plan, m *Material) { p.Archive = ArchiveID{} },
	} {
		other, material := p, m
		change(&other, &material)
		if other.Hash() == p.Hash() {
			t.Errorf("%s: plans that differ have one hash", name)
		}
		if got := wire(played(t, other, open(t, other, g, material), 2)); bytes.Equal(got, want) {
			t.Errorf("%s: plans that differ are the same games", name)
		}
	}
	p.Config.Lockstep, p.Config.Cache = 1, 0
	faster, _ := named(t, g, 12)
	if p.Hash() != faster.Hash() {
		t.Error("lockstep and cache change the hash, and no game")
	}
}

// As they are sent, networks play the same games, and the plan has the same hash; in FP32 nothing
// changes. Control: a network in int8 that differs by an activation range is another plan's.
func TestNetworksAsTheyAreSent(t *testing.T) {
	g := game(t, "connect4")
	p, m := named(t, g, 12)
	want := wire(played(t, p, open(t, p, g, m), 2))
	sent, small, err := p.Sent(g, m)
	if err != nil || sent.Network.Sent == "" || small.Network8 == nil || sent.Hash() != p.Hash() {
		t.Fatalf("%+v, %v", sent.Network, err)
	}
	small.Network, small.Past = nil, nil
	again, err := ReadPlan(sent.Text())
	if err != nil {
		t.Fatal(err)
	}
	if got := wire(played(t, again, open(t, again, g, small), 2)); !bytes.Equal(got, want) {
		t.Error("networks as they are sent play other games")
	}
	other := p
	other.Network.Calibration = slices.Clone(p.Network.Calibration)
	other.Network.Calibration[0] *= 2
	_, wrong, err := other.Sent(g, m)
	if err != nil {
		t.Fatal(err)
	}
	small.Network8 = wrong.Network8
	if _, err := sent.Open(g, small); err == nil || !strings.Contains(err.Error(), "the plan's network is ") {
		t.Errorf("another network: %v", err)
	}
	if _, err := sent.Open(g, m); err == nil {
		t.Error("a plan that names a network in int8 is content with one in FP32")
	}
	p.Network.Calibration, p.Past.Calibration = nil, nil
	if whole, _, err := p.Sent(g, m); err != nil || whole.Network.Sent != "" || whole.Past.Sent != "" {
		t.Errorf("networks in FP32 are sent as %+v, %+v, %v", whole.Network, whole.Past, err)
	}
	sent.Network.Calibration = nil
	if sent.Validate() == nil {
		t.Error("a network that plays in FP32 is sent in int8")
	}
}

// What is at hand must be what the plan names.
func TestAPlanIsHeldToWhatItNames(t *testing.T) {
	g := game(t, "connect4")
	p, m := named(t, g, 2)
	for want, change := range map[string]func(p *Plan, g *env.Game, m *Material){
		"the plan's network is ":          func(_ *Plan, _ *env.Game, m *Material) { m.Network = m.Past },
		"the plan's past opponent, ":      func(_ *Plan, _ *env.Game, m *Material) { m.Past = nil },
		"the plan is for rules ":          func(_ *Plan, g *env.Game, _ *Material) { *g = game(t, "tictactoe") },
		"the plan's archive is 3 games":   func(_ *Plan, _ *env.Game, m *Material) { m.Archive = m.Archive[1:] },
		"47 activation ranges, want 8":    func(p *Plan, _ *env.Game, _ *Material) { p.Network.Calibration = make47() },
		"starts.odd = 0.5, but connect4 ": func(p *Plan, _ *env.Game, _ *Material) { p.Config.Starts = map[string]float32{"odd": 0.5} },
	} {
		plan, game, material := p, g, m
		change(&plan, &game, &material)
		with, err := plan.Open(game, material)
		if err == nil {
			err = Play(context.Background(), plan, with, 1, func(int, *Record) error { return nil })
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %v, want a line with %q", err, want)
		}
	}
	if err := Play(context.Background(), p, Resources{Game: g, Archive: m.Archive}, 1, nil); err == nil || !strings.Contains(err.Error(), "past opponent") {
		t.Errorf("a plan that names a past opponent, played without: %v", err)
	}
}

func make47() []float32 { return slices.Repeat([]float32{1}, 47) }

// An archive is named by what a new game takes from it: starts and moves.
func TestArchivesAreToldApart(t *testing.T) {
	g := game(t, "cetro-5x5")
	cfg := quick(3, 1)
	cfg.Starts, cfg.StartLevel = map[string]float32{"near": 1}, 0.5
	games := playAll(t, g, cfg, 1)
	is := Archive(0, games)
	bare := *games[1]
	bare.Plies = nil
	for _, p := range games[1].Plies {
		bare.Plies = append(bare.Plies, Ply{Action: p.Action})
	}
	if got := Archive(0, []*Record{games[0], &bare, games[2]}); got != is {
		t.Error("a game without its policies is another archive")
	}
	for name, change := range map[string]func(r *Record){
		"seed":     func(r *Record) { r.Seed++ },
		"position": func(r *Record) { r.Start.Position = games[0].Start.Position },
		"move":     func(r *Record) { r.Plies = slices.Clone(r.Plies); r.Plies[0].Action++ },
		"length":   func(r *Record) { r.Plies = r.Plies[1:] },
	} {
		r := bare
		change(&r)
		if got := Archive(0, []*Record{games[0], &r, games[2]}); got == is {
			t.Errorf("another %s, and the same archive", name)
		}
	}
	if Archive(0, games[:2]) == is || Archive(5, nil) != (ArchiveID{}) {
		t.Error("archives of other games are alike")
	}
}

// A plan comes from outside: each fault is one line that says where.
func TestReadPlanRefuses(t *testing.T) {
	g := game(t, "connect4")
	p, _ := named(t, g, 4)
	good := string(p.Text())
	for _, row := range []struct{ old, new, want string }{
		{`"iteration":4`, `"iteration":-1`, "iteration = -1, want 0 or more"},
		{`"end":4`, `"end":5`, "games 0 to 4, want some of 0 to 3"},
		{`"end":4`, `"end":0`, "games 0 to -1, want some of 0 to 3"},
		{`"first":0,"end"`, `"first":-1,"end"`, "games -1 to 3, want some of 0 to 3"},
		{`"resign_below":-0.4`, `"resign_below":0.4`, "resign_below = 0.4, want -1 to 0"},
		{`"handicap_first":0.3`, `"handicap_first":3`, "handicap_first = 3, want 0 to 1"},
		{`"first":7`, `"first":-7`, "archive of 3 games from -7 on"},
		{`"calibration":[`, `"calibration":[-1,`, "range 0 is -1, want more than 0"},
		{`"simulations":8`, `"simulations":-8`, "the -8 of a full search"},
		{`"temperature":1`, `"temperature":1e9`, "temperature = 1e+09"},
		{`"temperature":1`, `"warmth":1`, `unknown field "warmth"`},
		{`"seed":"`, `"seed":"x`, `unmarshal "x`},
		{`{"game"`, `{}{"game"`, "something follows its end"},
		{good, good + "{}", "something follows its end"},
		{good, good[:len(good)-1], "unexpected EOF"},
		{good, "", "EOF"},
		{good, strings.Repeat(" ", maxPlan+1), fmt.Sprintf("a plan of %d bytes", maxPlan+1)},
	} {
		text := strings.Replace(good, row.old, row.new, 1)
		if text == good {
			t.Errorf("there is no %s in %s", row.old, good)
		}
		got, err := ReadPlan([]byte(text))
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40s: error %v, want a line with %q", row.new, err, row.want)
		}
		if !reflect.DeepEqual(got, Plan{}) {
			t.Errorf("%.40s: an error, and a plan", row.new)
		}
	}
}

// Every setting of a plan is sent: nothing in it is hidden from its text.
func TestAllOfAPlanIsSent(t *testing.T) {
	var walk func(typ reflect.Type, path string)
	walk = func(typ reflect.Type, path string) {
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if (name == "" || name == "-" || !f.IsExported()) && !f.Anonymous {
				t.Errorf("%s.%s has no name in JSON", path, f.Name)
			}
			if toml, _, _ := strings.Cut(f.Tag.Get("toml"), ","); toml != "" && toml != "-" && toml != name {
				t.Errorf("%s.%s is %q in JSON and %q in TOML", path, f.Name, name, toml)
			}
			switch f.Type.Kind() {
			case reflect.Struct:
				walk(f.Type, path+"."+f.Name)
			case reflect.Func, reflect.Chan, reflect.Interface, reflect.Pointer:
				t.Errorf("%s.%s is a %v: no plain data", path, f.Name, f.Type)
			}
		}
	}
	walk(reflect.TypeFor[Plan](), "Plan")
	if _, err := json.Marshal(Plan{}); err != nil {
		t.Error(err)
	}
}

// Games that are handed out one by one, out of order and with pauses, are those of the
// plan, and only those.
func TestPlayNumbers(t *testing.T) {
	g := game(t, "connect4")
	p, m := named(t, g, 12)
	with := open(t, p, g, m)
	want := played(t, p, with, 1)
	order := []int{7, -1, 3, 11, -1, -1, 0, 5}
	for _, workers := range []int{1, 3} {
		var mu sync.Mutex
		left := slices.Clone(order)
		next := func() (int, bool) {
			mu.Lock()
			defer mu.Unlock()
			if len(left) == 0 {
				return 0, false
			}
			n := left[0]
			left = left[1:]
			return n, n >= 0
		}
		records, keep := Collect(p)
		for len(left) > 0 { // a play ends when there is nothing for the moment
			if err := PlayNumbers(context.Background(), p, with, workers, next, keep); err != nil {
				t.Fatal(err)
			}
		}
		for i, r := range records {
			if !slices.Contains(order, i) {
				if r != nil {
					t.Errorf("%d workers: game %d was played, and nobody asked for it", workers, i)
				}
			} else if !reflect.DeepEqual(r, want[i]) {
				t.Errorf("%d workers: game %d is another", workers, i)
			}
		}
	}
}

// The games of a plan pass its check under their own number, and under no other.
func TestPlanChecksItsGames(t *testing.T) {
	for _, name := range []string{"connect4", "cetro-5x5"} {
		g := game(t, name)
		p, m := named(t, g, 8)
		with := open(t, p, g, m)
		for i, r := range played(t, p, with, 1) {
			for n := -1; n <= p.End; n++ {
				if err := p.Check(n, r, with); (err == nil) != (n == i) {
					t.Errorf("%s: game %d as number %d: %v", name, i, n, err)
				}
			}
			if err := p.Range(i, i+1).Check(i, r, with); err != nil {
				t.Errorf("%s: game %d as the only one of its plan: %v", name, i, err)
			}
		}
	}
}

// The first difference of two records is said with its ply and both moves, whatever comes
// later; equal ones have none.
func TestDifferencesOfRecords(t *testing.T) {
	g := game(t, "tictactoe")
	for _, c := range []struct {
		name   string
		change func(r *Record)
		want   string
	}{
		{"nothing", func(*Record) {}, ""},
		{"a move", func(r *Record) { r.Plies[2].Action, r.Plies[4].Action = 8, 7 }, "ply 3: c1, the plan's network plays b3"},
		{"the last move", func(r *Record) { r.Plies[4].Action = 8 }, "ply 5: c1, the plan's network plays c3"},
		{"a value", func(r *Record) { r.Plies[0].Value = -0.5 }, "ply 1: a3 with a value of -0.5, the plan's network expects 0"},
		{"a policy", func(r *Record) { r.Plies[3].Policy[1].Probability = 0.5 }, "ply 4: b2 with another policy than that of the plan's network"},
		{"no policy", func(r *Record) { r.Plies[3].Policy = nil }, "ply 4: b2 with another policy than that of the plan's network"},
		{"cut short", func(r *Record) { r.Plies = r.Plies[:3] }, "3 plies, the plan's network plays 5"},
		{"another winner", func(r *Record) { r.Result = env.SecondWins }, ""},
	} {
		theirs := won()
		c.change(theirs)
		if got := Difference(g, theirs, won()); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got, want := Difference(g, won(), &Record{}), "5 plies, the plan's network plays 0"; got != want {
		t.Errorf("more plies: %q, want %q", got, want)
	}
	lost := won()
	lost.Start.Kind, lost.Start.Position = "none", "nowhere"
	if got := Difference(g, won(), lost); got != "" {
		t.Errorf("from a start that cannot be read: %q", got)
	}
}

// Where the roles of a game are drawn with its start, each role has its own share of handicaps;
// a role without one has that of First. Shares are probabilities.
func TestHandicapsOfRoles(t *testing.T) {
	g := drawnRoles{game(t, "tictactoe")}
	p := Plan{HandicapFirst: 0.25, HandicapRole: map[string]float32{"even": 0.75}}
	for start, want := range map[uint64]float32{2: 0.75, 3: 0.25} {
		if got := p.handicapFirst(g, start); got != want {
			t.Errorf("start %d: %v, want %v", start, got, want)
		}
	}
	if got := p.handicapFirst(game(t, "tictactoe"), 2); got != 0.25 {
		t.Errorf("a game of one kind of start: %v", got)
	}
	if got := (&Plan{HandicapFirst: 0.5}).handicapFirst(g, 2); got != 0.5 {
		t.Errorf("without shares of roles: %v", got)
	}
	good, _ := named(t, game(t, "tictactoe"), 4)
	for share, fits := range map[float32]bool{0: true, 1: true, -0.01: false, 1.01: false, float32(math.NaN()): false} {
		good.HandicapRole = map[string]float32{"even": share}
		if err := good.Validate(); (err == nil) != fits || err != nil && !strings.HasPrefix(err.Error(), "handicap_role.even = ") {
			t.Errorf("a share of %v: %v", share, err)
		}
	}
}

// drawnRoles is a game whose first player is called by its start.
type drawnRoles struct{ env.Game }

func (g drawnRoles) Drawn(start uint64) env.Game    { return calledBy{g.Game, start} }
func (g drawnRoles) View(env.Game) (env.View, bool) { return env.View{}, false }
func (g drawnRoles) Share(env.Game) float64         { return 0 }

type calledBy struct {
	env.Game
	start uint64
}

func (g calledBy) Spec() env.Spec {
	s := g.Game.Spec()
	s.Roles = [2]string{[]string{"even", "odd"}[g.start%2], "other"}
	return s
}

// A record takes the room of its plies and of their policies.
func TestRoomOfRecords(t *testing.T) {
	empty, two := (&Record{}).Room(), &Record{Plies: make([]Ply, 2)}
	ply, share := int(PlyBytes(0)), int(PlyBytes(1)-PlyBytes(0))
	if share != 8 || ply < 32 || empty < 100 {
		t.Errorf("a share has %d bytes, a ply %d, an empty record %d", share, ply, empty)
	}
	if got := two.Room(); got != empty+2*ply {
		t.Errorf("two plies: %d bytes, want %d", got, empty+2*ply)
	}
	two.Plies[0].Policy, two.Plies[1].Policy = make([]Share, 5), make([]Share, 1, 3)
	two.Start.Kind, two.Start.Position = "abc", "abcd"
	if got := two.Room(); got != empty+2*ply+8*share+7 {
		t.Errorf("with policies: %d bytes, want %d", got, empty+2*ply+8*share+7)
	}
	if got := PlyBytes(2.5); got != float64(ply)+2.5*float64(share) {
		t.Errorf("two and a half moves: %v bytes", got)
	}
}
