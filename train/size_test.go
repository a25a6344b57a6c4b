package train

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/nn"
	"ludens/selfplay"
)

// meadow is a game on a board of any size: in row after row the sides in turn take a
// cell, low (the first plane of actions) or high (the last); after six rows the side that
// took more cells high has won. Mirrored, it is the same.
type meadow struct{ side, planes int }

const meadowRows = 6

func (g meadow) cells() int { return g.side * g.side }

func (g meadow) Spec() env.Spec {
	return env.Spec{Name: "meadow", Version: 1, Actions: g.planes * g.cells(), Shape: [3]int{3, g.side, g.side},
		MaxPly: 50, Roles: [2]string{"first", "second"}}
}

func (g meadow) New(uint64) env.State { return &grass{meadow: g} }

func (g meadow) Symmetries() []env.Symmetry {
	same, mirror := env.Symmetry{Name: "identity"}, env.Symmetry{Name: "mirror"}
	for c := range g.cells() {
		same.Cells, mirror.Cells = append(same.Cells, c), append(mirror.Cells, c/g.side*g.side+g.side-1-c%g.side)
	}
	for a := range env.Action(g.planes * g.cells()) {
		plane, c := int(a)/g.cells(), int(a)%g.cells()
		same.Actions, mirror.Actions = append(same.Actions, a), append(mirror.Actions, env.Action(plane*g.cells()+mirror.Cells[c]))
	}
	return []env.Symmetry{same, mirror}
}

// grass is a position of meadow.
type grass struct {
	meadow
	ply   int
	taken [meadowRows]env.Action
}

func (s *grass) ToMove() env.Player { return env.Player(s.ply % 2) }

func (s *grass) Legal(dst []env.Action) []env.Action {
	if s.ply == meadowRows {
		return dst
	}
	for _, plane := range []int{0, s.planes - 1} {
		for col := range s.side {
			dst = append(dst, env.Action(plane*s.cells()+s.ply*s.side+col))
		}
	}
	return dst
}

func (s *grass) Play(a env.Action) {
	s.taken[s.ply] = a
	s.ply++
}

func (s *grass) high(ply int) bool { return int(s.taken[ply]) >= s.cells() }

func (s *grass) Result() env.Result {
	ahead := 0
	for ply := range s.ply {
		if s.high(ply) {
			ahead += 1 - 2*(ply%2)
		}
	}
	switch {
	case s.ply < meadowRows:
		return env.Ongoing
	case ahead > 0:
		return env.FirstWins
	case ahead < 0:
		return env.SecondWins
	}
	return env.Drawn
}

// Observe shows whose the cells are, and which are high.
func (s *grass) Observe(dst []float32) {
	clear(dst)
	for ply := range s.ply {
		cell := int(s.taken[ply]) % s.cells()
		dst[(s.ply-ply)%2*s.cells()+cell] = 1
		if s.high(ply) {
			dst[2*s.cells()+cell] = 1
		}
	}
}

func (s *grass) Key() uint64 {
	key := uint64(s.ply) + 1
	for _, a := range s.taken[:s.ply] {
		key = (key ^ uint64(a)) * 0x9e3779b97f4a7c15
		key ^= key >> 29
	}
	return key
}

func (s *grass) Copy(dst env.State) env.State {
	d, ok := dst.(*grass)
	if !ok {
		d = new(grass)
	}
	*d = *s
	return d
}

func (s *grass) Format(a env.Action) string {
	height := "low"
	if int(a) >= s.cells() {
		height = "high"
	}
	return fmt.Sprintf("%s-%d", height, int(a)%s.side)
}

func (s *grass) String() string { return fmt.Sprint(s.taken[:s.ply]) }

// large are boards beyond those that our own games have. The last has more actions
// than two bytes can number.
var large = []meadow{{20, 2}, {64, 17}}

func TestMeadowIsAGame(t *testing.T) {
	for _, g := range large {
		envtest.Run(t, g, envtest.Games(1))
	}
}

// TestLargeBoardsTrain: a game on the largest board, with symmetries, is played and
// trained on.
func TestLargeBoardsTrain(t *testing.T) {
	for _, g := range large {
		t.Run(fmt.Sprintf("%dx%d", g.side, g.side), func(t *testing.T) {
			cfg := small()
			cfg.Iterations, cfg.EvaluateEvery, cfg.Optimiser.Batch = 1, 0, 4
			cfg.SelfPlay.Games = 2
			r, heard := meadowRun(t, g, cfg), new(last)
			r.Events = heard
			if err := r.Open(); err != nil {
				t.Fatal(err)
			}
			was := r.Net().Hash()
			if err := r.Loop(context.Background()); err != nil {
				t.Fatal(err)
			}
			if it := heard.it; it.Games.Played != 2 || it.Losses.Steps == 0 || r.Net().Hash() == was {
				t.Errorf("%+v, want two games, and a network that they changed", it)
			}
		})
	}
}

// last keeps the iteration that ended last.
type last struct {
	unheard
	it Iteration
}

func (l *last) End(it Iteration) { l.it = it }

// meadowRun returns a run from its beginning.
func meadowRun(t *testing.T, g meadow, cfg Config) *Run {
	t.Helper()
	spec := g.Spec()
	cfg.Network = nn.Spec{Planes: 3, Rows: g.side, Cols: g.side, Channels: 4, Blocks: 1, PolicyChannels: 2,
		PolicyPlanes: spec.Planes(), Globals: spec.Globals(), ValueChannels: 1, ValueHidden: 4}
	return &Run{Game: g, Config: cfg, Seed: 7, Workers: 2}
}

// TestTooLargeABoardIsRefused: before anything is played, in one line.
func TestTooLargeABoardIsRefused(t *testing.T) {
	r := meadowRun(t, meadow{20, 2}, small())
	r.Game = meadow{65, 2}
	err := r.Loop(context.Background())
	if want := "train: env: meadow has 65 rows, want 1 to 64"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestNetworksAreAsLargeAsGames: package nn, which knows no games, has the bounds of
// package env, but for boards of one row or column.
func TestNetworksAreAsLargeAsGames(t *testing.T) {
	s := nn.Spec{Planes: env.MaxPlanes, Rows: env.MaxSide, Cols: env.MaxSide, Channels: 1, PolicyChannels: 1,
		PolicyPlanes: env.MaxPlanes, Globals: env.MaxSide*env.MaxSide - 1, ValueChannels: 1, ValueHidden: 1}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	s.Cols++
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "cols = 65, want 2 to 64") {
		t.Errorf("error %v", err)
	}
}

// TestActionsAreToldApart: games whose actions have equal low bytes are no duplicates.
func TestActionsAreToldApart(t *testing.T) {
	a := &selfplay.Record{Plies: []selfplay.Ply{{Action: 1}}}
	b := &selfplay.Record{Plies: []selfplay.Ply{{Action: 1 + 1<<16}}}
	if got := Tell([]*selfplay.Record{a, b, a}).Duplicates; got != 1 {
		t.Errorf("%d duplicates, want 1", got)
	}
}
