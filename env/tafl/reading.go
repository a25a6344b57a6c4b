package tafl

import (
	"slices"

	"ludens/env"
)

// sources are where the rules of the presets are from.
var sources = map[string][]string{
	"celta":  {sourcePage, crossArray},
	"cuervo": {sourcePage + ", as the variant El Cuervo", crossArray},
	"wtf": {
		"World Tafl Federation, Brandubh rules: http://aagenielsen.dk/brandubh2_rules_en.pdf, as quoted in jojopeligroso/brandubh, docs/rules-review.md",
	},
	"nielsen": {
		"Nielsen's reconstruction: http://tafl.cyningstan.com/page/171",
		"Ludii, board/war/custodial/Brandub.lud; Game::Brandubh on CPAN",
	},
	"walker": {"Walker 2011; http://dragonheelslair.com, Brandubh version 1", spotChecked},
	"magpie": {"N. Suckling, The Leprechaun Companion, 1999: http://aagenielsen.dk/magpie_rules.php", "OpenTafl, rules/brandub/Magpie.java; hnefatafl-rs, MAGPIE", spotChecked},
	"ardri":  {"http://aagenielsen.dk; Ludii, ArdRi.lud (with men that move one step)", spotChecked},
	"tablut": {"The historical rules of http://aagenielsen.dk (Linnaeus 1732)", spotChecked},
}

// sources returns where the rules of g are from: those of a preset, or what the file says.
func (g *Game) sources() []string {
	if known, ok := sources[g.preset]; ok || g.source == "" {
		return known
	}
	return []string{g.source}
}

const (
	sourcePage  = "Reglas y juegos: Brandubh, http://reglasxjuegos.blogspot.com/2013/01/brandubh.html"
	crossArray  = "The number of men and their array: every other published Brandubh"
	spotChecked = "No games or figures of another program were at hand to compare these rules with."
)

// readings are the answers to what the sources leave open.
var readings = map[string][]env.Reading{
	"celta":   slices.Concat(brandubhPage, betweenTwo, openEnds),
	"cuervo":  slices.Concat(brandubhPage, safeBetweenTwo, openEnds),
	"wtf":     {thirdTime, noAttackersLeft, cutOff},
	"nielsen": {thirdTime, noAttackersLeft, cutOff},
	"walker":  {repetition, noAttackersLeft, cutOff},
	"magpie":  openEnds,
	"ardri": append([]env.Reading{{
		Question: "How far does a man go? Ludii's go one step.",
		Answer:   "Like a rook, as in the other games.",
		Option:   "man_range=1", Test: "TestWhereAPieceMayStop", Case: "Ludii's Ard Ri: men move one step",
	}}, openEnds...),
	"tablut": openEnds,
}

// brandubhPage is what the page of celta and El Cuervo leaves open.
var brandubhPage = []env.Reading{
	{
		Question: "Who begins? The page: \"comienzan las fichas negras\", the king's side. Nearly all other rules: the attackers.",
		Answer:   "As the page says.",
		Option:   "first=attackers", Test: "TestSpec", Case: "celta:first=attackers",
	}, {
		Question: "May the king go back to the throne? It is \"exclusivo del Rey\".",
		Answer:   "Yes.",
		Option:   "throne_stop=none", Test: "TestReadingsOfTheSource", Case: "the king goes back to the throne",
	}, {
		Question: "The king may not \"capturar fichas\". May a man capture with him on the other side?",
		Answer:   "No: he takes no part at all.",
		Option:   "king_armed=anvil", Test: "TestWhatCapturesAMan", Case: "the king does not capture as the one who waits",
	}, {
		Question: "Does the empty throne help to capture a man? He falls \"entre 2 fichas\", between two pieces.",
		Answer:   "No.",
		Option:   "throne_hostile=adk", Test: "TestWhatCapturesAMan", Case: "only pieces capture: not the empty throne",
	}, {
		Question: "Does a corner?",
		Answer:   "No.",
		Option:   "corner_hostile=adk", Test: "TestWhatCapturesAMan", Case: "only pieces capture: not the corners",
	}, {
		Question: "What of a king beside a corner, where only two attackers can stand beside him?",
		Answer:   "He cannot be captured there: no man ever stands on a corner. So with a king of one step the squares beside the corners are the real goal.",
		Option:   "corner_hostile=adk", Test: "TestHowTheKingIsCaptured", Case: "beside a corner he is safe: no man ever stands on it",
	},
}

