package foreign

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/chess"
)

// TestMain lets the test binary be an engine: "double BEHAVIOUR".
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "double" {
		form, winboard := forms[os.Args[2]]
		switch other := others[os.Args[2]]; {
		case winboard:
			form.play()
		case other != nil:
			other()
		default:
			double(os.Args[2])
		}
		return
	}
	os.Exit(m.Run())
}

// played is the game that the double knows.
func played() env.Game {
	g, err := chess.New("cetran2", nil)
	if err != nil {
		panic(err)
	}
	return g
}

// misdeeds are what a double does when it is asked for a move.
var misdeeds = map[string]func(){
	"crash":   func() { fmt.Fprintln(os.Stderr, "segmentation\x1b[31m fault"); os.Exit(3) },
	"hang":    func() { time.Sleep(time.Hour) },
	"illegal": func() { fmt.Println("bestmove e2e5") },
	"none":    func() { fmt.Println("bestmove (none)") },
	"garbage": func() { fmt.Println("bestmove \x00\xff\x1b[2J" + strings.Repeat("x", 100_000)) },
	"mute":    func() { os.Stdout.Close(); time.Sleep(time.Hour) },
	"flood": func() {
		out := bufio.NewWriter(os.Stdout)
		for {
			out.WriteString("info string nothing\n")
		}
	},
	"stream": func() { // one line without an end
		for {
			os.Stdout.Write(make([]byte, 1<<16))
		}
	},
}

// double is an engine that speaks UCI: it plays the first legal move, tells two lines and
// notes what it gets, or does something else.
func double(behaviour string) {
	switch behaviour {
	case "deaf":
		time.Sleep(time.Hour)
	case "greets":
		fmt.Println("hello")
	case "grumbles":
		fmt.Println("Error: no book uci.bin")
	}
	if behaviour == "children" { // one that would go on by itself
		child := exec.Command("sleep", "3600")
		if os.Args[len(os.Args)-1] == "apart" {
			child = exec.Command("setsid", "sleep", "3600")
		}
		child.Start()
		fmt.Println("info string child", child.Process.Pid)
		os.WriteFile(os.Args[3], []byte(strconv.Itoa(child.Process.Pid)), 0o600)
	}
	g := played()
	s := g.New(0)
	var stopped atomic.Bool
	var child *exec.Cmd
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		if behaviour == "talks" {
			fmt.Println(`{"id":"","error":"no object of JSON"}`)
			continue
		}
		switch word {
		case "uci":
			fmt.Println("id name Double\noption name UCI_Variant type combo default chess var chess var cetran2\noption name Hash type spin default 1 min 1 max 9\noption name MultiPV type spin default 1 min 1 max 9\noption name Clear Hash type button\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "setoption", "ucinewgame":
			fmt.Fprintln(os.Stderr, in.Text())
		case "position":
			s = placed(g, rest)
		case "go":
			if misdeed := misdeeds[behaviour]; misdeed != nil {
				misdeed()
				continue
			}
			if behaviour == "works" { // until it is stopped, or by a child
				stopped.Store(false)
				go func() {
					for !stopped.Load() {
					}
				}()
				continue
			}
			if behaviour == "delegates" {
				child = exec.Command("sh", "-c", "while :; do :; done")
				child.Start()
				continue
			}
			if behaviour == "naps" {
				time.Sleep(60 * time.Millisecond)
			}
			if rest == "infinite" {
				fmt.Println("info depth 1 score cp 7 pv", s.Format(s.Legal(nil)[0]))
				continue
			}
			reply(s, rest)
			if behaviour == "stutters" {
				reply(s, rest)
			}
		case "stop":
			if stopped.Store(true); child != nil {
				child.Process.Kill()
				child.Wait()
			}
			reply(s, word)
		case "quit":
			if behaviour != "stays" {
				return
			}
		}
	}
	for behaviour == "stays" {
		time.Sleep(time.Hour)
	}
}

// placed sets up a position.
func placed(g env.Game, text string) env.State {
	fen, moves, _ := strings.Cut(strings.TrimPrefix(text, "fen "), " moves ")
	s, err := g.(env.Notated).ParsePosition(fen)
	if err != nil {
		panic(err)
	}
	for _, move := range strings.Fields(moves) {
		a, err := env.Parse(s, move)
		if err != nil {
			panic(err)
		}
		s.Play(a)
	}
	return s
}

// reply tells of two moves and plays the first; what it was asked comes back as a score.
func reply(s env.State, asked string) {
	legal := s.Legal(nil)
	words := strings.Fields(asked)
	fmt.Println("info depth 5 multipv 1 score cp", words[len(words)-1], "nodes 77 pv", s.Format(legal[0]), "a1a1")
	fmt.Println("info depth 5 multipv 2 score mate -3 nodes 78 pv", s.Format(legal[1]))
	fmt.Println("bestmove", s.Format(legal[0]), "ponder a1a1")
}

// engine returns the double as an engine.
func engine(t testing.TB, behaviour, more string) Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e, err := Parse("uci", fmt.Sprintf("'%s' double %s", self, behaviour)+more)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// begin starts the double, which ends with the test.
func begin(t *testing.T, behaviour, more string) *Player {
	t.Helper()
	p, err := Start(engine(t, behaviour, more), played())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

var background = context.Background()
