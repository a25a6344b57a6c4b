package chess

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ludens/env"
	"ludens/env/variant"
)

var updateFairy = flag.Bool("update", false, "play testdata/fairy.tsv again; wants Python with pyffish, named by PYTHON")

// randomSections is how many sections are drawn at random. Behind them come those that say
// nothing beyond their parent: Fairy-Stockfish's own variants as builtin.ini has them.
const randomSections = 1000

var builtins, _ = parseIni(builtinText, true)

// drawing writes a section of variants.ini at random.
type drawing struct {
	*rand.Rand
	b strings.Builder
}

func (d *drawing) say(key, format string, args ...any) {
	fmt.Fprintf(&d.b, "%s = %s\n", key, fmt.Sprintf(format, args...))
}

func (d *drawing) often(share float64) bool { return d.Float64() < share }

func pick[T any](d *drawing, from ...T) T { return from[d.IntN(len(from))] }

// randomSection returns section number n. The keys and values are those of Fairy-Stockfish's
// documentation; defaults are left out as often as said, since they are what an importer
// gets wrong.
func randomSection(n int) string {
	if n >= randomSections {
		return fmt.Sprintf("[%s:%s]\n", sectionName(n), builtins[n-randomSections].name)
	}
	d := &drawing{Rand: rand.New(rand.NewPCG(36, uint64(n)))}
	fmt.Fprintf(&d.b, "[%s]\n", sectionName(n))
	if d.often(0.4) {
		d.child()
	} else {
		d.whole()
	}
	return d.b.String()
}

func sectionName(n int) string { return fmt.Sprintf("ludens%d", n) }

// child changes a variant that Fairy-Stockfish itself has.
func (d *drawing) child() {
	parent := pick(d, "chess", "chess", "chess", "crazyhouse", "capablanca", "makruk", "shatranj", "losers", "knightmate", "extinction", "kinglet",
		"giveaway", "gardner", "losalamos", "berolina", "amazon", "nightrider", "grasshopper", "racingkings", "kingofthehill", "3check", "janus",
		"hoppelpoppel", "newzealand", "almost", "chigorin", "grand", "courier", "embassy", "pocketknight", "breakthrough")
	text := strings.TrimSuffix(d.b.String(), "]\n")
	d.b.Reset()
	d.b.WriteString(text + ":" + parent + "]\n")
	for range 1 + d.IntN(2) {
		d.rule(8)
	}
	if d.often(0.5) {
		d.say(pick(d, "customPiece1", "customPiece2", "knight", "king"), "%s:%s", pick(d, "n", "b", "r", "q", "x"), d.betza())
	}
}

// atoms and riders of Betza's notation.
var steps, slides = []string{"W", "F", "D", "N", "A", "K", "H", "C", "Z"}, []string{"R", "B", "Q", "R2", "B3", "NN", "R4", "DD", "AA"}

// betza returns a piece.
func (d *drawing) betza() string {
	text := ""
	for range 1 + d.IntN(3) {
		text += pick(d, "", "", "", "f", "b", "s", "v", "m", "c", "mf", "cf", "fs")
		if d.often(0.6) {
			text += pick(d, "", "", "", "n") + pick(d, steps...)
		} else {
			text += pick(d, "", "", "", "p", "g") + pick(d, slides...)
		}
	}
	return text
}

