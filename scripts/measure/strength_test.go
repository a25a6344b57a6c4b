package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/report"
	"ludens/stat"
)

// Each row is a game and an agent that come with Ludens, and an engine.
func TestEncounters(t *testing.T) {
	rows, err := encounters(outsiders)
	if err != nil || len(rows) == 0 {
		t.Fatal(len(rows), err)
	}
	for _, e := range rows {
		if _, err := games.Make(e.Game); err != nil {
			t.Error(err)
		}
		if _, err := agent.ParseSpec(e.Agent); err != nil {
			t.Error(err)
		}
		if _, err := agent.Typed(e.Opponent); err != nil {
			t.Error(err)
		}
	}
	for text, want := range map[string]string{
		"[[row]]\ngame='chess'\nagent='random'\nopponent='greedy'":                "row 1: want",
		"[[row]]\ngame='chess'\nagent='random'\nopponent='uci:{Hash=1}'":          "row 1: want",
		"[[row]]\ngame='chess'\nagent='random'\nopponent='uci:x'\nelo=3":          "unknown key",
		"[[row]]\ngame='chess'\nagent='random'\nopponent='uci:x@1s'\n[[row]]\n\n": "row 2: want",
	} {
		if _, err := encounters(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A row whose engine is missing says so; one that is there is played. The engine here loses,
// since it is none.
func TestStrengthRows(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	e := encounter{Game: "chess", Agent: "random", Opponent: "uci:missing@cpu=5ms", Rating: 1000}
	var out bytes.Buffer
	if err := e.play(t.Context(), &out, dir, 2); err != nil || !strings.Contains(out.String(), "not played: no missing on the PATH") {
		t.Errorf("%s, %v", &out, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "missing"), []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := e.play(t.Context(), &out, dir, 2); err == nil {
		t.Error("an engine that does not start has played")
	}
}

// The Elo on the opponent's scale is its rating and the difference.
func TestStrengthRow(t *testing.T) {
	at := func(x float64) *float64 { return &x }
	b := &report.Scoreboard{Score: report.Bounds{Estimate: at(0.75), Low: at(0.6), High: at(0.9)}, Games: 40,
		Elo: report.Bounds{Estimate: at(stat.Elo(0.75)), Low: at(stat.Elo(0.6))}}
	e := encounter{Game: "chess", Agent: "champion", Opponent: "uci:x", Rating: 1800, Note: "weak"}
	want := "| chess | `champion` | `uci:x`, weak | 75.0 [60.0, 90.0] % | +191 [+70, ∞] | 1991 [1870, ∞] | not measured | 40 |\n"
	if got := e.row(b); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	b.Endings = map[string]int{"checkmate": 38, "Black forfeit: it hung": 1, "White forfeit: it crashed": 1}
	if got := e.row(b); got != want {
		t.Errorf("two games of forty by forfeit: %s", got)
	}
	b.Endings = map[string]int{"checkmate": 30, "Black forfeit: it hung": 1, "White forfeit: it played \"O-O\"": 9}
	if got := e.row(b); !strings.Contains(got, `no measure: 10 of 40 games ended by forfeit, as in: White forfeit: it played "O-O"`) || strings.Contains(got, "75.0") {
		t.Errorf("ten games of forty by forfeit: %s", got)
	}
	b.Endings = nil
	lost := report.Bounds{High: at(-200)}
	if got := interval(lost, 0, "%.0f"); got != "-∞ [-∞, -200]" {
		t.Errorf("all games lost: %s", got)
	}
	if e.Rating = 0; strings.Contains(e.row(b), "1991") {
		t.Error("an opponent without a scale gives one")
	}
}

// The army that Fairy-Stockfish can play is Cetran's: each man of both games moves alike, the sissa
// is the only one that is missing, and a bishop, which Cetran does not have, stands for it.
func TestCetranWithoutItsSissa(t *testing.T) {
	const path = "cetran-plain.toml"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name, err := games.Read(path, string(text))
	if err != nil {
		t.Fatal(err)
	}
	defer games.Forget(name)
	g, err := games.Make(name)
	if err != nil {
		t.Fatal(err)
	}
	reaches := func(g env.Game) map[string]string {
		all := map[string]string{}
		for _, m := range g.(env.Described).Book().Men {
			all[m.Letter] = strings.Join(m.Reach, "\n")
		}
		return all
	}
	plain, cetran, missing := reaches(g), reaches(games.Must("cetran2")), ""
	for letter, reach := range cetran {
		if plain[letter] == "" {
			missing += letter
		} else if letter != "P" && plain[letter] != reach {
			t.Errorf("%s goes\n%s\nin Cetran\n%s", letter, plain[letter], reach)
		}
	}
	if missing != "S" || len(plain) != len(cetran) || plain["B"] == "" {
		t.Errorf("it has not %s of %d men", missing, len(cetran))
	}
	section, err := games.Describe(g, "fairy")
	if err != nil || !strings.Contains(section, "\ndragonHorse = h\n") {
		t.Errorf("for Fairy-Stockfish: %v\n%s", err, section)
	}
	if _, err := games.Describe(games.Must("cetran2"), "fairy"); err == nil {
		t.Error("the sissa is written for Fairy-Stockfish, too: the army without it is not needed")
	}
}
