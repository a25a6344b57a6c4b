package protocol

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"ludens/env/games"
)

// sharing returns episodes that play in a memory of the test's.
func sharing(t testing.TB, game string, rows int) (*Episodes, *memory) {
	t.Helper()
	g := games.Must(game)
	e := NewEpisodes(g, Doors{})
	spec := g.Spec()
	_, size := layout(spec.Size(), spec.Actions, rows)
	words := make([]uint64, size/8+1)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
	if err := e.Share(bytes, rows); err != nil {
		t.Fatal(err)
	}
	return e, memoryOn(bytes, spec.Size(), spec.Actions, rows)
}

// What stands in the memory after each run is what lines of JSON tell of the same play.
func TestMemoryTellsWhatLinesTell(t *testing.T) {
	for _, game := range []string{"tictactoe", "connect4", "celta", "cetro", "cetran2"} {
		const rows = 3
		e, m := sharing(t, game, rows)
		l := learning(t, game)
		rng := rand.New(rand.NewPCG(1, 2))
		order := `{"do":"reset","seeds":[5,6,7]}`
		for i := range rows {
			m.op[i], m.seed[i] = opBegin, uint64(5+i)
		}
		for step := range 60 {
			if err := e.Run(); err != nil {
				t.Fatal(err)
			}
			v, observations, masks := l.view(order)
			for i := range rows {
				size, actions := e.spec.Size(), e.spec.Actions
				if !slices.Equal(m.obs[i*size:(i+1)*size], observations[i]) || !slices.Equal(m.mask[i*actions:(i+1)*actions], masks[i]) {
					t.Fatalf("%s, step %d, row %d: another view", game, step, i)
				}
				got := fmt.Sprint(m.toMove[i], m.ply[i], m.reward[2*i:2*i+2], m.terminated[i] == 1, m.truncated[i] == 1, e.endings[m.ending[i]])
				want := fmt.Sprint(v.ToMove[i], v.Ply[i], v.Rewards[i], v.Terminated[i], v.Truncated[i], v.Endings[i])
				if got != want || int(m.legal[i]) != strings.Count(string(masks[i]), "\x01") {
					t.Fatalf("%s, step %d, row %d: got %s, want %s", game, step, i, got, want)
				}
			}
			if slices.Contains(m.legal, 0) {
				break
			}
			var actions []string
			for i := range rows {
				m.op[i], m.action[i] = opPlay, int32(e.rows[i].legal[rng.IntN(len(e.rows[i].legal))])
				actions = append(actions, fmt.Sprint(m.action[i]))
			}
			order = `{"do":"step","actions":[` + strings.Join(actions, ",") + `]}`
		}
	}
}

// A run that cannot be obeyed in one row is obeyed in none.
func TestRunRefuses(t *testing.T) {
	e, m := sharing(t, "tictactoe", 2)
	for _, test := range []struct {
		op     uint8
		action int32
		want   string
	}{
		{opPlay, 4, "row 1: the episode is over: reset it"}, // it has never begun
		{opChoose, 0, "row 1: choice 0 of 0 legal actions"},
		{ops, 0, "row 1: op: 4; want 0 to 3"},
	} {
		m.op[0], m.op[1], m.action[1] = opBegin, test.op, test.action
		if err := e.Run(); err == nil || err.Error() != test.want {
			t.Errorf("op %d: %v, want %s", test.op, err, test.want)
		}
		if m.legal[0] != 0 {
			t.Fatal("row 0 has begun")
		}
	}
	copy(m.op, []uint8{opBegin, opBegin})
	if err := e.Run(); err != nil {
		t.Fatal(err)
	}
	copy(m.op, []uint8{opPlay, opPlay})
	copy(m.action, []int32{0, 9})
	if err := e.Run(); err == nil || err.Error() != "row 1: illegal action 9" || m.ply[0] != 0 {
		t.Errorf("%v, and row 0 is at ply %d", err, m.ply[0])
	}
	copy(m.op, []uint8{opChoose, opLeave})
	if err := e.Run(); err != nil || m.action[0] != 0 {
		t.Errorf("%v: the first legal action is %d", err, m.action[0])
	}
	if err := e.Share(make([]byte, 8), 1); err == nil {
		t.Error("a row is to be played in 8 bytes")
	}
}

