package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ludens/internal/exit"
)

// balanced is what balance --json says.
type balanced struct {
	Answer []string
	Tables map[string][]map[string]any
	Repeat map[string]string
}

// finds returns what balance says; unless words ask for it, the judges are not examined.
func finds(t *testing.T, words string) (f balanced) {
	t.Helper()
	if !strings.Contains(words, "--examine") {
		words += " --examine=false" // the games are those of the question
	}
	out := works(t, "", append(strings.Fields("balance "+words), "--json")...)
	if err := json.Unmarshal([]byte(out), &f); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	return f
}

func TestBalanceTellsWhoIsFavoured(t *testing.T) {
	t.Chdir(t.TempDir())
	words := "balance connect4 --agent greedy --agent mcts --budgets 5,10 --games 12 --examine=false --out b --report r"
	got := works(t, "", strings.Fields(words)...)
	has(t, got, "How fair is connect4?", "mcts:5", "mcts:10", "greedy", "red (first), %", "not distinguishable from fair at ±", "more games",
		"four in a row (for red)", "OPENING TREE", "36 games in ", "r/index.html")
	has(t, works(t, "", strings.Fields(words)...), "all games had been played before")
	if n := journal(t, "b"); n != 36 {
		t.Errorf("%d games are kept, want 36", n)
	}
	has(t, read(t, filepath.Join("r", "README.md")), "# How fair is connect4?", "- command: `ludens "+words+"`", "- rules: `")
	for _, name := range []string{"index.html", "study.json", "figures/endings.png", "figures/tree.svg", "data/balance.csv", "data/lengths.csv"} {
		if _, err := os.Stat(filepath.Join("r", name)); err != nil {
			t.Error(err)
		}
	}
}

// More games and other strengths use what was played; workers do not matter.
func TestBalanceGrows(t *testing.T) {
	t.Chdir(t.TempDir())
	finds(t, "tictactoe --budgets 5,9 --games 6 --workers 1 --out b")
	one := finds(t, "tictactoe --budgets 5,9,14 --games 10 --workers 3 --out b")
	if n := journal(t, "b"); n != 30 {
		t.Errorf("%d games were played, want 30", n)
	}
	whole := finds(t, "tictactoe --budgets 5,9,14 --games 10 --workers 1 --out whole")
	if !reflect.DeepEqual(one.Tables, whole.Tables) || !reflect.DeepEqual(one.Answer, whole.Answer) {
		t.Errorf("in parts  %v\nat a time %v", one.Tables["balance"], whole.Tables["balance"])
	}
}

// The control: a game that is known to be drawn.
func TestBalanceOfADrawnGame(t *testing.T) {
	t.Chdir(t.TempDir())
	f := finds(t, "tictactoe --agent alphabeta:9 --opening 0 --games 40")
	row := f.Tables["balance"][0]
	if row["drawn"] != 40.0 || !strings.HasPrefix(row["verdict"].(string), "not distinguishable from fair") {
		t.Errorf("%v", row)
	}
	has(t, strings.Join(f.Answer, " "), "do not show that either side is favoured", "0 % of the games are decided")
}

func TestBalanceSweep(t *testing.T) {
	t.Chdir(t.TempDir())
	words := "rules wtf first=king,attackers corner_hostile=none,adk --agent greedy --games 8 --confirm 6 --out b"
	f := finds(t, words)
	if len(f.Tables["cells"]) != 4 || len(f.Tables["effects"]) != 3 || len(f.Tables["effects-first"]) != 3 || len(f.Tables["fresh"]) != 1 {
		t.Errorf("%+v", f.Tables)
	}
	if n := journal(t, "b"); n != 4*8+6 {
		t.Errorf("%d games, want 38", n)
	}
	if again := finds(t, words); !reflect.DeepEqual(again, f) || journal(t, "b") != 38 {
		t.Error("asked once more it says something else")
	}
	// A study of one of the settings uses its games.
	finds(t, "wtf --agent greedy --games 8 --out b")
	if n := journal(t, "b"); n != 46-8 {
		t.Errorf("%d games, want no more than 38", n)
	}
}

