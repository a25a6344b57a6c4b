package protocol

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
)

// brooder thinks until he is called off.
type brooder struct{ begun chan struct{} }

func (b brooder) Analyse(ctx context.Context, s env.State, _ analysis.Limits, _ func(analysis.Report)) (analysis.Report, error) {
	close(b.begun)
	<-ctx.Done()
	a := s.Legal(nil)[0]
	return analysis.Report{Moves: []analysis.Move{{MoveStats: env.MoveStats{Action: a}, Line: []env.Action{a}}}}, nil
}

// When the other program is gone, the engine soon stops thinking, says the move
// that it has found, for those who have only ended their script, and leaves.
func TestEnginesLeaveWithTheirPartner(t *testing.T) {
	for _, test := range []struct {
		front, game, want string
		say               []string
	}{
		{"cecp", source, "move ", []string{"xboard", "new", "st 86400", "go"}},
		{"uci", source, "bestmove ", []string{"uci", "position startpos", "go movetime 86400000"}},
		{"uci", source, "", []string{"uci", "position startpos", "go infinite"}},
		{"otep", "celta", "move ", []string{"clock 86400000 86400000 0 0 0", "play defenders"}},
		{"cecp", source, "", []string{"xboard", "new", "analyze"}},
	} {
		t.Run(test.front+" "+test.say[len(test.say)-1], func(t *testing.T) {
			g := games.Must(test.game)
			b := brooder{make(chan struct{})}
			p := startFor(t, test.front, Engine{Game: g, Workers: 1, Open: func(env.Game, Resources) (analysis.Analyst, error) { return b, nil }})
			p.say(test.say...)
			<-b.begun
			p.to.Close()
			if err := <-p.done; err != nil {
				t.Errorf("the session ended with %v", err)
			}
			var said []string
			for line := range p.heard {
				said = append(said, line)
			}
			moved := slices.ContainsFunc(said, func(line string) bool { return test.want != "" && strings.HasPrefix(line, test.want) })
			if moved != (test.want != "") {
				t.Errorf("said %q, want a line that begins with %q", said, test.want)
			}
		})
	}
}
