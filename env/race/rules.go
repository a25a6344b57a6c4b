package race

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/variant"
)

// rules are the keys of a file of this family.
type rules struct {
	Start string `toml:"start" fixed:"yes" help:"the board, one line per row, the far side on top, with optional spaces: capital letters are the men of South, who plays up the board, small ones those of North; . is an empty square, # no square, + a square where men of the reserve are placed; each letter is a kind of men, A and a the same kind"`
	Goals string `toml:"goals" fixed:"yes" help:"a second drawing of the same size: where men belong. A letter: the man of that letter (capitals: South's); ^: any man of South; _: any of North; *: any man of either; . and # as in start. Without it men belong where the other side's of their letter begin"`

	Steps   string `toml:"steps" numbers:"by direction" help:"where a man steps, one square: all, none, or words joined by +, as each side sees it: forward, backward, left, right, sideways, orthogonal, forward-left, forward-right, backward-left, backward-right, forward-diagonal, backward-diagonal, diagonal"`
	Jumps   string `toml:"jumps" numbers:"by direction" help:"where a man jumps over one man beside him to the empty square behind, in the words of steps"`
	Over    string `toml:"over" values:"any own enemy" help:"whose men are jumped over"`
	Chain   bool   `toml:"chain" help:"a man who has jumped may jump on in the same turn, in other directions, too, and stop after any jump"`
	Capture bool   `toml:"capture" help:"an enemy who is jumped over is removed; only without chain"`
	Lock    string `toml:"lock" values:"none goal square" help:"a man who has come where he belongs may leave again (none), moves only among the squares where he belongs (goal), or stays on that square for good (square); it holds for each jump of a chain"`
	Reserve int    `toml:"reserve" min:"0" max:"60" unit:"men a side" help:"men that are not on the board at first: while a side has any, it places one per turn on a square with + and moves no other; all men of the game are then of one kind"`

	Demand   string `toml:"demand" values:"flag none always veto" help:"how a jump is demanded instead of a step: together with one's own move (flag), never (none), always (always), or by a veto of a step (veto)"`
	Blocking bool   `toml:"blocking" help:"a move may leave the other side without any; if not, such a move is illegal"`

	First string `toml:"first" values:"south north" help:"who moves first"`

	Win          string `toml:"win" values:"all filled" help:"a side has won when all its men are where they belong (all); or (filled) also when all squares where they belong are taken, at least one of them by its own, so that a side cannot spoil the game by staying at home"`
	Vacate       int    `toml:"vacate" min:"0" max:"500" unit:"moves" help:"number of moves after which a side with men still where it began loses; 0: none"`
	NoMove       string `toml:"no_move" values:"pass loses draw" help:"a side without a move passes, has lost, or the game is drawn"`
	Stuck        string `toml:"stuck" values:"mover draw score home" help:"if sides without a move pass and neither has any: the player who moved last wins (mover), the game is drawn (draw), the player who needs fewer moves wins (score), or the player with more men home (home)"`
	Needs        string `toml:"needs" values:"jumps steps" help:"how the moves that a side still needs are counted, each man by himself on an empty board: with jumps over imaginary men, each jump as one move (jumps), or by steps only (steps)"`
	Cap          int    `toml:"cap" min:"1" max:"1000" unit:"plies" help:"length limit of a game; every game has a cap, since a race need not end by itself"`
	CapResult    string `toml:"cap_result" values:"score draw home" help:"the winner at the length limit: the player who needs fewer moves, or else has more men home (score), the player with more men home (home), or none (draw)"`
	Repeat       int    `toml:"repeat" values:"0 2 3 4 5" help:"the occurrence of a position that ends the game; 0: none does"`
	RepeatResult string `toml:"repeat_result" values:"draw loses" help:"repetition is a draw, or a loss for the player who causes it"`
}

// Rules returns a pointer to the family's defaults: those of Halma.
func Rules() any { return defaults() }

func defaults() *rules {
	return &rules{
		Steps: "all", Jumps: "all", Over: "any", Chain: true, Lock: "none",
		Demand: "none", Blocking: true, First: "south",
		Win: "all", NoMove: "pass", Stuck: "draw", Needs: "jumps", Cap: 400, CapResult: "score", Repeat: 3, RepeatResult: "draw",
	}
}

const (
	mostRepeat = 5 // the highest repeat
	// actionsATurn is how many actions a turn can have with demand=veto: a step, its
	// veto and the jump.
	actionsATurn = 3
)

