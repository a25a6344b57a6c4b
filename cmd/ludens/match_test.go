package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/exit"
	"ludens/internal/report"
)

// told returns what match --json says.
func told(t *testing.T, words string) (b report.Scoreboard) {
	t.Helper()
	out := works(t, "", append(strings.Fields("match "+words), "--json")...)
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	return b
}

// journal returns how many lines a folder's games.jsonl holds.
func journal(t *testing.T, dir string) int {
	t.Helper()
	return strings.Count(read(t, filepath.Join(dir, "games.jsonl")), "\n")
}

func TestMatchTellsWhoIsBetter(t *testing.T) {
	t.Chdir(t.TempDir())
	got := works(t, "", strings.Fields("match celta greedy random --games 40 --out m")...)
	has(t, got, "celta: greedy against random, 40 games", "king's side ", "attackers ", "both ", "pairs    ", "Elo      +",
		"better   greedy is the better one with a likelihood of more than 99.9 %", "openings 4 random plies, 20 different", "games/s")
	b := told(t, "celta greedy random --games 40 --out m")
	if b.Games != 40 || b.Pairs.N() != 20 || b.Roles[0].Games() != 20 || b.Roles[1].Role != "attackers" || *b.Score.Estimate < 0.8 {
		t.Errorf("%+v", b)
	}
	has(t, works(t, "", strings.Fields("match celta greedy random --games 40 --out m")...), "all games had been played before")
	if n := journal(t, "m"); n != 40 {
		t.Errorf("%d games are kept, want 40", n)
	}
	// Each game can be held against the rules.
	for _, name := range []string{"000001.txt", "000040.txt"} {
		has(t, works(t, "", "replay", filepath.Join("m", "games", name)), "all legal", "by the rules")
	}
	has(t, read(t, filepath.Join("m", "games", "000002.txt")), `[First "random"]`, `[Second "greedy"]`, `[Round "1.2"]`)
}

// With more --games a match goes on; with none won there is no NaN.
func TestMatchGrows(t *testing.T) {
	t.Chdir(t.TempDir())
	short := told(t, "tictactoe alphabeta:9 alphabeta:9 --games 4 --opening 0 --out m")
	if *short.Score.Estimate != 0.5 || *short.Elo.Estimate != 0 || short.Superior != 0.5 || !(*short.Elo.Low < -10) {
		t.Errorf("perfect players: %+v", short)
	}
	long := told(t, "tictactoe alphabeta:9 alphabeta:9 --games 8 --opening 0 --out m")
	if long.Games != 8 || journal(t, "m") != 8 {
		t.Errorf("%d games, %d kept", long.Games, journal(t, "m"))
	}
	if won := told(t, "connect4 alphabeta:4 random --games 4 --out w"); won.Elo.High != nil {
		t.Errorf("a match won altogether is bounded: %v", *won.Elo.High)
	}
}

func TestMatchWithATest(t *testing.T) {
	t.Chdir(t.TempDir())
	b := told(t, "connect4 greedy random --sprt 0,50 --out m")
	if b.Test == nil || b.Test.Verdict != "H1" || b.Test.LLR < b.Test.Upper || b.Superior < 0.99 {
		t.Errorf("%+v, %+v", b, b.Test)
	}
	if again := told(t, "connect4 greedy random --sprt 0,50 --workers 5 --out m5"); again.Games != b.Games || *again.Elo.Low != *b.Elo.Low {
		t.Errorf("five workers: %d games, %v Elo; otherwise %d, %v", again.Games, *again.Elo.Low, b.Games, *b.Elo.Low)
	}
	has(t, works(t, "", strings.Fields("match connect4 greedy random --sprt 0,50 --out m")...), "the difference is 50 Elo rather than 0", "allow for when the test stops")
	has(t, works(t, "", strings.Fields("match connect4 greedy random --sprt 0,5 --games 10 --out few")...), "undecided between 0 and 5 Elo")
}

