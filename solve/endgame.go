package solve

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/env"
)

// Endgame returns g with a numbering of its positions with few men, so that
// these can be solved: see env.Endgames. Its start is not among them.
func Endgame(g env.Game, men string) (env.Game, error) {
	e, ok := env.As[env.Endgames](g)
	if !ok {
		return nil, fmt.Errorf("solve: %s: %w by men", g.Spec().Name, ErrUnnumbered)
	}
	positions, err := e.Endgame(men)
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return endgame{g, positions, men}, nil
}

// endgame is a game of which some positions are numbered.
type endgame struct {
	env.Game
	positions env.Endgame
	men       string
}

// Unwrap passes on all that the game can do: see env.As.
func (e endgame) Unwrap() env.Game { return e.Game }

func (e endgame) Numbering() (env.Numbering, error) { return e.positions, nil }

func (e endgame) Spec() env.Spec {
	spec := e.Game.Spec()
	spec.Name += " " + e.men
	return spec
}

// EndgameSummary is what a table says of the positions with all men of an
// endgame. Each position counts, also where several share a number.
type EndgameSummary struct {
	Men     string  `json:"men"`
	Numbers uint64  `json:"numbers"` // those of smaller endgames among them
	Sides   [2]Side `json:"sides"`   // by whose move it is
	Bytes   uint64  `json:"bytes,omitempty"`
	Clock   int     `json:"clock,omitempty"` // plies without a zeroing move that make a draw; 0: none
	Beyond  uint64  `json:"beyond"`          // won or lost positions that the clock makes draws, even if it has just started
}

// Side is what positions are worth with one side to move.
type Side struct {
	Positions uint64 `json:"positions"` // in which the game goes on; with Ended all there are
	Won       uint64 `json:"won"`       // by the mover
	Drawn     uint64 `json:"drawn"`
	Lost      uint64 `json:"lost"`
	Ended     uint64 `json:"ended"`
	Beaten    uint64 `json:"beaten"` // of these: the mover has lost

	// The longest ways to win and to lose, and first positions that have them.
	LongestWin  Longest `json:"longest_win"`
	LongestLoss Longest `json:"longest_loss"`
}

// Longest is how far from the end a position can be.
type Longest struct {
	Plies    int    `json:"plies,omitempty"`
	Position string `json:"position,omitempty"`
}

// EndgameSummary counts what the positions of an endgame are worth; ok is false
// if the table is of something else.
func (t *Table) EndgameSummary() (sum EndgameSummary, ok bool) {
	g, ok := t.game.(endgame)
	if !ok {
		return sum, false
	}
	sum = EndgameSummary{Men: g.men, Numbers: uint64(len(t.worths)), Bytes: t.bytes}
	if clock, clocked := clockOf(t.positions); clocked {
		sum.Clock = clock.Limit()
	}
	var s env.State
	for i, w := range t.worths {
		if w == noPosition {
			continue
		}
		share := uint64(g.positions.Share(uint64(i)))
		if share == 0 {
			continue
		}
		s = t.positions.At(uint64(i), s)
		side := &sum.Sides[s.ToMove()]
		side.add(w, share, s)
		if side.LongestWin.deeper(w) || side.LongestLoss.deeper(-w) {
			side.note(w, positionText(t.game, s))
		}
		if sum.Clock > 0 && w.decided() && t.zeroing[i] == 0 {
			sum.Beyond += share
		}
	}
	return sum, true
}

// add counts a position share times.
func (s *Side) add(w worth, share uint64, at env.State) {
	if w == gameOver {
		s.Ended += share
		if at.Result() == env.WinFor(at.ToMove().Other()) {
			s.Beaten += share
		}
		return
	}
	s.Positions += share
	switch {
	case w > 0:
		s.Won += share
	case w < 0:
		s.Lost += share
	default:
		s.Drawn += share
	}
}

// deeper reports whether a win in w plies is longer.
func (l Longest) deeper(w worth) bool { return w != gameOver && int(w) > l.Plies }

// note notes a position that is longer won or lost than those before.
func (s *Side) note(w worth, position string) {
	if w > 0 {
		s.LongestWin = Longest{int(w), position}
	} else {
		s.LongestLoss = Longest{-int(w), position}
	}
}

// Longest returns the longest way that p needs to win, with either side to move.
func (s EndgameSummary) Longest(p env.Player) Longest {
	win, loss := s.Sides[p].LongestWin, s.Sides[p.Other()].LongestLoss
	if loss.Plies > win.Plies {
		return loss
	}
	return win
}

// EndgameList returns the endgames of a list such as "kq-k,kp-k", or all those
// worth a look with the numbers of men given: "3,4".
func EndgameList(g env.Game, text string) ([]string, error) {
	e, ok := env.As[env.Endgames](g)
	if !ok {
		return nil, fmt.Errorf("solve: %s: %w by men", g.Spec().Name, ErrUnnumbered)
	}
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		men, err := strconv.Atoi(name)
		if err != nil {
			if _, err := e.Endgame(name); err != nil {
				return nil, fmt.Errorf("solve: %w", err)
			}
			names = append(names, name)
			continue
		}
		all := e.EndgameNames(men)
		if len(all) == 0 {
			return nil, fmt.Errorf("solve: %s: no endgames of %d men are listed; want 3 or 4 men, kings among them, or names", g.Spec().Name, men)
		}
		names = append(names, all...)
	}
	return names, nil
}
