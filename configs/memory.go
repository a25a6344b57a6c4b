package configs

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/selfplay"
)

// Need is what one value of a run makes it take of memory.
type Need struct {
	What  string // for people
	Bytes float64

	table, key string // of the value; "": it depends on none alone
	value      any
}

// Memory is what a run takes at most, about, the largest first.
type Memory []Need

// What a run takes besides its data, measured on Linux by the peaks (VmHWM) of runs of
// networks from 8x1 to 128x6, of 66 to 1,613 MiB; with them the sum is right within a fifth.
const (
	// program is what the binary, its libraries' tables and Go's runtime take in memory.
	program = 76 << 20
	// garbage is what is no longer used and not yet collected, as a share of what is in
	// use. Go collects when there is as much of it as of the rest (GOGC = 100), or when the
	// memory limit is near; the largest parts of a run are made once and never freed.
	garbage = 0.3
)

// Limit returns the memory limit for Go's collector (debug.SetMemoryLimit), bytes: a
// little more than the estimate, since one that is too low has it collect all the time.
func (m Memory) Limit() int64 { return int64(1.1 * m.Total()) }

// Total returns the sum in bytes.
func (m Memory) Total() (sum float64) {
	for _, n := range m {
		sum += n.Bytes
	}
	return sum
}

// Memory estimates what a valid run takes when its window and its cache are full
// and that many workers play. How long games are and how many moves there are is
// measured in a few random games.
func (r Run) Memory(workers int) Memory {
	g, err := games.Make(r.Game)
	if err != nil {
		return nil
	}
	moves, plies := measured(g)
	if r.ByAlphaBeta() {
		return r.memoryOfRounds(workers, plies)
	}
	perIteration := float64(r.SelfPlay.Games) * plies
	made := perIteration * float64(r.Train.Iterations)
	players := 1.0
	if r.SelfPlay.Past > 0 {
		players = 2
	}
	seats := float64(workers) * float64(min(r.SelfPlay.Lockstep, (r.SelfPlay.Games+workers-1)/workers))
	row := float64(4 * (g.Spec().Size() + g.Spec().Actions)) // of a batch
	searched := 1 - float64(r.SelfPlay.FastShare)

	m := Memory{
		{"window", min(float64(r.Train.Window)/searched, made) * selfplay.PlyBytes(moves), "train", "window", r.Train.Window},
		{"games of an iteration", perIteration * selfplay.PlyBytes(moves), "selfplay", "games", r.SelfPlay.Games},
		{"cache", players * mcts.CacheBytes(float64(r.SelfPlay.Cache), perIteration*float64(r.Search.Simulations), moves), "selfplay", "cache", r.SelfPlay.Cache},
		{"leaves", seats * row, "selfplay", "lockstep", r.SelfPlay.Lockstep},
		r.learning(g, row),
	}
	if c := r.Pretrain.AlphaBeta; c.Games > 0 { // these games are gone before the window is full
		if more := c.Bytes(g, plies) - m.of("window") - m.of("cache"); more > 0 {
			m = append(m, Need{"games of alpha-beta", more, "pretrain", "alphabeta.games", c.Games})
		}
	}
	trees := Need{"search trees", players * seats * r.Search.TreeBytes(moves), "search", "simulations", r.Search.Simulations}
	if r.SelfPlay.Lockstep > r.Search.Simulations {
		trees.table, trees.key, trees.value = "selfplay", "lockstep", r.SelfPlay.Lockstep
	}
	m = append(m, trees)
	if !r.rehearsal { // a rehearsal is not timed beforehand
		m = append(m, Need{What: "timing of a step and a game beforehand", Bytes: r.learning(g, row).Bytes + m.of("cache")})
	}
	return m.whole()
}

// whole adds what is not data, and puts the largest first.
func (m Memory) whole() Memory {
	m = append(m, Need{What: "garbage", Bytes: garbage * m.Total()}, Need{What: "the program", Bytes: program})
	slices.SortStableFunc(m, func(a, b Need) int { return int(sign(b.Bytes - a.Bytes)) })
	return m
}

// memoryOfRounds is Memory for a run by alpha-beta.
func (r Run) memoryOfRounds(workers int, plies float64) Memory {
	// A position to learn from has its features, some 60 of each player on a board of 64
	// squares, and a table is kept by each worker.
	const position = 2*60*2 + 24
	c := r.AlphaBeta
	round := float64(c.Games) * plies
	return Memory{
		{"positions to learn from", float64(c.Window) * round * position, "alphabeta", "window", c.Window},
		{"games of a round", 2 * round * selfplay.PlyBytes(1), "alphabeta", "games", c.Games},
		{What: "search tables", Bytes: float64(workers) * alphabeta.DefaultMegabytes * (1 << 20)},
	}.whole()
}