func TestBalanceArrays(t *testing.T) {
	t.Chdir(t.TempDir())
	f := finds(t, "arrays cetran2 qrknchsa/KSNRCAQH --agent greedy --draw 7 --games 4 --confirm 2 --opening 2 --out b")
	if len(f.Tables["arrays"]) != 8 || len(f.Tables["fresh"]) < 6 {
		t.Errorf("%d arrays, %d afresh", len(f.Tables["arrays"]), len(f.Tables["fresh"]))
	}
	asked := false
	for _, row := range f.Tables["fresh"] {
		asked = asked || row["array"] == "qrknchsa/KSNRCAQH" && row["asked_for"] == "yes" && row["games"] == 2.0
	}
	if !asked {
		t.Errorf("the array that was asked for is not played afresh: %v", f.Tables["fresh"])
	}
	one := finds(t, "arrays cetran2-mirror ksnrcaqh/KSNRCAQH --agent greedy --games 6 --opening 2")
	has(t, strings.Join(one.Answer, " "), "From ksnrcaqh/KSNRCAQH the score of White is ")
}

func TestBalancePieces(t *testing.T) {
	t.Chdir(t.TempDir())
	f := finds(t, "pieces wtf --agent greedy --games 20")
	if w := f.Tables["worths"]; len(w) != 2 || w[0]["kind"] != "attacker" || w[1]["kind"] != "defender" {
		t.Errorf("%v", w)
	}
	must(t, "train", "celta", "--rehearse", "--run", "run")
	got := works(t, "", strings.Fields("balance pieces celta --records run -o r")...)
	has(t, got, "What are the men of celta worth?", "the self-play of run", "defender", "attacker")
	has(t, read(t, filepath.Join("r", "README.md")), "![celta: worth of the men]")
}

func TestBalanceFor(t *testing.T) {
	t.Chdir(t.TempDir())
	f := finds(t, "tictactoe --agent random --agent greedy --minutes 0.005 --workers 1 --out b")
	a, b := f.Tables["balance"][0]["games"].(float64), f.Tables["balance"][1]["games"].(float64)
	if a < 1 || a-b > 1 || a < b {
		t.Errorf("%v and %v games in 0.3 s", a, b)
	}
	before := journal(t, "b")
	finds(t, "tictactoe --agent random --agent greedy --minutes 0.005 --workers 1 --out b")
	if journal(t, "b") <= before {
		t.Error("more time brings no more games")
	}
}

