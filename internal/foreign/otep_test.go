package foreign

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/tafl"
)

// others are the doubles that speak OTEP or JSON.
var others = map[string]func(){
	"otep": opentafl, "otep-refuses": func() {
		fmt.Println("hello")
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			if strings.HasPrefix(in.Text(), "play ") {
				fmt.Println("error -1 I am tired")
			}
		}
	},
	"json":         func() { answerer(func(a *answer) {}) },
	"json-chatty":  func() { answerer(func(a *answer) { fmt.Printf("{\"id\":\"%s-early\",\"move\":\"z9\"}\n", a.ID) }) },
	"json-refuses": func() { answerer(func(a *answer) { a.Error = map[bool]string{true: "I am tired"}[a.Move != ""] }) },
	"json-other":   func() { answerer(func(a *answer) { a.Game = strings.ToUpper(a.Game) }) },
	"json-garbage": func() {
		answerer(func(a *answer) {
			if a.Move != "" {
				fmt.Println("{broken")
			}
		})
	},
	"json-mistaken": func() { answerer(func(a *answer) { a.Move = map[bool]string{true: "z9z8"}[a.Move != ""] }) },
}

// opentafl is an engine of OTEP that plays the first legal move, and complains when the host's board
// is not its own.
func opentafl() {
	var g *tafl.Game
	var s env.State
	fmt.Println("hello")
	check := func(text string) {
		if got := g.OTN(s); text != "" && got != text {
			fmt.Printf("error 9 the board is %s, not %s\n", got, text)
		}
	}
	play := func(text, after string) {
		squares, _ := record.OpenTaflSquares(text)
		a, err := env.Parse(s, squares)
		if err != nil {
			fmt.Println("error 9", err)
			return
		}
		s.Play(a)
		check(after)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "rules":
			g, _ = tafl.ByRecord(rest)
		case "start":
			s = g.New(0)
		case "position":
			s, _ = g.ParseOTN(rest, s.ToMove())
		case "side":
			side := map[bool]string{true: "attackers", false: "defenders"}
			if s != nil && rest != side[s.ToMove() == Attackers(g)] { // of a position that was set up
				s, _ = g.ParseOTN(g.OTN(s), s.ToMove().Other())
			}
		case "opponent-move":
			move, after, _ := strings.Cut(rest, " ")
			play(move, after)
		case "move":
			check(rest)
		case "play":
			text := record.OpenTaflMove(s, s.Legal(nil)[0])
			fmt.Println("move", text)
			play(text, "")
		case "goodbye":
			return
		}
	}
}

// answerer is an engine of JSON that plays the first legal move of celta; spoil changes its answers.
func answerer(spoil func(*answer)) {
	g := games.Must("celta")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			fmt.Println(`{"id":"","error":"no object of JSON"}`)
			continue
		}
		a := answer{ID: q.ID}
		switch q.Do {
		case "game":
			a.Game = g.Spec().Name
		case "play":
			s, _ := g.(env.Notated).ParsePosition(q.Position)
			for _, text := range q.Moves {
				b, _ := env.Parse(s, text)
				s.Play(b)
			}
			first := s.Format(s.Legal(nil)[0])
			a.Move, a.Line, a.Value, a.Simulations = first, []string{first, "z9"}, 7, q.Simulations
		}
		spoil(&a)
		text, _ := json.Marshal(a)
		fmt.Println(string(text))
	}
}

// alternate plays a game between the double, which moves for one side, and the last of the legal
// moves. It looks whether the double takes the first one, from its own board.
func alternate(t *testing.T, p *Player, s env.State, plies int) {
	t.Helper()
	for ply := range plies {
		legal := s.Legal(nil)
		if s.Result() != env.Ongoing {
			return
		}
		if ply%2 == 1 {
			s.Play(legal[len(legal)-1])
			continue
		}
		d, err := p.Act(background, s)
		if err != nil || d.Action != legal[0] {
			t.Fatalf("ply %d: got %s, %v; want %s of\n%s", ply, s.Format(d.Action), err, s.Format(legal[0]), s)
		}
		s.Play(d.Action)
	}
}

