package protocol

import (
	"fmt"
	"math"

	"ludens/analysis"
	"ludens/env"
)

// answer is a line of JSON's output.
type answer map[string]any

// failure is the answer to a question that cannot be answered otherwise.
type failure struct {
	ID    string `json:"id"`
	Error string `json:"error"`
}

// describe says what is played, and by whom.
func (o *office) describe(q question) answer {
	s := o.engine.Game.Spec()
	return answer{
		"id": q.ID, "do": q.Do, "game": s.Name, "version": s.Version, "roles": s.Roles, "max_ply": s.MaxPly,
		"actions": s.Actions, "shape": s.Shape, "engine": o.engine.Name,
	}
}

// tell adds to a the facts of a position.
func tell(a answer, g env.Game, s env.State, ply int) answer {
	if n, ok := env.As[env.Notated](g); ok {
		a["position"] = n.Position(s)
	}
	a["ply"] = ply
	if r := s.Result(); r != env.Ongoing {
		a["result"] = r.String()
		if x, ok := s.(env.Explained); ok {
			a["ending"] = x.Ending()
		}
		return a
	}
	a["to_move"] = s.ToMove().String()
	a["role"] = g.Spec().Roles[s.ToMove()]
	return a
}

func legal(q question, g env.Game, r *replayed) answer {
	return tell(answer{"id": q.ID, "do": q.Do, "moves": env.Texts(r.state, r.state.Legal(nil))}, g, r.state, r.ply())
}

// recorded is the game as text and as a list of moves.
func recorded(q question, g env.Game, r *replayed, text string) answer {
	return tell(answer{"id": q.ID, "do": q.Do, "record": text, "moves": append([]string{}, r.record.Moves...)}, g, r.state, r.ply())
}

// thought is what has been found out about a position; final says that the
// analysis has ended.
func (o *office) thought(j job, r analysis.Report, final bool) answer {
	moves := []answer{}
	for i, m := range r.Moves {
		a := answer{"move": j.state.Format(m.Action), "visits": m.Visits, "prior": m.Prior, "value": m.Value}
		if i < max(1, j.Lines) {
			a["line"] = spell(j.state, m.Line, env.State.Format)
		}
		expect(a, m.Chances)
		moves = append(moves, a)
	}
	a := answer{
		"id": j.ID, "do": j.Do, "final": final, "value": r.Value, "simulations": r.Simulations, "depth": r.Depth, "moves": moves,
	}
	if r.Proof != env.Ongoing {
		a["proof"] = answer{"result": r.Proof.String(), "plies": r.Plies}
	}
	expect(a, r.Chances)
	by(a, r)
	return tell(a, o.engine.Game, j.state, j.ply)
}

// expect adds the chances of win, draw and loss to a, if they are known.
func expect(a answer, c *analysis.Chances) {
	if c != nil {
		a["chances"] = c
	}
}

// by adds to a who found it, if an agent chose another for its time.
func by(a answer, r analysis.Report) {
	if r.By != "" {
		a["by"] = r.By
	}
}

// decision is the move to play, and the position that it leads to.
func (o *office) decision(j job, r analysis.Report, stopped bool) answer {
	a := answer{
		"id": j.ID, "do": j.Do, "move": j.state.Format(r.Best()), "value": r.Value, "simulations": r.Simulations,
		"line": spell(j.state, r.Moves[0].Line, env.State.Format),
	}
	if stopped {
		a["stopped"] = true
	}
	expect(a, r.Chances)
	by(a, r)
	j.state.Play(r.Best())
	return tell(a, o.engine.Game, j.state, j.ply+1)
}

// wdl writes chances as boards of chess show them: of a thousand games.
func wdl(c analysis.Chances) string {
	win := math.Round(1000 * float64(c[0]))
	loss := min(math.Round(1000*float64(c[2])), 1000-win)
	return fmt.Sprintf("wdl %.0f %.0f %.0f", win, 1000-win-loss, loss)
}

// mate returns in how many moves of his own the mover mates, or minus those of
// the opponent; ok only if the report proves it.
func mate(r analysis.Report, mover env.Player) (moves int, ok bool) {
	switch r.Proof {
	case env.WinFor(mover):
		return (r.Plies + 1) / 2, true
	case env.WinFor(mover.Other()):
		return -(r.Plies + 1) / 2, true
	}
	return 0, false
}

// spell returns a line of play as text, up to the first action that is not
// legal.
func spell(s env.State, line []env.Action, format func(env.State, env.Action) string) []string {
	var texts []string
	s = s.Copy(nil)
	for _, a := range line {
		if s.Result() != env.Ongoing {
			break
		}
		texts = append(texts, format(s, a))
		s.Play(a)
	}
	return texts
}
