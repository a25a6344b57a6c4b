package lesson

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
	"ludens/proof"
)

// Verdict is what a judge says of a position.
type Verdict struct {
	Value float32      // what First can expect, in [-1, 1]
	Drawn float32      // the chance of a draw; 0 if unknown
	Line  []env.Action // the best play; empty if the game is over
	Proof env.Result   // that the line is proven to reach; Ongoing: nothing is
	Plies int          // in which it does, at most
}

// For returns a verdict on s from what its mover can expect, and the line that it would play.
func For(s env.State, value float32, line []env.Action, proof env.Result, plies int) Verdict {
	if s.ToMove() == env.Second {
		value = -value
	}
	return Verdict{Value: value, Line: line, Proof: proof, Plies: plies}
}

// points returns what p can expect of the point, in [0, 1].
func (v Verdict) points(p env.Player) float32 {
	if p == env.Second {
		return (1 - v.Value) / 2
	}
	return (1 + v.Value) / 2
}

// Slip is a move that gave something away.
type Slip struct {
	Mark   string  `json:"mark"`          // "?!", "?" or "??"
	Lost   float32 `json:"lost"`          // points given away
	Left   float32 `json:"left"`          // points that the mover could expect before
	Better string  `json:"better"`        // the judge's move
	Why    string  `json:"why,omitempty"` // a sentence, if a proof or a capture gives one
}

// A move is marked for what it gives away, in points, or for that share of what its side
// could still expect: a side that expects little has mistakes, too. Less than noise counts
// as nothing: it is about the error of a search of a hundred simulations.
var marks = [...]struct {
	mark        string
	lost, share float32
}{{"??", 0.2, 2. / 3}, {"?", 0.1, 1. / 3}, {"?!", 0.05, 1. / 6}}

const noise = 0.02

// sooner is by how many plies a decided game must have been shortened for its loser, or
// prolonged for its winner, to be marked.
const sooner = 4

// Review has a judge look at each position of a game of g from a ply on, and looks for proofs
// where the judge has none. seen gets the verdicts in order, and what the move to that
// position gave away, nil if nothing; kept is the accuracy of both sides so far.
func Review(ctx context.Context, g env.Game, sheet *record.Sheet, from int, judge func(s env.State) (Verdict, error), seen func(ply int, v Verdict, slip *Slip, kept [2]Accuracy) error) error {
	prover := proof.New(g, proof.For(proofsOf))
	var before Verdict
	var kept [2]Accuracy
	for ply := from; ply <= sheet.Ply(); ply++ {
		after, err := judge(sheet.At(ply))
		if err != nil {
			return err
		}
		after.prove(ctx, prover, sheet.At(ply))
		var slip *Slip
		if ply > from {
			s := sheet.At(ply - 1)
			a, err := record.ParseMove(s, sheet.Record().Moves[ply-1])
			if err != nil {
				return err
			}
			slip = kept[s.ToMove()].judge(s, a, before, after)
		}
		if err := seen(ply, after, slip, kept); err != nil {
			return err
		}
		before = after
	}
	return nil
}

// proofsOf is the number of simulations beside which as much work on a proof is little: some
// milliseconds.
const proofsOf = 1600

// prove replaces a verdict on s that is not certain by what the prover finds.
func (v *Verdict) prove(ctx context.Context, p *proof.Prover, s env.State) {
	if v.Proof != env.Ongoing || s.Result() != env.Ongoing {
		return
	}
	proofs, me := p.Root(ctx, s), s.ToMove()
	if len(proofs) == 0 || proofs[0].Result != env.WinFor(me) && len(proofs) < len(s.Legal(nil)) {
		return
	}
	best := slices.MaxFunc(proofs, func(a, b env.Proof) int { // among equal ones the longest defence
		return cmp.Or(cmp.Compare(a.Result.For(me), b.Result.For(me)), cmp.Compare(a.Plies, b.Plies))
	})
	*v = Decided(best.Result)
	v.Line, v.Plies = best.Line, best.Plies+1
}

// Decided returns the verdict on a position whose result is certain.
func Decided(r env.Result) Verdict {
	v := Verdict{Value: r.For(env.First), Proof: r}
	if r == env.Drawn {
		v.Drawn = 1
	}
	return v
}

