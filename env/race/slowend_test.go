package race

import (
	"fmt"
	"maps"
	"strings"

	"ludens/env"
)

// finish ends the turn of b.side.
func (b *slow) finish(binds string) {
	me, you := b.side, enemy(b.side)
	b.side, b.binds = you, binds
	b.ply++
	none := func() bool {
		puts, jumps, steps := b.open(you)
		return len(puts)+len(jumps)+len(steps) == 0
	}
	switch {
	case b.alive(me) > 0 && b.needs(me) == 0:
		b.end, b.wins = "all men are home", me
	case b.Win == "filled" && b.full(me):
		b.end, b.wins = "the far side is full", me
	case b.alive(you)+b.reserve(you) == 0:
		b.end, b.wins = "no men are left", me
	case b.Vacate > 0 && (b.ply+1)/2 > b.Vacate && b.lingers(me):
		b.end, b.wins = "men have stayed too long", you
	case b.NoMove != "pass" && none():
		b.end, b.wins = "no move is left", map[string]string{"loses": me}[b.NoMove]
	case b.NoMove == "pass" && none() && b.stalled(me):
		b.end = "neither side can move"
		b.wins = b.decide(b.Stuck, me)
	}
}

// full and lingers are the rules about squares that are taken.
func (b *slow) full(side string) bool {
	own, all := false, true
	for man := range b.count {
		for _, at := range b.squares {
			if owner(man) == side && b.belongs(man, at) {
				all = all && b.men[at] != 0
				own = own || b.men[at] == man
			}
		}
	}
	return own && all
}

func (b *slow) lingers(side string) bool {
	for at, man := range b.men {
		if owner(man) == side && b.begun[at] != 0 && owner(b.begun[at]) == side {
			return true
		}
	}
	return false
}

// repeat ends a game that goes on for too long.
func (b *slow) repeat() {
	b.seen[b.text()]++
	if b.tried || b.end != "" {
		return
	}
	switch {
	case b.Repeat > 0 && b.seen[b.text()] == b.Repeat:
		b.end = map[int]string{2: "twofold", 3: "threefold", 4: "fourfold", 5: "fivefold"}[b.Repeat] + " repetition"
		b.wins = map[string]string{"loses": b.side}[b.RepeatResult]
	case b.CapResult != "draw" && b.ply >= b.Cap:
		b.end = "cut off at ply"
		b.wins = b.decide(b.CapResult, "")
	}
}

// decide returns who wins by a rule, "" for a draw.
func (b *slow) decide(rule, mover string) string {
	lead := b.athome("s") - b.athome("n")
	switch rule {
	case "mover":
		return mover
	case "draw":
		return ""
	case "score":
		lead += 1000 * (b.needs("n") - b.needs("s"))
	}
	switch {
	case lead > 0:
		return "s"
	case lead < 0:
		return "n"
	}
	return ""
}

func (b *slow) needs(side string) (n int) {
	for at, man := range b.men {
		if owner(man) == side {
			n += b.distance[place{man, at}]
		}
	}
	for man, count := range b.count {
		if owner(man) == side {
			n += b.away * count
		}
	}
	return n - b.away*b.alive(side)
}

func (b *slow) athome(side string) (n int) {
	for at, man := range b.men {
		if owner(man) == side && b.belongs(man, at) {
			n++
		}
	}
	return n
}

// text writes the position, one empty square at a time before they are counted.
func (b *slow) text() string {
	var ranks []string
	for rank := b.ranks; rank > 0; rank-- {
		line := ""
		for file := range b.files {
			if man := b.men[square{int8(file + 1), int8(rank)}]; man != 0 {
				line += string(man)
			} else {
				line += "."
			}
		}
		for run := b.files; run > 0; run-- {
			line = strings.ReplaceAll(line, strings.Repeat(".", run), fmt.Sprint(run))
		}
		ranks = append(ranks, line)
	}
	return strings.Join(ranks, "/") + " " + b.side + " " + b.binds
}

func (b *slow) result() env.Result {
	switch {
	case b.end == "":
		return env.Ongoing
	case b.wins == "":
		return env.Drawn
	case b.wins == b.First[:1]:
		return env.FirstWins
	}
	return env.SecondWins
}

