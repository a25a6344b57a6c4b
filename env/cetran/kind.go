package cetran

import (
	"slices"
	"strings"

	"ludens/env/diagram"
)

// kind is what a man is, for both sides.
type kind int8

const (
	pawn kind = iota
	knight
	bishop // in Cetran 1, not in Cetran 2
	rook
	queen
	king
	chancellor
	archbishop
	horse
	sissa
	kinds      = iota
	none  kind = -1
)

// letters are the capital letters of the kinds, in their order.
const letters = "PNBRQKCAHS"

// kindOf returns the kind that a capital letter stands for.
func kindOf(letter byte) (kind, bool) {
	i := strings.IndexByte(letters, letter)
	return kind(i), i >= 0
}

// letter returns the capital letter of k.
func (k kind) letter() byte { return letters[k] }

// String returns the capital letter of k.
func (k kind) String() string { return letters[k : k+1] }

// names are the kinds as people call them, in the order of letters.
var names = [kinds]string{
	"pawn", "knight", "bishop", "rook", "queen", "king",
	"chancellor", "archbishop", "dragon horse", "sissa",
}

var figures = [kinds]diagram.Figure{
	diagram.Pawn, diagram.Knight, diagram.Bishop, diagram.Rook, diagram.Queen, diagram.King,
	diagram.Chancellor, diagram.Archbishop, diagram.DragonHorse, diagram.Sissa,
}

// army is the men of one side.
type army struct {
	title      string // of the game
	men        []kind // each kind once, in the order of the observation planes
	officers   Officers
	promotions []kind // what a pawn may become at most, in the order of the action planes
	conversion bool   // the bishops conversion rule holds
}

// cetran1 is the army of Cetina Random Chess, since called Cetran Chess 1.
var cetran1 = army{
	title:      "Cetran Chess 1",
	men:        []kind{king, queen, sissa, chancellor, bishop, rook, knight, pawn},
	officers:   "BBCKNQRS",
	promotions: []kind{queen, sissa, chancellor, bishop, rook, knight},
	conversion: true,
}

// cetran2 is the army of Cetran Chess 2: eight officers, all different.
var cetran2 = army{
	title:      "Cetran Chess 2",
	men:        []kind{king, queen, sissa, chancellor, archbishop, horse, rook, knight, pawn},
	officers:   "ACHKNQRS",
	promotions: []kind{queen, sissa, chancellor, archbishop, horse, rook, knight},
}

// number returns how many officers of kind k the back rank has.
func (a *army) number(k kind) int {
	return strings.Count(string(a.officers), k.String())
}

// has reports whether men of kind k belong to the army.
func (a *army) has(k kind) bool { return slices.Contains(a.men, k) }

// alphabet returns the letters of the army in plane order: "KQSCAHRNP".
func (a *army) alphabet() string {
	text := make([]byte, len(a.men))
	for i, k := range a.men {
		text[i] = k.letter()
	}
	return string(text)
}
