package tafl

import (
	"testing"

	"ludens/env"
	"ludens/env/envtest"
)

// The conformance kit, for each preset and for options that change the planes,
// the ways to end, and who begins.
func TestLaws(t *testing.T) {
	for _, name := range []string{
		"celta", "cuervo", "wtf", "nielsen", "walker", "magpie", "ardri", "tablut",
		"celta:first=attackers,corner_hostile=adk",
		"celta:start=tablut,repeat=5",
		"wtf:throne_stop=none,repeat=0",
		"magpie:passive=on,repeat=2,repeat_result=loss_mover",
	} {
		t.Run(name, func(t *testing.T) { envtest.Run(t, game(t, name), envtest.Games(3)) })
	}
}

func TestSpec(t *testing.T) {
	for _, row := range []struct {
		name string
		want env.Spec
	}{
		{"celta", env.Spec{Name: "celta", Version: 1, Actions: 1176, Shape: [3]int{6, 7, 7}, MaxPly: 200,
			Roles: [2]string{"king's side", "attackers"}}},
		{"celta:first=attackers", env.Spec{Name: "celta:first=attackers", Version: 1, Actions: 1176, Shape: [3]int{6, 7, 7}, MaxPly: 200,
			Roles: [2]string{"attackers", "king's side"}}},
		{"tablut:cap=300,repeat=0", env.Spec{Name: "tablut:repeat=0,cap=300", Version: 1, Actions: 2592, Shape: [3]int{5, 9, 9}, MaxPly: 300,
			Roles: [2]string{"attackers", "king's side"}}},
	} {
		if got := game(t, row.name).Spec(); got != row.want {
			t.Errorf("%s: got %+v, want %+v", row.name, got, row.want)
		}
	}
}
