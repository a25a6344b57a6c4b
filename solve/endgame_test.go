package solve

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/chess"
	"ludens/env/seed"
	"ludens/env/tafl"
)

// One officer against the king: RULES of Cetran Chess 2 by another program, the
// longest mates of queen and rook (10 and 16 moves) and how many mates there are
// also by every table of chess. All but the knight win with the move.
func TestThreeMen(t *testing.T) {
	for name, want := range map[string]struct {
		plies int
		mates uint64
	}{"kq-k": {20, 364}, "kr-k": {32, 216}, "kc-k": {22, 0}, "ka-k": {34, 0}, "kh-k": {30, 0}, "ks-k": {22, 0}} {
		sum, _ := endgameTable(t, name).EndgameSummary()
		white, black := sum.Sides[env.First], sum.Sides[env.Second]
		if white.Won != white.Positions || white.Ended > 0 || black.Won > 0 || black.Lost+black.Drawn != black.Positions {
			t.Errorf("%s: %+v", name, sum)
		}
		// The longest mate begins with Black to move: a ply before the longest win.
		if got := sum.Longest(env.First); got.Plies != want.plies || white.LongestWin.Plies != want.plies-1 || sum.Longest(env.Second).Plies != 0 {
			t.Errorf("%s: longest %v, want %d", name, got, want.plies)
		}
		if want.mates > 0 && black.Beaten != want.mates {
			t.Errorf("%s: %d mates, want %d", name, black.Beaten, want.mates)
		}
		if sum.Clock != 100 || sum.Beyond != 0 {
			t.Errorf("%s: %d positions are beyond the clock of %d", name, sum.Beyond, sum.Clock)
		}
	}
	// King and knight are drawn by the rules at once.
	if sum, ok := endgameTable(t, "kn-k").EndgameSummary(); !ok || sum.Sides[0].Positions+sum.Sides[1].Positions+sum.Sides[1].Beaten != 0 || sum.Sides[0].Ended == 0 {
		t.Errorf("kn-k: %+v", sum)
	}
}

