package tafl

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

func TestEndings(t *testing.T) {
	shuffle := strings.Fields("b7b6 c3b3 b6b7 b3c3 b7b6 c3b3 b6b7 b3c3")
	const shuffled = "1a5/7/7/7/2d4/4k2/7 a"
	for _, row := range []struct {
		law, game, position string
		moves               []string
		want                string // as the caption says it
	}{
		{"the king reaches a corner", "celta", "7/7/7/7/3a3/7/1k5 d", []string{"b1a1+"},
			"king's side wins: the king reached a corner"},
		{"the king reaches the edge", "ardri", "7/7/7/7/3a3/1k5/7 d", []string{"b2b1+"},
			"king's side wins: the king reached the edge"},
		{"a corner is an edge, too", "tablut", "k8/9/9/9/a8/9/9/9/9 a", nil,
			"king's side wins: the king reached a corner"},
		{"an edge is no corner", "celta", "7/1a5/k6/7/7/7/7 a", []string{"b6a6"},
			"king's side to move"},
		{"the king falls to four", "celta", "3a3/7/7/2aka2/3a3/7/7 a", []string{"d7d5xd4#"},
			"attackers win: the king is surrounded by four"},
		{"the king falls on the edge", "celta", "7/7/a6/k6/a6/7/1a5 a", []string{"b1b4xa4#"},
			"attackers win: three attackers and the edge: the king is captured"},
		{"the king falls beside the throne", "nielsen", "1a5/7/2a4/2k4/2a4/7/7 a", []string{"b7b4xc4#"},
			"attackers win: three attackers and the throne: the king is captured"},
		{"the king falls beside a hostile corner", "celta:corner_hostile=adk", "7/7/2a4/7/7/1a5/1k5 a", []string{"c5c1xb1#"},
			"attackers win: two attackers, the edge and the corner: the king is captured"},
		{"the king falls to two", "wtf", "7/5ka/7/7/7/4a2/7 a", []string{"e2e6xf6#"},
			"attackers win: the king is captured between two"},
		{"a position without king", "celta", "7/7/7/7/3a3/7/7 d", nil,
			"attackers win: the king is captured"},
		{"all attackers captured", "cuervo", "7/7/1da2d1/7/3k3/7/7 d", []string{"f5d5xc5"},
			"king's side wins: all attackers are captured"},
		{"no legal move", "celta", "7/7/a6/ka5/a6/7/7 d", nil,
			"attackers win: no legal move for the king's side"},
		{"no legal move", "wtf", "1a5/7/a6/k6/a6/7/7 a", []string{"b7b4"},
			"attackers win: no legal move for the king's side"},
		{"no legal move is a draw", "nielsen", "1a5/7/a6/k6/a6/7/7 a", []string{"b7b4"},
			"drawn: no legal move for the king's side"},
		{"no legal move is a draw", "celta:no_move=draw", "7/7/a6/ka5/a6/7/7 d", nil,
			"drawn: no legal move for the king's side"},
		{"no legal move for the attackers", "celta", "7/7/7/4k2/1d5/7/1ad4 d", []string{"b3b2"},
			"king's side wins: no legal move for the attackers"},
		{"third occurrence", "celta", shuffled, shuffle, "drawn: third occurrence of the position"},
		{"not before the third", "celta", shuffled, shuffle[:7], "king's side to move"},
		{"the king's side loses by it", "wtf", shuffled, shuffle, "attackers win: third occurrence of the position"},
		{"who repeats loses by it", "celta:repeat_result=loss_mover", shuffled, shuffle, "attackers win: third occurrence of the position"},
		{"second occurrence", "celta:repeat=2", shuffled, shuffle[:4], "drawn: second occurrence of the position"},
		{"no occurrence ends the game", "celta:repeat=0", shuffled, slices.Concat(shuffle, shuffle, shuffle), "attackers to move"},
		{"encirclement", "wtf", "7/3a3/2a1a2/1a1k1a1/2a1a2/7/3a3 a", []string{"d1d2"},
			"attackers win: encirclement: the king's side is cut off from the edge"},
		{"a man outside is not cut off", "wtf", "5d1/3a3/2a1a2/1a1k1a1/2a1a2/7/3a3 a", []string{"d1d2"},
			"king's side to move"},
		{"a gap in the ring", "wtf", "7/3a3/4a2/1a1k1a1/2a1a2/7/3a3 a", []string{"d1d2"},
			"king's side to move"},
		{"no rule of encirclement", "celta", "7/3a3/2a1a2/1a1k1a1/2a1a2/7/3a3 a", []string{"d1d2"},
			"king's side to move"},
	} {
		g := game(t, row.game)
		s := position(t, g, row.position)
		for _, m := range row.moves {
			play(t, s, m)
		}
		if got := s.caption(); got != row.want {
			t.Errorf("%s (%s): got %q, want %q\n%s", row.law, row.game, got, row.want, s)
		}
	}
}

// A position counts with the side to move; a capture makes all before it
// impossible to repeat.
func TestRepetitionCounts(t *testing.T) {
	g := game(t, "celta")
	s := position(t, g, "1a5/7/7/7/2d4/4k2/7 a")
	other := position(t, g, "1a5/7/7/7/2d4/4k2/7 d")
	if s.Key() == other.Key() {
		t.Error("a position has one key whoever is to move")
	}
	start := s.Key()
	play(t, s, "b7b6", "c3b3", "b6b7", "b3c3")
	if s.seen != 1 || s.Key() == start {
		t.Errorf("after one round seen is %d, want 1, and the key should have changed", s.seen)
	}
	obs := make([]float32, g.spec.Size())
	if s.Observe(obs); obs[5*49] != 1 {
		t.Error("the plane of the second occurrence is not set")
	}
	if again := position(t, g, g.Position(s)); again.Key() != start {
		t.Error("a position read from text has a history")
	}
}

func TestCapIsATruncation(t *testing.T) {
	e := env.Make(game(t, "celta:cap=2"))
	e.Reset(0)
	e.Step(e.Legal()[0])
	_, reward, terminated, truncated, info, err := e.Step(e.Legal()[0])
	if err != nil || terminated || !truncated || reward != [2]float32{} || info.Result != env.Ongoing {
		t.Errorf("terminated %v, truncated %v, reward %v, result %v, %v", terminated, truncated, reward, info.Result, err)
	}
}

func TestIllegalActionsPanic(t *testing.T) {
	g := game(t, "celta")
	for law, action := range map[string]env.Action{
		"an empty square":       0,
		"the enemy's piece":     (1*6+0)*49 + 3, // d7-e7
		"on to another piece":   (0*6+1)*49 + 4*7 + 3,
		"off the board":         (0*6+5)*49 + 2*7 + 3,
		"beyond the last plane": 1176,
	} {
		t.Run(law, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("action %d was played", action)
				}
			}()
			g.New(0).Play(action)
		})
	}
}
