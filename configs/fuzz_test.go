package configs

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// comesBack holds an accepted run to what is promised of it: it is valid, and its
// text reads as the run again, and writes as the same text.
func comesBack(t *testing.T, run Run) {
	t.Helper()
	if err := run.Validate(); err != nil {
		t.Fatalf("was accepted, but %v", err)
	}
	text := run.Text()
	again, err := Load(Layer{Name: "config.toml", Text: text})
	if err != nil {
		t.Fatalf("was written, but cannot be read: %v\n%s", err, text)
	}
	if !reflect.DeepEqual(again, run) {
		t.Fatalf("reads back as\n%+v\nwas\n%+v\n%s", again, run, text)
	}
	if again.Text() != text {
		t.Fatalf("writes as\n%s\nwas\n%s", again.Text(), text)
	}
}

// oneLine holds a refusal to what is promised of it.
func oneLine(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); text == "" || strings.Contains(text, "\n") || len(text) > 3000 {
		t.Fatalf("refused by %q, want one line that people can read", text)
	}
}

// Any text over a preset is refused in one line, or is a run that comes back, and
// whose rehearsal does. A text alone is held to the same.
func FuzzText(f *testing.F) {
	for _, name := range []string{"tictactoe", "celta", "cetran2-strong"} {
		p, err := Preset(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p.Text)
		run, err := Load(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(run.Text())
		f.Add(run.Rehearsal().Text())
	}
	for _, text := range []string{
		"", "seed = -1", "seed = 0x7fffffffffffffff", "Seed = 3", "seed = 1\nSeed = 2", "seed = 1979-05-27",
		"search = {simulations = 20, c_init = 1.5}", "[[search]]\nsimulations = 3", "search.simulations = 20",
		"[selfplay.starts]\nodds = nan", "selfplay.starts = {}", "selfplay.starts.\"a.b\" = 0.1", "game = \"cetran2\"\nselfplay.starts.odds = 0.1",
		"evaluation.baselines = []", "evaluation.baselines = [\"mcts:5\", \"alphabeta:2\"]", "evaluation.baselines = [1]", "evaluation.baselines = [{a = 1}]",
		"from = \"a\\u0000b\"", "from = '''\na\n'''", "from = \"\"\"\\\n  x\"\"\"", "game = \"celta:first=attackers\"",
		"train.learning_rate = -0.0", "train.search_value = -0.0", "play.settled = 1e-50", "a = [[[[[[[[", "\"\" = 1", "\ufeffseed = 2", "# rehearsal\nseed = 2",
		"search.noise_weight = 0.0\nsearch.noise_total = 0.0", "optimiser.precision = \"auto\"", "selfplay.precision = \"\"",
	} {
		f.Add(text)
	}
	preset, err := Preset("tictactoe")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, layers := range [][]Layer{{preset, {Name: "mine.toml", Text: text}}, {{Name: "config.toml", Text: text}}} {
			run, err := Load(layers...)
			if err != nil {
				oneLine(t, err)
				continue
			}
			comesBack(t, run)
			comesBack(t, run.Rehearsal())
			if n := run.Memory(2).Total(); !(n >= 0 && n < math.MaxInt64) {
				t.Fatalf("takes %v bytes", n)
			}
		}
	})
}

// The same of two arguments of --set. What one of them says is never said by the
// other's text: arguments cannot hide keys.
func FuzzSet(f *testing.F) {
	for _, a := range []string{
		"seed=-1", "seed=9223372036854775807", "seed=9223372036854775808", "selfplay.cache=9000000000000", "search.leaves=1000000000",
		"evaluation.simulations=2000000000", "search.c_init=inf", "search.c_base=nan", "game=celta:first=attackers", "from=runs/a b", "from=a\nseed = 3",
		"[search]\nsimulations=20", "search={simulations=20}", "search.simulations=20 # why", "selfplay.starts.odds=0.5", "evaluation.baselines=[\"random\"]",
		"evaluation.baselines=random", "train.iterations=1_000", "train.iterations=0x10", "x=", "=3", "search.simulations", "seed=1\nseed=2", "from=\xff", "from=\x7f\x1b[31m",
		"SEED=3", "search.\"simulations\"=20", "evaluation.watch=mcts:1e99", "network.channels=4096", "optimiser.batch=65536",
	} {
		f.Add(a, "seed=5")
		f.Add("train.iterations=7", a)
	}
	preset, err := Preset("tictactoe")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		set, err := Set([]string{a, b})
		if err != nil {
			oneLine(t, err)
			return
		}
		if len(set) != 2 {
			t.Fatalf("%d layers of 2 arguments", len(set))
		}
		run, err := Load(append([]Layer{preset}, set...)...)
		if err != nil {
			oneLine(t, err)
			return
		}
		comesBack(t, run)
		for i, l := range set {
			key, _, _ := strings.Cut([]string{a, b}[i], "=")
			if !l.Sets(strings.Split(strings.TrimSpace(key), ".")) {
				t.Fatalf("%q does not set %q", l.Text, key)
			}
			if n := topKeys(t, l); n != 1 {
				t.Fatalf("%q sets %d keys", l.Text, n)
			}
		}
	})
}

// topKeys counts the keys of a layer outside all tables.
func topKeys(t *testing.T, l Layer) int {
	var all map[string]any
	if _, err := toml.Decode(l.Text, &all); err != nil {
		t.Fatalf("%q: %v", l.Text, err)
	}
	return len(all)
}
