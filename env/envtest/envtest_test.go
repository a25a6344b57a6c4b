package envtest

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
)

func TestSoundGamePasses(t *testing.T) {
	Run(t, toy{})
	Run(t, noughts{}, Games(2), AsymmetricStart())
}

var everyAction = []env.Action{0, 1, 2, 3, 4, 5, 6, 7, 8}

// breaches are of one law each.
func breaches() []breach {
	return []breach{
		{"spec", "no name", toy{spec: func(s env.Spec) env.Spec { s.Name = ""; return s }}, "Name"},
		{"spec", "no version", toy{spec: func(s env.Spec) env.Spec { s.Version = 0; return s }}, "Version"},
		{"spec", "one role", toy{spec: func(s env.Spec) env.Spec { s.Roles[1] = s.Roles[0]; return s }}, "Roles"},
		{"spec", "changes", toy{spec: changing()}, "always"},

		{"sizes", "no actions", toy{spec: func(s env.Spec) env.Spec { s.Actions = 0; return s }}, "0 actions"},
		{"sizes", "too many actions", toy{spec: func(s env.Spec) env.Spec { s.Actions = 9 * 4097; return s }}, "36873 actions"},
		{"sizes", "no planes", toy{spec: func(s env.Spec) env.Spec { s.Shape[0] = 0; return s }}, "0 observation planes"},
		{"sizes", "too high", toy{spec: func(s env.Spec) env.Spec { s.Shape[1] = 65; return s }}, "65 rows"},
		{"sizes", "too wide", toy{spec: func(s env.Spec) env.Spec { s.Shape[2] = 65; return s }}, "65 columns"},
		{"sizes", "no end", toy{spec: func(s env.Spec) env.Spec { s.MaxPly = 0; return s }}, "0 plies"},

		{"legal actions", "decreasing", toy{state: faults{legal: decreasing}}, "comes after"},
		{"legal actions", "out of range", toy{spec: func(s env.Spec) env.Spec { s.Actions = 8; return s }}, "not in [0, 8)"},
		{"legal actions", "after the end", toy{state: faults{legal: endless}}, "with legal actions"},
		{"legal actions", "result too soon", toy{state: faults{result: hasty}}, "with legal actions"},
		{"legal actions", "not appended", toy{state: faults{legal: forgetful}}, "appended"},
		{"legal actions", "a third player", toy{state: faults{toMove: func(env.State) env.Player { return 2 }}}, "ToMove"},

		{"text of actions", "one text for all", toy{state: faults{format: func(env.State, env.Action) string { return "go" }}}, `is "go"`},
		{"text of actions", "empty", toy{state: faults{format: func(env.State, env.Action) string { return "" }}}, `is ""`},
		{"text of actions", "changes", toy{state: faults{format: fickle()}}, "Parse"},

		{"observation", "not overwritten", toy{state: faults{observe: adding}}, "NaN"},
		{"observation", "too large", toy{state: faults{observe: scaled(2)}}, "is 2"},
		{"observation", "negative", toy{state: faults{observe: scaled(-1)}}, "is -1"},
		{"observation", "beyond the end", toy{state: faults{observe: beyond}}, "beyond"},
		{"observation", "changes", toy{state: faults{observe: noisy()}}, "second time"},

		{"uniform planes", "with a stone", toy{spec: showing(1)}, "on cell 0"},
		{"uniform planes", "all", toy{spec: showing(noughts{}.Spec().Shape[0])}, "at least one"},
		{"uniform planes", "fewer than none", toy{spec: showing(-1)}, "at least one"},

		{"replay", "start by order of asking", toy{start: byOrder()}, "played twice"},
		{"copy", "shared", toy{state: faults{copy: sharing}}, "copy"},
		{"copy", "shared when reused", toy{state: faults{copy: aliasing}}, "copy"},
		{"copy", "leftovers", toy{state: faults{copy: lazy}}, "used State"},
		{"copy", "foreign", toy{state: faults{copy: trusting}}, "another game"},
		{"no allocation", "copies anew", toy{state: faults{copy: anew}}, "allocate"},
		{"no allocation", "legal anew", toy{state: faults{legal: boxed}}, "allocate"},

		{"key", "constant", toy{state: faults{key: func(env.State) uint64 { return 1 }}}, "another position"},
		{"key", "coarse", toy{state: faults{key: coarse}}, "another position"},
		{"key", "text shows more", toy{state: faults{text: numbered()}}, "String"},

		{"symmetry", "no identity", toy{symmetries: func(s []env.Symmetry) []env.Symmetry { return s[1:] }}, "identity"},
		{"symmetry", "none", toy{symmetries: func(s []env.Symmetry) []env.Symmetry { return nil }}, "identity"},
		{"symmetry", "not closed", toy{symmetries: func(s []env.Symmetry) []env.Symmetry { return s[:2] }}, "not among them"},
		{"symmetry", "cell twice", toy{symmetries: twisted(func(s *env.Symmetry) { s.Cells[0] = s.Cells[1] })}, "not a permutation"},
		{"symmetry", "action missing", toy{symmetries: twisted(func(s *env.Symmetry) { s.Actions = s.Actions[1:] })}, "not a permutation"},
		{"symmetry", "actions stay", toy{symmetries: mirrorOf(identity(9), mirror)}, "plane"},
		{"symmetry", "cells stay", toy{symmetries: mirrorOf(mirror, identity(9))}, "plane"},
		{"symmetry", "not of the rules", toy{symmetries: mirrorOf(swapped, swapped)}, "image"},
		{"symmetry", "one-eyed observer", toy{state: faults{observe: oneEyed}}, "plane"},

		{"score", "not opposed", toy{state: faults{score: func(env.State, env.Player) float32 { return 0.5 }}}, "Score"},
		{"score", "too large", toy{state: faults{score: func(_ env.State, p env.Player) float32 { return 3 - 6*float32(p) }}}, "Score"},
		{"settled score", "out of range", toy{state: faults{settle: func(_, _ float32) float32 { return 2 }}}, "[-1, 1]"},
		{"settled score", "out of range below", toy{state: faults{settle: func(_, _ float32) float32 { return -1.5 }}}, "[-1, 1]"},
		{"settled score", "no number", toy{state: faults{settle: func(_, _ float32) float32 { return float32(math.NaN()) }}}, "[-1, 1]"},
		{"settled score", "no bound above", toy{state: faults{settle: func(_, beta float32) float32 { return beta / 2 }}}, "not a bound"},
		{"settled score", "not a bound", toy{state: faults{settle: func(alpha, _ float32) float32 { return alpha / 2 }}}, "not a bound"},
		{"recurrence", "at once", toy{state: faults{recurs: func() env.Result { return env.Drawn }}}, "after 0 plies"},
		{"adjudication", "before the end", toy{state: faults{judged: func() bool { return true }}}, "goes on"},
		{"starts", "over", toy{starts: func(*rand.Rand) env.State { return finished() }}, "the game is over"},
		{"starts", "by chance", toy{starts: randomStart()}, "equal draws"},

		{"decisive actions", "missing", toy{state: faults{decide: func(env.State) []env.Action { return nil }}}, "wins at once"},
		{"decisive actions", "illegal", toy{state: faults{decide: func(env.State) []env.Action { return everyAction }}}, "not legal"},
		{"plies left", "always the same", toy{state: faults{left: func(env.State) int { return 9 }}}, "Left is 9, and 9"},
		{"plies left", "none too soon", toy{state: faults{left: func(env.State) int { return 0 }}}, "goes on"},
		{"no history", "another position", toy{parsePosition: emptyBoard}, "the history matters"},
		{"loud actions", "illegal", toy{state: faults{loud: func(env.State) []env.Action { return everyAction }}}, "not legal"},
		{"loud actions", "twice", toy{state: faults{loud: twice}}, "comes after"},
		{"loud actions", "none, and the score leaps", toy{state: faults{score: leaping}}, "is quiet, and adds"},
		{"loud actions", "gain changes", toy{state: faults{gain: wavering()}}, "Gain"},
		{"loud actions", "quiet ones that bring something", toy{state: faults{trade: 1}}, "its Exchange is 1"},
		{"skipped turns", "nothing happens", toy{state: faults{skip: func(*toyState) bool { return true }}}, "leaves the turn"},
		{"skipped turns", "refused, and changed", toy{state: faults{skip: stealthy}}, "Skip refuses"},
		{"ending", "silent", toy{state: faults{ending: func(env.State) string { return "" }}}, "Ending"},
		{"ending", "too soon", toy{state: faults{ending: func(env.State) string { return "checkmate" }}}, "Ending"},

		{"position text", "unreadable", toy{position: func(env.State) string { return "?" }}, "ParsePosition"},
		{"position text", "the same for all", toy{position: func(env.State) string { return "x../.../..." }}, "once written and read"},
		{"position text", "not what was read", toy{parsePosition: emptyBoard}, "once read back"},
		{"position text", "long-winded", toy{parsePosition: longWinded}, "one line"},

		{"diagram", "a cell short", toy{state: faults{diagram: func(d diagram.Diagram) diagram.Diagram { d.Rows = 4; return d }}}, "cells"},
		{"diagram", "a label short", toy{state: faults{diagram: func(d diagram.Diagram) diagram.Diagram { d.Files = d.Files[1:]; return d }}}, "files"},
		{"diagram", "points nowhere", toy{state: faults{diagram: func(d diagram.Diagram) diagram.Diagram { d.Hints = []int{9}; return d }}}, "points at"},
		{"diagram", "two lines", toy{state: faults{diagram: func(d diagram.Diagram) diagram.Diagram { d.Caption = "a\nb"; return d }}}, "one line"},
		{"diagram", "nobody's piece", toy{state: faults{diagram: ownerless}}, "no side"},

		{"squares of actions", "elsewhere", toy{state: faults{squares: altered(func(x *env.Squares) { x.To = 8 - x.To })}}, "last move"},
		{"squares of actions", "alike", toy{state: faults{squares: altered(func(x *env.Squares) { x.To = 4 })}}, "with the choice"},
		{"squares of actions", "beyond the board", toy{state: faults{squares: altered(func(x *env.Squares) { x.To += 9 })}}, "there is no cell"},
		{"squares of actions", "from where nothing is", toy{state: faults{squares: altered(func(x *env.Squares) { x.From = (x.To + 1) % 9 })}}, "last move"},
		{"squares of actions", "from its own end", toy{state: faults{squares: altered(func(x *env.Squares) { x.From = x.To })}}, "the same cell"},
		{"squares of actions", "over its own end", toy{state: faults{squares: altered(func(x *env.Squares) { x.Path = []int{x.To} })}}, "the path"},
		{"squares of actions", "a capture of nothing", toy{state: faults{squares: altered(func(x *env.Squares) { x.Captured = []int{(x.To + 1) % 9} })}}, "nothing is captured"},
		{"squares of actions", "captures unsorted", toy{state: faults{squares: altered(func(x *env.Squares) { x.Captured = []int{x.To, (x.To + 8) % 9, x.To} })}}, "increasing"},
		{"squares of actions", "off the board without a word", toy{state: faults{squares: offBoard}}, "Choice"},
		{"squares of actions", "a piece moves that is not named", toy{state: faults{play: sweeping}}, "do not say"},
		{"owner of a piece", "of nothing", toy{state: faults{owner: func(env.State, int) (env.Player, bool) { return env.First, true }}}, "Owner of cell"},
		{"owner of a piece", "a third player", toy{state: faults{owner: owned(func(int) env.Player { return 2 })}}, "is 2"},
		{"owner of a piece", "by cells", toy{state: faults{owner: owned(func(c int) env.Player { return env.Player(c % 2) })}}, "drawn alike"},
		{"owner of a piece", "the mover takes from the other", toy{state: faults{squares: taking}}, "moves a piece whose Owner"},
		{"constraint", "after the end", toy{state: faults{binds: func(env.State) string { return "crosses must move" }}}, "Constraint"},
		{"constraint", "two lines", toy{state: faults{binds: func(env.State) string { return "a\nb" }}}, "one sentence"},
		{"constraint", "a full stop", toy{state: faults{binds: func(env.State) string { return "crosses must move." }}}, "without a full stop"},
		{"shelf", "a title of two lines", toy{book: func(b *env.Book) { b.Shelf.Title = "a\nb" }}, "one line"},
		{"shelf", "no title", toy{book: func(b *env.Book) { b.Shelf.Title = "" }}, "title"},
		{"shelf", "changes", toy{book: climbing()}, "always"},
		{"shelf", "men alike", toy{book: func(b *env.Book) { b.Men = []env.Man{{Letter: "N"}, {Letter: "N"}} }}, "one of its own"},
		{"dress", "of a text that is not there", toy{book: func(b *env.Book) {
			b.Dress = env.Dress{Roles: [2]string{"one", "other"}, Book: [][2]string{{"no such words", ""}}}
		}}, "not in the Book"},
		{"dress", "of one name", toy{book: func(b *env.Book) { b.Dress.Roles = [2]string{"one", "one"} }}, "Roles"},
		{"arrays", "alike", toy{arrays: func(int) string { return "a" }}, `is "a"`},
		{"arrays", "do not read back", toy{arrays: func(i int) string { return string(rune('A' + i)) }}, "ParseArray"},
		{"transcript", "another start", toy{transcript: func(t env.Transcript) env.Transcript { t.Start = "x../.../..."; return t }}, "the start"},
		{"transcript", "another player", toy{transcript: func(t env.Transcript) env.Transcript { t.First = "Bob"; return t }}, "read back is"},
		{"transcript", "a move too many", toy{transcript: func(t env.Transcript) env.Transcript { t.Moves = append(t.Moves, t.Moves[0]); return t }}, "moves are read back"},
		{"transcript", "a move short", toy{transcript: func(t env.Transcript) env.Transcript { t.Moves = t.Moves[1:]; return t }}, "moves are read back"},
		{"transcript", "another order", toy{transcript: backwards}, "once read back"},
		{"transcript", "another result", toy{transcript: func(t env.Transcript) env.Transcript { t.Result = 3 - t.Result; return t }}, "read back is"},
		{"gym", "actions out of order", toy{state: faults{legal: decreasing}}, "ActionMask"},
		{"concurrent games", "start by order of asking", toy{start: byOrder()}, "end at keys"},
	}
}

