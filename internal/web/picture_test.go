package web

import (
	"bytes"
	"context"
	"errors"
	"image/gif"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A position as a drawing and in pixels, and the game as a film, from its address.
func TestDrawings(t *testing.T) {
	h := open(t, Config{})
	get := func(path string) (string, []byte) {
		t.Helper()
		r, body := h.fetch("GET", path, "", "")
		if r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", path, r.StatusCode, body)
		}
		return r.Header.Get("Content-Type"), body
	}
	const game = "game=celta&moves=d5c5_a4a5_c5b5&labels=1"
	kind, film := get("/board.gif?" + game)
	g, err := gif.DecodeAll(bytes.NewReader(film))
	if err != nil || kind != "image/gif" || len(g.Image) != 4 || g.Delay[3] <= g.Delay[2] || g.Config.Width > 600 {
		t.Errorf("%s, %d bytes, %v", kind, len(film), err)
	}
	if _, part := get("/board.gif?" + game + "&ply=1"); len(part) >= len(film) {
		t.Errorf("the film of one move has %d bytes, of three %d", len(part), len(film))
	}
	kind, still := get("/board.png?" + game + "&theme=dark")
	if m, err := png.Decode(bytes.NewReader(still)); err != nil || kind != "image/png" || m.Bounds().Dx() < 400 {
		t.Errorf("%s, %d bytes, %v", kind, len(still), err)
	}
	_, now := get("/board.svg?" + game)
	_, start := get("/board.svg?" + game + "&ply=0")
	_, turned := get("/board.svg?" + game + "&turned=1")
	_, bare := get("/board.svg?game=celta")
	if bytes.Equal(now, start) || bytes.Equal(now, turned) || !bytes.Contains(now, []byte("attackers to move")) || bytes.Contains(bare, []byte("<text")) {
		t.Error("drawings do not follow their address")
	}
	for path, want := range map[string]string{
		"/board.gif?game=celta&moves=d5d4":                            "illegal",
		"/board.png?game=celta&ply=3":                                 "there are 0 moves",
		"/board.png?game=celta&ply=x":                                 "there are 0 moves",
		"/board.svg?game=celta&start=8/8":                             "position",
		"/board.gif?game=celta&moves=" + strings.Repeat("d5c5_", 300): "cut off",
	} {
		if r, body := h.fetch("GET", path, "", ""); r.StatusCode != http.StatusBadRequest || !strings.Contains(string(body), want) {
			t.Errorf("%.60s: %d %.200s, want 400 and %q", path, r.StatusCode, body, want)
		}
	}
}

// A film shows each move, ends when its client is gone, and fits the page.
func TestFilms(t *testing.T) {
	s := &server{}
	p, err := s.pictured(url.Values{"game": {"celta"}, "moves": {"d5c5_a4a5_c5b5"}, "labels": {"1"}})
	if err != nil {
		t.Fatal(err)
	}
	f := p.film(t.Context())
	if last, err := f.Frame(f.N - 1); err != nil || f.N != 4 || last.Caption != "2. c5b5" {
		t.Errorf("%d frames, the last %q, %v; want 4", f.N, last.Caption, err)
	}
	gone, stop := context.WithCancel(t.Context())
	stop()
	if _, err := p.film(gone).Frame(0); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits: %v", err)
	}
	for name, most := range map[string]int{"tictactoe": pngWide, "celta": pngWide, "cetro": pngWide} {
		p, err := s.pictured(url.Values{"game": {name}})
		if err != nil {
			t.Fatal(err)
		}
		if wide := p.square(pngWide) * p.at(0).Cols; wide > most || wide < 150 {
			t.Errorf("%s is %d pixels wide", name, wide)
		}
	}
}
