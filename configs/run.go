// Package configs writes runs down as data: TOML files, read strictly, that
// compose the other packages' own configurations.
//
// A run is made of layers: the preset of its game, a file, and what the
// command line sets. [Load] puts them together, [Run.Text] prints the result.
package configs

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/BurntSushi/toml"

	"ludens/configs/layer"
	"ludens/env"
	"ludens/env/games"
	"ludens/eval"
	"ludens/internal/prose"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// Run is everything that decides what a run of training does.
type Run struct {
	Game string `toml:"game"` // as games.Make takes it
	// Variant is the file of the game, if it is one that does not come with ludens: a
	// run, and each of its checkpoints, carries the rules that it learns.
	Variant    Rules            `toml:"variant,omitempty"`
	Seed       uint64           `toml:"seed"`           // at most math.MaxInt64, as TOML writes numbers
	From       string           `toml:"from,omitempty"` // checkpoint, run, champion:GAME or preset:NAME whose network, or learned evaluation, it begins with; "": a new one
	Pretrain   Pretrain         `toml:"pretrain,omitempty"`
	Network    Network          `toml:"network"`
	Search     mcts.Config      `toml:"search"`
	SelfPlay   selfplay.Config  `toml:"selfplay"`
	Train      train.Config     `toml:"train"`
	Optimiser  nn.Config        `toml:"optimiser"`
	Play       Play             `toml:"play"`
	Evaluation Evaluation       `toml:"evaluation"`
	AlphaBeta  eval.RoundConfig `toml:"alphabeta,omitempty"` // of train.method = "alphabeta", which has this table and [train] alone
	rehearsal  bool
	ignored    []string // former keys that were set
}

// Rules is the text of a game's file, which TOML keeps line by line.
type Rules string

// MarshalTOML implements toml.Marshaler.
func (r Rules) MarshalTOML() ([]byte, error) { return []byte(layer.Quote(string(r))), nil }

// Pretrain is what a run learns from before it plays: games that others recorded, or
// games that alpha-beta plays for it.
type Pretrain struct {
	Games  string  `toml:"games"`  // file, or folder of a match; "": none
	SHA256 string  `toml:"sha256"` // of what it holds; "": whatever that is
	Epochs float32 `toml:"epochs"` // how often each position is drawn, on average; default 1
	Most   int     `toml:"most"`   // games at most, the first of the file; 0: all
	// AsRecorded allows games that go on after their end by the rules: the rest is left out.
	AsRecorded bool `toml:"as_recorded,omitempty"`

	// AlphaBeta are games that alpha-beta plays for the run before it begins.
	AlphaBeta eval.Teacher `toml:"alphabeta,omitempty"`
}

// Any reports whether there is anything to learn from.
func (p Pretrain) Any() bool { return p.Games != "" || p.AlphaBeta.Games > 0 }

// epochs returns how often each position is drawn.
func (p Pretrain) epochs() float32 {
	if p.AlphaBeta.Games > 0 {
		return p.AlphaBeta.Epochs
	}
	return p.Epochs
}

// Network is the shape of the network as far as the game does not decide it.
type Network struct {
	Channels       int `toml:"channels"`        // of the trunk; AlphaZero: 256
	Blocks         int `toml:"blocks"`          // residual blocks; AlphaZero: 19
	PolicyChannels int `toml:"policy_channels"` // below the policy logits; AlphaZero Go: 2
	ValueChannels  int `toml:"value_channels"`  // below the value; AlphaZero: 1
	ValueHidden    int `toml:"value_hidden"`    // dense layer below the value; AlphaZero: 256
	// Score adds a head for the final score; for games that keep one.
	Score bool `toml:"score"`
}

// NetworkOf returns the shape of a network.
func NetworkOf(s nn.Spec) Network {
	return Network{
		Channels: s.Channels, Blocks: s.Blocks, PolicyChannels: s.PolicyChannels,
		ValueChannels: s.ValueChannels, ValueHidden: s.ValueHidden, Score: s.Score,
	}
}