// of returns the bytes of one need.
func (m Memory) of(what string) float64 {
	i := slices.IndexFunc(m, func(n Need) bool { return n.What == what })
	return m[i].Bytes
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// learning is the need of an optimiser and its graph. The factors are measured:
// heap of a Trainer after two steps, networks from 8x1 to 256x2, batches of 16 to
// 512; they are right within a fifth.
func (r Run) learning(g env.Game, row float64) Need {
	const weights, activations, targets = 12, 7, 5
	net := r.Spec(g.Spec())
	width := float64(net.Channels*(2*net.Blocks+1) + net.PolicyChannels)
	batch := float64(r.Optimiser.Batch)
	n := Need{
		What:  "learning",
		Bytes: weights*4*float64(net.Params()) + batch*(activations*4*width*float64(net.Cells())+targets*row),
		table: "network", key: "channels", value: r.Network.Channels,
	}
	if r.Optimiser.Batch > r.Network.Channels*(1+2*r.Network.Blocks) {
		n.table, n.key, n.value = "optimiser", "batch", r.Optimiser.Batch
	}
	return n
}

// measured returns how many moves positions have and how many plies games last,
// on average over a few random games.
func measured(g env.Game) (moves, plies float64) {
	const count, longest = 4, 300
	rng := seed.New(1).Rand()
	var legal []env.Action
	for i := range count {
		s := g.New(uint64(i))
		ply := 0
		for ; ply < min(longest, g.Spec().MaxPly) && s.Result() == env.Ongoing; ply++ {
			legal = s.Legal(legal[:0])
			moves += float64(len(legal))
			s.Play(legal[rng.IntN(len(legal))])
		}
		plies += float64(ply)
	}
	return moves / max(1, plies), plies / count
}

// Fits returns an error with the place, as [Load] does, if a run takes more than
// free bytes of memory while that many workers play.
func (r Run) Fits(free uint64, workers int, layers ...Layer) error {
	m := r.Memory(workers)
	if m.Total() <= float64(free) {
		return nil
	}
	n := m[slices.IndexFunc(m, func(n Need) bool { return n.key != "" })]
	return blame(invalid{n.table, fmt.Errorf("%s = %v: %s would take about %s, all together %s, of the %s of memory that are free: want less",
		n.key, n.value, n.What, gibibytes(n.Bytes), gibibytes(m.Total()), gibibytes(float64(free)))}, layers)
}

// String gives the need in a few words.
func (m Memory) String() string {
	text := "about " + gibibytes(m.Total()) + " of memory at most"
	if len(m) > 0 && m[0].Bytes > m.Total()/2 {
		text += ", most of it " + m[0].What
	}
	return text
}

func gibibytes(bytes float64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", bytes/(1<<30))
	}
	return fmt.Sprintf("%.0f MiB", max(1, bytes/(1<<20)))
}

// Measured is what a game of self-play comes to in a run, as a mean over all its
// iterations: what decides how long the run takes on a machine whose speed is known.
type Measured struct {
	// Game is whose runs it was measured in; "": in none, random games are as long.
	Game        string
	Plies       float64
	Positions   float64 // that are trained on
	Evaluations float64 // that the searches ask for, remembered ones included
}

//go:embed measured/runs.toml
var measuredRuns string

// measuredRun is an entry of measured/runs.toml, which says what its fields are.
type measuredRun struct {
	Game        string  `toml:"game"`
	Seed        uint64  `toml:"seed"`
	Iterations  int     `toml:"iterations"`
	Simulations float64 `toml:"simulations"`
	Trained     float64 `toml:"trained"`
	Plies       float64 `toml:"plies"`
	Positions   float64 `toml:"positions"`
	Evaluations float64 `toml:"evaluations"`
}

// known are the runs that were measured.
var known = sync.OnceValues(func() ([]measuredRun, error) {
	var file struct{ Run []measuredRun }
	_, err := toml.Decode(measuredRuns, &file)
	return file.Run, err
})

// Measured returns what the games of r will come to, after runs of the same game, else
// of another with the same rules but for options, else of the one whose preset it has,
// else after random games. Runs with searches of about the same size count, and among
// them one of the same seed, if there is one; of others the mean. Evaluations grow with
// the simulations and positions with the share that is trained on, as they do in the
// runs that were measured.
func (r Run) Measured() Measured {
	if r.ByAlphaBeta() {
		plies := r.randomPlies()
		return Measured{"", plies, plies, plies * float64(r.AlphaBeta.Nodes)}
	}
	all, _ := known() // it is ours, and a test reads it
	size, trained := r.searched(), 1-float64(r.SelfPlay.FastShare)
	like := nearestRuns(kindred(all, r.Game), size, r.Seed)
	if len(like) == 0 {
		plies := r.randomPlies()
		return Measured{"", plies, plies * trained, plies * size}
	}
	m := Measured{Game: like[0].Game}
	for _, run := range like {
		share := 1 / float64(len(like))
		m.Plies += share * run.Plies
		m.Positions += share * run.Positions * trained / run.Trained
		m.Evaluations += share * run.Evaluations * size / run.Simulations
	}
	return m
}

// randomPlies returns how long random games of a valid run's game are.
func (r Run) randomPlies() float64 {
	g, err := games.Make(r.Game)
	if err != nil {
		return 0
	}
	_, plies := measured(g)
	return plies
}

// searched returns how many simulations a ply has on average.
func (r Run) searched() float64 {
	fast := float64(r.SelfPlay.FastShare)
	return (1-fast)*float64(r.Search.Simulations) + fast*float64(r.SelfPlay.FastSimulations)
}

// kindred returns the runs of the game that is most like the named one.
func kindred(all []measuredRun, game string) []measuredRun {
	family := ""
	if l, err := PresetFor(game); err == nil {
		family = GameOf(l)
	}
	variant, _, _ := strings.Cut(game, ":")
	for _, name := range []string{game, variant, family} {
		var like []measuredRun
		for _, run := range all {
			if run.Game == name {
				like = append(like, run)
			}
		}
		if len(like) > 0 {
			return like
		}
	}
	return nil
}

// nearestRuns returns those whose searches have the size that is nearest to one, as a
// ratio; of these only those of a seed, if there are any.
func nearestRuns(all []measuredRun, size float64, seed uint64) (like []measuredRun) {
	off := func(run measuredRun) float64 { return math.Abs(math.Log(run.Simulations / size)) }
	least := math.Inf(1)
	for _, run := range all {
		least = min(least, off(run))
	}
	same := false
	for _, run := range all {
		if off(run) > least || same && run.Seed != seed {
			continue
		}
		if run.Seed == seed && !same {
			like, same = nil, true
		}
		like = append(like, run)
	}
	return like
}
