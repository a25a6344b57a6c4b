package foreign

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
)

// winboard is an engine of CECP that plays the first legal move.
type winboard struct {
	features   string // what it answers to protover 2; "": it refuses it
	positions, // it obeys setboard
	usermove, // it wants that word before moves, else none
	silent bool // it refuses nothing
	game string
}

// forms are the doubles that speak CECP.
var forms = map[string]winboard{
	"first":     {game: "chess"},
	"taciturn":  {game: "chess", silent: true},
	"second":    {game: "chess", features: "ping=1 setboard=1 usermove=1 done=1", positions: true, usermove: true},
	"blind":     {game: "chess", features: "ping=1 setboard=0 usermove=1 done=1", usermove: true},
	"blindly":   {game: "cetran2", features: "ping=1 usermove=1 variants=\"cetran2\" done=1", usermove: true},
	"blindhill": {game: "king-of-the-hill", features: "variants=\"normal,king-of-the-hill\" done=1"},
	"undone":    {game: "chess", features: "setboard=1", positions: true},
}

func (w winboard) play() {
	g := games.Must(w.game)
	s := g.New(0)
	say := func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
	ply := 0
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		if !w.usermove {
			if a, err := env.Parse(s, word); err == nil {
				s.Play(a)
				ply++
				continue
			}
		}
		switch {
		case word == "protover" && w.features != "":
			say("feature %s", w.features)
		case word == "ping" && w.features != "":
			say("pong %s", rest)
		case word == "new":
			s, ply = g.New(0), 0
		case word == "setboard" && w.positions:
			s, _ = g.(env.Notated).ParsePosition(rest)
		case word == "usermove" && w.usermove:
			a, err := env.Parse(s, rest)
			if err != nil {
				say("Illegal move: %s", rest)
				continue
			}
			s.Play(a)
		case word == "go":
			move := s.Format(s.Legal(nil)[0])
			s.Play(s.Legal(nil)[0])
			if w.features == "" {
				say("%d. ... %s\nMy move is : %s", ply/2+1, move, move)
				continue
			}
			say("move %s", move)
		case word == "quit":
			return
		case word == "variant" && rest == w.game || slices.Contains([]string{"xboard", "force", "easy", "post", "st", "sd"}, word) && !(w.features == "" && word == "easy"):
		case !w.silent:
			say("Error (unknown command): %s", in.Text())
		}
	}
}

// xboard starts a double of CECP for a game.
func xboard(t *testing.T, form string, g env.Game) *Player {
	t.Helper()
	p, err := Start(spoke(t, "cecp", form, "@10ms"), g)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// spoke returns the double as an engine of a protocol.
func spoke(t *testing.T, protocol, form, more string) Engine {
	t.Helper()
	e := engine(t, form, more)
	e.Protocol = protocol
	return e
}

// Engines of version 1, those that are silent about it, and those without setboard play
// whole games from either side, after an opening that they were shown, and after moves were
// taken back.
func TestWithoutSetboard(t *testing.T) {
	for _, form := range []string{"first", "taciturn", "second", "blind", "blindhill", "undone"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			g := games.Must(forms[form].game)
			p := xboard(t, form, g)
			s := g.New(0)
			for _, text := range []string{"e2e4", "e7e5", "g1f3"} { // an opening
				p.Watch(s)
				s.Play(must(env.Parse(s, text)))
			}
			before := s.Copy(nil)
			for range 2 { // the second time: taken back
				s = before.Copy(s)
				for range 5 {
					expectFirst(t, p, s)
					reply := s.Legal(nil)
					s.Play(reply[len(reply)-1])
				}
			}
			if n := len(p.line.moves); n != 3+5*2-1 {
				t.Errorf("the engine has %d moves, want %d: all since the start", n, 3+5*2-1)
			}
		})
	}
}

// expectFirst has an engine play the first legal move.
func expectFirst(t *testing.T, p *Player, s env.State) {
	t.Helper()
	d, err := p.Act(background, s)
	if err != nil {
		t.Fatal(err)
	}
	if want := s.Legal(nil)[0]; d.Action != want {
		t.Fatalf("%s, want %s: the engine is at another position", s.Format(d.Action), s.Format(want))
	}
	s.Play(d.Action)
}

