package roster

import (
	"fmt"
	"slices"
	"strings"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/eval"
	runs "ludens/internal/run"
	"ludens/nn"
	"ludens/train"
)

// begun returns the network of a checkpoint as one for g of a given shape. Where g
// shows more, or has more actions, than the game that it was trained on, it takes no notice of
// what is new, and thinks of all else as before: who was trained on celta begins with tafl7 as
// a good player of celta.
func begun(from string, c *train.Checkpoint, g env.Game, want nn.Spec) (*nn.Net, error) {
	if c.Network == want {
		return c.Net, nil
	}
	trained, err := configs.GameIn(c)
	if err != nil {
		return nil, fmt.Errorf("from = %q: %w", from, err)
	}
	was, labelled := env.As[env.Labelled](trained)
	is, both := env.As[env.Labelled](g)
	wider := want
	wider.Planes, wider.PolicyPlanes, wider.Globals = c.Network.Planes, c.Network.PolicyPlanes, c.Network.Globals
	if wider != c.Network || !labelled || !both {
		return nil, fmt.Errorf("from = %q: its network is of %s; this run's is of %s", from, kin(c.Network), kin(want))
	}
	w := widening{
		planes: places(was.PlaneNames(), is.PlaneNames()),
		lanes:  places(was.ActionNames()[:c.Network.PolicyPlanes], is.ActionNames()[:want.PolicyPlanes]),
		ends:   places(was.ActionNames()[c.Network.PolicyPlanes:], is.ActionNames()[want.PolicyPlanes:]),
		want:   want,
	}
	if slices.Contains(slices.Concat(w.planes, w.lanes, w.ends), -1) {
		return nil, fmt.Errorf("from = %q: it was trained on %s, where things are seen or done that are not in %s", from, c.Game, g.Spec().Name)
	}
	return w.net(c.Net)
}

// places returns where names are in a list; -1 for one that is not.
func places(names, list []string) (at []int) {
	for _, n := range names {
		at = append(at, slices.Index(list, n))
	}
	return at
}

// widening says where planes of observations, planes of actions and other actions come
// to be.
type widening struct {
	planes, lanes, ends []int
	want                nn.Spec
}

func (w widening) net(n *nn.Net) (*nn.Net, error) {
	all := n.Tensors()
	for i, t := range all {
		switch t.Name {
		case "stem.weight": // [out, in, 3, 3]
			all[i] = spread(t, 1, w.planes, w.want.Planes)
		case "policy.planes.weight", "policy.planes.bias": // [out, in, 1, 1], [out]
			all[i] = spread(t, 0, w.lanes, w.want.PolicyPlanes)
		case "policy.globals.weight": // [in, out]
			all[i] = spread(t, 1, w.ends, w.want.Globals)
		case "policy.globals.bias": // [out]
			all[i] = spread(t, 0, w.ends, w.want.Globals)
		}
	}
	if len(w.ends) == 0 && w.want.Globals > 0 { // a network without other actions has no tensors for them
		in, out := w.want.PolicyChannels*w.want.Cells(), w.want.Globals
		all = append(all, nn.Tensor{Name: "policy.globals.weight", Shape: []int{in, out}, Data: make([]float32, in*out)},
			nn.Tensor{Name: "policy.globals.bias", Shape: []int{out}, Data: make([]float32, out)})
	}
	return nn.FromTensors(w.want, all)
}

// spread moves what a tensor has at each index of an axis to a new index among size;
// the rest is 0.
func spread(t nn.Tensor, axis int, to []int, size int) nn.Tensor {
	shape := slices.Clone(t.Shape)
	shape[axis] = size
	before, each := 1, 1
	for i, n := range t.Shape {
		if i < axis {
			before *= n
		} else if i > axis {
			each *= n
		}
	}
	data := make([]float32, before*size*each)
	for b := range before {
		for i, at := range to {
			copy(data[(b*size+at)*each:][:each], t.Data[(b*len(to)+i)*each:][:each])
		}
	}
	return nn.Tensor{Name: t.Name, Shape: shape, Data: data}
}

// Ancestor reads the network, of a given shape, that a run of g is to begin with, and
// the hash of its checkpoint.
func Ancestor(from string, g env.Game, want nn.Spec) (*nn.Net, string, error) {
	c, hash, err := readFrom(from)
	if err != nil {
		return nil, "", err
	}
	net, err := begun(from, c, g, want)
	return net, hash, err
}

// kin says what is alike in networks of which one can begin as the other.
func kin(s nn.Spec) string {
	return fmt.Sprintf("%d planes of %d x %d, %d actions, %d channels, %d blocks, heads of %d, %d and %d",
		s.Planes, s.Rows, s.Cols, s.Actions(), s.Channels, s.Blocks, s.PolicyChannels, s.ValueChannels, s.ValueHidden)
}

// FirstEvaluation reads the learned evaluation that a run of g by alpha-beta is to begin with,
// and the hash of its text.
func FirstEvaluation(from string, g env.Game) (w *eval.Weights, hash string, err error) {
	switch game, shipped := strings.CutPrefix(from, championOf); {
	case shipped && game == g.Spec().Name:
		w, err = readEvaluation(agent.ShippedEvaluation, g)
	case shipped:
		err = fmt.Errorf("want %s%s, or a run of this game", championOf, g.Spec().Name)
	default:
		w, err = readEvaluation(from, g)
	}
	if err != nil {
		return nil, "", fmt.Errorf("from = %q: %w", from, err)
	}
	return w, evaluationDigest(w), nil
}

// Adopt gives a run the shape of the network that it begins with; a run by alpha-beta has none.
func Adopt(run *configs.Run) error {
	if run.ByAlphaBeta() {
		g, err := games.Make(run.Game)
		if err == nil {
			_, _, err = FirstEvaluation(run.From, g)
		}
		return err
	}
	c, _, err := readFrom(run.From)
	if err != nil {
		return err
	}
	run.Network = configs.NetworkOf(c.Network)
	if err := run.Validate(); err != nil {
		return err
	}
	g, err := games.Make(run.Game)
	if err != nil {
		return err
	}
	_, err = begun(run.From, c, g, run.Spec(g.Spec()))
	return err
}

// championOf before a game says that a run begins as its champion.
const championOf = "champion:"

// readFrom reads the checkpoint that from names, and its hash.
func readFrom(from string) (*train.Checkpoint, string, error) {
	game, ok := strings.CutPrefix(from, championOf)
	if !ok {
		c, _, hash, err := runs.ReadCheckpoint(from)
		if err != nil {
			return nil, "", fmt.Errorf("from = %q: %w", from, err)
		}
		return c, hash, nil
	}
	b, ok := configs.Champion(game)
	if !ok {
		return nil, "", fmt.Errorf("from = %q: %w", from, noChampion(game))
	}
	return train.DecodeCheckpoint(b)
}
