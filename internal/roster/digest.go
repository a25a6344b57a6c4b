package roster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"ludens/agent"
	"ludens/env"
	"ludens/internal/machine"
	"ludens/nn"
	"ludens/train"
)

// Identity says in a line what an agent's results in a game are of: its network, the
// rules, and the program.
func Identity(g env.Game, s agent.Spec, load agent.Loader) (string, error) {
	line := fmt.Sprintf("rules %.12s; ludens %s", env.Fingerprint(g), machine.Revision())
	if s.Eval != "" {
		learned, err := load(s.Source, g)
		return fmt.Sprintf("evaluation %.12s; %s", learned.Digest, line), err
	}
	if !s.HasNetwork() {
		return line, nil
	}
	net, err := s.Network(g, load)
	return fmt.Sprintf("network %.12s; %s", net.Digest, line), err
}

// digest returns the SHA-256 of the network of a checkpoint as it plays: of its shape and
// numbers, of how its answers are weighed, and of the activation ranges where it plays in
// int8. What a checkpoint holds beside that, and where it lies, makes no difference.
func digest(c *train.Checkpoint, int8 bool) string {
	sum, precision := sha256.New(), "FP32"
	tensors := c.Net.Tensors()
	if int8 {
		precision = "int8"
		if c.Ranges != nil {
			tensors = append(tensors, c.Ranges.Tensor())
		}
	}
	shape, err := json.Marshal(c.Network)
	if err == nil {
		fmt.Fprintf(sum, "%s %s %v\n", precision, shape, c.Weights())
		err = nn.WriteTensors(sum, tensors)
	}
	if err != nil {
		panic(err) // a shape is numbers, and a hash takes all that it is given
	}
	return hex.EncodeToString(sum.Sum(nil))
}
