package tafl

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// lawRow is a sentence of the rule book with a position in which it decides what
// a move does. The capital makes the move.
type lawRow struct {
	law, games, board string
	move              string // as Format writes it
}

func TestWhatCapturesAMan(t *testing.T) {
	checkLaws(t, []lawRow{
		{"between two enemies", "celta cuervo wtf nielsen walker magpie ardri", `
			. . . . . . .
			. . . . k . .
			. a d . . A .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "f5d5xc5"},
		{"defenders capture attackers alike", "celta cuervo wtf nielsen walker magpie ardri", `
			. . . . . . .
			. . . . k . .
			. d a . . D .
			. . . . . . .
			. . . . . . .
			. . . a . . .
			. . . . . . .`, "f5d5xc5"},
		{"several at once", "celta cuervo wtf magpie", `
			. . . . . . .
			. . . . k . .
			. . a . . . .
			. . d . . . .
			a d . d a . .
			. . . . . . .
			. . A . . . .`, "c1c3xb3,c4,d3"},
		{"not diagonally", "celta wtf", `
			. . . . . . .
			. a . . k . .
			. . d . . . .
			. . . . A . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "e4f4"},
		{"not two in a row", "celta wtf", `
			. . . . . . .
			. . . . k . .
			a d d . . A .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "f5d5"},
		{"the edge does not capture", "celta wtf ardri", `
			. . . . . . .
			. . . . k . .
			d . . . A . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "e5b5"},
		{"celta: moving in between is fatal", "celta", `
			. . . . . . .
			. . D . . . .
			. . . . k . .
			. . . . . . .
			. a . a . . .
			. . . . . . .
			. . . . . . .`, "c6c3xc3"},
		{"El Cuervo and all others: it is safe", "cuervo wtf nielsen walker magpie", `
			. . . . . . .
			. . D . . . .
			. . . . k . .
			. . . . . . .
			. a . a . . .
			. . . . . . .
			. . . . . . .`, "c6c3"},
		{"for an attacker, too", "celta", `
			. . . . . . .
			. . A . . . .
			. . . . k . .
			. . . . . . .
			. d . d . . .
			. . . . . . .
			. . . . . . .`, "c6c3xc3"},
		{"the mover captures first: with one of the two gone it lives", "celta", `
			. . . . . . .
			. . D . . . .
			. . . . k . .
			. . . . . . .
			. a . a d . .
			. . . . . . .
			. . . . . . .`, "c6c3xd3"},
		{"what it captures on one line does not save it on the other", "celta", `
			. . . . . . .
			. . a . . k .
			D . . a d . .
			. . a . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "a5c5xc5,d5"},
		{"a piece that sat down safely falls to a new enemy on the other line", "cuervo", `
			. . A . . . .
			. . . . . . .
			. . . . k . .
			. . . . . . .
			. a d a . . .
			. . a . . . .
			. . . . . . .`, "c7c4xc3"},
		{"and on the same line, if one goes away and another comes", "cuervo", `
			. . . . . . .
			. . . . . . .
			. . . . k . .
			. . . . . . .
			. a d . . A .
			. . . . . . .
			. . . . . . .`, "f3d3xc3"},
		{"a third enemy on an open line does nothing", "celta cuervo wtf", `
			. . A . . . .
			. . . . . . .
			. . . . k . .
			. . . . . . .
			. a d a . . .
			. . . . . . .
			. . . . . . .`, "c7c4"},
		{"with third=on he takes him", "celta:third=on cuervo:third=on wtf:third=on", `
			. . A . . . .
			. . . . . . .
			. . . . k . .
			. . . . . . .
			. a d a . . .
			. . . . . . .
			. . . . . . .`, "c7c4xc3"},
		{"from below, too, and attackers alike", "cuervo:third=on", `
			. . . . . . .
			. . . . . k .
			. . . . . . .
			. . d . . . .
			. . a . D . .
			. . d . . . .
			. . . . . . .`, "e3d3xc3"},
		{"third=on: beside him, not further away", "cuervo:third=on", `
			. . A . . . .
			. . . . . . .
			. . . . k . .
			. . . . . . .
			. a d a . . .
			. . . . . . .
			. . . . . . .`, "c7c5"},
		{"third=on: who stands between an enemy and a friend is safe", "cuervo:third=on", `
			. . A . . . .
			. . . . . . .
			. . . . k . .
			. . . . . . .
			. a d d . . .
			. . . . . . .
			. . . . . . .`, "c7c4"},
		{"third=on: a king who does not capture takes nobody so", "cuervo:third=on", `
			. . . . . . .
			. . . . . . .
			. . K . . . .
			. . . . . . .
			. d a d . . .
			. . . . . . .
			. . . . . . .`, "c5c4"},
		{"third=on: an armed king does", "cuervo:third=on,king_armed=both", `
			. . . . . . .
			. . . . . . .
			. . K . . . .
			. . . . . . .
			. d a d . . .
			. . . . . . .
			. . . . . . .`, "c5c4xc3"},
		{"third=on: it is for men, and not for the king", "walker:third=on", `
			. . A . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. a k a . . .
			. . . . . . .
			. . . . . . .`, "c7c4"},
		{"together: what it captures does not save it", "celta:passive_order=together", `
			. . . . . . .
			. . D . . . .
			. . . . k . .
			. . . . . . .
			. a . a d . .
			. . . . . . .
			. . . . . . .`, "c6c3xc3,d3"},
		{"fall: it captures nothing", "celta:passive_order=fall", `
			. . . . . . .
			. . D . . . .
			. . . . k . .
			. . . . . . .
			. a . a d . .
			. . . . . . .
			. . . . . . .`, "c6c3xc3"},
		{"fall: who does not fall captures", "celta:passive_order=fall", `
			. . . . . . .
			. . D . . . .
			. . . . k . .
			. . . . . . .
			. . . a d . .
			. . . . . . .
			. . . . . . .`, "c6c3xd3"},
		{"the king does not capture by his move", "celta cuervo", `
			. . . . . . .
			. . . . K . .
			. . d a . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "e6e5"},
		{"the king does not capture as the one who waits", "celta cuervo", `
			. . . . . . .
			. . . . D . .
			. . . . . . .
			. . . . . . .
			. . k a . . .
			. . . . . . .
			. . . . . . .`, "e6e3"},
		{"an armed king does both: waiting", "wtf nielsen walker magpie ardri", `
			. . . . . . .
			. . . . D . .
			. . . . . . .
			. . . . . . .
			. . k a . . .
			. . . . . . .
			. . . a . . .`, "e6e3xd3"},
		{"an armed king does both: moving", "wtf nielsen walker magpie ardri", `
			. . . . . . .
			. . . . K . .
			. . d a . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . a . . .`, "e6e5xd5"},
		{"a hammer does not wait", "wtf:king_armed=hammer", `
			. . . . . . .
			. . . . D . .
			. . . . . . .
			. . . . . . .
			. . k a . . .
			. . . . . . .
			. . . a . . .`, "e6e3"},
		{"a hammer strikes", "wtf:king_armed=hammer", `
			. . . . . . .
			. . . . K . .
			. . d a . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . a . . .`, "e6e5xd5"},
		{"an anvil does not strike", "wtf:king_armed=anvil", `
			. . . . . . .
			. . . . K . .
			. . d a . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . a . . .`, "e6e5"},
		{"between king and man one does not sit safely, if he is armed", "wtf:passive=on", `
			. . . . . . .
			. . A . . . .
			. . . . . . .
			. . . . . . .
			. k . d . . .
			. . . . . . .
			. . . . . . .`, "c6c3xc3"},
		{"only pieces capture: not the empty throne", "celta cuervo walker", `
			. . . . . . .
			. A . . . . .
			. . . . . k .
			. . d + . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "b6b4"},
		{"the empty throne is hostile to men", "wtf nielsen magpie tablut:start=brandubh", `
			. . . . . . .
			. A . . . . .
			. . . . . k .
			. . d + . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "b6b4xc4"},
		{"a throne with the own king on it is not hostile", "wtf nielsen magpie", `
			. . . . . . .
			. A . . . . .
			. . . . . . .
			. . d k . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "b6b4"},
		{"only pieces capture: not the corners", "celta cuervo", `
			+ . . . . . +
			. . . . . . .
			. . A . . k .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			+ d . . . . +`, "c5c1"},
		{"hostile corners capture", "celta:corner_hostile=adk cuervo:corner_hostile=adk wtf nielsen walker magpie", `
			+ . . . . . +
			. . . . . . .
			. . A . . k .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			+ d . . . . +`, "c5c1xb1"},
		{"no corners, none that could be hostile", "tablut:start=brandubh ardri", `
			. . . . . . .
			. . . . . . .
			. . A . . k .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. d . . . . .`, "c5c1"},
		{"moving in between man and hostile corner is fatal", "celta:corner_hostile=adk", `
			+ . . . . . +
			. D . . . . .
			. . . . . k .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			+ . a . . . +`, "b6b1xb1"},
		{"hostile to attackers only", "wtf:throne_hostile=a", `
			. . . . . . .
			. A . . . . .
			. . . . . k .
			. . d + . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "b6b4"},
	})
}

