package protocol

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"ludens/env"
	"ludens/internal/nearest"
	"ludens/internal/wrap"
)

// Gym lets another program play many episodes of a game side by side: an
// environment as learners know it, with one line for each message. It ends when
// in does, or when it is told to close.
//
// Observations and masks travel as base64 of the rows one behind the other:
// float32, little-endian, and one byte for each action. An order that cannot be
// obeyed changes nothing in any row.
func Gym(ctx context.Context, g env.Game, in io.Reader, out io.Writer) error {
	h := &hall{game: g, spec: g.Spec(), out: printer{w: out}}
	lines := readLines(ctx, in)
	for h.out.err == nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, more := <-lines:
			if !more || h.hear(line) {
				return cmp.Or(h.out.err, ctx.Err())
			}
		}
	}
	return h.out.err
}

// hall is where episodes are played.
type hall struct {
	game env.Game
	spec env.Spec
	rows []*episode
	out  printer
}

// episode is a row, and what its last step has brought.
type episode struct {
	*env.Env
	obs                   env.Observation
	info                  env.Info
	reward                [2]float32
	terminated, truncated bool
}

// gymOrder is a line of input.
type gymOrder struct {
	Do      string   `json:"do"`      // one of gymVerbs
	Seeds   []uint64 `json:"seeds"`   // reset: of the episodes, in the order of Rows
	Rows    []int    `json:"rows"`    // reset, step: which episodes; none: all, and with reset as many as Seeds
	Actions []int    `json:"actions"` // step: in the order of Rows
	Row     int      `json:"row"`     // render, moves
	Mode    string   `json:"mode"`    // render: text, ansi, svg or png
}

var gymVerbs = []string{"spec", "reset", "step", "render", "moves", "close"}

// maxRows bounds the memory of a hall.
const maxRows = 4096

// gymView is what is told of rows after reset and step.
type gymView struct {
	Observations string       `json:"observations"`
	Masks        string       `json:"masks"`
	ToMove       []env.Player `json:"to_move"`
	Ply          []int        `json:"ply"`
	Rewards      [][2]float32 `json:"rewards"` // of First and of Second
	Terminated   []bool       `json:"terminated"`
	Truncated    []bool       `json:"truncated"`
	Endings      []string     `json:"endings"`
}

func (h *hall) hear(line string) (quit bool) {
	if strings.TrimSpace(line) == "" {
		return false
	}
	var o gymOrder
	err := decode(line, &o)
	if err != nil {
		err = plainJSON(err, o)
	}
	var a any
	if err == nil {
		a, err = h.obey(o)
		quit = err == nil && o.Do == "close"
	}
	if err != nil {
		a = map[string]string{"error": wrap.OneLine(err.Error())}
	}
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // answers are made of texts and finite numbers
	}
	h.out.line(text)
	return quit
}

func (h *hall) obey(o gymOrder) (any, error) {
	switch o.Do {
	case "spec":
		s := h.spec
		return map[string]any{
			"game": s.Name, "version": s.Version, "actions": s.Actions, "shape": s.Shape, "max_ply": s.MaxPly, "roles": s.Roles,
		}, nil
	case "reset":
		return h.reset(o)
	case "step":
		return h.step(o)
	case "render":
		return h.render(o)
	case "moves":
		return h.moves(o)
	case "close":
		return map[string]bool{"closed": true}, nil
	}
	return nil, fmt.Errorf("do: %.40q is none of %s%s", o.Do, strings.Join(gymVerbs, ", "), nearest.Hint(o.Do, gymVerbs))
}

// reset begins episodes anew: all there shall be, or those of some rows.
func (h *hall) reset(o gymOrder) (any, error) {
	if len(o.Seeds) == 0 || len(o.Seeds) > maxRows {
		return nil, fmt.Errorf("seeds: %d; want 1 to %d", len(o.Seeds), maxRows)
	}
	if o.Rows == nil {
		h.seat(len(o.Seeds))
		o.Rows = h.all()
	}
	if err := h.checkRows(o.Rows, len(o.Seeds), "seeds"); err != nil {
		return nil, err
	}
	for i, row := range o.Rows {
		e := h.rows[row]
		*e = episode{Env: e.Env}
		e.obs, e.info = e.Reset(o.Seeds[i])
	}
	return h.view(o.Rows), nil
}

// seat makes as many rows as there shall be.
func (h *hall) seat(n int) {
	for len(h.rows) < n {
		h.rows = append(h.rows, &episode{Env: env.Make(h.game)})
	}
	h.rows = h.rows[:n]
}

