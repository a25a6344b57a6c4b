package tafl

import (
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/variant"
	"ludens/games"
)

// file reads a text as a file.
func file(t testing.TB, text string) *variant.File {
	t.Helper()
	f, err := variant.Parse("test", text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// read returns the game of a text.
func read(t testing.TB, text string) env.Game {
	t.Helper()
	g, err := Read(file(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// general returns the game of a text as this package plays it, though another could.
func general(t testing.TB, text string) *Game {
	t.Helper()
	f := file(t, text)
	r, d, err := decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return compile(f, r, d)
}

const head = "family = \"tafl\"\nname = \"x\"\n"

// Files that have every rule of the package.
var texts = map[string]string{
	"cross, all of a sort": head,
	"rectangle": head + `board = """
		. a . a . . a .
		. . . d . . . .
		a . d k d . . a
		. . . d . . . .
		. a . a . . a .
		a . . . . . . ."""
		escape = "edge"
		king_strength = 3
		passive = true`,
	"shieldwall and forts": head + `board = """
		..aaa..
		...aa..
		a..d..a
		a.ddkaa
		a..d..a
		...a...
		..aaa.."""
		shieldwall = "strong"
		edge_fort = "closed"
		encirclement = true
		king_capture = "four"`,
	"no flank, safe forts": head + `board = """
		.........
		.a.aaa.a.
		.........
		.a.ddd.a.
		.a.dkd.a.
		.a.ddd.a.
		.........
		.a.aaa.a.
		........."""
		shieldwall = "weak"
		shieldwall_flank = false
		edge_fort = "safe"
		surround = "king"
		repeat_loser = "attackers"
		third = true`,
	"berserk, may stop": head + `board = """
		...ac..
		...a...
		.c.n...
		aadkdaa
		...d...
		...a.c.
		..caa.."""
		berserk = "may"
		king_jumps = "restricted"
		[men.c]
		side = "attackers"
		name = "commander"
		jumps = "over"
		[men.n]
		side = "king"
		name = "knight"
		jumps = "capture"
		strength = 3`,
	"berserk, must move": head + `berserk = "any"
		man_jumps = "capture"
		king_strength_edge = 5
		king_strength_throne = 3
		first = "king"`,
	"berserk, must capture": head + `berserk = "capture"
		man_range = 2
		surround = "all"
		throne_always = "a"
		repeat = 2
		repeat_loser = "other"`,
	"fortresses": head + `board = """
		..aaa..
		...a...
		a..d..a
		aadkdaa
		a..d..a
		...a...
		..aaa.."""
		ground = """
		X.AAA.X
		...A...
		A.....A
		AA.T.AA
		A.....A
		.D.A.D.
		X.AAA.X"""
		camp_stop = "none"
		camp_pass = "none"
		camp_hostile = "dk"
		escape = "edge"`,
}

func TestLawsOfFiles(t *testing.T) {
	for name, text := range texts {
		t.Run(name, func(t *testing.T) { envtest.Run(t, general(t, text), envtest.Games(3)) })
	}
}