// With the draw by bare kings left out the knight still cannot mate.
func TestKnightAlone(t *testing.T) {
	g, err := chess.New("cetran2", []env.Setting{{Name: "insufficient", Value: "off"}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Endgame(g, "kn-k")
	if err != nil {
		t.Fatal(err)
	}
	sum, _ := solved(t, e, Config{Workers: 2, Memory: 1 << 30}).EndgameSummary()
	if white := sum.Sides[env.First]; white.Positions == 0 || white.Drawn != white.Positions || sum.Sides[env.Second].Beaten != 0 {
		t.Errorf("%+v", sum)
	}
}

// What tables say is the best of what they say of the moves, and within a few
// plies plain search says the same.
func TestEndgamesOfCetran(t *testing.T) {
	if testing.Short() {
		t.Skip("solves many tables: TestThreeMen is enough where races are looked for")
	}
	for _, name := range []string{"ks-k", "kh-k", "kp-k"} {
		checkSample(t, endgameTable(t, name), 3000, 100, 3)
	}
}

// Tables of four men, on a board of five by five.
func TestFourMen(t *testing.T) {
	if testing.Short() {
		t.Skip("solves 600,000 positions, which takes minutes where races are looked for")
	}
	g := made("gardner")
	for _, name := range []string{"kq-kr", "kr-kp"} {
		e, err := Endgame(g, name)
		if err != nil {
			t.Fatal(err)
		}
		table := solved(t, e, Config{Workers: 2, Memory: 1 << 30})
		checkSample(t, table, 2000, 100, 3)
		checkZeroing(t, table, 60)
	}
}

// Queen against rook, of which chess knows that it takes 35 moves at most.
func TestQueenAgainstRook(t *testing.T) {
	skipUnlessLong(t)
	table := endgameTable(t, "kq-kr")
	if sum, _ := table.EndgameSummary(); sum.Longest(env.First).Plies != 70 || sum.Beyond != 0 {
		t.Errorf("%+v", sum)
	}
	checkSample(t, table, 2000, 100, 3)
	checkZeroing(t, table, 60)
}

// The clock, against play by the rules with the clock that late.
func TestZeroing(t *testing.T) {
	for _, name := range []string{"ks-k", "kp-k"} {
		checkZeroing(t, endgameTable(t, name), 300)
	}
	g, err := chess.New("cetran2", []env.Setting{{Name: "fifty", Value: "off"}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Endgame(g, "kq-k")
	if err != nil {
		t.Fatal(err)
	}
	table := solved(t, e, Config{Workers: 2, Memory: 1 << 30})
	if z, ok := table.Zeroing(positionOf(t, g, "8/8/8/3k4/8/8/8/KQ6 w")); ok {
		t.Errorf("without the clock: %v", z)
	}
}

// checkZeroing takes positions that are up to four plies from zeroing, puts
// their clock where it just lets them be won, and a ply later.
func checkZeroing(t *testing.T, table *Table, positions int) {
	t.Helper()
	rng := seed.New(5).Rand()
	notated, _ := env.As[env.Notated](table.game)
	for checked := 0; checked < positions; {
		i := rng.Uint64N(table.positions.Len())
		z := int(table.zeroing[i])
		if !table.worths[i].decided() || z > 4 {
			continue
		}
		checked++
		fields := strings.Fields(notated.Position(table.positions.At(i, nil)))
		for late := range 2 {
			fields[len(fields)-2] = []string{"96", "97", "98", "99", "100"}[4-z+late]
			s := positionOf(t, table.game, strings.Join(fields, " "))
			want := 0
			if late == 0 {
				want = table.worths[i].exact().Sign
			}
			if got := byTheRules(t, table, s); got != want {
				t.Fatalf("%d plies to zeroing: got %d, want %d\n%s\n%s", z, got, want, strings.Join(fields, " "), s)
			}
			if told, ok := table.Zeroing(s); !ok || told.InTime() != (late == 0) {
				t.Fatalf("told %v, %v\n%s", told, ok, s)
			}
		}
	}
}

// byTheRules returns the sign of what a position is worth with its clock. Where
// that starts again, it takes the table's word.
func byTheRules(t *testing.T, table *Table, s env.State) int {
	if s.Result() != env.Ongoing {
		return env.WorthOf(s.Result(), s.ToMove()).Sign
	}
	best := -1
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		var sign int
		if left, _ := next.(env.Ticking).Left(); left == 100 && next.Result() == env.Ongoing {
			w, err := table.Solve(context.Background(), next, false)
			if err != nil {
				t.Fatal(err)
			}
			sign = w.Sign
		} else {
			sign = byTheRules(t, table, next)
		}
		best = max(best, -sign)
	}
	return best
}

// clockedToy is a toy with a clock of three plies, in which a capital letter is
// a later stage than a small one.
type clockedToy struct{ *toy }

func (g clockedToy) Numbering() (env.Numbering, error) { return g, nil }
func (g clockedToy) Limit() int                        { return 3 }
func (g clockedToy) Stage(i uint64) uint64 {
	if name := g.names[i]; name[0] < 'a' {
		return 1
	}
	return 0
}

func TestClockedToys(t *testing.T) {
	for _, test := range []struct {
		name, toy string
		want      []zeroed
	}{
		{"a win in three plies is in time", "a1 > b2 | b2 > c1 | c1 > +", []zeroed{3, 2, 1}},
		{"one in four is not", "a2 > b1 | b1 > c2 | c2 > d1 | d1 > +", []zeroed{0, 3, 2, 1}},
		{"a zeroing move starts the clock again", "a2 > b1 | b1 > C2 | C2 > D1 | D1 > +", []zeroed{2, 1, 2, 1}},
		{"but not on the way to a draw by the clock", "a1 > B2 | B2 > C1 | C1 > D2 | D2 > E1 | E1 > +", []zeroed{0, 0, 3, 2, 1}},
		{"who loses may start it, too", "a2 > b1 C1 | b1 > + | C1 > +", []zeroed{2, 1, 1}},
		{"and flees to where it saves him", "a2 > b1 C1 | b1 > + | C1 > D2 | D2 > E1 | E1 > F2 | F2 > -", []zeroed{0, 1, 0, 3, 2, 1}},
		{"a longer way may be the one in time", "a1 > b2 F2 | b2 > c1 | c1 > d2 | d2 > -  | F2 > G1 | G1 > H2 | H2 > -", []zeroed{1, 3, 2, 1, 3, 2, 1}},
		{"what is drawn stays drawn", "a1 > b2 C2 | b2 > = | C2 > D1 | D1 > C2", []zeroed{0, 0, 0, 0}},
	} {
		for _, workers := range []int{1, 3} {
			table := solved(t, clockedToy{newToy(test.toy)}, Config{Workers: workers, Memory: 1 << 30})
			if got := table.zeroing[:len(test.want)]; !slices.Equal(got, test.want) {
				t.Errorf("%s: got %v, want %v", test.name, got, test.want)
			}
		}
	}
}

func TestEndgameFile(t *testing.T) {
	table := endgameTable(t, "kh-k")
	var file bytes.Buffer
	if err := table.Write(&file); err != nil {
		t.Fatal(err)
	}
	back, err := Read(bytes.NewReader(file.Bytes()), int64(file.Len()), table.game)
	if err != nil || !slices.Equal(back.worths, table.worths) || !slices.Equal(back.zeroing, table.zeroing) {
		t.Errorf("another table comes back: %v", err)
	}
	if _, err := Read(bytes.NewReader(file.Bytes()), int64(file.Len()), endgameTable(t, "kr-k").game); err == nil || !strings.Contains(err.Error(), "the table is of cetran2 kh-k, the game is cetran2 kr-k") {
		t.Errorf("as another endgame: %v", err)
	}
	if _, err := Read(bytes.NewReader(file.Bytes()[:file.Len()-40]), int64(file.Len()-40), table.game); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("cut short: %v", err)
	}
}

func TestEndgameList(t *testing.T) {
	g, celta := cetran2(t), taflGame(t)
	for text, want := range map[string]string{
		"kq-k":       "kq-k",
		"kq-k,kr-k":  "kq-k kr-k",
		"3":          "kq-k ks-k kc-k ka-k kh-k kr-k kn-k kp-k",
		"kq-kr,3":    "kq-kr kq-k ks-k kc-k ka-k kh-k kr-k kn-k kp-k",
		"5":          "solve: cetran2: no endgames of 5 men are listed",
		"kq-k,":      `solve: chess: endgame "": want First's men`,
		"kq-k,krq-k": `solve: chess: endgame "krq-k": want kqr-k`,
	} {
		names, err := EndgameList(g, text)
		if got := strings.Join(names, " "); err == nil && got != want || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %q, %v", text, got, err)
		}
	}
	if names, err := EndgameList(celta, "3"); err != nil || strings.Join(names, " ") != "k/aa kd/a" {
		t.Errorf("celta: got %v, %v", names, err)
	}
	if _, err := EndgameList(made("connect4"), "3"); err == nil {
		t.Error("Connect Four has endgames")
	}
}

// The table itself keeps every win, mates in time, and takes no ply too many;
// the worst player never mates. Workers do not matter.
func TestMateExam(t *testing.T) {
	table := endgameTable(t, "kq-k")
	examine := func(a env.Agent, workers int) (Marks, Mating) {
		x := EndgameExam{Positions: 100, Games: 20, Seed: 3, Workers: workers}
		asked, played, err := table.Examine(context.Background(), x, func(seed.Seed) (env.Agent, error) { return a, nil }, nil)
		if err != nil {
			t.Fatal(err)
		}
		return asked, played
	}
	asked, played := examine(hurrying{table}, 1)
	if asked.All.Positions != 100 || asked.Worth[2].Kept != 100 || asked.Delay != 0 {
		t.Errorf("best play: %+v", asked)
	}
	if played.Games != 20 || played.Won != 20 || played.Plies != played.Shortest || played.Plies < 20 {
		t.Errorf("best play: %+v", played)
	}
	asked, played = examine(chooser{table, true}, 1)
	if drawn := played.Drawn["only kings (and a knight) left"]; played.Won != 0 || drawn == 0 || asked.ToDraw == 0 {
		t.Errorf("worst play: %+v, %+v", asked, played)
	}
	againAsked, againPlayed := examine(chooser{table, true}, 3)
	if againAsked != asked || !reflect.DeepEqual(againPlayed, played) {
		t.Errorf("with three workers: %+v, %+v", againAsked, againPlayed)
	}
	sum := played.Won + played.Lost + played.Truncated
	for _, n := range played.Drawn {
		sum += n
	}
	if sum != played.Games {
		t.Errorf("%d of %d games are accounted for", sum, played.Games)
	}
}

// hurrying is an agent that wins as soon as it can.
type hurrying struct{ table *Table }

func (h hurrying) Act(ctx context.Context, s env.State) (env.Decision, error) {
	a, err := h.table.defend(ctx, s, seed.New(1).Rand())
	return env.Decision{Action: a}, err
}

func TestMateExamErrors(t *testing.T) {
	table := endgameTable(t, "kr-k")
	x := EndgameExam{Positions: 5, Games: 5, Seed: 1, Workers: 1}
	for name, agent := range map[string]env.Agent{"illegal move": illegal{}, "no idea": failing{}} {
		_, err := table.Mate(context.Background(), won(t, table, 3), func(seed.Seed) (env.Agent, error) { return agent, nil }, seed.New(1), 2, nil)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %q", err, name)
		}
	}
	if _, err := endgameTable(t, "kn-k").Won(context.Background(), 5, seed.New(1)); err == nil || !strings.Contains(err.Error(), "no position is won for White to move") {
		t.Errorf("knight: got %v", err)
	}
	if _, err := solved(t, made("tictactoe"), Config{Workers: 1, Memory: 1 << 30}).Won(context.Background(), 5, seed.New(1)); err == nil {
		t.Error("tic-tac-toe is an endgame")
	}
	x.Games = 0
	if _, _, err := table.Examine(context.Background(), x, nil, nil); err == nil {
		t.Error("an exam without games")
	}
}