// betweenTwo and safeBetweenTwo are the questions that part the two games.
var (
	betweenTwo = []env.Reading{{
		Question: "A piece moves in between two enemies and captures one of them by that. Does it fall?",
		Answer:   "Its own captures come first; if it then no longer stands between two, it lives.",
		Option:   "passive_order=together", Test: "TestWhatCapturesAMan", Case: "the mover captures first: with one of the two gone it lives",
	}, {
		Question: "Is a king captured who steps into a full siege himself, from the throne?",
		Answer:   "Yes, like a man who moves in between two.",
		Option:   "passive=off", Test: "TestHowTheKingIsCaptured", Case: "celta: the king who steps into a siege is captured",
	}}
	safeBetweenTwo = []env.Reading{{
		Question: "A piece sits safely between two enemies until \"another piece arrives\". On which line?",
		Answer:   "On either: any enemy that newly comes and closes a line captures it.",
		Test:     "TestWhatCapturesAMan", Case: "a piece that sat down safely falls to a new enemy on the other line",
	}, {
		Question: "And an enemy that comes beside it but closes no line? The page: \"si llega otra ficha del color contrario a rodearla, entonces queda capturada\".",
		Answer:   "It captures nothing. With third=on it does: after c7c4 in `2a4/7/4k2/7/1ada3/7/7 a` the man on c3 falls.",
		Option:   "third=on", Test: "TestWhatCapturesAMan", Case: "a third enemy on an open line does nothing",
	}, {
		Question: "Is a king captured who steps into a full siege himself, from the throne?",
		Answer:   "No, not until an attacker arrives.",
		Option:   "passive=on", Test: "TestHowTheKingIsCaptured", Case: "El Cuervo: he is safe",
	}}
)

// openEnds are the endings that most sources leave open.
var openEnds = []env.Reading{stuckLoses, repetition, noAttackersLeft, noEncirclement, cutOff}

var (
	stuckLoses = env.Reading{
		Question: "What becomes of a side that cannot move? Elsewhere it loses (World Tafl Federation) or it is a draw (Cyningstan, Dragonheelslair).",
		Answer:   "It loses.",
		Option:   "no_move=draw", Test: "TestEndings", Case: "no legal move",
	}
	repetition = env.Reading{
		Question: "What of endless repetition?",
		Answer:   "The third occurrence of a position is a draw.",
		Option:   "repeat_result=loss_defenders", Test: "TestEndings", Case: "third occurrence",
	}
	thirdTime = env.Reading{
		Question: "How often may a position come back?",
		Answer:   "Its third occurrence ends the game.",
		Option:   "repeat=2", Test: "TestEndings", Case: "second occurrence",
	}
	noAttackersLeft = env.Reading{
		Question: "What if all attackers are captured?",
		Answer:   "The king's side wins.",
		Test:     "TestEndings", Case: "all attackers captured",
	}
	noEncirclement = env.Reading{
		Question: "What if the king's side is cut off from the edge for good?",
		Answer:   "Play goes on; the World Tafl Federation ends the game here.",
		Option:   "encirclement=on", Test: "TestEndings", Case: "no rule of encirclement",
	}
	cutOff = env.Reading{
		Question: "How long may a game be?",
		Answer:   "200 plies. Cut off there it has no winner, and is not a draw by the rules.",
		Option:   "cap=400", Test: "TestCapIsATruncation",
	}
)
