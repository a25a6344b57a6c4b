package agent

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/mcts"
)

func TestSettings(t *testing.T) {
	for text, want := range map[string]Spec{
		"mcts:400+threads=2":             {Source: Source{Kind: "mcts"}, Budget: 400, Settings: Settings{{"threads", "2"}}},
		"champion+root=puct":             {Source: Source{Kind: "champion"}, Budget: 100, Usual: true, Settings: Settings{{"root", "puct"}}},
		"ckpt:a+b@7+fpu=0.3+threads=4":   {Source: Source{Kind: "ckpt", Path: "a+b"}, Budget: 7, Settings: Settings{{"fpu", "0.3"}, {"threads", "4"}}},
		"ckpt:a+b":                       {Source: Source{Kind: "ckpt", Path: "a+b"}, Budget: 100, Usual: true},
		"int8:a@b@7+search=default":      {Source: Source{Kind: "int8", Path: "a@b"}, Budget: 7, Settings: Settings{{"search", "default"}}},
		"net:9+search=trained+twofold=0": {Source: Source{Kind: "net"}, Budget: 9, Settings: Settings{{"search", "trained"}, {"twofold", "0"}}},
	} {
		if got, err := ParseSpec(text); err != nil || !reflect.DeepEqual(got, want) || got.String() != text {
			t.Errorf("%s: got %+v, %v, want %+v", text, got, err, want)
		}
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	for text, want := range map[string]string{
		"alphabeta:4+eval=a+eval=b": `agent "alphabeta:4+eval=a+eval=b": +eval=... stands there twice: leave one out`,
		"greedy+threads=2":          `agent "greedy+threads=2": it searches no tree: leave +threads=2 out`,
		"alphabeta:3+threads=2":     "it searches no tree",
		"net+threads=2":             "it searches no tree",
		"champion:5+threads=0":      `threads = "0", want 1 to 256`,
		"champion:5+threads=many":   `threads = "many"`,
		"champion:5+threads":        "+threads: want +KEY=VALUE",
		"champion:5+":               "+: want +KEY=VALUE",
		"champion:5+leaves=2":       `"leaves" is not a key of the search at play`,
		"champion:5+search=mine":    `search = "mine", want trained or default`,
		"champion:5+fpu=-1":         "fpu = -1, want 0 to 1000",
	} {
		if _, err := ParseSpec(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// A network is searched as it was trained, but for what is asked for and for what only
// self-play wants; many simulations are PUCT's.
func TestSearchAtPlay(t *testing.T) {
	trained := mcts.Defaults()
	trained.Root, trained.SigmaScale, trained.Adjudicated = mcts.Gumbel, 1, 0.25
	trained.Solver, trained.Lookahead, trained.Simulations = false, 0, 36
	load := func(Source, env.Game) (Trained, error) { return Trained{Search: trained}, nil }
	for text, want := range map[string]string{
		"champion:100":                            "champion:100+root=gumbel+sigma_scale=1+adjudicated=0.25",
		"champion:400":                            "champion:400+root=gumbel+sigma_scale=1+adjudicated=0.25",
		"champion:401":                            "champion:401+adjudicated=0.25",
		"champion:50ms":                           "champion:50ms+adjudicated=0.25",
		"champion:401+root=gumbel":                "champion:401+root=gumbel+sigma_scale=1+adjudicated=0.25",
		"champion:100+search=default":             "champion:100",
		"champion:100+root=puct+adjudicated=1":    "champion:100",
		"champion:100+threads=2+root=puct+fpu=.3": "champion:100+fpu=0.3+adjudicated=0.25+threads=2",
		"champion:0":                              "champion:0",
		"ckpt:a@9":                                "ckpt:a@9+root=gumbel+sigma_scale=1+adjudicated=0.25",
		"mcts:9":                                  "mcts:9",
		"greedy":                                  "greedy",
	} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Error(err)
			continue
		}
		exact, err := s.Exactly(game(t, "connect4"), load)
		if err != nil || exact.String() != want {
			t.Errorf("%s: got %s, %v, want %s", text, exact.String(), err, want)
		}
		if again, err := ParseSpec(exact.String()); err != nil || !slices.Equal(again.Settings, exact.Settings) {
			t.Errorf("%s does not read back: %+v, %v", exact.String(), again, err)
		}
	}
	cfg, err := Spec{Source: Source{Kind: "net"}, Budget: 10}.searching(trained)
	if err != nil || !cfg.Search.Solver || cfg.Search.Lookahead != 2 || cfg.Search.Simulations != 10 || !cfg.Proofs {
		t.Errorf("got %+v, %v: want the proofs of play and 10 simulations", cfg, err)
	}
}

// Another checkpoint of the same agent is searched alike; without a search there is
// nothing to set.
func TestSettingsStay(t *testing.T) {
	s, err := ParseSpec("ckpt:a@9+threads=2")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.At("b").String(); got != "ckpt:b@9+threads=2" {
		t.Errorf("at b: %s", got)
	}
	if bare, _ := s.Bare(); bare.String() != "ckpt:a@0" || bare.Settings != nil {
		t.Errorf("bare: %+v", bare)
	}
}

func TestThreaded(t *testing.T) {
	for text, want := range map[string]string{
		"champion":           "champion+threads=3",
		"mcts:5":             "mcts:5+threads=3",
		"runs/a@9":           "ckpt:runs/a@9+threads=3",
		"runs/a":             "ckpt:runs/a@100+threads=3",
		"mcts:5+threads=2":   "mcts:5+threads=2",
		"mcts:5+fpu=0":       "mcts:5+fpu=0+threads=3",
		"mcts:5ms":           "mcts:5ms+threads=3",
		"champion:0":         "champion:0",
		"alphabeta:5":        "alphabeta:5",
		"who is that@office": "who is that@office",
	} {
		if got := Threaded(text, 3); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
		if got := Threaded(text, 1); got != text {
			t.Errorf("%s with one thread: got %s", text, got)
		}
	}
}