// breach is a game that breaks a law.
type breach struct {
	law    string
	broken string
	game   env.Game
	want   string // part of what the kit says
}

// Each toy breaks one law, and the kit says which.
func TestBreachesAreFound(t *testing.T) {
	for _, test := range append(breaches(), spokenBreaches()...) {
		t.Run(test.law+"/"+test.broken, func(t *testing.T) {
			i := slices.IndexFunc(laws, func(l law) bool { return l.name == test.law })
			if i < 0 {
				t.Fatalf("no law %q", test.law)
			}
			err := laws[i].check(newKit(test.game, nil))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant a breach that says %q", err, test.want)
			}
		})
	}
}

// A game whose start is not its own image may opt out of parallel play, but
// not of the rest.
func TestAsymmetricStart(t *testing.T) {
	lopsided := toy{start: func(uint64) env.State {
		s, _ := noughts{}.ParsePosition("xo./.../...")
		return s
	}}
	if err := checkSymmetry(newKit(lopsided, nil)); err == nil {
		t.Error("no breach without the option")
	}
	opts := []Option{AsymmetricStart()}
	if err := checkSymmetry(newKit(lopsided, opts)); err != nil {
		t.Errorf("with the option: %v", err)
	}
	lopsided.symmetries = func(s []env.Symmetry) []env.Symmetry { return s[:2] }
	if err := checkSymmetry(newKit(lopsided, opts)); err == nil {
		t.Error("no breach though the symmetries are not closed")
	}
}

