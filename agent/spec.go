// Package agent is who plays: at random, greedily, by alpha-beta, by tree search with
// playouts or a network. Parse turns what people type into an Entrant, which makes
// an agent for each game.
package agent

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/internal/foreign"
)

// Spec is who plays: an agent's text, read once (ParseSpec), which prints itself (String).
// No other package takes such a text apart or puts one together.
type Spec struct {
	Source
	// Budget is the simulations a move (0: the network alone), or the plies of
	// alphabeta; as many as there can be where only Time ends a move.
	Budget int
	Usual  bool          // the text gives no limit: Budget is the usual one
	Time   time.Duration // a move; 0: no limit
	CPU    bool          // Time is CPU time
	Nodes  int           // positions a move, of alphabeta: equal searches on any machine; 0: no limit
	// Level is the place among Levels of an agent that is one of them, 1 the weakest; else 0.
	// The settings of the level come before Settings.
	Level int
	// Settings change the search of a tree.
	Settings Settings
	// Untabled leaves the tables of small endgames out (Tabled): what the rest can do
	// is measured so. No text says it, nor Megabytes.
	Untabled  bool
	Megabytes int // for the search; 0: as many as it takes

	given   int             // threads, of a champion that leaves open how it searches
	command string          // of another's program, with its options and limits: as foreign.Parse reads it
	engine  *foreign.Engine // the same, as Typed reads it; else nil
}

// Source is where an agent has its network from: what a Loader is asked for.
type Source struct {
	Kind string // the word before the colon: "mcts", "ckpt"
	Path string // of a checkpoint or a run's folder; "" for kinds without
	// Of is the game whose champion is meant: another than the one to be played.
	Of string
	// Eval is the folder or the file of a learned evaluation for alphabeta: "+eval=PATH", or
	// ShippedEvaluation.
	Eval string
	// Anyway takes a checkpoint trained on other rules, if it sees and does the same
	// things: "+anyway=yes".
	Anyway bool
}

// ShippedEvaluation stands for the learned evaluation that comes with the program for a game,
// as the champion's network does: "+eval=champion".
const ShippedEvaluation = "champion"

// Setting changes the search of a tree. Key is one of mcts.PlayKeys or
//
//	threads      goroutines that evaluate leaves at the same time
//	temperature  of the choice of a move (analysis.Draw); without it the best is played
//	search       trained: as the network's checkpoint says, the default;
//	             default: mcts.Defaults
type Setting struct{ Key, Value string }

// Settings are applied in their order.
type Settings []Setting

// String writes "+threads=2+root=puct".
func (s Settings) String() string {
	var b strings.Builder
	for _, x := range s {
		b.WriteString("+" + x.Key + "=" + x.Value)
	}
	return b.String()
}

// String writes an agent with a network without how it searches: "champion",
// "ckpt:runs/celta". Agents that differ in their search alone have the same.
func (s Source) String() string {
	if s.Path != "" {
		return s.Kind + ":" + s.Path + s.which()
	}
	return s.Kind + s.which()
}

// which writes the settings that say which network is meant.
func (s Source) which() (text string) {
	if s.Of != "" {
		text = "+" + of + "=" + s.Of
	}
	if s.Eval != "" {
		text += "+" + evaluation + "=" + s.Eval
	}
	if s.Anyway {
		text += "+" + anyway + "=yes"
	}
	return text
}

// String writes the agent's text: ParseSpec (Typed, if it is Foreign) returns s of it.
func (s Spec) String() string { return s.with(s.limit()) }

// with writes the agent's text with limit for its limit; "" for none.
func (s Spec) with(limit string) string {
	settings, kind := s.which()+s.Settings.String(), s.Kind
	if s.Level > 0 {
		kind = level
	}
	switch {
	case s.command != "":
		return s.Kind + ":" + s.command
	case s.Path != "":
		// A path ends at the last @, so that there may be a + in it.
		if limit == "" && (settings != "" || s.Kind == "untrained" || strings.Contains(s.Path, "@")) {
			limit = s.Limit()
		}
		if limit != "" {
			limit = "@" + limit
		}
		return s.Kind + ":" + s.Path + limit + settings
	case limit != "":
		limit = ":" + limit
	}
	return kind + limit + settings
}

