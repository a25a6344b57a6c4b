package cetro

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/env"
)

// Position writes a position as
//
//	b1b1b1b1b/1g1g1g1g1/r1r1r1r1r/9/9/9/R1R1R1R1R/1G1G1G1G1/B1B1B1B1B s -
//
// The fields are the ranks from the top, South's men in capitals and digits for
// runs of empty squares; who is to move, s or n; and what binds him: "d" if he
// must jump, the retreat that he has to judge ("d4-c3"), or "-".
func (g *Game) Position(state env.State) string {
	s := state.(*State)
	binds := "-"
	switch {
	case s.judging():
		binds = g.text(s.judged, s.mover.Other())
	case s.must:
		binds = "d"
	}
	return fmt.Sprintf("%s %c %s", s.ranks(), g.spec.Roles[s.mover][0], binds)
}

// ranks writes the first field.
func (s *State) ranks() string {
	var text strings.Builder
	for row := range s.game.board.rows {
		if row > 0 {
			text.WriteByte('/')
		}
		s.writeRank(&text, row)
	}
	return text.String()
}

func (s *State) writeRank(text *strings.Builder, row int) {
	empty := 0
	for col := range s.game.board.cols {
		letter := s.letter(row*s.game.board.cols + col)
		if letter == 0 {
			empty++
			continue
		}
		if empty > 0 {
			text.WriteString(strconv.Itoa(empty))
		}
		empty = 0
		text.WriteByte(letter)
	}
	if empty > 0 {
		text.WriteString(strconv.Itoa(empty))
	}
}

// letters are those of South's men and of North's, by colour.
const letters = "BGRbgr"

// letter returns that of the man on a cell as South sees it, or 0.
func (s *State) letter(cell int) byte {
	p, c, ok := s.at(cell)
	switch {
	case !ok:
		return 0
	case p == s.game.south:
		return letters[c]
	}
	return letters[maxColours+c]
}

// at returns the player and the colour of the man on a cell as South sees it.
func (s *State) at(cell int) (p env.Player, c colour, ok bool) {
	if !dark(cell) {
		return 0, 0, false
	}
	for p := range env.Player(2) {
		if q := s.game.square(cell, p); s.sides[p].own&q.bit() != 0 {
			return p, s.sides[p].colourAt(q), true
		}
	}
	return 0, 0, false
}
