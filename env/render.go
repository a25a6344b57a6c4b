package env

import (
	"fmt"
	"io"

	"ludens/env/diagram"
)

// RenderMode is a way to show a position.
type RenderMode uint8

const (
	RenderText RenderMode = iota // State.String
	RenderANSI                   // for a terminal of 256 colours
	RenderSVG
	RenderPNG
)

// Render shows the position of the episode.
func (e *Env) Render(w io.Writer, mode RenderMode) error { return Render(w, e.game, e.state, mode) }

// Render shows a position of g. Modes other than RenderText need a State that is
// diagram.Pictured; package diagram has them in other themes and sizes.
func Render(w io.Writer, g Game, s State, mode RenderMode) error {
	if mode == RenderText {
		_, err := io.WriteString(w, s.String())
		return err
	}
	p, ok := s.(diagram.Pictured)
	if !ok {
		return fmt.Errorf("env: %s has no picture", g.Spec().Name)
	}
	switch mode {
	case RenderANSI:
		_, err := io.WriteString(w, diagram.ANSI(p.Diagram()))
		return err
	case RenderSVG:
		return diagram.SVG(w, p.Diagram(), diagram.Light)
	case RenderPNG:
		const square = 60
		return diagram.PNG(w, p.Diagram(), diagram.Light, square)
	}
	return fmt.Errorf("env: no render mode %d", mode)
}