// limit writes the limit that the agent's text gives; "" if it gives none.
func (s Spec) limit() string {
	if s.Level > 0 {
		return strconv.Itoa(s.Level)
	}
	if s.Usual || budgets[s.Kind].most == 0 {
		return ""
	}
	return s.Limit()
}

// Limit writes how much the agent may do a move: "100", "50ms", "cpu=50ms", "nodes=2000".
func (s Spec) Limit() string {
	switch {
	case s.Nodes > 0:
		return nodes + strconv.Itoa(s.Nodes)
	case s.CPU:
		return foreign.CPUTime + s.Time.String()
	case s.Time > 0:
		return s.Time.String()
	}
	return strconv.Itoa(s.Budget)
}

// Form writes what agents have in common that differ by their limits: "mcts:N", "ckpt:a@N".
func (s Spec) Form() string {
	s.Settings, s.Source.Of, s.Anyway = nil, "", false
	if s.Usual || budgets[s.Kind].most == 0 {
		return s.String()
	}
	return s.with("N")
}

// Family is the same for agents that differ by their budgets alone, such as champion:16
// and champion:64; "" if the agent has no budget.
func (s Spec) Family() string {
	s = s.unlevelled()
	if s.Budget == 0 || s.command != "" {
		return ""
	}
	switch {
	case s.Time > 0:
		return s.Source.String() + s.Settings.String() + " by time"
	case s.Nodes > 0:
		return s.Source.String() + s.Settings.String() + " by positions"
	}
	return s.Source.String() + s.Settings.String()
}

// HasNetwork reports whether the agent has a network.
func (s Source) HasNetwork() bool {
	switch s.Kind {
	case "ckpt", "int8", "champion", "net", "untrained":
		return true
	}
	return false
}

// HasTree reports whether the agent searches a tree.
func (s Spec) HasTree() bool { return (s.Kind == "mcts" || s.HasNetwork()) && s.Budget > 0 }

// Foreign reports whether the agent is another's program.
func (s Spec) Foreign() bool { return s.engine != nil }

// Limited returns the same agent with n simulations or plies a move, if its kind takes a
// number.
func (s Spec) Limited(n int) Spec {
	if budgets[s.Kind].most == 0 {
		return s
	}
	s = s.unlevelled()
	s.Budget, s.Usual, s.Time, s.CPU, s.Nodes = n, false, 0, false, 0
	return s
}

// At returns the same agent with another checkpoint, by its path.
func (s Spec) At(path string) Spec {
	s.Path, s.Usual = path, false
	return s
}

// Bare returns the agent that asks the same network and does not search; ok is false
// if there is none.
func (s Spec) Bare() (bare Spec, ok bool) {
	if !s.HasNetwork() {
		return s, false
	}
	s = s.Limited(0)
	s.Settings = nil
	return s, true
}

// Untrained returns the agent that searches as this one does, with its network as it was
// before its first step of training; ok is false if there is none.
func (s Spec) Untrained() (control Spec, ok bool) {
	if !s.HasNetwork() || s.Kind == "untrained" {
		return s, false
	}
	s = s.unlevelled()
	s.Kind, s.Usual = "untrained", false
	return s, true
}

// Given returns the agent with n threads and that many megabytes for its search, as far as
// it has a use for them.
func (s Spec) Given(n, megabytes int) Spec {
	s.Megabytes = megabytes
	switch {
	case s.fitting():
		s.given = n
	case s.HasTree():
		return s.threaded(n)
	}
	return s
}

func (s Spec) threaded(n int) Spec {
	s.Settings = append(slices.Clip(s.Settings), Setting{threads, strconv.Itoa(n)})
	if s.Path != "" {
		s.Usual = false
	}
	return s
}
