package mcts

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// What Config.Root may be.
const (
	PUCT   = "puct"
	Gumbel = "gumbel"
)

// Config holds every constant of the search. [Defaults] is a sound start.
type Config struct {
	// Simulations of a full search, the evaluation of its root not counted.
	// Default 100; AlphaZero: 800.
	Simulations int `toml:"simulations" json:"simulations"`

	Play
	SelfPlay
}

// Play are the settings that count at play, too: an agent searches with those its network
// was trained with (AtPlay), and people may change them (PlayKeys).
type Play struct {
	// Root is PUCT, the default, as in AlphaZero, or Gumbel, which needs few
	// simulations. CInit to RootFPU and the noise are for PUCT, Considered
	// to SigmaScale for Gumbel.
	Root string `toml:"root" json:"root"`

	// CInit and CBase are the exploration constant and the visits at which it
	// has grown by ln 2. Defaults 1.25 and 19652, AlphaZero's.
	CInit float64 `toml:"c_init" json:"c_init"`
	CBase float64 `toml:"c_base" json:"c_base"`

	// FPU and RootFPU are how much less than its parent a move without a visit
	// is thought to be worth, below the root and at it: the reduction is
	// FPU * sqrt(prior of the visited moves). Defaults 0.2 and 0.1, KataGo's;
	// lc0: 0.33 and 0.33.
	FPU     float64 `toml:"fpu" json:"fpu"`
	RootFPU float64 `toml:"root_fpu" json:"root_fpu"`

	// Considered is how many root moves sequential halving starts with.
	// Default 16; Danihelka et al. 2022: 16.
	Considered int `toml:"considered" json:"considered"`

	// SigmaVisits and SigmaScale weigh values against priors: c_visit and
	// c_scale of Danihelka et al. 2022, there 50 and 1 for board games; mctx:
	// 50 and 0.1. Defaults 50 and 0.1: with the noisy values of four random
	// playouts, 16 simulations score 0.56 against PUCT at Connect Four with
	// 0.1, and 0.50 with 1; 64 simulations 0.50 and 0.37 (1000 games each).
	SigmaVisits float64 `toml:"sigma_visits" json:"sigma_visits"`
	SigmaScale  float64 `toml:"sigma_scale" json:"sigma_scale"`

	// Twofold counts a position below the root that has occurred before in the game
	// as what repeating it leads to (env.Recurrent), in games that report it. Default true;
	// not in AlphaZero.
	Twofold bool `toml:"twofold" json:"twofold"`

	// Adjudicated is what a game is worth to its winner that was decided by a score
	// at its length limit (env.Adjudged), in [0, 1]; below 1 nothing is proven by it.
	// Default 1.
	Adjudicated float64 `toml:"adjudicated" json:"adjudicated"`

	// Contempt is what a draw costs a player, in [0, 1]. At play it is the player at the
	// root, who then declines to repeat moves. In each game of self-play it is one side,
	// either as often, and the other gains as much; the targets of training keep a draw
	// a draw. Without it two young networks may learn to repeat moves before either
	// knows how to win. Default 0; AlphaZero: 0; KataGo draws the worth of a draw anew
	// for each game (drawEquivalentWinsForWhite).
	Contempt float64 `toml:"contempt" json:"contempt"`
}

// SelfPlay are the settings that only training changes. Noise looks for what is new; leaves and their virtual loss are decided at play by the number of threads;
// a run may do without proofs (Solver, Lookahead) to teach its network more, but a player
// never does.
type SelfPlay struct {
	// Leaves gathered in one round. With more than one, simulations in flight
	// count as visits. 0, the default, and 1: one, which is exact. It is not a key of
	// files: package analysis sets it for searches by several threads.
	Leaves int `toml:"-" json:"leaves"`

	// VirtualLoss is how much is lost by a move whose visits are all in flight, in
	// [0, 1]; it goes with Leaves. In AlphaGo Zero every visit in flight counts as a
	// loss.
	VirtualLoss float64 `toml:"-" json:"virtual_loss"`

	// NoiseWeight is the share of Dirichlet noise in the root's priors.
	// Default 0.25, AlphaZero's.
	NoiseWeight float64 `toml:"noise_weight" json:"noise_weight"`

	// NoiseTotal is the sum of the noise's concentrations: each of n moves has
	// NoiseTotal/n. Default 10.83 = 0.03 * 361, as in KataGo; AlphaZero's
	// 0.3, 0.15 and 0.03 for chess, shogi and Go are 10 to 14 in this measure.
	NoiseTotal float64 `toml:"noise_total" json:"noise_total"`

	// Solver carries proven results up the tree and lets choice and targets
	// respect them. Default true; not in AlphaZero.
	Solver bool `toml:"solver" json:"solver"`

	// Lookahead is how many plies from the root are played out in full before
	// the search, 0 to 2: with 2 no win in one is missed and none left to the
	// opponent, however few the simulations. It plays each move and each reply
	// once, which beside a network's evaluations is little. Default 2; 0
	// without Solver.
	Lookahead int `toml:"lookahead" json:"lookahead"`
}

