package stones

import (
	"ludens/env"
	"ludens/env/variant"
)

// rules are what the file of a game of this family may say.
type rules struct {
	Board      string `toml:"board" fixed:"yes" help:"the board, drawn row by row from the top: a dot for each cell, x and o for the stones that First and Second begin with, # where there is no cell; - and | are lines along which cells are neighbours. rows and cols are then omitted"`
	Links      string `toml:"links" fixed:"yes" unseen:"yes" help:"the cells that are neighbours, as in \"a1-b2 b2-c3\": two in a row, a column or a diagonal without a cell between them, joined by a line; no others are neighbours then"`
	Rows       int    `toml:"rows" unseen:"yes" min:"0" max:"19" unit:"cells" help:"height of the board; 0: as drawn"`
	Cols       int    `toml:"cols" unseen:"yes" min:"0" max:"19" unit:"cells" help:"width of the board; 0: as drawn"`
	Cells      string `toml:"cells" unseen:"yes" values:"squares hexagons" help:"hexagons: each row is drawn half a cell to the right of the row above it, and a cell has six neighbours: two in its row, those above and above right, those below and below left"`
	Shape      string `toml:"shape" unseen:"yes" values:"full triangle hexagon" help:"which cells of a board of hexagons with as many rows as columns belong to it: all, a triangle, a hexagon"`
	Neighbours int    `toml:"neighbours" values:"4 8" unit:"cells" help:"how many neighbours a square has: 8 with those along diagonals"`
	Start      string `toml:"start" unseen:"yes" values:"drawn centre corners edges full" help:"stones at the start: as drawn; two of each side crossed in the middle; in opposite corners; along the edges; everywhere in turn"`
	Put        string `toml:"put" values:"never anywhere flanking beside" help:"whether a stone may be put on an empty cell in a turn: flanking: only where it flips others; beside: only next to a stone of its side"`
	Reserve    int    `toml:"reserve" min:"0" max:"180" unit:"stones" help:"how many stones each side puts; it moves only when all are on the board, unless early = true; 0: without limit"`
	Early      bool   `toml:"early" help:"stones move while there are others to be put"`
	Removal    bool   `toml:"removal" help:"the game begins with two removals of stones of one's own: one from the middle or a corner, then one next to it"`
	Move       string `toml:"move" values:"none step slide leap jump count clobber" help:"how a stone moves: to a neighbour; any number of empty cells in a line; to a cell at distance two; in a line over enemy stones with an empty cell behind each, which are captured; as many cells in a line as it has stones, not over enemies, on one of which it may land and capture it; onto an enemy neighbour, which it captures"`
	Fly        int    `toml:"fly" min:"0" max:"9" unit:"stones" help:"a side with no more than this number of stones moves to any empty cell; 0: never"`
	Shoot      bool   `toml:"shoot" help:"after each move the stone closes a cell for good that it could move to"`
	Mill       int    `toml:"mill" min:"0" max:"9" unit:"stones" help:"who makes a line of this length removes an enemy stone, one outside such lines if there is one; 0: never"`
	Flip       string `toml:"flip" values:"none lines neighbours" help:"which enemy stones change sides when a stone arrives: none; those in lines between it and another stone of its side; its neighbours"`
	Capture    bool   `toml:"capture" help:"groups of enemy stones without an empty neighbour are removed"`
	Suicide    bool   `toml:"suicide" help:"a stone may be put where its own group is then removed"`
	Ko         string `toml:"ko" values:"none simple positional" help:"which repetitions are forbidden: none; a capture of the stone that has just captured one; any earlier position of the board (superko)"`
	Pass       string `toml:"pass" values:"never stuck free" help:"when the mover may pass: never; only without another move; always. Two passes in a row end the game"`
	Goal       string `toml:"goal" values:"none sides three havannah gather" help:"stones of one side that decide the game: none; a chain from top to bottom for First, from left to right for Second; a chain that touches three sides of the board; a ring, a bridge of two corners or a fork of three sides; all its stones in one group"`
	Result     string `toml:"result" values:"wins loses" help:"result for the side that reaches the goal or has the greater count; loses: misère"`
	Stuck      string `toml:"stuck" values:"loses wins counts draws" help:"result for the mover who has no move and may not pass; counts: the game ends by the count"`
	Count      string `toml:"count" values:"stones area" help:"what is counted at the end: stones; stones and the empty cells that only they enclose"`
	Komi       int    `toml:"komi" min:"-400" max:"400" unit:"half points" help:"what is added to Second's count, in half points: 15 are 7.5"`
	Least      int    `toml:"least" min:"0" max:"9" unit:"stones" help:"a side with fewer stones than this, those still to be put among them, loses; 0: never"`
	Quiet      int    `toml:"quiet" min:"0" max:"1000" unit:"plies" help:"the game is drawn after this number of plies in a row without a stone put or removed; 0: never"`
	Swap       bool   `toml:"swap" help:"after the first stone the other side may take it over instead of moving (the pie rule)"`
	Cap        int    `toml:"cap" unseen:"yes" min:"1" max:"65535" unit:"plies" help:"length limit"`
	Ranks      string `toml:"ranks" unseen:"yes" values:"up down" help:"whether rows are numbered from the bottom or from the top"`
	Look       string `toml:"look" unseen:"yes" values:"black_white white_black red_blue" help:"colours of the stones: First's, then Second's"`
}

