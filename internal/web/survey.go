package web

import (
	"fmt"
	"net/http"

	"ludens/analysis"
	"ludens/env"
)

// verdict is what a player thinks of one position of a game that he goes through.
type verdict struct {
	Ply   int     `json:"ply"`
	Value float32 `json:"value"`          // for First
	Drawn float32 `json:"drawn"`          // the chance of a draw; 0 if unknown
	Best  string  `json:"best,omitempty"` // move; none if the game is over
	Seat  int     `json:"seat"`           // the side for a person who has chosen none: 0 is the first
}

// survey streams a verdict on every position of a game, from the first to the
// last.
func (s *server) survey(w http.ResponseWriter, r *http.Request) {
	var q question
	if !ask(w, r, maxBody, &q) {
		return
	}
	if q.Simulations > maxSurvey {
		refuse(w, http.StatusUnprocessableEntity, fmt.Errorf("%d simulations for each position: want at most %d", q.Simulations, maxSurvey))
		return
	}
	g, sheet, err := q.open(&s.games)
	t := thought{game: g}
	if err == nil {
		err = s.seat(&t, &q)
	}
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	out := stream{w: w}
	for ply := range sheet.Ply() + 1 {
		v, err := s.judge(r, t, sheet.At(ply))
		if err != nil {
			out.fail(err)
			return
		}
		v.Ply = ply
		if out.send(v) != nil {
			return
		}
	}
}

// judge asks about one position.
func (s *server) judge(r *http.Request, t thought, at env.State) (verdict, error) {
	if at.Result() != env.Ongoing {
		v := verdict{Value: at.Result().For(env.First)}
		if at.Result() == env.Drawn {
			v.Drawn = 1
		}
		return v, nil
	}
	l := analysis.Limits{Time: maxThinking}
	if t.player.Thinks {
		l.Simulations = min(t.strength, maxSurvey)
	}
	found, err := s.think(r.Context(), t, at, l, nil)
	if err != nil {
		return verdict{}, err
	}
	v := verdict{Value: found.Value, Best: at.Format(found.Best())}
	if at.ToMove() == env.Second {
		v.Value = -v.Value
	}
	v.Seat = int(analysis.Seat(v.Value))
	if found.Chances != nil {
		v.Drawn = found.Chances[1]
	}
	return v, nil
}
