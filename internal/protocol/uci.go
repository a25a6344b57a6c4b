package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/chess"
	"ludens/internal/foreign"
	"ludens/mcts"
)

// UCI serves a board that speaks the Universal Chess Interface (Huber and
// Meyer-Kahlen 2000) with UCI_Variant, VariantPath and MultiPV, until it says quit or in
// ends. The game is one whose positions chess programs read; the board may choose another
// of its family.
//
// The protocol has no form for errors: what cannot be obeyed is answered by
// "info string" and changes nothing.
func UCI(ctx context.Context, e Engine, in io.Reader, out io.Writer) error {
	g, ok := e.Game.(chesslike)
	if !ok {
		return fmt.Errorf("protocol: uci is for games of chess; %s speaks %s", e.Game.Spec().Name, spoken(e.Game))
	}
	d, err := openDesk(ctx, e, g, out)
	if err != nil {
		return err
	}
	u := &uci{desk: d, engine: e, game: g, seed: e.Seed, lines: 1}
	u.state = g.New(u.seed)
	return u.serve(u, in)
}

type uci struct {
	desk
	engine Engine
	game   chesslike
	seed   uint64 // of startpos
	state  env.State

	lines       int  // option MultiPV
	shows       bool // option UCI_ShowWDL
	simulations int  // option; 0: the agent's own
	held        *analysis.Report
	by          string // who thought last, where the agent chose another for the time

	read      []string        // games of files that the board named
	pondering bool            // the move expected is being thought about
	limits    analysis.Limits // of the search under way, once the move expected is made
}

func (u *uci) hear(line string) (quit bool) {
	word, rest := cut(line)
	var err error
	switch word {
	case "", "debug", "register":
	case "ponderhit":
		u.ponderHit()
	case "uci":
		u.introduce()
	case "isready":
		u.out.print("readyok")
	case "ucinewgame":
		u.finish()
		u.forget()
	case "setoption":
		u.finish()
		err = u.setOption(rest)
	case "position":
		u.finish()
		err = u.setPosition(strings.Fields(rest))
	case "go":
		u.finish()
		err = u.search(strings.Fields(rest))
	case "stop":
		u.finish()
	case "d":
		u.out.print("info string %s", u.game.FEN(u.state))
	case "quit":
		return true
	default:
		err = fmt.Errorf("unknown command %.40q", word)
	}
	if err != nil {
		u.out.print("info string error: %.200s", err)
	}
	return false
}

func (u *uci) introduce() {
	u.out.print("id name %s", u.engine.Name)
	u.out.print("id author the Ludens developers")
	u.out.print("option name UCI_Variant type combo default %s var %s", chess.FairyName(u.game.Spec().Name), strings.Join(called(u.variants(), chess.FairyName), " var "))
	if slices.Contains(u.variants(), chess960) {
		u.out.print("option name UCI_Chess960 type check default %t", u.game.Spec().Name == chess960)
	}
	if u.engine.ReadGame != nil {
		u.out.print("option name VariantPath type string default <empty>")
	}
	u.out.print("option name Ponder type check default false")
	u.out.print("option name Threads type spin default %d min 1 max %d", max(1, u.engine.Resources.Threads), u.engine.threads())
	u.out.print("option name Hash type spin default %d min 1 max %d", max(1, u.engine.Resources.Megabytes), analysis.MaxMegabytes)
	u.out.print("option name MultiPV type spin default 1 min 1 max %d", maxLines)
	u.out.print("option name UCI_ShowWDL type check default false")
	u.out.print("option name Simulations type spin default 0 min 0 max %d", mcts.MaxSimulations)
	u.out.print("uciok")
}

const maxLines = 256

// chess960 is the game that a board means by the option UCI_Chess960, instead of chess.
const chess960 = "chess960"

// shuffle changes between chess and Chess960; in other games there is nothing to change.
func (u *uci) shuffle(on bool) error {
	switch now := u.game.Spec().Name; {
	case on && now == "chess":
		return u.choose(chess960)
	case !on && now == chess960:
		return u.choose("chess")
	}
	return nil
}

