package chess

import (
	"strings"
	"testing"

	"ludens/env"
)

// settings reads "a=b c=d".
func settings(text string) (list []env.Setting) {
	for field := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(field, "=")
		list = append(list, env.Setting{Name: name, Value: value})
	}
	return list
}

func TestCanonicalNames(t *testing.T) {
	for _, tt := range []struct{ variant, settings, want string }{
		{"cetran2", "", "cetran2"},
		{"cetran2", "array=random promo=qscahrn fifty=on threefold=on insufficient=on asymmetric=off", "cetran2"},
		{"cetran2", "fifty=off array=qrknchsa/KSNRCAQH", "cetran2:array=qrknchsa/KSNRCAQH,fifty=off"},
		{"cetran2", "array=qrknchsaKSNRCAQH", "cetran2:array=qrknchsa/KSNRCAQH"},
		{"cetran2", "array=1", "cetran2:array=achknqsr/ACHKNQRS"},
		{"cetran2", "array=40320", "cetran2:array=achknqrs/ACHKNQSR"},
		{"cetran2-mirror", "array=1", "cetran2-mirror:array=achknqsr/ACHKNQSR"},
		{"cetran2-central", "array=1", "cetran2-central:array=rsqnkhca/ACHKNQSR"},
		{"cetran2", "promo=nrq", "cetran2:promo=qrn"},
		{"cetran2", "promo=nrhacsq", "cetran2"},
		{"cetran2", "asymmetric=on", "cetran2:asymmetric=on"},
		{"cetran1", "array=0 promo=bq", "cetran1:array=bbcknqrs/BBCKNQRS,promo=qb"},
	} {
		g, err := New(tt.variant, settings(tt.settings))
		if err != nil {
			t.Errorf("%s %s: %v", tt.variant, tt.settings, err)
			continue
		}
		if got := g.Spec().Name; got != tt.want {
			t.Errorf("%s %s: got %s, want %s", tt.variant, tt.settings, got, tt.want)
		}
	}
}

func TestBadOptions(t *testing.T) {
	for _, tt := range []struct{ variant, settings, want string }{
		{"cetran3", "", `chess: no variant "cetran3" (did you mean "cetran2"?); there are cetran2, cetran2-mirror, cetran2-central, cetran1, cetran1-mirror`},
		{"cetran2", "aray=1", `chess: cetran2 has no option "aray" (did you mean "array"?)`},
		{"cetran1", "promo=h", `chess: cetran1: option promo: "h": must be some letters of qscbrn, each once`},
		{"cetran2-mirror", "asymmetric=on", `chess: cetran2-mirror has no option "asymmetric"`},
		{"cetran2", "fifty=no", `chess: cetran2: option fifty is one of on, off, not "no" (did you mean "on"?)`},
		{"cetran2", "fifty=on fifty=off", `chess: cetran2: option fifty is set twice`},
		{"cetran2", "promo=", `chess: cetran2: option promo: "": must be some letters of qscahrn, each once`},
		{"cetran2", "promo=qk", `chess: cetran2: option promo: "qk": must be some letters of qscahrn, each once`},
		{"cetran2", "promo=qq", `chess: cetran2: option promo: "qq": must be some letters of qscahrn, each once`},
		{"cetran2", "array=1625702400", `chess: cetran2: option array: array 1625702400: must be in 0..1625702399`},
		{"cetran2-mirror", "array=40320", `chess: cetran2-mirror: option array: array 40320: must be in 0..40319`},
		{"cetran2", "array=-1", `chess: cetran2: option array: array -1: must be in 0..1625702399`},
		{"cetran2", "array=KSNRCAQH", `chess: cetran2: option array: array "KSNRCAQH": write Black's rank small and first, then White's in capitals: qrknchsa/KSNRCAQH`},
		{"cetran2", "array=qrknchsa/KSNRCAQQ", `chess: cetran2: option array: array qrknchsa/KSNRCAQQ: White's rank "KSNRCAQQ": must have the officers ACHKNQRS in any order`},
		{"cetran2-mirror", "array=qrknchsa/KSNRCAQH", `chess: cetran2-mirror: option array: array qrknchsa/KSNRCAQH: mirror arrays have equal officers face to face: ksnrcaqh/KSNRCAQH`},
		{"cetran2-central", "array=qrknchsa/KSNRCAQH", `chess: cetran2-central: option array: array qrknchsa/KSNRCAQH: central arrays look alike after a half turn: hqacrnsk/KSNRCAQH`},
	} {
		g, err := New(tt.variant, settings(tt.settings))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s %s:\ngot  %v\nwant %s", tt.variant, tt.settings, err, tt.want)
		}
		if g != nil {
			t.Errorf("%s %s: got a game with the error", tt.variant, tt.settings)
		}
	}
}

func TestVariantsCanBeMade(t *testing.T) {
	for _, v := range Variants() {
		var all []env.Setting
		for _, o := range v.Options {
			all = append(all, env.Setting{Name: o.Name, Value: o.Default})
		}
		g, err := New(v.Name, all)
		if err != nil {
			t.Errorf("%s with its defaults: %v", v.Name, err)
			continue
		}
		actions := map[bool]int{true: 98 * 64, false: 101 * 64}[strings.HasPrefix(v.Name, "cetran1")]
		want := env.Spec{Name: v.Name, Version: CetranVersion, Actions: actions, Shape: [3]int{25, 8, 8}, MaxPly: 400, Roles: [2]string{"White", "Black"}}
		if got := g.Spec(); got != want {
			t.Errorf("%s: got %+v, want %+v", v.Name, got, want)
		}
	}
}