func decreasing(s env.State, dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	slices.Reverse(dst[n:])
	return dst
}

// endless goes on after the end.
func endless(s env.State, dst []env.Action) []env.Action {
	if s.Result() != env.Ongoing {
		return append(dst, 0)
	}
	return s.Legal(dst)
}

// hasty calls a game won once the middle is taken.
func hasty(s env.State) env.Result {
	if s.Result() == env.Ongoing && !slices.Contains(s.Legal(nil), 4) {
		return env.FirstWins
	}
	return s.Result()
}

func forgetful(s env.State, dst []env.Action) []env.Action { return s.Legal(dst[:0]) }

func boxed(s env.State, dst []env.Action) []env.Action { return append(dst, s.Legal(nil)...) }

// changing is a Spec that grows.
func changing() func(env.Spec) env.Spec {
	n := 0
	return func(s env.Spec) env.Spec { n++; s.MaxPly += n; return s }
}

// fickle never writes a move twice alike.
func fickle() func(env.State, env.Action) string {
	n := 0
	return func(s env.State, a env.Action) string {
		n++
		return s.Format(a) + strings.Repeat("*", n%7)
	}
}

func adding(s env.State, dst []float32) {
	own := make([]float32, len(dst))
	s.Observe(own)
	for i := range dst {
		if own[i] != 0 {
			dst[i] = own[i]
		}
	}
}

