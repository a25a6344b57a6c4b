package diagram

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
