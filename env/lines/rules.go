package lines

// rules are what the file of a game of this family may say.
type rules struct {
	Board       string `toml:"board" fixed:"yes" help:"the board, drawn row by row from the top: a dot for each cell, # where there is none; rows and cols stay out"`
	Rows        int    `toml:"rows" unseen:"yes" min:"0" max:"19" unit:"cells" help:"how high the board is; 0: as it is drawn"`
	Cols        int    `toml:"cols" unseen:"yes" min:"0" max:"19" unit:"cells" help:"how wide the board is; 0: as it is drawn"`
	Length      int    `toml:"length" min:"2" max:"19" unit:"stones" help:"how many stones of one side in a row make a line"`
	Line        string `toml:"line" values:"wins loses" help:"what becomes of who makes a line; loses: misère"`
	Longer      string `toml:"longer" values:"same wins loses nothing" help:"what becomes of who makes a row longer than a line; same: what a line does"`
	Diagonals   bool   `toml:"diagonals" help:"lines and captures run along diagonals, too"`
	Gravity     bool   `toml:"gravity" help:"the board stands upright: a stone falls down its column"`
	FirstStones int    `toml:"first_stones" min:"1" max:"9" unit:"stones" help:"how many stones are put in the first turn of the game"`
	Stones      int    `toml:"stones" min:"1" max:"9" unit:"stones" help:"how many stones are put in every later turn"`
	Capture     string `toml:"capture" values:"none pairs pairs_and_triples" help:"how many enemy stones in a row are taken off the board when they are enclosed at both ends"`
	CaptureWins int    `toml:"capture_wins" min:"1" max:"100" unit:"stones" help:"number of captured stones that wins"`
	Centre      string `toml:"centre" values:"free only never" help:"whether the stones of the first turn may, must or must not go to the middle of the board: its middle columns where stones fall"`
	Away        int    `toml:"away" min:"0" max:"9" unit:"cells" help:"how far from the middle the stones of the beginner's second turn are at least, as a chess king goes; 0: anywhere"`
	Swap        bool   `toml:"swap" help:"after the first turn the other side may take over its stones instead of moving (the pie rule)"`
	Full        string `toml:"full" values:"draw first second last next" help:"who wins when the board is full, or the mover has no cell to go to: no side, who began, the other, who has put the last stone, who would move"`
	Cap         int    `toml:"cap" unseen:"yes" min:"1" max:"65535" unit:"plies" help:"when a game is cut off; a full board ends most games before"`
	Look        string `toml:"look" unseen:"yes" values:"crosses_noughts black_white white_black red_yellow" help:"what the stones are: First's, then Second's"`
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