func scaled(by float32) func(env.State, []float32) {
	return func(s env.State, dst []float32) {
		s.Observe(dst)
		for i := range dst {
			dst[i] *= by
		}
	}
}

func beyond(s env.State, dst []float32) {
	s.Observe(dst)
	if cap(dst) > len(dst) {
		dst[:len(dst)+1][len(dst)] = 0
	}
}

func noisy() func(env.State, []float32) {
	n := 0
	return func(s env.State, dst []float32) {
		s.Observe(dst)
		n++
		dst[0] = float32(n%3) / 3
	}
}

// oneEyed does not see the top left corner.
func oneEyed(s env.State, dst []float32) {
	s.Observe(dst)
	dst[0], dst[9] = 0, 0
}

// byOrder begins each game with another stone, whatever the seed.
func byOrder() func(uint64) env.State {
	var n atomic.Int32
	return func(seed uint64) env.State {
		s := noughts{}.New(seed)
		s.Play(env.Action(n.Add(1) % 9))
		return s
	}
}

func sharing(t *toyState, _ env.State) env.State { return &toyState{t.State, t.faults} }

// aliasing copies well into nothing, but shares when it reuses.
func aliasing(t *toyState, dst env.State) env.State {
	if d, ok := dst.(*toyState); ok {
		d.State = t.State
		return d
	}
	return anew(t, nil)
}

