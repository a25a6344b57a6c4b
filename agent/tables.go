package agent

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/games"
	"ludens/solve"
)

// Bounds of the endgames that are solved during a game: three pieces, and
// tables of a few megabytes that take a tenth of a second, or one with a pawn.
const (
	tablePieces  = 3
	tableNumbers = 1 << 20
	tableMemory  = 256 << 20 // bytes, for solving one
	tableGames   = 4         // whose tables are kept
)

// tables are the exact values of a game's smallest endgames, each solved when it is
// first met. It is safe for concurrent use.
type tables struct {
	game    env.Game
	text    string // of the game's file
	rules   string // the fingerprint of game; "": not asked for yet
	endings []*ending
}

// are reports whether the tables are those of a game, or of one that was made of the same
// file and plays alike: a name alone says no rules, since a file may have been forgotten and
// another of that name read (games.Forget). It is called under the lock of kept.
func (t *tables) are(g env.Game, text string) bool {
	if reflect.TypeOf(g).Comparable() && t.game == g {
		return true
	}
	if t.game.Spec().Name != g.Spec().Name || t.text != text {
		return false
	}
	if t.rules == "" {
		t.rules = env.Fingerprint(t.game)
	}
	return t.rules == env.Fingerprint(g)
}

// kept are the tables of the games that were asked for last, the latest at the end.
// A table depends on the rules alone: no result depends on what is kept.
var kept struct {
	lock  sync.Mutex
	all   []*tables
	files TableFiles
}

// TableFiles keeps tables of endgames from one process to the next. It is safe for
// concurrent use.
type TableFiles interface {
	// Read returns the table of an endgame, or nil if there is none.
	Read(g env.Game) *solve.Table
	// Write keeps one, if it can.
	Write(g env.Game, t *solve.Table)
}

// KeepTables has the endgames that are solved from now on kept in files.
func KeepTables(files TableFiles) {
	kept.lock.Lock()
	defer kept.lock.Unlock()
	kept.files = files
}

// ending is one endgame. Its table is solved once, in the background, when it is first
// asked for: it does not depend on the caller, so no ctx ends the work.
type ending struct {
	game      env.Game
	positions env.Numbering
	files     TableFiles // nil: none
	begin     sync.Once
	done      chan struct{} // closed when it is solved, or cannot be
	table     *solve.Table  // nil: it cannot be solved
}

// solved returns the table once it is there, or nil if ctx ends before.
func (e *ending) solved(ctx context.Context) *solve.Table {
	e.start()
	select {
	case <-e.done:
		return e.table
	case <-ctx.Done():
		return nil
	}
}

// ready returns the table if it is there.
func (e *ending) ready() *solve.Table {
	e.start()
	select {
	case <-e.done:
		return e.table
	default:
		return nil
	}
}

func (e *ending) start() {
	e.begin.Do(func() {
		go func() { // it ends by itself, or with the process
			defer close(e.done)
			e.table = e.find()
		}()
	})
}

// find reads the table or solves the endgame; nil: it cannot be solved.
func (e *ending) find() *solve.Table {
	if e.files == nil {
		return e.solve()
	}
	table := e.files.Read(e.game)
	if table == nil {
		if table = e.solve(); table != nil {
			e.files.Write(e.game, table)
		}
	}
	return table
}

func (e *ending) solve() *solve.Table {
	table, err := solve.Game(context.Background(), e.game, solve.Config{Workers: 1, Memory: tableMemory}, nil)
	if err != nil {
		return nil
	}
	return table
}

// tablesOf returns the tables of a game, which have no endings if it has none that
// are small.
func tablesOf(g env.Game) *tables {
	name, _, _ := strings.Cut(g.Spec().Name, ":")
	text := games.Text(name)
	kept.lock.Lock()
	defer kept.lock.Unlock()
	var t *tables
	if i := slices.IndexFunc(kept.all, func(t *tables) bool { return t.are(g, text) }); i >= 0 {
		t = kept.all[i]
		t.game = g // the one that is made again is likely to be asked for next
		kept.all = slices.Delete(kept.all, i, i+1)
	} else {
		t = newTables(g, text, kept.files)
	}
	kept.all = append(kept.all, t)
	kept.all = kept.all[max(0, len(kept.all)-tableGames):]
	return t
}

