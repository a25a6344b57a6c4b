// Package lesson teaches the rules of a game by tasks: positions out of the game's own
// play, each with the moves that do what a rule says. Nothing in it is written for one
// game: what a move does is read from its squares (env.Squares) and from the result, and
// the words are those of the game's book.
package lesson

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
	"ludens/env/seed"
)

// Task asks for a move that does what a rule says.
type Task struct {
	Topic string `json:"topic"` // "moves king", "wins checkmate": different in all tasks of a lesson
	Title string `json:"title"` // a heading: "The king"
	// Says is the rule in the words of the game's book, a paragraph each; empty if the
	// book has no word for it.
	Says []string `json:"says"`
	Ask  string   `json:"ask"` // "Move the king on e1."
	// Start, or Seed where it is "", and Moves lead to the position, as the game writes them.
	Start string   `json:"start,omitempty"`
	Seed  uint64   `json:"seed,omitempty"`
	Moves []string `json:"moves"`
	// Answers are the moves that do it, as the game writes them: at least one. Others are
	// legal, too, unless the topic is how a piece moves.
	Answers []string `json:"answers"`
	// Cells are those of the diagram that the answers enter; those that they leave in Men.
	Cells []int `json:"cells"`
	Men   []int `json:"men"`
}

// Of returns the tasks of a game, in the order of a lesson: how pieces
// move, what they capture, what else they do, how the game is won. It plays games against
// itself to find them: the same ones each time. The error is that of ctx.
func Of(ctx context.Context, g env.Game) ([]Task, error) {
	m := miner{game: g, found: map[fact]*find{}}
	if d, ok := env.As[env.Described](g); ok {
		m.book = d.Book()
	}
	if err := m.play(ctx); err != nil {
		return nil, err
	}
	if !m.displaces {
		delete(m.found, fact{what: aside}) // all captures are of that kind
	}
	if !m.takesOne {
		delete(m.found, fact{what: several})
	}
	for f := range m.found {
		if f.what == gives && m.found[fact{wins, f.name}] != nil {
			delete(m.found, f)
		}
	}
	facts := slices.Collect(maps.Keys(m.found))
	slices.SortFunc(facts, func(a, b fact) int {
		return cmp.Or(cmp.Compare(a.what, b.what), cmp.Compare(m.rank(a), m.rank(b)), cmp.Compare(a.name, b.name))
	})
	tasks := []Task{}
	for _, f := range facts {
		tasks = append(tasks, m.task(f, m.found[f]))
	}
	return tasks, nil
}

// rank orders facts of one kind as the game's book does.
func (m *miner) rank(f fact) int {
	if f.what == moves {
		return slices.IndexFunc(m.book.Men, func(x env.Man) bool { return x.Name == f.name })
	}
	return slices.IndexFunc(m.book.Endings, func(e env.Ending) bool { return e.Words == f.name })
}

// Marked reports whether the squares that can be entered are shown from the beginning:
// where the task is how a piece moves.
func (t Task) Marked() bool { return strings.HasPrefix(t.Topic, moves.String()) }

// Sheet returns the game that leads to the task's position.
func (t Task) Sheet(g env.Game) (*record.Sheet, error) {
	return record.NewSheet(g, record.Record{Game: g.Spec().Name, Seed: t.Seed, Start: t.Start, Moves: t.Moves})
}

// How far a miner digs, in moves that are tried where few are legal.
const (
	mostGames = 300
	mostWork  = 200_000 // thrice that to see how the game is won
	patience  = 60_000  // after the last find of a new kind
)

// work returns what it takes to try one of some legal moves: to find out whether it ends the
// game takes the longer the more moves there are.
func work(legal int) int { return 1 + legal/64 }

// miner finds positions in games that it plays against itself.
type miner struct {
	game   env.Game
	book   env.Book
	found  map[fact]*find
	work   int // done so far
	news   int // work when something was found that had not been shown before
	pieces []env.Piece

	won       bool // a player has won by a move
	displaces bool // some piece was captured by one that went to its square
	takesOne  bool // and some alone
}

// find is the best position so far that shows a fact.
type find struct {
	cost int // the lower, the clearer
	origin
	line    []env.Action // that leads there
	answers []env.Action
}

// origin is where a game begins: with the position that a text writes, or New of the seed.
type origin struct {
	start string
	seed  uint64
}

// state returns the position of an origin.
func (o origin) state(g env.Game) env.State {
	if n, ok := env.As[env.Notated](g); ok && o.start != "" {
		if s, err := n.ParsePosition(o.start); err == nil { // env.Startable wrote it
			return s
		}
	}
	return g.New(o.seed)
}

// begin returns where a game begins: every third one shortly before an end where the game
// can draw such positions.
func (m *miner) begin(game uint64, rng *rand.Rand) origin {
	x, ok := env.As[env.Startable](m.game)
	if !ok || game%3 != 2 {
		return origin{seed: game}
	}
	kinds := x.Starts()
	if len(kinds) == 0 {
		return origin{seed: game}
	}
	return origin{start: x.Position(x.Start(kinds[len(kinds)-1], 0, rng))}
}

