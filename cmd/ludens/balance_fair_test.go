package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestBalanceGoal(t *testing.T) {
	t.Chdir(t.TempDir())
	words := "goal celta:first=*,passive=* favoured<=10,plies=5-200 --agent greedy --games 4 --confirm 6 --finalists 2 --control alphabeta:1 --out b --workers "
	f := finds(t, words+"2")
	if len(f.Tables["fresh"]) != 2 || len(f.Tables["rounds"]) != 2 || len(f.Tables["control"]) != 2 || len(f.Tables["settings"]) != 4 {
		t.Errorf("%+v", f.Tables)
	}
	n := journal(t, "b")
	if again := finds(t, words+"1"); !reflect.DeepEqual(again.Tables, f.Tables) || journal(t, "b") != n {
		t.Error("asked once more it says something else")
	}
	got := works(t, "", append(strings.Fields("balance "+words+"1"), "--examine=false", "-o", "r")...)
	has(t, got, "Which rules of celta:first=*,passive=* are fair?", "Of all 4 settings of", "THE FINALISTS, PLAYED AFRESH", "meets the goal is", "A CONTROL FOR WEAKNESS", "all games had been played before")
	has(t, read(t, "r/README.md"), "![celta:first=*,passive=*: settings]")
}

func TestBalanceFraction(t *testing.T) {
	t.Chdir(t.TempDir())
	f := finds(t, "rules wtf first=king,attackers corner_hostile=none,adk passive=on,off --agent greedy --games 4 --confirm 2 --fraction 4 --out b")
	if len(f.Tables["cells"]) != 4 || len(f.Tables["effects"]) != 3 || len(f.Tables["mixed"]) != 3 {
		t.Errorf("%+v", f.Tables)
	}
	has(t, strings.Join(f.Answer, " "), "4 settings of 8 were played")
}

func TestBalanceFairComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	complaints{
		{`balance goal celta favoured<=2`, 2, `balance goal: celta has one setting of rules; want a game that leaves some open, as in celta:OPTION=*`},
		{`balance goal tafl7 favored<=2`, 2, `balance goal: nothing is called "favored" (did you mean "favoured"?); want some of favoured, decided, drawn, truncated, plies`},
		{`balance goal tafl7`, 2, `goal: too few words; want: ludens balance goal GAME "favoured<=2,decided>=80,plies=20-120"`},
		{`balance goal tafl7 favoured<=2 first=king,attackers`, 2, `goal: "first=king,attackers" is one word too many; want: ludens balance goal GAME "favoured<=2,decided>=80,plies=20-120"`},
		{`balance goal tafl7 favoured<=2 --settings 0`, 2, `--settings 0: want 1 to 4096`},
		{`balance goal tafl7 favoured<=2 --settings 2 --finalists 3`, 2, `--finalists 3: want at most as many as settings, 2`},
		{`balance goal tafl7 favoured<=2 --agent greedy --control gredy`, 1, `--control: unknown agent "gredy" (did you mean "greedy"?); want random, greedy, mcts:N, alphabeta:D, exact, net:N, ckpt:PATH@N, int8:PATH@N, champion:N, level:N, untrained:N or uci:COMMAND`},
		{`balance goal tafl7 favoured<=2 --agent greedy --control greedy`, 1, `--control greedy: it plays already: want another agent as a control`},
		{`balance rules celta first=king,attackers --agent greedy --fraction 2`, 2, `--fraction 2: there are 2 settings; leave the flag out to try them all`},
		{`balance rules celta first=king,attackers --agent greedy --fraction 1`, 2, `--fraction 1: want 2 or more`},
	}.check(t)
}
