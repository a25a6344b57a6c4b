package eval

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
	"ludens/selfplay"
)

// block is the number of games whose handicaps depend on the winners of the games before.
const block = 64

// Teach returns games of alpha-beta for a network to learn from before it plays games of
// its own. report is called after each game of all, those of the rounds included.
//
// Alpha-beta learns its evaluation first, in rounds of its own games. Then one side makes
// some of its moves at random: where one role is much the stronger, the other would hardly
// ever show how it wins. The moves that were searched are the policy targets, the results
// are the value targets.
//
// Each game depends on the configuration, the seed, its number and the winners of earlier
// blocks of games alone: any number of goroutines plays the same games.
func Teach(ctx context.Context, g env.Game, c Teacher, s seed.Seed, workers int, report func(done, all int)) ([]*selfplay.Record, error) {
	t := &teacher{game: g, config: c, seed: s, report: report, all: c.All()}
	_, t.scored = g.New(0).(env.Scored)
	var err error
	if t.features, err = ungauged(g); err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	if err := t.learn(ctx, workers); err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	games := make([]*selfplay.Record, 0, c.Games)
	for len(games) < c.Games {
		begin, first := len(games), firstShare(games)
		more, err := playAll(ctx, min(block, c.Games-begin), workers, func(ctx context.Context, i int) (*selfplay.Record, error) {
			return t.play(ctx, begin+i, first)
		}, t.played)
		if err != nil {
			return nil, fmt.Errorf("teach: %w", err)
		}
		games = append(games, more...)
	}
	return games, nil
}

// teacher plays the games.
type teacher struct {
	game     env.Game
	config   Teacher
	seed     seed.Seed
	scored   bool // the game keeps a score
	features *Features
	weights  *Weights
	report   func(done, all int)
	done     int
	all      int
}

func (t *teacher) played(*selfplay.Record) { t.done++; t.report(t.done, t.all) }

// learn learns the evaluation.
func (t *teacher) learn(ctx context.Context, workers int) error {
	c := t.config.own(uint64(t.seed.At("evaluation", 0)))
	var rounds [][]*selfplay.Record
	earlier := func(round int) ([]*selfplay.Record, error) { return rounds[round-1], nil }
	for round := 1; round <= t.config.Rounds; round++ {
		l, err := Round(ctx, t.game, t.features, c, t.weights, round, workers, t.played, earlier)
		if err != nil {
			return err
		}
		rounds, t.weights = append(rounds, l.Games), l.Weights
	}
	return nil
}

// firstShare returns which share of the wins is First's, within [0.1, 0.9]; 0.5 of none.
func firstShare(games []*selfplay.Record) float64 {
	var wins [2]int
	for _, r := range games {
		switch r.Result {
		case env.FirstWins:
			wins[0]++
		case env.SecondWins:
			wins[1]++
		}
	}
	if wins[0]+wins[1] == 0 {
		return 0.5
	}
	return min(0.9, max(0.1, float64(wins[0])/float64(wins[0]+wins[1])))
}

// play plays a game.
func (t *teacher) play(ctx context.Context, number int, first float64) (*selfplay.Record, error) {
	at := t.seed.At("game", number)
	rng := at.At("moves", 0).Rand()
	players, err := t.players(at.At("players", 0).Rand())
	if err != nil {
		return nil, err
	}
	r := &selfplay.Record{Seed: rng.Uint64()}
	weak, often := env.Second, 0.0
	if rng.Float64() < float64(t.config.Handicap) {
		often = max(rng.Float64(), rng.Float64())
		if rng.Float64() < first {
			weak = env.First
		}
		r.Handicap[weak] = float32(often)
	}
	s, opening := t.game.New(r.Seed), rng.IntN(openingPlies)
	for s.Result() == env.Ongoing && !env.Truncated(s, len(r.Plies), t.game.Spec().MaxPly) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var p selfplay.Ply
		if len(r.Plies) < opening || s.ToMove() == weak && often > 0 && rng.Float64() < often {
			legal := s.Legal(nil)
			p.Action = legal[rng.IntN(len(legal))]
		} else {
			d, err := players[s.ToMove()].Act(ctx, s)
			if err != nil {
				return nil, err
			}
			p.Action, p.Policy = d.Action, []selfplay.Share{{Action: d.Action, Probability: 1}}
		}
		r.Plies = append(r.Plies, p)
		s.Play(p.Action)
	}
	r.Result, r.Truncated = s.Result(), s.Result() == env.Ongoing
	return r, nil
}

// players returns alpha-beta for either side: each draws whether it plays with the evaluation
// or, in games that keep one, by the score. Two kinds of players show more of the game than
// one, and by the score the attackers of a tafl game play better than with an evaluation
// that was learned from games which they lost.
func (t *teacher) players(rng *rand.Rand) (players [2]*alphabeta.Agent, err error) {
	for p := range players {
		search := alphabeta.Strong(alphabeta.MaxDepth)
		if !t.scored || rng.IntN(2) == 0 {
			search = alphabeta.Learned(alphabeta.MaxDepth, New(t.features, t.weights))
		}
		search.Nodes = t.config.Nodes
		if players[p], err = alphabeta.New(t.game, search, rng); err != nil {
			return players, err
		}
	}
	return players, nil
}