// play plays games until it has looked at enough positions. The players take a win if there
// is one; else they play well at a glance, or at random, more or less often.
func (m *miner) play(ctx context.Context) error {
	for game := range uint64(mostGames) {
		rng := seed.New(game).Rand()
		from := m.begin(game, rng)
		s := from.state(m.game)
		lucky := [...]float64{0.1, 0.5, 1}[game/2%3]
		var line []env.Action
		for len(line) < m.game.Spec().MaxPly-1 && s.Result() == env.Ongoing {
			if err := ctx.Err(); err != nil {
				return err
			}
			if m.won && (m.work > mostWork || m.work > m.news+patience) || m.work > 3*mostWork {
				return nil
			}
			a := m.look(s, find{origin: from, line: line}, rng, lucky)
			line = append(line, a)
			s.Play(a)
		}
	}
	return nil
}

// look keeps what the moves of a position show, and returns the one to go on with: a win,
// the best at a glance, or, with probability lucky, any.
func (m *miner) look(s env.State, at find, rng *rand.Rand, lucky float64) env.Action {
	me, d := s.ToMove(), diagram.Of(s)
	legal := s.Legal(nil)
	short := shortest(s, legal)
	shown := map[fact][]env.Action{}
	from := map[env.Action]int{}
	var order []fact
	var child env.State
	show := func(f fact, a env.Action) {
		if shown[f] == nil {
			order = append(order, f)
		}
		shown[f] = append(shown[f], a)
	}
	best, win, score := legal[0], false, float32(-2)
	for _, a := range legal {
		x := env.SquaresOf(s, a)
		from[a] = x.From
		all := m.facts(s, x, d, short[[2]int{x.From, x.To}] == len(s.Format(a)))
		child = s.Copy(child)
		child.Play(a)
		if x.Choice != "" && x.Promotion == "" && strings.Contains(diagram.Change(d, diagram.Of(child)), "moves the ") {
			all = append(slices.DeleteFunc(all, func(f fact) bool { return f.what == chooses }), fact{what: together})
		}
		for _, f := range all {
			show(f, a)
		}
		m.work += work(len(legal))
		if f, ok := m.ending(child, me); ok {
			m.won = m.won || f.what == wins
			show(f, a)
		}
		if child.Result() == env.WinFor(me) {
			best, win = a, true
		} else if v := env.Estimate(child, me); !win && v > score {
			best, score = a, v
		}
	}
	for _, f := range order {
		switch {
		case f.what == moves:
			m.keepMan(f, at, shown[f], from)
		case f.what == puts:
			m.keep(f, at, len(at.line), shown[f])
		case len(shown[f]) < len(legal):
			m.keep(f, at, effort(at, shown[f], legal), shown[f])
		}
	}
	if win && len(at.line) > 0 {
		m.keepDefence(at)
	}
	if !win && rng.Float64() < lucky {
		return legal[rng.IntN(len(legal))]
	}
	return best
}

// shortest returns the length of the shortest text of the moves between two squares.
func shortest(s env.State, legal []env.Action) map[[2]int]int {
	all := map[[2]int]int{}
	for _, a := range legal {
		x := env.SquaresOf(s, a)
		between, n := [2]int{x.From, x.To}, len(s.Format(a))
		if old, ok := all[between]; !ok || n < old {
			all[between] = n
		}
	}
	return all
}

// effort returns the cost of a position in which some of the legal moves are answers: few
// are to be found among few, early in a game.
func effort(at find, answers, legal []env.Action) int {
	return 10*len(answers) + len(legal)/4 + len(at.line)/8
}

// keep keeps a position if it shows f more clearly than the one before.
func (m *miner) keep(f fact, at find, cost int, answers []env.Action) {
	old := m.found[f]
	if old == nil {
		m.news = m.work
	}
	if old == nil || cost < old.cost {
		m.found[f] = &find{cost, at.origin, slices.Clone(at.line), answers}
	}
}

// keepMan keeps a position for how a piece moves: the one on the board that can go to
// most squares.
func (m *miner) keepMan(f fact, at find, answers []env.Action, from map[env.Action]int) {
	count := map[int]int{}
	best := -1
	for _, a := range answers {
		cell := from[a]
		count[cell]++
		if best < 0 || count[cell] > count[best] || count[cell] == count[best] && cell < best {
			best = cell
		}
	}
	its := slices.DeleteFunc(slices.Clone(answers), func(a env.Action) bool { return from[a] != best })
	m.keep(f, at, len(at.line)/2-8*min(len(its), 16), its)
}

// keepDefence keeps the position before the last move of a line, after which the enemy can
// win at once, if some moves, and not most, would have prevented that.
func (m *miner) keepDefence(at find) {
	at.line = at.line[:len(at.line)-1]
	s := at.state(m.game)
	for _, a := range at.line {
		s.Play(a)
	}
	me := s.ToMove()
	legal := s.Legal(nil)
	if m.found[fact{what: defends}] != nil && len(legal) > 200 {
		return // dear, and there is one
	}
	var answers []env.Action
	var child env.State
	for _, a := range legal {
		child = s.Copy(child)
		child.Play(a)
		if child.Result() == env.Ongoing && child.ToMove() != me && !m.canWin(child) {
			answers = append(answers, a)
		}
	}
	if n := len(answers); n > 0 && 2*n <= len(legal) {
		m.keep(fact{what: defends}, at, effort(at, answers, legal), answers)
	}
}

// canWin reports whether the side to move wins with some move at once.
func (m *miner) canWin(s env.State) bool {
	me := s.ToMove()
	var child env.State
	legal := s.Legal(nil)
	for _, a := range legal {
		child = s.Copy(child)
		child.Play(a)
		m.work += work(len(legal))
		if child.Result() == env.WinFor(me) {
			return true
		}
	}
	return false
}
