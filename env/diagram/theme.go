package diagram

import "fmt"

// Theme is a set of colours for a kind of page.
type Theme uint8

const (
	Light Theme = iota
	Dark
)

// String returns "light" or "dark".
func (t Theme) String() string {
	if t == Dark {
		return "dark"
	}
	return "light"
}

// rgb is a colour, 0xrrggbb.
type rgb uint32

// hex returns the colour as SVG writes it.
func (c rgb) hex() string { return fmt.Sprintf("#%06x", uint32(c)) }

// mix returns the colour a part of the way from c to d.
func (c rgb) mix(d rgb, part float64) rgb {
	var m rgb
	for shift := 0; shift < 24; shift += 8 {
		x, y := float64(c>>shift&255), float64(d>>shift&255)
		m |= rgb(x+part*(y-x)+0.5) << shift
	}
	return m
}

// palette is the colours of a theme.
type palette struct {
	page, label, caption rgb
	grounds              [NoCell + 1]rgb
	grid                 rgb // between plain squares, and around the board
	mark                 rgb // signs on squares
	last                 rgb // mixed into the squares of the last move
	hint                 rgb // the signs of Hints
	sides                [SecondSide + 1]ink
	tones                [YellowTone + 1]rgb
}

// ink is the colours of a side's pieces.
type ink struct {
	fill, line, detail rgb
}

var palettes = [...]palette{
	Light: {
		page: 0xfcfbf8, label: 0x8a8378, caption: 0x3b3833,
		grounds: [...]rgb{
			Plain: 0xf0e6d2, LightCell: 0xf1e7d4, DarkCell: 0xc6a988,
			BlueCell: 0x8fbfd0, GreenCell: 0xa9c68c, RedCell: 0xe2a092,
			CornerCell: 0xd9c4a0, ThroneCell: 0xd9c4a0, HoleCell: 0x3f6fa8, NoCell: 0xfcfbf8,
		},
		grid: 0xb9a483, mark: 0x8d7650, last: 0xf2c230, hint: 0x4c8a3f,
		sides: [...]ink{
			FirstSide:  {fill: 0xfffdf6, line: 0x37322b, detail: 0x37322b},
			SecondSide: {fill: 0x45403a, line: 0x1d1a17, detail: 0xf3ead9},
		},
		tones: [...]rgb{BlueTone: 0x2f8fc0, GreenTone: 0x6aa53c, RedTone: 0xd8483b, YellowTone: 0xf0c032},
	},
	Dark: {
		page: 0x1d1e21, label: 0x8e8b85, caption: 0xd9d6cf,
		grounds: [...]rgb{
			Plain: 0x978c7a, LightCell: 0xb8ad99, DarkCell: 0x82765f,
			BlueCell: 0x5a8fa6, GreenCell: 0x739556, RedCell: 0xb46d5b,
			CornerCell: 0x776b57, ThroneCell: 0x776b57, HoleCell: 0x2c4f7a, NoCell: 0x1d1e21,
		},
		grid: 0x62594b, mark: 0x453f34, last: 0xd9a514, hint: 0xa9e08a,
		sides: [...]ink{
			FirstSide:  {fill: 0xf4eee0, line: 0x211e1a, detail: 0x211e1a},
			SecondSide: {fill: 0x2a2724, line: 0x0d0c0b, detail: 0xe6dcc9},
		},
		tones: [...]rgb{BlueTone: 0x3d9bd0, GreenTone: 0x78b548, RedTone: 0xe0574a, YellowTone: 0xe9b92e},
	},
}

// Ink is a colour that a side's pieces have in some source, in place of the usual
// light and dark.
type Ink uint8

const (
	OwnInk Ink = iota // the theme's for the side
	BlackInk
	WhiteInk
	RedInk
	BlueInk
)

// String returns "" for OwnInk, else "black", "white", "red" or "blue".
func (k Ink) String() string { return [...]string{"", "black", "white", "red", "blue"}[k] }

// inks are the colours of the pieces, in every theme; those of OwnInk are the theme's.
var inks = [...]ink{
	BlackInk: {fill: 0x2c2925, line: 0x0d0c0b, detail: 0xf3ead9},
	WhiteInk: {fill: 0xfffdf6, line: 0x37322b, detail: 0x37322b},
	RedInk:   {fill: 0xb9352b, line: 0x4c0f0a, detail: 0xfff0e6},
	BlueInk:  {fill: 0x2c5aa8, line: 0x0e1f40, detail: 0xf0f4ff},
}

// woods are the colours of tiles and tokens, in every theme.
var woods = ink{fill: 0xf4deaa, line: 0x5a4526, detail: 0x2b2118}

// inkPens are the inks at a terminal.
var inkPens = [...]xterm{BlackInk: black, WhiteInk: white, RedInk: 160, BlueInk: 20}

// inked returns the palette with a diagram's inks.
func (p palette) inked(d Diagram) palette {
	for side, k := range d.Inks {
		if k != OwnInk {
			p.sides[side] = inks[k]
		}
	}
	return p
}

// pen returns the colour of a side at a terminal.
func (d Diagram) pen(s Side) xterm {
	if k := d.Inks[s]; k != OwnInk {
		return inkPens[k]
	}
	return pens[s]
}

// Sprite names the drawing of a piece in every picture, less the theme: equal names are
// equal drawings.
func (d Diagram) Sprite(p Piece) string {
	name := p.sprite()
	if k := d.Inks[p.Side]; k != OwnInk {
		name += "-" + k.String()
	}
	return name
}
