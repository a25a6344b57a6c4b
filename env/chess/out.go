package chess

import (
	"fmt"
	"regexp"
	"strings"

	"ludens/env"
)

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