// setOption reads "name MultiPV value 3".
func (u *uci) setOption(rest string) error {
	name, value, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " value ")
	n, err := strconv.Atoi(value)
	switch {
	case strings.EqualFold(name, "UCI_Variant"):
		return u.choose(value)
	case strings.EqualFold(name, "UCI_Chess960") && (value == "true" || value == "false"):
		return u.shuffle(value == "true")
	case strings.EqualFold(name, "VariantPath") && u.engine.ReadGame != nil:
		return u.learn(value)
	case strings.EqualFold(name, "Ponder") && (value == "true" || value == "false"): // it is up to the board
	case strings.EqualFold(name, "Threads") && err == nil && 1 <= n && n <= u.engine.threads():
		return u.give(Resources{n, u.has.Megabytes})
	case strings.EqualFold(name, "Hash") && err == nil && 1 <= n && n <= analysis.MaxMegabytes:
		return u.give(Resources{u.has.Threads, n})
	case strings.EqualFold(name, "MultiPV") && err == nil && 1 <= n && n <= maxLines:
		u.lines = n
	case strings.EqualFold(name, "UCI_ShowWDL") && (value == "true" || value == "false"):
		u.shows = value == "true"
	case strings.EqualFold(name, "Simulations") && err == nil && 0 <= n && n <= mcts.MaxSimulations:
		u.simulations = n
	default:
		return fmt.Errorf("no option %.40q with the value %.40q", name, value)
	}
	return nil
}

// setPosition reads "startpos moves e2e4" and "fen ... moves e2e4". The start of
// a game that draws it is that of the engine's seed.
func (u *uci) setPosition(words []string) error {
	text, moves, _ := strings.Cut(strings.Join(words, " "), " moves ")
	text = strings.TrimSuffix(text, " moves")
	var s env.State
	kind, fen := cut(text)
	switch kind {
	case "startpos":
		s = u.game.New(u.seed)
	case "fen":
		var err error
		if s, err = u.game.ParsePosition(fen); err != nil {
			return err
		}
	default:
		return fmt.Errorf("position %.40q; want startpos or fen", kind)
	}
	if err := playMoves(s, strings.Fields(moves)); err != nil {
		return err
	}
	u.state = s
	return nil
}

// playMoves plays moves by their texts.
func playMoves(s env.State, moves []string) error {
	for i, text := range moves {
		a, err := chess.ReadWritten(s, text)
		if err != nil {
			return fmt.Errorf("moves[%d]: %w", i, err)
		}
		s.Play(a)
	}
	return nil
}

// search obeys go.
func (u *uci) search(words []string) error {
	l, ponder, err := u.limitsOf(words)
	if err != nil {
		return err
	}
	if u.state.Result() != env.Ongoing {
		u.out.print("info depth 0 score %s", map[bool]string{true: "cp 0", false: "mate 0"}[u.state.Result() == env.Drawn])
		u.out.print("bestmove (none)")
		return nil
	}
	u.pondering, u.limits = ponder, l
	if ponder && l.Time > 0 { // which begins when the move is made
		l.Time, l.Endless = 0, true
	}
	u.think(u.state, l)
	u.endless = u.endless || ponder
	return nil
}

// ponderHit hears that the move expected was made: the search goes on as one for the next
// move.
func (u *uci) ponderHit() {
	if !u.pondering {
		return
	}
	u.pondering, u.endless = false, u.limits.Endless
	switch {
	case u.held != nil && !u.endless:
		u.tellBest(*u.held)
	case u.thinking() && u.limits.Time > 0:
		time.AfterFunc(u.limits.Time, u.stop)
	}
}

