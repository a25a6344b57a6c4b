package diagram

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// piece draws what stands on a cell.
func (s *scene) piece(b brush, cell int, p Piece) {
	x, y := s.corner(cell)
	b.stamp(fmt.Sprintf("%v-%s", s.theme, s.Sprite(p)), x, y, func() { s.figure(b, p) })
}

// sprite distinguishes drawings of pieces in the inks of a theme.
func (p Piece) sprite() string {
	name := fmt.Sprintf("%d-%d-%d", p.Figure, p.Side, p.Tone)
	if p.Figure == Outlined {
		h := fnv.New64a()
		io.WriteString(h, p.Outline)
		name += fmt.Sprintf("-%x", h.Sum64())
	}
	if p.Lettered() {
		name += "-" + p.sign() + p.Outline
	}
	return name
}

// Lettered reports whether a piece is drawn as its letter.
func (p Piece) Lettered() bool { return p.Figure == Tile || p.Figure == Token }

// sign is the letter that is drawn.
func (p Piece) sign() string { return strings.ToUpper(string(p.Letter)) }

// Opposite returns a piece as it is drawn on a board that is seen from the other side: tiles
// point ahead.
func (p Piece) Opposite() Piece {
	if p.Figure == Tile {
		p.Side = FirstSide + SecondSide - p.Side
	}
	return p
}

// figure draws a piece in the square at the origin.
func (s *scene) figure(b brush, p Piece) {
	ink := s.sides[p.Side]
	switch p.Figure {
	case CrossStone:
		stone := "M11.5 11.5 L28.5 28.5 M28.5 11.5 L11.5 28.5"
		b.path(stone, stroke(ink.line, 7.5))
		b.path(stone, stroke(ink.fill, 4.8))
		return
	case RingStone:
		b.circle(20, 20, 9.8, stroke(ink.line, 7.5))
		b.circle(20, 20, 9.8, stroke(ink.fill, 4.8))
		return
	case Tile:
		b.path(wedges[p.Side], outlined(woods.fill, woods.line, outline))
		colour, y := woods.detail, 29.0
		if p.Tone == RedTone {
			colour = inks[RedInk].fill
		}
		if p.Side == SecondSide {
			y = 25
		}
		s.letter(b, p, 20, y, colour)
		return
	case Token:
		ink := inks[BlackInk]
		if p.Side == FirstSide {
			ink = inks[RedInk]
		}
		b.circle(20, 20, 16.5, outlined(woods.fill, ink.fill, outline))
		b.circle(20, 20, 13.6, stroke(ink.fill, 0.8))
		s.letter(b, p, 20, 26.8, ink.fill)
		return
	case Outlined:
		b.path(p.Outline, body.paint(ink, ink.detail))
		return
	}
	tone := ink.detail
	if p.Tone != NoTone {
		tone = s.tones[p.Tone]
	}
	if p.Figure == Disc && p.Tone != NoTone {
		ink = ink.of(tone)
	}
	for _, e := range figures[p.Figure] {
		e.draw(b, e.part.paint(ink, tone))
	}
	if p.Figure == Mitre || p.Figure == Crown {
		sign(b, p.Tone, tone)
	}
}

// letter draws the letter of a tile or token with its baseline at y, or its sign, as that
// side sees it, with the letter in a corner for those who cannot read it.
func (s *scene) letter(b brush, p Piece, x, y float64, colour rgb) {
	outline := signs()[p.Outline]
	if outline == "" {
		b.text(x, y, letterSize, p.sign(), colour)
		return
	}
	const small, radius = 7.5, 4.8
	way, middle := 1.0, y-6.8
	if p.Figure == Tile && p.Side == SecondSide {
		way = -1
	}
	b.path(placed(outline, x, middle, way), fill(colour))
	x, y = x+way*10, middle+way*11
	b.circle(x, y, radius, fill(woods.fill))
	b.text(x, y+small*0.36, small, p.sign(), colour)
}

// of returns the ink of a piece that is of one colour altogether.
func (k ink) of(tone rgb) ink {
	return ink{fill: tone, line: tone.mix(0, 0.45), detail: tone.mix(0, 0.2)}
}

// paint returns what a part is painted with.
func (p part) paint(k ink, tone rgb) paint {
	switch p {
	case line:
		return stroke(k.detail, outline)
	case spot:
		return fill(k.detail)
	case accent:
		return outlined(tone, k.line, outline)
	}
	return outlined(k.fill, k.line, outline)
}

func (e element) draw(b brush, p paint) {
	if e.r != 0 {
		b.circle(e.x, e.y, e.r, p)
		return
	}
	b.path(e.path, p)
}

