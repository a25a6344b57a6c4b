package env_test

import (
	"slices"
	"testing"

	"ludens/env"
)

func TestReadClaims(t *testing.T) {
	for _, test := range []struct {
		text    string
		capture bool
		taken   []string
		marks   string
	}{
		{"d2-e2", false, nil, ""},
		{"d2e2", false, nil, ""},
		{"d2xe2", true, nil, ""},
		{"d2:e2", true, nil, ""},
		{"D2 - E2 x g7,a1", true, []string{"a1", "g7"}, ""},
		{"d2-e2xd3/e4#", true, []string{"d3", "e4"}, "#"},
		{"e7e8=s+", false, nil, "+"},
		{"c4-c2#", false, nil, "#"},
		{"b2-d4!", false, nil, ""},
		{"Nexd5#", false, nil, ""}, // no move from square to square
	} {
		got := env.ReadClaims(test.text)
		if got.Capture != test.capture || !slices.Equal(got.Taken, test.taken) || got.Marks != test.marks {
			t.Errorf("%s: got %+v, want capture %v, taken %v, marks %q", test.text, got, test.capture, test.taken, test.marks)
		}
	}
}

func TestDenyClaims(t *testing.T) {
	for _, test := range []struct {
		text, marks string
		taken       []string
		want        string // "" if nothing claimed is false
	}{
		{"d2-e2", "#", []string{"e3"}, ""},
		{"d2xe2", "", []string{"e3"}, ""},
		{"d2xe2", "", nil, "nothing is captured"},
		{"d2-e2xe3", "", nil, "nothing is captured"},
		{"d2-e2xe3", "", []string{"e3"}, ""},
		{"d2-e2xg2,e3", "", []string{"e3", "g2"}, ""},
		{"d2-e2xe3xe3", "", []string{"e3"}, ""}, // servers write some captures twice
		{"d2-e2xe3", "", []string{"e3", "g2"}, "captured is what stands on e3,g2"},
		{"d2-e2xa1", "", []string{"e3"}, "captured is what stands on e3"},
		{"d2-e2#", "", nil, "it deserves no #"},
		{"d2-e2+", "#", nil, "it deserves # and not +"},
		{"d2-e2+", "+", nil, ""},
	} {
		got := ""
		if err := env.ReadClaims(test.text).Deny(test.taken, test.marks); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s, where %v falls and %q is due: got %q, want %q", test.text, test.taken, test.marks, got, test.want)
		}
	}
}

// In a game whose states are no witnesses nothing is captured and nothing is a check.
func TestDenyWithoutAWitness(t *testing.T) {
	s := nim{heap: 4, maxPly: 10}.New(0)
	if _, ok := s.(env.Witness); ok {
		t.Fatal("the state is a witness")
	}
	for text, good := range map[string]bool{"2": true, "a1-a2!": true, "a1xa2": false, "a1-a2+": false} {
		if err := env.Deny(s, 1, text); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}
