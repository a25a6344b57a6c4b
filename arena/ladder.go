package arena

import (
	"context"
	"slices"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/stat"
)

// Ladder rates many players by games between those pairs of them whose result
// is least known. Which games are played depends on its fields, on the games
// known beforehand and on the results, and on nothing else.
type Ladder struct {
	Game     env.Game
	Players  []Player // at least two
	Openings Openings
	Seed     seed.Seed
	Games    int     // in all
	Anchor   int     // the player whose rating is fixed
	Elo      float64 // at this

	// Elsewhere plays the games; nil: this process does.
	Elsewhere Play

	records [][]Score      // [first][second], of the first
	pairs   map[[2]int]int // how many pairs of games two players have begun, a < b by key
	played  int
	cache   map[meeting]Game // finished before, but not yet asked for
}

// Player is an entrant of a ladder and what identifies it: for a
// network its hash.
type Player struct {
	agent.Entrant
	Key string
}

// meeting names one game: a and b are keys, a < b.
type meeting struct {
	a, b  string
	index int
}

// Resume takes over what was played before. Where the same players took part,
// their games stand in for those that the schedule asks for, so that a ladder
// that was killed goes on as if nothing had happened. Where they were others,
// the games between present players are known beforehand; then fresh is true,
// and the caller notes Keys as an entry of its own.
func (l *Ladder) Resume(entries []Entry) (fresh bool) {
	l.records, l.pairs, l.cache = nil, map[[2]int]int{}, map[meeting]Game{}
	for range l.Players {
		l.records = append(l.records, make([]Score, len(l.Players)))
	}
	l.played = 0
	from := 0 // the entry from which on the players are the present ones
	for i, e := range entries {
		if e.Players != nil {
			from = i
		}
	}
	fresh = len(entries) == 0 || !slices.Equal(entries[from].Players, l.Keys())
	for i, e := range entries {
		switch {
		case e.Game == nil:
		case fresh || i < from:
			l.know(e)
		default:
			l.cache[meeting{e.A, e.B, e.Game.Index}] = *e.Game
		}
	}
	return fresh
}

// Keys returns the players' keys.
func (l *Ladder) Keys() (keys []string) {
	for _, p := range l.Players {
		keys = append(keys, p.Key)
	}
	return keys
}

// know counts a game of present players that was played before.
func (l *Ladder) know(e Entry) {
	a, b := slices.Index(l.Keys(), e.A), slices.Index(l.Keys(), e.B)
	if a < 0 || b < 0 {
		return
	}
	l.pairs[[2]int{a, b}] = max(l.pairs[[2]int{a, b}], e.Game.Index/2+1)
	l.count(a, b, *e.Game)
}

// count adds a game between a and b.
func (l *Ladder) count(a, b int, g Game) {
	first, second := a, b
	if g.Role == env.Second {
		first, second = b, a
	}
	g.Role = env.First
	l.records[first][second].Add(g)
	l.played++
}

// Played returns how many games have been counted.
func (l *Ladder) Played() int { return l.played }

// Ratings returns where the players stand.
func (l *Ladder) Ratings() stat.Ratings {
	var records []stat.Record
	for i, row := range l.records {
		for j, s := range row {
			if s.Games() > 0 {
				records = append(records, stat.Record{First: i, Second: j, Wins: s.Wins, Draws: s.Draws, Losses: s.Losses})
			}
		}
	}
	return stat.Rate(len(l.Players), records, l.Anchor, l.Elo)
}

// Roles returns the score of a player in each role.
func (l *Ladder) Roles(player int) (roles [2]Score) {
	for other := range l.Players {
		roles[env.First] = roles[env.First].Plus(l.records[player][other])
		roles[env.Second] = roles[env.Second].Plus(l.records[other][player].Reversed())
	}
	return roles
}

// Play plays round after round until there are enough games. keep is called
// with each new game as it finishes, and seen with each that counts.
func (l *Ladder) Play(ctx context.Context, workers int, keep func(Entry) error, seen func()) error {
	for l.played < l.Games {
		if err := l.round(ctx, workers, keep, seen); err != nil {
			return err
		}
	}
	return nil
}

// round plays as many pairs of games as there are players, but eight at least,
// chosen by what the games before the round say.
func (l *Ladder) round(ctx context.Context, workers int, keep func(Entry) error, seen func()) error {
	jobs, sides := l.draw(min(max(8, len(l.Players)), (l.Games-l.played+1)/2))
	games := make([]Game, len(jobs))
	missing := make(map[Job]int)
	var order []Job
	var contests []*Contest
	for i, j := range jobs {
		m := l.meeting(sides[i], j.Index)
		if g, ok := l.cache[m]; ok {
			games[i] = g
			delete(l.cache, m)
			seen()
			continue
		}
		missing[j] = i
		order = append(order, j)
		if !slices.Contains(contests, j.Contest) {
			contests = append(contests, j.Contest)
		}
	}
	next := func() (Job, bool) {
		if len(order) == 0 {
			return Job{}, false
		}
		j := order[0]
		order = order[1:]
		return j, true
	}
	err := l.Elsewhere.or(workers)(ctx, contests, next, func(j Job, g Game) (bool, error) {
		i := missing[j]
		games[i] = g
		m := l.meeting(sides[i], j.Index)
		seen()
		return true, keep(Entry{A: m.a, B: m.b, Game: &g})
	})
	if err != nil {
		return err
	}
	for i, g := range games {
		l.count(sides[i][0], sides[i][1], g)
	}
	return nil
}

// draw chooses pairs of games and returns the games and who plays them.
func (l *Ladder) draw(pairs int) (jobs []Job, sides [][2]int) {
	schedule := stat.NewSchedule(l.Ratings())
	contests := map[[2]int]*Contest{}
	for range pairs {
		a, b := schedule.Next()
		if l.Players[b].Key < l.Players[a].Key {
			a, b = b, a
		}
		side := [2]int{a, b}
		if contests[side] == nil {
			contests[side] = l.contest(a, b)
		}
		for role := range 2 {
			jobs = append(jobs, Job{contests[side], 2*l.pairs[side] + role})
			sides = append(sides, side)
		}
		l.pairs[side]++
	}
	return jobs, sides
}

func (l *Ladder) contest(a, b int) *Contest {
	name := l.Players[a].Key + " against " + l.Players[b].Key
	return &Contest{
		Game: l.Game, A: l.Players[a].Entrant, B: l.Players[b].Entrant,
		Openings: l.Openings, Seed: l.Seed.At(name, 0),
	}
}

func (l *Ladder) meeting(side [2]int, index int) meeting {
	return meeting{l.Players[side[0]].Key, l.Players[side[1]].Key, index}
}
