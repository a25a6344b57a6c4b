package tafl

import (
	"strings"
	"testing"

	"ludens/env"
)

// The rules beyond package tafl, each with a position: after the move, want stands there.
func TestRules(t *testing.T) {
	for _, row := range []struct {
		name  string
		rules string
		board string // the start; a letter more in its king's side's place is [men]
		moves string
		want  string // what the last move is written as, or "illegal"
		over  string // how the game has ended, in part; "" if it goes on
	}{
		{
			name:  "shieldwall: two in a row at the edge, bracketed at both ends, fall",
			rules: `shieldwall = "strong"`,
			board: `
				. . a d d . .
				. . . a a . .
				. . . . . a .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . . . . .`,
			moves: "f5f7", want: "f5f7xd7,e7",
		},
		{
			name:  "shieldwall: not if one has nobody in front",
			rules: `shieldwall = "strong"`,
			board: `
				. . a d d . .
				. . . a . . .
				. . . . . a .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . . . . .`,
			moves: "f5f7", want: "f5f7",
		},
		{
			name:  "shieldwall: not if an end is closed already and the front arrives",
			rules: `shieldwall = "strong"`,
			board: `
				. . a d d a .
				. . . a . . a
				. . . . . . .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . . . . .`,
			moves: "g6e6", want: "g6e6",
		},
		{
			name:  "shieldwall: yes if flanking is not asked for",
			rules: "shieldwall = \"strong\"\nshieldwall_flank = false",
			board: `
				. . a d d a .
				. . . a . . a
				. . . . . . .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . . . . .`,
			moves: "g6e6", want: "g6e6xd7,e7",
		},
		{
			name:  "shieldwall: a corner stands in at one end",
			rules: `shieldwall = "strong"`,
			board: `
				. d d . . . .
				. a a . . . .
				. . . a . . .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . . . . .`,
			moves: "d5d7", want: "d5d7xb7,c7",
		},
		{
			name:  "shieldwall: a weak one wants a piece there; what is beside the mover falls against nothing",
			rules: `shieldwall = "weak"`,
			board: `
				. d d . . . .
				. a a . . . .
				. . . a . . .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . . . . .`,
			moves: "d5d7", want: "d5d7",
		},
		{
			name:  "shieldwall: the king in the row counts and stays",
			rules: "shieldwall = \"strong\"\nking_capture = \"four\"",
			board: `
				. . a d k . .
				. . . a a . .
				. . . . . a .
				. . . . . . .
				. . . . . . .
				. . . . . . .
				. . . . . . .`,
			moves: "f5f7", want: "f5f7xd7",
		},
		{
			name:  "edge fort: the king can move within walls at the edge that nobody can break",
			rules: `edge_fort = "safe"`,
			board: `
				a . . . . . . . a
				. . . . . . . . .
				. . . . . . . . .
				a . . . . . . . a
				. . . . . . . . .
				. . . . d . . . .
				. . . . . . . . .
				. . . d . d . . .
				a . d . k . d . .`,
			moves: "a9a8 e4e2", over: "fort",
		},
		{
			name:  "edge fort: no fort without room to move",
			rules: `edge_fort = "safe"`,
			board: `
				a . . . . . . . a
				. . . . . . . . .
				. . . . . . . . .
				a . . . . . . . a
				. . . . . . . . .
				. . . . . . d . .
				. . . . . . . . .
				. . . . d . . . .
				a . . d k d . . .`,
			moves: "a9a8 g4e4", over: "",
		},
		{
			name:  "edge fort: a wall that can be broken is none",
			rules: `edge_fort = "safe"`,
			board: `
				a . . . . . . . a
				. . . . . . . . .
				. . . . . . . . .
				a . . . . . . . a
				. . . . . . . . .
				. . . . . . . . .
				. . . . . . d . .
				. . . d . d . . .
				a . . d . k d . .`,
			moves: "a9a8 g3e3", over: "",
		},
		{
			name:  "edge fort: which a closed one may be",
			rules: `edge_fort = "closed"`,
			board: `
				a . . . . . . . a
				. . . . . . . . .
				. . . . . . . . .
				a . . . . . . . a
				. . . . . . . . .
				. . . . . . . . .
				. . . . . . d . .
				. . . d . d . . .
				a . . d . k d . .`,
			moves: "a9a8 g3e3", over: "fort",
		},
		{
			name:  "edge fort: EdgeFortEscapeTest of OpenTafl, where the man on top could be captured",
			rules: "edge_fort = \"safe\"\nfirst = \"king\"\nking_capture = \"four\"",
			board: opentaflFort,
			moves: "c6c7", over: "",
		},
		{
			name:  "edge fort: the same, made invincible",
			rules: "edge_fort = \"safe\"\nfirst = \"king\"\nking_capture = \"four\"",
			board: opentaflFort,
			moves: "c6c7 c1c2 b5b7", over: "fort",
		},
		{
			name:  "shieldwall and edge fort: ShieldwallTest of OpenTafl",
			rules: "edge_fort = \"safe\"\nshieldwall = \"strong\"\nshieldwall_flank = false\nfirst = \"king\"\nking_capture = \"four\"",
			board: opentaflWall,
			moves: "c9c8 f3f2", want: "f3f2xd1,e1,f1",
		},
		{
			name:  "edge fort: the same two plies later, where a corner closes the fort",
			rules: "edge_fort = \"safe\"\nshieldwall = \"strong\"\nshieldwall_flank = false\nfirst = \"king\"\nking_capture = \"four\"",
			board: opentaflWall,
			moves: "c9c8 f3f2 c2b2", over: "fort",
		},
		{
			name:  "edge fort: a man who leaves the edge opens it to the king",
			rules: "edge_fort = \"closed\"\nfirst = \"king\"",
			board: `
				. a a a a a .
				a . . . . . a
				. . . . . . .
				. . . . . . .
				. . . d . . .
				. . d k d . .
				. . . d d . .`,
			moves: "d1c1", over: "fort",
		},
		{
			name:  "edge fort: a man closes the last way",
			rules: "edge_fort = \"closed\"\nfirst = \"king\"\nthrone = false",
			board: `
				. a a a a a .
				a . . . . . a
				. . . . . . .
				. . . a . . .
				d . . . . . .
				. . d . d . .
				. . d k d . .`,
			moves: "a3d3", over: "fort",
		},
		{
			name:  "surround: the king's ways to the corners are cut off, though his men stand at the edge",
			rules: `surround = "king"`,
			board: `
				. . . d . . .
				. . a a a . .
				. a . . . a .
				. a . k . . .
				. a . . . a a
				. . a a a . .
				. . . d . . .`,
			moves: "g3g4", over: "surrounded",
		},
		{
			name:  "surround: of all it goes on",
			rules: `surround = "all"`,
			board: `
				. . . d . . .
				. . a a a . .
				. a . . . a .
				. a . k . . .
				. a . . . a a
				. . a a a . .
				. . . d . . .`,
			moves: "g3g4", over: "",
		},
		{
			name:  "repetition as loss of the attackers",
			rules: "repeat_loser = \"attackers\"\nrepeat = 2",
			board: `
				a . . a . . .
				. . . . . . .
				. . . d . . .
				a . . k . . a
				. . . . . . .
				. . . . . . .
				. . . a . . .`,
			moves: "d7c7 d5e5 c7d7 e5d5", over: "second occurrence",
		},
		{
			name:  "a king of three sides falls to three",
			rules: "king_strength = 3",
			board: `
				a . . a . . .
				. . . . . . .
				. . . a . . .
				. . a k . . a
				. . . . . . .
				. . . . . . .
				. . . d . . .`,
			moves: "g4e4", want: "g4e4xd4#", over: "from three sides",
		},
		{
			name:  "at the edge he is as strong as it says there",
			rules: "king_strength = 2\nking_strength_edge = 4\nescape = \"corner\"",
			board: `
				. . a k . a .
				. . . . . . .
				. . . . . . .
				. . a . . . a
				. . . . . . .
				. . . . . . .
				. . . d . . .`,
			moves: "f7e7", want: "f7e7",
		},
		{
			name:  "a commander jumps over an ordinary man",
			rules: "first = \"attackers\"\n[men.c]\nside = \"attackers\"\nname = \"commander\"\njumps = \"over\"",
			board: `
				. . . c . . .
				. . . d . . .
				. . . . . . .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . a . . .`,
			moves: "d7d5", want: "d7d5",
		},
		{
			name:  "a knight captures by it",
			rules: "first = \"king\"\n[men.n]\nside = \"king\"\nname = \"knight\"\njumps = \"capture\"",
			board: `
				. . . n . . .
				. . . a . . .
				. . . . . . .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . a . . .`,
			moves: "d7d5", want: "d7d5xd6",
		},
		{
			name:  "nobody jumps over a commander",
			rules: "first = \"king\"\nman_jumps = \"over\"\n[men.c]\nside = \"attackers\"\nname = \"commander\"",
			board: `
				. . . d . . .
				. . . c . . .
				. . . . . . .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . a . . .`,
			moves: "d7d5", want: "illegal",
		},
		{
			name:  "the king jumps from the throne",
			rules: "first = \"king\"\nking_jumps = \"restricted\"",
			board: `
				. . . . . . .
				. . . . . . .
				. . . a . . .
				. . . k . . .
				. . . . . . .
				. . . . . . .
				. . . a . . .`,
			moves: "d4d6", want: "d4d6xd5", // against the throne
		},
		{
			name:  "but not elsewhere",
			rules: "first = \"king\"\nking_jumps = \"restricted\"",
			board: `
				. . . . . . .
				. . . . . . .
				. . a . . . .
				. . k . . . .
				. . . . . . .
				. . . . . . .
				. . . a . . .`,
			moves: "c4c6", want: "illegal",
		},
		{
			name:  "berserk: who captures must go on capturing",
			rules: "berserk = \"capture\"",
			board: `
				. . . . . . a
				. . . . . a .
				. . . . . . .
				a d . k . d a
				. . . . . . .
				. . . . d a .
				. . c . . . .`,
			moves: "c1c4", want: "c1c4xb4",
		},
		{
			name:  "berserk: another piece may not move then",
			rules: "berserk = \"any\"\n[men.c]\nside = \"attackers\"\nname = \"commander\"",
			board: `
				. . . . . . a
				. . . . . a .
				. . . . . . .
				a d . k . d a
				. . . . . . .
				. . . . d a .
				. . c . . . .`,
			moves: "c1c4 f6e6", want: "illegal",
		},
		{
			name:  "berserk: the same piece may, once more",
			rules: "berserk = \"any\"\n[men.c]\nside = \"attackers\"\nname = \"commander\"",
			board: `
				. . . . . . a
				. . . . . a .
				. . . . . . .
				a d . k . d a
				. . . . . . .
				. . . . d a .
				. . c . . . .`,
			moves: "c1c4 c4c7 d4d7", want: "d4d7",
		},
		{
			name:  "berserk: who may go on may stop",
			rules: "berserk = \"may\"\n[men.c]\nside = \"attackers\"\nname = \"commander\"",
			board: `
				. . . d a . a
				. . . . . a .
				. . . . . . .
				a d . k . d a
				. . . . . . .
				. . . . d a .
				. . c . . . .`,
			moves: "c1c4 stop d4d6", want: "d4d6",
		},
		{
			name:  "JumpCaptureBerserkerTest of OpenTafl: the knight captures by jumping",
			rules: berserkers,
			board: opentaflJumps,
			moves: "e5e3", want: "e5e3xe4",
		},
		{
			name:  "JumpCaptureBerserkerTest of OpenTafl: the commander jumps and captures against the corner",
			rules: berserkers,
			board: opentaflJumps,
			moves: "e5e3 a7a9", want: "a7a9xa10",
		},
		{
			name:  "JumpCaptureBerserkerTest of OpenTafl: he must go on",
			rules: berserkers,
			board: opentaflJumps,
			moves: "e5e3 a7a9 g6g5", want: "illegal",
		},
		{
			name:  "JumpCaptureBerserkerTest of OpenTafl: and captures once more",
			rules: berserkers,
			board: opentaflJumps,
			moves: "e5e3 a7a9 a9c9", want: "a9c9xc10",
		},
		{
			name:  "JumpCaptureBerserkerTest of OpenTafl: the king jumps from the throne and captures against it",
			rules: berserkers,
			board: opentaflJumps,
			moves: "e5e3 a7a9 a9c9 f6f8", want: "f6f8xf7",
		},
		{
			name:  "JumpCaptureBerserkerTest of OpenTafl: nobody jumps over the king",
			rules: berserkers,
			board: opentaflJumps,
			moves: "e5e3 g6e6", want: "illegal",
		},
		{
			name:  "a camp is hostile while it is empty, and who has left it does not return",
			rules: "ground = \"\"\"\n...A...\n.......\n.......\nA..T..A\n.......\n.......\n...A...\n\"\"\"\ncamp_stop = \"none\"\ncamp_pass = \"none\"\ncamp_hostile = \"k\"\nking_capture = \"two\"\nthrone_hostile = \"none\"\nescape = \"corner\"",
			board: `
				. . . . . . .
				. . . k . . .
				. . . . . . .
				. . . . . . a
				. . a . . . .
				. . . . . . .
				. . . d . . .`,
			moves: "g4g5 k g5d5", want: "g5d5xd6#", over: "captured",
		},
	} {
		t.Run(row.name, func(t *testing.T) { testRule(t, row.rules, row.board, row.moves, row.want, row.over) })
	}
}