// A step of episodes that go on allocates nothing.
func TestRunAllocatesNothing(t *testing.T) {
	for _, game := range []string{"connect4", "celta", "cetran2"} {
		if game == "cetran2" && testing.Short() {
			continue // its captures come from a sync.Pool, which forgets at random where races are looked for
		}
		e, m := sharing(t, game, 16)
		for i := range m.op {
			m.op[i], m.seed[i] = opBegin, uint64(i)
		}
		again := func() {
			if err := e.Run(); err != nil {
				t.Fatal(err)
			}
		}
		again()
		for range 40 { // lists grow to their size
			advance(e, m)
			again()
		}
		for i := range m.op {
			m.op[i] = opBegin
		}
		again()
		if n := testing.AllocsPerRun(5, func() { advance(e, m); again() }); n > 0 {
			t.Errorf("%s: %v allocations per step of 16 rows", game, n)
		}
	}
}

// advance has each row play its middle action, and begin anew once it is over.
func advance(e *Episodes, m *memory) {
	for i := range m.op {
		if legal := e.rows[i].legal; len(legal) > 0 {
			m.op[i], m.action[i] = opPlay, int32(legal[len(legal)/2])
		} else {
			m.op[i] = opBegin
		}
	}
}

// An episode is saved and restored with its history; so is one at a position that was set.
func TestSaveAndRestore(t *testing.T) {
	l := learning(t, "celta")
	l.view(`{"do":"reset","seeds":[3,9]}`)
	for range 7 {
		a := l.episodes.rows[0].legal[0]
		l.view(fmt.Sprintf(`{"do":"step","rows":[0],"actions":[%d]}`, a))
	}
	var s map[string]any
	text := l.ask(`{"do":"save"}`, &s)
	if s["seed"] != 3.0 || s["position"] != nil || len(s["actions"].([]any)) != 7 {
		t.Fatalf("saved as %s", text)
	}
	s["do"], s["row"] = "restore", 1
	delete(s, "now")
	order, _ := json.Marshal(s)
	l.view(string(order))
	first, second := l.episodes.rows[0], l.episodes.rows[1]
	if first.state.Key() != second.state.Key() || !slices.Equal(first.played, second.played) || first.seed != second.seed {
		t.Error("what is restored is another episode")
	}
	var now struct{ Now string }
	l.ask(`{"do":"save"}`, &now)
	position, _ := json.Marshal(now.Now)
	v, observations, _ := l.view(`{"do":"restore","row":1,"position":` + string(position) + `}`)
	want := make([]float32, l.episodes.spec.Size())
	first.state.Observe(want)
	if v.Ply[0] != 0 || !slices.Equal(observations[0], want) {
		t.Error("the position that was set shows something else")
	}
	before := l.ask(`{"do":"save","row":1}`, nil)
	for _, bad := range []string{
		`{"do":"restore","row":1,"position":"nonsense"}`, `{"do":"restore","row":1,"actions":[-1]}`,
		`{"do":"restore","row":2}`, `{"do":"restore","row":1,"actions":[4294967296]}`,
	} {
		var a struct{ Error string }
		if l.ask(bad, &a); a.Error == "" {
			t.Errorf("%s is obeyed", bad)
		}
	}
	if after := l.ask(`{"do":"save","row":1}`, nil); after != before {
		t.Errorf("what is refused has changed the row: %s", after)
	}
}

// The endings are reported by their numbers, each once.
func TestEndings(t *testing.T) {
	l := learning(t, "tictactoe")
	for range 2 {
		l.view(`{"do":"reset","seeds":[0]}`)
		for _, a := range []int{0, 3, 1, 4, 2} {
			l.view(fmt.Sprintf(`{"do":"step","actions":[%d]}`, a))
		}
	}
	for order, want := range map[string]string{
		`{"do":"endings"}`:          `{"endings":["","three in a row"]}`,
		`{"do":"endings","from":2}`: `{"endings":[]}`,
		`{"do":"endings","from":3}`: `{"error":"from: 3; there are 2 endings"}`,
	} {
		if got := l.ask(order, nil); got != want {
			t.Errorf("%s: got %s, want %s", order, got, want)
		}
	}
}

// BenchmarkRun counts random plies of many rows, with observations, masks and new games.
func BenchmarkRun(b *testing.B) {
	for _, game := range []string{"connect4", "celta", "cetran2"} {
		b.Run(game, func(b *testing.B) {
			const rows = 1024
			e, m := sharing(b, game, rows)
			rng := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				for i := range m.op {
					if n := len(e.rows[i].legal); n > 0 {
						m.op[i], m.action[i] = opPlay, int32(e.rows[i].legal[rng.IntN(n)])
					} else {
						m.op[i] = opBegin
					}
				}
				if err := e.Run(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*rows/b.Elapsed().Seconds(), "plies/s")
		})
	}
}
