package chess

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
)

// A leg is one atom of Betza's notation as vectors and what may be done along them. This
// much of the notation is read, as XBoard and Fairy-Stockfish have it:
//
//	atoms        W F D N A H C (L) Z (J) G, K = WF, R = WW, B = FF, Q = RB, Sissa
//	directions   f b l r v s h and their pairs, before the atom
//	modes        m moves only, c captures only, i from its initial squares only,
//	             e captures in passing, n (lame) does not jump and, with i, can be
//	             captured in passing, p hops over one man as a cannon, g as a grasshopper
//	riders       a letter twice (NN), or the number of steps behind it (R4), 0 for any
type leg struct {
	vectors                     []vector
	steps                       int // how many may be made; 0: any number
	manner                      manner
	lame                        bool
	quiet, capture, passing, is bool // is: initial squares only
	sissa                       bool
}

// vector is a number of files to the right and of ranks ahead.
type vector struct{ dx, dy int }

// manner is how a man goes along squares in line.
type manner uint8

const (
	leap  manner = iota // to the last; those before it must be empty
	ride                // to each; those before it must be empty
	hop                 // to each behind exactly one man
	vault               // to the one behind the first man
)

// atoms are the leaps that the letters stand for: files and ranks, the longer first.
var atoms = map[byte][][2]int{
	'W': {{1, 0}}, 'F': {{1, 1}}, 'D': {{2, 0}}, 'N': {{2, 1}}, 'A': {{2, 2}}, 'H': {{3, 0}},
	'C': {{3, 1}}, 'L': {{3, 1}}, 'Z': {{3, 2}}, 'J': {{3, 2}}, 'G': {{3, 3}}, 'K': {{1, 0}, {1, 1}},
	'R': {{1, 0}}, 'B': {{1, 1}}, 'Q': {{1, 0}, {1, 1}},
}

// What a text of moves may have at most.
const (
	longestMoves = 80
	mostLegs     = 24
)

// parseMoves reads a text of Betza's notation.
func parseMoves(text string) (legs []leg, err error) {
	if len(text) > longestMoves {
		return nil, fmt.Errorf("longer than %d letters", longestMoves)
	}
	for rest := text; rest != ""; {
		if rest[0] == ' ' {
			rest = rest[1:]
			continue
		}
		if after, ok := strings.CutPrefix(rest, "Sissa"); ok {
			legs, rest = append(legs, leg{sissa: true, quiet: true, capture: true}), after
			continue
		}
		some, after, err := parseAtom(rest)
		if err != nil {
			return nil, err
		}
		if legs = append(legs, some...); len(legs) > mostLegs {
			return nil, fmt.Errorf("more than %d atoms", mostLegs)
		}
		rest = after
	}
	return legs, nil
}

// parseAtom reads one atom with what stands before and behind it.
func parseAtom(text string) (legs []leg, rest string, err error) {
	n := strings.IndexFunc(text, func(r rune) bool { return r < 'a' || r > 'z' })
	if n < 0 {
		return nil, "", fmt.Errorf("%q: want an atom behind it, as in fmW", text)
	}
	var l leg
	pairs, err := l.modify(text[:n])
	if err != nil {
		return nil, "", err
	}
	letter := text[n]
	sizes, ok := atoms[letter]
	if !ok {
		return nil, "", fmt.Errorf("unknown atom %q: want one of W F D N A H C L Z J G K R B Q, or Sissa", letter)
	}
	if rest, err = l.extend(letter, text[n+1:]); err != nil {
		return nil, "", err
	}
	for _, size := range sizes {
		some := l
		some.vectors = directed(size, pairs)
		if len(some.vectors) == 0 {
			return nil, "", fmt.Errorf("%q: no such direction of %c", text[:n], letter)
		}
		legs = append(legs, some)
	}
	return legs, rest, nil
}

// modify reads the small letters before an atom, and returns the directions.
func (l *leg) modify(text string) (pairs []string, err error) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case 'm':
			l.quiet = true
		case 'c':
			l.capture = true
		case 'i':
			l.is = true
		case 'e':
			l.passing = true
		case 'n':
			l.lame = true
		case 'p':
			l.manner = hop
		case 'g':
			l.manner = vault
		case 'f', 'b', 'l', 'r', 'v', 's', 'h':
			pair := string([]byte{c, c})
			if i+1 < len(text) && paired(c, text[i+1]) {
				pair = text[i : i+2]
				i++
			}
			pairs = append(pairs, pair)
		default:
			return nil, fmt.Errorf("unknown modifier %q: want some of f b l r v s h m c i e n p g", c)
		}
	}
	if !l.quiet && !l.capture && !l.passing {
		l.quiet, l.capture = true, true
	}
	return pairs, nil
}

const (
	verticals   = "fbvh"
	horizontals = "rlsh"
)

// paired reports whether two letters make one direction.
func paired(c, d byte) bool {
	is := func(c byte, set string) bool { return strings.IndexByte(set, c) >= 0 }
	return c == d || is(c, verticals) && is(d, horizontals) || is(c, horizontals) && is(d, verticals)
}

