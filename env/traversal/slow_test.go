package traversal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/env"
)

// slow is the second rule book: a map of men by square, moves as texts,
// everything looked up anew.
type slow struct {
	rules
	files, ranks int
	men          map[square]byte
	squares      []square
	isSquare     map[square]bool
	names        map[square]string
	named        map[string]square
	region       map[square]bool
	begun        map[square]byte
	goals        map[square]byte // what the drawing has there; nil: none was drawn
	count        map[byte]int
	distance     map[place]int
	step, jump   map[string][]square // the directions of a side
	away, worst  int
	side, binds  string
	ply          int
	seen         map[string]int
	end, wins    string
	tried        bool
}

// square is a file and a rank, both from 1; or so many of either to go.
type square [2]int8

// place is a man and where he stands.
type place struct {
	man byte
	at  square
}

func picture(text string) (rows []string) {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.ReplaceAll(strings.TrimSpace(line), " ", ""); line != "" {
			rows = append(rows, line)
		}
	}
	return rows
}

func newSlow(r rules) *slow {
	b := &slow{rules: r, men: map[square]byte{}, isSquare: map[square]bool{}, names: map[square]string{}, named: map[string]square{}, region: map[square]bool{},
		count: map[byte]int{}, distance: map[place]int{}, seen: map[string]int{}, side: r.First[:1], binds: "-",
		step: map[string][]square{"s": towards(r.Steps, 1), "n": towards(r.Steps, -1)}, jump: map[string][]square{"s": towards(r.Jumps, 1), "n": towards(r.Jumps, -1)}}
	rows := picture(r.Start)
	b.ranks, b.files = len(rows), len(rows[0])
	for i, row := range rows {
		for k := range row {
			at := square{int8(k + 1), int8(b.ranks - i)}
			name := fmt.Sprintf("%c%d", 'a'+k, b.ranks-i)
			b.names[at], b.named[name] = name, at
			switch c := row[k]; {
			case c == '#':
				continue
			case c == '+':
				b.region[at] = true
			case c != '.':
				b.men[at] = c
				b.count[c]++
			}
			b.squares = append(b.squares, at)
			b.isSquare[at] = true
		}
	}
	b.begun = maps.Clone(b.men)
	if len(b.count) == 0 {
		b.count['A'], b.count['a'] = 0, 0
	}
	for c := range maps.Clone(b.count) {
		b.count[c^0x20] += 0
	}
	for c := range b.count {
		b.count[c] += r.Reserve
	}
	if drawn := picture(r.Goals); drawn != nil {
		b.goals = map[square]byte{}
		for i, row := range drawn {
			for k := range row {
				b.goals[square{int8(k + 1), int8(b.ranks - i)}] = row[k]
			}
		}
	}
	b.measure()
	b.seen[b.text()] = 1
	return b
}

func owner(man byte) string {
	if man >= 'a' {
		return "n"
	}
	return "s"
}

func enemy(side string) string { return map[string]string{"s": "n", "n": "s"}[side] }

// belongs reports whether a man belongs on a square.
func (b *slow) belongs(man byte, at square) bool {
	if b.goals == nil {
		return b.begun[at] == man^0x20
	}
	switch c := b.goals[at]; c {
	case '*':
		return true
	case '^':
		return owner(man) == "s"
	case '_':
		return owner(man) == "n"
	default:
		return c == man
	}
}