// Play is how the network's answers are weighed once it is trained: in
// evaluations, and in its checkpoints for play.
type Play struct {
	ScoreUtility float32 `toml:"score_utility"` // share of the predicted final score; default 0
	Settled      float32 `toml:"settled"`       // share of the settled score (env.Tactical); default 0
}

// Evaluation is how the network is measured during and after training.
type Evaluation struct {
	Baselines    []string `toml:"baselines"`       // opponents at the end
	Watch        string   `toml:"watch"`           // the opponent during training; "": none
	Every        int      `toml:"every"`           // iterations between meetings with it; 0: none
	Games        int      `toml:"games"`           // a role, during training
	FinalGames   int      `toml:"final_games"`     // a role, at the end
	Simulations  int      `toml:"simulations"`     // of the network's search
	Depth        int      `toml:"depth,omitempty"` // of alpha-beta with the evaluation, of train.method = "alphabeta"
	OpeningPlies int      `toml:"opening_plies"`   // random plies before the agents take over
}

//go:embed *.toml
var presets embed.FS

// Presets returns the names of the embedded presets in order.
func Presets() (names []string) {
	files, _ := fs.Glob(presets, "*.toml")
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f, ".toml"))
	}
	return names
}

// presetName begins the name of a preset's layer.
const presetName = "preset "

// Preset returns the layer of an embedded preset.
func Preset(name string) (Layer, error) {
	text, err := presets.ReadFile(name + ".toml")
	if err != nil {
		return Layer{}, fmt.Errorf("unknown preset %q%s; presets: %s", name, prose.Hint(name, Presets()), strings.Join(Presets(), ", "))
	}
	return Layer{Name: presetName + name, Text: string(text)}, nil
}

// PresetFor returns the preset of a game: its own, or that of its family; of a game that
// leaves rules open, that of the first variant in its name; of a game whose family has
// none, from Go or from a file, one that is fitted to it.
func PresetFor(game string) (Layer, error) {
	variant := game
	if i := strings.IndexAny(game, ":|+~@"); i >= 0 {
		variant = game[:i]
	}
	if l, err := Preset(variant); err == nil {
		return l, nil
	}
	for _, e := range games.List() {
		if preset, ok := familyPreset[e.Family]; ok && e.Name == variant {
			return Preset(preset)
		}
	}
	g, err := games.Make(game)
	if err != nil {
		return Layer{}, err
	}
	return Fitted(g), nil
}

// familyPreset is what variants without a preset of their own start from.
var familyPreset = map[string]string{"tafl": "celta", "race": "cetro", "chess": "cetran2"}

// Load puts layers together, the later over the earlier, and checks the
// result. Errors are one line with the place. The text of a rehearsal, alone, is
// a rehearsal again.
func Load(layers ...Layer) (Run, error) {
	run := blank()
	for _, l := range layers {
		if err := run.apply(l); err != nil {
			return run, err
		}
	}
	run.spare(layers)
	run.settle()
	run.rehearsal = len(layers) == 1 && strings.HasPrefix(layers[0].Text, RehearsalMark)
	if err := run.Validate(); err != nil {
		return run, blame(err, layers)
	}
	return run, nil
}

// settle decides what a file leaves to the machine, "auto": a run that says so in
// its own file is the same wherever it goes on. Lists without entries are left out.
func (r *Run) settle() {
	if len(r.SelfPlay.Starts) == 0 {
		r.SelfPlay.Starts = nil
	}
	if len(r.Evaluation.Baselines) == 0 {
		r.Evaluation.Baselines = []string{}
	}
	if r.ByAlphaBeta() && r.Train.PastEvery == 0 {
		r.Train.PastEvery = 1
	}
	if r.Pretrain.Games != "" && r.Pretrain.Epochs == 0 {
		r.Pretrain.Epochs = 1
	}
	r.Pretrain.AlphaBeta = r.Pretrain.AlphaBeta.Settled()
	const auto = "auto"
	if r.SelfPlay.Precision == auto {
		r.SelfPlay.Precision = selfplay.FP32
		if nn.HasInt8() && !selfplay.OnDevice() {
			r.SelfPlay.Precision = selfplay.Int8
		}
	}
	if r.Optimiser.Precision == auto {
		r.Optimiser.Precision = nn.FP32
		if nn.HasBfloat16() {
			r.Optimiser.Precision = nn.BF16
		}
	}
}