// score is the formula of State.Score.
func (b *slow) score(side string) float32 {
	lead := b.needs(enemy(side)) - b.needs(side)
	return float32(4*lead) / float32(4*max(lead, -lead)+b.worst)
}

// clone returns a book that plays on by itself.
func (b *slow) clone() *slow {
	c := *b
	c.men, c.seen = maps.Clone(b.men), maps.Clone(b.seen)
	return &c
}

// perft returns the number of sequences of that many moves.
func (b *slow) perft(depth int) (n uint64) {
	moves := b.legal()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		next := b.clone()
		next.play(m)
		n += next.perft(depth - 1)
	}
	return n
}

// cetroNames are the names of planes on Cetro's boards, with those of others.
var cetroNames = strings.NewReplacer("blue men", "men B", "green men", "men G", "red men", "men R", "retreat", "step")

// plane returns what a plane of such a name shows on a square.
func (b *slow) plane(name string) func(at square) float32 {
	name = cetroNames.Replace(name)
	me, you := b.side, enemy(b.side)
	where := func(claim func(at square) bool) func(square) float32 {
		return func(at square) float32 {
			if claim(at) {
				return 1
			}
			return 0
		}
	}
	everywhere := func(n int) func(square) float32 {
		whole := b.Cap
		if _, number, ok := strings.Cut(name, "in parts of "); ok && number != "the cap" {
			fmt.Sscan(number, &whole)
		}
		return func(square) float32 { return float32(n) / float32(whole) }
	}
	yes := func(claim bool) func(square) float32 { return where(func(square) bool { return claim }) }
	// man is that of a side by the letter at the end of the name; any of its men, if
	// there is none.
	man := func(side string, at square) bool {
		m, last := b.men[at], name[len(name)-1]
		return m != 0 && owner(m) == side && (last >= 'a' || m|0x20 == last|0x20)
	}
	belongs := func(side, kind string) func(square) float32 {
		return where(func(at square) bool {
			for m := range b.count {
				if owner(m) == side && (kind == "" || m|0x20 == kind[0]|0x20) && b.isSquare[at] && b.belongs(m, at) {
					return true
				}
			}
			return false
		})
	}
	from, to, _ := strings.Cut(b.binds, "-")
	switch {
	case strings.HasPrefix(name, "own men"):
		return where(func(at square) bool { return man(me, at) })
	case strings.HasPrefix(name, "enemy men"):
		return where(func(at square) bool { return man(you, at) })
	case name == "squares where enemy men belong":
		return belongs(you, "")
	case strings.HasPrefix(name, "squares where own men") && strings.HasSuffix(name, " belong"):
		kind := strings.TrimSuffix(strings.TrimPrefix(name, "squares where own men"), " belong")
		return belongs(me, strings.TrimSpace(kind))
	case name == "squares of the board":
		return where(func(at square) bool { return b.isSquare[at] })
	case name == "squares where own men began":
		return where(func(at square) bool { return b.begun[at] != 0 && owner(b.begun[at]) == me })
	case name == "squares where men are put":
		return where(func(at square) bool { return b.region[at] })
	case strings.HasPrefix(name, "everywhere the own reserve"):
		return everywhere(b.reserve(me))
	case strings.HasPrefix(name, "everywhere the enemy reserve"):
		return everywhere(b.reserve(you))
	case name == "everywhere 1 if the mover must jump":
		return yes(b.binds == "d")
	case name == "where the step to be judged began":
		return where(func(at square) bool { return len(b.binds) > 1 && b.names[at] == from })
	case name == "where the step to be judged ended":
		return where(func(at square) bool { return len(b.binds) > 1 && b.names[at] == to })
	case name == "everywhere 1 if the position occurred before":
		return yes(b.seen[b.text()] > 1)
	case strings.HasPrefix(name, "everywhere the moves the mover"):
		return everywhere(b.needs(me))
	case strings.HasPrefix(name, "everywhere the moves the enemy"):
		return everywhere(b.needs(you))
	case name == "everywhere the plies played, in parts of the cap":
		return everywhere(b.ply)
	}
	return func(square) float32 { return -1 }
}
