package envtest

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// placed is a game whose pieces a test can spoil.
type placed struct {
	env.Game
	env.Attacking
	seen    func(cell int, p env.Player) int
	pieces  func([]env.Piece) []env.Piece
	attacks func([]uint64)
	from    func([]uint64)
}

func (g placed) Seen(cell int, p env.Player) int {
	if g.seen != nil {
		return g.seen(cell, p)
	}
	return g.Attacking.Seen(cell, p)
}

func (g placed) Pieces(s env.State, dst []env.Piece) []env.Piece {
	dst = g.Attacking.Pieces(s, dst)
	if g.pieces != nil {
		return g.pieces(dst)
	}
	return dst
}

func (g placed) Attacks(s env.State, pieces []env.Piece, dst []uint64) {
	g.Attacking.Attacks(s, pieces, dst)
	if g.attacks != nil {
		g.attacks(dst)
	}
}

func (g placed) AttacksFrom(s env.State, x env.Piece, p env.Player, cell int, dst []uint64) {
	g.Attacking.AttacksFrom(s, x, p, cell, dst)
	if g.from != nil {
		g.from(dst)
	}
}

// The law of pieces finds each fault that it is there for, and none in a sound game.
func TestPiecesFaultsAreFound(t *testing.T) {
	g := games.Must("cetran2")
	for _, test := range []struct {
		name, want string
		spoil      func(*placed)
	}{
		{"sound", "", func(*placed) {}},
		{"one is missing", "is not listed", func(p *placed) { p.pieces = func(all []env.Piece) []env.Piece { return all[1:] } }},
		{"one is listed twice", "listed twice", func(p *placed) { p.pieces = func(all []env.Piece) []env.Piece { return append(all, all[0]) } }},
		{"an owner", "is not the piece on its cell", func(p *placed) {
			p.pieces = func(all []env.Piece) []env.Piece { all[3].Owner = all[3].Owner.Other(); return all }
		}},
		{"all kinds are one", "is drawn as", func(p *placed) {
			p.pieces = func(all []env.Piece) []env.Piece {
				for i := range all {
					all[i].Kind = 0
				}
				return all
			}
		}},
		{"a kind that is none", "there is no piece", func(p *placed) {
			p.pieces = func(all []env.Piece) []env.Piece { all[3].Kind = 200; return all }
		}},
		{"not turned", "which the mover sees as", func(p *placed) { p.seen = func(cell int, _ env.Player) int { return cell } }},
		{"nothing is attacked", "does not attack", func(p *placed) {
			p.attacks = func(dst []uint64) { clear(dst) }
			p.from = p.attacks
		}},
		{"nothing is attacked from cells", "and one like it there", func(p *placed) { p.from = func(dst []uint64) { clear(dst) } }},
	} {
		p := placed{Game: g, Attacking: g.(env.Attacking)}
		test.spoil(&p)
		err := checkPieces(newKit(p, nil))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: got %v\nwant a breach that says %q", test.name, err, test.want)
		}
	}
}