// Spec returns the network for a game.
func (r Run) Spec(s env.Spec) nn.Spec {
	return nn.Spec{
		Planes: s.Shape[0], Rows: s.Shape[1], Cols: s.Shape[2],
		Channels: r.Network.Channels, Blocks: r.Network.Blocks,
		PolicyChannels: r.Network.PolicyChannels, PolicyPlanes: s.Planes(), Globals: s.Globals(),
		ValueChannels: r.Network.ValueChannels, ValueHidden: r.Network.ValueHidden,
		Score: r.Network.Score,
	}
}

// Method returns the configuration of the loop for a game.
func (r Run) Method(s env.Spec) train.Config {
	c := r.Train
	c.SelfPlay = r.SelfPlay
	c.SelfPlay.Search = r.Search
	c.Optimiser = r.Optimiser
	c.EvaluateEvery, c.Epochs = r.Evaluation.Every, r.Pretrain.epochs()
	c.Network, c.Variant = r.Spec(s), string(r.Variant)
	c.AtPlay = selfplay.Weights{Utility: r.Play.ScoreUtility, Settled: r.Play.Settled}
	if r.ByAlphaBeta() {
		c = r.Train
		c.AlphaBeta, c.Variant, c.EvaluateEvery = r.AlphaBeta, string(r.Variant), r.Evaluation.Every
		c.AlphaBeta.Begun = r.From != ""
	}
	return c
}

// ByAlphaBeta reports whether the run learns an evaluation for alpha-beta, and no network.
func (r Run) ByAlphaBeta() bool { return r.Train.Method == train.AlphaBeta }

// Rehearsal returns r with every number shrunk, so that the whole loop runs in
// seconds and shows the errors that would otherwise come after hours.
func (r Run) Rehearsal() Run {
	shrink := func(n *int, to int) { *n = min(*n, to) }
	shrink(&r.Network.Channels, 8)
	shrink(&r.Network.Blocks, 1)
	shrink(&r.Network.ValueHidden, 8)
	r.Search = r.Search.Limited(4)
	shrink(&r.SelfPlay.FastSimulations, 2)
	shrink(&r.SelfPlay.Games, 4)
	if p := &r.Pretrain; p.Games != "" {
		p.Epochs, p.Most = min(p.Epochs, 1), min(cmp.Or(p.Most, 4), 4)
	}
	r.Pretrain.AlphaBeta = r.Pretrain.AlphaBeta.Rehearsal()
	shrink(&r.Train.Iterations, 2)
	shrink(&r.AlphaBeta.Games, 4)
	shrink(&r.AlphaBeta.Nodes, 50)
	shrink(&r.Train.Window, 512)
	shrink(&r.Train.WindowStart, 64)
	shrink(&r.Optimiser.Batch, 16)
	shrink(&r.Evaluation.Games, 1)
	shrink(&r.Evaluation.FinalGames, 1)
	shrink(&r.Evaluation.Simulations, 4)
	shrink(&r.Evaluation.Depth, 2)
	r.Train.Reuse = min(r.Train.Reuse, 0.25)
	r.rehearsal = true
	return r
}

// Rehearses reports whether r is a rehearsal.
func (r Run) Rehearses() bool { return r.rehearsal }

// RehearsalMark begins the text of a rehearsal's configuration.
const RehearsalMark = "# rehearsal\n"

// Text returns r as TOML that Load reads back as r.
func (r Run) Text() string {
	var b bytes.Buffer
	if r.rehearsal {
		b.WriteString(RehearsalMark)
	}
	e := toml.NewEncoder(&b)
	e.Indent = ""
	var text any = r
	if r.ByAlphaBeta() {
		text = r.rounds()
	}
	if err := e.Encode(text); err != nil {
		panic(err) // a Run is numbers and strings
	}
	return b.String()
}
