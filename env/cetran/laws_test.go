package cetran_test

import (
	"testing"

	"ludens/env"
	"ludens/env/cetran"
	"ludens/env/diagram"
	"ludens/env/envtest"
)

// Random arrays are no mirror images of themselves; TestMirror shows the law.
func TestLaws(t *testing.T) {
	for _, tt := range []struct {
		variant  string
		settings []env.Setting
	}{
		{"cetran2", nil},
		{"cetran2-mirror", nil},
		{"cetran2-central", nil},
		{"cetran1", nil},
		{"cetran1-mirror", nil},
		{"cetran2", []env.Setting{{Name: "array", Value: "qrknchsa/KSNRCAQH"}, {Name: "promo", Value: "sq"}}},
		{"cetran2", []env.Setting{{Name: "fifty", Value: "off"}, {Name: "threefold", Value: "off"}, {Name: "insufficient", Value: "off"}}},
	} {
		g, err := cetran.New(tt.variant, tt.settings)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(g.Spec().Name, func(t *testing.T) { envtest.Run(t, g, envtest.AsymmetricStart(), envtest.Games(3)) })
	}
}

var (
	_ env.Symmetric    = (*cetran.Game)(nil)
	_ env.Notated      = (*cetran.Game)(nil)
	_ env.Scored       = (*cetran.State)(nil)
	_ env.Explained    = (*cetran.State)(nil)
	_ diagram.Pictured = (*cetran.State)(nil)
)
