package foreign

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"ludens/env"
)

// questions speaks the JSON of ludens engine (docs/protocols.md): one question a line.
type questions struct {
	*process
	positions env.Notated
	asked     int
}

func newJSON(p *process, g env.Game) (*questions, error) {
	n, ok := env.As[env.Notated](g)
	if !ok {
		return nil, fmt.Errorf("%s has no text for positions, which the engine needs", g.Spec().Name)
	}
	return &questions{process: p, positions: n}, nil
}

func (q *questions) stop() string    { return `{"id":"stop","do":"stop"}` }
func (q *questions) goodbye() string { return "" }

// question is a line to the engine, answer one of its.
type question struct {
	ID          string   `json:"id"`
	Do          string   `json:"do"`
	Position    string   `json:"position,omitempty"`
	Moves       []string `json:"moves,omitempty"`
	Simulations int      `json:"simulations,omitempty"`
	Seconds     float64  `json:"seconds,omitempty"`
}

type answer struct {
	ID          string   `json:"id"`
	Error       string   `json:"error"`
	Game        string   `json:"game"`
	Move        string   `json:"move"`
	Value       float32  `json:"value"`
	Simulations int      `json:"simulations"`
	Line        []string `json:"line"`
}

// greet asks which game is played.
func (q *questions) greet(g env.Game, _ []Option) error {
	a, err := q.put(question{Do: "game"})
	if err == nil && a.Game != g.Spec().Name {
		err = forfeit("it does not play %s: it plays %q", g.Spec().Name, clip(a.Game))
	}
	return err
}

// put asks a question and waits for its answer.
func (q *questions) put(ask question) (answer, error) {
	q.asked++
	ask.ID = strconv.Itoa(q.asked)
	text, err := json.Marshal(ask)
	if err != nil {
		return answer{}, err
	}
	if err := q.say("%s", text); err != nil {
		return answer{}, err
	}
	var over <-chan time.Time
	if q.asked == 1 {
		over = q.doubt()
	}
	for {
		line, err := q.greeted("json", &over)
		if err != nil {
			return answer{}, err
		}
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			return a, cmp.Or(q.other("json"), forfeit("it wrote %q: want an object of JSON a line", clip(line)))
		}
		switch {
		case a.ID == ask.ID && a.Error != "":
			return a, forfeit("it refuses: %s", a.Error)
		case a.ID == ask.ID:
			return a, nil
		}
	}
}

func (q *questions) ask(l *line, limits Limits, _ int, _ func(Found)) (Found, error) {
	a, err := q.put(question{
		Do: "play", Position: q.positions.Position(l.start), Moves: l.texts(env.State.Format),
		Simulations: limits.Nodes, Seconds: limits.Time.Seconds(),
	})
	if err != nil {
		return Found{}, err
	}
	f := Found{Nodes: a.Simulations}
	if f.Action, err = l.read(a.Move); err != nil {
		return f, err
	}
	f.Lines = []Line{{Actions: l.readLine(a.Line), Value: max(-1, min(1, a.Value))}}
	return f, nil
}
