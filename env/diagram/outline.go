package diagram

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Of an outline from a file: the side of its square, as chess sets have it, and
// how much there may be.
const (
	OutlineSide    = 45
	longestOutline = 4000 // bytes
	mostSegments   = 400
)

// Outline reads what the d of an SVG's <path> says, drawn in a square of 45 by 45, and
// returns it as a Piece has it. All commands of SVG are read but arcs.
func Outline(d string) (string, error) {
	if len(d) > longestOutline {
		return "", fmt.Errorf("longer than %d bytes", longestOutline)
	}
	var p pencil
	for len(strings.TrimLeft(d, " \t\r\n")) > 0 {
		d = strings.TrimLeft(d, " \t\r\n")
		command := d[0]
		end := 1 + strings.IndexFunc(d[1:], letter)
		if end == 0 {
			end = len(d)
		}
		numbers, err := numbers(d[1:end])
		if err == nil {
			err = p.draw(command, numbers)
		}
		if err != nil {
			return "", fmt.Errorf("%q: %w", d[:min(end, 40)], err)
		}
		d = d[end:]
	}
	if len(p.out) < 3 {
		return "", errors.New(`no outline: want one as in "M10 40 L22.5 5 L35 40 Z"`)
	}
	p.shut()
	return strings.Join(p.out, " "), nil
}

// letter reports whether a rune is a command: e is a part of numbers.
func letter(r rune) bool {
	return r != 'e' && r != 'E' && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
}

var number = regexp.MustCompile(`[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?`)

// numbers reads what stands behind a command: "1,2-3.5.5" are four.
func numbers(text string) (all []float64, err error) {
	if strings.Trim(number.ReplaceAllString(text, ""), " \t\r\n,") != "" {
		return nil, errors.New("want numbers behind a command")
	}
	for _, word := range number.FindAllString(text, -1) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// point is one of the square, from its top left.
type point struct{ x, y float64 }

func (p point) plus(q point) point { return point{p.x + q.x, p.y + q.y} }

// mirrored returns the point on the other side of q.
func (p point) mirrored(q point) point { return point{2*q.x - p.x, 2*q.y - p.y} }

// pencil follows a path and writes it down in absolute coordinates.
type pencil struct {
	out            []string
	at, from, bend point // where it is, where the subpath began, the last control point
	last           byte  // the last command, as a capital
}

// operands is how many numbers each command of SVG takes.
var operands = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'Z': 0}

// draw carries out a command as often as it has numbers for.
func (p *pencil) draw(command byte, numbers []float64) error {
	capital := command &^ 0x20
	n, ok := operands[capital]
	switch {
	case capital == 'A':
		return errors.New("arcs are not read: want curves (C) instead")
	case !ok:
		return fmt.Errorf("%q is not a command of a path", command)
	case p.last == 0 && capital != 'M':
		return errors.New("want M first")
	case n == 0 && len(numbers) > 0, n > 0 && (len(numbers) == 0 || len(numbers)%n != 0):
		return fmt.Errorf("%d numbers, want a multiple of %d", len(numbers), n)
	}
	if capital == 'Z' {
		p.shut()
		p.at, p.last = p.from, 'Z'
		return nil
	}
	for part := range slices.Chunk(numbers, n) {
		if err := p.step(capital, p.points(capital, command != capital, part)); err != nil {
			return err
		}
		if capital == 'M' {
			capital = 'L' // what follows a move without a letter of its own are lines
		}
	}
	return nil
}

// points returns the points that a command names, absolute.
func (p *pencil) points(capital byte, relative bool, part []float64) (all []point) {
	base := point{}
	if relative {
		base = p.at
	}
	switch capital {
	case 'H':
		return []point{{base.x + part[0], p.at.y}}
	case 'V':
		return []point{{p.at.x, base.y + part[0]}}
	}
	for xy := range slices.Chunk(part, 2) {
		all = append(all, base.plus(point{xy[0], xy[1]}))
	}
	return all
}

// step writes one command down, in those that figures are made of.
func (p *pencil) step(capital byte, to []point) error {
	plain := capital
	switch capital {
	case 'M':
		p.shut()
		p.from = to[0]
	case 'H', 'V':
		plain = 'L'
	case 'S', 'T':
		plain = map[byte]byte{'S': 'C', 'T': 'Q'}[capital]
		bend := p.at
		if p.last == plain {
			bend = p.bend.mirrored(p.at)
		}
		to = slices.Insert(to, 0, bend)
	}
	var text strings.Builder
	text.WriteByte(plain)
	for i, q := range to {
		slack := 0.0
		if i < len(to)-1 {
			slack = OutlineSide // of control points
		}
		if !(min(q.x, q.y) >= -slack && max(q.x, q.y) <= OutlineSide+slack) { // nor NaN
			return fmt.Errorf("%g,%g lies outside: want 0 to %d", q.x, q.y, OutlineSide)
		}
		if i > 0 {
			text.WriteByte(' ')
		}
		fmt.Fprintf(&text, "%v %v", scaled(q.x), scaled(q.y))
	}
	if p.out = append(p.out, text.String()); len(p.out) > mostSegments {
		return fmt.Errorf("more than %d steps", mostSegments)
	}
	p.at, p.last = to[len(to)-1], plain
	if len(to) > 1 {
		p.bend = to[len(to)-2]
	}
	return nil
}

// shut closes the subpath that is open.
func (p *pencil) shut() {
	if p.last != 0 && p.last != 'Z' {
		p.out = append(p.out, "Z")
		p.last = 'Z'
	}
}

// scaled returns a length in the square of 40 that figures have, to a hundredth.
func scaled(x float64) float64 { return math.Round(x*40/OutlineSide*100) / 100 }

// segment is a command of a path with its numbers.
type segment struct {
	command byte // M, L, H, V, C, Q or Z
	args    []float64
}

// segments takes a path of SVG apart. It panics if d is not a path: our paths are
// constants.
func segments(d string) []segment {
	var all []segment
	for len(d) > 0 {
		end := 1 + strings.IndexAny(d[1:], "MLHVCQZ")
		if end == 0 {
			end = len(d)
		}
		all = append(all, readSegment(d[:end]))
		d = d[end:]
	}
	return all
}

func readSegment(text string) segment {
	args, err := numbers(text[1:])
	if n, ok := operands[text[0]]; err != nil || !ok || n != len(args) {
		panic("diagram: path " + text)
	}
	return segment{text[0], args}
}