// MaxSimulations is the largest search: in the games of chess its tree takes
// about a gigabyte.
const MaxSimulations = 1_000_000

// Bounds of a Config, far from any practical setting: beyond them numbers leave the
// range in which sums of floats mean something, or memory runs out.
const (
	maxLeaves   = 4096
	maxConstant = 1e3
	maxVisits   = 1e9
	leastNoise  = 1e-3
)

// Defaults returns the configuration that its field comments describe.
func Defaults() Config {
	return Config{
		Simulations: 100,
		Play: Play{
			Root:        PUCT,
			CInit:       1.25,
			CBase:       19652,
			FPU:         0.2,
			RootFPU:     0.1,
			Considered:  16,
			SigmaVisits: 50,
			SigmaScale:  0.1,
			Twofold:     true,
			Adjudicated: 1,
		},
		SelfPlay: SelfPlay{
			NoiseWeight: 0.25,
			NoiseTotal:  10.83,
			Solver:      true,
			Lookahead:   2,
		},
	}
}

// CheckSimulations says in one line why a search cannot have n simulations, or
// returns nil. least is 0 where the evaluator may answer alone. name is that of the
// configuration's key.
func CheckSimulations(name string, n, least int) error {
	if n < least || n > MaxSimulations {
		return fmt.Errorf("%s = %d, want %d to %d", name, n, least, MaxSimulations)
	}
	return nil
}

// Limited returns c with at most that many simulations, and no more root moves to
// start with than can each be visited once.
func (c Config) Limited(simulations int) Config {
	return c.Of(min(c.Simulations, simulations))
}

// Validate says in one line what is wrong with c, or returns nil. It uses the
// names of configuration files.
func (c Config) Validate() error {
	if err := CheckSimulations("simulations", c.Simulations, 1); err != nil {
		return err
	}
	switch {
	case c.Leaves < 0 || c.Leaves > maxLeaves:
		return fmt.Errorf("leaves = %d, want 0 to %d", c.Leaves, maxLeaves)
	case !(c.VirtualLoss >= 0 && c.VirtualLoss <= 1):
		return fmt.Errorf("virtual_loss = %v, want 0 to 1", c.VirtualLoss)
	case c.Root != PUCT && c.Root != Gumbel:
		return fmt.Errorf("root = %q, want %q or %q", c.Root, PUCT, Gumbel)
	case !(c.CInit >= 0 && c.CInit <= maxConstant):
		return fmt.Errorf("c_init = %v, want 0 to %v", c.CInit, maxConstant)
	case !(c.CBase >= 1 && c.CBase <= maxVisits):
		return fmt.Errorf("c_base = %v, want 1 to %v", c.CBase, maxVisits)
	case !(c.FPU >= 0 && c.FPU <= maxConstant):
		return fmt.Errorf("fpu = %v, want 0 to %v", c.FPU, maxConstant)
	case !(c.RootFPU >= 0 && c.RootFPU <= maxConstant):
		return fmt.Errorf("root_fpu = %v, want 0 to %v", c.RootFPU, maxConstant)
	case !(c.NoiseWeight >= 0 && c.NoiseWeight <= 1):
		return fmt.Errorf("noise_weight = %v, want 0 to 1", c.NoiseWeight)
	case !(c.NoiseTotal >= 0 && c.NoiseTotal <= maxVisits):
		return fmt.Errorf("noise_total = %v, want 0 to %v", c.NoiseTotal, maxVisits)
	case c.NoiseWeight > 0 && c.NoiseTotal < leastNoise:
		return fmt.Errorf("noise_total = %v, want %v or more, or noise_weight = 0", c.NoiseTotal, leastNoise)
	case c.Considered < 1 || c.Considered > MaxSimulations:
		return fmt.Errorf("considered = %d, want 1 to %d", c.Considered, MaxSimulations)
	case !(c.SigmaVisits >= 0 && c.SigmaVisits <= maxVisits):
		return fmt.Errorf("sigma_visits = %v, want 0 to %v", c.SigmaVisits, maxVisits)
	case !(c.SigmaScale >= 0 && c.SigmaScale <= maxConstant):
		return fmt.Errorf("sigma_scale = %v, want 0 to %v", c.SigmaScale, maxConstant)
	case !(c.Adjudicated >= 0 && c.Adjudicated <= 1):
		return fmt.Errorf("adjudicated = %v, want 0 to 1", c.Adjudicated)
	case !(c.Contempt >= 0 && c.Contempt <= 1):
		return fmt.Errorf("contempt = %v, want 0 to 1", c.Contempt)
	case c.Lookahead < 0 || c.Lookahead > 2:
		return fmt.Errorf("lookahead = %d, want 0, 1 or 2", c.Lookahead)
	case c.Lookahead > 0 && !c.Solver:
		return fmt.Errorf("lookahead = %d, want 0 without the solver", c.Lookahead)
	}
	return nil
}