// whole writes a variant with no parent.
func (d *drawing) whole() {
	rows, cols := 4+d.IntN(7), 4+d.IntN(7)
	if d.often(0.3) {
		rows, cols = 8, 8
	}
	if rows != 8 || d.often(0.3) {
		d.say("maxRank", "%d", rows)
	}
	if cols != 8 || d.often(0.3) {
		d.say("maxFile", "%s", pick(d, fmt.Sprint(cols), string(rune('a'+cols-1))))
	}
	d.say("king", "k")
	men := "k"
	kinds := []string{"knight", "bishop", "rook", "queen", "fers", "alfil", "silver", "gold", "commoner", "archbishop", "chancellor", "amazon", "wazir",
		"centaur", "dragonHorse", "bers", "lance", "fersAlfil", "aiwok", "knibis", "biskni", "kniroo", "rookni", "shogiKnight", "horse", "elephant", "cannon", "immobile"}
	d.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	for i := range 3 + d.IntN(3) {
		letter := string(rune("nbrqagcdtw"[i]))
		if d.often(0.35) {
			d.say(fmt.Sprintf("customPiece%d", i+1), "%s:%s", letter, d.betza())
		} else {
			d.say(kinds[i], "%s", letter)
		}
		men += letter
	}
	d.say(pick(d, "pawn", "pawn", "pawn", "shogiPawn", "soldier"), "p")
	back := make([]byte, cols)
	for i := range back {
		back[i] = men[1+d.IntN(len(men)-1)]
	}
	back[d.IntN(cols)] = 'k'
	pawns := strings.Repeat("p", cols)
	ranks := []string{string(back), pawns}
	for range rows - 4 {
		ranks = append(ranks, fmt.Sprint(cols))
	}
	if rows > 6 && d.often(0.2) {
		ranks[1], ranks[2] = ranks[2], ranks[1]
		ranks = append(ranks[:3], ranks[4:]...)
		ranks = append(ranks, strings.ToUpper(pawns), fmt.Sprint(cols), strings.ToUpper(string(back)))
	} else {
		ranks = append(ranks, strings.ToUpper(pawns), strings.ToUpper(string(back)))
	}
	hand := ""
	if d.often(0.15) {
		d.say("pieceDrops", "true")
		if d.often(0.7) {
			d.say("capturesToHand", "true")
		}
		hand = "[]"
		if d.often(0.4) {
			hand = "[" + strings.ToUpper(men[1:2]) + men[1:2] + "]"
		}
	}
	d.say("startFen", "%s%s w - - 0 1", strings.Join(ranks, "/"), hand)
	d.say("promotionPieceTypes", "%s", men[1:2+d.IntN(len(men)-1)])
	if rows != 8 || d.often(0.3) {
		zone := d.IntN(2)
		d.say("promotionRegionWhite", "*%d", rows-zone)
		d.say("promotionRegionBlack", "*%d", 1+zone)
	}
	if d.often(0.5) {
		d.say("castling", "false")
	}
	for range d.IntN(3) {
		d.rule(rows)
	}
}

// rule changes one rule of a board of some ranks.
func (d *drawing) rule(rows int) {
	switch d.IntN(16) {
	case 0:
		d.say("doubleStep", "%s", pick(d, "true", "false"))
	case 1:
		d.say("doubleStepRegionWhite", "*%d", 2+d.IntN(2))
		if d.often(0.7) {
			d.say("doubleStepRegionBlack", "*%d", rows-1-d.IntN(2))
		}
	case 2:
		d.say("stalemateValue", "%s", pick(d, "win", "loss", "draw"))
	case 3:
		d.say("mustCapture", "true")
	case 4:
		d.say("flagPiece", "k")
		d.say("flagRegionWhite", "*%d", rows-d.IntN(2))
		d.say("flagRegionBlack", "*%d", 1+d.IntN(2))
	case 5:
		d.say("checkCounting", "true")
	case 6:
		d.say("extinctionValue", "%s", pick(d, "loss", "win"))
		d.say("extinctionPieceTypes", "%s", pick(d, "p", "*", "k"))
		if d.often(0.3) {
			d.say("extinctionPieceCount", "%d", 1+d.IntN(2))
		}
	case 7:
		d.say("checking", "false")
	case 8:
		d.say("mobilityRegionWhiteKing", "*1 *2 *3")
		d.say("mobilityRegionBlackKing", "*%d *%d *%d", rows, rows-1, rows-2)
	case 9:
		d.say("mandatoryPawnPromotion", "%s", pick(d, "true", "false"))
	case 10:
		d.say("promotionRegionWhite", "*%d", rows-1-d.IntN(2))
		d.say("promotionRegionBlack", "*%d", 2+d.IntN(2))
	case 11:
		d.say("tripleStepRegionWhite", "*2")
		d.say("tripleStepRegionBlack", "*%d", rows-1)
	case 12:
		d.say("enPassantRegion", "%s", pick(d, "-", "*3 *6", "*1 *2 *3 *4 *5 *6 *7 *8"))
	case 13:
		d.say("pieceDrops", "true")
		d.say("capturesToHand", "true")
	case 14:
		d.say("flyingGeneral", "true")
	case 15:
		d.say("promotedPieceType", "n:q")
	}
}

