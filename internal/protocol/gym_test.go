package protocol

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// learner talks to episodes of a game, a line at a time.
type learner struct {
	t        *testing.T
	episodes *Episodes
}

func learning(t *testing.T, game string) *learner {
	t.Helper()
	g := games.Must(game)
	return &learner{t, NewEpisodes(g, Doors{})}
}

// ask returns what is answered to a line, read into a.
func (l *learner) ask(line string, a any) string {
	l.t.Helper()
	answer, _ := l.episodes.Hear(l.t.Context(), line)
	text := string(answer)
	if strings.Contains(text, "\n") {
		l.t.Fatalf("%s is answered by several lines: %.200q", line, text)
	}
	if a != nil {
		if err := json.Unmarshal([]byte(text), a); err != nil {
			l.t.Fatalf("%s: %v in %s", line, err, text)
		}
	}
	return text
}

// view asks, and takes the answer apart by rows.
func (l *learner) view(line string) (v gymView, observations [][]float32, masks [][]byte) {
	l.t.Helper()
	l.ask(line, &v)
	rows, spec := len(v.Ply), l.episodes.spec
	raw, err := base64.StdEncoding.DecodeString(v.Observations)
	mask, err2 := base64.StdEncoding.DecodeString(v.Masks)
	if err != nil || err2 != nil || len(raw) != 4*rows*spec.Size() || len(mask) != rows*spec.Actions {
		l.t.Fatalf("%s: %d bytes of observations and %d of masks for %d rows, %v, %v", line, len(raw), len(mask), rows, err, err2)
	}
	for i := range rows {
		var o []float32
		for k := range spec.Size() {
			o = append(o, math.Float32frombits(binary.LittleEndian.Uint32(raw[4*(i*spec.Size()+k):])))
		}
		observations, masks = append(observations, o), append(masks, mask[i*spec.Actions:(i+1)*spec.Actions])
	}
	return v, observations, masks
}

// What a learner gets of many episodes is what each of them shows by itself.
func TestGymIsTheEnvironmentManyTimes(t *testing.T) {
	for _, game := range []string{"tictactoe", "connect4", "wtf", "cetran2"} {
		l := learning(t, game)
		alone := []*env.Env{env.Make(l.episodes.game), env.Make(l.episodes.game), env.Make(l.episodes.game)}
		v, observations, masks := l.view(`{"do":"reset","seeds":[3,4,5]}`)
		check := func(step int) {
			t.Helper()
			for i, e := range alone {
				want := make([]float32, l.episodes.spec.Size())
				e.State().Observe(want)
				if !slices.Equal(observations[i], want) {
					t.Fatalf("%s, step %d, row %d: another observation", game, step, i)
				}
				var legal []env.Action
				for a, set := range masks[i] {
					if set == 1 {
						legal = append(legal, env.Action(a))
					}
				}
				if !slices.Equal(legal, e.Legal()) {
					t.Fatalf("%s, step %d, row %d: actions %v, want %v", game, step, i, legal, e.Legal())
				}
				if over := len(legal) == 0; over != (v.Terminated[i] || v.Truncated[i]) || !over && env.Player(v.ToMove[i]) != e.State().ToMove() || v.Ply[i] != step {
					t.Fatalf("%s, step %d, row %d: %+v", game, step, i, v)
				}
			}
		}
		for i, e := range alone {
			e.Reset(uint64(3 + i))
		}
		check(0)
		for step := 1; step <= 5; step++ {
			var actions []int
			for i, e := range alone {
				a := e.Legal()[(step+i)%len(e.Legal())]
				actions = append(actions, int(a))
				if _, _, _, _, _, err := e.Step(a); err != nil {
					t.Fatal(err)
				}
			}
			order, err := json.Marshal(map[string]any{"do": "step", "actions": actions})
			if err != nil {
				t.Fatal(err)
			}
			v, observations, masks = l.view(string(order))
			check(step)
		}
	}
}

