package selfplay

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"ludens/env"
	"ludens/internal/disk"
)

// Whatever self-play makes passes, and passes once more when read back: random
// openings, earlier games gone on from, starts of every kind, handicaps, fast
// searches, earlier networks, resignations, games cut off and adjudicated.
func TestSelfPlayPassesCheck(t *testing.T) {
	ways := map[string]int{}
	for _, c := range []struct {
		game, kind string
	}{
		{"tictactoe", ""}, {"connect4", ""}, {"celta:cap=30", ""}, {"cetro-5x5", "near"},
		{"cetro:cap=20,cap_result=draw", ""}, {"cetran2", "few"},
	} {
		g := game(t, c.game)
		p, with := elaborate(t, g, 24, 8)
		p.Config.Search.Simulations = 4
		if c.kind != "" {
			p.Config.Starts, p.Config.StartLevel = map[string]float32{c.kind: 0.5}, 0.2
		}
		for i, r := range played(t, p, with, 2) {
			back, err := UnmarshalRecord(r.Marshal())
			if err != nil {
				t.Fatal(err)
			}
			if err := back.Check(g); err != nil {
				t.Errorf("%s, game %d: %v", c.game, i, err)
			}
			if back.Truncated && !back.Resigned && !back.Adjudicated && back.Result == env.Ongoing {
				unmarked := *back
				unmarked.Truncated = false
				if err := unmarked.Check(g); err == nil || !strings.Contains(err.Error(), "is not noted as cut off") {
					t.Errorf("%s, game %d, cut off and not noted: %v", c.game, i, err)
				}
			}
			ways[r.Start.Kind]++
			if r.Truncated || r.Resigned {
				ways[r.ending()]++
			}
			if r.Handicapped() {
				ways["handicap"]++
			}
		}
	}
	for _, way := range []string{"", "near", "few", "handicap", "resigned", "cut off"} {
		if ways[way] == 0 {
			t.Errorf("no game of the kind %q was checked: %v", way, ways)
		}
	}
}

// won is a game of tic-tac-toe that First wins on the top row: x plays 0, 1, 2
// and o 3, 4.
func won() *Record {
	r := &Record{Result: env.FirstWins, Checked: true}
	for _, a := range []env.Action{0, 3, 1, 4, 2} {
		r.Plies = append(r.Plies, Ply{Action: a})
	}
	r.Plies[3].Policy = []Share{{4, 0.75}, {8, 0.25}}
	return r
}

// resigned is won but for its last ply: Second gives up after First's 0.
func resigned() *Record {
	r := won()
	r.Plies, r.Checked, r.Resigned, r.Lows = r.Plies[:1], false, true, [2]float32{0, -0.9}
	return r
}