// defaults are the rules of a game whose file says a board only.
var defaults = rules{
	Cells: squares, Shape: "full", Neighbours: 4, Start: "drawn", Put: "anywhere", Move: "none", Flip: "none", Ko: "none",
	Pass: "never", Goal: "none", Result: wins, Stuck: counts, Count: "stones", Cap: 1000, Ranks: "up", Look: "black_white",
}

// Words of rules.
const (
	squares  = "squares"
	hexagons = "hexagons"
	wins     = "wins"
	loses    = "loses"
	counts   = "counts"
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
	return g, nil
}

func read(f *variant.File) (*Game, error) {
	said := Rules().(*rules)
	if err := f.Decode(said); err != nil {
		return nil, err
	}
	if err := said.check(f); err != nil {
		return nil, err
	}
	b, err := newBoard(f, said)
	if err != nil {
		return nil, err
	}
	g := newGame(f.GameName(), f.Head, *said, b)
	if g.origin.result != env.Ongoing {
		return nil, f.Wrong("start", "the game is over at its start: %s", g.origin.Ending())
	}
	if r := said; r.Capture && g.origin.breathe() >= 0 {
		return nil, f.Wrong("board", "a group of stones at the start has no empty neighbour")
	}
	if g.pass == 0 {
		return nil, f.Wrong("move", "no move of this game fits the board")
	}
	return g, g.Spec().Validate()
}

// check says which rules do not go together.
func (r *rules) check(f *variant.File) error {
	quiet := r.Flip == "none" && r.Move == "none" && !r.Capture && r.Mill == 0 && !r.Removal
	for _, c := range []struct {
		wrong     bool
		key, want string
	}{
		{r.Put == "never" && r.Move == "none", "put", `put = "never" and move = "none": no side can do anything; want one of them`},
		{r.Put == "flanking" && r.Flip == "none", "put", `put = "flanking": want flip = "lines" or "neighbours"`},
		{r.Reserve > 0 && r.Put == "never", "reserve", `a reserve of stones that are never put: want reserve = 0, or another put`},
		{r.Early && (r.Reserve == 0 || r.Move == "none"), "early", `early = true: want a reserve of stones that move`},
		{r.Shoot && r.Move != "slide" && r.Move != "step" && r.Move != "leap", "shoot", `shoot = true: want move = "slide", "step" or "leap"`},
		{r.Shoot && r.Fly > 0, "fly", `shoot = true and fly > 0: want one of them`},
		{r.Fly > 0 && r.Move != "step", "fly", `fly > 0: want move = "step"`},
		{r.Mill > 0 && (r.Mill < 3 || r.Shoot || r.Removal || r.Flip != "none" || r.Capture), "mill", `mill > 0: want 3 or more, and shoot, removal, flip and capture off`},
		{r.Removal && (r.Put != "never" || r.Start != "full" || r.Shoot), "removal", `removal = true: want put = "never", start = "full" and shoot = false`},
		{r.Capture && (r.Put != "anywhere" || r.Move != "none" || r.Flip != "none" || r.Reserve > 0), "capture", `capture = true: want put = "anywhere", move = "none", flip = "none" and reserve = 0`},
		{r.Suicide && !r.Capture, "suicide", `suicide = true: want capture = true`},
		{r.Ko != "none" && !r.Capture, "ko", `ko is of captures: want ko = "none", or capture = true`},
		{r.Ko == "positional" && r.Pass != "free", "ko", `ko = "positional": want pass = "free", for a player whose every cell is closed`},
		{r.Swap && (!quiet || r.Put != "anywhere" || r.Reserve > 0), "swap", `swap = true: want put = "anywhere", and no move, flip, capture, mill, removal or reserve`},
		{r.Goal == "three" && r.Cells != hexagons, "goal", `goal = "three": want cells = "hexagons", on which chains cannot cross without a cut`},
		{r.Neighbours == 8 && r.Cells == hexagons, "neighbours", `neighbours = 8 on hexagons, which have six: want neighbours = 4, the default`},
	} {
		if c.wrong {
			return f.Wrong(c.key, "%s", c.want)
		}
	}
	return nil
}

// stand fills in what follows from the stones, and how the game stands.
func (s *State) stand() {
	g := s.game
	s.hash = 0
	for side := range s.stones {
		s.stones[side].each(func(c int) { s.hash ^= stoneHash[side][c] })
	}
	s.closed.each(func(c int) { s.hash ^= closedHash[c] })
	if g.rules.Capture {
		s.breathe()
	}
	if g.superko {
		s.remember()
	}
	s.resume()
}
