package tafl

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
)

func TestNames(t *testing.T) {
	for _, row := range []struct{ name, want string }{
		{"celta", "celta"},
		{"celta:first=king", "celta"},
		{"celta:corner_hostile=adk,first=attackers", "celta:first=attackers,corner_hostile=adk"},
		{"cuervo:passive=on,cap=150,repeat=0", "cuervo:passive=on,repeat=0,cap=150"},
		{"tablut:start=tablut,king_range=1", "tablut:king_range=1"},
	} {
		if got := game(t, row.name).Spec().Name; got != row.want {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
	}
}

func TestBadOptions(t *testing.T) {
	for _, row := range []struct {
		variant string
		option  env.Setting
		want    string
	}{
		{"celtic", env.Setting{}, `no variant "celtic" (did you mean "celta"?)`},
		{"celta", env.Setting{Name: "frist", Value: "king"}, `celta has no option "frist" (did you mean "first"?)`},
		{"celta", env.Setting{Name: "first", Value: "attacker"}, `option first is one of attackers, king, not "attacker" (did you mean "attackers"?)`},
		{"celta", env.Setting{Name: "corner_hostile", Value: "kda"}, "option corner_hostile is one of none, a, d, k, ad, ak, dk, adk"},
		{"celta", env.Setting{Name: "king_capture", Value: "3"}, "option king_capture is one of two, throne4, nielsen, four, four_edge"},
		{"celta", env.Setting{Name: "repeat", Value: "1"}, `option repeat is one of 0, 2, 3, 4, 5, not "1"`},
		{"celta", env.Setting{Name: "cap", Value: "0"}, `celta: option cap: want a whole number from 1 to 65535, not "0"`},
		{"celta", env.Setting{Name: "cap", Value: "0200"}, `not "0200"`},
		{"celta", env.Setting{Name: "cap", Value: "many"}, `not "many"`},
	} {
		_, err := New(row.variant, []env.Setting{row.option})
		if err == nil || !strings.HasPrefix(err.Error(), "tafl: ") || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s with %v: got error %v, want %q", row.variant, row.option, err, row.want)
		}
	}
	if _, err := New("celta", []env.Setting{{Name: "cap", Value: "7"}, {Name: "cap", Value: "8"}}); err == nil {
		t.Error("an option set twice is no error")
	}
}

// said returns the rules of a game as options tell them.
func said(g *Game) map[string]string {
	rules, all := g.Rules(), map[string]string{}
	for _, k := range variant.Keys(&rules) {
		value := strings.Trim(k.Default, `"`)
		if k.Kind == "true or false" {
			value = map[string]string{"true": "on", "false": "off"}[value]
		}
		all[k.Name] = value
	}
	return all
}

// Every value of every option of every variant makes a game with that rule,
// named after it unless it is the default.
func TestEveryOption(t *testing.T) {
	for _, name := range presets {
		v := variantOf(t, name)
		for _, o := range v.Options {
			for _, value := range o.Values {
				want := v.Name
				if value != o.Default {
					want += ":" + o.Name + "=" + value
				}
				g := game(t, v.Name+":"+o.Name+"="+value)
				if got := g.Spec().Name; got != want {
					t.Errorf("got the name %s, want %s", got, want)
				}
				if got := said(g)[o.Name]; got != value {
					t.Errorf("%s: %s is %s", want, o.Name, got)
				}
			}
		}
	}
}

// What the source games say, against what the others do.
func TestPresets(t *testing.T) {
	for _, row := range []struct {
		name string
		want string // the options in which it differs from wtf
	}{
		{"celta", "first=king king_range=1 throne_pass=k throne_hostile=k corner_hostile=none king_armed=none " +
			"king_capture=four_edge passive=on encirclement=off repeat_result=draw"},
		{"cuervo", "first=king king_range=1 throne_pass=k throne_hostile=k corner_hostile=none king_armed=none " +
			"king_capture=four_edge encirclement=off repeat_result=draw"},
		{"wtf", ""},
		{"nielsen", "throne_stop=none king_capture=nielsen encirclement=off no_move=draw repeat_result=draw"},
		{"walker", "throne_hostile=none king_capture=two encirclement=off no_move=draw repeat_result=draw"},
		{"magpie", "start=magpie king_range=1 throne_pass=k throne_hostile=adk king_capture=four_edge encirclement=off repeat_result=draw"},
		{"ardri", "start=ardri throne=off throne_hostile=none corners=off corner_hostile=none escape=edge king_capture=four " +
			"encirclement=off repeat_result=draw"},
		{"tablut", "start=tablut throne_hostile=adk corners=off corner_hostile=none escape=edge king_capture=nielsen " +
			"encirclement=off repeat_result=draw"},
	} {
		rules, wtf := said(game(t, row.name)), said(game(t, "wtf"))
		var differ []string
		for _, o := range variantOf(t, "celta").Options {
			if value := rules[o.Name]; value != wtf[o.Name] {
				differ = append(differ, o.Name+"="+value)
			}
		}
		if got := strings.Join(differ, " "); got != row.want {
			t.Errorf("%s: got  %s\nwant %s", row.name, got, row.want)
		}
	}
}
