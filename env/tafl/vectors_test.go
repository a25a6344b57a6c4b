package tafl

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
)

// Positions of random games with their outcome, all legal moves and perft,
// made by a slow rule book in another language.
func TestVectors(t *testing.T) {
	file, err := os.Open("testdata/vectors.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "#") {
			checkVector(t, strings.Split(lines.Text(), "\t"))
			n++
		}
	}
	if n != 350 {
		t.Errorf("%d vectors, want 350", n)
	}
}

// checkVector takes the columns rules, position, outcome, moves, perft 1 and 2.
func checkVector(t *testing.T, v []string) {
	t.Helper()
	g := game(t, strings.Replace(v[0], "_corners", ":corner_hostile=adk", 1))
	s := position(t, g, v[1])
	if got := verdict(s); got != v[2] {
		t.Errorf("%s %s: outcome %q, want %q", v[0], v[1], got, v[2])
	}
	if got := movesOf(s); got != v[3] {
		t.Errorf("%s %s: moves\ngot  %s\nwant %s", v[0], v[1], got, v[3])
	}
	for depth, column := range v[4:6] {
		if got := strconv.FormatUint(env.Perft(s, depth+1), 10); got != column {
			t.Errorf("%s %s: perft %d is %s, want %s", v[0], v[1], depth+1, got, column)
		}
	}
	if got := g.Position(s); got != v[1] {
		t.Errorf("%s: position %s is written as %s", v[0], v[1], got)
	}
}

// verdict puts an ending in the words of the vectors.
func verdict(s *State) string {
	switch s.end {
	case ongoing:
		return "-"
	case kingTaken:
		return "a:king captured"
	case kingInCorner, kingOnEdge:
		return "d:king escaped"
	case noAttackers:
		return "d:no attackers left"
	}
	return s.Ending()
}

// movesOf lists the legal moves as text, sorted, on one line.
func movesOf(s env.State) string {
	var all []string
	for _, a := range s.Legal(nil) {
		all = append(all, s.Format(a))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
