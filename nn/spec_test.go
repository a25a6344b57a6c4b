package nn

import (
	"fmt"
	"strings"
	"testing"
)

// TestLayers spells one network out.
func TestLayers(t *testing.T) {
	s := Spec{Planes: 3, Rows: 2, Cols: 5, Channels: 4, Blocks: 1,
		PolicyChannels: 6, PolicyPlanes: 7, Globals: 2, ValueChannels: 2, ValueHidden: 8}
	want := `
stem conv3x3 3>4 norm [4 3 3 3]
block0.first conv3x3 4>4 norm [4 4 3 3]
block0.second conv3x3 4>4 norm [4 4 3 3]
policy.features conv1x1 4>6 norm [6 4 1 1]
policy.planes conv1x1 6>7 bias [7 6 1 1]
policy.globals dense 60>2 bias [60 2]
value.features conv1x1 4>2 norm [2 4 1 1]
value.hidden dense 20>8 bias [20 8]
value.wdl dense 8>3 bias [8 3]
`
	got := "\n"
	for _, l := range s.Layers() {
		after := "bias"
		if l.Norm {
			after = "norm"
		}
		got += fmt.Sprintf("%s %s %d>%d %s %v\n", l.Name, l.Kind, l.In, l.Out, after, l.Shape())
	}
	if got != want {
		t.Errorf("layers:%swant:%s", got, want)
	}
	if got, want := s.Actions(), 7*10+2; got != want {
		t.Errorf("%d actions, want %d", got, want)
	}
	if got, want := s.Params(), (108+8)+2*(144+8)+(24+12)+(42+7)+(120+2)+(8+4)+(160+8)+(24+3); got != want {
		t.Errorf("%d parameters, want %d", got, want)
	}
	if got, want := s.MulAdds(), 10*(108+2*144+24+42+8)+120+160+24; got != want {
		t.Errorf("%d multiply-adds, want %d", got, want)
	}
}

func TestSpecWithoutPlanesOrGlobals(t *testing.T) {
	for name, absent := range map[string]string{"5x5 planes": "policy.globals", "6x7 globals": "policy.planes"} {
		for _, l := range tinySpecs[name].Layers() {
			if l.Name == absent {
				t.Errorf("%s: a layer %s", name, absent)
			}
		}
	}
}

func TestSpecValidate(t *testing.T) {
	for name, s := range tinySpecs {
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, c := range []struct {
		damage func(*Spec)
		want   string
	}{
		{func(s *Spec) { *s = Spec{} }, "planes = 0, want 1 to 4096"},
		{func(s *Spec) { s.Cols = 65 }, "cols = 65, want 2 to 64"},
		{func(s *Spec) { s.Blocks = -1 }, "blocks = -1, want 0 to 128"},
		{func(s *Spec) { s.ValueHidden = 1 << 40 }, "value_hidden = 1099511627776, want 1 to 4096"},
		{func(s *Spec) { s.PolicyPlanes, s.Globals = 0, 1 }, "policy_planes and globals make 1 actions, want at least 2"},
		{func(s *Spec) { s.Channels, s.Blocks = 4096, 128 }, "channels = 4096 and blocks = 128 make 38656963654 parameters, want at most 33554432"},
	} {
		s := learner
		c.damage(&s)
		if err := s.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
		if _, err := New(s, nil); err == nil || !strings.HasPrefix(err.Error(), "nn: network: ") {
			t.Errorf("New: error %v in spite of %s", err, c.want)
		}
	}
}