// extend reads what stands behind an atom: its letter again, or a number.
func (l *leg) extend(letter byte, text string) (rest string, err error) {
	rides := strings.IndexByte("RBQ", letter) >= 0
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	switch {
	case n > 2:
		return "", errors.New("a number of steps has two digits at most")
	case n > 0:
		rides = true
		for _, c := range text[:n] {
			l.steps = 10*l.steps + int(c-'0')
		}
		text = text[n:]
	case text != "" && text[0] == letter:
		rides, text = true, text[1:]
	}
	switch {
	case l.manner != leap && !rides, l.manner != leap && n > 0:
		return "", fmt.Errorf("p and g go with R, B, Q or a letter twice, without a number: pR, gQ, pNN")
	case l.lame && (rides || l.manner != leap):
		return "", errors.New("n goes with one leap, as in nN: riders do not jump anyway")
	case l.manner == leap && rides:
		l.manner = ride
	}
	return text, nil
}

// directed returns the vectors of a leap of given files and ranks that lie in one of
// some directions, or all.
func directed(size [2]int, pairs []string) (list []vector) {
	a, b := size[0], size[1]
	for _, v := range []vector{{b, a}, {a, b}, {a, -b}, {b, -a}, {-b, -a}, {-a, -b}, {-a, b}, {-b, a}} {
		if !slices.Contains(list, v) && v.among(pairs) {
			list = append(list, v)
		}
	}
	return list
}

func (v vector) among(pairs []string) bool {
	if len(pairs) == 0 {
		return true
	}
	for _, pair := range pairs {
		if (v.dx == 0 || v.dy == 0) && pair[0] != pair[1] {
			if v.in(pair[:1]+pair[:1]) || v.in(pair[1:]+pair[1:]) {
				return true
			}
		} else if v.in(pair) {
			return true
		}
	}
	return false
}

// in reports whether v lies in a direction. Of a knight's leaps ff are the two narrow
// ones ahead, fs the two wide ones ahead, fh all four, rf the narrow one to the right,
// fr the wide one; hr and hl are one of each two that mirror each other.
func (v vector) in(pair string) bool {
	upright, level := abs(v.dy) >= abs(v.dx), abs(v.dx) >= abs(v.dy)
	side := func(c byte) bool {
		switch c {
		case 'f':
			return v.dy > 0
		case 'b':
			return v.dy < 0
		case 'r':
			return v.dx > 0
		case 'l':
			return v.dx < 0
		}
		return true // v, s
	}
	switch pair {
	case "hh":
		return true
	case "hr":
		return upright == (v.dx*v.dy > 0)
	case "hl":
		return upright == (v.dx*v.dy < 0)
	case "fh", "bh", "rh", "lh":
		return side(pair[0])
	}
	main := pair[1]
	inLine := upright
	if strings.IndexByte("rls", main) >= 0 {
		inLine = level
	}
	return inLine && side(pair[0]) && side(main)
}

func abs(n int) int { return max(n, -n) }

// Piece is how a kind's moves are described to XBoard (gnu.org/software/xboard/Betza.html).
type Piece struct{ Letter, Moves string }

// lameLeaps are leaps without jumping that XBoard does not know by one letter.
var lameLeaps = regexp.MustCompile(`n[a-z]*[HCLZJG]`)

// Betza returns the kinds in XBoard's dialect, and a line for each thing that it cannot
// say.
func (g *Game) Betza() (list []Piece, problems []string) {
	for k := range kind(g.letters) {
		w := &g.kinds[k]
		letter := string(w.letter)
		m := g.keys.Men[letter]
		list = append(list, Piece{letter, strings.ReplaceAll(strings.ReplaceAll(m.Moves, " ", ""), "Sissa", g.sissaInBetza()) + g.castlingInBetza(k)})
		say := func(on bool, what string) {
			if on {
				problems = append(problems, letter+": "+what)
			}
		}
		say(m.Initial != "", "i means the squares where it begins, not "+m.Initial)
		say(m.Stays != "", "it does not leave "+m.Stays)
		say(m.Converts, "the bishops conversion rule")
		say(lameLeaps.MatchString(m.Moves), "n of a longer leap than N, A and D")
	}
	for i, c := range g.castlings {
		if w := &g.kinds[kindOf(c.kingPiece)]; c.owner == env.First && g.castlingInBetza(w.base) == "" {
			problems = append(problems, fmt.Sprintf("%c: castling number %d", w.letter, i+1))
		}
	}
	return list, problems
}

// castlingInBetza writes "isO2" if White's king of that kind goes as far to either side.
func (g *Game) castlingInBetza(k kind) string {
	var far []int
	if g.castlesDrawn() {
		return ""
	}
	for _, c := range g.castlings {
		if c.owner == env.First && kindOf(c.kingPiece) == k {
			far = append(far, abs(g.file(c.kingTo)-g.file(c.king)))
		}
	}
	if len(far) != 2 || far[0] != far[1] || far[0] < 2 {
		return ""
	}
	return fmt.Sprintf("isO%d", far[0])
}

// sissaInBetza writes the sissa's ways one length after another: n steps to empty squares
// (maf) with a turn of 45 degrees (fs) or of 135 (bs) in the middle, for there is no word
// for two legs of one length.
func (g *Game) sissaInBetza() string {
	var moves strings.Builder
	side := max(g.rows, g.cols)
	for n := 1; n < side; n++ {
		steps := strings.Repeat("maf", n-1)
		for _, atom := range []string{"W", "F"} {
			for _, turn := range []string{"fs", "bs"} {
				if turn == "bs" || 2*n < side {
					moves.WriteString(steps + "ma" + turn + steps + atom)
				}
			}
		}
	}
	return moves.String()
}
