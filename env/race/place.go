package race

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"ludens/env"
)

// Position writes a position as
//
//	b1b1b1b1b/1g1g1g1g1/r1r1r1r1r/9/9/9/R1R1R1R1R/1G1G1G1G1/B1B1B1B1B s -
//
// The fields are the rows from the top, South's men in capitals and numbers for runs of
// empty squares, holes among them; who is to move, s or n; and what binds him: "d" if he
// must jump, the step that he has to judge ("d4-c3"), or "-". Men of a reserve that are
// not on the board are still to be put there.
func (g *Game) Position(state env.State) string {
	s := state.(*State)
	letters := make([]rune, g.board.cells())
	for at, m := range s.cells() {
		letters[at] = rune(g.board.letter(m))
	}
	binds := "-"
	switch {
	case s.judging():
		binds = g.text(s.judged, s.mover.other())
	case s.must:
		binds = "d"
	}
	return fmt.Sprintf("%s %c %s", env.Rows(letters, g.board.cols, false), "sn"[s.mover], binds)
}

// cells returns what stands where, as South sees the board.
func (s *State) cells() []man {
	b := s.game.board
	cells := make([]man, b.cells())
	for x := range side(2) {
		for kind := range b.letters {
			each(s.men(x, kind), func(q int) bool {
				cells[b.place(q, x)] = newMan(kind, x)
				return true
			})
		}
	}
	return cells
}

// Arrange implements env.Arranged. Nothing binds the mover.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	return fmt.Sprintf("%s %c -", env.Rows(letters, g.board.cols, false), "sn"[g.side(toMove)])
}

// ParsePosition reads what Position writes; the last two fields may be left out if they
// are "s" and "-". It refuses what no game leads to, but for one thing: men may be
// missing. The position has no history: nothing occurred before, and no ply has been
// played.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s, err := g.parse(text)
	if err != nil {
		return nil, fmt.Errorf("race: position: %w", err)
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
	if err := s.readRows(fields[0]); err != nil {
		return nil, err
	}
	i := strings.Index("sn", fields[1])
	if i < 0 || len(fields[1]) != 1 {
		return nil, fmt.Errorf("side to move is %q, want s or n", fields[1])
	}
	s.mover = side(i)
	if err := s.checkMen(); err != nil {
		return nil, err
	}
	if err := s.readBinds(fields[2]); err != nil {
		return nil, err
	}
	s.settle()
	return s, nil
}

// readRows puts the men of the first field on the board.
func (s *State) readRows(text string) error {
	b := s.game.board
	rows := strings.Split(text, "/")
	if len(rows) != b.rows {
		return fmt.Errorf("has %d ranks, want %d", len(rows), b.rows)
	}
	return env.ReadRows(rows, b.cols, func(at int, text string) (int, error) { return 1, s.readMan(text[0], at) })
}

// readMan puts the man of a letter on a cell.
func (s *State) readMan(c byte, at int) error {
	b := s.game.board
	kind := slices.Index(b.letters, capital(c))
	if !isLetter(c) || kind < 0 {
		return fmt.Errorf("%q on %s is not a man, want one of %s", c, b.name(at), s.game.letters())
	}
	if !b.there[at] {
		return fmt.Errorf("%q stands on %s, which is not a square", c, b.name(at))
	}
	x := sideOf(c)
	q := b.square(at, x)
	if q < 0 || !b.halves[x].stand[kind].has(q) {
		return fmt.Errorf("%q on %s: no such man can ever come there", c, b.name(at))
	}
	s.add(x, kind, q)
	return nil
}

// letters returns those of the men that take part: "BGbg".
func (g *Game) letters() string {
	return string(g.board.letters) + strings.ToLower(string(g.board.letters))
}

// checkMen returns an error if there are too many men, none, or if they have won before.
func (s *State) checkMen() error {
	b := s.game.board
	for x := range side(2) {
		for kind, most := range b.counts[x] {
			if n := count(s.men(x, kind)); n > most {
				return fmt.Errorf("%d %s of %s, want at most %d", n, s.game.men(kind), sideNames[x], most)
			}
		}
		if count(s.own(x)) == 0 && s.hand(x) == 0 && !s.game.law.capture {
			return fmt.Errorf("no men of %s", sideNames[x])
		}
	}
	if s.home(s.mover) {
		return fmt.Errorf("all men of %s are home already, yet it is to move", sideNames[s.mover])
	}
	return nil
}