// Teacher says which games of alpha-beta a network learns from before it plays games of its
// own.
type Teacher struct {
	// Games are what the network learns from; 0: none, whatever the other keys say.
	Games int `toml:"games"`
	// Epochs is how often each position of these games is drawn, on average; default 1.
	Epochs float32 `toml:"epochs"`
	// Nodes are the positions that alpha-beta searches for a move of these games; default
	// 1000.
	Nodes int `toml:"nodes"`
	// Handicap is the share of games in which one side makes some of its moves at random,
	// as in selfplay.Config.Handicap.
	Handicap float32 `toml:"handicap"`
	// Rounds of RoundGames games, in which alpha-beta first learns its evaluation; default
	// 3 of 500.
	Rounds     int `toml:"rounds"`
	RoundGames int `toml:"round_games"`
}

// Settled returns c with the defaults of what was left out.
func (c Teacher) Settled() Teacher {
	if c.Games == 0 {
		return c
	}
	c.Epochs, c.Nodes = cmp.Or(c.Epochs, 1), cmp.Or(c.Nodes, 1000)
	c.Rounds, c.RoundGames = cmp.Or(c.Rounds, 3), cmp.Or(c.RoundGames, 500)
	return c
}

// Rehearsal returns c with every number shrunk.
func (c Teacher) Rehearsal() Teacher {
	c.Games, c.Nodes, c.Epochs = min(c.Games, 4), min(c.Nodes, 50), min(c.Epochs, 1)
	c.Rounds, c.RoundGames = min(c.Rounds, 1), min(c.RoundGames, 4)
	return c
}

const (
	maxGames  = 1_000_000
	maxNodes  = 1 << 30
	maxRounds = 100
	maxEpochs = 1000
)

// Validate says in one line what is wrong with c, or returns nil.
func (c Teacher) Validate() error {
	least := min(1, max(0, c.Games))
	for _, x := range []struct {
		key     string
		n, most int
	}{{"games", c.Games, maxGames}, {"nodes", c.Nodes, maxNodes}, {"rounds", c.Rounds, maxRounds}, {"round_games", c.RoundGames, maxGames}} {
		if x.n < least || x.n > x.most {
			return fmt.Errorf("%s = %d, want %d to %d", x.key, x.n, least, x.most)
		}
	}
	switch {
	case !(c.Epochs >= 0 && c.Epochs <= maxEpochs):
		return fmt.Errorf("epochs = %v, want more than 0, and at most %d", c.Epochs, maxEpochs)
	case !(c.Handicap >= 0 && c.Handicap <= 1):
		return fmt.Errorf("handicap = %v, want 0 to 1", c.Handicap)
	}
	return nil
}

// All returns how many games are played, those of the rounds included.
func (c Teacher) All() int { return c.Games + c.Rounds*c.RoundGames }

// Moves returns how many moves alpha-beta searches if a game has that many plies, counted
// in searches of Nodes positions.
func (c Teacher) Moves(plies float64) float64 {
	own := float64(c.Rounds*c.RoundGames) * float64(c.own(0).Nodes) / float64(max(1, c.Nodes))
	return plies * (own + float64(c.Games)*c.searched())
}

// Positions returns how many positions the network learns from, in games of that many
// plies.
func (c Teacher) Positions(plies float64) float64 { return plies * float64(c.Games) * c.searched() }

// searched returns the share of moves that are not random: one side, in Handicap of the games,
// moves at random two times in three on average.
func (c Teacher) searched() float64 { return 1 - float64(c.Handicap)/3 }

// Bytes returns about how much memory the games take if they have that many plies: those of
// the rounds with the features of their positions, of up to three rounds, and the others.
func (c Teacher) Bytes(g env.Game, plies float64) float64 {
	features, err := ungauged(g)
	if err != nil {
		return 0
	}
	var p Position
	features.Find(g.New(0), &p)
	const fixed, number = 32, 2 // bytes of a position, and of a feature
	position := fixed + number*float64(len(p.Of[0])+len(p.Of[1]))
	rounds := float64(min(c.Rounds, c.own(0).Window) * c.RoundGames)
	return plies * (rounds*(position+selfplay.PlyBytes(0)) + float64(c.Games)*selfplay.PlyBytes(1))
}

// own returns how alpha-beta learns its evaluation in one round: as the preset alphabeta has
// it, with fewer games.
func (c Teacher) own(s uint64) RoundConfig {
	return RoundConfig{Seed: s, Games: c.RoundGames, Nodes: 1000, SearchValue: 0.6, Window: 3}
}

// Player returns alpha-beta as it plays these games, by the game's score.
func (c Teacher) Player(g env.Game, s seed.Seed) (env.Agent, error) {
	search := alphabeta.Strong(alphabeta.MaxDepth)
	search.Nodes = c.Nodes
	return alphabeta.New(g, search, s.Rand())
}