// newTables finds the small endgames of a game and solves none.
func newTables(g env.Game, text string, files TableFiles) *tables {
	t := &tables{game: g, text: text}
	e, ok := env.As[env.Endgames](g)
	if !ok {
		return t
	}
	for _, name := range e.EndgameNames(tablePieces) {
		small, err := solve.Endgame(g, name)
		if err != nil {
			continue
		}
		if n, err := solve.Number(small); err == nil && n.Len() <= tableNumbers {
			t.endings = append(t.endings, &ending{game: small, positions: n, files: files, done: make(chan struct{})})
		}
	}
	return t
}

// of returns the table that s is in, or nil. Where time is limited it waits for none: the
// search plays on until the table is there. Elsewhere it waits until ctx ends, so that
// moves do not depend on the clock.
func (t *tables) of(ctx context.Context, s env.State, limited bool) *solve.Table {
	for _, e := range t.endings {
		switch _, ok := e.positions.Of(s); {
		case !ok:
		case limited:
			return e.ready()
		default:
			return e.solved(ctx)
		}
	}
	return nil
}

// Tabled returns an agent that plays from exact tables once few pieces are left, and
// as a does until then: it takes the shortest win, holds out longest where all is
// lost, and where the position is drawn plays a's move, or another if that one loses.
// In games without small endgames it is a.
func Tabled(g env.Game, a env.Agent) env.Agent {
	t := tablesOf(g)
	if t.endings == nil {
		return a
	}
	if h, ok := a.(hurried); ok {
		return &hurriedTabled{tabled{a, t}, h}
	}
	return &tabled{a, t}
}

type tabled struct {
	env.Agent
	tables *tables
}

func (t *tabled) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return t.decide(ctx, s, false, func() (env.Decision, error) { return t.Agent.Act(ctx, s) })
}

// Choices are those of the agent where no table knows better.
func (t *tabled) Choices(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	if t.tables.of(ctx, s, hurry != ctx) == nil {
		return Choices(ctx, hurry, t.Agent, s)
	}
	d, err := t.Act(ctx, s)
	d.Moves = nil // not all of them hold what the table says
	return d, err
}

// hurriedTabled is a tabled that can be asked to be quick about it.
type hurriedTabled struct {
	tabled
	hurried hurried
}

func (t *hurriedTabled) ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	return t.decide(ctx, s, hurry != ctx, func() (env.Decision, error) { return t.hurried.ActWithin(ctx, hurry, s) })
}

// decide plays from the table that s is in, else as think does.
func (t *tabled) decide(ctx context.Context, s env.State, limited bool, think func() (env.Decision, error)) (env.Decision, error) {
	table := t.tables.of(ctx, s, limited)
	if table == nil {
		return think()
	}
	moves, err := valued(ctx, table, s)
	if err != nil {
		return env.Decision{}, err
	}
	best := bestOf(moves)
	if best.worth.Sign == 0 {
		return t.draw(moves, best, think)
	}
	return best.decision(len(moves)), nil
}

// draw returns what think likes if that draws, too, else best.
func (t *tabled) draw(moves []valuedMove, best valuedMove, think func() (env.Decision, error)) (env.Decision, error) {
	liked, err := think()
	if err != nil {
		return liked, err
	}
	for _, m := range moves {
		if m.action == liked.Action && m.worth.Sign == 0 {
			return liked, nil
		}
	}
	return best.decision(len(moves)), nil
}

// valuedMove is a legal move and what it is worth to its mover.
type valuedMove struct {
	action env.Action
	worth  env.Worth
}

// bestOf returns the best move, the first of those that are equally good.
func bestOf(moves []valuedMove) valuedMove {
	best := moves[0]
	for _, m := range moves[1:] {
		if best.worth.Less(m.worth) {
			best = m
		}
	}
	return best
}

func (m valuedMove) decision(looked int) env.Decision {
	return env.Decision{Action: m.action, Value: float32(m.worth.Sign), Simulations: looked, Line: []env.Action{m.action}}
}

// valued returns what all legal moves of s are worth, with the plies to the end.
func valued(ctx context.Context, solver env.Solver, s env.State) (all []valuedMove, err error) {
	var child env.State
	for _, a := range s.Legal(nil) {
		child = s.Copy(child)
		child.Play(a)
		w := env.WorthOf(child.Result(), child.ToMove())
		if child.Result() == env.Ongoing {
			if w, err = solver.Solve(ctx, child, true); err != nil {
				return nil, err
			}
		}
		all = append(all, valuedMove{a, w.Before(child.ToMove() == s.ToMove())})
	}
	return all, nil
}