func anew(t *toyState, _ env.State) env.State { return &toyState{t.State.Copy(nil), t.faults} }

// lazy leaves a used State as it was.
func lazy(t *toyState, dst env.State) env.State {
	if d, ok := dst.(*toyState); ok {
		return d
	}
	return anew(t, nil)
}

// trusting takes whatever it is given for its own.
func trusting(t *toyState, dst env.State) env.State {
	if _, ok := dst.(*toyState); dst != nil && !ok {
		return &toyState{noughts{}.New(0), t.faults}
	}
	return anew(t, nil)
}

// coarse does not see the last row.
func coarse(s env.State) uint64 {
	return s.Key() &^ (0b111_000_000<<9 | 0b111_000_000)
}

// numbered draws how often it was asked.
func numbered() func(env.State) string {
	n := 0
	return func(s env.State) string {
		n++
		return s.String() + strings.Repeat("!", n%5)
	}
}

// twisted changes the second symmetry.
func twisted(change func(*env.Symmetry)) func([]env.Symmetry) []env.Symmetry {
	return func(all []env.Symmetry) []env.Symmetry {
		change(&all[1])
		return all
	}
}

var (
	mirror  = []int{2, 1, 0, 5, 4, 3, 8, 7, 6}
	swapped = []int{1, 0, 2, 3, 4, 5, 6, 7, 8}
)

