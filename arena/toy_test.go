package arena

import (
	"fmt"
	"math"

	"ludens/env"
	"ludens/env/seed"
)

// barter is a game without choice whose result is known by its odds: the seed
// draws what each side has, and then who wins.
type barter struct {
	edge  float64
	worth map[string]float64 // log-odds a man
	plies int
	draws float64 // share of the games that are drawn whatever the odds
}

var barterKinds = []string{"pawn", "rook"}

func (b barter) Spec() env.Spec {
	return env.Spec{Name: "barter", Actions: 1, Shape: [3]int{1, 1, 1}, MaxPly: 100, Roles: [2]string{"buyer", "seller"}}
}

func (b barter) New(n uint64) env.State {
	s := &stall{game: b}
	rng := seed.New(n).Rand()
	odds := b.edge
	for k, kind := range barterKinds {
		for p := range s.men {
			s.men[p][k] = rng.IntN(5)
		}
		odds += b.worth[kind] * float64(s.men[0][k]-s.men[1][k])
	}
	switch {
	case rng.Float64() < b.draws:
		s.end = env.Drawn
	case rng.Float64() < 1/(1+math.Exp(-odds)):
		s.end = env.FirstWins
	default:
		s.end = env.SecondWins
	}
	return s
}

type stall struct {
	game barter
	men  [2][2]int
	ply  int
	end  env.Result
	luck uint64 // of gambit
}

func (s *stall) ToMove() env.Player { return env.Player(s.ply % 2) }

func (s *stall) Legal(dst []env.Action) []env.Action {
	if s.Result() != env.Ongoing {
		return dst
	}
	return append(dst, 0)
}

func (s *stall) Play(env.Action) { s.ply++ }

func (s *stall) Result() env.Result {
	if s.ply < s.game.plies {
		return env.Ongoing
	}
	return s.end
}

func (s *stall) Observe(dst []float32)    { dst[0] = 0 }
func (s *stall) Key() uint64              { return uint64(s.ply) + s.luck }
func (s *stall) Copy(env.State) env.State { c := *s; return &c }
func (s *stall) Format(env.Action) string { return "wait" }
func (s *stall) String() string           { return fmt.Sprint(s.men) }
func (s *stall) Ending() string           { return map[bool]string{true: "sold"}[s.Result() != env.Ongoing] }
func (s *stall) Material(p env.Player) (list []env.Men) {
	for k, kind := range barterKinds {
		list = append(list, env.Men{Kind: kind, Count: s.men[p][k]})
	}
	return list
}

// bartered returns that many games of barter.
func bartered(b barter, games int) (all []Game) {
	for i := range games {
		s := b.New(uint64(i)).(*stall)
		all = append(all, Game{Index: 2 * i, Seed: uint64(i), Actions: make([]env.Action, b.plies), Result: s.end, Ending: "sold"})
	}
	return all
}