func TestMatchOfChess(t *testing.T) {
	t.Chdir(t.TempDir())
	told(t, "cetran2 greedy random --games 4 --out m")
	g := games.Must("cetran2")
	text := read(t, filepath.Join("m", "games.pgn"))
	records := strings.Split(text, "[Event ")[1:]
	for _, r := range records {
		if _, ok, err := g.(env.Transcribed).ReadTranscript("[Event " + r); !ok || err != nil {
			t.Errorf("%v in\n%s", err, r)
		}
	}
	if len(records) != 4 {
		t.Errorf("%d games in\n%s", len(records), text)
	}
	has(t, text, `[White "greedy"]`, `[Black "greedy"]`, `[Round "2.2"]`, `[Termination "`)
}

func TestMatchFromOpenings(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "book.txt", "b2 a1\n# the other\na1 b2\n")
	b := told(t, "tictactoe random random --games 4 --openings book.txt --out m")
	if b.Different != 2 {
		t.Errorf("%d openings, want 2", b.Different)
	}
	has(t, read(t, filepath.Join("m", "games", "000003.txt")), "1. a1 b2")
}

func TestMatchMoveTime(t *testing.T) {
	t.Chdir(t.TempDir())
	if b := told(t, "tictactoe mcts:1000000 alphabeta:64 --movetime 1ms --games 2 --out m"); b.Games != 2 {
		t.Errorf("%+v", b)
	}
}