// readBinds reads the third field.
func (s *State) readBinds(text string) error {
	demand := s.game.rules.Demand
	switch {
	case text == "-":
		return nil
	case text == "d" && (demand == flagged || demand == byVeto):
		s.must = true
		return nil
	case demand == byVeto:
		return s.readJudged(text)
	case demand == flagged:
		return fmt.Errorf("the mover is bound by %q, want d or -", text)
	}
	return fmt.Errorf("the mover is bound by %q, want - with demand=%s", text, demand)
}

// readJudged reads the step that the mover judges, if his opponent can have made it
// while a jump was possible.
func (s *State) readJudged(text string) error {
	g, x := s.game, s.mover.other()
	for a := range g.moves {
		if g.moves[a].verb != step || g.text(env.Action(a), x) != text {
			continue
		}
		switch possible, jumps := s.judge(env.Action(a)); {
		case !possible:
			return fmt.Errorf("%s cannot have played %s", sideNames[x], text)
		case !jumps:
			return fmt.Errorf("%s had no jump when playing %s, which cannot be vetoed", sideNames[x], text)
		}
		return nil
	}
	return fmt.Errorf("the mover is bound by %q, want d, - or a %s of his opponent", text, g.stepInWords())
}

// Squares implements env.Spatial. Passes and what is said to a step, a veto with it, are
// off the board. A chain of jumps may have several ways: it has no path.
func (s *State) Squares(a env.Action) env.Squares {
	g, m := s.game, &s.game.moves[a]
	b := g.board
	x := env.Squares{From: -1, To: -1}
	if m.to < 0 {
		x.Choice = g.extraInWords(a)
		return x
	}
	x.To = b.place(int(m.to), s.mover)
	if m.from >= 0 {
		x.From = b.place(int(m.from), s.mover)
	}
	if m.verb == jump && !g.law.chain {
		x.Path = []int{(x.From + x.To) / 2}
	}
	if s.captures(m) {
		x.Captured = x.Path[:1:1]
	}
	switch {
	case m.demand:
		x.Choice = "move and demand a jump"
	case g.law.flagged && m.verb != put:
		x.Choice = "just move"
	}
	return x
}

// extraInWords says what an action off the board does.
func (g *Game) extraInWords(a env.Action) string {
	if !g.coloured {
		return g.text(a, south)
	}
	return g.ActionNames()[g.sheet.planes()+int(a-g.sheet.extra(0))]
}

// Owner implements env.Spatial.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	for x := range side(2) {
		if q := s.game.board.square(cell, x); q >= 0 && has(s.own(x), q) {
			return s.game.player(x), true
		}
	}
	return 0, false
}

// Constraint implements env.Constrained.
func (s *State) Constraint() string {
	us, them := s.game.spec.Roles[s.ToMove()], s.game.spec.Roles[s.ToMove().Other()]
	switch {
	case s.end != ongoing:
		return ""
	case s.judging():
		return them + " " + s.game.steppedInWords() + " though a jump was possible: " + us + " may accept that, or veto it and make " + them + " jump"
	case s.hand(s.mover) > 0:
		return us + " puts a man of the reserve on the board"
	case !s.moves:
		return us + " cannot move, and has to pass"
	case s.must && s.game.law.veto:
		return "the " + s.game.stepInWords() + " was vetoed: " + us + " must jump instead"
	case s.must:
		return them + " demanded a jump: " + us + " must jump, and may choose which"
	case s.last != none && s.game.moves[s.last].verb == pass:
		return them + " could not move: the turn was skipped"
	case s.game.law.always:
		return "a player who can jump must"
	}
	return ""
}

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	for _, letter := range g.board.letters {
		all = append(all, env.PieceKind{Name: string(letter)})
	}
	return all
}

// Seen implements env.Placing.
func (g *Game) Seen(cell int, p env.Player) int { return g.board.view(cell, g.side(p)) }

// Pieces implements env.Placing. Men of a reserve are left out.
func (g *Game) Pieces(state env.State, dst []env.Piece) []env.Piece {
	s := state.(*State)
	for x := range side(2) {
		owner := g.player(x)
		for kind := range g.board.letters {
			for w, word := range s.men(x, kind) {
				for ; word != 0; word &= word - 1 {
					at := g.board.place(64*w+bits.TrailingZeros64(word), x)
					dst = append(dst, env.Piece{Cell: int16(at), Kind: uint8(kind), Owner: owner})
				}
			}
		}
	}
	return dst
}
