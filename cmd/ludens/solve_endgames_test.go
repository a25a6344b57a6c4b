package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludens/internal/exact"
)

func TestSolveEndgames(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	text := works(t, "", split("solve cetran2 --endgame kq-k,kn-k --workers 1")...)
	for _, want := range []string{
		"kq-k         144508   100 %     0 %     0 %     222708     0 %  9.96 % 90.04 %        20         -  all in time ",
		"kn-k              0       -       -       -          0       -       -       -         -         -  -  ",
		"2 endgames in ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	lines := json.NewDecoder(strings.NewReader(works(t, "", split("solve cetran2 --endgame kr-k,kq-k --json")...)))
	for _, want := range []string{"kr-k", "kq-k"} {
		var row exact.EndgameSolution
		if err := lines.Decode(&row); err != nil || row.Men != want || row.Clock != 100 || row.Bytes == 0 {
			t.Errorf("got %+v, %v", row, err)
		}
	}
	var one exact.Solution
	decode(t, []byte(works(t, "", split("solve cetran2 --endgame kh-k --json")...)), &one)
	if one.Game != "cetran2 kh-k" || one.Endgame == nil || one.Endgame.Sides[1].LongestLoss.Plies != 30 {
		t.Errorf("got %+v", one)
	}
	text = works(t, "", split("solve cetran2:fifty=off --endgame kr-k")...)
	for _, want := range []string{"longest win of White: 32 plies, first from ", "over with Black to move: 284 positions, 216 of them lost", "no clock"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}

// What a position is worth, and what its clock makes of it, are two answers.
func TestSolvePositionByTheClock(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	asked := func(position string) string {
		return works(t, "", "solve", "cetran2", "--endgame", "ks-k", "--position", position)
	}
	for clock, want := range map[string]string{
		"81": "White to move: won in 19\nwon by the clock, too: 19 plies to the end or to a move that starts the clock again, 19 left\n",
		"82": "White to move: won in 19\nwon, but not within the fifty moves that are left: 19 plies to the end or to a move that starts the clock again, 18 left\n",
	} {
		if got := asked("8/8/8/3k4/8/8/8/K6S w - " + clock + " 90"); !strings.HasPrefix(got, want) {
			t.Errorf("clock %s: got\n%swant\n%s", clock, got, want)
		}
	}
	var told exact.Position
	decode(t, []byte(works(t, "", "solve", "gardner", "--endgame", "kp-k", "--json", "--position", "5/1P3/3k1/5/K4 w - - 99 90")), &told)
	if told.Clock == nil || *told.Clock != (exact.Clock{Plies: 1, Left: 1, InTime: true}) {
		t.Errorf("a pawn that promotes starts the clock again: got %+v", told.Clock)
	}
	if got := asked("8/8/8/8/8/6k1/6S1/K7 b - 99 90"); !strings.HasPrefix(got, "Black to move: drawn\n  g3g2 ") {
		t.Errorf("a draw needs no clock: got\n%s", got)
	}
}

func TestTruthOfEndgames(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	line := "eval cetran2 greedy --positions 20 --mates 6 --seed 2"
	var marks, again []exact.EndgameAccuracy
	decode(t, []byte(works(t, "", split(line+" --json --truth kq-k,kr-k --workers 1")...)), &marks)
	decode(t, []byte(works(t, "", split(line+" --json --truth=kq-k,kr-k --workers 3")...)), &again)
	if !reflect.DeepEqual(marks, again) {
		t.Errorf("with other workers: got %+v, want %+v", again, marks)
	}
	if len(marks) != 2 || marks[0].Endgame != "kq-k" || marks[1].Endgame != "kr-k" {
		t.Fatalf("got %+v", marks)
	}
	for _, m := range marks {
		games := m.Mated.Count + m.Lost + m.Truncated
		for _, n := range m.Drawn {
			games += n
		}
		if games != 6 || m.Mated.Positions != 6 || m.Kept.Positions != 20 || m.Kept.Count+m.ToDraw+m.ToLoss != 20 {
			t.Errorf("games or positions are missing: %+v", m)
		}
	}
	if text := works(t, "", split(line+" --truth kq-k")...); !strings.Contains(text, "greedy on cetran2, White to move in won positions") || !strings.Contains(text, "drawn: only kings (and a knight) left") {
		t.Errorf("got\n%s", text)
	}
	if text := works(t, "", split("eval celta greedy --truth k/aa --positions 5 --mates 2")...); !strings.Contains(text, "k/aa") {
		t.Errorf("celta: got\n%s", text)
	}
}

func TestEndgameComplaints(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	complaints{
		{`solve cetran2`, 1, `solve: cetran2: its positions cannot be numbered`},
		{`solve cetran2 --endgame krq-k`, 1, `solve: chess: endgame "krq-k": want kqr-k: the side with more men first, else that whose men come earlier in kqscahrnp, and the men of each side in that order`},
		{`solve cetran2 --endgame kb-k`, 1, `solve: chess: endgame "kb-k": 'b' is no man: want letters of kqscahrnp`},
		{`solve cetran2 --endgame 7`, 1, `solve: cetran2: no endgames of 7 men are listed; want 3 or 4 men, kings among them, or names`},
		{`solve cetran1 --endgame kq-k`, 1, `solve: chess: endgame "kq-k": bishops that may convert have no number: want converts = false`},
		{`solve cetran2 --endgame kqr-k --memory 50`, 1, `solve: cetran2 kqr-k: too large for 50 MiB of memory: 5408000 positions need at least 73 MiB, and best as much again`},
		{`solve cetran2 --endgame 3 -o table`, 2, `solve: --position, --output and --reachable are for one endgame, not for 8`},
		{`eval cetran2 random --truth kqr-k`, 1, `there is no table at ` + filepath.Join(cache, "ludens", "solves", "cetran2-kqr-k.solution") + `: make it with: ludens solve cetran2 --endgame kqr-k`},
		{`eval cetran2 random --truth kn-k`, 1, `solve: cetran2 kn-k: no position is won for White to move`},
		{`eval cetran2 random --truth kq-k --mates 0 --workers 2`, 2, `--mates 0: want 1 to 1000000`},
		{`eval cetran2 random kq-k`, 2, `eval: "kq-k" is one word too many; want: ludens eval GAME AGENT`},
		{`eval cetran2 random --truth=kq-k kr-k`, 2, `eval: "kr-k" is one word too many; want: ludens eval GAME AGENT`},
		{`eval cetran2 random --truth`, 1, `cetran2 cannot be solved: its positions cannot be numbered`},
	}.check(t)
}