func TestHowTheKingIsCaptured(t *testing.T) {
	const (
		onThrone = `
			+ . . A . . +
			. . . . . . .
			. . . . . . .
			. . a k a . .
			. . . a . . .
			. . . . . . .
			+ . . . . . +`
		onThroneWithOneOwnMan = `
			+ . . A . . +
			. . . . . . .
			. . . . . . .
			. . d k a . .
			. . . a . . .
			. . . . . . .
			+ . . . . . +`
		besideThrone = `
			+ A . . . . +
			. . . . . . .
			. . a . . . .
			. . k + . . .
			. . a . . . .
			. . . . . . .
			+ . . . . . +`
		besideThroneAcross = `
			+ . . . . . +
			. . . . A . .
			. . . . . . .
			. . . + . . .
			. . a k . . .
			. . . . . . .
			+ . . . . . +`
		besideThroneWithManOnIt = `
			+ A . . . . +
			. . . . . . .
			. . a . . . .
			. . k d . . .
			. . a . . . .
			. . . . . . .
			+ . . . . . +`
		onEdge = `
			+ . . . . . +
			. . . . . d .
			a . . . . . .
			k . . + . . .
			a . . . . . .
			. . . . . . .
			+ A . . . . +`
		onEdgeAlongIt = `
			+ . . . . . +
			. . . . . . .
			. . . . A . .
			. . . + . . .
			. . . . . . .
			. . . . . . .
			+ . a k . . +`
		inTheOpen = `
			+ . . . . . +
			. . . . . k a
			. . . . . . .
			. . . + . . .
			. . . . . . .
			. . . . A . .
			+ . . . . . +`
		inTheOpenFour = `
			+ . . . . . +
			. . . . . . .
			. . . . . . .
			. . . + . . .
			. a . . . . .
			a k a . . . .
			+ . . . . A +`
		besideCorner = `
			+ . . . . . +
			. . . . . . .
			. . A . . . .
			. . . + . . .
			. . . . . . .
			. a . . . . .
			+ k . . . . +`
		besideCornerFromAbove = `
			+ . . . . . +
			. A . . . . .
			. . . . . . .
			. . . + . . .
			. . . . . . .
			. . . . . . .
			+ k . . . . +`
		stepsIn = `
			+ . . . . . +
			. . . . . . .
			. . . . . . .
			. . . K . . .
			. . a . a . .
			. . . a . . .
			+ . . . . . +`
	)
	checkLaws(t, []lawRow{
		{"on the throne by four", "celta cuervo wtf nielsen walker magpie tablut:start=brandubh", onThrone, "d7d5xd4#"},
		{"an own man beside him saves him", "celta cuervo wtf nielsen magpie", onThroneWithOneOwnMan, "d7d5"},
		{"unless two are enough", "walker", onThroneWithOneOwnMan, "d7d5xd4#"},

		{"beside the throne by three", "celta cuervo nielsen magpie tablut:start=brandubh", besideThrone, "b7b4xc4#"},
		{"a man of his on the throne saves him", "celta:throne_stop=adk nielsen:throne_stop=adk", besideThroneWithManOnIt, "b7b4"},
		{"beside the throne not by two", "celta cuervo nielsen magpie", besideThroneAcross, "e6e3"},
		{"but by two where he is weak there", "wtf walker", besideThroneAcross, "e6e3xd3#"},
		{"never by one and the throne, where it is not hostile to him", "wtf walker", besideThrone, "b7b4"},
		{"by one and the throne, where it is", "wtf:throne_hostile=adk walker:throne_hostile=k", besideThrone, "b7b4xc4#"},
		{"by four only: not by three and the throne", "ardri:throne=on", besideThrone, "b7b4"},

		{"on an edge by three", "celta cuervo magpie", onEdge, "b1b4xa4#"},
		{"not on an edge, where all four sides count", "celta:king_capture=four", onEdge, "b1b4"},
		{"not on an edge from the side, where two opposite ones count", "wtf nielsen walker", onEdge, "b1b4"},
		{"on an edge not by two along it", "celta cuervo magpie", onEdgeAlongIt, "e5e1"},
		{"unless two are enough", "wtf nielsen walker", onEdgeAlongIt, "e5e1xd1#"},

		{"in the open not by two", "celta cuervo magpie ardri", inTheOpen, "e2e6"},
		{"unless two are enough", "wtf nielsen walker", inTheOpen, "e2e6xf6#"},
		{"in the open by four", "celta cuervo magpie ardri", inTheOpenFour, "f1b1xb2#"},

		{"beside a corner he is safe: no man ever stands on it", "celta cuervo", besideCorner, "c5c1"},
		{"unless it is hostile: two attackers, edge and corner", "celta:corner_hostile=adk cuervo:corner_hostile=adk magpie", besideCorner, "c5c1xb1#"},
		{"or one attacker and the corner", "wtf nielsen walker", besideCorner, "c5c1xb1#"},
		{"not from above", "celta wtf nielsen walker magpie", besideCornerFromAbove, "b6b2"},

		{"celta: the king who steps into a siege is captured", "celta", stepsIn, "d4d3xd3#"},
		{"El Cuervo: he is safe", "cuervo wtf nielsen walker magpie", stepsIn, "d4d3"},
		{"weak kings step in between two alike", "walker:passive=on", stepsIn, "d4d3xd3#"},
	})
}

