package tafl

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/env/variant"
)

// ground is the special squares of a board.
type ground struct {
	thrones, corners, camps, forts set
}

// drawing is the start position with its special squares.
type drawing struct {
	rows, cols int
	men        []kind // by cell
	ground
}

const leastSide = 3

// draw reads the drawings of a file, or sets up the array that it names.
func draw(f *variant.File, r *Rules) (*drawing, error) {
	rows := r.Start.Layout()
	if r.Board != "" {
		rows = lines(r.Board)
	}
	d := &drawing{rows: len(rows), cols: len(rows[0])}
	if err := d.check(rows); err != nil {
		return nil, f.Wrong("board", "board: %v", err)
	}
	if err := d.read(rows, r); err != nil {
		return nil, f.Wrong("board", "board: %v", err)
	}
	if r.Ground != "" {
		rows = lines(r.Ground)
		if err := d.check(rows); err != nil {
			return nil, f.Wrong("ground", "ground: %v", err)
		}
		if err := d.readGround(rows); err != nil {
			return nil, f.Wrong("ground", "ground: %v", err)
		}
	}
	d.usual()
	if err := d.possible(); err != nil {
		return nil, f.Wrong("board", "board: %v", err)
	}
	return d, nil
}

// lines returns the rows of a drawing without spaces and empty lines.
func lines(text string) (rows []string) {
	for line := range strings.Lines(text) {
		if line = strings.Join(strings.Fields(line), ""); line != "" {
			rows = append(rows, line)
		}
	}
	if rows == nil {
		rows = []string{""}
	}
	return rows
}

// check returns an error unless rows are as many and as long as those of d.
func (d *drawing) check(rows []string) error {
	if d.rows < leastSide || d.rows > maxSide || d.cols < leastSide || d.cols > maxSide {
		return fmt.Errorf("%d rows of %d squares, want %d to %d each way", d.rows, d.cols, leastSide, maxSide)
	}
	if len(rows) != d.rows {
		return fmt.Errorf("%d rows, want %d as on the board", len(rows), d.rows)
	}
	for i, row := range rows {
		if len(row) != d.cols {
			return fmt.Errorf("row %d has %d squares, want %d as the first", i+1, len(row), d.cols)
		}
	}
	return nil
}

// read reads the start position.
func (d *drawing) read(rows []string, r *Rules) error {
	known := map[byte]kind{'.': nothing, 'a': attacker, 'd': defender, 'k': king, 'K': king, 'T': nothing, 'X': nothing, 'A': nothing, 'D': nothing}
	for i, letter := range slices.Sorted(maps.Keys(r.Men)) {
		known[letter[0]] = firstOther + kind(i)
	}
	for i, row := range rows {
		for j := range len(row) {
			k, ok := known[row[j]]
			if !ok {
				letters := slices.Sorted(maps.Keys(known))
				return fmt.Errorf("row %d has the letter %q, want one of %s, or one of [men]", i+1, row[j], letters)
			}
			d.men = append(d.men, k)
			d.mark(cell(i*d.cols+j), row[j])
		}
	}
	return nil
}

// readGround reads the special squares alone.
func (d *drawing) readGround(rows []string) error {
	for i, row := range rows {
		for j := range len(row) {
			if !strings.Contains(".TXAD", row[j:j+1]) {
				return fmt.Errorf("row %d has the letter %q, want T, X, A, D or a dot", i+1, row[j])
			}
			d.mark(cell(i*d.cols+j), row[j])
		}
	}
	return nil
}

// mark makes a square special if the letter says so; the later one counts.
func (d *drawing) mark(c cell, letter byte) {
	kinds := map[byte]*set{'T': &d.thrones, 'K': &d.thrones, 'X': &d.corners, 'A': &d.camps, 'D': &d.forts}
	if kinds[letter] == nil {
		return
	}
	for _, s := range kinds {
		s.drop(c)
	}
	kinds[letter].add(c)
}

// usual gives a board that draws none its throne and its corners.
func (d *drawing) usual() {
	if d.thrones.empty() && d.rows%2 == 1 && d.cols%2 == 1 {
		if c := cell(d.rows * d.cols / 2); !d.special(c) {
			d.thrones.add(c)
		}
	}
	if d.corners.empty() {
		for _, c := range []int{0, d.cols - 1, (d.rows - 1) * d.cols, d.rows*d.cols - 1} {
			if !d.special(cell(c)) {
				d.corners.add(cell(c))
			}
		}
	}
}

func (g *ground) special(c cell) bool {
	return g.thrones.has(c) || g.corners.has(c) || g.camps.has(c) || g.forts.has(c)
}

// possible returns what is missing on the board.
func (d *drawing) possible() error {
	count := func(k kind) (n int) {
		for _, m := range d.men {
			if m == k {
				n++
			}
		}
		return n
	}
	if n := count(king); n != 1 {
		return fmt.Errorf("there are %d kings, want one: k, or K on a throne", n)
	}
	return nil
}

// plain reports that the rules have nothing that boards of their own and the rarer rules
// need: no key beyond the first of [Rules] says anything.
func (r *Rules) plain() bool {
	return r.ThroneAlways == NoKind && r.Strength+r.StrengthEdge+r.StrengthBeside+r.StrengthThrone == 0 &&
		r.KingJumps == NoJumps && r.ManJumps == NoJumps && r.Shieldwall == NoWall && r.EdgeFort == NoFort &&
		r.Surround == NoSurround && r.RepeatLoser == NoLoser && r.Berserk == Calm && len(r.Men) == 0
}

// classic reports whether the board is a square with an odd side of 5 to 9 that is its own
// image under the eight symmetries, with the king on the centre, which is the throne, and
// no special squares besides it but the four corners. With [Rules.plain] these are the
// games that were there first: their keys and planes stay as they were.
func (d *drawing) classic() bool {
	const least, most = 5, 9
	n := d.rows
	usual := drawing{rows: d.rows, cols: d.cols}
	usual.usual()
	if n != d.cols || n%2 == 0 || n < least || n > most || d.ground != usual.ground || d.men[len(d.men)/2] != king {
		return false
	}
	for i := range n {
		for j := range n { // two mirrors make all eight
			k := d.men[i*n+j]
			if k != d.men[j*n+i] || k != d.men[i*n+n-1-j] {
				return false
			}
		}
	}
	return true
}