func TestCheckRefuses(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		name   string
		record *Record
		spoil  func(r *Record)
		want   string
	}{
		{"an action that no game has", won(), func(r *Record) { r.Plies[2].Action = 999 },
			"ply 3: action 999 is not legal in tictactoe, want one of 1 (b3), 2 (c3), 4 (b2), 4 more"},
		{"a negative action", won(), func(r *Record) { r.Plies[0].Action = -1 }, "ply 1: action -1 is not legal"},
		{"a square taken twice", won(), func(r *Record) { r.Plies[2].Action = 3 }, "ply 3: action 3 is not legal"},
		{"play after the end", won(), func(r *Record) { r.Plies = append(r.Plies, Ply{Action: 8}) },
			"ply 6: action 8 comes after the end: first wins by the rules of tictactoe, want 5 plies"},
		{"500 plies", won(), func(r *Record) { r.Plies = make([]Ply, 500) }, "500 plies, but tictactoe ends after 9"},
		{"the other winner", won(), func(r *Record) { r.Result = env.SecondWins },
			"after 5 plies: the record says second wins, the rules of tictactoe say first wins"},
		{"no winner", won(), func(r *Record) { r.Result = env.Ongoing }, "the record says ongoing"},
		{"cut off when won", won(), func(r *Record) { r.Truncated = true }, "cut off, but by the rules of tictactoe it is over: first wins"},
		{"resigned when won", won(), func(r *Record) { r.Resigned = true }, "resigned, but by the rules"},
		{"won too early", won(), func(r *Record) { r.Plies = r.Plies[:4] }, "after 4 plies: the record says first wins, the rules of tictactoe say ongoing"},
		{"stops in the middle", won(), func(r *Record) { r.Plies, r.Result = r.Plies[:4], env.Ongoing }, "the game ends here, but"},
		{"cut off too early", won(), func(r *Record) { r.Plies, r.Result, r.Truncated = r.Plies[:4], env.Ongoing, true }, "cut off at ply 9"},

		{"value too large", won(), func(r *Record) { r.Plies[1].Value = 1e9 }, "ply 2: a value of 1e+09, want -1 to 1"},
		{"value NaN", won(), func(r *Record) { r.Plies[1].Value = nan }, "ply 2: a value of NaN"},
		{"value infinite", won(), func(r *Record) { r.Plies[1].Value = -inf }, "ply 2: a value of -Inf"},
		{"policy action out of range", won(), func(r *Record) { r.Plies[3].Policy[1].Action = 999 },
			"ply 4: the policy names action 999, which is not legal in tictactoe"},
		{"policy action taken", won(), func(r *Record) { r.Plies[3].Policy[0].Action = 0 }, "ply 4: the policy names action 0, which"},
		{"policy out of order", won(), func(r *Record) { r.Plies[3].Policy[1].Action = 2 }, "ply 4: the policy names action 2 after 4"},
		{"policy action twice", won(), func(r *Record) { r.Plies[3].Policy[1].Action = 4 }, "ply 4: the policy names action 4 after 4"},
		{"policy sums to 2", won(), func(r *Record) { r.Plies[3].Policy[1].Probability = 1 }, "ply 4: the policy's probabilities sum to 1.75"},
		{"policy sums to 0.9999", won(), func(r *Record) { r.Plies[3].Policy[1].Probability = 0.2499 }, "sum to 0.99989"},
		{"negative probability", won(), func(r *Record) { r.Plies[3].Policy = []Share{{4, 1.5}, {8, -0.5}} }, "a probability of 1.5"},
		{"negative probability among others", won(), func(r *Record) { r.Plies[3].Policy = []Share{{4, 0.75}, {7, 0.75}, {8, -0.5}} }, "a probability of -0.5"},
		{"probability NaN", won(), func(r *Record) { r.Plies[3].Policy[0].Probability = nan }, "a probability of NaN"},
		{"empty policy", won(), func(r *Record) { r.Plies[3].Policy = []Share{} }, "sum to 0, want 1"},

		{"low above 0", won(), func(r *Record) { r.Lows[0] = 0.5 }, "the lowest value of the first player is 0.5"},
		{"low NaN", won(), func(r *Record) { r.Lows[1] = nan }, "the lowest value of the second player is NaN"},
		{"handicap above 1", won(), func(r *Record) { r.Handicap[1] = 2 }, "the handicap of the second player is 2"},
		{"handicap NaN", won(), func(r *Record) { r.Handicap[0] = nan }, "the handicap of the first player is NaN"},
		{"two handicaps", won(), func(r *Record) { r.Handicap = [2]float32{0.1, 0.1} }, "both players have handicaps"},
		{"two earlier networks", won(), func(r *Record) { r.Past = [2]bool{true, true} }, "played both sides"},
		{"negative evaluations", won(), func(r *Record) { r.Evaluations = -1 }, "-1 evaluations"},
		{"a start in a game without", won(), func(r *Record) { r.Start = Start{Kind: "odds", Level: 1} }, `a start of kind "odds", but tictactoe has only`},
		{"half a start", won(), func(r *Record) { r.Start.Level = 1 }, "without its kind"},

		{"who did not move resigned", resigned(), func(r *Record) { r.Result = env.SecondWins }, "the second player resigned and the record says second wins, want first wins"},
		{"adjudicated though over", won(), func(r *Record) { r.Adjudicated = true }, "adjudicated, but by the rules of"},
		{"adjudicated without a winner", resigned(), func(r *Record) { r.Resigned, r.Adjudicated, r.Result = false, true, env.Ongoing }, "adjudicated as ongoing, want a win or cut off"},
		{"adjudicated as a draw", resigned(), func(r *Record) { r.Resigned, r.Adjudicated, r.Result = false, true, env.Drawn }, "adjudicated as drawn"},
		{"adjudicated as a win and cut off", resigned(), func(r *Record) { r.Resigned, r.Adjudicated, r.Truncated = false, true, true }, "want a win or cut off"},
		{"adjudicated and resigned", resigned(), func(r *Record) { r.Adjudicated = true }, "both adjudicated and resigned"},
		{"resigned and cut off", resigned(), func(r *Record) { r.Truncated = true }, "both cut off and resigned"},
		{"resigned in a checked game", resigned(), func(r *Record) { r.Checked = true }, "one without resignation"},
		{"resigned in good hope", resigned(), func(r *Record) { r.Lows[1] = 0 }, "want a lowest value below 0"},
	} {
		if err := c.record.Check(game(t, "tictactoe")); err != nil {
			t.Fatalf("%s: refused before it was spoilt: %v", c.name, err)
		}
		c.spoil(c.record)
		if err := c.record.Check(game(t, "tictactoe")); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestCheckRefusesStarts(t *testing.T) {
	const good, over = "k7/8/8/8/8/8/8/K6R w - 0 1", "k7/1Q6/1K6/8/8/8/8/8 b - 0 1"
	g := game(t, "cetran2")
	began := func(kind string, level float32, position string) error {
		r := &Record{Start: Start{Kind: kind, Level: level, Position: position}, Resigned: true, Lows: [2]float32{-1, 0}, Result: env.SecondWins}
		return r.Check(g)
	}
	if err := began("endgame", 1, good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind     string
		level    float32
		position string
		want     string
	}{
		{"mates", 1, good, `a start of kind "mates", but cetran2 knows ["odds"`},
		{"few", 0, good, "a start of level 0, want more than 0"},
		{"few", float32(math.NaN()), good, "a start of level NaN"},
		{"few", 2, good, "a start of level 2"},
		{"few", 1, strings.Repeat("8/", 5000), "a start position of 10000 bytes, want at most 4096"},
		{"few", 1, "k7", `start position "k7": `},
		{"few", 1, "", `start position ""`},
		{"few", 1, " " + good, `want "` + good},
		{"few", 1, "8/8/8/8/8/8/8/K6R w - 0 1", "start position"},
		{"endgame", 1, over, "is over: "},
	} {
		if err := began(c.kind, c.level, c.position); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %v, %.40q:\ngot  %v\nwant %s", c.kind, c.level, c.position, err, c.want)
		}
	}
}

