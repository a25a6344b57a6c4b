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
