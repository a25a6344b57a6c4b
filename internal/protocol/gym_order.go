package protocol

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"ludens/env"
	"ludens/internal/prose"
)

// gymOrder is a line of input. Observations and masks travel as base64 of the rows one
// behind the other: float32, little-endian, and one byte for each action.
type gymOrder struct {
	Do      string   `json:"do"`      // one of gymVerbs
	Seeds   []uint64 `json:"seeds"`   // reset: of the episodes, in the order of Rows
	Rows    []int    `json:"rows"`    // reset, step: which episodes; none: all, and with reset as many as Seeds
	Actions []int    `json:"actions"` // step: in the order of Rows; restore: those played
	Row     int      `json:"row"`     // render, moves, save, restore, think, network
	Mode    string   `json:"mode"`    // render: text, ansi, svg or png

	Seed     uint64  `json:"seed"`     // restore: of the episode
	Position *string `json:"position"` // restore: the text to begin from; none: the game's own start
	N        int     `json:"n"`        // layout, share: the number of rows
	File     string  `json:"file"`     // share: of the memory
	From     int     `json:"from"`     // endings: the first number wanted

	Agent       string  `json:"agent"`       // act, think, network: who
	Temperature float64 `json:"temperature"` // act: of the draw; 0: the best move
	Simulations int     `json:"simulations"` // think: at most
	Seconds     float64 `json:"seconds"`     // think: at most
	Lines       int     `json:"lines"`       // think: for how many moves
}

// gymVerbs are the orders.
var gymVerbs = []string{
	"spec", "reset", "step", "render", "moves", "save", "restore", "layout", "share", "endings", "act", "think", "network", "close",
}

func (e *Episodes) take(ctx context.Context, o gymOrder) (any, error) {
	switch o.Do {
	case "spec":
		return e.describe(), nil
	case "reset":
		return e.reset(o)
	case "step":
		return e.step(o)
	case "render":
		return e.render(o)
	case "moves":
		return e.moves(o)
	case "save":
		return e.save(o)
	case "restore":
		return e.restore(o)
	case "layout":
		return e.layout(o)
	case "share":
		return e.share(o)
	case "endings":
		return e.told(o)
	case "act":
		return e.act(ctx, o)
	case "think":
		return e.think(ctx, o)
	case "network":
		return e.network(o)
	case "close":
		return map[string]bool{"closed": true}, nil
	}
	return nil, fmt.Errorf("do: %.40q is none of %s%s", o.Do, strings.Join(gymVerbs, ", "), prose.Hint(o.Do, gymVerbs))
}

func (e *Episodes) describe() any {
	s := e.spec
	about := map[string]any{
		"game": s.Name, "version": s.Version, "actions": s.Actions, "shape": s.Shape, "max_ply": s.MaxPly, "roles": s.Roles,
	}
	if e.doors.Release != "" {
		about["release"] = e.doors.Release
	}
	return about
}

// reset begins episodes anew: all there shall be, or those of some rows.
func (e *Episodes) reset(o gymOrder) (any, error) {
	if err := checkCount(len(o.Seeds), "seeds"); err != nil {
		return nil, err
	}
	if o.Rows == nil && len(e.rows) != len(o.Seeds) {
		if err := e.Close(); err != nil {
			return nil, err
		}
		e.seat(len(o.Seeds), newMemory(e.spec.Size(), e.spec.Actions, len(o.Seeds)))
	}
	if o.Rows == nil {
		o.Rows = e.all()
	}
	return e.each(o.Rows, len(o.Seeds), "seeds", func(i, row int) {
		e.memory.op[row], e.memory.seed[row] = opBegin, o.Seeds[i]
	})
}

// step plays an action in each of some rows, or in none if one is illegal.
func (e *Episodes) step(o gymOrder) (any, error) {
	if o.Rows == nil {
		o.Rows = e.all()
	}
	for i, a := range o.Actions[:min(len(o.Actions), len(o.Rows))] {
		if int(int32(a)) != a {
			return nil, fmt.Errorf("row %d: %w %d", o.Rows[i], env.ErrIllegal, a)
		}
	}
	return e.each(o.Rows, len(o.Actions), "actions", func(i, row int) {
		e.memory.op[row], e.memory.action[row] = opPlay, int32(o.Actions[i])
	})
}

// each runs what ask writes down of some rows, and returns what they show then. n is the
// length of the list that goes with the rows, and what it is called.
func (e *Episodes) each(rows []int, n int, what string, ask func(i, row int)) (any, error) {
	if err := e.checkRows(rows, n, what); err != nil {
		return nil, err
	}
	clear(e.memory.op)
	for i, row := range rows {
		ask(i, row)
	}
	if err := e.Run(); err != nil {
		return nil, err
	}
	return e.view(rows), nil
}

