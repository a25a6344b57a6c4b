package diagram

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
)

// SVG writes d as a picture that stands alone or goes into a page as it is:
// each kind of piece is defined once, under a name that means the same in
// every diagram.
func SVG(w io.Writer, d Diagram, t Theme) error {
	s := newScene(d, t)
	b := svg{made: map[string]bool{}}
	b.out = &b.body
	s.draw(&b)
	var all bytes.Buffer
	fmt.Fprintf(&all, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img"`+
		` stroke-linejoin="round" stroke-linecap="round" font-family="system-ui, sans-serif" text-anchor="middle">`+"\n",
		num(s.width), num(s.height), num(s.width), num(s.height))
	if d.Caption != "" {
		fmt.Fprintf(&all, "<title>%s</title>\n", escape(d.Caption))
	}
	if b.defs.Len() > 0 {
		fmt.Fprintf(&all, "<defs>\n%s</defs>\n", b.defs.Bytes())
	}
	all.Write(b.body.Bytes())
	all.WriteString("</svg>\n")
	_, err := w.Write(all.Bytes())
	return err
}

// svg is a brush that writes elements.
type svg struct {
	defs, body bytes.Buffer
	out        *bytes.Buffer // body, or defs inside a stamp
	made       map[string]bool
}

func (b *svg) rect(x, y, w, h float64, p paint) {
	fmt.Fprintf(b.out, `<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n", num(x), num(y), num(w), num(h), p.attributes())
}

func (b *svg) circle(x, y, r float64, p paint) {
	fmt.Fprintf(b.out, `<circle cx="%s" cy="%s" r="%s"%s/>`+"\n", num(x), num(y), num(r), p.attributes())
}

func (b *svg) path(d string, p paint) {
	fmt.Fprintf(b.out, `<path d="%s"%s/>`+"\n", d, p.attributes())
}

func (b *svg) text(x, y, size float64, s string, c rgb) {
	fmt.Fprintf(b.out, `<text x="%s" y="%s" font-size="%s" fill="%s">%s</text>`+"\n", num(x), num(y), num(size), c.hex(), escape(s))
}

func (b *svg) stamp(name string, x, y float64, draw func()) {
	id := "ludens-" + name
	if !b.made[id] {
		b.made[id] = true
		b.out = &b.defs
		fmt.Fprintf(b.out, "<g id=%q>\n", id)
		draw()
		b.out.WriteString("</g>\n")
		b.out = &b.body
	}
	fmt.Fprintf(b.out, `<use href="#%s" x="%s" y="%s"/>`+"\n", id, num(x), num(y))
}

// attributes returns the fill and the line as SVG has them.
func (p paint) attributes() string {
	a := ` fill="none"`
	if p.filled {
		a = fmt.Sprintf(` fill=%q`, p.fill.hex())
	}
	if p.width > 0 {
		a += fmt.Sprintf(` stroke=%q stroke-width="%s"`, p.line.hex(), num(p.width))
	}
	return a
}

// num writes a length in at most two decimals.
func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

func escape(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s)) // a Buffer takes everything
	return b.String()
}