// tree returns the content of all files that a match writes for people.
func tree(t *testing.T, dir string) (text string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(dir, "games"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text += read(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Killed at random moments and resumed each time, a match ends with the games
// of the one that was left alone, and no game was played twice.
func TestKilledMatchGoesOn(t *testing.T) {
	p, home := program(t), t.TempDir()
	t.Chdir(home)
	args := strings.Fields("match connect4 mcts:30 mcts:15 --games 120 --workers 2 --out")
	whole, said := command(home, p, append(args, "whole")...) // the same program: games note its revision
	if err := whole.Run(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for kills := 0; ; kills++ {
		c, out := command(home, p, append(args, "killed")...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if kills < 12 {
			time.Sleep(time.Duration(10+rng.IntN(120)) * time.Millisecond)
			c.Process.Kill()
		}
		err := c.Wait()
		if err == nil {
			t.Logf("complete after %d kills", kills)
			break
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("after %d kills: %v\n%s", kills, err, out)
		}
	}
	if n := journal(t, "killed"); n != 120 {
		t.Errorf("%d games were played, want 120", n)
	}
	if tree(t, "killed") != tree(t, "whole") {
		t.Error("the games differ from those of a match that was left alone")
	}
	a, b := told(t, strings.Join(args[1:], " ")+" killed"), told(t, strings.Join(args[1:], " ")+" whole")
	if a.Folder = b.Folder; fmt.Sprint(a.Roles, a.Pairs, *a.Elo.Low) != fmt.Sprint(b.Roles, b.Pairs, *b.Elo.Low) {
		t.Errorf("killed %+v, whole %+v", a, b)
	}
}

func TestInterruptedMatchSaysHowToGoOn(t *testing.T) {
	p, home := program(t), t.TempDir()
	c, out := command(home, p, strings.Fields("match connect4 mcts:100 mcts:50 --games 100000 --out m")...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(10 * time.Millisecond) {
		if stat, err := os.Stat(filepath.Join(home, "m", "games.jsonl")); err == nil && stat.Size() > 0 {
			break
		}
	}
	c.Process.Signal(os.Interrupt)
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exit.CodeInterrupted {
		t.Fatalf("exit code %d, want %d\n%s", code, exit.CodeInterrupted, out)
	}
	has(t, out.String(), "connect4: mcts:100 against mcts:50", "stopped. ", "games are kept in m; the same command goes on with them")
}

func TestMatchComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "run")
	told(t, "tictactoe greedy random --games 2 --workers 1 --out m")
	write(t, "bad.txt", "b2 a1\nb2 b2\n")
	write(t, "over.txt", "a1 b1 a2 b2 a3\n")
	write(t, "empty.txt", "# none\n")
	complaints{
		{`match tictactoe greedy`, 2, `match: too few words; want: ludens match GAME A B`},
		{`match tictactoe greedy random --games 0`, 2, `--games 0: want 2, 4 or more, up to 2000000, since games come in pairs`},
		{`match tictactoe greedy random --games 7`, 2, `--games 7: want 2, 4 or more, up to 2000000, since games come in pairs`},
		{`match tictactoe greedy random --sprt 10,0`, 2, `--sprt 10,0: elo0 = 10, elo1 = 0: want elo0 below elo1`},
		{`match tictactoe greedy random --sprt 10`, 2, `--sprt 10: want two Elo differences, as in 0,20`},
		{`match tictactoe greedy random --sprt 0,10 --alpha 0.7`, 2, `--sprt 0,10: alpha = 0.7, want more than 0 and less than 0.5`},
		{`match tictactoe greedy random --sprt 0,5000`, 2, `--sprt 0,5000: elo0 = 0, elo1 = 5000: want both within 1000 of 0`},
		{`match tictactoe greedy random --workers 0`, 2, `--workers 0: want 1 to 1024`},
		{`match tictactoe greedy random --opening -1`, 2, `--opening -1: want 0 to 60`},
		{`match tictactoe greedy random --movetime -5ms`, 2, `--movetime -5ms: want more than nothing, as in 100ms, and at most 24 hours`},
		{`match tictactoe greedy random --openings over.txt`, 1, `over.txt: line 1: the game is over after it (first wins)`},
		{`match tictactoe greedy random --openings empty.txt`, 1, `empty.txt: there is no opening in it`},
		{`match tictactoe greedy random --openings none.txt`, 1, `stat none.txt: no such file or directory`},
		{`match tictactoe greedy random --games 2 --seed 2 --out m`, 1, `m holds other games: seed is "1" there, not "2"; name another folder with --out`},
		{`match tictactoe random greedy --games 2 --out m`, 1, `m holds other games: a is "greedy" there, not "random", b is "random" there, not "greedy"; name another folder with --out`},
		{`match connect4 run random`, 1, `run/checkpoints/000002.ckpt: the checkpoint is for tictactoe, the game is connect4`},
		{`match tictactoe greedy net:10`, 1, `no network is at hand here: name one as ckpt:PATH@N`},
	}.check(t)
	a := try("", "match", "tictactoe", "greedy", "random", "--openings", "bad.txt")
	if a.code != 1 || !strings.HasPrefix(a.errs, "ludens: bad.txt: line 2: ") || !strings.Contains(a.errs, `illegal action "b2"`) {
		t.Errorf("an illegal opening: %d %s", a.code, a.errs)
	}
	if journal(t, "m") != 2 {
		t.Error("a refused match changed the folder")
	}
	games := read(t, filepath.Join("m", "games.jsonl"))
	older := regexp.MustCompile(`,"sum":"[0-9a-f]{16}"`).ReplaceAllString(games, "")
	for _, test := range []struct{ what, games, want string }{
		{"the other's side", strings.Replace(games, `"index":0`, `"index":1`, 1), "games.jsonl: line 1 is damaged (its checksum is "},
		{"a game against the rules", strings.Replace(older, `"actions":[`, `"actions":[0,0,`, 1), "games.jsonl: line 1 is damaged (ply 2: action 0 is not legal): remove it to go on"},
	} {
		write(t, filepath.Join("m", "games.jsonl"), test.games)
		a = try("", strings.Fields("match tictactoe greedy random --games 2 --out m")...)
		if a.code != 1 || !strings.Contains(a.errs, test.want) {
			t.Errorf("%s: %d %s", test.what, a.code, a.errs)
		}
		if lines := onThePage(t, "m").Lines; !slices.Contains(lines, "1 damaged lines of games.jsonl are left out.") {
			t.Errorf("%s: the page says %v", test.what, lines)
		}
	}
	write(t, filepath.Join("m", "games.jsonl"), older)
	if a = try("", strings.Fields("match tictactoe greedy random --games 2 --out m")...); a.code != 0 {
		t.Errorf("games of an older ludens: %d %s", a.code, a.errs)
	}
}
