package foreign

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/chess"
	"ludens/env/tafl"
)

// FuzzParse: any text is an engine or an error, of one line.
func FuzzParse(f *testing.F) {
	f.Add("uci", "stockfish{Hash=64,Skill Level=0}@100ms+depth=8+patience=1m")
	f.Add("cecp", "'a b' \"c\"+depth=3")
	f.Fuzz(func(t *testing.T, protocol, text string) {
		e, err := Parse(protocol, text)
		if err == nil && (len(e.Command) == 0 || e.Command[0] == "" || e.Nodes < 0 || e.Time < 0 || e.Patience <= 0) {
			t.Errorf("%s:%q is %+v", protocol, text, e)
		}
	})
}

// recited returns a process that has ended, whose output was text.
func recited(t *testing.T, text string) *process {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { null.Close() })
	lines, gone := make(chan heard), make(chan struct{})
	go listen(strings.NewReader(text), lines, gone)
	t.Cleanup(func() { close(gone) })
	return &process{in: null, lines: lines, patience: time.Minute}
}

// FuzzSpeakers: whatever an engine writes, by each protocol it has found a legal move, or
// there is an error.
func FuzzSpeakers(f *testing.F) {
	chess, err := chess.New("cetran2", nil)
	if err != nil {
		f.Fatal(err)
	}
	celta, err := tafl.New("celta", nil)
	if err != nil {
		f.Fatal(err)
	}
	for i, text := range []string{
		"id name x\noption name UCI_Variant type combo var cetran2\nuciok\nreadyok\ninfo depth 3 multipv 2 score mate -1 nodes 5 pv a2a3\nbestmove a2a3 ponder b7b6\n",
		"feature setboard=1 variants=\"normal,cetran2\" done=1\n5 20 100 77 a2a3 b7b6\nmove a2a3\n",
		"hello\nerror 0 x\nmove a4-a6\n",
		"{\"id\":\"1\",\"game\":\"cetran2\"}\n{\"id\":\"2\",\"move\":\"a2a3\",\"line\":[\"a2a3\"],\"value\":7}\n",
	} {
		f.Add(byte(i), text)
	}
	f.Fuzz(func(t *testing.T, which byte, text string) {
		protocol := Protocols[int(which)%len(Protocols)]
		g := chess
		if protocol == "otep" {
			g = celta
		}
		s, err := speaking(protocol, recited(t, text), g)
		if err != nil {
			t.Fatal(err)
		}
		if s.greet(g, nil) != nil {
			return
		}
		l := &line{}
		l.follow(g.New(0))
		found, err := s.ask(l, Limits{Nodes: 1}, 2, func(Found) {})
		if err != nil {
			var forfeit *env.Forfeit
			if errors.As(err, &forfeit) && strings.ContainsAny(forfeit.Reason, "\n\r\x1b") {
				t.Errorf("the reason is no line: %q", forfeit.Reason)
			}
			return
		}
		l.now.Format(found.Action)
		for _, line := range found.Lines {
			if !(line.Value >= -1 && line.Value <= 1) {
				t.Errorf("a value of %v", line.Value)
			}
		}
	})
}
