package protocol

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// What fastchess asks of an engine before it lets it play (fastchess --compliance,
// app/src/engine/compliance.hpp), step by step, and what later versions ask of every
// info line: a number after each word that wants one, and a line of moves at its end.
func TestComplianceOfFastchess(t *testing.T) {
	const fen = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27"
	p := startEngine(t, "uci", "chess")
	defer p.end()
	p.say("uci")
	for _, want := range []string{"id name ", "id author ", "uciok"} {
		if text := p.until(want); want != "uciok" && strings.TrimPrefix(text, want) == "" {
			t.Errorf("%q says nothing", text)
		}
	}
	for _, lines := range [][]string{{"isready"}, {"ucinewgame", "isready"}, {"position startpos", "isready"}, {"position fen " + fen, "isready"}} {
		p.say(lines...)
		p.until("readyok")
	}
	for _, clock := range []string{"wtime 100", "btime 100", "wtime 100 winc 100 btime 100 binc 100", "btime 100 binc 100 wtime 100 winc 100"} {
		p.complies(fen, "", clock)
	}
	p.say("ucinewgame", "isready")
	p.until("readyok")
	for _, moves := range []string{"", "e2e4 e7e5"} {
		p.say(strings.TrimSuffix("position startpos moves "+moves, " moves "))
		p.complies("", moves, "wtime 100 btime 100")
	}
}

// complies has the engine think, and looks at all that it says until its move.
func (p *partner) complies(fen, moves, clock string) {
	p.t.Helper()
	p.say("go " + clock)
	last := ""
	for {
		line := p.next()
		if !strings.HasPrefix(line, "info ") {
			p.legal(fen, moves, strings.Fields(line))
			break
		}
		if last = line; !strings.HasPrefix(line, "info string ") {
			p.info(strings.Fields(line)[1:])
		}
	}
	if !strings.Contains(last, " score ") {
		p.t.Errorf("go %s: the last line before the move has no score: %q", clock, last)
	}
}

// info looks at the words of an info line.
func (p *partner) info(words []string) {
	p.t.Helper()
	numbers := []string{"depth", "seldepth", "time", "nodes", "multipv", "cp", "mate", "hashfull", "nps", "tbhits"}
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case slices.Contains(numbers, word):
			if i++; i == len(words) {
				p.t.Errorf("no number after %s: %q", word, words)
			} else if n, err := strconv.Atoi(words[i]); err != nil || n < 0 && word != "cp" && word != "mate" {
				p.t.Errorf("%s %s: %q", word, words[i], words)
			}
		case word == "pv":
			if i+1 == len(words) {
				p.t.Errorf("no moves after pv: %q", words)
			}
			return
		case word != "score" && word != "lowerbound" && word != "upperbound":
			p.t.Errorf("%q is no word of an info line: %q", word, words)
		}
	}
}

// legal looks whether the engine's move is one.
func (p *partner) legal(fen, moves string, best []string) {
	p.t.Helper()
	if len(best) < 2 || best[0] != "bestmove" {
		p.t.Fatalf("%q is no bestmove", best)
	}
	g, err := games.Make("chess")
	if err != nil {
		p.t.Fatal(err)
	}
	s := g.New(0)
	if fen != "" {
		if s, err = g.(env.Notated).ParsePosition(fen); err != nil {
			p.t.Fatal(err)
		}
	}
	for _, move := range append(strings.Fields(moves), best[1]) {
		a, err := env.Parse(s, move)
		if err != nil {
			p.t.Errorf("after %q: %v", moves, err)
			return
		}
		s.Play(a)
	}
}
