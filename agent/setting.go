package agent

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/analysis"
	"ludens/env"
	"ludens/mcts"
)

const (
	threads  = "threads"
	searchOf = "search"
	of       = "of"
	anyway   = "anyway"
)

// gumbelMost is up to how many simulations networks are searched as they were trained
// if that was by Gumbel's root, unless somebody asks for it. With 64 it is worth 200
// Elo and more in Cetran, with 800 PUCT is the better (docs/guide/search.md).
const gumbelMost = 400

// cutSettings takes the settings off an agent's text. A path ends at its last @, so
// that there may be a + in it.
func cutSettings(text string) (agent, settings string) {
	at := strings.LastIndex(text, "@")
	if at < 0 && (strings.HasPrefix(text, "ckpt:") || strings.HasPrefix(text, "int8:")) {
		return text, ""
	}
	if plus := strings.Index(text[at+1:], "+"); plus >= 0 {
		return text[:at+1+plus], text[at+1+plus:]
	}
	return text, ""
}

// set takes the settings that cutSettings returned, if they can be.
func (s *Spec) set(settings string) error {
	s.Settings = settings
	for _, setting := range s.settings() {
		key, value, _ := strings.Cut(setting, "=")
		switch {
		case key == of && (s.Kind == "champion" || s.Kind == "untrained") && s.Path == "" && value != "":
			s.Of = value
		case key == anyway && s.Path != "" && value == "yes":
			s.Anyway = true
		case key == of:
			return fmt.Errorf("agent %q: want champion:N+of=GAME", s.Text)
		case key == anyway:
			return fmt.Errorf("agent %q: want ckpt:PATH@N+anyway=yes", s.Text)
		case !s.HasTree():
			return fmt.Errorf("agent %q: it searches no tree: leave +%s out", s.Text, setting)
		}
	}
	_, err := s.searching(mcts.Defaults())
	return err
}

// trained returns the settings that say which network is meant.
func (s Spec) trained() (settings string) {
	if s.Of != "" {
		settings = "+" + of + "=" + s.Of
	}
	if s.Anyway {
		settings = "+" + anyway + "=yes"
	}
	return settings
}

// searching returns how the agent searches if its network was trained with a search
// as trained says.
func (s Spec) searching(trained mcts.Config) (analysis.Config, error) {
	c := analysis.Config{Search: trained.AtPlay(s.Budget), GumbelMost: gumbelMost, Proofs: true, Megabytes: s.Megabytes}
	for _, setting := range s.settings() {
		if err := apply(&c, setting); err != nil {
			return c, fmt.Errorf("agent %q: %w", s.Text, err)
		}
	}
	c.Search = c.Search.Of(s.Budget)
	return c, nil
}

// Exactly returns the same agent with all that is unusual of its search in its text, if
// its network is the one that load opens. That tells it from agents of the same name
// that search otherwise.
func (s Spec) Exactly(g env.Game, load Loader) (Spec, error) {
	if s.Kind == "exact" {
		s.Text = s.Kind + ":" + s.Limit()
	}
	if !s.HasTree() {
		return s, nil
	}
	trained := mcts.Defaults()
	if s.HasNetwork() {
		net, err := load(s.source(), g)
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
	s.Text, _ = cutSettings(s.Text)
	s.Settings = s.trained()
	for _, setting := range c.Search.Unusual() {
		s.Settings += "+" + setting
	}
	if c.Threads > 1 {
		s.Settings += withThreads(c.Threads)
	}
	s.Text += s.Settings
	return s, nil
}

// settings returns the settings, each KEY=VALUE.
func (s Spec) settings() []string {
	if s.Settings == "" {
		return nil
	}
	return strings.Split(s.Settings[1:], "+")
}

func apply(c *analysis.Config, setting string) error {
	key, value, ok := strings.Cut(setting, "=")
	switch {
	case !ok:
		return fmt.Errorf("+%s: want +KEY=VALUE, as in +threads=2", setting)
	case key == threads:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > analysis.MaxThreads {
			return fmt.Errorf("threads = %q, want 1 to %d", value, analysis.MaxThreads)
		}
		c.Threads = n
	case key == of, key == anyway:
	case key == searchOf && value == "trained":
	case key == searchOf && value == "default":
		c.Search = mcts.Defaults()
	case key == searchOf:
		return fmt.Errorf("search = %q, want trained or default", value)
	default:
		if key == "root" {
			c.GumbelMost = 0
		}
		return c.Search.Set(key, value)
	}
	return nil
}

// HasTree reports whether the agent searches a tree.
func (s Spec) HasTree() bool { return (s.Kind == "mcts" || s.HasNetwork()) && s.Budget > 0 }

// Threaded returns the text of the same agent with so many threads, if it searches a
// tree and its text does not say how many.
func Threaded(text string, n int) string {
	s, err := ParseSpec(Named(text))
	if err != nil || n <= 1 || !s.HasTree() || s.Threads() > 0 {
		return text
	}
	if kind := Open(text); kind == "ckpt" || kind == "int8" {
		text = Numbered(text, s.Limit())
	}
	return text + withThreads(n)
}

func withThreads(n int) string { return "+" + threads + "=" + strconv.Itoa(n) }

// Threads returns how many threads the agent's text asks for, 0 if it says nothing.
func (s Spec) Threads() int {
	c, err := s.searching(mcts.Defaults())
	if err != nil {
		return 0
	}
	return c.Threads
}

// Given returns the agent with so many threads and megabytes for its search, as far as
// it has a use for them.
func (s Spec) Given(n, megabytes int) Spec {
	s.Megabytes = megabytes
	if s.HasTree() {
		s.Settings += withThreads(n)
	}
	return s
}