// berserkers are the rules of berserk.toml that matter.
const berserkers = `
	first = "king"
	king_capture = "four"
	throne_hostile = "adk"
	king_jumps = "restricted"
	berserk = "capture"
	[men.c]
	side = "attackers"
	name = "commander"
	jumps = "over"
	[men.n]
	side = "king"
	name = "knight"
	jumps = "capture"`

// Boards of OpenTafl's tests, rank 1 at the bottom.
const (
	opentaflJumps = `
		. . a . . . . . . . .
		d . d . . . . . . . d
		. . . . . a . . . . c
		d . . . . . . . . . .
		c . . . . a . . . . .
		. . . . . k c . . . .
		. . . . n . . . . . .
		. . . . a . . . . . .
		. . . . . . . . . . .
		. . . . c . . . . . .
		. . . . . . . . . . .`
	opentaflFort = `
		. d k d . . . . .
		. d . d . . . a .
		. . . . . . . a .
		. . d . . . . . a
		. d . . . . . . .
		. . . . . . . . .
		. . . . . a . . .
		. . . a a . . . .
		. . a . . . a . .`
	opentaflWall = `
		. . d d . . . . .
		. d . . . . . a .
		. . . . . . . a .
		. . . . . . . . a
		. . . . . . . . .
		d . . . . . . . .
		. d . . . a . . .
		k . d a a . . . .
		. . a d d d a . .`
)

