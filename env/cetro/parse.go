package cetro

import (
	"fmt"
	"strings"

	"ludens/env"
)

// Arrange implements env.Arranged. Nothing binds the mover.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	return fmt.Sprintf("%s %c -", env.Rows(letters, g.board.cols, false), g.spec.Roles[toMove][0])
}

// ParsePosition reads what Position writes; the last two fields may be left out
// if they are "s" and "-". It refuses what no game leads to, but for one thing:
// men may be missing. The position has no history: nothing occurred before, and
// no ply has been played.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s, err := g.parse(text)
	if err != nil {
		return nil, fmt.Errorf("cetro: position: %w", err)
	}
	return s, nil
}

func (g *Game) parse(text string) (*State, error) {
	given := strings.Fields(text)
	if len(given) < 1 || len(given) > 3 {
		return nil, fmt.Errorf("has %d fields, want ranks, side to move and what binds it", len(given))
	}
	fields := [3]string{1: "s", 2: "-"}
	copy(fields[:], given)
	s := g.blank()
	if err := s.readRanks(fields[0]); err != nil {
		return nil, err
	}
	if err := s.readMover(fields[1]); err != nil {
		return nil, err
	}
	if err := s.checkMen(); err != nil {
		return nil, err
	}
	if err := s.readBinds(fields[2]); err != nil {
		return nil, err
	}
	s.settle()
	return s, nil
}

// readRanks places the men of the first field.
func (s *State) readRanks(text string) error {
	ranks := strings.Split(text, "/")
	if len(ranks) != s.game.board.rows {
		return fmt.Errorf("has %d ranks, want %d", len(ranks), s.game.board.rows)
	}
	for row, rank := range ranks {
		if err := s.readRank(rank, row); err != nil {
			return fmt.Errorf("rank %s %q: %w", s.game.board.rank(row), rank, err)
		}
	}
	return nil
}

func (s *State) readRank(text string, row int) error {
	cols, col := s.game.board.cols, 0
	for _, letter := range text {
		if letter >= '1' && letter <= '9' {
			col += int(letter - '0')
			continue
		}
		if col < cols {
			if err := s.readMan(letter, row*cols+col); err != nil {
				return err
			}
		}
		col++
	}
	if col != cols {
		return fmt.Errorf("has %d squares, want %d", col, cols)
	}
	return nil
}

// readMan puts the man of a letter on a cell as South sees it.
func (s *State) readMan(letter rune, cell int) error {
	g := s.game
	i := strings.IndexRune(letters, letter)
	c := colour(max(i, 0) % maxColours)
	if i < 0 || int(c) >= g.board.colours {
		return fmt.Errorf("%q on %s is no man, want one of %s", letter, g.board.name(cell), g.letters())
	}
	if !dark(cell) {
		return fmt.Errorf("%q stands on the light square %s", letter, g.board.name(cell))
	}
	p := g.south
	if i >= maxColours {
		p = g.south.Other()
	}
	s.put(p, c, g.square(cell, p))
	return nil
}

// letters returns those of the men that take part: "BGbg".
func (g *Game) letters() string {
	n := g.board.colours
	return letters[:n] + letters[maxColours:maxColours+n]
}

// readMover reads the second field.
func (s *State) readMover(text string) error {
	switch text {
	case "s":
		s.mover = s.game.south
	case "n":
		s.mover = s.game.south.Other()
	default:
		return fmt.Errorf("side to move is %q, want s or n", text)
	}
	return nil
}

// checkMen returns an error if there are too many men, none, or if they have
// won before.
func (s *State) checkMen() error {
	for p := range s.sides {
		side, role := &s.sides[p], s.game.spec.Roles[p]
		for c := range s.game.board.colours {
			if n, most := side.men[c].count(), s.game.board.start[c].count(); n > most {
				return fmt.Errorf("%d %s men of %s, want at most %d", n, colourNames[c], role, most)
			}
		}
		if side.own == 0 {
			return fmt.Errorf("no men of %s", role)
		}
		if side.need == 0 && env.Player(p) == s.mover {
			return fmt.Errorf("all men of %s are home already, yet it is to move", role)
		}
	}
	return nil
}

// readBinds reads the third field.
func (s *State) readBinds(text string) error {
	switch {
	case text == "-":
		return nil
	case text == "d" && (s.game.demand == onMove || s.game.demand == byVeto):
		s.must = true
		return nil
	case s.game.demand == byVeto:
		return s.readJudged(text)
	case s.game.demand == onMove:
		return fmt.Errorf("the mover is bound by %q, want d or -", text)
	}
	return fmt.Errorf("the mover is bound by %q, want - with demand=%s", text, demands[s.game.demand])
}

// readJudged reads the retreat that the mover judges.
func (s *State) readJudged(text string) error {
	for _, m := range s.game.moves {
		if m.verb == retreat && s.game.text(m, s.mover.Other()) == text {
			return s.judge(m)
		}
	}
	return fmt.Errorf("the mover is bound by %q, want d, - or a retreat of his opponent", text)
}

// judge has the mover judge m, if his opponent can have retreated that way
// while a jump was possible.
func (s *State) judge(m move) error {
	p := s.mover.Other()
	side := &s.sides[p]
	if side.own&m.to.bit() == 0 || side.all&m.from.bit() != 0 {
		return fmt.Errorf("%s cannot have played %s", s.game.spec.Roles[p], s.game.text(m, p))
	}
	s.carry(p, m.to, m.from)
	jl, jr, _, _ := s.game.board.reach(side.own, side.all)
	s.carry(p, m.from, m.to)
	if jl|jr == 0 {
		return fmt.Errorf("%s had no jump when playing %s, which cannot be vetoed", s.game.spec.Roles[p], s.game.text(m, p))
	}
	s.judged = m
	return nil
}
