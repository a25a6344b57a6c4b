package protocol

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ludens/env/games"
)

// minor is a game of a file: kings and pawns.
const minor = `family = "chess"
name = "minor-chess"
title = "Minor chess"
summary = "kings and pawns"
source = "a test"
board = """
. . . . k . . .
p p p p p p p p
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
P P P P P P P P
. . . . K . . .
"""
[men.K]
moves = "K"
royal = true
[men.P]
moves = "fmWfceFifmnD"
`

// library is what a file's path stands for in these tests.
func library(path string) (string, error) {
	switch path {
	case "minor.toml":
		return games.Read(path, minor)
	case "gomoku.toml":
		return "gomoku", nil
	}
	return "", errors.New("no such file")
}

// A board chooses among the games of the family, and those of files that it names; what it
// cannot have changes nothing.
func TestUCIVariants(t *testing.T) {
	g := games.Must("chess")
	p := startFor(t, "uci", Engine{Name: "e", Game: g, Workers: 1, Open: timeless(5), ReadGame: library})
	start := func(want string) {
		t.Helper()
		p.say("position startpos", "d")
		if got := p.next(); !strings.HasPrefix(got, "info string "+want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	start("rnbqkbnr/")
	for asked, want := range map[string]string{
		"UCI_Variant value minor-chess": "error: UCI_Variant", "VariantPath value none.toml": "error: no such file",
		"VariantPath value gomoku.toml": "error: VariantPath: gomoku speaks json",
	} {
		p.say("setoption name " + asked)
		if got := p.next(); !strings.HasPrefix(got, "info string "+want) {
			t.Errorf("%s: got %s, want %s", asked, got, want)
		}
	}
	start("rnbqkbnr/")
	p.say("setoption name VariantPath value minor.toml")
	if got := p.next(); got != "info string VariantPath: UCI_Variant may be minor-chess" {
		t.Fatal(got)
	}
	p.say("setoption name UCI_Variant value minor-chess")
	start("4k3/")
	p.say("uci")
	if got := p.until("option name UCI_Variant"); !strings.Contains(got, "default minor-chess") || !strings.Contains(got, "var chess") {
		t.Error(got)
	}
	p.until("uciok")
	p.say("go nodes 5")
	p.until("bestmove")
	p.say("setoption name UCI_Variant value chess")
	start("rnbqkbnr/")
	p.end()
}

// UCI_Chess960 changes between chess and Chess960, whose castling is the king's move to his rook.
func TestUCIChess960(t *testing.T) {
	p := startFor(t, "uci", Engine{Name: "e", Game: games.Must("chess"), Workers: 1, Open: timeless(5)})
	p.say("setoption name UCI_Chess960 value true", "position fen 4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1 moves d1g1", "d")
	if got := p.next(); !strings.HasPrefix(got, "info string 4k3/8/8/8/8/8/8/1R3RK1 b ") {
		t.Error(got)
	}
	p.say("setoption name UCI_Chess960 value false", "position startpos", "d")
	if got := p.next(); !strings.HasPrefix(got, "info string rnbqkbnr/") {
		t.Error(got)
	}
	p.say("setoption name UCI_Chess960 value maybe")
	if got := p.next(); !strings.Contains(got, "no option") {
		t.Error(got)
	}
	p.end()
}

// A move that is pondered about waits for ponderhit, or stop, whatever ends the search.
func TestUCIPonders(t *testing.T) {
	for _, limit := range []string{"nodes 3", "depth 2", "wtime 1 btime 1", "movetime 1", ""} {
		for _, word := range []string{"ponderhit", "stop"} {
			p := startEngine(t, "uci", source)
			p.say("position startpos moves e2e4", "go ponder "+limit, "isready")
			for line := p.next(); line != "readyok"; line = p.next() {
				if strings.HasPrefix(line, "bestmove") {
					t.Errorf("go ponder %s: %s before %s", limit, line, word)
				}
			}
			p.say(word)
			p.until("bestmove")
			p.end()
		}
	}
}

// A search of that many plies ends with a line of as many, no longer one.
func TestUCIDepths(t *testing.T) {
	for _, depth := range []int{1, 2, 5} {
		p := startEngine(t, "uci", source)
		p.say(fmt.Sprintf("go depth %d", depth))
		last := ""
		for line := p.next(); !strings.HasPrefix(line, "bestmove"); line = p.next() {
			last = line
		}
		if want := fmt.Sprintf("info depth %d ", depth); !strings.HasPrefix(last, want) {
			t.Errorf("go depth %d: %s", depth, last)
		}
		p.end()
	}
}
