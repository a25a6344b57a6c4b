package web

import (
	"bytes"
	"image/gif"
	"image/png"
	"net/url"
	"testing"
)

// The pictures that the page offers are those of what it shows: the position looked
// at, and the game up to it, as they are seen.
func TestBrowserPictures(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, device{width: 1280, height: 800, dark: true}, "/#/play?game=cetran2&seed=104&moves=c2c4_g8h6_b1h7&ply=2&turned=1")
	p.until("document.querySelector('.board .cell')")
	p.click("#tab-text")
	p.until("document.querySelector('#picture-gif')")
	p.shot("pictures")
	asked := func(kind string) (url.Values, []byte) {
		t.Helper()
		at, err := url.Parse(p.eval("document.querySelector('#picture-" + kind + "').href"))
		if err != nil {
			t.Fatal(err)
		}
		_, body := h.fetch("GET", at.RequestURI(), "", "")
		return at.Query(), body
	}
	q, film := asked("gif")
	if g, err := gif.DecodeAll(bytes.NewReader(film)); err != nil || len(g.Image) != 3 || q.Get("turned") != "1" || q.Get("theme") != "dark" {
		t.Errorf("the film: %v, %v", q, err)
	}
	_, still := asked("png")
	if _, err := png.Decode(bytes.NewReader(still)); err != nil {
		t.Error(err)
	}
	p.eval("(fetch(document.querySelector('#picture-gif').href).then(r => { window.answered = r.status; }), 0)")
	p.until("window.answered == 200")
	p.quiet()
}
