package protocol

import (
	"bufio"
	"context"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
)

var update = flag.Bool("update", false, "rewrite the answers in docs/protocols.md")

const document = "../../docs/protocols.md"

// fronts are the protocols by the word behind "```text" in the document.
var fronts = map[string]func(context.Context, Engine, io.Reader, io.Writer) error{
	"cecp": CECP, "uci": UCI, "otep": OTEP, "json": JSON,
	"gym": func(ctx context.Context, e Engine, in io.Reader, out io.Writer) error {
		return Gym(ctx, e.Game, Doors{}, in, out)
	},
}

// Each session that the documentation shows is held, and must go as it says.
// Lines with "> " are said to the engine, those with "< " are its answers; one
// that ends in "..." gives the beginning of an answer.
func TestDocumentedSessions(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	lines, sessions := strings.Split(string(text), "\n"), 0
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		words := strings.Fields(lines[i])
		if len(words) != 3 || words[0] != "```session" {
			continue
		}
		end := i + 1 + slices.Index(lines[i+1:], "```")
		t.Run(words[1]+" "+words[2], func(t *testing.T) {
			out = append(out, hold(t, words[1], words[2], lines[i+1:end])...)
		})
		sessions++
		i = end - 1
	}
	if sessions < len(fronts) {
		t.Errorf("the document shows %d sessions, want one of each protocol at least", sessions)
	}
	if *update {
		if err := os.WriteFile(document, []byte(strings.Join(out, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// hold holds a session and returns it as it went.
func hold(t *testing.T, front, game string, script []string) (went []string) {
	p := startEngine(t, front, game)
	if *update {
		went = p.overhear()
	}
	for i := 0; i < len(script); i++ {
		if said, ok := strings.CutPrefix(script[i], "> "); ok {
			p.say(said)
			went = append(went, script[i])
			if *update {
				went = append(went, p.overhear()...)
			}
			continue
		}
		want, ok := strings.CutPrefix(script[i], "< ")
		if !ok {
			t.Fatalf("line %q begins with neither > nor <", script[i])
		}
		if *update {
			continue
		}
		got := p.next()
		went = append(went, "< "+got)
		if begin, cut := strings.CutSuffix(want, "..."); got != want && !(cut && strings.HasPrefix(got, begin)) {
			t.Fatalf("line %d:\ngot  %s\nwant %s", i+1, got, want)
		}
	}
	p.end()
	return went
}

// partner is the other program of a session.
type partner struct {
	t     *testing.T
	to    *io.PipeWriter
	heard chan string
	done  chan error
}

// startEngine starts a front end for a game with a search of random playouts,
// whose answers depend on no clock.
func startEngine(t *testing.T, front, game string) *partner {
	t.Helper()
	g := games.Must(game)
	return startFor(t, front, Engine{Name: "Ludens mcts:50", Game: g, Workers: 1, Open: timeless(50), Resources: Resources{1, 1024}})
}

func startFor(t *testing.T, front string, e Engine) *partner {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	p := &partner{t, to, make(chan string, 1000), make(chan error, 1)}
	go func() {
		err := fronts[front](t.Context(), e, in, out)
		out.Close()
		p.done <- err
	}()
	go func() {
		for s := bufio.NewScanner(from); s.Scan(); {
			p.heard <- s.Text()
		}
		close(p.heard)
	}()
	return p
}

func (p *partner) say(lines ...string) {
	p.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(p.to, line+"\n"); err != nil {
			p.t.Fatalf("%q: %v", line, err)
		}
	}
}

// next returns the next answer.
func (p *partner) next() string {
	p.t.Helper()
	select {
	case line, ok := <-p.heard:
		if !ok {
			p.t.Fatal("the engine has left")
		}
		return line
	case <-time.After(20 * time.Second):
		p.t.Fatal("no answer")
	}
	return ""
}

// until returns the first answer that begins with some text.
func (p *partner) until(begin string) string {
	p.t.Helper()
	for {
		if line := p.next(); strings.HasPrefix(line, begin) {
			return line
		}
	}
}

// overhear returns what is said until nothing has been for a while.
func (p *partner) overhear() (lines []string) {
	for {
		select {
		case line, ok := <-p.heard:
			if !ok {
				return lines
			}
			lines = append(lines, "< "+short(line))
		case <-time.After(2 * time.Second):
			return lines
		}
	}
}

// short cuts an answer that is too long to be read.
func short(line string) string {
	if len(line) > 600 {
		return line[:400] + "..."
	}
	return line
}

// end closes the engine's input and waits for it to leave.
func (p *partner) end() {
	p.t.Helper()
	p.to.Close()
	select {
	case err := <-p.done:
		if err != nil {
			p.t.Errorf("the session ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		p.t.Error("the engine does not end when its input does")
	}
}

// timeless opens searches with random playouts, of that many simulations whatever
// a clock says.
func timeless(simulations int) func(env.Game, Resources) (analysis.Analyst, error) {
	return func(g env.Game, r Resources) (analysis.Analyst, error) {
		cfg := analysis.Simulations(simulations)
		cfg.Threads, cfg.Megabytes = r.Threads, r.Megabytes
		return stopped{analysis.New(g, mcts.NewRollout(g, 1, 7), cfg)}, nil
	}
}

// stopped is an analyst without a clock.
type stopped struct{ analysis.Analyst }

func (a stopped) Analyse(ctx context.Context, s env.State, l analysis.Limits, seen func(analysis.Report)) (analysis.Report, error) {
	l.Time = 0
	if !l.Endless {
		l.Every = 0
	}
	r, err := a.Analyst.Analyse(ctx, s, l, seen)
	r.Elapsed = 0
	return r, err
}
