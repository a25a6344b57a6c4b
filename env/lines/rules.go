package lines

import (
	"math"
	"math/bits"
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

// Score implements env.Scored: who is nearer to a winning row, and to enough captures.
// Each place for a row of k cells without an enemy stone is worth 4^(n-k) to the side
// that has n > 0 stones there; captured stones are worth their share of what wins. With
// the sums a and b the score is (a - b) / (a + b + 1). Where rows lose, its sign turns.
func (s *State) Score(p env.Player) float32 {
	g, side := s.game, s.sideOf(p)
	score := g.balance(s.promise(side), s.promise(1-side))
	if g.capturing != nil {
		wins := float64(g.rules.CaptureWins)
		a, b := float64(s.captured[side])/wins, float64(s.captured[1-side])/wins
		score = (score + (a - b)) / 2
	}
	return float32(max(-1, min(1, score)))
}

// balance returns the score of a player whose rows promise a, and the other's b.
func (g *Game) balance(a, b float64) float64 {
	_, sign := g.aim()
	return sign * (a - b) / (a + b + 1)
}

// aim returns the length of the rows to be had, and 1, or to be avoided, and -1.
func (g *Game) aim() (length int, sign float64) {
	length = g.rules.Length
	switch {
	case g.verdicts[length] == winning:
		return length, 1
	case length < maxSide && g.verdicts[length+1] == winning:
		return length + 1, 1
	}
	return length, -1
}

// promise returns the sum over the places for a row of a side.
func (s *State) promise(side int8) float64 {
	g := s.game
	var own, free [2 * words]uint64 // nothing behind the board
	for i := range words {
		own[i], free[i] = s.stones[side][i], g.cells[i]&^s.stones[1-side][i]
	}
	return g.promise(own[:], free[:], g.words, g.steps)
}

// promise returns the sum over the places for a row, by the stones of a side and the
// cells without an enemy stone: words of both, and empty ones behind them.
func (g *Game) promise(own, free []uint64, words int, steps []int) (sum float64) {
	length, _ := g.aim()
	var places [maxSide + 1]int // for a row, by how many stones it has
	for _, step := range steps {
		for i := range words {
			row, count := ^uint64(0), [5]uint64{} // 64 places at a time; the stones of each by bits
			for n := 0; n < length && row != 0; n++ {
				at, shift := i+n*step>>6, n*step&63
				row &= free[at]>>shift | free[at+1]<<(64-shift)
				for bit, carry := 0, own[at]>>shift|own[at+1]<<(64-shift); carry != 0; bit++ {
					count[bit], carry = count[bit]^carry, count[bit]&carry
				}
			}
			for n := 1; n <= length && row != 0; n++ {
				places[n] += bits.OnesCount64(exactly(row, &count, n))
			}
		}
	}
	for n, many := range places[:length+1] {
		sum += float64(many) * math.Ldexp(1, 2*(n-length))
	}
	return sum
}

// exactly returns the bits of w where the count is n.
func exactly(w uint64, count *[5]uint64, n int) uint64 {
	for bit := range count {
		if n>>bit&1 != 0 {
			w &= count[bit]
		} else {
			w &^= count[bit]
		}
	}
	return w
}