func identity(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

// mirrorOf is the identity and one more symmetry.
func mirrorOf(cells, actions []int) func([]env.Symmetry) []env.Symmetry {
	second := env.Symmetry{Name: "second", Cells: cells}
	for _, a := range actions {
		second.Actions = append(second.Actions, env.Action(a))
	}
	return func(all []env.Symmetry) []env.Symmetry { return []env.Symmetry{all[0], second} }
}

// emptyBoard reads the empty board from everything.
func emptyBoard(string) (env.State, error) { return noughts{}.New(0), nil }

func longWinded(text string) (env.State, error) {
	s, err := noughts{}.ParsePosition(text)
	if err != nil {
		return nil, errors.New("bad position:\n" + text)
	}
	return s, nil
}

func ownerless(d diagram.Diagram) diagram.Diagram {
	for i := range d.Cells {
		d.Cells[i].Piece.Side = diagram.NoSide
	}
	return d
}

// finished returns a game that First has won.
func finished() env.State {
	s := noughts{}.New(0)
	for _, a := range []env.Action{0, 3, 1, 4, 2} {
		s.Play(a)
	}
	return s
}

// randomStart returns a Start that does not heed its draws.
func randomStart() func(*rand.Rand) env.State {
	n := env.Action(0)
	return func(*rand.Rand) env.State {
		s := noughts{}.New(0)
		s.Play(n % 9)
		n++
		return s
	}
}

// twice names a move twice.
func twice(s env.State) []env.Action {
	legal := s.Legal(nil)
	return append(legal, legal[:min(1, len(legal))]...)
}

// leaping gives all to who has just moved.
func leaping(s env.State, p env.Player) float32 {
	if s.ToMove() == p {
		return -1
	}
	return 1
}

// wavering thinks better of an action each time.
func wavering() func(env.State, env.Action) int {
	n := 0
	return func(env.State, env.Action) int {
		n++
		return n
	}
}

// stealthy plays a move and says that it did nothing.
func stealthy(t *toyState) bool {
	if legal := t.State.Legal(nil); len(legal) > 0 {
		t.State.Play(legal[0])
	}
	return false
}

// altered returns the squares of an action with a fault.
func altered(change func(*env.Squares)) func(env.State, env.Action) env.Squares {
	return func(s env.State, a env.Action) env.Squares {
		x := env.SquaresOf(s, a)
		change(&x)
		return x
	}
}

// sweeping plays another move before the one that it is given.
func sweeping(s env.State, a env.Action) {
	if i := slices.IndexFunc(s.Legal(nil), func(b env.Action) bool { return b != a }); i >= 0 {
		s.Play(s.Legal(nil)[i])
	}
	s.Play(a)
}

// owned gives each stone an owner.
func owned(by func(cell int) env.Player) func(env.State, int) (env.Player, bool) {
	return func(s env.State, cell int) (env.Player, bool) {
		_, ok := s.(env.Spatial).Owner(cell)
		return by(cell), ok
	}
}

// taking says that each move takes up the stone that was put down last.
func taking(s env.State, a env.Action) env.Squares {
	x := env.SquaresOf(s, a)
	if d := s.(diagram.Pictured).Diagram(); len(d.Last) > 0 {
		x.From = d.Last[0]
	}
	return x
}

// climbing returns a book whose shelf is another one each time.
func climbing() func(*env.Book) {
	n := 0
	return func(b *env.Book) {
		n++
		b.Shelf.Order = n
	}
}

func backwards(t env.Transcript) env.Transcript {
	t.Moves = slices.Clone(t.Moves)
	slices.Reverse(t.Moves)
	return t
}

// offBoard says of one action only that it has no squares.
func offBoard(s env.State, a env.Action) env.Squares {
	if a == s.Legal(nil)[0] {
		return env.Squares{From: -1, To: -1}
	}
	return env.SquaresOf(s, a)
}

// showing returns a Spec that says the last n planes are uniform.
func showing(n int) func(env.Spec) env.Spec {
	return func(s env.Spec) env.Spec {
		s.Uniform = n
		return s
	}
}