// The demands: how the rule is read that a player may demand "that the opponent make a jump
// instead of a withdrawal, if any is possible".
const (
	// flagged: announced with one's own move or pass ("b2-d4!", "pass!"), for the
	// opponent's next turn. It is offered only where it matters: where the opponent could
	// then both jump and step.
	flagged = "flag"
	// always: every jump is compulsory.
	always = "always"
	// byVeto: after the event, as in Salta, where an opponent who sees a jump omitted has
	// the move taken back. A step made while a jump was possible does not stand until the
	// opponent, whose turn it then is, has played "accept" or "veto". If he accepts, he
	// moves at once. If he vetoes, the man goes back, and its owner is to move again and
	// must jump. Only a move that stands can end the game, by whatever ending, and only
	// moves that stand count for the cap.
	byVeto = "veto"
)

// law is the rules that are looked at while a game is played. No key is compared as text
// then.
type law struct {
	flagged, always, veto    bool // the demand
	chain, capture, crowding bool // crowding: a move may leave the other side without any
	over                     over
	lock                     lock
	filled                   bool // a full far side wins
	vacate, cap, repeat      int
	blocked                  blocked
	repeatLoses              bool
	scored                   bool // who is ahead at the cap wins
	timed                    bool // the result depends on the plies that were played
	rarer                    bool // a rule is on by which a game of Cetro does not end
}

// over is whose men are jumped over, as seen by who jumps.
type over uint8

const (
	anyMan over = iota
	ownMan
	enemyMan
)

// lock is what binds a man who has come where he belongs.
type lock uint8

const (
	unlocked   lock = iota
	goalLock        // he moves only among the squares where he belongs
	squareLock      // he stays on his square
)

// blocked is what becomes of a side without a move.
type blocked uint8

const (
	passes blocked = iota
	loses
	draws
)

// law returns the rules as numbers.
func (r *rules) law() law {
	return law{
		flagged: r.Demand == flagged, always: r.Demand == always, veto: r.Demand == byVeto,
		chain: r.Chain, capture: r.Capture, crowding: r.Blocking,
		over:   map[string]over{"own": ownMan, "enemy": enemyMan}[r.Over],
		lock:   map[string]lock{"goal": goalLock, "square": squareLock}[r.Lock],
		filled: r.Win == "filled", vacate: r.Vacate, cap: r.Cap, repeat: r.Repeat,
		blocked:     map[string]blocked{"loses": loses, "draw": draws}[r.NoMove],
		repeatLoses: r.RepeatResult == "loses",
		scored:      r.CapResult != "draw", timed: r.CapResult != "draw" || r.Vacate > 0,
		rarer: r.Win == "filled" || r.Capture || r.Vacate > 0 || r.NoMove != "pass",
	}
}

// longest is the highest cap, as the tag of rules.Cap has it.
const longest = 1000

// Features implements env.Featured: all rules but who moves first and the drawings, which
// the board shows.
func (g *Game) Features() (all []env.Feature) {
	r := &g.rules
	flag := func(name string, on bool) { all = append(all, env.Flag(name, on)) }
	part := func(name string, n, of int) {
		all = append(all, env.Feature{Name: name, Value: float32(n) / float32(of)})
	}
	for d := range directions {
		flag("men step "+d.name(), slices.Contains(g.board.steps, d))
		flag("men jump "+d.name(), slices.Contains(g.board.jumps, d))
	}
	flag("men jump over enemies", r.Over != "own")
	flag("men jump over their own", r.Over != "enemy")
	flag("jumps are chained", r.Chain)
	flag("jumps capture", r.Capture)
	flag("men stay where they belong", r.Lock != "none")
	flag("men do not move where they belong", r.Lock == "square")
	for _, demand := range []string{flagged, "none", always, byVeto} {
		flag("demand="+demand, r.Demand == demand)
	}
	flag("moves may leave the other side without any", r.Blocking)
	flag("a full far side wins", r.Win == "filled")
	part("moves after which men must have left, in parts of 500", r.Vacate, 500)
	flag("who cannot move loses", r.NoMove == "loses")
	flag("who cannot move draws", r.NoMove == "draw")
	flag("if neither side can move the last mover wins", r.Stuck == "mover")
	flag("if neither side can move it is a draw", r.Stuck == "draw")
	flag("if neither side can move who is ahead wins", r.Stuck == "score")
	flag("moves needed are counted by steps", r.Needs == "steps")
	part(fmt.Sprintf("the cap, in parts of %d plies", longest), r.Cap, longest)
	flag("at the cap who is ahead wins", r.CapResult == "score")
	flag("at the cap who has more men home wins", r.CapResult == "home")
	part(fmt.Sprintf("the occurrence of a position that ends the game, in parts of %d", mostRepeat), r.Repeat, mostRepeat)
	flag("repetition loses", r.RepeatResult == "loses")
	return all
}