func (h *hall) all() []int {
	rows := make([]int, len(h.rows))
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// checkRows holds a list of rows against what there is, and against the length of
// the list that goes with it.
func (h *hall) checkRows(rows []int, n int, what string) error {
	if len(rows) != n {
		return fmt.Errorf("%s: %d for %d rows", what, n, len(rows))
	}
	met := make(map[int]bool, len(rows))
	for _, row := range rows {
		if row < 0 || row >= len(h.rows) {
			return fmt.Errorf("rows: %d; there are %d", row, len(h.rows))
		}
		if met[row] {
			return fmt.Errorf("rows: %d is there twice", row)
		}
		met[row] = true
	}
	return nil
}

// step plays an action in each of some rows, or in none if one is illegal.
func (h *hall) step(o gymOrder) (any, error) {
	if o.Rows == nil {
		o.Rows = h.all()
	}
	if err := h.checkRows(o.Rows, len(o.Actions), "actions"); err != nil {
		return nil, err
	}
	for i, row := range o.Rows {
		if err := check(h.rows[row], o.Actions[i]); err != nil {
			return nil, fmt.Errorf("row %d: %w", row, err)
		}
	}
	for i, row := range o.Rows {
		e := h.rows[row]
		var err error
		e.obs, e.reward, e.terminated, e.truncated, e.info, err = e.Step(env.Action(o.Actions[i]))
		if err != nil {
			panic(err) // it has been checked
		}
	}
	return h.view(o.Rows), nil
}

// check returns the error of playing an action, if it is one.
func check(e *episode, action int) error {
	legal := e.Legal()
	if len(legal) == 0 {
		return errors.New("the episode is over: reset it")
	}
	for _, a := range legal {
		if int(a) == action {
			return nil
		}
	}
	return fmt.Errorf("%w %d", env.ErrIllegal, action)
}

// view tells what some rows show.
func (h *hall) view(rows []int) gymView {
	v := gymView{}
	observations := make([]byte, 0, 4*len(rows)*h.spec.Size())
	masks := make([]byte, len(rows)*h.spec.Actions)
	for i, row := range rows {
		e := h.rows[row]
		for _, x := range e.obs {
			observations = binary.LittleEndian.AppendUint32(observations, math.Float32bits(x))
		}
		for _, a := range e.Legal() {
			masks[i*h.spec.Actions+int(a)] = 1
		}
		v.ToMove = append(v.ToMove, e.info.ToMove)
		v.Ply = append(v.Ply, e.info.Ply)
		v.Rewards = append(v.Rewards, e.reward)
		v.Terminated = append(v.Terminated, e.terminated)
		v.Truncated = append(v.Truncated, e.truncated)
		v.Endings = append(v.Endings, e.info.Ending)
	}
	v.Observations = base64.StdEncoding.EncodeToString(observations)
	v.Masks = base64.StdEncoding.EncodeToString(masks)
	return v
}

// row returns the episode that an order is about.
func (h *hall) row(o gymOrder) (*episode, error) {
	if o.Row < 0 || o.Row >= len(h.rows) {
		return nil, fmt.Errorf("row: %d; there are %d", o.Row, len(h.rows))
	}
	return h.rows[o.Row], nil
}

var renderModes = map[string]env.RenderMode{
	"": env.RenderText, "text": env.RenderText, "ansi": env.RenderANSI, "svg": env.RenderSVG, "png": env.RenderPNG,
}

// render shows a row: as text, or as base64 of a picture.
func (h *hall) render(o gymOrder) (any, error) {
	e, err := h.row(o)
	if err != nil {
		return nil, err
	}
	mode, ok := renderModes[o.Mode]
	if !ok {
		return nil, fmt.Errorf("mode: %.40q; want text, ansi, svg or png", o.Mode)
	}
	var b bytes.Buffer
	if err := e.Render(&b, mode); err != nil {
		return nil, err
	}
	if mode == env.RenderPNG {
		return map[string]string{"png": base64.StdEncoding.EncodeToString(b.Bytes())}, nil
	}
	return map[string]string{"text": b.String()}, nil
}

// moves tells the legal actions of a row, and what people call them.
func (h *hall) moves(o gymOrder) (any, error) {
	e, err := h.row(o)
	if err != nil {
		return nil, err
	}
	texts := []string{}
	for _, a := range e.Legal() {
		texts = append(texts, e.State().Format(a))
	}
	return map[string]any{"actions": append([]env.Action{}, e.Legal()...), "moves": texts}, nil
}
