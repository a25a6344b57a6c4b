package main

import (
	"strings"
	"testing"
)

// Players that move at random judge nothing; not examined, they seem to.
func TestBalanceExaminesItsJudges(t *testing.T) {
	t.Chdir(t.TempDir())
	f := finds(t, "tictactoe --agent random --opening 0 --games 200 --examine")
	has(t, f.Answer[0], "Who is favoured in tictactoe is not known: these players (random) ", "the score of crosses is ")
	if rows := f.Tables["judges"]; len(rows) != 3 || rows[0]["result"] != "failed" || !strings.HasPrefix(f.Tables["balance"][0]["verdict"].(string), "not known: ") {
		t.Errorf("%v, %v", f.Tables["judges"], f.Tables["balance"])
	}
	f = finds(t, "tictactoe --agent random --opening 0 --games 200")
	has(t, strings.Join(f.Answer, " "), "In tictactoe the games favour crosses", "The players were not examined")
	f = finds(t, "tictactoe --agent alphabeta:9 --games 4 --examine --against alphabeta:2 --out exact")
	has(t, strings.Join(f.Answer, " "), "The players can judge tictactoe")
	complaints{
		{`balance tictactoe --agent random --games 2 --against gredy`, 1, `--against: unknown agent "gredy" (did you mean "greedy"?); want random, greedy, mcts:N, alphabeta:D, exact, net:N, ckpt:PATH@N, int8:PATH@N, champion:N, level:N, untrained:N or uci:COMMAND`},
	}.check(t)
}
