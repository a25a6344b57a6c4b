// Package alphabeta searches any game by alpha-beta and judges the leaves by
// the game's own score (env.Scored), or by an [Evaluation].
//
// [New] makes an agent of a [Config]. The search deepens by one ply at a time
// (iterative deepening), with a transposition table, null windows and an order of
// moves; a game may help it by saying which moves are loud and how to skip a turn
// ([env.Tactical]), and where a win at once may lie ([env.Decisive]).
// Players need not alternate.
package alphabeta

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"ludens/env"
)

// Agent is an env.Agent. It keeps its transposition table from move to move.
type Agent struct {
	cfg         Config
	rng         *rand.Rand
	table       *table
	history     history
	corrections *corrections // nil: the evaluation counts as it is
	replies     *replies     // nil: quiet moves are ranked by their history alone
	plies       [maxPly + 2]ply
	nodes       int
	most        int // nodes; 0: no limit
	ctx         context.Context
	limit       context.Context // ends the first ply after grace positions; nil: does not
	work        int             // positions, those with many moves counted as several
	looked      int             // work at the last look at ctx
	over        bool            // ctx was seen to have ended: nothing more is searched

	knowsLoud, skips, prunes, deeper, margins, twofold, exchanges bool // what the game can and cfg wants
}

// ply is the workspace of one ply of the search.
type ply struct {
	state   env.State
	noise   env.Tactical // state, if it knows its loud moves
	pressed bool         // noise says so
	legal   []env.Action
	loud    []env.Action
	moves   []move
	killers killers
	hint    env.Action // that the quiescence tries first
	played  env.Action // the last that was tried; nothing where the turn was skipped
	gauged  bool       // margins have asked for the logit (see gauge)
	logit   float32
	raw     float32 // logit without its correction
	shapes  Shapes
}

// New returns an agent for one game. The order in which equal moves of the root
// are tried, and so the choice among them, is drawn from rng.
func New(g env.Game, cfg Config, rng *rand.Rand) (*Agent, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg.Megabytes = cmp.Or(cfg.Megabytes, DefaultMegabytes)
	ab := &Agent{cfg: cfg, rng: rng, table: newTable(cfg.Megabytes)}
	ab.can(g.New(0))
	for p := range ab.history {
		ab.history[p] = make([]int32, g.Spec().Actions)
	}
	if x, ok := cfg.Evaluation.(Shaping); ok && cfg.Corrected && ab.margins {
		ab.corrections = &corrections{Shaping: x}
	}
	if cfg.Replies && ab.knowsLoud {
		ab.replies = newReplies(g.Spec().Actions)
	}
	return ab, nil
}

// can notes which parts of the search the game of s allows.
func (ab *Agent) can(s env.State) {
	_, decisive := s.(env.Decisive)
	_, ab.knowsLoud = s.(env.Tactical)
	ab.skips = ab.cfg.NullMove && ab.knowsLoud
	ab.prunes = ab.cfg.Pruning && ab.knowsLoud && decisive
	ab.deeper = ab.cfg.Deeper && ab.knowsLoud
	_, trades := s.(env.Exchanging)
	ab.exchanges = ab.cfg.Exchanges && trades
	_, repeats := s.(env.Recurrent)
	ab.twofold = ab.cfg.Twofold && repeats
	ab.margins = ab.cfg.Margins > 0 && ab.cfg.Evaluation != nil && ab.knowsLoud
}

// Act searches to the depth of the Config.
func (ab *Agent) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return ab.ActWithin(ctx, ctx, s)
}

// grace is the work that a search of one ply may take after its limit has ended, which is
// enough for the whole ply in all but the widest games. Where it is not, the best of the
// moves that were searched is chosen, at depth 0.
const grace = 1 << 14

// ActWithin returns the choice of the deepest search that was finished before limit ended, or
// with Config.Unfinished a better one that the next has found; one ply is searched in any case,
// as far as grace goes. When ctx ends it returns its error.
func (ab *Agent) ActWithin(ctx, limit context.Context, s env.State) (env.Decision, error) {
	ab.begin(s)
	ab.ctx, ab.limit = ctx, limit
	d := env.Decision{Action: ab.plies[0].moves[0].action}
	for depth := 1; depth <= ab.cfg.Depth; depth++ {
		value := ab.searchNear(depth, d.Value)
		if ab.over || ab.ctx.Err() != nil {
			best := ab.plies[0].moves[0].action
			if value > -infinite && (depth == 1 || ab.cfg.Unfinished && best != d.Action) {
				d.Value, d.Action = value, best
			}
			break
		}
		d.Value, d.Action, d.Depth = value, ab.plies[0].moves[0].action, depth
		if max(value, -value) >= won-float32(depth)*hurry { // a deeper search finds nothing sooner
			break
		}
		ab.ctx, ab.limit, ab.most = limit, nil, ab.cfg.Nodes
	}
	if err := ctx.Err(); err != nil {
		return env.Decision{}, err
	}
	d.Simulations, d.Line = ab.nodes, ab.line(s, d)
	return d, nil
}

// begin puts s at the root, its loud moves in their order and the quiet ones in
// any.
func (ab *Agent) begin(s env.State) {
	ab.nodes, ab.work, ab.looked, ab.most, ab.over = 0, 0, 0, 0, false
	ab.table.begin()
	for i := range ab.plies {
		ab.plies[i].killers, ab.plies[i].hint = killers{nothing, nothing}, nothing
	}
	root := &ab.plies[0]
	root.state = s.Copy(root.state)
	root.legal = s.Legal(root.legal[:0])
	ab.look(root)
	ab.rank(0, nothing)
	ab.rng.Shuffle(len(root.moves), func(i, j int) {
		root.moves[i], root.moves[j] = root.moves[j], root.moves[i]
	})
	rank := func(m move) int32 {
		if m.loud {
			return m.rank
		}
		return 0
	}
	slices.SortStableFunc(root.moves, func(m, n move) int { return cmp.Compare(rank(n), rank(m)) })
}

// searchRoot returns the value of the root, exactly if it lies within (alpha, beta), and moves
// its best move to the front.
func (ab *Agent) searchRoot(depth int, alpha, beta float32) float32 {
	root := &ab.plies[0]
	value := -infinite
	for k := range root.moves {
		v := ab.child(0, k, depth, alpha, beta)
		if ab.over {
			break
		}
		value = max(value, v)
		if v > alpha {
			alpha = v
			best := root.moves[k]
			copy(root.moves[1:k+1], root.moves[:k])
			root.moves[0] = best
		}
		if v >= beta {
			break
		}
	}
	return value
}

// line returns the expected play: the choice, then what the table holds.
func (ab *Agent) line(s env.State, d env.Decision) []env.Action {
	at := s.Copy(ab.plies[1].state)
	line := []env.Action{d.Action}
	for {
		at.Play(line[len(line)-1])
		if len(line) >= d.Depth || at.Result() != env.Ongoing {
			break
		}
		known := ab.table.find(at.Key())
		if !slices.Contains(at.Legal(nil), known.best) {
			break
		}
		line = append(line, known.best)
	}
	ab.plies[1].state = at
	return line
}