// Accuracy is which share of what they could expect a side's moves kept, on average:
//
//	accuracy = mean over its moves of min(1, after / before)
//
// with the points that it could expect before and after the move. Moves are left out if
// they were forced, or made where there was nothing to lose.
type Accuracy struct {
	Moves int
	sum   float32
}

// Share returns the accuracy in [0, 1]; 1 without a move.
func (k Accuracy) Share() float32 {
	if k.Moves == 0 {
		return 1
	}
	return k.sum / float32(k.Moves)
}

// judge counts a move of s, and returns what it gave away.
func (k *Accuracy) judge(s env.State, a env.Action, before, after Verdict) *Slip {
	if len(before.Line) == 0 || len(s.Legal(nil)) < 2 {
		return nil
	}
	me := s.ToMove()
	left := before.points(me)
	lost := max(0, left-after.points(me))
	best := before.Line[0]
	if a == best || lost < noise {
		lost = 0
	}
	if left >= noise {
		k.Moves++
		k.sum += 1 - lost/left
	}
	if a == best {
		return nil
	}
	slip := &Slip{Lost: lost, Left: left, Better: s.Format(best), Why: why(s, a, before, after)}
	for _, m := range marks {
		if lost >= m.lost || lost > 0 && lost >= m.share*left {
			slip.Mark = m.mark
			return slip
		}
	}
	if slip.Why = decided(s, before, after); slip.Why != "" {
		slip.Mark = marks[len(marks)-1].mark
		return slip
	}
	return nil
}

// why says in a sentence why a move gave something away: by what is proven, or by what is
// captured. "" if neither explains it.
func why(s env.State, a env.Action, before, after Verdict) string {
	me, next := s.ToMove(), s.Copy(nil)
	next.Play(a)
	won, lost := env.WinFor(me), env.WinFor(me.Other())
	switch {
	case next.Result() == lost:
		return "It loses the game at once."
	case after.Proof == lost && before.Proof != lost && next.ToMove() != me:
		return fmt.Sprintf("Now the other side can force a win, in at most %s: %s.", turns(after.Plies), text(next, after.Line))
	case before.Proof == won && after.Proof != won:
		return fmt.Sprintf("There was a forced win, in at most %s: %s.", turns(before.Plies), text(s, before.Line))
	case before.Proof == env.Drawn && after.Proof == lost:
		return "The position was a draw, and now it is lost."
	}
	if len(after.Line) > 0 && next.ToMove() != me {
		if taken := takes(next, after.Line[0]); taken != "" {
			return fmt.Sprintf("The answer %s %s.", next.Format(after.Line[0]), taken)
		}
	}
	if taken := takes(s, before.Line[0]); taken != "" && takes(s, a) == "" {
		return fmt.Sprintf("It could have taken %s.", strings.TrimPrefix(taken, "takes "))
	}
	return ""
}

// decided says by how much a move changed the length of a decided game; "" if by little. What
// is known of a length is that the proof takes no more.
func decided(s env.State, before, after Verdict) string {
	me := s.ToMove()
	rest := after.Plies + 1 // from s
	switch {
	case before.Proof != after.Proof:
	case before.Proof == env.WinFor(me.Other()) && rest+sooner <= before.Plies:
		return fmt.Sprintf("The game was lost in at most %s; after this move it is in at most %s.", turns(before.Plies), turns(rest))
	case before.Proof == env.WinFor(me) && rest >= before.Plies+sooner:
		return fmt.Sprintf("It still wins, in at most %s; %s wins in at most %s.", turns(rest), s.Format(before.Line[0]), turns(before.Plies))
	}
	return ""
}

// turns counts the moves of both sides.
func turns(plies int) string {
	if plies == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves of both sides", plies)
}

// takes says what a move captures, as diagram.Change does; "" if nothing.
func takes(s env.State, a env.Action) string {
	next := s.Copy(nil)
	next.Play(a)
	what := diagram.Change(diagram.Of(s), diagram.Of(next))
	if !strings.HasPrefix(what, "takes ") {
		return ""
	}
	return what
}

// written is how many moves of a line are written out.
const written = 7

// text writes the moves of a line from s.
func text(s env.State, line []env.Action) string {
	s = s.Copy(nil)
	var all []string
	for _, a := range line[:min(written, len(line))] {
		all = append(all, s.Format(a))
		s.Play(a)
	}
	if len(line) > written {
		all = append(all, "…")
	}
	return strings.Join(all, " ")
}