// PlayKeys are the keys of Play, as files name them.
var PlayKeys = keysOf(reflect.TypeFor[Play]())

func keysOf(t reflect.Type) (keys []string) {
	for i := range t.NumField() {
		keys = append(keys, t.Field(i).Tag.Get("toml"))
	}
	return keys
}

// AtPlay returns the settings to play a network trained with c, with that many simulations per
// move: Defaults but for Play.
func (c Config) AtPlay(simulations int) Config {
	d := Defaults()
	d.Play = c.Play
	return d.Of(simulations)
}

// Setting is one of PlayKeys and its value, as people write them.
type Setting struct{ Key, Value string }

// Unusual lists the PlayKeys in which c, a search AtPlay, plays otherwise than Defaults,
// in their order. Those that its root makes no use of are left out.
func (c Config) Unusual() (all []Setting) {
	usual := Defaults().Of(c.Simulations).Play
	is := c.Play
	if is.Root == Gumbel {
		is.CInit, is.CBase, is.FPU, is.RootFPU = usual.CInit, usual.CBase, usual.FPU, usual.RootFPU
	} else {
		is.Considered, is.SigmaVisits, is.SigmaScale = usual.Considered, usual.SigmaVisits, usual.SigmaScale
	}
	v, u := reflect.ValueOf(is), reflect.ValueOf(usual)
	for i, key := range PlayKeys {
		if !v.Field(i).Equal(u.Field(i)) {
			all = append(all, Setting{key, fmt.Sprint(v.Field(i))})
		}
	}
	return all
}

// Of returns c for searches of that many simulations, 1 to MaxSimulations: of fewer it
// makes one, of more that many. Sequential halving starts with no more moves than can
// each be visited once.
func (c Config) Of(simulations int) Config {
	c.Simulations = min(max(simulations, 1), MaxSimulations)
	c.Considered = min(c.Considered, c.Simulations)
	return c
}

// Set sets one of PlayKeys from its text.
func (c *Config) Set(name, text string) error {
	i := slices.Index(PlayKeys, name)
	if i < 0 {
		return fmt.Errorf("%q is not a key of the search at play; want one of %s", name, strings.Join(PlayKeys, ", "))
	}
	if err := set(reflect.ValueOf(&c.Play).Elem().Field(i), text); err != nil {
		return fmt.Errorf("%s = %q, %w", name, text, err)
	}
	return c.Validate()
}

// set sets a field of Play.
func set(field reflect.Value, text string) error {
	switch field.Kind() {
	case reflect.String:
		field.SetString(text)
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("want true or false")
		}
		field.SetBool(b)
	case reflect.Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("want a whole number")
		}
		field.SetInt(int64(n))
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("want a number")
		}
		field.SetFloat(x)
	}
	return nil
}
