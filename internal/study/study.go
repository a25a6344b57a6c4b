// Package study answers questions about games and agents by letting agents play:
// who of two is better ([Match]), how strong many are ([Ladder]), how an agent does
// against baselines ([Evaluation]), whether a game is fair and which rules make it so
// ([Balance]). Answers are data, mostly of package report.
//
// The room is handed its game and its players, keeps the games in a folder
// (arena.Folder), and goes on where it was stopped. It prints nothing: [Events] report
// how play goes on. Where play was stopped, a study returns what the finished games
// say, and the error of the context.
package study

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/machine"
	"ludens/internal/report"
	"ludens/selfplay"
)

// Setting is what decides the games of a study, but for who plays them, and where
// they are kept.
type Setting struct {
	Game     env.Game
	Opening  int           // random plies of each opening, drawn until it is balanced; or Usual
	Book     string        // file of openings instead; "": none
	MoveTime time.Duration // a move, for agents that search; 0: their own limits alone. Games then depend on the clock
	Seed     uint64
	Workers  int    // games at once; no result depends on it
	Out      string // folder of the games
	Enter    Enter
	Events   Events

	// Elsewhere plays the games; nil: this process does. Agents that depend on the clock
	// are then refused. Mixed says that it takes games of any kernels, whose last bits
	// differ: they are kept apart from others.
	Elsewhere arena.Play
	Mixed     bool

	who arena.Players // those that were let in
}

// Enter returns what makes the agents of one game by their texts. It is handed to
// the room, which opens no network itself.
type Enter func(g env.Game) func(text string) (Contestant, error)

// Events are called when something happens, one call at a time. Each may be nil.
type Events struct {
	Opened func(*arena.Folder) // the games' folder, before any game
	Played func(Stage)
}

// Stage is a part of a study that is being played: it is reported when it begins, after
// each game, and when it ends.
type Stage struct {
	What   string
	Played int           // games, those of before among them
	Most   int           // games there will be; 0: unknown
	Later  int           // games of the stages after it, at most
	Series *arena.Series // of a match: how it stands
	Over   bool
}

// Mistake is what is wrong with a request: which of its fields, in small letters, or
// which Value of it.
type Mistake struct {
	Field, Value string
	Err          error
}

func (m *Mistake) Error() string {
	if m.Value == "" {
		return fmt.Sprintf("%s: %v", m.Field, m.Err)
	}
	return fmt.Sprintf("%s %s: %v", m.Field, m.Value, m.Err)
}

func (m *Mistake) Unwrap() error { return m.Err }

// mistake returns a Mistake of a field, and of its value if that is given.
func mistake(field, value, format string, args ...any) error {
	return &Mistake{field, value, fmt.Errorf(format, args...)}
}

// about returns what decides the games, but for who plays them.
func (s *Setting) about(openings string) map[string]string {
	about := map[string]string{
		"game": s.Game.Spec().Name, "rules": env.Fingerprint(s.Game), "openings": openings, "seed": fmt.Sprint(s.Seed),
	}
	if text := games.Text(s.Game.Spec().Name); text != "" {
		about["variant"] = text
	}
	if s.MoveTime > 0 {
		about["movetime"] = s.MoveTime.String()
	}
	if s.Mixed {
		about["kernels"] = "any"
	}
	return about
}

// open opens the folder and holds what was played against the rules of its game.
func (s *Setting) open(about map[string]string, of func(arena.Entry) env.Game) (*arena.Folder, []arena.Entry, error) {
	f, entries, err := arena.Open(s.Out, about)
	if err != nil {
		return nil, nil, err
	}
	if err := cmp.Or(f.Sign(s.who), verify(s.Out, entries, of)); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	if s.Events.Opened != nil {
		s.Events.Opened(f)
	}
	return f, entries, nil
}

// verify holds the games of a folder against the rules of the game they are of; nil
// are of none that matters now.
func verify(dir string, entries []arena.Entry, of func(arena.Entry) env.Game) error {
	for i, e := range entries {
		if e.Game == nil || of(e) == nil {
			continue
		}
		if err := e.Game.Verify(of(e)); err != nil {
			return fmt.Errorf("%s: line %d is damaged (%w): remove it to go on", filepath.Join(dir, "games.jsonl"), i+1, err)
		}
	}
	return nil
}

// ours says that all games of a folder are of the setting's.
func (s *Setting) ours(arena.Entry) env.Game { return s.Game }

// And returns events that call another function, too.
func (e Events) And(played func(Stage)) Events {
	first := e.told
	e.Played = func(at Stage) { first(at); played(at) }
	return e
}

// told reports a stage, if Played is set.
func (e Events) told(at Stage) {
	if e.Played != nil {
		e.Played(at)
	}
}

// kept is an error of play, with where the finished games are.
func (s *Setting) kept(err error) error {
	return fmt.Errorf("%w; the finished games are kept in %s", err, s.Out)
}

// Facts are what it takes to get games again, the command that asked for them first.
func (m Setting) Facts(command, openings string, players []Contestant) []report.Fact {
	facts := []report.Fact{
		{Name: "command", Value: command},
		{Name: "seed", Value: fmt.Sprint(m.Seed)},
		{Name: "ludens", Value: programs(m.Out)},
		{Name: "go", Value: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH},
		{Name: "kernels", Value: selfplay.Kernels()},
		{Name: "game", Value: m.Game.Spec().Name},
		{Name: "rules", Value: env.Fingerprint(m.Game)},
		{Name: "openings", Value: openings},
		{Name: "games", Value: m.Out},
	}
	for _, c := range players {
		if c.At != nil {
			facts = append(facts, report.Fact{Name: c.Name, Value: c.Key})
		}
		network := report.Fact{Name: "network of " + c.Weights, Value: c.Network}
		if c.Network != "" && !slices.Contains(facts, network) {
			facts = append(facts, network)
		}
	}
	return facts
}

// programs returns the revisions of ludens that have played the games of a folder.
func programs(dir string) string {
	about, _ := arena.About(dir) // there is none where no game was to be played
	return cmp.Or(about["ludens"], machine.Revision())
}