// arrows are the directions that words name, as South sees them.
var arrows = map[string][]square{
	"none": nil, "forward": {{0, 1}}, "backward": {{0, -1}}, "left": {{-1, 0}}, "right": {{1, 0}}, "sideways": {{-1, 0}, {1, 0}},
	"orthogonal": {{0, 1}, {0, -1}, {1, 0}, {-1, 0}}, "forward-left": {{-1, 1}}, "forward-right": {{1, 1}},
	"backward-left": {{-1, -1}}, "backward-right": {{1, -1}}, "forward-diagonal": {{-1, 1}, {1, 1}},
	"backward-diagonal": {{-1, -1}, {1, -1}}, "diagonal": {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	"all": {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
}

// towards returns the directions that a text names, where forward is so many ranks up.
func towards(text string, forward int8) (all []square) {
	for _, word := range strings.Split(text, "+") {
		for _, a := range arrows[word] {
			all = append(all, square{a[0] * forward, a[1] * forward})
		}
	}
	return all
}

// beyond returns the square n squares away; ok is false if there is none or a hole on
// the way.
func (b *slow) beyond(from, a square, n int) (to square, ok bool) {
	for range n {
		from = square{from[0] + a[0], from[1] + a[1]}
		if !b.isSquare[from] {
			return from, false
		}
	}
	return from, true
}

// measure counts for each man and square the moves home, going forward from there.
func (b *slow) measure() {
	most := 0
	for man := range b.count {
		for _, from := range b.squares {
			n := b.flood(man, from)
			b.distance[place{man, from}] = n
			most = max(most, n)
		}
	}
	for k, n := range b.distance {
		if n < 0 {
			b.distance[k] = 2 * (most + 1)
		}
	}
	if b.Capture {
		b.away = 2 * (most + 1)
	}
	for at := range b.region {
		for man := range b.count {
			b.away = max(b.away, 1+b.distance[place{man, at}])
		}
	}
	for _, side := range []string{"s", "n"} {
		sum := 0
		for man, n := range b.count {
			dear := b.away
			for at := range b.within(man) {
				dear = max(dear, b.distance[place{man, at}])
			}
			if owner(man) == side {
				sum += n * dear
			}
		}
		b.worst = max(b.worst, sum)
	}
}

// within returns where a man may come from where his like begin.
func (b *slow) within(man byte) map[square]bool {
	met := map[square]bool{}
	var visit func(at square)
	visit = func(at square) {
		if met[at] {
			return
		}
		met[at] = true
		for length, ways := range [][]square{1: b.step[owner(man)], 2: b.jump[owner(man)]} {
			for _, a := range ways {
				if to, ok := b.beyond(at, a, length); ok {
					visit(to)
				}
			}
		}
	}
	for _, at := range b.squares {
		if b.begun[at] == man || b.region[at] {
			visit(at)
		}
	}
	return met
}

// flood returns how many moves bring a man home, -1 if none do.
func (b *slow) flood(man byte, from square) int {
	wave, met := []square{from}, map[square]bool{from: true}
	for n := 0; len(wave) > 0; n++ {
		var next []square
		for _, at := range wave {
			if b.belongs(man, at) {
				return n
			}
			for length, ways := range [][]square{1: b.step[owner(man)], 2: b.jump[owner(man)]} {
				if length == 2 && b.Needs == "steps" {
					continue
				}
				for _, a := range ways {
					if to, ok := b.beyond(at, a, length); ok && !met[to] {
						met[to] = true
						next = append(next, to)
					}
				}
			}
		}
		wave = next
	}
	return -1
}

// locked reports whether a man may not go from one square to another.
func (b *slow) locked(man byte, from, to square) bool {
	return b.Lock == "square" && b.belongs(man, from) || b.Lock == "goal" && b.belongs(man, from) && !b.belongs(man, to)
}

// steps and jumps return the moves of a side, each once.
func (b *slow) steps(side string) (moves []string) {
	for from, man := range b.men {
		if owner(man) != side {
			continue
		}
		for _, a := range b.step[side] {
			if to, ok := b.beyond(from, a, 1); ok && b.men[to] == 0 && !b.locked(man, from, to) {
				moves = append(moves, b.names[from]+"-"+b.names[to])
			}
		}
	}
	return moves
}

func (b *slow) jumps(side string) (moves []string) {
	for _, from := range b.squares {
		man := b.men[from]
		if man == 0 || owner(man) != side {
			continue
		}
		delete(b.men, from)
		met := map[square]bool{from: true}
		b.leap(man, from, met)
		b.men[from] = man
		delete(met, from)
		for to := range met {
			moves = append(moves, b.names[from]+"-"+b.names[to])
		}
	}
	return moves
}

// leap notes where jumps bring a man from a square.
func (b *slow) leap(man byte, from square, met map[square]bool) {
	for _, a := range b.jump[owner(man)] {
		over, _ := b.beyond(from, a, 1)
		to, ok := b.beyond(from, a, 2)
		if !ok || b.men[over] == 0 || b.men[to] != 0 || met[to] || b.locked(man, from, to) {
			continue
		}
		if own := owner(b.men[over]) == owner(man); b.Over == "own" && !own || b.Over == "enemy" && own {
			continue
		}
		met[to] = true
		if b.Chain {
			b.leap(man, to, met)
		}
	}
}

// reserve returns how many men a side has to put on the board yet.
func (b *slow) reserve(side string) int {
	if b.Reserve == 0 {
		return 0
	}
	n := 0
	for man, count := range b.count {
		if owner(man) == side {
			n += count
		}
	}
	return n - b.alive(side)
}

func (b *slow) alive(side string) (n int) {
	for _, man := range b.men {
		if owner(man) == side {
			n++
		}
	}
	return n
}

// carried returns the book after a man's move, with nothing else changed.
func (b *slow) carried(m string) *slow {
	c := *b
	c.men = maps.Clone(b.men)
	from, to, ok := strings.Cut(m, "-")
	if !ok {
		return &c
	}
	p, q := b.named[from], b.named[to]
	over := square{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}
	if b.Capture && max(p[0]-q[0], q[0]-p[0], p[1]-q[1], q[1]-p[1]) == 2 && owner(b.men[over]) != owner(b.men[p]) {
		delete(c.men, over)
	}
	c.men[q] = c.men[p]
	delete(c.men, p)
	return &c
}

// stalled reports that a side can do nothing.
func (b *slow) stalled(side string) bool {
	return b.reserve(side) == 0 && len(b.jumps(side))+len(b.steps(side)) == 0
}

// open returns the jumps and the steps that a side may play, and those of the reserve.
func (b *slow) open(side string) (puts, jumps, steps []string) {
	if b.reserve(side) > 0 {
		for at := range b.region {
			if b.men[at] == 0 {
				puts = append(puts, b.names[at])
			}
		}
		return puts, nil, nil
	}
	jumps, steps = b.jumps(side), b.steps(side)
	if !b.Blocking {
		smothers := func(m string) bool { return b.carried(m).stalled(enemy(side)) }
		jumps, steps = slices.DeleteFunc(jumps, smothers), slices.DeleteFunc(steps, smothers)
	}
	return nil, jumps, steps
}

// legal returns the legal moves, sorted.
func (b *slow) legal() []string {
	if b.end != "" {
		return nil
	}
	if len(b.binds) > 1 {
		return []string{"accept", "veto"}
	}
	puts, jumps, steps := b.open(b.side)
	moves := slices.Concat(puts, jumps)
	if len(jumps) == 0 || b.binds != "d" && b.Demand != "always" {
		moves = append(moves, steps...)
	}
	if len(moves) == 0 {
		moves = []string{"pass"}
	}
	if b.Demand == "flag" && len(puts) == 0 {
		for _, m := range slices.Clone(moves) {
			c := b.carried(m)
			if you := enemy(b.side); c.reserve(you) == 0 && len(c.jumps(you)) > 0 && len(c.steps(you)) > 0 {
				moves = append(moves, m+"!")
			}
		}
	}
	slices.Sort(moves)
	return moves
}

// play makes a legal move.
func (b *slow) play(m string) {
	b.tried = false
	plain, demanded := strings.CutSuffix(m, "!")
	from, to, moves := strings.Cut(plain, "-")
	binds := map[bool]string{true: "d", false: "-"}[demanded]
	switch {
	case m == "accept":
		b.side = enemy(b.side)
		b.finish("-")
	case m == "veto":
		from, to, _ := strings.Cut(b.binds, "-")
		b.men[b.named[from]] = b.men[b.named[to]]
		delete(b.men, b.named[to])
		b.side, b.binds = enemy(b.side), "d"
		b.tried = true
	case moves:
		_, jumps, steps := b.open(b.side)
		omitted := b.Demand == "veto" && slices.Contains(steps, plain) && len(jumps) > 0
		b.men = b.carried(plain).men
		if omitted {
			b.side, b.binds = enemy(b.side), from+"-"+to
			b.tried = true
			break
		}
		b.finish(binds)
	case plain == "pass":
		b.finish(binds)
	default:
		for man := range b.count {
			if owner(man) == b.side {
				b.men[b.named[plain]] = man
			}
		}
		b.finish(binds)
	}
	b.repeat()
}

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

// perft returns the number of sequences of so many moves.
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

// plane returns what a plane of such a name shows on a square.
func (b *slow) plane(name string) func(at square) float32 {
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