// Some rows may move while others wait, in any order; a row that is over is begun
// anew by itself.
func TestGymRows(t *testing.T) {
	l := learning(t, "tictactoe")
	l.view(`{"do":"reset","seeds":[0,0,0]}`)
	v, _, _ := l.view(`{"do":"step","rows":[2,0],"actions":[8,4]}`)
	if !slices.Equal(v.Ply, []int{1, 1}) {
		t.Errorf("%+v", v)
	}
	for _, actions := range []string{"0", "3", "1", "4"} {
		l.view(`{"do":"step","rows":[1],"actions":[` + actions + `]}`)
	}
	v, _, masks := l.view(`{"do":"step","rows":[1],"actions":[2]}`)
	if !v.Terminated[0] || v.Truncated[0] || v.Rewards[0] != [2]float32{1, -1} || v.Endings[0] == "" || slices.Contains(masks[0], 1) {
		t.Errorf("three in a row: %+v", v)
	}
	if got := l.ask(`{"do":"step","actions":[0,5,0]}`, nil); got != `{"error":"row 1: the episode is over: reset it"}` {
		t.Error(got)
	}
	if v, _, _ = l.view(`{"do":"reset","rows":[1],"seeds":[9]}`); v.Ply[0] != 0 || v.Terminated[0] || v.Rewards[0] != [2]float32{} || v.Endings[0] != "" {
		t.Errorf("begun anew: %+v", v)
	}
	if v, _, _ = l.view(`{"do":"step","actions":[0,0,0]}`); !slices.Equal(v.Ply, []int{2, 1, 2}) {
		t.Errorf("plies %v, want 2 1 2: the first order moved in rows 2 and 0 alone", v.Ply)
	}
	if v, _, _ = l.view(`{"do":"reset","seeds":[1]}`); len(v.Ply) != 1 || len(l.episodes.rows) != 1 {
		t.Errorf("fewer rows: %+v", v)
	}
}

// An order that cannot be obeyed is refused with the reason, and nothing has moved.
func TestGymRefuses(t *testing.T) {
	l := learning(t, "tictactoe")
	if got := l.ask(`{"do":"moves"}`, nil); got != `{"error":"row: 0; there are 0"}` {
		t.Errorf("before any reset: %s", got)
	}
	l.view(`{"do":"reset","seeds":[0,0]}`)
	before, _, _ := l.view(`{"do":"step","actions":[4,4]}`)
	for _, test := range []struct{ line, want string }{
		{`{"do":"step","actions":[0,4]}`, "row 1: illegal action 4"},
		{`{"do":"step","actions":[0,-1]}`, "row 1: illegal action -1"},
		{`{"do":"step","actions":[0,9]}`, "row 1: illegal action 9"},
		{`{"do":"step","actions":[0,4294967296]}`, "row 1: illegal action 4294967296"},
		{`{"do":"step","actions":[0]}`, "actions: 1 for 2 rows"},
		{`{"do":"step","rows":[0,0],"actions":[0,1]}`, "rows: 0 is there twice"},
		{`{"do":"step","rows":[2],"actions":[0]}`, "rows: 2; there are 2"},
		{`{"do":"step","rows":[-1],"actions":[0]}`, "rows: -1; there are 2"},
		{`{"do":"reset"}`, "seeds: 0; want 1 to 4096"},
		{`{"do":"reset","seeds":[` + strings.Repeat("1,", maxRows) + `1]}`, "seeds: 4097; want 1 to 4096"},
		{`{"do":"reset","rows":[0],"seeds":[1,2]}`, "seeds: 2 for 1 rows"},
		{`{"do":"reset","seeds":[-1]}`, "seeds: want a number that is possible there"},
		{`{"do":"render","row":2}`, "row: 2; there are 2"},
		{`{"do":"render","mode":"gif"}`, `mode: "gif"; want text, ansi, svg or png`},
		{`{"do":"stp"}`, `do: "stp" is none of spec, reset, step, render, moves, save, restore, layout, share, endings, act, think, network, close (did you mean "step"?)`},
		{`{}`, `do: "" is none of spec, reset, step, render, moves, save, restore, layout, share, endings, act, think, network, close`},
		{`{"do":"step","action":[1]}`, `unknown field "action" (did you mean "actions"?)`},
		{`{"do":"spec"} {"do":"close"}`, "something follows the object; want one object a line"},
		{`{"do":"spec"`, "the object has no end"},
		{`spec`, "no object of JSON: byte 1: invalid character 's' looking for beginning of value"},
	} {
		var a struct{ Error string }
		if l.ask(test.line, &a); a.Error != test.want {
			t.Errorf("%.60s: got %q, want %q", test.line, a.Error, test.want)
		}
		if len(l.episodes.rows) != 2 || len(l.episodes.rows[0].played) != 1 || len(l.episodes.rows[1].played) != 1 {
			t.Fatalf("%.60s is refused and obeyed", test.line)
		}
	}
	after := l.episodes.view(l.episodes.all())
	if after.Observations != before.Observations || after.Masks != before.Masks {
		t.Error("the rows are not as they were")
	}
	if answer, quit := l.episodes.Hear(t.Context(), "   "); quit || answer != nil {
		t.Errorf("an empty line is answered: %s", answer)
	}
	for _, bad := range []string{`{"do":"close"} {}`, `{"do":"close","rows":"all"}`, `{"do":"close","row":-1.5}`} {
		if _, quit := l.episodes.Hear(t.Context(), bad); quit {
			t.Errorf("%s is refused and obeyed", bad)
		}
	}
	if _, quit := l.episodes.Hear(t.Context(), `{"do":"close"}`); !quit {
		t.Error("it does not close")
	}
}

