package env_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"ludens/env"
)

func TestRender(t *testing.T) {
	e := env.Make(made("tictactoe"))
	e.Step(4)
	for _, test := range []struct {
		mode env.RenderMode
		want string // somewhere in it
	}{
		{env.RenderText, "2  . x .\n"},
		{env.RenderANSI, "38;5;231m x "},
		{env.RenderSVG, "<title>o to move</title>"},
		{env.RenderPNG, "PNG"},
	} {
		var b bytes.Buffer
		if err := e.Render(&b, test.mode); err != nil {
			t.Errorf("mode %d: %v", test.mode, err)
		}
		if !strings.Contains(b.String(), test.want) {
			t.Errorf("mode %d: no %q in\n%s", test.mode, test.want, b.String())
		}
		if test.mode != env.RenderPNG {
			continue
		}
		if _, err := png.Decode(&b); err != nil {
			t.Errorf("PNG: %v", err)
		}
	}
	if err := e.Render(&bytes.Buffer{}, 9); err == nil {
		t.Error("mode 9: no error")
	}
}

// A game without pictures still has its text.
func TestRenderWithoutPicture(t *testing.T) {
	e := env.Make(nim{heap: 4, maxPly: 10})
	var b bytes.Buffer
	if err := e.Render(&b, env.RenderText); err != nil || b.String() != "4 left" {
		t.Errorf("text: got %q, %v", b.String(), err)
	}
	if err := e.Render(&b, env.RenderSVG); err == nil || err.Error() != "env: nim has no picture" {
		t.Errorf("SVG: got %v", err)
	}
}
