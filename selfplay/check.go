package selfplay

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/env"
)

const (
	// rounding is how far from its law a number of a record may be: its shares and
	// values are float32, made of numbers that were rounded before.
	rounding = 1e-5
	// longestPosition bounds the text of a start position, bytes. That of the
	// largest board, 19 squares wide and full, has fewer than 1000.
	longestPosition = 4096
)

// Check holds the record against the rules of g and against what self-play
// notes of a game: the start position, each move, what the search thought of
// it, the number of plies, how the game ended and who won. The error names the
// ply, counted from 1, and says what would be right.
//
// Law: a record that passes can be trained on, gone on from and shown; nothing
// that does so panics. Records that come from files pass through Check first.
func (r *Record) Check(g env.Game) error { return r.Replay(g, nil) }

// Check says how r cannot be this game of p, or nil: it begins otherwise than the plan
// draws, or is against the rules (Record.Check). Whether its further moves are those
// that the plan's network chooses is known only by playing the game again.
func (p Plan) Check(game int, r *Record, with Resources) error {
	if game < p.First || game >= p.End {
		return fmt.Errorf("selfplay: game %d, the plan is of %d to %d", game, p.First, p.End-1)
	}
	s := seat{batch: newBatch(context.Background(), p, with, nil, nil)}
	s.draw(game)
	want := s.record
	if r.Adjudicated {
		return fmt.Errorf("selfplay: adjudicated, which no game of a network is")
	}
	if r.Seed != want.Seed || r.Start != want.Start || r.Handicap != want.Handicap || r.Past != want.Past || r.Checked != want.Checked {
		return fmt.Errorf("selfplay: seed, start, handicap or opponent are not those that the plan draws for game %d", game)
	}
	for i := range want.Plies {
		if i == len(r.Plies) || r.Plies[i].Action != want.Plies[i].Action {
			return fmt.Errorf("selfplay: ply %d is not that of the opening that the plan draws for game %d", i+1, game)
		}
	}
	return r.Check(with.Game)
}

// Replay is Check with a visit: it is called before each ply with the position,
// which plays on, and the ply's index. What comes before a fault has been
// visited by the time it is found.
func (r *Record) Replay(g env.Game, visit func(s env.State, ply int)) error {
	c := checking{record: r, spec: g.Spec()}
	s, err := c.begin(g)
	if err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	for i := range r.Plies {
		if err := c.ply(s, i); err != nil {
			return fmt.Errorf("selfplay: ply %d: %w", i+1, err)
		}
		if visit != nil {
			visit(s, i)
		}
		s.Play(r.Plies[i].Action)
	}
	if err := c.end(s); err != nil {
		return fmt.Errorf("selfplay: after %d plies: %w", len(r.Plies), err)
	}
	return nil
}

// checking is one Check.
type checking struct {
	record *Record
	spec   env.Spec
	legal  []env.Action // scratch
}

// begin checks all that a record notes before its plies, and returns the
// position that they begin from.
func (c *checking) begin(g env.Game) (env.State, error) {
	if err := c.players(); err != nil {
		return nil, err
	}
	if err := c.start(g); err != nil {
		return nil, err
	}
	s, err := c.record.Begin(g)
	if err != nil {
		return nil, fmt.Errorf("start position %.100q: %w", c.record.Start.Position, err)
	}
	return s, c.began(g, s)
}

// players checks what is noted of the two players.
func (c *checking) players() error {
	r := c.record
	for p := range r.Lows {
		switch player := env.Player(p); {
		case !(r.Lows[p] >= -1-rounding && r.Lows[p] <= 0):
			return fmt.Errorf("the lowest value of the %s player is %v, want -1 to 0", player, r.Lows[p])
		case !(r.Handicap[p] >= 0 && r.Handicap[p] <= 1):
			return fmt.Errorf("the handicap of the %s player is %v, want 0 to 1", player, r.Handicap[p])
		}
	}
	switch {
	case r.Handicap[0] > 0 && r.Handicap[1] > 0:
		return fmt.Errorf("both players have handicaps, %v and %v: want one at most", r.Handicap[0], r.Handicap[1])
	case r.Past[0] && r.Past[1]:
		return fmt.Errorf("an earlier network played both sides: want one at most")
	case r.Evaluations < 0:
		return fmt.Errorf("%d evaluations, want 0 or more", r.Evaluations)
	case len(r.Plies) > c.spec.MaxPly:
		return fmt.Errorf("%d plies, but %s ends after %d", len(r.Plies), c.spec.Name, c.spec.MaxPly)
	}
	return nil
}

// ply checks a ply in the position before it.
func (c *checking) ply(s env.State, i int) error {
	p := &c.record.Plies[i]
	if result := s.Result(); result != env.Ongoing {
		return fmt.Errorf("action %d comes after the end: %s by the rules of %s, want %d plies", p.Action, result, c.spec.Name, i)
	}
	c.legal = s.Legal(c.legal[:0])
	if _, legal := slices.BinarySearch(c.legal, p.Action); !legal {
		return fmt.Errorf("action %d is not legal in %s, want %s", p.Action, c.spec.Name, c.legalMoves(s))
	}
	if !(p.Value >= -1-rounding && p.Value <= 1+rounding) {
		return fmt.Errorf("a value of %v, want -1 to 1", p.Value)
	}
	if p.Policy == nil {
		return nil
	}
	return c.policy(s, p.Policy)
}