// Questions are won positions of White's, none twice, all over the board.
func TestWon(t *testing.T) {
	table := endgameTable(t, "kp-k")
	met := map[uint64]bool{}
	for _, q := range won(t, table, 500) {
		if q.State.ToMove() != env.First || q.Worth().Sign != 1 || met[q.State.Key()] {
			t.Fatalf("not to be asked:\n%s", q.State)
		}
		met[q.State.Key()] = true
	}
	if len(met) != 500 {
		t.Errorf("%d positions", len(met))
	}
}

func won(t *testing.T, table *Table, n int) []Question {
	t.Helper()
	questions, err := table.Won(context.Background(), n, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	return questions
}

func cetran2(t testing.TB) env.Game {
	t.Helper()
	g, err := chess.New("cetran2", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func taflGame(t testing.TB) env.Game {
	t.Helper()
	g, err := tafl.New("celta", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// endgameTable solves an endgame, the first time that it is asked for.
func endgameTable(t testing.TB, name string) *Table {
	t.Helper()
	if table, ok := endgameTables[name]; ok {
		return table
	}
	e, err := Endgame(cetran2(t), name)
	if err != nil {
		t.Fatal(err)
	}
	endgameTables[name] = solved(t, e, Config{Workers: 2, Memory: 1 << 30})
	return endgameTables[name]
}

var endgameTables = map[string]*Table{}

func positionOf(t testing.TB, g env.Game, text string) env.State {
	t.Helper()
	n, _ := env.As[env.Notated](g)
	s, err := n.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
