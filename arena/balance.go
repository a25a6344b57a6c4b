package arena

import (
	"context"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
)

// Cell is one condition of a balance study: a game that one agent plays against
// itself, each game from an opening of its own, or against another, each opening
// twice with exchanged roles. A game depends on the other fields and its number,
// not on how many Games there are.
type Cell struct {
	Key      string // unique among the cells of a folder
	Game     env.Game
	Agent    agent.Entrant
	Opponent *agent.Entrant // nil: the agent itself
	Openings Openings
	Varied   int // as in Contest
	Seed     seed.Seed
	Games    int // to be played
}

func (c *Cell) contest() *Contest {
	other := c.Agent
	if c.Opponent != nil {
		other = *c.Opponent
	}
	return &Contest{
		Game: c.Game, A: c.Agent, B: other, Openings: c.Openings,
		Seed: c.Seed.At(c.Key, 0), Values: true, Varied: c.Varied,
	}
}

// step is how far apart the games that a cell plays are in its contest: without
// an opponent it is the first of each pair, since exchanged roles mean nothing
// where both are the same agent.
func (c *Cell) step() int {
	if c.Opponent == nil {
		return 2
	}
	return 1
}

// Balance plays the games of many cells. They take turns, so that one that is
// broken off has as many games of each.
type Balance struct {
	Cells     []Cell
	Elsewhere Play // plays the games; nil: this process does

	games []map[int]Game // by cell and number
}

// NewBalance returns a study with the games of its cells that are among entries.
func NewBalance(cells []Cell, entries []Entry) *Balance {
	b := &Balance{Cells: cells, games: make([]map[int]Game, len(cells))}
	of := map[string]int{}
	for i, c := range cells {
		b.games[i] = map[int]Game{}
		of[c.Key] = i
	}
	for _, e := range entries {
		if i, ok := of[e.A]; ok && e.Game != nil {
			b.games[i][e.Game.Index/cells[i].step()] = *e.Game
		}
	}
	return b
}

// Missing returns how many games are still to be played.
func (b *Balance) Missing() (n int) {
	for i, c := range b.Cells {
		n += c.Games
		for number := range b.games[i] {
			if number < c.Games {
				n--
			}
		}
	}
	return n
}

// Games returns the games of a cell in their order, up to the first that has not
// been played: which games count does not depend on how long they took.
func (b *Balance) Games(cell int) []Game {
	var games []Game
	for number := range b.Cells[cell].Games {
		g, played := b.games[cell][number]
		if !played {
			break
		}
		games = append(games, g)
	}
	return games
}

// Play has the games played that are missing (here, on that many goroutines), until
// enough says so; games that have begun are played to their end. keep is called with each
// new game, one at a time.
func (b *Balance) Play(ctx context.Context, workers int, enough func() bool, keep func(Entry) error) error {
	contests, cell := make([]*Contest, len(b.Cells)), map[*Contest]int{}
	for i := range b.Cells {
		contests[i] = b.Cells[i].contest()
		cell[contests[i]] = i
	}
	turns := b.turns()
	next := func() (Job, bool) {
		for !enough() {
			i, number, more := turns()
			if !more {
				break
			}
			if _, played := b.games[i][number]; !played {
				return Job{contests[i], b.Cells[i].step() * number}, true
			}
		}
		return Job{}, false
	}
	return b.Elsewhere.or(workers)(ctx, contests, next, func(j Job, g Game) (bool, error) {
		i := cell[j.Contest]
		b.games[i][g.Index/b.Cells[i].step()] = g
		return true, keep(Entry{A: b.Cells[i].Key, Game: &g})
	})
}

// turns returns a function that goes through the first game of each cell, then
// the second of each, until no cell wants more.
func (b *Balance) turns() func() (cell, number int, more bool) {
	most := 0
	for _, c := range b.Cells {
		most = max(most, c.Games)
	}
	cell, number := -1, 0
	return func() (int, int, bool) {
		for number < most {
			if cell++; cell == len(b.Cells) {
				cell, number = -1, number+1
				continue
			}
			if number < b.Cells[cell].Games {
				return cell, number, true
			}
		}
		return 0, 0, false
	}
}
