package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
)

// small is a study with one of everything.
func small() *Study {
	t := Table{
		Name: "scores", Caption: "Scores | of all.",
		Columns: []Column{{Key: "agent", Title: "agent"}, {Key: "games", Title: "games"}, {Key: "score", Title: "score, %", Percent: true, Digits: 1}, {Key: "p", Title: "p"}},
		Rows: [][]any{
			{"mcts:10", 400, arena.Measure{Value: 0.531, Low: 0.51, High: 0.552}, Chance(0.0321)},
			{"a|b <&>", 0, arena.Measure{Value: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}, Chance(1e-9)},
		},
	}
	s := &Study{Title: "Is <it> fair?", Answer: []string{"Yes & no."}, Repeat: []Fact{{"command", "ludens balance x"}}}
	line := chart.Line{Frame: chart.Frame{Title: "Score"}, Series: []chart.Series{{Name: "first", X: []float64{1, 2}, Y: []float64{0.5, 0.6}}}}
	s.Add("Scores", Text("What was found."), t, Lines{"  4  ██", "  3  █"})
	s.Add("Scores", Figure{Name: "score", Caption: "Over time.", Page: chart.Page{Title: "score", Rows: [][]chart.Chart{{line}}}, Of: Table{
		Name: "points", Columns: []Column{{Key: "x", Title: "x"}}, Rows: [][]any{{1.5}},
	}})
	return s
}

func text(t *testing.T, write func(w *bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func hasAll(t *testing.T, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("there is no %q in\n%.3000s", w, got)
		}
	}
}

func TestHTMLNeedsNothingElse(t *testing.T) {
	got := text(t, func(b *bytes.Buffer) error { return small().HTML(b) })
	hasAll(t, got, "<title>Is &lt;it&gt; fair?</title>", "Yes &amp; no.", "prefers-color-scheme: dark", `src="data:image/svg`, `srcset="data:image/svg`,
		`href="data:text/csv;base64,`, "53.1 [51.0, 55.2]", "a|b &lt;&amp;&gt;", "unknown", "ludens balance x", "<pre>  4  ██\n  3  █</pre>")
	for _, bad := range []string{"http:", "https:", "ZgotmplZ", "NaN", "<script", "url("} {
		if strings.Contains(got, bad) {
			t.Errorf("the page has %q in it", bad)
		}
	}
}

func TestMarkdown(t *testing.T) {
	hasAll(t, text(t, func(b *bytes.Buffer) error { return small().Markdown(b) }),
		"# Is <it> fair?\n\nYes & no.\n", "## Scores\n", "| agent | games | score, % | p |\n|---|--:|--:|--:|\n| mcts:10 | 400 | 53.1 [51.0, 55.2] | 0.032 |\n",
		`a\|b`, "(figures/score.png)](figures/score.svg)", "(data/points.csv)", "- command: `ludens balance x`", "```text\n  4  ██")
}

func TestText(t *testing.T) {
	hasAll(t, text(t, func(b *bytes.Buffer) error { return small().Text(b, 92) }), `Is <it> fair?

Yes & no.

SCORES
What was found.

agent    games           score, %        p
mcts:10    400  53.1 [51.0, 55.2]    0.032
a|b <&>      0            unknown  < 0.001
`)
}

func TestCSV(t *testing.T) {
	got := text(t, func(b *bytes.Buffer) error { return small().tables()[0].CSV(b) })
	rows, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v in %q", err, got)
	}
	if want := "agent games score score_low score_high p"; strings.Join(rows[0], " ") != want {
		t.Errorf("columns %v, want %s", rows[0], want)
	}
	if rows[1][3] != "0.51" || rows[2][2] != "" || rows[2][5] != "1e-09" {
		t.Errorf("rows %v", rows[1:])
	}
	empty := text(t, func(b *bytes.Buffer) error { return Table{Columns: []Column{{Key: "a"}}}.CSV(b) })
	if empty != "a\n" {
		t.Errorf("no rows: %q", empty)
	}
}

func TestJSON(t *testing.T) {
	var got struct {
		Title  string
		Tables map[string][]map[string]any
		Repeat map[string]string
	}
	if err := json.Unmarshal([]byte(text(t, func(b *bytes.Buffer) error { return small().JSON(b) })), &got); err != nil {
		t.Fatal(err)
	}
	score := got.Tables["scores"][0]["score"].(map[string]any)
	if got.Title != "Is <it> fair?" || score["low"] != 0.51 || got.Tables["points"][0]["x"] != 1.5 || got.Repeat["command"] == "" {
		t.Errorf("%+v", got)
	}
	if v := got.Tables["scores"][1]["score"].(map[string]any)["estimate"]; v != nil {
		t.Errorf("what nobody knows is %v, want null", v)
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	for range 2 { // a second time over the first
		if err := small().Write(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"index.html", "README.md", "study.json", "figures/score.svg", "data/scores.csv", "data/points.csv"} {
		if s, err := os.Stat(filepath.Join(dir, name)); err != nil || s.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := os.Open(filepath.Join(dir, "figures", "score.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.Decode(f); err != nil {
		t.Errorf("the picture: %v", err)
	}
}
