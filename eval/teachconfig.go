package eval

import (
	"cmp"
	"fmt"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
	"ludens/selfplay"
)

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
	features, err := NewFeatures(g)
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
