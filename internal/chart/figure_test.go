package chart

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

func twoLines() Page {
	nan := math.NaN()
	return Page{Title: "p", Rows: [][]Chart{
		{Notes{Title: "n"}, Line{Frame: Frame{Title: "score", Y: Axis{Percent: true}, X: Axis{Label: "iteration"}, Rules: []Rule{{At: 0.5, Name: "even"}, {At: 3, Upright: true}}}, Series: []Series{
			{Name: "a", X: []float64{1, 2, 3}, Y: []float64{0.25, nan, 1}, Low: []float64{0, 0.1, 0.9}, High: []float64{0.5, 0.2, 1}},
			{Name: "b", X: []float64{2, 4}, Y: []float64{0.5, 0.125}, Dashed: true},
		}}},
		{Stack{Frame: Frame{Title: "ends", X: Axis{Label: "iteration"}}, At: []float64{1, 2}, Parts: []Part{{Name: "won", Size: []float64{1, 0.5}, Hue: Grey}}}},
	}}
}

// Charts of lines are data with the colours that they are drawn in; what is not finite is
// null.
func TestFigures(t *testing.T) {
	all := twoLines().Figures(0)
	if len(all) != 2 || len(all[0].Curves) != 2 || len(all[0].Rules) != 1 {
		t.Fatalf("got %+v", all)
	}
	text, err := json.Marshal(all[0].Curves[0])
	if want := `{"name":"a","x":[1,2,3],"y":[0.25,null,1],"low":[0,0.1,0.9],"high":[0.5,0.2,1],"hues":["#0072b2","#56b4e9"]}`; err != nil || string(text) != want {
		t.Errorf("got  %s, %v\nwant %s", text, err, want)
	}
	if hues := all[1].Curves[0].Hues; hues != [2]string{"#9aa2aa", "#7d8791"} {
		t.Errorf("a grey part is %s", hues)
	}
	if p, ok := twoLines().Alone("ends"); !ok || len(p.Rows) != 1 || len(p.Rows[0]) != 1 {
		t.Errorf("alone it is %+v, %v", p, ok)
	}
	if _, ok := twoLines().Alone("n"); ok {
		t.Error("notes are a figure")
	}
}

// Of many points some are kept, the last and its interval among them.
func TestFiguresAreThinned(t *testing.T) {
	s := Series{}
	for i := range 1001 {
		s.X, s.Y, s.Low, s.High = append(s.X, float64(i)), append(s.Y, float64(-i)), append(s.Low, float64(i)), append(s.High, float64(2*i))
	}
	c := Page{Rows: [][]Chart{{Line{Series: []Series{s}}}}}.Figures(100)[0].Curves[0]
	n := len(c.X)
	if n > 100 || n < 80 || len(c.Y) != n || len(c.Low) != n || c.X[n-1] != 1000 || c.High[n-1] != 2000 {
		t.Errorf("%d points, the last %v", n, c.X[n-1])
	}
}

func TestFigureCSV(t *testing.T) {
	var b strings.Builder
	if err := twoLines().Figures(0)[0].WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := []string{"iteration,a,a from,a to,b", "1,0.25,0,0.5,", "2,,0.1,0.2,0.5", "3,1,0.9,1,", "4,,,,0.125", ""}
	if got := strings.Split(b.String(), "\n"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
