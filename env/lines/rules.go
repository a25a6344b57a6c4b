package lines

import (
	"strconv"

	"ludens/env"
	"ludens/env/variant"
)

// rules are what the file of a game of this family may say.
type rules struct {
	Board       string `toml:"board" fixed:"yes" help:"the board, drawn row by row from the top: a dot for each cell, # where there is none; rows and cols are then omitted"`
	Rows        int    `toml:"rows" unseen:"yes" min:"0" max:"19" unit:"cells" help:"height of the board; 0: as drawn"`
	Cols        int    `toml:"cols" unseen:"yes" min:"0" max:"19" unit:"cells" help:"width of the board; 0: as drawn"`
	Length      int    `toml:"length" min:"2" max:"19" unit:"stones" help:"how many stones of one side in a row make a line"`
	Line        string `toml:"line" values:"wins loses" help:"result for the player who makes a line; loses: misère"`
	Longer      string `toml:"longer" values:"same wins loses nothing" help:"result for the player who makes a row longer than a line; same: as for a line"`
	Diagonals   bool   `toml:"diagonals" help:"lines and captures run along diagonals, too"`
	Gravity     bool   `toml:"gravity" help:"the board stands upright: a stone falls down its column"`
	FirstStones int    `toml:"first_stones" min:"1" max:"9" unit:"stones" help:"number of stones placed in the first turn of the game"`
	Stones      int    `toml:"stones" min:"1" max:"9" unit:"stones" help:"number of stones placed in every later turn"`
	Capture     string `toml:"capture" values:"none pairs pairs_and_triples" help:"how many enemy stones in a row are taken off the board when they are enclosed at both ends"`
	CaptureWins int    `toml:"capture_wins" min:"1" max:"100" unit:"stones" help:"number of captured stones that wins"`
	Centre      string `toml:"centre" values:"free only never" help:"whether the stones of the first turn may, must or must not go to the middle of the board: its middle columns where stones fall"`
	Away        int    `toml:"away" min:"0" max:"9" unit:"cells" help:"minimal distance from the middle, in king's moves, of the stones of the first player's second turn; 0: none"`
	Swap        bool   `toml:"swap" help:"after the first turn the other side may take over its stones instead of moving (the pie rule)"`
	Full        string `toml:"full" values:"draw first second last next" help:"winner when the board is full, or the mover has no legal cell: none, the first player, the second, the player of the last stone, the player to move"`
	Cap         int    `toml:"cap" unseen:"yes" min:"1" max:"65535" unit:"plies" help:"length limit; a full board ends most games before"`
	Look        string `toml:"look" unseen:"yes" values:"crosses_noughts black_white white_black red_yellow" help:"colours of the stones: First's, then Second's"`
}

// defaults are the rules of a game whose file says a board only.
var defaults = rules{
	Length: 5, Line: wins, Longer: same, Diagonals: true,
	FirstStones: 1, Stones: 1, Capture: "none", CaptureWins: 10,
	Centre: "free", Full: "draw", Cap: 1000, Look: "black_white",
}

// Words of rules.
const (
	wins    = "wins"
	loses   = "loses"
	same    = "same"
	nothing = "nothing"
)

// Rules returns a pointer to the defaults of the family, as env/variant wants them.
func Rules() any { r := defaults; return &r }

// Features implements env.Featured: all keys but the board, its look and the cap.
func (g *Game) Features() []env.Feature { return variant.Features(&g.rules) }

// Read returns the game of a file.
func Read(f *variant.File) (env.Game, error) {
	g, err := read(f)
	if err != nil {
		return nil, err
	}
	if g.searched() {
		return Solvable{g}, nil
	}
	return g, nil
}

// classic reports whether the rules are those of tic-tac-toe or of Connect Four, whatever
// the cap. Their positions are written as ever, with a dot for each empty cell and nothing
// else, and have the keys of ever. They have no score and know no decisive moves: their
// champions' searches, and the openings of their matches, are those of before.
func (r rules) classic() bool {
	r.Cap = defaults.Cap
	return r == noughts || r == fours
}

// The rules of tic-tac-toe and of Connect Four.
var (
	noughts = with(func(r *rules) { r.Rows, r.Cols, r.Length, r.Look = 3, 3, 3, "crosses_noughts" })
	fours   = with(func(r *rules) { r.Rows, r.Cols, r.Length, r.Look, r.Gravity = 6, 7, 4, "red_yellow", true })
)

// with returns the defaults with a change.
func with(change func(*rules)) rules {
	r := defaults
	change(&r)
	return r
}

// read returns the game of a file.
func read(f *variant.File) (*Game, error) {
	said := Rules().(*rules)
	if err := f.Decode(said); err != nil {
		return nil, err
	}
	b, err := newBoard(f, said)
	if err != nil {
		return nil, err
	}
	r := *said
	if full := b.rows * b.cols; b.cells.count() == full {
		r.Board, r.Rows, r.Cols = "", b.rows, b.cols
	}
	g := newGame(f.GameName(), f.Head, canonical(r, b.longest()), b)
	g.rules.Cap = min(r.Cap, g.longestGame())
	return g, g.check(f)
}

// canonical returns rules such that those that say the same are equal, but for the cap:
// longest is how many cells a line has at most.
func canonical(r rules, longest int) rules {
	if r.Length >= longest || r.Longer == r.Line {
		r.Longer = same
	}
	if r.Capture == "none" {
		r.CaptureWins = defaults.CaptureWins
	}
	return r
}

// check says which rules of the opening leave no move.
func (g *Game) check(f *variant.File) error {
	r := &g.rules
	first, second := g.cells.minus(g.opening[0]), g.cells.minus(g.opening[1])
	for _, c := range []struct {
		key, value string
		cells      set
		stones     int
	}{
		{"centre", strconv.Quote(r.Centre), first, r.FirstStones},
		{"away", strconv.Itoa(r.Away), second, r.Stones},
	} {
		if n := c.cells.count(); n < c.stones {
			return f.Wrong(c.key, "%s = %s leaves %d cells for a turn of %d stones: want more", c.key, c.value, n, c.stones)
		}
	}
	return nil
}
