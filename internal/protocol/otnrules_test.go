package protocol

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"ludens/env/games"
	"ludens/env/tafl"
)

func taflGame(t testing.TB, name string) *tafl.Game {
	t.Helper()
	g := games.Must(name)
	return g.(*tafl.Game)
}

// unsaid are the rules of each game that have no word in a record.
var unsaid = map[string]string{
	"celta":   "a man who moves in between two enemies is captured",
	"cuervo":  "-",
	"wtf":     "the king falls to two beside the throne; repetition loses for the king's side",
	"nielsen": "a side without a move draws",
	"walker":  "a side without a move draws",
	"magpie":  "-",
	"ardri":   "-",
	"tablut":  "-",
}

// A record is read back as what it says, and its game has that record.
func TestRecordsOfOurGames(t *testing.T) {
	table := "| game | record | rules it cannot express |\n|---|---|---|\n"
	for _, v := range games.List() {
		if v.Family != "tafl" {
			continue
		}
		g := taflGame(t, v.Name)
		record := g.Nearest(v.Name)
		again, err := tafl.ByRecord(record)
		if err != nil || again.Nearest(v.Name) != record {
			t.Errorf("%s: its record %s makes another game (%v)", v.Name, record, err)
			continue
		}
		want, got := g.Rules(), again.Rules()
		exact := reflect.DeepEqual(effective(got), effective(want))
		if exact != (unsaid[v.Name] == "-") {
			t.Errorf("%s: the game of its record is the same: %v; but %q should get lost\ngot  %+v\nwant %+v", v.Name, exact, unsaid[v.Name], got, want)
		}
		table += fmt.Sprintf("| `%s` | `%s` | %s |\n", v.Name, record, unsaid[v.Name])
	}
	replaceTable(t, table)
}

// effective leaves out what a rule says of squares that are not special.
func effective(r tafl.Rules) tafl.Rules {
	if !r.Corners {
		r.CornerStop, r.CornerHostile = tafl.NoKind, tafl.NoKind
	}
	if !r.Throne {
		r.ThroneStop, r.ThronePass, r.ThroneHostile, r.ThroneAlways = tafl.NoKind, tafl.NoKind, tafl.NoKind, tafl.NoKind
	}
	return r
}

// replaceTable holds the table of records in the document against table.
func replaceTable(t *testing.T, table string) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	begin, rest, ok := strings.Cut(string(text), "| game | record |")
	if !ok && *update {
		begin, rest, ok = strings.Cut(string(text), "RECORDS\n")
		rest = "\n\n" + rest
	}
	if !ok {
		t.Fatal("the document has no table of records")
	}
	_, end, _ := strings.Cut(rest, "\n\n")
	want := begin + table + "\n" + strings.TrimLeft(end, "\n")
	if want == string(text) {
		return
	}
	if !*update {
		t.Errorf("the table of records in the document is another; want\n%s", table)
		return
	}
	if err := os.WriteFile(document, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

const brandub = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"

// What OpenTafl's specification and its own games say, in our words.
func TestRecordsOfOthers(t *testing.T) {
	for _, c := range []struct{ name, record, game string }{
		{"Brandub, an example of the specification", "dim:7 ks:n cenhe: cenh: " + brandub,
			"walker:no_move=loss,encirclement=on"},
		{"Magpie, from a test of OpenTafl", "dim:7 name:Magpie surf:n atkf:y ks:m spd:-1,-1,-1,-1,-1,-1,-1,1, starti:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
			"magpie:start=brandubh,throne_pass=adk"},
		{"defaults written out", "dim:7 esc:c surf:y atkf:y tfr:d ka:y ks:s kj:n nj:c cj:j cor:default cen:default afor: dfor: " +
			"corh:tcnkTCNK cenh:tcnk cenhe:tcnkTCNK corp:K cenp:tcnkTCNK cors:K cens:K sw:n swf:y efe:n ber:n spd:-1 " + brandub,
			"nielsen:throne_stop=k,throne_hostile=adk,king_capture=four,encirclement=on,no_move=loss"},
		{"no corners, no throne", "dim:9 esc:e surf:n cen: cor: ka:n start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
			"tablut:throne=off,corners=off,king_armed=none,king_capture=four"},
		{"nobody may return to the throne", "dim:7 surf:n ks:c cenre: " + brandub,
			"nielsen:throne_hostile=adk,no_move=loss"},
		{"squares by name", "dim:7 surf:n cor:a1,a7,g1,g7, cen:d4, ks:w tfr:l " + brandub,
			"nielsen:throne_stop=k,throne_hostile=adk,king_capture=two,repeat_result=loss_mover,no_move=loss"},
	} {
		g, err := tafl.ByRecord(c.record)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got, want := g.Nearest(""), taflGame(t, c.game).Nearest(""); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, want)
		}
	}
}

// Rules that no game has are refused, by name.
func TestForeignRecords(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{"", "dim:: want a size"},
		{"dim:7", "start has 1 rows, want 7"},
		{"dim:4 " + brandub, "start has 7 rows, want 4"},
		{"dim:20 " + brandub, "dim:20: want a size from 3 to 19"},
		{"dim:1e9 " + brandub, "dim:1e9"},
		{"dim:7 linc:y " + brandub, "linc:y: there is no such rule here"},
		{"dim:7 magic:y " + brandub, "magic:y: there is no such rule here"},
		{"dim:7 surf:maybe " + brandub, "surf:maybe: want one of n, y"},
		{"dim:7 esc:x ks:x " + brandub, "esc:x: want one of c, e; rules record: ks:x"},
		{"dim:7 spd:1,2 " + brandub, "equally far"},
		{"dim:7 spd:1,2,3 " + brandub, "3 values"},
		{"dim:7 spd:9 " + brandub, "king_range = 9, want 0 to 8"},
		{"dim:7 afor:a1 " + brandub, "not those of these games"},
		{"dim:7 cor:a1 " + brandub, "not those of these games"},
		{"dim:7 cen:d3 " + brandub, "not those of these games"},
		{"dim:7 start:/7/7/7/7/7/7/7/", "there are 0 kings"},
		{"dim:7 start:/3t3/7/3T3/ttTKTtt/3T3/7/3t3/", "not those of these games"},
	} {
		if _, err := tafl.ByRecord(c.record); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\ngot  %v\nwant %s", c.record, err, c.want)
		}
	}
}

// Rules beyond those of the games of the list are settings of theirs.
func TestRarerRecords(t *testing.T) {
	for entries, want := range map[string]string{
		"sw:w": "shieldwall=weak", "ber:m": "berserk=any", "tfr:w": "repeat_loser=other", "kj:r": "king_jumps=restricted",
		"ka:n": "throne_always=a", "cenh:T": "throne_always=d", "spd:2,2": "man_range=2",
		"spd:1,2,3,4,6,1,2,3,5,6": "king_range=5", "spd:1,2,3,4,6,7,1,2,3,5,6,7": "king_range=5",
		"linc:n mj:c swf:n aforh:K": "encirclement=on",
	} {
		g, err := tafl.ByRecord("dim:7 " + entries + " " + brandub)
		if err != nil || !strings.Contains(g.Spec().Name, want) || strings.Contains(g.Spec().Name, "shieldwall_flank") {
			t.Errorf("%s: %v, want %s in the name of %v", entries, err, want, g)
		}
	}
}
