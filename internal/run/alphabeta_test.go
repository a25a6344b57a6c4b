package run

import (
	"bytes"
	"strings"
	"testing"

	"ludens/train"
)

// evaluated is fourIterations as a run by alpha-beta.
func evaluated() *Curves {
	r := fourIterations()
	r.Config.Train.Method = train.AlphaBeta
	for i := range r.Points {
		r.Points[i].HeldOut = &train.HeldOut{Positions: 50, Before: 0.5, After: 0.25}
	}
	return r
}

// A run by alpha-beta has curves of the positions that it held out, and none of a network. A
// run of a network has the others.
func TestCurvesByAlphaBeta(t *testing.T) {
	network, learned := titled(t, fourIterations().Page("iterations")), titled(t, evaluated().Page("iterations"))
	for _, title := range []string{"Losses", "Entropy of the policies", "Gradient", "Learning rate", "Search over network"} {
		if network[title] == nil || learned[title] != nil {
			t.Errorf("%s: in a run of a network %v, by alpha-beta %v", title, network[title] != nil, learned[title] != nil)
		}
	}
	for _, title := range []string{"Held-out positions", "Do values come true?", "Length of games", "By what"} {
		if learned[title] == nil || title == "Held-out positions" && network[title] != nil {
			t.Errorf("%s: %v, in a run of a network %v", title, learned[title], network[title])
		}
	}
	if note := evaluated().Page("iterations").Note; !strings.Contains(note, "evaluation for alpha-beta, which has no policy") {
		t.Errorf("its note is %q", note)
	}
}

// The same of the table, of TensorBoard's curves, and of the diagnosis.
func TestNumbersByAlphaBeta(t *testing.T) {
	tables := map[*Curves]string{}
	network, learned := fourIterations(), evaluated()
	for _, r := range []*Curves{network, learned} {
		var b bytes.Buffer
		if err := r.WriteTable(&b); err != nil {
			t.Fatal(err)
		}
		tables[r], _, _ = strings.Cut(b.String(), "\n")
	}
	for _, name := range ofNetworks {
		if !strings.Contains(","+tables[network]+",", ","+name+",") || strings.Contains(","+tables[learned]+",", ","+name+",") {
			t.Errorf("%s: in %q, not in %q", name, tables[network], tables[learned])
		}
	}
	if !strings.Contains(tables[learned], "held_out_before,held_out_after") || strings.Contains(tables[network], "held_out") {
		t.Errorf("%q and %q", tables[network], tables[learned])
	}
	tags := func(m Metric) (all string) {
		for _, s := range scalars(m) {
			all += s.Tag + " "
		}
		return all
	}
	if got := tags(learned.Points[3]); !strings.Contains(got, "held_out/after") || strings.Contains(got, "loss") {
		t.Errorf("TensorBoard gets %s", got)
	}
	about := func(r *Curves) (all string) {
		for _, l := range Diagnosis(r.Roles, r.Points[3].Iteration) {
			all += l.About + ": " + l.Text + "; "
		}
		return all
	}
	if got := about(learned); !strings.Contains(got, "held out: cross entropy of 50 positions that were not learned from 0.2500 nats, 0.5000 by") || strings.Contains(got, "gradient") || strings.Contains(got, "policy") {
		t.Errorf("its diagnosis is %s", got)
	}
	if got := about(network); !strings.Contains(got, "gradient: ") || strings.Contains(got, "held out") {
		t.Errorf("that of a network is %s", got)
	}
}
