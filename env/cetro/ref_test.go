package cetro

import (
	"fmt"
	"slices"
	"strings"
)

// book is a second rule book, slow and written from the rules alone. Its board
// is a list of names of squares and letters of men: "b2": 'G'.
type book struct {
	files, ranks int
	demand       string
	first        string // "s" or "n"
	cap          int
	score        bool // the cap is an ending
	recur        int  // the occurrence of a position that is a draw; 0: none

	men   map[string]byte
	side  string // to move
	binds string // "-", "d", or the retreat to be judged
	seen  map[string]int
	ply   int  // moves that stand
	tried bool // the last action was a retreat that may be vetoed, or its veto
	end   string
	wins  string // "s", "n" or "": the winner, once end is not ""
}

// newBook sets up the men of the start position.
func newBook(files, ranks int, demand, first string, cap int, score bool, recur int) *book {
	b := &book{files: files, ranks: ranks, demand: demand, first: first, cap: cap, score: score, recur: recur,
		men: map[string]byte{}, side: first, binds: "-", seen: map[string]int{}}
	for i, letter := range []byte(b.colours()) {
		for x := i % 2; x < files; x += 2 {
			b.men[named(x, i)] = letter
			b.men[named(x, ranks-1-i)] = letter | 0x20
		}
	}
	b.seen[b.text()]++
	return b
}

func (b *book) colours() string {
	if b.files == 9 {
		return "BGR"
	}
	return "BG"
}

// named returns the name of a square, 0, 0 being a1.
func named(x, y int) string { return "abcdefghi"[x:x+1] + "123456789"[y:y+1] }

// side returns whose man a letter is.
func sideOf(letter byte) string {
	if letter < 'a' {
		return "s"
	}
	return "n"
}

func opponent(side string) string { return map[string]string{"s": "n", "n": "s"}[side] }

// look returns the man dx files to the right and dy ranks further than a
// square: '.' if it is empty, '#' off the board.
func (b *book) look(from string, dx, dy int) (man byte, name string) {
	x, y := int(from[0]-'a')+dx, int(from[1]-'1')+dy
	if x < 0 || x >= b.files || y < 0 || y >= b.ranks {
		return '#', ""
	}
	if man, ok := b.men[named(x, y)]; ok {
		return man, named(x, y)
	}
	return '.', named(x, y)
}

// jumps and retreats return the moves of a side, demands aside.
func (b *book) jumps(side string) (moves []string) {
	forward := map[string]int{"s": 1, "n": -1}[side]
	for from, man := range b.men {
		for _, dx := range []int{-1, 1} {
			over, _ := b.look(from, dx, forward)
			there, to := b.look(from, 2*dx, 2*forward)
			if sideOf(man) != side || over == '.' || over == '#' || there != '.' {
				continue
			}
			moves = append(moves, from+"-"+to)
		}
	}
	return moves
}

func (b *book) retreats(side string) (moves []string) {
	backward := map[string]int{"s": -1, "n": 1}[side]
	for from, man := range b.men {
		for _, dx := range []int{-1, 1} {
			if there, to := b.look(from, dx, backward); sideOf(man) == side && there == '.' {
				moves = append(moves, from+"-"+to)
			}
		}
	}
	return moves
}

// carry moves a man.
func (b *book) carry(from, to string) {
	b.men[to] = b.men[from]
	delete(b.men, from)
}

// legal returns the legal moves, sorted.
func (b *book) legal() []string {
	if b.end != "" {
		return nil
	}
	if len(b.binds) > 1 {
		return []string{"accept", "veto"}
	}
	moves := b.jumps(b.side)
	if len(moves) == 0 || b.binds != "d" && b.demand != "always" {
		moves = append(moves, b.retreats(b.side)...)
	}
	if len(moves) == 0 {
		moves = []string{"pass"}
	}
	if b.demand == "flag" {
		for _, m := range moves {
			if b.torn(m) {
				moves = append(moves, m+"!")
			}
		}
	}
	slices.Sort(moves)
	return moves
}