func (e *Episodes) all() []int {
	rows := make([]int, len(e.rows))
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// checkRows holds a list of rows against what there is, and against the length of
// the list that goes with it.
func (e *Episodes) checkRows(rows []int, n int, what string) error {
	if len(rows) != n {
		return fmt.Errorf("%s: %d for %d rows", what, n, len(rows))
	}
	met := make(map[int]bool, len(rows))
	for _, row := range rows {
		if row < 0 || row >= len(e.rows) {
			return fmt.Errorf("rows: %d; there are %d", row, len(e.rows))
		}
		if met[row] {
			return fmt.Errorf("rows: %d is there twice", row)
		}
		met[row] = true
	}
	return nil
}

// gymView is the answer about rows after reset, step and restore.
type gymView struct {
	Observations string       `json:"observations"`
	Masks        string       `json:"masks"`
	ToMove       []int        `json:"to_move"`
	Ply          []int        `json:"ply"`
	Rewards      [][2]float32 `json:"rewards"` // of First and of Second
	Terminated   []bool       `json:"terminated"`
	Truncated    []bool       `json:"truncated"`
	Endings      []string     `json:"endings"`
}

// view returns what some rows show.
func (e *Episodes) view(rows []int) gymView {
	v, m := gymView{}, e.memory
	size, actions := e.spec.Size(), e.spec.Actions
	observations := make([]byte, 0, 4*len(rows)*size)
	masks := make([]byte, 0, len(rows)*actions)
	for _, i := range rows {
		for _, x := range m.obs[i*size : (i+1)*size] {
			observations = binary.LittleEndian.AppendUint32(observations, math.Float32bits(x))
		}
		masks = append(masks, m.mask[i*actions:(i+1)*actions]...)
		v.ToMove = append(v.ToMove, int(m.toMove[i]))
		v.Ply = append(v.Ply, int(m.ply[i]))
		v.Rewards = append(v.Rewards, [2]float32(m.reward[2*i:]))
		v.Terminated = append(v.Terminated, m.terminated[i] != 0)
		v.Truncated = append(v.Truncated, m.truncated[i] != 0)
		v.Endings = append(v.Endings, e.endings[m.ending[i]])
	}
	v.Observations = base64.StdEncoding.EncodeToString(observations)
	v.Masks = base64.StdEncoding.EncodeToString(masks)
	return v
}

// layout says where the arrays of a memory for n rows begin.
func (e *Episodes) layout(o gymOrder) (any, error) {
	if err := checkCount(o.N, "n"); err != nil {
		return nil, err
	}
	at, bytes := layout(e.spec.Size(), e.spec.Actions, o.N)
	return map[string]any{"bytes": bytes, "at": at}, nil
}

// share goes over to the memory in a file, for n rows.
func (e *Episodes) share(o gymOrder) (any, error) {
	if err := checkCount(o.N, "n"); err != nil {
		return nil, err
	}
	if e.doors.Map == nil {
		return nil, errors.New("share: no memory can be shared here")
	}
	_, size := layout(e.spec.Size(), e.spec.Actions, o.N)
	bytes, release, err := e.doors.Map(o.File, size)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	err = e.Share(bytes, o.N)
	e.release = release
	return map[string]int{"rows": len(e.rows)}, err
}

// told lists the ways that episodes have ended, from a number on.
func (e *Episodes) told(o gymOrder) (any, error) {
	if o.From < 0 || o.From > len(e.endings) {
		return nil, fmt.Errorf("from: %d; there are %d endings", o.From, len(e.endings))
	}
	return map[string]any{"endings": append([]string{}, e.endings[o.From:]...)}, nil
}

// row returns the episode that an order is about.
func (e *Episodes) row(o gymOrder) (*episode, error) {
	if o.Row < 0 || o.Row >= len(e.rows) {
		return nil, fmt.Errorf("row: %d; there are %d", o.Row, len(e.rows))
	}
	if e.rows[o.Row].state == nil {
		return nil, fmt.Errorf("row: %d has not begun: reset it", o.Row)
	}
	return &e.rows[o.Row], nil
}

var renderModes = map[string]env.RenderMode{
	"": env.RenderText, "text": env.RenderText, "ansi": env.RenderANSI, "svg": env.RenderSVG, "png": env.RenderPNG,
}

// render shows a row: as text, or as base64 of a picture.
func (e *Episodes) render(o gymOrder) (any, error) {
	r, err := e.row(o)
	if err != nil {
		return nil, err
	}
	mode, ok := renderModes[o.Mode]
	if !ok {
		return nil, fmt.Errorf("mode: %.40q; want text, ansi, svg or png", o.Mode)
	}
	var b bytes.Buffer
	if err := env.Render(&b, e.game, r.state, mode); err != nil {
		return nil, err
	}
	if mode == env.RenderPNG {
		return map[string]string{"png": base64.StdEncoding.EncodeToString(b.Bytes())}, nil
	}
	return map[string]string{"text": b.String()}, nil
}

// moves lists the legal actions of a row, and what people call them.
func (e *Episodes) moves(o gymOrder) (any, error) {
	r, err := e.row(o)
	if err != nil {
		return nil, err
	}
	return map[string]any{"actions": append([]env.Action{}, r.legal...), "moves": env.Texts(r.state, r.legal)}, nil
}