// sign draws what distinguishes the tones without colour: a dot for blue, a ring
// for green, a bar for red.
func sign(b brush, t Tone, c rgb) {
	const x, y = 20, 19.5
	switch t {
	case BlueTone:
		b.circle(x, y, 3.6, fill(c))
	case GreenTone:
		b.circle(x, y, 3.4, stroke(c, 2.4))
	case RedTone:
		b.rect(x-5, y-1.6, 10, 3.2, fill(c))
	}
}

//go:embed signs.txt
var signLines string

// signs are the outlines of the characters that men carry, about their middle.
var signs = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(signLines) {
		if sign, outline, ok := strings.Cut(strings.TrimSpace(line), " "); ok && sign != "#" {
			all[sign] = outline
		}
	}
	return all
})

// Signs returns the characters that a tile or a token can carry, in order.
func Signs() string { return strings.Join(slices.Sorted(maps.Keys(signs())), "") }

// placed returns an outline with its middle at (x, y); way is 1, or -1 upside down.
func placed(outline string, x, y, way float64) string {
	var moved strings.Builder
	for _, s := range segments(outline) {
		moved.WriteByte(s.command)
		for i := 0; i < len(s.args); i += 2 {
			moved.WriteString(num(x+way*s.args[i]) + " " + num(y+way*s.args[i+1]) + " ")
		}
	}
	return strings.TrimSpace(moved.String())
}

// part is what an element of a figure is painted with.
type part uint8

const (
	body   part = iota // filled with the side's colour, and outlined
	line               // a line in the detail colour
	spot               // filled with the detail colour
	accent             // filled with the tone, and outlined
)

// element is a piece of a figure in a square of 40 by 40: a path in the
// commands M, L, H, V, C, Q and Z of SVG, or a circle if r is not 0.
type element struct {
	part    part
	path    string
	x, y, r float64
}

// foot is what all chess figures stand on.
var foot = element{path: "M10.5 34.5 V32.5 C10.5 30.5 12 29.5 14 29.5 H26 C28 29.5 29.5 30.5 29.5 32.5 V34.5 Z"}

// Of tiles and tokens: their wedges, by side, and where their letters stand.
var wedges = [...]string{FirstSide: "M20 3.5 L31.5 9 L34.5 36.5 H5.5 L8.5 9 Z", SecondSide: "M20 36.5 L31.5 31 L34.5 3.5 H5.5 L8.5 31 Z"}

const letterSize = 19.0

