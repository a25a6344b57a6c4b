package tafl

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/games"
)

// Records of OpenTafl's own texts and tests.
var records = map[string]string{
	"fetlar":     "dim:11 atkf:n start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
	"copenhagen": "dim:11 atkf:n sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
	"berserk":    "dim:11 surf:n atkf:n kj:r ber:c start:/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/",
	"brandub":    "dim:7 ks:n cenhe: cenh: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
	"sea battle": "dim:9 esc:e ka:n cen: cor: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
	"computer":   "dim:11 name:Computer_Tafl tfr:w start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
	"tablut":     "dim:9 name:Tablut esc:e atkf:y ka:y ks:c nj:n cj:n cor: cens: cenh: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
	"magpie":     "dim:7 name:Magpie surf:n atkf:y ks:m spd:-1,-1,-1,-1,-1,-1,-1,1, starti:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
	"foteviken":  "dim:9 name:Foteviken esc:e ka:n ks:c cor: cens: cenp: cenh: cenhe:K afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, aforh:K aforre: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
	"both":       "dim:7 ber:m cj:n nj:r start:/3t3/c2n2c/3T3/ttTKTtt/3C3/3N3/3t3/",
}

func TestImport(t *testing.T) {
	for name, record := range records {
		text, err := Import(record)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		g := read(t, text)
		if n := len(g.New(0).Legal(nil)); n < 20 {
			t.Errorf("%s: %d moves\n%s", name, n, text)
		}
	}
}

// What a record says is what the file of that game says.
func TestImportedAsGallery(t *testing.T) {
	for record, name := range map[string]string{"computer": "computer-tafl", "tablut": "tablut-triathlon", "foteviken": "tablut-foteviken"} {
		text, err := Import(records[record])
		if err != nil {
			t.Fatal(err)
		}
		g, want := read(t, text), comes(t, name)
		for depth := 1; depth <= 2; depth++ {
			if got, want := env.Perft(g.New(0), depth), env.Perft(want.New(0), depth); got != want {
				t.Errorf("%s: perft %d: got %d, want %d", name, depth, got, want)
			}
		}
		same(t, name, g.(*Game), want.(*Game))
	}
}

func TestImportErrors(t *testing.T) {
	const start = " start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
	for record, want := range map[string][]string{
		"dim:7 linc:y mj:y" + start:   {"linc:y: there is no such rule here", "mj:y: there is no such rule here"},
		"dim:7 ks:q" + start:          {"ks:q: want one of c, m, n, s, w, y"},
		"dim:70" + start:              {"dim:70: want a size from 3 to 19"},
		"dim:9" + start:               {"start has 7 rows, want 9"},
		"dim:7 cor:z9" + start:        {`cor: there is no square "z9"`},
		"dim:7 dim:7" + start:         {"dim stands there twice"},
		"dim:7 start:/3g3/7/7/7/7/7/": {"start has 6 rows"},
		"dim:7 spd:x" + start:         {"spd:x: want numbers from -1 to 19"},
		"dim:7 spd:-2" + start:        {"spd:-2: want numbers from -1 to 19"},
		"dim:7 spd:1,2" + start:       {"ordinary men of both sides go equally far here"},
		"dim:7 spd:1,2,3" + start:     {"spd has 3 values, want 1, 2, 8, 10 or 12"},
	} {
		_, err := Import(record)
		if err == nil {
			t.Errorf("%s: no error", record)
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		for i, line := range want {
			if len(lines) < len(want) || !strings.Contains(lines[i], line) {
				t.Errorf("%s:\ngot  %v\nwant %s", record, err, line)
			}
		}
	}
}

// A game's record reads back as the same game, or is refused with a reason.
func TestRecord(t *testing.T) {
	said := 0
	for _, name := range gallery() {
		g := comes(t, name)
		record, err := Record(g)
		if err != nil {
			if !strings.Contains(err.Error(), "rules record: it cannot say") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		said++
		text, err := Import(record)
		if err != nil {
			t.Errorf("%s: %s: %v", name, record, err)
			continue
		}
		same(t, name+": "+record, general(t, text), general(t, mustText(name)))
	}
	if said < 8 {
		t.Errorf("only %d games of the gallery have a record", said)
	}
	for name, record := range records {
		text, err := Import(record)
		if err != nil {
			t.Fatal(err)
		}
		g := general(t, text)
		again, err := Record(g)
		if err != nil {
			if name != "both" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if text, err = Import(again); err != nil {
			t.Fatalf("%s: %s: %v", name, again, err)
		}
		same(t, name+": "+again, general(t, text), g)
	}
}

func mustText(name string) string {
	text, _ := games.Text(name)
	return text
}

func same(t *testing.T, name string, got, want *Game) {
	t.Helper()
	if got.rules.First != want.rules.First || got.essence() != want.essence() {
		t.Errorf("%s:\ngot  %s\nwant %s", name, got.essence(), want.essence())
	}
}

// What each entry becomes.
func TestImportedKeys(t *testing.T) {
	const start = " start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
	for entry, want := range map[string]string{
		"esc:e": `escape = "edge"`, "surf:n": "encirclement = false", "atkf:n": `first = "king"`, "tfr:i": "repeat = 0", "tfr:l": `repeat_result = "loss_mover"`,
		"tfr:w": `repeat_loser = "other"`, "ka:h": `king_armed = "hammer"`, "ks:m": `king_capture = "four_edge"`, "kj:j": `king_jumps = "over"`,
		"sw:w": `shieldwall = "weak"`, "swf:n": "shieldwall_flank = false", "efe:y": `edge_fort = "safe"`, "ber:m": `berserk = "any"`,
		"cor:": "corners = false", "cen:": "throne = false", "cens:": `throne_stop = "none"`, "cenp:K": `throne_pass = "k"`, "cenhe:tcn": `throne_hostile = "a"`,
		"cenh:TCN": `throne_always = "d"`, "cenre:": `throne_stop = "none"`, "cors:TCNK": `corner_stop = "dk"`, "corp:": `corner_pass = "none"`, "corh:K": `corner_hostile = "k"`,
		"spd:2": "man_range = 2", "spd:-1,-1,-1,-1,-1,-1,-1,3": "king_range = 3", "dfor:c3": "..D....\n", "name:My_Game!": `name = "my-game"`,
	} {
		text, err := Import("dim:7 " + entry + start)
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v: %s is not in\n%s", entry, err, want, text)
			continue
		}
		general(t, text)
	}
}