// torn reports whether the opponent could both jump and retreat after a move.
func (b *book) torn(m string) bool {
	if m != "pass" {
		from, to, _ := strings.Cut(m, "-")
		b.carry(from, to)
		defer b.carry(to, from)
	}
	return len(b.jumps(opponent(b.side))) > 0 && len(b.retreats(opponent(b.side))) > 0
}

// play makes a legal move.
func (b *book) play(m string) {
	b.tried = false
	plain, demanded := strings.CutSuffix(m, "!")
	from, to, moves := strings.Cut(plain, "-")
	switch {
	case m == "accept":
		b.side = opponent(b.side) // for a moment it is the retreat that ends its player's turn
		b.finish("-")
	case m == "veto":
		from, to, _ := strings.Cut(b.binds, "-")
		b.carry(to, from)
		b.side, b.binds = opponent(b.side), "d"
		b.tried = true
	case demanded:
		if moves {
			b.carry(from, to)
		}
		b.finish("d")
	case moves:
		omitted := b.demand == "veto" && !slices.Contains(b.jumps(b.side), m) && len(b.jumps(b.side)) > 0
		b.carry(from, to)
		if omitted {
			b.side, b.binds = opponent(b.side), m
			b.tried = true
			break
		}
		b.finish("-")
	default:
		b.finish("-")
	}
	b.repeat()
}

// finish ends the turn of b.side.
func (b *book) finish(binds string) {
	switch {
	case b.needs(b.side) == 0:
		b.end, b.wins = "home", b.side
	case len(b.jumps("s"))+len(b.jumps("n"))+len(b.retreats("s"))+len(b.retreats("n")) == 0:
		b.end, b.wins = "stuck", b.side
	}
	b.side, b.binds = opponent(b.side), binds
}

// repeat ends a game that goes on for too long.
func (b *book) repeat() {
	b.seen[b.text()]++
	if b.tried {
		return // neither a retreat that may be taken back nor its veto is a move
	}
	b.ply++
	if b.end != "" {
		return
	}
	if b.seen[b.text()] == b.recur {
		b.end = "repeated"
		return
	}
	if !b.score || b.ply < b.cap {
		return
	}
	b.end = "capped"
	lead := 100*(b.needs("n")-b.needs("s")) + b.home("s") - b.home("n")
	switch {
	case lead > 0:
		b.wins = "s"
	case lead < 0:
		b.wins = "n"
	}
}

// short returns how many ranks the man on a square is short of its goal.
func (b *book) short(at string) int {
	man, rank := b.men[at], int(at[1]-'0')
	colour := strings.IndexByte("BGR", man&^0x20)
	if sideOf(man) == "s" {
		return b.ranks - colour - rank
	}
	return rank - 1 - colour
}

// needs counts moves one by one: jumps until the goal is reached or passed,
// then retreats.
func (b *book) needs(side string) (n int) {
	for at, man := range b.men {
		if sideOf(man) != side {
			continue
		}
		d := b.short(at)
		for ; d > 0; d -= 2 {
			n++
		}
		n -= d
	}
	return n
}

func (b *book) home(side string) (n int) {
	for at, man := range b.men {
		if sideOf(man) == side && b.short(at) == 0 {
			n++
		}
	}
	return n
}

// text writes the position, one empty square at a time before they are counted.
func (b *book) text() string {
	var ranks []string
	for y := b.ranks - 1; y >= 0; y-- {
		rank := ""
		for x := range b.files {
			man, _ := b.look(named(x, y), 0, 0)
			rank += string(man)
		}
		for run := b.files; run > 0; run-- {
			rank = strings.ReplaceAll(rank, strings.Repeat(".", run), fmt.Sprint(run))
		}
		ranks = append(ranks, rank)
	}
	return strings.Join(ranks, "/") + " " + b.side + " " + b.binds
}

// key writes all that the future or the mover's view depends on, but for the
// positions of the past.
func (b *book) key() string {
	key := fmt.Sprint(b.text(), " ", min(b.seen[b.text()], max(2, b.recur)))
	if b.score {
		key += fmt.Sprint(" ", b.ply)
	}
	return key
}