var figures = [...][]element{
	Disc:    {{x: 20, y: 20, r: 14}, {part: line, x: 20, y: 20, r: 10}},
	Crowned: {{x: 20, y: 20, r: 14.5}, {part: spot, path: "M12 26.5 L10.5 15.5 L16 19.5 L20 12.5 L24 19.5 L29.5 15.5 L28 26.5 Z"}},
	Mitre: {
		{path: "M11 26 L8 15.5 C12.5 13.5 17 9.5 20 4.5 C23 9.5 27.5 13.5 32 15.5 L29 26 Z"},
		{part: accent, path: "M11 26 H29 L28.2 33.5 H11.8 Z"},
	},
	Crown: {
		{path: "M10 26 L6.5 11.5 L14 17 L20 6.5 L26 17 L33.5 11.5 L30 26 Z"},
		{part: accent, path: "M10 26 H30 L28.7 33.5 H11.3 Z"},
	},
	Pawn: {
		{path: "M17 19 C17 24 15.5 27 13 29.5 H27 C24.5 27 23 24 23 19 Z"},
		{path: "M14.5 20 C14.5 18 16 17 20 17 C24 17 25.5 18 25.5 20 Z"},
		{x: 20, y: 12.5, r: 5},
		foot,
	},
	Rook: {
		{path: "M15 14 H25 L26.5 29.5 H13.5 Z"},
		{path: "M11.5 6.5 H15.5 V9.5 H18 V6.5 H22 V9.5 H24.5 V6.5 H28.5 V12.5 L26 15.5 H14 L11.5 12.5 Z"},
		foot,
	},
	Knight: {
		{path: horse},
		{part: spot, x: 16.2, y: 12.6, r: 1.2},
		{part: line, path: "M24.5 13 C26 16 26.3 20 25 25"},
		foot,
	},
	Bishop: {
		{path: "M17 22 H23 C23 25.5 24.5 28 26.5 29.5 H13.5 C15.5 28 17 25.5 17 22 Z"},
		{path: mitre},
		{path: "M14.5 24 C14.5 22 16 21.2 20 21.2 C24 21.2 25.5 22 25.5 24 Z"},
		{x: 20, y: 5.6, r: 2},
		{part: line, path: "M22.5 11.5 L19 16"},
		foot,
	},
	Queen: {
		{path: "M12.5 29.5 L7.5 13.5 L13.5 20 L13.8 9.5 L18 19 L20 7.5 L22 19 L26.2 9.5 L26.5 20 L32.5 13.5 L27.5 29.5 Z"},
		{x: 7.3, y: 12, r: 1.9},
		{x: 13.6, y: 8, r: 1.9},
		{x: 20, y: 6.2, r: 1.9},
		{x: 26.4, y: 8, r: 1.9},
		{x: 32.7, y: 12, r: 1.9},
		{part: line, path: "M12 25.5 Q20 23.5 28 25.5"},
		foot,
	},
	King: {
		{path: "M18.7 3.5 H21.3 V5.9 H23.7 V8.3 H21.3 V13 H18.7 V8.3 H16.3 V5.9 H18.7 Z"},
		{path: "M20 15.5 C21.5 11.5 25.5 10.5 28.5 12 C32 13.8 32.3 18 30 21.3 C28.3 23.8 27.5 26 27.5 29.5 H12.5 C12.5 26 11.7 23.8 10 21.3 C7.7 18 8 13.8 11.5 12 C14.5 10.5 18.5 11.5 20 15.5 Z"},
		{part: line, path: "M20 16 V22.5"},
		{part: line, path: "M12 25.5 Q20 23.5 28 25.5"},
		foot,
	},
	// A tower with a horse before it.
	Chancellor: {
		{path: "M19.5 12 H29.5 L31 29.5 H18 Z"},
		{path: "M16.5 4.5 H20.5 V7.5 H22.7 V4.5 H26.3 V7.5 H28.5 V4.5 H32.5 V10.5 L30 13.5 H19 L16.5 10.5 Z"},
		{path: pony},
		{part: spot, x: 12.7, y: 17.6, r: 1.1},
		foot,
	},
	// A mitre with a horse before it.
	Archbishop: {
		{path: "M25 4.8 C31.5 9.5 34 14.5 31.8 19.5 C30.5 22.5 28.5 23 28.5 29.5 H20 V10 C21 8 22.8 6.3 25 4.8 Z"},
		{x: 25, y: 4.4, r: 1.9},
		{part: line, path: "M28.8 11 L25.6 15"},
		{path: pony},
		{part: spot, x: 12.7, y: 17.6, r: 1.1},
		foot,
	},
	// A winged bishop with a cross on it: it also steps straight.
	DragonHorse: {
		{path: "M16 22.5 C10 22.5 4.5 18.5 3.5 9 C6 11 8 11.8 9.5 12 L10 15 L13.5 15.5 Z"},
		{path: "M24 22.5 C30 22.5 35.5 18.5 36.5 9 C34 11 32 11.8 30.5 12 L30 15 L26.5 15.5 Z"},
		{path: "M17 22 H23 C23 25.5 24.5 28 26.5 29.5 H13.5 C15.5 28 17 25.5 17 22 Z"},
		{path: mitre},
		{path: "M14.5 24 C14.5 22 16 21.2 20 21.2 C24 21.2 25.5 22 25.5 24 Z"},
		{part: line, path: "M20 10.5 V18 M16.8 14 H23.2"},
		foot,
	},
	// An eight-pointed star on a stand: straight and diagonal as far as each other.
	Sissa: {
		{path: "M17.5 21 H22.5 C22.5 25.5 24 28 26.5 29.5 H13.5 C16 28 17.5 25.5 17.5 21 Z"},
		{path: "M20 2.5 L23.1 6.4 L28 5.8 L27.4 10.7 L31.3 13.8 L27.4 16.9 L28 21.8 L23.1 21.2 L20 25.1 L16.9 21.2 L12 21.8 L12.6 16.9 L8.7 13.8 L12.6 10.7 L12 5.8 L16.9 6.4 Z"},
		{part: spot, x: 20, y: 13.8, r: 3},
		foot,
	},
}

const (
	// horse is the head of a knight, pony a smaller one to the left.
	horse = "M13.5 29.5 C13.5 24 19 22 18.8 17.8 C16.5 20 14.8 20.4 13 22.4 C11.6 24 9.2 23 8.8 20.8 C8.4 18.4 11 15.4 12.4 12 C13 10.6 13.6 9.4 14 8.4 L13.6 4.5 L17.6 7.2 C24 7.2 30 12 29 21 C28.7 24 27.5 26.5 27.5 29.5 Z"
	pony  = "M11 29.5 C11 25.5 15.5 24 15.3 21.2 C13.5 22.9 12.2 23.2 10.6 24.8 C9.4 26 7.3 25.2 7 23.4 C6.7 21.4 8.8 19 9.9 16.6 C10.3 15.7 10.8 14.8 11.1 14 L10.8 10.8 L14 13 C19.5 13 24.5 16.5 23.8 23.5 C23.6 25.8 22.7 27.5 22.7 29.5 Z"
	// mitre is the head of a bishop.
	mitre = "M20 7 C26 11.5 28 15.5 26.5 19 C25.5 21.4 23.5 22.2 20 22.2 C16.5 22.2 14.5 21.4 13.5 19 C12 15.5 14 11.5 20 7 Z"
)