// player plays games at random by Fairy-Stockfish's own library, and notes the legal moves
// of each position; captures are chosen more often, since they change more.
const player = `
import json, random, sys, pyffish
for q in json.load(sys.stdin):
    name = q["Name"]
    pyffish.load_variant_config(q["Section"])
    start = pyffish.start_fen(name)
    if pyffish.validate_fen(start, name) < 0:
        print(json.dumps({"Name": name}), flush=True)
        continue
    def legal(moves):
        if pyffish.is_immediate_game_end(name, start, moves)[0]:
            return []
        return pyffish.legal_moves(name, start, moves)
    def perft(moves, depth):
        return len(legal(moves)) if depth < 2 else sum(perft(moves + [m], depth - 1) for m in legal(moves))
    rng, moves, lists = random.Random(q["Seed"]), [], []
    while True:
        some = sorted(legal(moves))
        if pyffish.is_optional_game_end(name, start, moves)[0]:
            some = []
        lists.append(" ".join(some))
        if not some or len(moves) == q["Plies"]:
            break
        few = rng.sample(some, min(len(some), 8)) if rng.random() < 0.4 else []
        captures = [m for m in few if pyffish.is_capture(name, start, moves, m)]
        moves.append(rng.choice(captures or some))
    print(json.dumps({"Name": name, "Moves": moves, "Lists": lists, "FEN": pyffish.get_fen(name, start, moves),
        "Perft": perft([], q["Perft"]) if q["Perft"] else 0}), flush=True)
`

// asked is a section that Fairy-Stockfish shall play.
type asked struct {
	Name, Section string
	Plies, Perft  int // how long the game is, and to what depth positions are counted
	Seed          string
}

// askAll asks for a game of each section: of 30 plies, or to the end of most games if the section
// says nothing of its own.
func askAll(names []string, sections map[string]string) (all []asked) {
	for _, name := range names {
		q := asked{Name: name, Section: sections[name], Plies: 30, Seed: name}
		if strings.Count(q.Section, "\n") == 1 {
			q.Plies = 250
		}
		all = append(all, q)
	}
	return all
}

// played is a game of a section, by Fairy-Stockfish.
type played struct {
	Name    string
	Section string // a hash of its text
	Moves   []string
	Lists   []string // of legal moves, sorted, at each position; in the file their hashes
	FEN     string   // at the end
	Perft   uint64
}

// digest is a hash of a list of moves: four letters, for 30,000 positions fit in a file so.
func digest(list string) string {
	h := fnv.New32a()
	h.Write([]byte(list))
	return fmt.Sprintf("%04x", h.Sum32()>>16)
}

// fairyPlays asks Fairy-Stockfish about sections. One that ends its process has no answer,
// and the others are asked again.
func fairyPlays(t *testing.T, all []asked) map[string]played {
	answers := map[string]played{}
	for len(all) > 0 {
		text, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(cmp.Or(os.Getenv("PYTHON"), "python3"), "-c", player)
		c.Stdin = bytes.NewReader(text)
		out, _ := c.Output()
		met := 0
		for d := json.NewDecoder(bytes.NewReader(out)); d.More(); met++ {
			var p played
			if d.Decode(&p) != nil {
				break
			}
			if p.Lists != nil {
				answers[p.Name] = p
			}
		}
		all = all[min(met+1, len(all)):]
	}
	return answers
}

// readSection imports a section; why is the reason that it is refused.
func readSection(ini, name string) (g env.Game, why string) {
	text, problems, err := Import(ini, name)
	if err != nil {
		return nil, err.Error()
	}
	if len(problems) > 0 {
		return nil, problems[0]
	}
	f, err := variant.Parse(name, text, nil)
	if err != nil {
		return nil, err.Error()
	}
	if g, err = Read(f); err != nil {
		return nil, err.Error()
	}
	asInShogi.Store(g.(*Game), shogiLetters(ini, name))
	return g, ""
}

// asInShogi are the letters of the men that promotedPieceType names, by game: their promotions
// are written with a +.
var asInShogi sync.Map

// shogiLetters returns them, each before what it becomes.
func shogiLetters(ini, name string) (letters string) {
	file, _ := parseIni(ini, false)
	line, _ := inherited(file, builtins, name, 0)
	m := newImporter(name)
	for _, s := range line {
		m.read(s)
	}
	if m.said["chess960"].value == "true" { // castling is written as a move to the rook
		letters = "960 "
	}
	for _, word := range strings.Fields(m.said["promotedPieceType"].value) {
		if from, to, _ := strings.Cut(word, ":"); to != "-" {
			letters += m.letter[from] + m.letter[to] + " "
		}
	}
	return letters
}

// differs returns the first ply of a game at which other moves are legal here than in
// Fairy-Stockfish, and these moves; -1 if there is none.
func differs(g env.Game, p played, form func(list string) string) (ply int, here string) {
	s := g.New(0)
	for i, list := range p.Lists {
		acts := map[string][]env.Action{}
		for _, a := range s.Legal(nil) {
			fairyTurn(acts, s, a)
		}
		here = strings.Join(slices.Sorted(maps.Keys(acts)), " ")
		if form(here) != list {
			return i, here
		}
		if i < len(p.Moves) {
			for _, a := range acts[p.Moves[i]] {
				s.Play(a)
			}
		}
	}
	return -1, ""
}