// checkLaws looks for the text of the move among those of the legal moves.
func checkLaws(t *testing.T, laws []lawRow) {
	t.Helper()
	for _, l := range laws {
		for name := range strings.FieldsSeq(l.games) {
			s := drawn(t, game(t, name), l.board)
			a, err := env.Parse(s, l.move)
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", name, l.law, err, s)
				continue
			}
			if got := s.Format(a); got != l.move {
				t.Errorf("%s: %s: got %s, want %s\n%s", name, l.law, got, l.move, s)
			}
			checkTaken(t, s, a)
		}
	}
}

// checkTaken plays a and compares the pieces gone with those in its text.
func checkTaken(t *testing.T, s *State, a env.Action) {
	t.Helper()
	text := s.Format(a)
	_, taken, _ := strings.Cut(strings.TrimRight(text, "#+"), "x")
	g, before := s.game, slices.Clone(s.board)
	g.move(before, g.kindAt(before, g.moves[a].from), g.moves[a])
	s.Play(a)
	var gone set
	for i := range before {
		gone[i%g.words] |= before[i] &^ s.board[i]
	}
	if got := strings.Join(g.names(&gone), ","); got != taken {
		t.Errorf("%s: %s takes %q", s.game.spec.Name, text, got)
	}
	if captured := strings.HasSuffix(text, "#"); captured != (s.result == env.WinFor(g.playerOf(attackers))) {
		t.Errorf("%s: after %s the result is %v", s.game.spec.Name, text, s.result)
	}
}
