package chess

import (
	"fmt"

	"ludens/env"
)

// sources returns where the rules are from.
func (g *Cetran) sources() []string {
	if g.converting() {
		return []string{
			"C. Cetina, Cetina Random Chess (1998): http://www.chessvariants.com/dpieces.dir/cetinarandom.html",
			"The Bishops Conversion Rule: https://www.chessvariants.com/varvar.dir/bcr.html, and the inventor's comment there of 25 August 2019",
			sissaSource,
			"FIDE Laws of Chess for all else",
		}
	}
	return []string{
		"C. Cetina, Cetran Chess 2: https://www.chessvariants.org/rules/cetran-chess-2",
		"Game Courier, settings qrknchsaKSNRCAQH, and its games",
		sissaSource,
		"FIDE Laws of Chess for all else: \"all the rules of FIDE Chess apply\"",
	}
}

const sissaSource = "The sissa: http://www.chessvariants.org/piececlopedia.dir/sissa.html and the inventor's comment of 1 July 2009 on chessvariants.com"

// readings returns what the sources leave open.
func (g *Cetran) readings() []env.Reading {
	all := []env.Reading{{
		Question: "Which arrays are drawn? The inventor wants \"genuine raffles without restrictions\" and prefers that the sides differ; Game Courier also draws symmetric ones.",
		Answer:   "Each kind of draw is a variant of its own: this is " + g.base + ".",
		Test:     "TestDraws",
	}}
	if g.arrays().Draw == Independent {
		all = append(all, env.Reading{
			Question: "May two independent draws come out symmetric by chance?",
			Answer:   "Yes.",
			Option:   "asymmetric=on", Test: "TestAsymmetric",
		})
	}
	if g.converting() {
		all = append(all, conversionReadings...)
	} else {
		all = append(all, cetran2Readings...)
	}
	return append(all, drawReadings...)
}

// cetran2Readings are those of the army of Cetran Chess 2.
var cetran2Readings = []env.Reading{{
	Question: "What may a pawn become? The page does not say.",
	Answer:   "Any officer of the army but the king, as the inventor has it for Cetina Random Chess.",
	Option:   "promo=q", Test: "TestPromotion", Case: "qscahrn",
}, {
	Question: "Which men cannot mate? FIDE knows nothing of these officers.",
	Answer:   "Kings alone, or with one knight. Every other officer mates a bare king from any position with the move: computed.",
	Option:   "insufficient=off", Test: "TestEndings", Case: "a knight cannot mate",
}}

// conversionReadings are those of Cetran 1.
var conversionReadings = []env.Reading{{
	Question: "What does a bishop attack that may still convert, or must?",
	Answer:   "What it may capture: one that must, the four squares beside it; one that may, these and its diagonals.",
	Test:     "TestConversionChecks", Case: "a bound one does not check diagonally",
}, {
	Question: "One bishop has made an ordinary move and is captured. Must the other still convert?",
	Answer:   "Yes.",
	Test:     "TestConversion", Case: "if the one that moved is captured, the other must still convert",
}, {
	Question: "Does a pawn that becomes a bishop take part in the rule?",
	Answer:   "No: only the bishops of the array do.",
	Test:     "TestReadings", Case: "a promoted bishop is an ordinary one",
}, {
	Question: "Is king and bishop against king drawn, even if the bishop may still convert?",
	Answer:   "Yes: after its first move it is an ordinary bishop, which cannot mate. A mate on the board would count first.",
	Option:   "insufficient=off", Test: "TestReadings", Case: "king and bishop cannot mate, though it may convert",
}}

// drawReadings are those of all variants.
var drawReadings = []env.Reading{{
	Question: "Must a draw by fifty moves or by repetition be claimed? By FIDE it must.",
	Answer:   fmt.Sprintf("No: after %d plies, and at the third occurrence, the game is drawn at once.", Rules().(*Keys).Clock),
	Option:   "fifty=off", Test: "TestEndings", Case: "100 plies",
}, {
	Question: "The hundredth ply mates. Win or draw?",
	Answer:   "A win, as by FIDE.",
	Test:     "TestEndings", Case: "mate comes before the clock",
}, {
	Question: "Which positions are the same?",
	Answer:   "As by FIDE: a capture in passing makes a difference only if it is legal.",
	Test:     "TestEndings", Case: "what could not be is the same",
}, {
	Question: "How long may a game be?",
	Answer:   fmt.Sprintf("%d plies. Cut off there it has no winner, and is no draw of the rules.", Rules().(*Keys).Cap),
	Option:   "cap=600", Test: "TestReadings", Case: "cut off",
}}
