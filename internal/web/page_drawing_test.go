package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/image/draw"

	"ludens/env/diagram"
	"ludens/env/games"
	"ludens/env/record"
)

// painted is a board in so few pixels that fonts and the smoothing of edges hardly count.
type painted struct{ *image.NRGBA }

const paintedPixels = 24

// paintedPart returns a part of a picture in few pixels.
func paintedPart(picture image.Image, part image.Rectangle) painted {
	d := painted{image.NewNRGBA(image.Rect(0, 0, paintedPixels, paintedPixels))}
	draw.CatmullRom.Scale(d, d.Bounds(), picture, part, draw.Src, nil)
	return d
}

// differs returns by how much two pictures differ: the mean over pixels and colours, of 255, and
// the most.
func (d painted) differs(other painted) (mean float64, most int) {
	for i := range d.Pix {
		n := int(d.Pix[i]) - int(other.Pix[i])
		n = max(n, -n)
		mean += float64(n) / float64(len(d.Pix))
		most = max(most, n)
	}
	return mean, most
}

// served returns the board that package diagram draws of a position, without what is around it.
func served(t *testing.T, game string, moves ...string) painted {
	t.Helper()
	const (
		square = 60      // pixels
		pad    = 8. / 40 // of a square around the board
	)
	s := games.Must(game).New(0)
	for _, text := range moves {
		a, err := record.ParseMove(s, text)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	d := diagram.Of(s)
	d.Files, d.Ranks, d.Caption, d.Last, d.Hands = nil, nil, "", nil, nil
	var file bytes.Buffer
	if err := diagram.PNG(&file, d, diagram.Light, square); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	corner := int(pad * square)
	return paintedPart(picture, image.Rect(corner, corner, corner+square*d.Cols, corner+square*d.Rows))
}

// seen returns the board that the browser draws, without the signs of the last move and of where one may go.
func (p tab) seen() painted {
	p.Helper()
	var at [4]float64
	p.eval("document.querySelectorAll('.last, .last-edge, .aim').forEach((e) => { e.style.visibility = 'hidden'; }) || 0")
	if err := json.Unmarshal([]byte(p.eval("(() => { const b = document.querySelector('.board .frame').getBoundingClientRect(); return JSON.stringify([b.left, b.top, b.right, b.bottom]); })()")), &at); err != nil {
		p.Fatal(err)
	}
	file, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		p.Fatal(err)
	}
	return paintedPart(picture, image.Rect(int(at[0]), int(at[1]), int(at[2]), int(at[3])))
}

// The board in the browser looks like the picture that the server makes of the same position,
// whose own look env/games holds for all games; the position a move earlier does not. (Openings of
// Connect Four show what is behind the board: the page, or the paper of a picture.)
func TestBrowserDrawsWhatTheServerDraws(t *testing.T) {
	const (
		mean = 1.0 // of 255
		most = 20
	)
	b := browser(t)
	h := open(t, Config{})
	for _, line := range []string{"celta d5c5 d7c7", "cetro d2-b4", "cetran2 a2a3", "xiangqi b3e3", "shogi c3c4", "gomoku h8 i9 g7"} {
		words := strings.Fields(line)
		game, moves := words[0], words[1:]
		p := h.visit(b, desktop, "/#/play?game="+game+"&moves="+strings.Join(moves, "_"))
		p.until(fmt.Sprintf("document.querySelector('.board .pieces') && document.querySelectorAll('.move').length == %d", len(moves)))
		seen := p.seen()
		if by, at := seen.differs(served(t, game, moves...)); by > mean || at > most {
			t.Errorf("%s: the browser's board differs by %.2f of 255, %d at most", line, by, at)
		} else {
			t.Logf("%s: differs by %.2f of 255, %d at most", line, by, at)
		}
		if by, at := seen.differs(served(t, game, moves[:len(moves)-1]...)); by <= mean && at <= most {
			t.Errorf("%s: the position a move earlier is not noticed: %.2f, %d", line, by, at)
		}
		p.leave()
	}
}
