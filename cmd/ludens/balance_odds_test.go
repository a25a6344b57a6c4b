package main

import (
	"reflect"
	"strings"
	"testing"
)

// The odds are tried against itself and against another, each array from both
// sides; more arrays use what was played, and workers do not matter.
func TestBalanceOdds(t *testing.T) {
	t.Chdir(t.TempDir())
	words := "odds cetran2 queen 3-pawns --agent champion:2 --opponent alphabeta:1 --out b --draw "
	asked := func(words string) (f balanced) {
		t.Helper()
		args := append(strings.Fields("balance "+words), "--json", "--examine=false")
		args[4] = strings.ReplaceAll(args[4], "-pawns", " pawns")
		decode(t, []byte(works(t, "", args...)), &f)
		return f
	}
	asked(words + "1 --workers 3")
	f := asked(words + "2 --workers 1")
	if n := journal(t, "b"); n != 2*(4+8) {
		t.Errorf("%d games were played, want 24: two odds in two arrays, twice by itself and four times against another", n)
	}
	odds := f.Tables["odds"]
	if len(odds) != 2 || odds[0]["missing"] != "queen" || odds[1]["missing"] != "3 pawns" {
		t.Fatalf("%v", odds)
	}
	for _, row := range odds {
		if n := row["won"].(float64) + row["drawn"].(float64) + row["lost"].(float64) + row["cut_off"].(float64); n != 4 || row["network"] == nil {
			t.Errorf("%v games in %v, want 4 and what the network expects", n, row)
		}
	}
	if worths := f.Tables["worths"]; len(worths) != 2 || worths[0]["table"] != 9.0 || worths[1]["kind"] != "pawn" || worths[1]["regression"] == nil {
		t.Errorf("%v", f.Tables["worths"])
	}
	if against := f.Tables["against"]; len(against) != 2 {
		t.Errorf("%v", against)
	}
	whole := asked(strings.Replace(words, "--out b", "--out whole", 1) + "2 --workers 2")
	if !reflect.DeepEqual(whole.Tables, f.Tables) || !reflect.DeepEqual(whole.Answer, f.Answer) {
		t.Errorf("in parts  %v\nat a time %v", f.Tables, whole.Tables)
	}
}

// An agent without a network is reported by its search alone: depth 1 knows what a
// queen counts.
func TestBalanceOddsWithoutANetwork(t *testing.T) {
	t.Chdir(t.TempDir())
	f := finds(t, "odds cetran2-mirror queen --agent alphabeta:1 --opponent none --draw 6")
	row := f.Tables["odds"][0]
	if _, there := row["network"]; there || f.Tables["against"] != nil {
		t.Errorf("%v", f.Tables)
	}
	if search := row["search"].(map[string]any)["estimate"].(float64); search < 0.15 || search > 0.3 {
		t.Errorf("alphabeta:1 expects %v, want about 0.2: nine pawns in its Score", search)
	}
}

func TestBalanceOddsComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	complaints{
		{`balance odds celta --agent greedy`, 2, `balance odds: celta: its games cannot begin at odds`},
		{`balance odds cetran2 quen --agent greedy`, 2, `balance odds: no "quen" can be missing (did you mean "queen"?); want some of pawn, 2 pawns, 3 pawns, queen, sissa, chancellor, archbishop, dragon horse, rook, knight`},
		{`balance odds cetran2 rook rook --agent greedy`, 2, `balance odds: rook is named twice`},
		{`balance odds cetran2`, 2, `balance: odds are played at one strength, not at 4: name it, as in --agent mcts:100`},
		{`balance odds cetran2 --agent greedy --games 5`, 2, `unknown flag: --games; see ludens balance odds --help`},
		{`balance odds cetran2 --agent greedy --opening 2`, 2, `balance odds: --opening does not apply: each start position is played with either side at odds`},
		{`balance odds cetran2 --agent greedy --draw 0`, 2, `--draw 0: want 1 to 100000`},
		{`balance odds cetran2 --agent greedy --minutes 0`, 2, `invalid argument "0" for "--minutes" flag: want more than 0, and at most 1000000; see ludens balance odds --help`},
		{`balance odds cetran2 --agent greedy --opponent gredy`, 1, `--opponent: unknown agent "gredy" (did you mean "greedy"?); want random, greedy, mcts:N, alphabeta:D, exact, net:N, ckpt:PATH@N, int8:PATH@N, champion:N, level:N, untrained:N or uci:COMMAND`},
	}.check(t)
}
