package configs

import (
	"strings"
	"testing"
)

// What a run would take of memory is held against what there is, and what takes
// most of it is named with its place.
func TestFits(t *testing.T) {
	const free = 8 << 30
	for set, want := range map[string]string{
		"":                            "",
		"selfplay.cache=100000000":    "--set selfplay.cache=100000000: [selfplay] cache = 100000000: cache would take about ",
		"search.simulations=1000000":  "--set search.simulations=1000000: [search] simulations = 1000000: search trees would take about ",
		"selfplay.games=1000000":      "--set selfplay.games=1000000: [selfplay] games = 1000000: games of an iteration would take about ",
		"search.leaves=1":             "",
		"train.window=100000000":      "", // more than the run makes
		"evaluation.final_games=1000": "",
	} {
		var sets []string
		if set != "" {
			sets = []string{set}
		}
		all := layers(t, "celta", "", sets...)
		run, err := Load(all...)
		if err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		err = run.Fits(free, 2, all...)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", set, err, want)
		}
	}
}

// With less memory a network is too large.
func TestLargeNetworkFits(t *testing.T) {
	all := layers(t, "celta", "", "network.channels=700")
	run, err := Load(all...)
	if err != nil {
		t.Fatal(err)
	}
	const want = "--set network.channels=700: [network] channels = 700: learning would take about "
	if err := run.Fits(1<<30, 2, all...); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// No preset asks for more than a machine of two cores has.
func TestPresetsFit(t *testing.T) {
	for _, name := range Presets() {
		p, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Load(p)
		if err != nil {
			t.Fatal(err)
		}
		if m := run.Memory(2); m.Total() < 1<<20 || m.Total() > 16<<30 {
			t.Errorf("%s: %s", name, m)
		} else {
			t.Logf("%s: %s", name, m)
		}
	}
}

func TestMemoryInWords(t *testing.T) {
	for bytes, want := range map[float64]string{0: "1 MiB", 1: "1 MiB", 1 << 20: "1 MiB", 1.5 * (1 << 20): "2 MiB", 1<<30 - 1<<20: "1023 MiB", 1 << 30: "1.0 GiB", 2.55 * (1 << 30): "2.5 GiB"} {
		if got := gibibytes(bytes); got != want {
			t.Errorf("%v: got %s, want %s", bytes, got, want)
		}
	}
	m := Memory{{What: "window", Bytes: 3 << 30}, {What: "cache", Bytes: 1 << 30}}
	if m.Total() != 4<<30 || m.String() != "about 4.0 GiB of memory at most, most of it window" {
		t.Errorf("%v: %s", m.Total(), m)
	}
	m[0].Bytes = 1 << 30
	if got := m.String(); got != "about 2.0 GiB of memory at most" {
		t.Errorf("nothing is most of it: %s", got)
	}
	if got := (Memory{}).String(); got != "about 1 MiB of memory at most" {
		t.Errorf("nothing: %s", got)
	}
}

// What a run needs grows with what it is asked for, and the largest need comes first.
func TestMemoryGrows(t *testing.T) {
	need := func(set ...string) Memory {
		run, err := Load(layers(t, "celta", "", set...)...)
		if err != nil {
			t.Fatal(err)
		}
		return run.Memory(2)
	}
	usual := need()
	for i := 1; i < len(usual); i++ {
		if usual[i].Bytes > usual[i-1].Bytes {
			t.Errorf("%s takes more than %s, which comes first", usual[i].What, usual[i-1].What)
		}
	}
	for _, set := range []string{"selfplay.cache=1000000", "search.simulations=5000", "network.channels=200", "selfplay.games=5000"} {
		if more := need(set); more.Total() <= usual.Total() {
			t.Errorf("%s: %s, usually %s", set, more, usual)
		}
	}
}