// isCetro reports whether the rules are those of Cetro, but for how a demand is made, who
// moves first, how long a game may be and how often a position may recur. Its pages say
// more then: what its source leaves open.
func (g *Game) isCetro() bool {
	r := &g.rules
	return g.pair != nil && r.Vacate == 0 && r.NoMove == "pass" && r.Stuck == "mover" && r.Win == "all" && r.Needs == "jumps" &&
		r.CapResult != "home" && r.RepeatResult == "draw"
}

// cetroBoard describes a board of Cetro's.
func (g *Game) cetroBoard() []string {
	b := g.board
	var rows, men []string
	for kind := range b.letters {
		rows = append(rows, colourNames[kind])
		men = append(men, fmt.Sprintf("%d %s", b.counts[south][kind], colourNames[kind]))
	}
	used := ", and only the dark ones are used"
	if !g.plain {
		used = ""
	}
	return []string{
		fmt.Sprintf("The board has %d by %d squares, chequered%s. South sits at the bottom, North at the top. On either side the rows nearest to the player are coloured, from the edge inwards %s; the rows between are black.",
			b.cols, b.rows, used, strings.Join(rows, ", ")),
		fmt.Sprintf("Each side has %s men, at first on all the dark squares of the rows of their colours. They belong on the rows of their colours on the other side: that takes at least %d moves.",
			strings.Join(men, ", "), g.start.need[south]),
		"In the published set one side's men are kings and the other's bishops, in the colours of the rows. The figures are marks only: which side a man is of. " + figuresInWords,
	}
}

// figuresInWords says how men are drawn, and namesInWords what that makes of the sides
// where they are named as in the published set.
const (
	figuresInWords = "Here North's wear crowns and South's mitres."
	namesInWords   = "North has the kings, who wear crowns, and South the bishops, who wear mitres."
)

// dress returns how the source shows the game.
func (g *Game) dress() env.Dress {
	if !g.coloured {
		return env.Dress{}
	}
	d := env.Dress{Roles: [2]string{"bishops", "kings"}, Book: [][2]string{{figuresInWords, namesInWords}}}
	if g.south == env.Second {
		d.Roles[0], d.Roles[1] = d.Roles[1], d.Roles[0]
	}
	return d
}

// cetroMoves says how the men of Cetro move.
var cetroMoves = []string{
	"- a **jump**: diagonally forward over one man of either side on the next square, to the square behind him, which must be empty. Nothing is captured. A turn is one jump.",
	"- a **retreat**: one square diagonally backward, if that is empty.",
	"There is no step forward. Men may leave the squares where they belong, and go to rows of any colour.",
}

//go:embed readings.toml
var readingsText string

// notes are about Cetro and what its files have in common with others.
var notes = sync.OnceValue(func() variant.Notes { return variant.ReadNotes("env/race/readings.toml", readingsText) })

// sources returns where the rules are from.
func (g *Game) sources() []string {
	switch text := g.source(); {
	case !g.isCetro() && text == "":
		return nil
	case !g.isCetro():
		return []string{text}
	}
	all := notes().Sources["cetro"]
	if g.small() {
		all = append(slices.Clone(all), fmt.Sprintf("The board of %d by %d squares is of no source: it is made to be small enough for all its positions to be computed.", g.board.cols, g.board.rows))
	}
	return all
}

// small reports whether this is one of the small boards.
func (g *Game) small() bool { return g.board.cols < 9 }

// readings returns what the rules leave open. What a demand is in detail is no question
// where it is read otherwise.
func (g *Game) readings() []env.Reading {
	switch {
	case g.isCetro() && g.small():
		return notes().Asked("play", g.rules.Demand, "end", "small-length")
	case g.isCetro():
		return notes().Asked("play", g.rules.Demand, "end", "length")
	case g.law.chain:
		return notes().Asked("chain", "won")
	}
	return notes().Asked("won")
}
