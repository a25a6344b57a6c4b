// Package protocol lets other programs use our agents: boards that speak CECP
// (XBoard, WinBoard), UCI or OTEP (OpenTafl), scripts that speak JSON, and
// learners that want the environments themselves.
//
//   - [UCI] and [CECP]: the games whose positions chess programs read.
//   - [OTEP]: the tafl family.
//   - [JSON]: every game, many positions at once.
//   - [Gym]: every game as an environment, many episodes in one message.
//
// Each reads lines until the other side is done with it and answers what it
// cannot understand in the protocol's own form of an error: garbage never ends
// a session. docs/protocols.md shows them at work.
package protocol

import (
	"ludens/analysis"
	"ludens/env"
	"ludens/env/tafl"
)

// Engine is who plays.
type Engine struct {
	Name string // as the other program shows it
	Game env.Game
	Seed uint64 // of the first start position, where it is drawn; later games take the seeds that follow
	// Open returns who thinks about a game with what he is given. It is asked for Game,
	// and by OTEP for others of its family that the other program wants to play.
	Open func(g env.Game, r Resources) (analysis.Analyst, error)
	// Resources are those of the start. By UCI and CECP the other program may change
	// them.
	Resources Resources
	// Shallow says that the agent searches no lines of play: a limit of depth is refused.
	Shallow bool
	// Single says that the agent has one thread, whatever it is given.
	Single bool
	// ReadGame reads the file of a game, whose name it returns: from then on games.Make knows
	// it. nil: no files are read.
	ReadGame func(path string) (name string, err error)
	// Workers is how many positions JSON thinks about at the same time.
	Workers int
}

// Resources are what one search may use.
type Resources struct {
	Threads   int // that evaluate leaves at the same time; 0 and 1: one
	Megabytes int // of memory, about; 0: the engine's default
}

// spoken names the protocols of a game.
func spoken(g env.Game) string {
	switch g := g.(type) {
	case *tafl.Game:
		if g.Classic() {
			return "otep and json"
		}
	case chesslike:
		return "cecp, uci and json"
	}
	return "json"
}

// chesslike is a game whose positions chess programs read and write.
type chesslike interface {
	env.Game
	env.Notated
	env.FENWriter
}

// threads returns how many an engine may be given.
func (e Engine) threads() int {
	if e.Single {
		return 1
	}
	return analysis.MaxThreads
}
