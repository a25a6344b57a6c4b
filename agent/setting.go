package agent

import (
	"fmt"
	"strconv"

	"ludens/analysis"
	"ludens/env"
	"ludens/mcts"
)

const (
	threads     = "threads"
	temperature = "temperature"
	searchOf    = "search"
	of          = "of"
	anyway      = "anyway"
	evaluation  = "eval"
	fits        = "fits"
)

// gumbelMost is up to how many simulations networks are searched as they were trained
// if that was by Gumbel's root, unless it is asked for. With 64 it is worth 200
// Elo and more in Cetran, with 800 PUCT is the better (docs/guide/search.md).
const gumbelMost = 400

// searching returns how the agent searches if its network was trained with a search
// as trained says.
func (s Spec) searching(trained mcts.Config) (analysis.Config, error) {
	c := analysis.Config{Search: trained.AtPlay(s.Budget), GumbelMost: gumbelMost, Proofs: true, Megabytes: s.Megabytes}
	for _, setting := range s.settings() {
		if err := apply(&c, setting); err != nil {
			return c, fmt.Errorf("agent %q: %w", s, err)
		}
	}
	c.Search = c.Search.Of(s.Budget)
	return c, nil
}

// Exactly returns the same agent with all that is unusual of its search in its text, if
// its network is the one that load opens. That distinguishes it from agents of the same name
// that search otherwise.
func (s Spec) Exactly(g env.Game, load Loader) (Spec, error) {
	if s.Kind == "exact" {
		s.Usual = false
	}
	if !s.HasTree() {
		return s, nil
	}
	if who, why, err := s.Fitted(g, load); err != nil || why != "" && !who.HasTree() {
		return who, err
	}
	trained := mcts.Defaults()
	if s.HasNetwork() {
		net, err := load(s.Source, g)
		if err != nil {
			return s, err
		}
		trained = net.Search
	}
	c, err := s.searching(trained)
	if err != nil {
		return s, err
	}
	c.Search.Root = c.RootFor(s.Budget)
	t, drawn := s.Temperature()
	s.Settings, s.Level = nil, 0
	for _, x := range c.Search.Unusual() {
		s.Settings = append(s.Settings, Setting(x))
	}
	if c.Threads > 1 {
		s = s.threaded(c.Threads)
	}
	if drawn {
		s.Settings = append(s.Settings, Level{Temperature: t}.Drawn())
	}
	return s, nil
}

// apply lays a setting over c.
func apply(c *analysis.Config, s Setting) error {
	switch {
	case s.Key == threads:
		n, err := strconv.Atoi(s.Value)
		if err != nil || n < 1 || n > analysis.MaxThreads {
			return fmt.Errorf("threads = %q, want 1 to %d", s.Value, analysis.MaxThreads)
		}
		c.Threads = n
	case s.Key == temperature: // of the choice of a move, not of the search
		return checkTemperature(s.Value)
	case s.Key == searchOf && s.Value == "trained":
	case s.Key == searchOf && s.Value == "default":
		c.Search = mcts.Defaults()
	case s.Key == searchOf:
		return fmt.Errorf("search = %q, want trained or default", s.Value)
	default:
		if s.Key == "root" {
			c.GumbelMost = 0
		}
		return c.Search.Set(s.Key, s.Value)
	}
	return nil
}

// Threads returns how many threads the agent's text asks for, 0 if it says nothing.
func (s Spec) Threads() int {
	c, err := s.searching(mcts.Defaults())
	if err != nil {
		return 0
	}
	return c.Threads
}
