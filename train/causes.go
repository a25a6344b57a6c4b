package train

import (
	"errors"
	"fmt"
	"math"

	"ludens/nn"
	"ludens/selfplay"
)

// causes are faults of learning itself, the most specific first. Only the first that
// is found is reported, and none of its symptoms: advice on those (more games, a
// larger network) would be wrong.
var causes = []diagnostic{
	{"batch norm", diagnosed.deadLayer},
	{"weights jump", diagnosed.jump},
	{"running statistics", diagnosed.statistics},
	{"one answer", diagnosed.oneAnswer},
	{"standstill", diagnosed.standstill},
	{"wrong way", diagnosed.wrongWay},
	{"no relation", diagnosed.noRelation},
}

// symptoms are the diagnostics that follow from causes.
var symptoms = []string{"policy loss", "slow to learn", "value loss", "too sure", "gradient"}

// The least numbers of steps and positions from which conclusions are drawn.
const (
	enoughSteps     = 8
	enoughPositions = 64
)

func (p diagnosed) deadLayer() string {
	if p.Dead == "" {
		return ""
	}
	return fmt.Sprintf("%s is 0 in all channels, so that this batch norm passes nothing on or without measure: "+
		"begin again from another checkpoint, with a lower train.learning_rate (now %.3g)", p.Dead, p.Rate)
}

// stride is how far the weights went in the iteration, in parts of their length, as if
// steps were a random walk: healthy runs have 0.001 to 0.03.
func (p diagnosed) stride() float64 { return p.Losses.Moved / math.Sqrt(float64(p.Losses.Steps)) }

func (p diagnosed) jump() string {
	const most = 0.1
	if p.Losses.Steps < enoughSteps || p.stride() < most {
		return ""
	}
	return fmt.Sprintf("the weights went %.1f times their own length in %d steps: lower train.learning_rate (now %.3g)",
		p.Losses.Moved, p.Losses.Steps, p.Rate)
}

func (p diagnosed) statistics() string {
	const most = 4 // nats: the results that came were given one chance in fifty
	if p.At.Iteration < 2 || p.Unseen.Games < enoughGames || p.Unseen.Value < most {
		return ""
	}
	return fmt.Sprintf("the network that played forecasts the results of its games with a loss of %.2f nats, a constant guess has %.2f: "+
		"its weights or the running statistics of its batch norm are off: lower train.learning_rate (now %.3g), and begin from an earlier checkpoint",
		p.Unseen.Value, p.Unseen.Guess, p.Rate)
}

func (p diagnosed) oneAnswer() string {
	const least = 1e-4 // a new network has 0.005
	if p.At.Iteration < 2 || p.Unseen.Positions < enoughPositions {
		return ""
	}
	what := ""
	switch policy, value := p.Unseen.PolicySpread < least, p.Unseen.ValueSpread < least; {
	case policy && value:
		what = "the network answers every position alike"
	case policy:
		what = "the network's policy is the same in every position"
	case value:
		what = "the network's value is the same in every position"
	default:
		return ""
	}
	return fmt.Sprintf("%s: its units died: begin again with a lower train.learning_rate (now %.3g)", what, p.Rate)
}

func (p diagnosed) standstill() string {
	const least = 1e-4 // a tenth of the least of a healthy run
	if p.At.Iteration < 2 || p.Losses.Steps < enoughSteps || p.stride() >= least || p.Diagnosis.Policy.Learned() > 0.5 {
		return ""
	}
	return fmt.Sprintf("the weights moved by %.2g of their own length in %d steps: raise train.learning_rate (now %.3g)",
		p.Losses.Moved, p.Losses.Steps, p.Rate)
}

// chance is how far from 0 the correlation of values and results may be without a
// cause: the positions of a game share its result.
func (p diagnosed) chance() float64 { return 0.1 + 2/math.Sqrt(float64(p.Unseen.Games)) }

func (p diagnosed) wrongWay() string {
	if p.At.Iteration < 3 || p.Unseen.Games < enoughGames || p.Unseen.Correlation > -p.chance() {
		return ""
	}
	return fmt.Sprintf("the network expects to lose where it wins: on new games its values and the results correlate by %.2f: "+
		"the winners in the games or the value targets are swapped", p.Unseen.Correlation)
}

func (p diagnosed) noRelation() string {
	const least, worth, varied, better = 0.1, 0.1, 0.2, 0.02 // as slowToLearn and valueLoss have them
	policy, unseen := p.Diagnosis.Policy, p.Unseen
	if p.At.Iteration < settled || unseen.Games < enoughGames || policy.Even-policy.Target < worth || unseen.Guess < varied {
		return ""
	}
	if policy.Learned() >= least || unseen.Value < unseen.Guess-better || math.Abs(unseen.Correlation) > p.chance() {
		return ""
	}
	return fmt.Sprintf("the weights move and yet neither the search's moves (%.0f %% taken up) nor the results (a loss of %.2f, of a constant guess %.2f) "+
		"can be foretold: the targets do not belong to their positions, or the positions do not show what decides",
		100*max(0, policy.Learned()), unseen.Value, unseen.Guess)
}

// Diverged is the error of a run whose learning has gone out of bounds. Nothing of its
// iteration is saved: the last checkpoint is that of the iteration before. The run
// would diverge again if it went on with the same configuration.
type Diverged struct {
	Iteration int     // counted from 1
	Rate      float32 // of learning there
	What      string
}

func (d *Diverged) Error() string {
	return fmt.Sprintf("training diverged in iteration %d: %s; lower train.learning_rate (it was %v there)", d.Iteration, d.What, d.Rate)
}

// diverged returns the error of the iteration at hand.
func (r *Run) diverged(what string) error {
	return &Diverged{Iteration: r.at.Iteration + 1, Rate: r.Config.Rate(r.at.Iteration), What: what}
}

// farthest is the largest mean loss that is still learning, nats: an even guess among
// the moves of the largest board has 9.
const farthest = 50

// farthestMove is how far the weights may go in an iteration, in parts of their own
// length: healthy runs go 0.1 in twenty steps.
const farthestMove = 20

// sane returns a Diverged error unless the losses of an iteration, the network that
// came of it, what its learner keeps and what it answers are numbers to go on with.
func (r *Run) sane(losses Losses, games []*selfplay.Record) error {
	for _, l := range []struct {
		name string
		loss float64
	}{{"policy", losses.Policy}, {"value", losses.Value}, {"score", losses.Score}} {
		if !(l.loss <= farthest) {
			return r.diverged(fmt.Sprintf("the mean %s loss is %.3g nats", l.name, l.loss))
		}
	}
	net := r.learner.Net()
	if err := net.Check(); err != nil {
		return r.diverged(err.Error())
	}
	if !(losses.Moved <= farthestMove) {
		return r.diverged(fmt.Sprintf("the weights went %.3g times their own length in %d steps", losses.Moved, losses.Steps))
	}
	for _, t := range r.learner.State() {
		if err := t.Finite(); err != nil {
			return r.diverged("the optimiser's " + err.Error())
		}
	}
	const probes = 64
	if _, err := examine(r.Game, net, games, probes); err != nil {
		return r.diverged(err.Error())
	}
	return nil
}

// stepped returns what an error of a step means to the run.
func (r *Run) stepped(step int, err error) error {
	if errors.Is(err, nn.ErrDiverged) {
		return r.diverged(fmt.Sprintf("step %d: %v", step, err))
	}
	return fmt.Errorf("train: step %d: %w", step, err)
}
