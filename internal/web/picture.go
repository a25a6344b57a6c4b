package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
)

// Pictures of pixels: how large a board is, at most.
const (
	pngWide = 480 // pixels of the squares in a row
	gifWide = 320
)

// pictured is what a picture is wanted of, as the address has it.
type pictured struct {
	game   env.Game
	sheet  *record.Sheet
	ply    int
	dress  env.Dress
	theme  diagram.Theme
	turned bool
	bare   bool // without labels and words
}

// pictured reads the query of a picture: game, seed, start, ply and moves, those of one
// line, as the address of the page has them, dress, theme, turned, and labels=1 for the
// names of the squares and a line of words.
func (s *server) pictured(q url.Values) (p pictured, err error) {
	l := line{Game: q.Get("game"), Position: q.Get("start")}
	l.Seed, _ = strconv.ParseUint(q.Get("seed"), 10, 64) // 0 will do where there is none
	if moves := q.Get("moves"); moves != "" {
		l.Moves = strings.Split(moves, "_")
	}
	if p.game, p.sheet, err = l.open(&s.games); err != nil {
		return p, err
	}
	p.ply = p.sheet.Ply()
	if q.Has("ply") {
		if p.ply, err = strconv.Atoi(q.Get("ply")); err != nil || p.ply < 0 || p.ply > p.sheet.Ply() {
			return p, fmt.Errorf("position %.20q: there are %d moves", q.Get("ply"), p.sheet.Ply())
		}
	}
	p.dress = dressOf(p.game, q.Get("dress"))
	if q.Get("theme") == diagram.Dark.String() {
		p.theme = diagram.Dark
	}
	p.turned, p.bare = q.Get("turned") == "1", q.Get("labels") != "1"
	return p, nil
}

// at returns the drawing of the position after that many moves.
func (p *pictured) at(ply int) diagram.Diagram {
	d := p.dress.Diagram(diagram.Of(p.sheet.At(ply)))
	if p.bare {
		d.Caption, d.Files, d.Ranks = "", nil, nil
	}
	if p.turned {
		d = d.Turned()
	}
	return d
}

// frame returns a picture of the film of the game up to the position: below it stands
// the move that led there.
func (p *pictured) frame(ply int) diagram.Diagram {
	d := p.at(ply)
	if d.Caption = ""; !p.bare {
		d.Caption = p.sheet.Move(ply)
	}
	return d
}

// square returns how many pixels wide a cell is on a board of wide pixels.
func (p *pictured) square(wide int) int {
	return max(12, min(60, wide/max(1, p.at(0).Cols)))
}

// drawSVG answers with a position as a drawing.
func (s *server) drawSVG(w http.ResponseWriter, r *http.Request) {
	p, err := s.pictured(r.URL.Query())
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	diagram.SVG(w, p.at(p.ply), p.theme) // an error means that the client is gone
}

// drawPNG answers with a position as a picture of pixels.
func (s *server) drawPNG(w http.ResponseWriter, r *http.Request) {
	s.paint(w, r, "image/png", func(p pictured, out io.Writer) error {
		return diagram.PNG(out, p.at(p.ply), p.theme, p.square(pngWide))
	})
}

// drawGIF answers with the game up to a position, move by move.
func (s *server) drawGIF(w http.ResponseWriter, r *http.Request) {
	s.paint(w, r, "image/gif", func(p pictured, out io.Writer) error {
		return diagram.GIF(out, p.film(r.Context()), p.theme, p.square(gifWide))
	})
}

// film is the game up to the position. It ends with ctx.
func (p *pictured) film(ctx context.Context) diagram.Film {
	return p.sheet.Film(p.ply, func(ply int) (diagram.Diagram, error) { return p.frame(ply), ctx.Err() })
}

// paint answers with a picture of pixels. One is made at a time.
func (s *server) paint(w http.ResponseWriter, r *http.Request, kind string, draw func(p pictured, out io.Writer) error) {
	p, err := s.pictured(r.URL.Query())
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	if err := s.painting.sit(r.Context()); err != nil {
		failed(w, err)
		return
	}
	defer s.painting.leave()
	var out bytes.Buffer
	if err := draw(p, &out); err != nil {
		failed(w, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Write(out.Bytes()) // an error means that the client is gone
}

// stone stands for a player: beside his name, and in the colour of his share of
// a chart.
type stone struct {
	Sprite string `json:"sprite"` // as kind.Sprite
	Shade  string `json:"shade"`  // "light", "dark", "red", "yellow" or "blue"
}

// stones returns the commonest piece of each player when both have moved once: a
// game may begin with an empty board.
func stones(g env.Game, dress env.Dress) (all [2]stone) {
	s := twoMovesOn(g)
	d := dress.Diagram(diagram.Of(s))
	count := map[diagram.Piece]int{}
	var most [2]diagram.Piece
	for i, c := range d.Cells {
		count[c.Piece]++
		p, ok := env.OwnerOf(s, d, i)
		if ok && (most[p].Figure == diagram.Nothing || count[c.Piece] > count[most[p]]) {
			most[p] = c.Piece
		}
	}
	for p, piece := range most {
		all[p] = stone{d.Sprite(piece), shade(d, piece)}
	}
	return all
}

// twoMovesOn is the position after the first legal move of each player.
func twoMovesOn(g env.Game) env.State {
	s := g.New(0)
	for range 2 {
		if legal := s.Legal(nil); len(legal) > 0 {
			s.Play(legal[0])
		}
	}
	return s
}

// shade is the colour that a piece has as a whole.
func shade(d diagram.Diagram, p diagram.Piece) string {
	switch ink := d.Inks[p.Side]; {
	case ink == diagram.BlackInk:
		return "dark"
	case ink == diagram.WhiteInk:
		return "light"
	case ink != diagram.OwnInk:
		return ink.String()
	case p.Figure == diagram.Disc && p.Tone == diagram.RedTone:
		return "red"
	case p.Figure == diagram.Disc && p.Tone == diagram.YellowTone:
		return "yellow"
	case p.Side == diagram.SecondSide:
		return "dark"
	}
	return "light"
}