func testRule(t *testing.T, rules, board, moves, want, over string) {
	t.Helper()
	if strings.ContainsAny(board, "c") && !strings.Contains(rules, "[men.c]") {
		rules += "\n[men.c]\nside = \"attackers\"\nname = \"commander\""
	}
	s := env.State(general(t, head+"board = \"\"\""+board+"\"\"\"\n"+rules).start)
	last := ""
	for move := range strings.FieldsSeq(moves) {
		if move == "k" { // any move of the king's side that changes nothing
			a := quiet(s)
			s.Play(a)
			continue
		}
		a, err := env.Parse(s, move)
		if err != nil {
			if last = "illegal"; want != last {
				t.Fatalf("%v\n%s", err, s)
			}
			return
		}
		last = s.Format(a)
		holdDecisive(t, s.(*State), map[ending]int{})
		s.Play(a)
	}
	if want != "" && last != want {
		t.Errorf("got %s, want %s\n%s", last, want, s)
	}
	if got := s.(env.Explained).Ending(); over == "" && got != "" || !strings.Contains(got, over) {
		t.Errorf("got the ending %q, want %q\n%s", got, over, s)
	}
}

// quiet returns a move of one step that captures nothing and can be taken back.
func quiet(s env.State) env.Action {
	for _, a := range s.Legal(nil) {
		x, after := s.(env.Spatial).Squares(a), s.Copy(nil)
		after.Play(a)
		if x.Captured == nil && x.Path == nil && after.Result() == env.Ongoing {
			return a
		}
	}
	return s.Legal(nil)[0]
}
