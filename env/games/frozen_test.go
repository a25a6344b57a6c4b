package games

import (
	"testing"

	"ludens/env"
)

// Checkpoints hold the fingerprint of their game: that of a variant by its
// defaults never changes while its Version stays.
func TestFingerprintsAreFrozen(t *testing.T) {
	for name, want := range map[string]string{
		"cetran2":         "a4ba303b82927a992b17e8a0a8a2cf33",
		"cetran2-mirror":  "f9068d28d4295b56e67b901b0da9d679",
		"cetran2-central": "ed77efdb17a92cd21dfb20782826fb1e",
		"cetran1":         "abbdbfdbd18575fc3bd07854e73aa028",
		"cetran1-mirror":  "73df82a60b39adc4b2db09aed27e98db",
		"cetro":           "5ac22f674cbcc6f0b09aee22e0f27e07",
		"cetro-5x5":       "55b1d4be13e09aa9cf8d654f62cfb542",
		"cetro-5x7":       "7db38f79a7dffa8b1da1d40bd501c45d",
		"connect4":        "4d3d84d5819cc80662a8b69e205ca851",
		"celta":           "b0f6c7bd80cda6f8ee599d3634c011ed",
		"cuervo":          "8b441a603bea2159e433d8b2b420275f",
		"wtf":             "621c3571ffe036bdfffd2a8abdd5ecd2",
		"nielsen":         "e967bbf8c45abb2f7409a7a209b53b65",
		"walker":          "2b43a8e035ac9ae7cc7c95b74064b258",
		"magpie":          "b3611730c8a493bc8bb1ee95dec4f0ca",
		"ardri":           "88ce9d4806eb7c19fb77dbd84eec30f2",
		"tablut":          "cd7645cd97c1d280d85f879eb7063ea7",
		"tictactoe":       "945648fefc97124789847cc3d237ea02",
		// The options whose games have been trained on.
		"cetro:demand=none":     "7aca867f077ff30127d250d4ef778eb5",
		"cetro:demand=always":   "9723983cefd1f80264dec2c37dc59aea",
		"cetro:cap_result=draw": "d28af59594d816b3ffc3dbc8a8a81152",
		"celta:first=attackers": "0aa12c13e35bdbf35c3568b7b439adb4",
		"cetro-5x5:demand=none": "45dc3384c855e7ecd0fd2f680c1f8e71",
		"cetro:demand=veto":     "1d78e3a805c0447083420c3156a96b3e", // of version 2
		"cetro-5x5:demand=veto": "e7b89bfab7ae548565b47895a44e9f6f",
	} {
		g, err := Make(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := env.Fingerprint(g); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
