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
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"ludens/agent"
	"ludens/arena"
	"ludens/configs/layer"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/nearest"
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
	Variant    Rules           `toml:"variant,omitempty"`
	Seed       uint64          `toml:"seed"`           // at most math.MaxInt64, as TOML writes numbers
	From       string          `toml:"from,omitempty"` // checkpoint, run, champion:GAME or preset:NAME whose network it begins with; "": a new one
	Pretrain   Pretrain        `toml:"pretrain,omitempty"`
	Network    Network         `toml:"network"`
	Search     mcts.Config     `toml:"search"`
	SelfPlay   selfplay.Config `toml:"selfplay"`
	Train      train.Config    `toml:"train"`
	Optimiser  nn.Config       `toml:"optimiser"`
	Play       Play            `toml:"play"`
	Evaluation Evaluation      `toml:"evaluation"`
	rehearsal  bool
	games      games.Registry // where Game is found
}

// Rules is the text of a game's file, which TOML keeps line by line.
type Rules string

// MarshalTOML implements toml.Marshaler.
func (r Rules) MarshalTOML() ([]byte, error) { return []byte(layer.Quote(string(r))), nil }

// Pretrain is what a run learns from before it plays: games that others recorded.
type Pretrain struct {
	Games  string  `toml:"games"`  // file, or folder of a match; "": none
	SHA256 string  `toml:"sha256"` // of what it holds; "": whatever that is
	Epochs float32 `toml:"epochs"` // how often each position is drawn, on average; default 1
	Most   int     `toml:"most"`   // games at most, the first of the file; 0: all
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

// Play is how the network's answers are weighed once it is trained: in
// evaluations, and in its checkpoints for whoever plays them.
type Play struct {
	ScoreUtility float32 `toml:"score_utility"` // share of the predicted final score; default 0
	Settled      float32 `toml:"settled"`       // share of the settled score (env.Settled); default 0
}

// Evaluation is how the network is measured during and after training.
type Evaluation struct {
	Baselines    []string `toml:"baselines"`     // opponents at the end
	Watch        string   `toml:"watch"`         // the opponent during training; "": none
	Every        int      `toml:"every"`         // iterations between meetings with it; 0: none
	Games        int      `toml:"games"`         // a role, during training
	FinalGames   int      `toml:"final_games"`   // a role, at the end
	Simulations  int      `toml:"simulations"`   // of the network's search
	OpeningPlies int      `toml:"opening_plies"` // random plies before the agents take over
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

// Preset returns the layer of an embedded preset.
func Preset(name string) (Layer, error) {
	text, err := presets.ReadFile(name + ".toml")
	if err != nil {
		return Layer{}, fmt.Errorf("unknown preset %q%s; presets: %s", name, nearest.Hint(name, Presets()), strings.Join(Presets(), ", "))
	}
	return Layer{Name: "preset " + name, Text: string(text)}, nil
}

// PresetFor returns the preset of a game: its own, or that of its family; of a game that
// leaves rules open, that of the first variant in its name; of the game of a file that
// comes with none, one that is fitted to it.
func PresetFor(game string) (Layer, error) {
	variant := game
	if i := strings.IndexAny(game, ":|+~@"); i >= 0 {
		variant = game[:i]
	}
	if l, err := Preset(variant); err == nil {
		return l, nil
	}
	for _, e := range games.List() {
		if e.Name == variant {
			return Preset(familyPreset[e.Family])
		}
	}
	g, err := games.Make(game)
	if err != nil {
		return Layer{}, err
	}
	return Fitted(g), nil
}

// familyPreset is what variants without a preset of their own start from.
var familyPreset = map[string]string{"tafl": "celta", "cetro": "cetro", "cetran": "cetran2"}

// Load puts layers together, the later over the earlier, and checks the
// result. Errors are one line with the place. The text of a rehearsal, alone, is
// a rehearsal again.
func Load(layers ...Layer) (Run, error) { return LoadFrom(games.Registry{}, layers...) }

// LoadFrom is Load for a game of a registry.
func LoadFrom(known games.Registry, layers ...Layer) (Run, error) {
	run := Run{games: known}
	run.Search, run.Optimiser = mcts.Defaults(), nn.DefaultConfig()
	for _, l := range layers {
		if err := l.Apply(&run); err != nil {
			return run, err
		}
	}
	run.settle()
	run.rehearsal = len(layers) == 1 && strings.HasPrefix(layers[0].Text, RehearsalMark)
	if err := run.Validate(); err != nil {
		return run, blame(err, layers)
	}
	return run, nil
}

// settle decides what a file leaves to the machine, "auto": a run that says so in
// its own file is the same wherever it goes on. Lists without entries are none.
func (r *Run) settle() {
	if len(r.SelfPlay.Starts) == 0 {
		r.SelfPlay.Starts = nil
	}
	if len(r.Evaluation.Baselines) == 0 {
		r.Evaluation.Baselines = []string{}
	}
	if r.Pretrain.Games != "" && r.Pretrain.Epochs == 0 {
		r.Pretrain.Epochs = 1
	}
	const auto = "auto"
	if r.SelfPlay.Precision == auto {
		r.SelfPlay.Precision = selfplay.FP32
		if nn.HasInt8() {
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

// invalid is an error about one table.
type invalid struct {
	table string
	err   error
}

func (e invalid) Error() string {
	if e.table == "" {
		return e.err.Error()
	}
	return "[" + e.table + "] " + e.err.Error()
}

// learn reads the file of the game, if the run carries one.
func (r Run) learn() error {
	if r.Variant == "" {
		return nil
	}
	name, err := games.Read("the game of the configuration", string(r.Variant))
	if err != nil {
		return err
	}
	if game, _, _ := strings.Cut(r.Game, ":"); game != name {
		return invalid{"", fmt.Errorf("variant = the file of %s, want that of the game, %s", name, r.Game)}
	}
	return nil
}

// Validate says what is wrong with r, or nil.
func (r Run) Validate() error {
	if err := r.learn(); err != nil {
		return err
	}
	g, err := r.games.Make(r.Game)
	if err != nil {
		return invalid{"", fmt.Errorf("game = %q: %w", r.Game, err)}
	}
	if r.Seed > math.MaxInt64 { // a negative one, as it is read
		return invalid{"", fmt.Errorf("seed = %d, want 0 to %d", int64(r.Seed), math.MaxInt64)}
	}
	if !inOneLine(r.From) {
		return invalid{"", fmt.Errorf("from = %q, want a path of at most %d bytes, in one line", layer.Clip(r.From), maxFrom)}
	}
	if _, scored := g.New(0).(env.Scored); r.Network.Score && !scored {
		return invalid{"network", fmt.Errorf("score = true, want false: %s keeps no score", r.Game)}
	}
	if _, settles := g.New(0).(env.Settled); !settles {
		switch {
		case r.SelfPlay.Settled > 0:
			return invalid{"selfplay", fmt.Errorf("settled = %v, want 0: %s knows no settled score", r.SelfPlay.Settled, r.Game)}
		case r.Play.Settled > 0:
			return invalid{"play", fmt.Errorf("settled = %v, want 0: %s knows no settled score", r.Play.Settled, r.Game)}
		}
	}
	method := r.Method(g.Spec())
	for _, part := range []struct {
		table string
		err   error
	}{
		{"pretrain", r.Pretrain.validate()},
		{"network", r.Spec(g.Spec()).Validate()},
		{"search", r.Search.Validate()},
		{"search", r.fewForGumbel(g.Spec().Actions)},
		{"evaluation", r.Evaluation.validate()},
		{"selfplay", method.SelfPlay.Validate()},
		{"optimiser", r.Optimiser.Validate()},
		{"train", method.Validate()},
		{"selfplay", method.SelfPlay.Fits(g)},
		{"play", r.Play.validate()},
	} {
		if part.err != nil {
			return invalid{part.table, part.err}
		}
	}
	return nil
}

// fewForGumbel refuses a budget in which sequential halving could not visit each
// of its moves once, of which a game has so many at most.
func (r Run) fewForGumbel(actions int) error {
	n := min(r.Search.Considered, actions)
	if r.Search.Root == mcts.Gumbel && r.Search.Simulations < n {
		return fmt.Errorf("simulations = %d for %d moves that halving begins with: want at least %d, or considered = %d",
			r.Search.Simulations, n, n, r.Search.Simulations)
	}
	return nil
}

func (p Pretrain) validate() error {
	switch {
	case !inOneLine(p.Games):
		return fmt.Errorf("games = %q, want a path of at most %d bytes, in one line", layer.Clip(p.Games), maxFrom)
	case p.SHA256 != "" && !sha256Digits.MatchString(p.SHA256):
		return fmt.Errorf("sha256 = %q, want 64 digits from 0 to f", layer.Clip(p.SHA256))
	case !(p.Epochs >= 0 && p.Epochs <= maxEpochs):
		return fmt.Errorf("epochs = %v, want 0 to %d", p.Epochs, maxEpochs)
	case p.Most < 0 || p.Most > maxLessons:
		return fmt.Errorf("most = %d games, want 1 to %d, or 0 for all", p.Most, maxLessons)
	case p.Games == "" && p != (Pretrain{}):
		return errors.New("games = \"\", want the file that the other keys are about")
	}
	return nil
}

// sha256Digits are a SHA-256 as it is written.
var sha256Digits = regexp.MustCompile(`^[0-9a-f]{64}$`)

// inOneLine tells whether a text can be a path.
func inOneLine(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl) && len(path) <= maxFrom
}

func (p Play) validate() error {
	switch {
	case !(p.ScoreUtility >= 0 && p.ScoreUtility <= 1):
		return fmt.Errorf("score_utility = %v, want 0 to 1", p.ScoreUtility)
	case !(p.Settled >= 0 && p.Settled <= 1):
		return fmt.Errorf("settled = %v, want 0 to 1", p.Settled)
	}
	return nil
}

// Bounds of a Run that no other package has.
const (
	maxEvery     = 1_000_000 // iterations
	maxBaselines = 100
	maxFrom      = 1_000 // bytes of a path
	maxEpochs    = 1_000
	maxLessons   = 100_000_000
)

func (e Evaluation) validate() error {
	if mcts.CheckSimulations("simulations", e.Simulations, 0) != nil {
		return fmt.Errorf("simulations = %d, want 0 (the network alone) to %d", e.Simulations, mcts.MaxSimulations)
	}
	switch {
	case e.Every < 0 || e.Every > maxEvery:
		return fmt.Errorf("every = %d, want 0 to %d", e.Every, maxEvery)
	case e.Games < 1 || e.Games > arena.MaxGames:
		return fmt.Errorf("games = %d, want 1 to %d", e.Games, arena.MaxGames)
	case e.FinalGames < 1 || e.FinalGames > arena.MaxGames:
		return fmt.Errorf("final_games = %d, want 1 to %d", e.FinalGames, arena.MaxGames)
	case e.OpeningPlies < 0 || e.OpeningPlies > arena.MaxOpening:
		return fmt.Errorf("opening_plies = %d, want 0 to %d", e.OpeningPlies, arena.MaxOpening)
	case len(e.Baselines) > maxBaselines:
		return fmt.Errorf("baselines = %d agents, want at most %d", len(e.Baselines), maxBaselines)
	}
	for _, b := range e.Baselines {
		if _, err := agent.Parse(b, nil); err != nil {
			return fmt.Errorf("baselines = %s: %w", layer.Clip(fmt.Sprintf("%q", e.Baselines)), err)
		}
	}
	if e.Watch != "" {
		if _, err := agent.Parse(e.Watch, nil); err != nil {
			return fmt.Errorf("watch = %q: %w", e.Watch, err)
		}
	}
	return nil
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
	c.EvaluateEvery, c.Epochs = r.Evaluation.Every, r.Pretrain.Epochs
	c.Network, c.Variant = r.Spec(s), string(r.Variant)
	c.AtPlay = selfplay.Weights{Utility: r.Play.ScoreUtility, Settled: r.Play.Settled}
	return c
}

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
	shrink(&r.Train.Iterations, 2)
	shrink(&r.Train.Window, 512)
	shrink(&r.Train.WindowStart, 64)
	shrink(&r.Train.GateGames, 2)
	shrink(&r.Optimiser.Batch, 16)
	shrink(&r.Evaluation.Games, 1)
	shrink(&r.Evaluation.FinalGames, 1)
	shrink(&r.Evaluation.Simulations, 4)
	r.Train.Reuse = min(r.Train.Reuse, 0.25)
	r.rehearsal = true
	return r
}

// Rehearses tells whether r is a rehearsal.
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
	if err := e.Encode(r); err != nil {
		panic(err) // a Run is numbers and strings
	}
	return b.String()
}
