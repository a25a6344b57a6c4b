package chart

import (
	"image/color"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg/draw"
)

// Theme is the ground that a page is printed on.
type Theme int

const (
	Light Theme = iota
	Dark
)

// Hue is the colour of a series: 1 to 7 of the palette. 0 takes the palette's
// colours in order.
type Hue int

// Hues beside the palette, for what stands back.
const (
	Grey Hue = -1
	Pale Hue = -2
)

// look is a theme in colours.
type look struct {
	ground, ink, faint, grid color.Color
	grey, pale               color.Color
	palette                  []color.NRGBA
}

// The palette is that of Okabe and Ito 2008, "Color Universal Design", ordered so
// that neighbours differ and the first are clear on the ground; its yellow would
// vanish on white and its darkest tone on black.
var looks = [...]look{
	Light: {
		ground: rgb(0xffffff), ink: rgb(0x1f2328), faint: rgb(0x667079), grid: rgb(0xe4e7ea),
		grey: rgb(0x9aa2aa), pale: rgb(0xd3d8dd),
		palette: []color.NRGBA{rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7), rgb(0xe69f00), rgb(0x56b4e9), rgb(0x000000)},
	},
	Dark: {
		ground: rgb(0x14181d), ink: rgb(0xe6e8ea), faint: rgb(0x98a2ad), grid: rgb(0x2a3138),
		grey: rgb(0x7d8791), pale: rgb(0x434c55),
		palette: []color.NRGBA{rgb(0x56b4e9), rgb(0xe6762a), rgb(0x00b386), rgb(0xcc79a7), rgb(0xe69f00), rgb(0xf0e442), rgb(0xffffff)},
	},
}

func rgb(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xff}
}

// hue returns the colour of the i-th of a chart's series.
func (l *look) hue(h Hue, i int) color.Color {
	switch {
	case h == Grey:
		return l.grey
	case h == Pale:
		return l.pale
	case h > 0:
		i = int(h) - 1
	}
	return l.palette[i%len(l.palette)]
}

// veil returns c as a tint that lets others shine through.
func veil(c color.Color) color.Color {
	v := color.NRGBAModel.Convert(c).(color.NRGBA)
	v.A = 0x38
	return v
}

// Sizes of the type, in points; a page of 800 pixels is 600 points wide.
const (
	sizeHead  = 14
	sizeTitle = 9.5
	sizeText  = 8
)

// letters is the one typeface, regular and bold. Its widths are Arial's, so that an SVG
// looks the same where only that is at hand.
var letters = sync.OnceValue(func() text.Plain {
	return text.Plain{Fonts: font.NewCache(font.Collection{
		face(xfont.WeightNormal, liberationsansregular.TTF), face(xfont.WeightBold, liberationsansbold.TTF),
	})}
})

// typeface is the name of the letters.
var typeface = font.Font{Typeface: "Liberation", Variant: "Sans"}

// face reads the letters of a weight.
func face(weight xfont.Weight, ttf []byte) font.Face {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // it is a part of the program
	}
	at := typeface
	at.Weight = weight
	return font.Face{Font: at, Face: f}
}

// style returns how text of a size and colour is set, from its upper left.
func style(size font.Length, c color.Color) draw.TextStyle {
	return draw.TextStyle{Color: c, Font: font.From(typeface, size), XAlign: draw.XLeft, YAlign: draw.YTop, Handler: letters()}
}

func bold(s draw.TextStyle) draw.TextStyle {
	s.Font.Weight = xfont.WeightBold
	return s
}

func right(s draw.TextStyle) draw.TextStyle { s.XAlign = draw.XRight; return s }

func centre(s draw.TextStyle) draw.TextStyle { s.XAlign = draw.XCenter; return s }

func middle(s draw.TextStyle) draw.TextStyle { s.YAlign = draw.YCenter; return s }