// fairyTurn notes an action by its text, or, where a turn has two halves, each turn that it begins:
// the second half stands behind a comma, as the square where the man has come and the one that is closed.
func fairyTurn(turns map[string][]env.Action, s env.State, a env.Action) {
	text := fairyText(s, a)
	c, ok := s.(*State)
	if !ok || !c.game.walling {
		turns[text] = []env.Action{a}
		return
	}
	half := s.Copy(nil).(*State)
	half.Play(a)
	for _, closing := range half.Legal(nil) {
		turns[text+","+half.game.name(half.walled)+half.Format(closing)[1:]] = []env.Action{a, closing}
	}
}

// fairyText is Written, but a promotion has a + if the section says so of just this one: of
// several that a man has, one may be as in shogi.
func fairyText(st env.State, a env.Action) string {
	s, _ := st.(*State)
	if s == nil {
		return st.Format(a)
	}
	g := s.game
	m, _ := s.moveOf(a)
	letters := ""
	if said, ok := asInShogi.Load(g); ok {
		letters = said.(string)
	}
	if m.what >= castled && strings.HasPrefix(letters, "960 ") {
		c := &g.castlings[m.what-castled]
		return g.name(c.king) + g.name(c.rook)
	}
	if m.becomes == noKind || m.what >= dropped || g.keys.Demotes {
		return Written(s, a)
	}
	text := s.Format(a)
	if strings.Contains(letters, string([]byte{g.kinds[kindOf(s.board.at[m.from])].letter, g.order[m.becomes]})+" ") {
		return text[:len(text)-1] + "+"
	}
	return text
}

func whole(list string) string { return list }

// Fairy-Stockfish's record: a line for each section that it can play, with its number, a
// hash of its text, a game and a hash of the legal moves at each position.
const recordFile = "testdata/fairy.tsv"

// Sections drawn at random are the same games here as in Fairy-Stockfish, or refused with a
// reason. Its library pyffish 0.0.90 played the record.
func TestRandomSections(t *testing.T) {
	if *updateFairy {
		playRecord(t)
	}
	games := recorded(t)
	same, refused := 0, map[string]int{}
	for n, p := range games {
		g, why := readSection(randomSection(n), p.Name)
		if why != "" {
			refused[why]++
			continue
		}
		if ply, here := differs(g, p, digest); ply >= 0 {
			t.Errorf("after %s the legal moves are here %q, and others in Fairy-Stockfish:\n%s", strings.Join(p.Moves[:ply], " "), here, randomSection(n))
			continue
		}
		same++
	}
	t.Logf("%d sections have a record, and %d of them are read", len(games), same)
	if len(games) < randomSections*9/10 || same < 350 {
		t.Errorf("%d sections have a record, and %d of them are read; refused are %v", len(games), same, refused)
	}
}

// Keys that an importer overlooks or takes otherwise show in the record: some game of a
// section that has the key, or inherits it, has other moves, or the section is refused. Values
// of results do not show, since the record has moves alone.
func TestRandomSectionsShowFaults(t *testing.T) {
	games := recorded(t)
	numbers := slices.Sorted(maps.Keys(games))
	for _, fault := range []struct{ key, value string }{
		{"doubleStep", "false"}, {"mustCapture", "false"}, {"checking", "true"}, {"promotionPieceTypes", "k"},
		{"pieceDrops", "false"}, {"capturesToHand", "false"}, {"checkCounting", "false"}, {"flagRegion", "-"}, {"extinctionValue", "none"},
	} {
		tried := 0
		shows := func(n int) bool {
			text := randomSection(n)
			if n < randomSections && !strings.Contains(text, "\n"+fault.key+" = ") || strings.Contains(text, "\n"+fault.key+" = "+fault.value) {
				return false
			}
			if _, why := readSection(text, games[n].Name); why != "" {
				return false
			}
			tried++
			g, why := readSection(text+fault.key+" = "+fault.value+"\n", games[n].Name)
			if why != "" {
				return true
			}
			ply, _ := differs(g, games[n], digest)
			return ply >= 0
		}
		if !slices.ContainsFunc(numbers, shows) {
			t.Errorf("%s = %s: none of %d games shows it", fault.key, fault.value, tried)
		}
	}
}