// What a number of the wire format cannot mean is refused, not folded into one
// that it can: 2^32 + 4 is not action 4, and 257 is not a win for First.
func TestNumbersOutOfRangeAreRefused(t *testing.T) {
	for _, c := range []struct {
		bytes []byte
		want  string
	}{
		{message(fieldResult, 257), "result 257, want 0 to 3"},
		{message(fieldEvaluations, -1), "evaluations, want at most"},
		{append([]byte{fieldPlies<<3 | 2, 6}, message(fieldAction, 1<<32+4)...), "ply 1: action 4294967300"},
		{append([]byte{fieldPlies<<3 | 2, 7, fieldActions<<3 | 2, 5}, 0x84, 0x80, 0x80, 0x80, 0x10), "ply 1: the policy names action 4294967300"},
		{[]byte{0xff}, "unexpected EOF"},
		{[]byte(strings.Repeat("\x22\x00", mostPlies+1)), "more than 65536 plies"},
	} {
		if _, err := UnmarshalRecord(c.bytes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20x: got %v, want %s", c.bytes, err, c.want)
		}
	}
}

// message returns a message of one number.
func message(field protowire.Number, v int) (m disk.Message) {
	m.Int(field, v)
	return m
}

// FuzzCheck reads bytes as a record of one of several games. What passes is gone
// on from and trained on without a panic; what does not gets one line.
func FuzzCheck(f *testing.F) {
	names := []string{"tictactoe", "connect4", "celta:cap=30", "cetro-5x5", "cetran2"}
	f.Add(uint8(0), won().Marshal())
	f.Add(uint8(0), resigned().Marshal())
	f.Add(uint8(0), sample().Marshal())
	for _, c := range []struct {
		game     uint8
		kind     string
		position string
	}{
		{4, "endgame", "k7/8/8/8/8/8/8/K6R w - 0 1"},
		{3, "near", "5/2r2/5/2R2/5 s -"},
	} {
		r := &Record{Start: Start{Kind: c.kind, Level: 0.5, Position: c.position}, Plies: []Ply{{Action: 3}}}
		f.Add(c.game, r.Marshal())
	}
	f.Fuzz(func(t *testing.T, which uint8, b []byte) {
		g := game(t, names[int(which)%len(names)])
		r, err := UnmarshalRecord(b)
		if err == nil {
			err = r.Check(g)
		}
		if err != nil {
			if text := err.Error(); strings.Contains(text, "\n") || len(text) > 1000 {
				t.Errorf("an error of %d bytes: %.200q", len(text), text)
			}
			return
		}
		cfg := quick(4, 4)
		cfg.Search.Simulations, cfg.Restart = 2, 1
		for i, next := range playOn(t, g, cfg, []*Record{r}, 1) {
			if err := next.Check(g); err != nil {
				t.Errorf("game %d that went on from it: %v", i, err)
			}
		}
	})
}

// A game that values ended is one by the rules: won by either side, or cut off before the
// length limit. No game of a plan is.
func TestAdjudicated(t *testing.T) {
	for _, r := range []*Record{
		{Result: env.FirstWins, Adjudicated: true}, {Result: env.SecondWins, Adjudicated: true}, {Truncated: true, Adjudicated: true},
	} {
		r.Plies = []Ply{{Action: 4}, {Action: 0}}
		if err := r.Check(game(t, "tictactoe")); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
		same, err := UnmarshalRecord(r.Marshal())
		if err != nil || !reflect.DeepEqual(same, r) {
			t.Errorf("%+v is read as %+v, %v", r, same, err)
		}
	}
}
