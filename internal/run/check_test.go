package run

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"
)

// What a configuration sets is reported by table and key, comments and spaces aside.
func TestSettings(t *testing.T) {
	got := settings("# x = 1\nseed=2\n\n  [train]\nwindow = 500   \n\t# y = 3\nname = \"a = b\"\nnonsense\n[selfplay]\nwindow = 7\n")
	want := map[string]string{"seed": " = 2", "train.window": " = 500", "train.name": ` = "a = b"`, "selfplay.window": " = 7"}
	if !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A change of the configuration is reported by its lines, at most three of them.
func TestEdits(t *testing.T) {
	const old = "seed = 1\n[train]\nwindow = 500\nbatch = 8\n"
	for _, test := range []struct{ now, want string }{
		{old, "other spaces or comments"},
		{"# new\nseed   = 1\n[train]\nbatch = 8\nwindow = 500\n", "other spaces or comments"},
		{"seed = 2\n[train]\nwindow = 500\nbatch = 8\n", "seed = 2, the ledger says 1"},
		{"seed = 1\n[train]\nwindow = 500\nbatch = 8\nsteps = 3\n", `"train.steps = 3" is new`},
		{"seed = 1\n[train]\nwindow = 500\n", `"train.batch = 8" is gone`},
		{"seed = 1\n[other]\nwindow = 500\nbatch = 8\n", `"other.batch = 8" is new, "other.window = 500" is new, "train.batch = 8" is gone, 1 more`},
		{"seed = 3\n[train]\nwindow = 4\nbatch = 5\n", "seed = 3, the ledger says 1, train.batch = 5, the ledger says 8, train.window = 4, the ledger says 500"},
		{"", `"seed = 1" is gone, "train.batch = 8" is gone, "train.window = 500" is gone`},
	} {
		if got := edits(old, test.now, "the ledger"); got != test.want {
			t.Errorf("%q:\ngot  %s\nwant %s", test.now, got, test.want)
		}
	}
}

func TestCompare(t *testing.T) {
	l := newLedger()
	was, is := strings.Repeat("a", 64), strings.Repeat("b", 64)
	l.files["games/000001.seg"], l.files["games/000002.seg"], l.iteration = was, "", 4
	for _, test := range []struct{ name, hash, want string }{
		{"games/000001.seg", was, ""},
		{"games/000001.seg", is, "run/games/000001.seg has changed: sha256 bbbbbbbbbbbb, the ledger says aaaaaaaaaaaa"},
		{"games/000001.seg", "", "run/games/000001.seg is gone; the ledger says sha256 aaaaaaaaaaaa"},
		{"games/000002.seg", "", ""}, // gone for good
		{"games/000002.seg", is, "run/games/000002.seg has changed: sha256 bbbbbbbbbbbb, the ledger says "},
		{"games/000009.seg", is, "run/games/000009.seg is not in the ledger, which ends after iteration 4"},
	} {
		got := ""
		if d := l.compare("run", test.name, test.hash); d != nil {
			if got = d.text; d.name != test.name || d.hash != test.hash {
				t.Errorf("%s: %+v", test.name, d)
			}
		}
		if got != test.want {
			t.Errorf("%s with %.4q: got %q, want %q", test.name, test.hash, got, test.want)
		}
	}
	if err := (*ledger)(nil).hold("run", "games/000001.seg", is); err != nil {
		t.Errorf("a run that keeps no ledger holds nothing: %v", err)
	}
	if err := l.hold("run", "games/000001.seg", was); err != nil {
		t.Errorf("a file that is as it was: %v", err)
	}
	if err := l.hold("run", "games/000001.seg", is); err == nil || !strings.HasSuffix(err.Error(), "; put it back, or go on with what is there by: ludens resume run --accept-changes") {
		t.Errorf("a file that has changed: %v", err)
	}
}

func TestChangedTellsTheFirstAndHowManyMore(t *testing.T) {
	all := []difference{{text: "a has changed"}, {text: "b has changed"}, {text: "c is gone"}}
	for n, want := range map[int]string{
		1: "a has changed; put it back",
		2: "a has changed, and 1 more difference (all by: ludens verify run); put it back",
		3: "a has changed, and 2 more differences (all by: ludens verify run); put it back",
	} {
		if got := changed("run", all[:n]).Error(); !strings.HasPrefix(got, want) {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

func TestShortOfAShortHash(t *testing.T) {
	for hash, want := range map[string]string{"": "", "abc": "abc", strings.Repeat("a", 64): strings.Repeat("a", 12)} {
		if got := short(hash); got != want {
			t.Errorf("%q: got %q, want %q", hash, got, want)
		}
	}
}

// The report has what is wrong first, then all that was found, a line each; as JSON the same.
func TestReportText(t *testing.T) {
	r := &Report{
		Folder: "runs/a", Game: "celta", Iteration: 3, Iterations: 9, Ledger: "abc", Entries: 5, Machines: []string{"avx2 on amd64", "neon on arm64"},
		Programs: []string{"r1", "r2"}, Changes: []string{"seed = 2, the ledger says 1"}, Forged: []string{"game 417, ply 9"},
		Checkpoints: 1234, Games: 3, Plies: 20, Metrics: 3, Notes: []string{"a note"}, Audited: &Audited{Share: 1, Replayed: 2, Left: 1, Retrained: &Retrained{3, 0}}, Problems: []string{"one", "two"},
		Signature: &Signature{Key: "k", Iteration: 3}, learned: "networks",
	}
	print := func() string {
		var b strings.Builder
		if err := r.Text(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	want := `one
two

runs/a: celta, 3 of 9 iterations
ledger       5 lines
its sha256   abc
kernels      avx2 on amd64, then neon on arm64
ludens       r1, then r2
accepted     seed = 2, the ledger says 1
forged       game 417, ply 9
checkpoints  1,234
games        3, 20 plies
metrics      of 3 iterations
replayed     2 games by the networks of the checkpoints; 1 could not be
retrained    3 iterations from their games; 0 could not be
signed       up to iteration 3 by the key k
note         a note
`
	if got := print(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := r.Err(); err == nil || err.Error() != "runs/a is not as it was written: 2 problems" {
		t.Errorf("%v", err)
	}
	var text bytes.Buffer
	var back Report
	if err := r.JSON(&text); err != nil || json.Unmarshal(text.Bytes(), &back) != nil || back.Problems[1] != "two" || back.Audited.Left != 1 || !strings.Contains(text.String(), "\n  \"folder\"") {
		t.Errorf("%s, %v", &text, err)
	}
	*r = Report{Folder: "runs/a", Game: "celta", Iteration: 1, Iterations: 1, Problems: []string{}}
	want = "runs/a: celta, 1 of 1 iterations\ncheckpoints  0\ngames        0, 0 plies\nmetrics      of 0 iterations\nnothing is wrong\n"
	if got := print(); got != want || r.Err() != nil {
		t.Errorf("got\n%s%v\nwant\n%s", got, r.Err(), want)
	}
}
