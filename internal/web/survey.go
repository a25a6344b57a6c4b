package web

import (
	"fmt"
	"net/http"

	"ludens/analysis"
	"ludens/env"
	"ludens/internal/lesson"
)

// verdict is what a player thinks of one position of a game that he goes through.
type verdict struct {
	Ply   int     `json:"ply"`
	Value float32 `json:"value"`          // for First
	Drawn float32 `json:"drawn"`          // the chance of a draw; 0 if unknown
	Best  string  `json:"best,omitempty"` // move; none if the game is over
	Seat  int     `json:"seat"`           // the side for a person who has chosen none: 0 is the first
	// Slip is what the move to this position gave away; nil: nothing, or not known.
	Slip *lesson.Slip `json:"slip,omitempty"`
	// Accuracy is that of both sides' moves; only at the end.
	Accuracy *[2]float32 `json:"accuracy,omitempty"`
}

// survey streams a verdict on every position of a game, from a ply to the last.
func (s *server) survey(w http.ResponseWriter, r *http.Request) {
	var q struct {
		question
		From int `json:"from,omitempty"` // ply
	}
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
		err = s.seat(&t, &q.question)
	}
	if err == nil && (q.From < 0 || q.From > sheet.Ply()) {
		err = fmt.Errorf("from move %d: there are %d", q.From, sheet.Ply())
	}
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	out := stream{w: w}
	judge := func(at env.State) (lesson.Verdict, error) { return s.judge(r, t, at) }
	err = lesson.Review(r.Context(), g, sheet, q.From, judge, func(ply int, found lesson.Verdict, slip *lesson.Slip, kept [2]lesson.Accuracy) error {
		v := verdict{Ply: ply, Value: found.Value, Drawn: found.Drawn, Seat: int(analysis.Seat(found.Value)), Slip: slip}
		if len(found.Line) > 0 {
			v.Best = sheet.At(ply).Format(found.Line[0])
		}
		if ply == sheet.Ply() {
			v.Accuracy = &[2]float32{kept[0].Share(), kept[1].Share()}
		}
		return out.send(v)
	})
	if err != nil {
		out.fail(err)
	}
}

// judge asks about one position.
func (s *server) judge(r *http.Request, t thought, at env.State) (lesson.Verdict, error) {
	if at.Result() != env.Ongoing {
		return lesson.Decided(at.Result()), nil
	}
	l := analysis.Limits{Time: maxThinking}
	if t.player.Thinks {
		l.Simulations = min(t.strength, maxSurvey)
	}
	found, err := s.think(r.Context(), t, at, l, nil)
	if err != nil {
		return lesson.Verdict{}, err
	}
	v := lesson.For(at, found.Value, found.Line(), found.Proof, found.Plies)
	if found.Chances != nil {
		v.Drawn = found.Chances[1]
	}
	return v, nil
}