// limitsOf reads the words behind go. What a search has no use for is refused, not
// ignored.
func (u *uci) limitsOf(words []string) (l analysis.Limits, ponder bool, err error) {
	l = analysis.Limits{Simulations: u.simulations, Every: often, Lines: u.lines}
	mine, timed := map[env.Player]string{env.First: "w", env.Second: "b"}[u.state.ToMove()], false
	var c clock
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "infinite":
			l.Endless = true
			continue
		case "ponder":
			ponder = true
			continue
		}
		if !slices.Contains(numbered, word) {
			return l, false, fmt.Errorf("go %.40s is not for this engine", word)
		}
		n, err := goNumber(words)
		if err != nil {
			return l, false, fmt.Errorf("go %s: %w", word, err)
		}
		words = words[1:]
		ms := time.Duration(n) * time.Millisecond
		switch word {
		case "nodes":
			l.Simulations = max(1, n)
		case "depth":
			if u.engine.Shallow {
				return l, false, errors.New("go depth: this agent searches no lines of play")
			}
			l.Depth = max(1, n)
		case "movetime":
			l.Time = max(ms-lag, ms/2, time.Millisecond)
		case "movestogo":
			c.moves = n
		case mine + "time":
			c.left, timed = max(ms, time.Millisecond), true
		case mine + "inc":
			c.increment = max(ms, 0)
		}
	}
	if timed && !l.Endless {
		l.Time = c.allot()
	}
	if l.Depth > 0 {
		l.Endless = false
	}
	return l, ponder, nil
}

// numbered are the words of go that a number follows.
var numbered = []string{"nodes", "depth", "movetime", "movestogo", "wtime", "btime", "winc", "binc"}

// goNumber reads the number that words begin with.
func goNumber(words []string) (int, error) {
	if len(words) == 0 {
		return 0, errors.New("want a number")
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n > 1e9 || n < -1e9 {
		return 0, fmt.Errorf("%.40q; want a number", words[0])
	}
	return n, nil
}

// finish ends the search under way with its move.
func (u *uci) finish() {
	if u.held != nil {
		u.tellBest(*u.held)
	}
	u.pondering = false
	if u.thinking() {
		r, err := u.halt()
		u.endless = false
		u.decided(r, err)
	}
}

func (u *uci) news(r analysis.Report) {
	if r.By != u.by && r.By != "" {
		u.out.print("info string %s", r.By)
	}
	u.by = r.By
	for i, m := range r.Moves[:min(u.lines, len(r.Moves))] {
		if i == 0 || m.Visits > 0 {
			u.tellLine(r, i)
		}
	}
}

// decided sends the move, unless it must wait for stop: "go infinite" does.
func (u *uci) decided(r analysis.Report, err error) {
	if err != nil {
		u.out.print("info string error: %.200s", err)
		u.out.print("bestmove (none)")
		return
	}
	u.news(r)
	if u.endless {
		u.held = &r
		return
	}
	u.tellBest(r)
}

func (u *uci) tellBest(r analysis.Report) {
	u.held = nil
	line := spell(u.state, r.Moves[0].Line, chess.Written)
	if len(line) > 1 {
		u.out.print("bestmove %s ponder %s", line[0], line[1])
		return
	}
	u.out.print("bestmove %s", line[0])
}

// tellLine prints what is known of the i-th best move.
func (u *uci) tellLine(r analysis.Report, i int) {
	m := r.Moves[i]
	score := fmt.Sprintf("cp %d", foreign.Centipawns(m.Value))
	if moves, ok := mate(r, u.state.ToMove()); ok && i == 0 {
		score = fmt.Sprintf("mate %d", moves)
	}
	c := m.Chances
	if i == 0 {
		c = r.Chances
	}
	if u.shows && c != nil {
		score += " " + wdl(*c)
	}
	text := fmt.Sprintf("info depth %d multipv %d score %s nodes %d", max(1, r.Depth), i+1, score, r.Simulations)
	if ms := r.Elapsed.Milliseconds(); ms > 0 {
		text += fmt.Sprintf(" nps %d time %d", int64(r.Simulations)*1000/ms, ms)
	}
	u.out.print("%s pv %s", text, strings.Join(spell(u.state, m.Line, chess.Written), " "))
}