// policy checks a policy target: legal actions in increasing order, whose
// probabilities sum to 1.
func (c *checking) policy(s env.State, shares []Share) error {
	sum, at := 0.0, 0 // legal[:at] are below all that follows
	for i, share := range shares {
		if i > 0 && share.Action <= shares[i-1].Action {
			return fmt.Errorf("the policy names action %d after %d, want each once, in increasing order", share.Action, shares[i-1].Action)
		}
		for at < len(c.legal) && c.legal[at] < share.Action {
			at++
		}
		if at == len(c.legal) || c.legal[at] != share.Action {
			return fmt.Errorf("the policy names action %d, which is not legal in %s, want %s", share.Action, c.spec.Name, c.legalMoves(s))
		}
		if !(share.Probability >= 0 && share.Probability <= 1+rounding) {
			return fmt.Errorf("the policy gives action %d a probability of %v, want 0 to 1", share.Action, share.Probability)
		}
		sum += float64(share.Probability)
	}
	if math.Abs(sum-1) > rounding {
		return fmt.Errorf("the policy's probabilities sum to %v, want 1", sum)
	}
	return nil
}

// legalMoves names some of the legal actions with their texts.
func (c *checking) legalMoves(s env.State) string {
	const most = 3
	var texts []string
	for _, a := range c.legal[:min(most, len(c.legal))] {
		texts = append(texts, fmt.Sprintf("%d (%s)", a, s.Format(a)))
	}
	if more := len(c.legal) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("%d more", more))
	}
	return "one of " + strings.Join(texts, ", ")
}

// end checks how the game ended, s being its last position: by the rules, cut
// off at the length limit, or resigned by who was to move.
func (c *checking) end(s env.State) error {
	r, result := c.record, s.Result()
	full := len(r.Plies) == c.spec.MaxPly
	switch {
	case result != env.Ongoing && (r.Truncated || r.Resigned || r.Adjudicated):
		return fmt.Errorf("%s, but by the rules of %s it is over: %s", r.ending(), c.spec.Name, result)
	case result != env.Ongoing && r.Result != result:
		return fmt.Errorf("the record says %s, the rules of %s say %s", r.Result, c.spec.Name, result)
	case result != env.Ongoing:
		return nil
	case r.Adjudicated:
		return c.adjudicated(full)
	case r.Truncated && r.Resigned:
		return fmt.Errorf("the game is both cut off and resigned, want one of them")
	case r.Resigned:
		return c.resigned(s, full)
	case r.Truncated && !full:
		return fmt.Errorf("the game is cut off, but %s is cut off at ply %d", c.spec.Name, c.spec.MaxPly)
	case r.Result != env.Ongoing:
		return fmt.Errorf("the record says %s, the rules of %s say %s", r.Result, c.spec.Name, result)
	case full && !r.Truncated:
		return fmt.Errorf("neither side has won at the length limit of %s, and the game is not noted as cut off", c.spec.Name)
	case !full:
		return fmt.Errorf("the game ends here, but by the rules of %s it goes on", c.spec.Name)
	}
	return nil
}

// adjudicated checks a game that was ended by values, or by a limit below the game's.
func (c *checking) adjudicated(full bool) error {
	switch r := c.record; {
	case r.Resigned:
		return fmt.Errorf("the game is both adjudicated and resigned, want one of them")
	case r.Result == env.Drawn || r.Truncated != (r.Result == env.Ongoing):
		return fmt.Errorf("adjudicated as %s, want a win or cut off", r.Result)
	case r.Truncated && full:
		return fmt.Errorf("adjudicated as cut off at the length limit of %s, want cut off by the rules", c.spec.Name)
	}
	return nil
}

// resigned checks a game that was given up, s being its last position.
func (c *checking) resigned(s env.State, full bool) error {
	r := c.record
	switch loser := s.ToMove(); {
	case full:
		return fmt.Errorf("resigned at the length limit of %s, want cut off", c.spec.Name)
	case r.Checked:
		return fmt.Errorf("resigned, but this game is one without resignation")
	case r.Result != env.WinFor(loser.Other()):
		return fmt.Errorf("the %s player resigned and the record says %s, want %s", loser, r.Result, env.WinFor(loser.Other()))
	case r.Lows[loser] == 0:
		return fmt.Errorf("the %s player resigned without thinking ill of his prospects: want a lowest value below 0", loser)
	}
	return nil
}

// ending says how the record says that the game ended.
func (r *Record) ending() string {
	switch {
	case r.Resigned:
		return "resigned"
	case r.Adjudicated:
		return "adjudicated"
	}
	return "cut off"
}

// start checks what is noted of a start other than the game's own, but for the
// position's text.
func (c *checking) start(g env.Game) error {
	start := &c.record.Start
	if start.Kind == "" {
		if *start != (Start{}) {
			return fmt.Errorf("a start position without its kind, want both or neither")
		}
		return nil
	}
	startable, ok := env.As[env.Startable](g)
	switch {
	case !ok:
		return fmt.Errorf("a start of kind %.40q, but %s has only its own start position", start.Kind, c.spec.Name)
	case !slices.Contains(startable.Starts(), start.Kind):
		return fmt.Errorf("a start of kind %.40q, but %s knows %q", start.Kind, c.spec.Name, startable.Starts())
	case !(start.Level > 0 && start.Level <= 1):
		return fmt.Errorf("a start of level %v, want more than 0 and at most 1", start.Level)
	case len(start.Position) > longestPosition:
		return fmt.Errorf("a start position of %d bytes, want at most %d", len(start.Position), longestPosition)
	}
	return nil
}

// began checks the start position s: it is written as the game writes it, and
// can be played on.
func (c *checking) began(g env.Game, s env.State) error {
	start := &c.record.Start
	if start.Kind == "" {
		return nil
	}
	n, _ := env.As[env.Notated](g)
	if text := n.Position(s); text != start.Position {
		return fmt.Errorf("start position %.100q, want %.100q", start.Position, text)
	}
	if s.Result() != env.Ongoing {
		return fmt.Errorf("start position %.100q is over: %s", start.Position, s.Result())
	}
	return nil
}
