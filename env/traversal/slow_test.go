package traversal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/env"
)

// slow is the second rule book: a map of squares by name, moves as texts, everything
// looked up anew.
type slow struct {
	rules
	files, ranks int
	men          map[string]byte // by the square's name
	squares      []string
	region       map[string]bool
	begun        map[string]byte
	goals        map[string]byte // what the drawing has there; nil: none was drawn
	count        map[byte]int
	distance     map[string]int // by man and square
	away, worst  int
	side, binds  string
	ply          int
	seen         map[string]int
	end, wins    string
	tried        bool
}

// at names a square by its file and rank, both from 1.
func at(file, rank int) string { return fmt.Sprintf("%c%d", 'a'+file-1, rank) }

func fileRank(square string) (file, rank int) {
	fmt.Sscanf(square[1:], "%d", &rank)
	return int(square[0]-'a') + 1, rank
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
	b := &slow{rules: r, men: map[string]byte{}, region: map[string]bool{}, count: map[byte]int{}, distance: map[string]int{}, seen: map[string]int{}, side: r.First[:1], binds: "-"}
	rows := picture(r.Start)
	b.ranks, b.files = len(rows), len(rows[0])
	for i, row := range rows {
		for k := range row {
			square := at(k+1, b.ranks-i)
			switch c := row[k]; {
			case c == '#':
				continue
			case c == '+':
				b.region[square] = true
			case c != '.':
				b.men[square] = c
				b.count[c]++
			}
			b.squares = append(b.squares, square)
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
		b.goals = map[string]byte{}
		for i, row := range drawn {
			for k := range row {
				b.goals[at(k+1, b.ranks-i)] = row[k]
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
func (b *slow) belongs(man byte, square string) bool {
	if b.goals == nil {
		return b.begun[square] == man^0x20
	}
	switch c := b.goals[square]; c {
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
var arrows = map[string][][2]int{
	"none": nil, "forward": {{0, 1}}, "backward": {{0, -1}}, "left": {{-1, 0}}, "right": {{1, 0}}, "sideways": {{-1, 0}, {1, 0}},
	"orthogonal": {{0, 1}, {0, -1}, {1, 0}, {-1, 0}}, "forward-left": {{-1, 1}}, "forward-right": {{1, 1}},
	"backward-left": {{-1, -1}}, "backward-right": {{1, -1}}, "forward-diagonal": {{-1, 1}, {1, 1}},
	"backward-diagonal": {{-1, -1}, {1, -1}}, "diagonal": {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	"all": {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
}

// towards returns the directions of a side.
func towards(text, side string) (all [][2]int) {
	for _, word := range strings.Split(text, "+") {
		for _, a := range arrows[word] {
			if side == "n" {
				a = [2]int{-a[0], -a[1]}
			}
			all = append(all, a)
		}
	}
	return all
}

// beyond returns the square n squares away, "" if there is none or a hole on the way.
func (b *slow) beyond(square string, a [2]int, n int) string {
	file, rank := fileRank(square)
	for range n {
		file, rank = file+a[0], rank+a[1]
		if file < 1 || !slices.Contains(b.squares, at(file, rank)) {
			return ""
		}
	}
	return at(file, rank)
}

// measure counts for each man and square the moves home, going forward from there.
func (b *slow) measure() {
	most := 0
	for man := range b.count {
		for _, from := range b.squares {
			n := b.flood(man, from)
			b.distance[string(man)+from] = n
			most = max(most, n)
		}
	}
	b.away = 0
	for k, n := range b.distance {
		if n < 0 {
			b.distance[k] = 2 * (most + 1)
		}
	}
	if b.Capture {
		b.away = 2 * (most + 1)
	}
	for square := range b.region {
		for man := range b.count {
			b.away = max(b.away, 1+b.distance[string(man)+square])
		}
	}
	for _, side := range []string{"s", "n"} {
		sum := 0
		for man, n := range b.count {
			dear := b.away
			for _, square := range b.squares {
				dear = max(dear, b.distance[string(man)+square])
			}
			if owner(man) == side {
				sum += n * dear
			}
		}
		b.worst = max(b.worst, sum)
	}
}

func (b *slow) flood(man byte, from string) int {
	wave, met := []string{from}, map[string]bool{from: true}
	for n := 0; len(wave) > 0; n++ {
		var next []string
		for _, square := range wave {
			if b.belongs(man, square) {
				return n
			}
			for _, a := range towards(b.Steps, owner(man)) {
				next = append(next, b.beyond(square, a, 1))
			}
			for _, a := range towards(b.Jumps, owner(man)) {
				next = append(next, b.beyond(square, a, 2))
			}
		}
		wave = nil
		for _, square := range next {
			if square != "" && !met[square] {
				met[square] = true
				wave = append(wave, square)
			}
		}
	}
	return -1
}

// locked reports whether a man may not go from one square to another.
func (b *slow) locked(man byte, from, to string) bool {
	return b.Lock == "square" && b.belongs(man, from) || b.Lock == "goal" && b.belongs(man, from) && !b.belongs(man, to)
}

// steps and jumps return the moves of a side, sorted and each once.
func (b *slow) steps(side string) (moves []string) {
	for from, man := range b.men {
		for _, a := range towards(b.Steps, side) {
			to := b.beyond(from, a, 1)
			if owner(man) == side && to != "" && b.men[to] == 0 && !b.locked(man, from, to) {
				moves = append(moves, from+"-"+to)
			}
		}
	}
	return moves
}

func (b *slow) jumps(side string) (moves []string) {
	for from, man := range maps.Clone(b.men) {
		if owner(man) != side {
			continue
		}
		delete(b.men, from)
		met := map[string]bool{from: true}
		b.leap(man, from, met)
		b.men[from] = man
		delete(met, from)
		for to := range met {
			moves = append(moves, from+"-"+to)
		}
	}
	return moves
}

// leap notes where jumps bring a man from a square.
func (b *slow) leap(man byte, from string, met map[string]bool) {
	for _, a := range towards(b.Jumps, owner(man)) {
		over, to := b.beyond(from, a, 1), b.beyond(from, a, 2)
		if to == "" || b.men[over] == 0 || b.men[to] != 0 || met[to] || b.locked(man, from, to) {
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
	x, y := fileRank(from)
	v, w := fileRank(to)
	if over := at((x+v)/2, (y+w)/2); b.Capture && max(x-v, v-x, y-w, w-y) == 2 && owner(b.men[over]) != owner(b.men[from]) {
		delete(c.men, over)
	}
	c.men[to] = c.men[from]
	delete(c.men, from)
	return &c
}

// stalled reports that a side can do nothing.
func (b *slow) stalled(side string) bool {
	return b.reserve(side) == 0 && len(b.jumps(side))+len(b.steps(side)) == 0
}

// man returns the jumps and the steps that a side may play, and those of the reserve.
func (b *slow) open(side string) (puts, jumps, steps []string) {
	if b.reserve(side) > 0 {
		for square := range b.region {
			if b.men[square] == 0 {
				puts = append(puts, square)
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
		b.men[from] = b.men[to]
		delete(b.men, to)
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
		b.men[plain] = map[string]byte{"s": 'A', "n": 'a'}[b.side]
		for man := range b.count {
			if owner(man) == b.side {
				b.men[plain] = man
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
		for _, square := range b.squares {
			if owner(man) == side && b.belongs(man, square) {
				all = all && b.men[square] != 0
				own = own || b.men[square] == man
			}
		}
	}
	return own && all
}

func (b *slow) lingers(side string) bool {
	for square, man := range b.men {
		if owner(man) == side && b.begun[square] != 0 && owner(b.begun[square]) == side {
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
	for square, man := range b.men {
		if owner(man) == side {
			n += b.distance[string(man)+square]
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
	for square, man := range b.men {
		if owner(man) == side && b.belongs(man, square) {
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
			if man := b.men[at(file+1, rank)]; man != 0 {
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
