package lines

import (
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