func must(a env.Action, err error) env.Action {
	if err != nil {
		panic(err)
	}
	return a
}

// Without setboard a position whose moves are not known, and a start that is drawn, are
// refused in one line. Control: with setboard, the position is played.
func TestUnknownPositionsAreRefused(t *testing.T) {
	chess := games.Must("chess")
	s := chess.New(0)
	for _, text := range []string{"e2e4", "e7e5"} {
		s.Play(must(env.Parse(s, text)))
	}
	expectFirst(t, xboard(t, "second", chess), s.Copy(nil))
	drawn := games.Must("cetran2")
	for form, at := range map[string]struct {
		g env.Game
		s env.State
	}{"blind": {chess, s}, "blindly": {drawn, drawn.New(0)}} {
		_, err := xboard(t, form, at.g).Act(background, at.s)
		if !errors.As(err, new(*env.Forfeit)) || !strings.Contains(err.Error(), "cannot be given positions") {
			t.Errorf("%s: got %v", form, err)
		}
	}
}

// A protocol that the program does not speak is named, with the prefix to write. Control:
// TestWithoutSetboard, and a program that grumbles about its greeting and obeys it.
func TestWrongProtocol(t *testing.T) {
	for _, c := range []struct{ protocol, form, other string }{
		{"uci", "second", "cecp"}, {"uci", "blind", "cecp"}, {"cecp", "good", "uci"}, {"json", "good", "uci"}, {"json", "blind", "cecp"},
		{"uci", "talks", "json"}, {"cecp", "talks", "json"}, {"uci", "greets", "otep"},
	} {
		t.Run(c.protocol+" "+c.form, func(t *testing.T) {
			t.Parallel()
			p, err := Start(spoke(t, c.protocol, c.form, "+patience=1m"), played())
			if err == nil {
				p.Close()
			}
			want := fmt.Sprintf("it speaks %s, not %s: write %s:COMMAND", strings.ToUpper(c.other), strings.ToUpper(c.protocol), c.other)
			if !errors.As(err, new(*env.Forfeit)) || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
	expectFirst(t, begin(t, "grumbles", "@10ms"), played().New(0))
}

// scripted returns a process that has written lines, and a channel for more.
func scripted(t *testing.T, said ...string) (p *process, more chan<- heard) {
	lines := make(chan heard, 10)
	for _, text := range said {
		lines <- heard{text: text, bytes: len(text)}
	}
	p = recited(t, "")
	p.lines, p.patience = lines, 40*time.Millisecond
	return p, lines
}

// An engine that says done=0 may take its time for the other features. Control: without it,
// or when it says nothing, it is played as it is known by then.
func TestFeaturesMayTakeTime(t *testing.T) {
	for _, c := range []struct {
		said  []string
		waits bool
	}{
		{[]string{"feature done=0"}, true}, {[]string{"feature ping=1 done=0"}, true},
		{[]string{"feature ping=1"}, false}, {nil, false}, {[]string{"Welcome"}, false},
	} {
		p, more := scripted(t, c.said...)
		s, err := newCECP(p, games.Must("chess"))
		if err != nil {
			t.Fatal(err)
		}
		if c.waits {
			go func() {
				time.Sleep(5 * p.patience)
				more <- heard{text: "feature setboard=1 done=1"}
			}()
		}
		if err := s.learn(); err != nil || (s.features["setboard"] == "1") != c.waits {
			t.Errorf("%q: %v, it waited: %v", c.said, err, !c.waits)
		}
	}
}

// Features that come after the answer to ping are read; control: the pong alone.
func TestLateFeatures(t *testing.T) {
	t.Parallel()
	for _, late := range []bool{true, false} {
		p, more := scripted(t)
		in, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		p.in, p.patience = out, time.Minute
		t.Cleanup(func() { in.Close(); out.Close() })
		s, err := newCECP(p, games.Must("chess"))
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for said := bufio.NewScanner(in); said.Scan() && said.Text() != "ping 1"; {
			}
			more <- heard{text: "White (1) : pong 1"}
			if late {
				more <- heard{text: "feature setboard=1 done=1"}
			}
		}()
		if err := s.learn(); err != nil || (s.features["setboard"] == "1") != late {
			t.Errorf("late %v: %v, %v", late, s.features, err)
		}
	}
}

// An exchange may get more time while it goes on. Control: it gets none.
func TestProlong(t *testing.T) {
	for _, more := range []bool{true, false} {
		p, err := start(engine(t, "deaf", "").Command, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		err = p.exchange(background, 50*time.Millisecond, func() error {
			if more {
				p.prolong(time.Hour)
			}
			over := time.After(200 * time.Millisecond)
			if !more {
				over = nil
			}
			if _, err := p.hearWithin(over); err != errSilent {
				return err
			}
			return nil
		})
		if p.kill(); (err == nil) != more {
			t.Errorf("more time %v: %v", more, err)
		}
		<-p.ended
	}
}

// What an engine need not know is no refusal of a game; what it cannot do without is.
func TestRefuses(t *testing.T) {
	for text, want := range map[string]bool{
		"Error (unknown command): easy": false, "Error (unknown command): st 1": false, "Illegal move: ping 1": false, "Illegal time value.": false, "Error (unknown command): ?": false,
		"Illegal move:e2e5": true, "Illegal move: e2e5": true, "Error (unknown command): usermove e2e4": true, "Error (too many): go": true, "Erroneous": false,
	} {
		if refuses(text) != want {
			t.Errorf("%q: got %v", text, !want)
		}
	}
	for text, want := range map[string]string{"move e2e4": "e2e4", "12. ... e7e5": "e7e5", "1. e2e4": "", "My move is : e7e5": "", "1 -40 0 2 a5": "", "move": ""} {
		if got, _ := moved(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// A game is found by whatever name the engine lists; chess needs no word. What is not
// listed is refused.
func TestNamesOfVariants(t *testing.T) {
	for _, c := range []struct{ game, listed, want string }{
		{"chess", "", ""}, {"chess", "normal,3check", ""}, {"three-check", "normal,3check", "3check"}, {"king-of-the-hill", "chess,kingofthehill", "kingofthehill"},
		{"king-of-the-hill", "king-of-the-hill,kingofthehill", "king-of-the-hill"}, {"knightmate", "knightmate normal", "knightmate"}, {"knightmate", "", "none"},
	} {
		p, _ := scripted(t)
		s, err := newCECP(p, games.Must(c.game))
		if err != nil {
			t.Fatal(err)
		}
		s.features["variants"] = c.listed
		if err := s.choose(s.g); (err != nil) != (c.want == "none") || err == nil && s.variant != c.want {
			t.Errorf("%s of %q: %q, %v", c.game, c.listed, s.variant, err)
		}
	}
	if moves := ToXBoard(games.Must("grand-chess"), "a1a10 e3e5q N@j10"); moves != "a0a9 e2e4q N@j9" || FromXBoard(games.Must("grand-chess"), moves) != "a1a10 e3e5q N@j10" {
		t.Error(moves)
	}
	if moves := ToXBoard(games.Must("chess"), "e2e4"); moves != "e2e4" {
		t.Error(moves)
	}
}

// Engines castle by the king's move or by O-O; what neither notation has is illegal.
func TestReadMove(t *testing.T) {
	g := games.Must("chess")
	s, err := g.(env.Notated).ParsePosition("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	castles := must(env.Parse(s, "e1g1"))
	for text, want := range map[string]bool{"e1g1": true, "O-O": true, "O-O-O": false, "O-O-O-O": false, "e1e3": false} {
		if a, err := readMove(s, text); (err == nil && a == castles) != want {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
	s.Play(must(env.Parse(s, "e1e2")))
	s.Play(must(env.Parse(s, "a8a7")))
	if _, err := readMove(s, "O-O"); err == nil {
		t.Error("a king that has moved castles")
	}
}