func TestInterruptedBalanceSaysHowToGoOn(t *testing.T) {
	p, home := program(t), t.TempDir()
	c, out := command(home, p, strings.Fields("balance connect4 --agent mcts --games 100000 --budgets 5,10 --out b --report r")...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(10 * time.Millisecond) { // until a game of each is there
		if text, err := os.ReadFile(filepath.Join(home, "b", "games.jsonl")); err == nil && strings.Count(string(text), "\n") >= 4 {
			break
		}
	}
	c.Process.Signal(os.Interrupt)
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exit.CodeInterrupted {
		t.Fatalf("exit code %d, want %d\n%s", code, exit.CodeInterrupted, out)
	}
	has(t, out.String(), "How fair is connect4?", "stopped. the finished games are kept in b; the same command goes on with them")
	if _, err := os.Stat(filepath.Join(home, "r", "index.html")); err != nil {
		t.Error(err)
	}
}

func TestBalanceComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	finds(t, "tictactoe --agent random --games 2 --out b")
	complaints{
		{`balance`, 2, `balance: too few words; want: ludens balance GAME`},
		{`balance tictactow`, 1, `games: no game "tictactow" (did you mean "tictactoe"?)`},
		{`balance tictactoe --games 0`, 2, `--games 0: want 1 to 1000000`},
		{`balance tictactoe --games -3`, 2, `--games -3: want 1 to 1000000`},
		{`balance tictactoe --minutes 0`, 2, `invalid argument "0" for "--minutes" flag: want more than 0, and at most 1000000; see ludens balance --help`},
		{`balance tictactoe --workers 0`, 2, `--workers 0: want 1 to 1024`},
		{`balance tictactoe --agent gredy`, 1, `unknown agent "gredy" (did you mean "greedy"?); want random, greedy, mcts:N, alphabeta:D, exact, net:N, ckpt:PATH@N, int8:PATH@N, champion:N, level:N, untrained:N or uci:COMMAND`},
		{`balance tictactoe --agent greedy --budgets 5,9`, 2, `--budgets: no agent is given without a number, as in --agent mcts`},
		{`balance tictactoe --budgets 0`, 1, `agent "mcts:0": "0" is not a whole number from 1 to 1000000`},
		{`balance tictactoe --agent random --agent random`, 2, `balance: random is named twice`},
		{`balance tictactoe --agent random --seed 2 --out b`, 1, `b holds other games: seed is "1" there, not "2"; name another folder with --out`},
		{`balance pieces tictactoe`, 1, `balance pieces: tictactoe: its men cannot be counted`},
		{`balance pieces celta --records nowhere`, 1, `--records nowhere: nowhere holds no run: it has no config.toml`},
		{`balance arrays celta --draw 5 --agent greedy`, 2, `balance arrays: celta has one start position; arrays are for games that draw theirs`},
		{`balance arrays cetran2 --draw 5`, 2, `balance: arrays are compared at one strength, not at 4: name it, as in --agent mcts:100`},
		{`balance arrays cetran2 --draw 0`, 2, `--draw 0: want 1 to 100000`},
		{`balance arrays cetran2`, 2, `--draw 0: want 1 to 100000`},
		{`balance rules celta`, 2, `rules: too few words; want: ludens balance rules GAME OPTION=VALUE,VALUE...`},
		{`balance rules celta first`, 2, `balance rules "first": want an option and its values, OPTION=VALUE,VALUE`},
		{`balance rules celta first=king`, 2, `balance rules first=king: one value is nothing to compare; want two or more, OPTION=VALUE,VALUE`},
		{`balance rules celta first=king,king`, 2, `balance rules first=king,king: a value is named twice`},
		{`balance rules celta frist=king,attackers`, 1, `games: celta has no option "frist" (did you mean "first"?)`},
		{`balance rules celta first=king,atackers`, 1, `games: celta: option first is one of attackers, king, not "atackers" (did you mean "attackers"?)`},
		{`balance rules celta:first=attackers first=king,attackers`, 1, `games: celta: option first is set twice`},
		{`balance celta --swep`, 2, `unknown flag: --swep (did you mean "--seed"?); see ludens balance --help`},
		{`balance rules celta first=king,attackers --odds`, 2, `unknown flag: --odds; see ludens balance rules --help`},
	}.check(t)
	a := try("", strings.Fields("balance arrays cetran2 qqknchsa/KSNRCAQH --agent greedy")...)
	if a.code != 1 || !strings.HasPrefix(a.errs, "ludens: balance arrays: ") || strings.Count(a.errs, "\n") != 1 {
		t.Errorf("an array that cannot be: %d %s", a.code, a.errs)
	}
	games := read(t, filepath.Join("b", "games.jsonl"))
	write(t, filepath.Join("b", "games.jsonl"), strings.Replace(games, `"actions":[`, `"actions":[9,`, 1))
	a = try("", strings.Fields("balance tictactoe --agent random --games 2 --out b")...)
	if a.code != 1 || !strings.Contains(a.errs, "line 1 is damaged") || strings.Count(a.errs, "\n") != 1 {
		t.Errorf("a game against the rules: %d %s", a.code, a.errs)
	}
}