// A row is shown in every way that its game has, and its moves by name.
func TestGymShows(t *testing.T) {
	l := learning(t, "tictactoe")
	l.view(`{"do":"reset","seeds":[0]}`)
	l.view(`{"do":"step","actions":[4]}`)
	var shown struct{ Text, PNG string }
	for mode, want := range map[string]string{"": "x", "text": "x", "svg": "<svg"} {
		shown.Text = ""
		if l.ask(fmt.Sprintf(`{"do":"render","mode":%q}`, mode), &shown); !strings.Contains(strings.ToLower(shown.Text), want) {
			t.Errorf("%q: there is no %s in %.200s", mode, want, shown.Text)
		}
	}
	l.ask(`{"do":"render","mode":"png"}`, &shown)
	picture, err := base64.StdEncoding.DecodeString(shown.PNG)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
		t.Error(err)
	}
	var moves struct {
		Actions []int
		Moves   []string
	}
	l.ask(`{"do":"moves"}`, &moves)
	s := l.episodes.rows[0].state
	if want := []int{0, 1, 2, 3, 5, 6, 7, 8}; !slices.Equal(moves.Actions, want) || len(moves.Moves) != 8 || moves.Moves[0] != s.Format(0) {
		t.Errorf("%+v", moves)
	}
	if got := l.ask(`{"do":"spec"}`, nil); !strings.Contains(got, `"actions":9`) || !strings.Contains(got, `"shape":[2,3,3]`) || !strings.Contains(got, `"max_ply":9`) {
		t.Error(got)
	}
}

// An episode that is over has no moves, told as an empty list.
func TestGymOverHasNoMoves(t *testing.T) {
	l := learning(t, "tictactoe")
	l.view(`{"do":"reset","seeds":[0]}`)
	for _, a := range []int{0, 3, 1, 4, 2} {
		l.view(fmt.Sprintf(`{"do":"step","actions":[%d]}`, a))
	}
	if got := l.ask(`{"do":"moves"}`, nil); got != `{"actions":[],"moves":[]}` {
		t.Error(got)
	}
}
