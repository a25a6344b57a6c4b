package protocol

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"ludens/env/games"
	"ludens/env/tafl"
	"ludens/internal/otn"
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

// A record is read back as what it says, and its game has that record.
func TestRecordsOfOurGames(t *testing.T) {
	table := "| game | record | rules it cannot express |\n|---|---|---|\n"
	for _, v := range games.List() {
		if v.Family != "tafl" {
			continue
		}
		g := taflGame(t, v.Name)
		record := otn.Of(g).Record(v.Name)
		read, err := otn.Parse(record)
		if err != nil || read != otn.Of(g) {
			t.Errorf("%s: %s\nread back as %+v, %v\nwant          %+v", v.Name, record, read, err, otn.Of(g))
			continue
		}
		again, err := read.Game()
		if err != nil || otn.Of(again) != read {
			t.Errorf("%s: its record makes another game (%v)", v.Name, err)
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
		r.ThroneStop, r.ThronePass, r.ThroneHostile = tafl.NoKind, tafl.NoKind, tafl.NoKind
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
		o, err := otn.Parse(c.record)
		if err == nil {
			_, err = o.Game()
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if want := otn.Of(taflGame(t, c.game)); o != want {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, o, want)
		}
	}
}

// Rules that our games have not are refused, by name.
func TestForeignRecords(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{"", "needs dim and start"},
		{"dim:7", "needs dim and start"},
		{"dim:11 sw:s " + brandub, `sw: "s" is not a rule of these games`},
		{"dim:7 ber:m " + brandub, `ber: "m"`},
		{"dim:7 afor:a1 " + brandub, `afor: "a1"`},
		{"dim:7 tfr:w " + brandub, "tfr:w: no side wins by repetition"},
		{"dim:7 cenh:T " + brandub, "an occupied throne is hostile only to attackers"},
		{"dim:7 ka:n " + brandub, "an occupied throne is hostile to no piece if the king in it is not"},
		{"dim:7 spd:1,2 " + brandub, "different ranges"},
		{"dim:7 spd:1,2,3 " + brandub, "3 ranges"},
		{"dim:7 cor:a1 " + brandub, `cor: "a1"; want a1,a7,g1,g7, or none`},
		{"dim:7 magic:y " + brandub, `entry "magic" is unknown`},
		{"dim:1e9 " + brandub, "dim"},
		{"dim:7 start:/7/7/7/7/7/7/7/", "is not an array of these games"},
		{"dim:7 ks:x " + brandub, "ks"},
	} {
		o, err := otn.Parse(c.record)
		if err == nil {
			_, err = o.Game()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\ngot  %v\nwant %s", c.record, err, c.want)
		}
	}
}
