package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestBalanceGoal(t *testing.T) {
	t.Chdir(t.TempDir())
	words := "celta:first=*,passive=* --goal favoured<=10,plies=5-200 --agent greedy --games 4 --confirm 6 --finalists 2 --control alphabeta:1 --out b --workers "
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
	f := finds(t, "wtf --agent greedy --games 4 --confirm 2 --sweep first=king,attackers --sweep corner_hostile=none,adk --sweep passive=on,off --fraction 4 --out b")
	if len(f.Tables["cells"]) != 4 || len(f.Tables["effects"]) != 3 || len(f.Tables["mixed"]) != 3 {
		t.Errorf("%+v", f.Tables)
	}
	has(t, strings.Join(f.Answer, " "), "4 settings of 8 were played")
}

func TestBalanceFairComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	complaints{
		{`balance celta --goal favoured<=2`, 2, `--goal: celta has one setting of rules; want a game that leaves some open, as in celta:OPTION=*`},
		{`balance tafl7 --goal favored<=2`, 2, `--goal: nothing is called "favored" (did you mean "favoured"?); want some of favoured, decided, drawn, truncated, plies`},
		{`balance tafl7 --goal=`, 2, `--goal: what is wanted? As in "favoured<=2,decided>=80,plies=20-120"`},
		{`balance tafl7 --goal favoured<=2 --sweep first=king,attackers`, 2, `balance: --goal does not go with --sweep: its settings are those of the game's name`},
		{`balance tafl7 --goal favoured<=2 --settings 0`, 2, `--settings 0: want 1 to 4096`},
		{`balance tafl7 --goal favoured<=2 --settings 2 --finalists 3`, 2, `--finalists 3: want at most as many as settings, 2`},
		{`balance tafl7 --goal favoured<=2 --agent greedy --control gredy`, 1, `--control: unknown agent "gredy" (did you mean "greedy"?); want random, greedy, mcts:N, alphabeta:D, exact, net:N, ckpt:PATH@N, int8:PATH@N, champion:N, untrained:N or uci:COMMAND`},
		{`balance tafl7 --goal favoured<=2 --agent greedy --control greedy`, 1, `--control greedy: it plays already: want another agent as a control`},
		{`balance tafl7 --settings 4`, 2, `balance: --settings and --finalists are for --goal`},
		{`balance celta --control greedy`, 2, `balance: --control plays what was chosen by --goal or --sweep`},
		{`balance celta --fraction 4`, 2, `balance: --fraction is how many settings of --sweep are played`},
		{`balance celta --agent greedy --sweep first=king,attackers --fraction 2`, 2, `--fraction 2: there are 2 settings; leave the flag out to try them all`},
		{`balance cetran2 --odds --agent greedy --goal favoured<=2`, 2, `balance: --odds does not go with --goal: each of --arrays is played from its start, with either side at odds`},
	}.check(t)
}
