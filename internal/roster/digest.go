package roster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"ludens/nn"
	"ludens/train"
)

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
