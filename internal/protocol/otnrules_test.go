package protocol

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/tafl"
)

func taflGame(t testing.TB, name string) *tafl.Game {
	t.Helper()
	g, err := games.Make(name)
	if err != nil {
		t.Fatal(err)
	}
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

// recordOf returns the record of a game that OTEP sends.
func recordOf(g *tafl.Game) string {
	record, _ := g.NearestRecord(g.Spec().Name)
	return record
}

// A record is read back as what it says, and where it says all it is the same game.
func TestRecordsOfOurGames(t *testing.T) {
	table := "| game | record | rules it cannot express |\n|---|---|---|\n"
	for _, v := range games.List() {
		if v.Family != "tafl" {
			continue
		}
		g := taflGame(t, v.Name)
		record, missing := g.NearestRecord(v.Name)
		again, err := tafl.FromRecord(record)
		if err != nil || !again.SameRecord(g) {
			t.Errorf("%s: its record %s makes another game (%v)", v.Name, record, err)
			continue
		}
		if exact := len(missing) == 0; exact != (unsaid[v.Name] == "-") {
			t.Errorf("%s: its record leaves out %v; but %q should get lost", v.Name, missing, unsaid[v.Name])
		} else if exact && env.Perft(again.New(0), 3) != env.Perft(g.New(0), 3) {
			t.Errorf("%s: the game of its record has other moves", v.Name)
		}
		if v.Name != "magpie" && again.SameRecord(taflGame(t, "magpie")) {
			t.Errorf("%s: its record is that of magpie", v.Name)
		}
		table += fmt.Sprintf("| `%s` | `%s` | %s |\n", v.Name, record, unsaid[v.Name])
	}
	replaceTable(t, table)
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
		got, err := tafl.FromRecord(c.record)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if want := taflGame(t, c.game); !got.SameRecord(want) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, recordOf(got), recordOf(want))
		}
	}
}

// Rules that our games have not are refused, by name.
func TestForeignRecords(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{"", "dim:: want a size from 3 to 19"},
		{"dim:7", "start has 1 rows, want 7"},
		{"dim:7 sw:x " + brandub, "sw:x: want one of n, s, w"},
		{"dim:7 afor:z9 " + brandub, `afor: there is no square "z9"`},
		{"dim:7 spd:1,2 " + brandub, "ordinary men of both sides go equally far here"},
		{"dim:7 spd:1,2,3 " + brandub, "spd has 3 values"},
		{"dim:7 magic:y " + brandub, "magic:y: there is no such rule here"},
		{"dim:1e9 " + brandub, "dim:1e9"},
		{"dim:7 start:/7/7/7/7/7/7/7/", "king"},
		{"dim:7 ks:x tfr:x " + brandub, "; rules record: tfr:x"},
	} {
		if _, err := tafl.FromRecord(c.record); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\ngot  %v\nwant %s", c.record, err, c.want)
		}
	}
}
