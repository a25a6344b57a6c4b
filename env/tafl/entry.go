package tafl

// A rules record of OpenTafl: [OTN], section 3, and RulesSerializer.java there for the
// entries ks:c, ks:m, ka:h, ka:a, spd, cenre, aforre and starti, which the text lags behind.
// These tables are read by Import and by Record.

// wordEntry is an entry whose values stand for those of a key.
type wordEntry struct {
	name, usual string // usual: what a record says without it
	key         string
	values      [][2]string // of the record, and of the key as a file writes it; the first is written
}

var (
	yesOrNo   = [][2]string{{"y", "true"}, {"n", "false"}}
	jumpWords = [][2]string{{"n", `"none"`}, {"r", `"restricted"`}, {"j", `"over"`}, {"c", `"capture"`}}
)

var wordEntries = []wordEntry{
	{"esc", "c", "escape", [][2]string{{"c", `"corner"`}, {"e", `"edge"`}}},
	{"surf", "y", "encirclement", yesOrNo},
	{"atkf", "y", "first", [][2]string{{"y", `"attackers"`}, {"n", `"king"`}}},
	{"ka", "y", "king_armed", [][2]string{{"y", `"both"`}, {"h", `"hammer"`}, {"a", `"anvil"`}, {"n", `"none"`}}},
	{"ks", "s", "king_capture", [][2]string{{"s", `"four"`}, {"c", `"nielsen"`}, {"m", `"four_edge"`}, {"w", `"two"`}, {"y", `"four"`}, {"n", `"two"`}}},
	{"kj", "n", "king_jumps", jumpWords},
	{"sw", "n", "shieldwall", [][2]string{{"n", `"none"`}, {"w", `"weak"`}, {"s", `"strong"`}}},
	{"swf", "y", "shieldwall_flank", yesOrNo},
	{"efe", "n", "edge_fort", [][2]string{{"n", `"none"`}, {"y", `"safe"`}}},
	{"ber", "n", "berserk", [][2]string{{"n", `"none"`}, {"c", `"capture"`}, {"m", `"any"`}}},
}

// squaresEntry is an entry for special squares, and those that say what pieces may do there.
type squaresEntry struct {
	name   string
	key    string // that is false if there are none; "" if usually there are none
	letter byte   // in drawings
	sets   []setEntry
}

// setEntry is an entry for a set of kinds of pieces. Those that are not in the entry anew, if
// the record has it, are left out.
type setEntry struct{ name, usual, key, anew string }

// allKinds are the letters of a record's pieces, those of the attackers first.
const allKinds = "tcnkTCNK"

var squaresEntries = []squaresEntry{
	{"cen", "throne", 'T', []setEntry{
		{"cens", "K", "throne_stop", "cenre"}, {"cenp", allKinds, "throne_pass", ""},
		{"cenhe", allKinds, "throne_hostile", ""}, {"cenh", "tcnk", "throne_always", ""}}},
	{"cor", "corners", 'X', []setEntry{
		{"cors", "K", "corner_stop", "corre"}, {"corp", "K", "corner_pass", ""}, {"corh", allKinds, "corner_hostile", ""}}},
	{"afor", "", 'A', []setEntry{
		{"afors", allKinds, "camp_stop", "aforre"}, {"aforp", allKinds, "camp_pass", "aforre"}, {"aforh", "TCNK", "camp_hostile", ""}}},
	{"dfor", "", 'D', []setEntry{
		{"dfors", "TCNK", "fort_stop", "dforre"}, {"dforp", allKinds, "fort_pass", ""}, {"dforh", "tcnk", "fort_hostile", ""}}},
}

// kindLetters are those of a set of kinds here and in a record.
var kindLetters = []struct{ own, record string }{{"a", "tcn"}, {"d", "TCN"}, {"k", "K"}}

// otherMen are the men that a record has besides the ordinary ones.
var otherMen = []struct{ letter, entry, usual, name, figure string }{
	{"c", "cj", "j", "commander", "rook"},
	{"n", "nj", "c", "knight", "knight"},
}

// speedOrder is the order of the kinds in spd, by the number of its values: GetString
// of TaflmanCodes.java, with and without mercenaries and guards.
var speedOrder = map[int]string{1: "t", 2: "tT", 8: allKinds, 10: "tcnkmTCNKM", 12: "tcnkmgTCNKMG"}