// Engines of OTEP and of JSON have the board of the host: from either side, from a position that
// was set up, and after moves were taken back.
func TestBoardsAreTheHosts(t *testing.T) {
	for _, test := range []struct{ protocol, form, game string }{
		{"otep", "otep", "celta"}, {"otep", "otep", "tablut"}, {"json", "json", "celta"}, {"json", "json-chatty", "celta"},
	} {
		t.Run(test.form+" "+test.game, func(t *testing.T) {
			g := games.Must(test.game)
			p, err := Start(spoke(t, test.protocol, test.form, "@20"), g)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { p.Close() })
			for _, skipped := range []int{0, 1, 2, 5} {
				s := g.New(0)
				for range skipped {
					legal := s.Legal(nil)
					s.Play(legal[len(legal)/2])
				}
				before := s.Copy(nil)
				alternate(t, p, s, 8)
				alternate(t, p, before, 3) // taken back
			}
			set, err := g.(env.Notated).ParsePosition(g.(env.Notated).Position(middle(g, 4)))
			if err != nil {
				t.Fatal(err)
			}
			alternate(t, p, set, 4)
		})
	}
}

// middle is a position after some middle moves.
func middle(g env.Game, plies int) env.State {
	s := g.New(0)
	for range plies {
		legal := s.Legal(nil)
		s.Play(legal[len(legal)/2])
	}
	return s
}

// What goes wrong with such an engine is its fault, and said in one line.
func TestFaultsByOTEPAndJSON(t *testing.T) {
	for _, test := range []struct{ protocol, form, want string }{
		{"otep", "otep-refuses", "it refuses: error -1 I am tired"}, {"json", "json-refuses", "it refuses: I am tired"},
		{"json", "json-garbage", `it wrote "{broken": want an object of JSON a line`}, {"json", "json-mistaken", `it played "z9z8"`},
	} {
		g := games.Must("celta")
		p, err := Start(spoke(t, test.protocol, test.form, "@20"), g)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Act(background, g.New(0))
		var fault *env.Forfeit
		if !errors.As(err, &fault) || !strings.Contains(fault.Reason, test.want) || strings.Contains(fault.Reason, "\n") {
			t.Errorf("%s: got %v, want %s", test.form, err, test.want)
		}
		p.Close()
	}
	if p, err := Start(spoke(t, "json", "json-other", "@20"), games.Must("celta")); err == nil || !strings.Contains(err.Error(), `it does not play celta: it plays "CELTA"`) {
		t.Errorf("got %v, %v", p, err)
	}
	for protocol, name := range map[string]string{"otep": "chess", "uci": "connect4"} {
		if p, err := Start(spoke(t, protocol, "good", "@20"), games.Must(name)); err == nil {
			p.Close()
			t.Errorf("%s is played by %s", name, protocol)
		}
	}
}

// A line in the answer of an engine ends before its first illegal move, its value is within bounds,
// and the nodes that it may search are asked for.
func TestJSONAnswersAreRead(t *testing.T) {
	g := games.Must("celta")
	p, err := Start(spoke(t, "json", "json", "@77"), g)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	d, err := p.Act(background, g.New(0))
	if err != nil || d.Value != 1 || len(d.Line) != 1 || d.Line[0] != d.Action || d.Simulations != 77 {
		t.Errorf("got %+v, %v", d, err)
	}
}

// A program is known by how it answers a greeting, and asked first in the protocol that it should
// speak.
func TestKnownByItsGreeting(t *testing.T) {
	for line, want := range map[string]string{
		"uciok": "uci", "id name X": "uci", "id author X": "", "feature ping=1": "cecp", "> pong 1": "cecp", "pong 2": "",
		"hello": "otep", "hello world": "", `{"id":"1"}`: "json", "{broken": "", gameQuestion: "", "": "",
	} {
		if got := native(line); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
	for _, protocol := range []string{"uci", "cecp", "json", "otep"} {
		texts := firstIn(protocol)
		own := 0
		for i, text := range texts {
			for _, g := range greetings {
				if g.text == text && g.protocol == protocol {
					if own++; own != i+1 {
						t.Errorf("%s: %q comes behind others: %q", protocol, text, texts)
					}
				}
			}
		}
		if len(texts) != len(greetings) {
			t.Errorf("%s: %d greetings, want %d", protocol, len(texts), len(greetings))
		}
	}
	for line, want := range map[string]bool{"Error (unknown command): uci": true, "Illegal move: uci": true, "uci is fine": false, "Error: no book": false} {
		if objects(line, "uci") != want {
			t.Errorf("%q objects to uci: %v", line, !want)
		}
	}
}