// The rules of rare.go show, too: a built-in variant with one of its keys changed is another game
// in its record.
func TestBuiltinsShowFaults(t *testing.T) {
	games := recorded(t)
	for _, fault := range []struct{ name, line string }{
		{"atomic", "blastOnCapture = false"}, {"coregal", "extinctionPseudoRoyal = false"},
		{"placement", "dropOppositeColoredBishop = false"},
		{"snailtrail", "wallingRule = none"}, {"duck", "wallingRule = static"}, {"isolation", "wallingRule = duck"},
		{"isolation", "wallingRegion = *1 *2 *3 *4 *5 *6 *7 *8"}, {"amazons", "wallingRule = static"}, {"petrified", "petrifyOnCaptureTypes = n"},
		{"kyotoshogi", "pieceDemotion = false"}, {"kyotoshogi", "dropPromoted = false"}, {"micro", "piecePromotionOnCapture = false"},
		{"kyotoshogi", "startFen = pnksl/5/5/5/LSKNP[-] w 0 1"}, {"manchu", "soldierPromotionRank = 1"},
	} {
		n := randomSections + slices.IndexFunc(builtins, func(s section) bool { return s.name == fault.name })
		p, ok := games[n]
		if !ok {
			t.Fatalf("%s has no record", fault.name)
		}
		g, why := readSection(randomSection(n)+fault.line+"\n", p.Name)
		if why != "" {
			continue
		}
		if ply, _ := differs(g, p, digest); ply < 0 {
			t.Errorf("%s with %s is the same in %d plies", fault.name, fault.line, len(p.Moves))
		}
	}
}

// recorded reads the record of the sections as they are drawn today.
func recorded(t *testing.T) map[int]played {
	text, err := os.ReadFile(recordFile)
	if err != nil {
		t.Fatal(err)
	}
	games := map[int]played{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Split(line, "\t")
		n, err := strconv.Atoi(f[0])
		if err != nil || len(f) != 4 || f[1] != digest(randomSection(n)) {
			t.Fatalf("%s: line %.40q is of another section: go test -run RandomSections -update", recordFile, line)
		}
		games[n] = played{Name: sectionName(n), Moves: strings.Fields(f[2]), Lists: strings.Fields(f[3])}
	}
	return games
}

// playRecord asks Fairy-Stockfish about the sections that the record does not have as they are
// drawn today.
func playRecord(t *testing.T) {
	text, _ := os.ReadFile(recordFile)
	old := map[string]string{} // by number and hash
	for _, line := range strings.Split(string(text), "\n") {
		if f := strings.SplitN(line, "\t", 3); len(f) == 3 {
			old[f[0]+"\t"+f[1]] = f[2]
		}
	}
	var names, heads []string
	sections := map[string]string{}
	for n := range randomSections + len(builtins) {
		head := fmt.Sprintf("%d\t%s", n, digest(randomSection(n)))
		heads = append(heads, head)
		if old[head] == "" {
			names = append(names, sectionName(n))
			sections[sectionName(n)] = randomSection(n)
		}
	}
	answers := fairyPlays(t, askAll(names, sections))
	var b strings.Builder
	for n, head := range heads {
		if p, ok := answers[sectionName(n)]; ok {
			for i := range p.Lists {
				p.Lists[i] = digest(p.Lists[i])
			}
			old[head] = strings.Join(p.Moves, " ") + "\t" + strings.Join(p.Lists, " ")
		}
		if old[head] != "" {
			fmt.Fprintf(&b, "%s\t%s\n", head, old[head])
		}
	}
	if err := os.WriteFile(recordFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The sections of a variants.ini that LUDENS_VARIANTS names, Fairy-Stockfish's own for
// example, are the same games here and there, or refused.
func TestSectionsOfFile(t *testing.T) {
	path := os.Getenv("LUDENS_VARIANTS")
	if path == "" {
		t.Skip("LUDENS_VARIANTS names no variants.ini; wants Python with pyffish, too")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parseIni(string(text), false)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	sections := map[string]string{}
	for _, s := range file {
		names = append(names, s.name)
		sections[s.name] = string(text)
	}
	same, refused := 0, 0
	answers := fairyPlays(t, askAll(names, sections))
	for _, name := range names {
		g, why := readSection(string(text), name)
		if why != "" {
			refused++
			t.Logf("%s is refused: %s", name, why)
			continue
		}
		p := answers[name]
		if ply, here := differs(g, p, whole); ply >= 0 {
			t.Errorf("%s: after %s\nhere  %s\nthere %s", name, strings.Join(p.Moves[:ply], " "), here, p.Lists[ply])
		} else if p.Lists != nil {
			same++
		}
	}
	t.Logf("of %d sections %d are the same game, %d are refused, and %d have an answer", len(names), same, refused, len(answers))
}
