package train

import (
	"errors"
	"fmt"

	"ludens/nn"
	"ludens/selfplay"
)

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
