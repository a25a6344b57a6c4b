package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
)

// hasty opens searches of three simulations, whatever is asked for.
func hasty(g env.Game, _ Resources) (analysis.Analyst, error) {
	return curbed{analysis.New(g, mcts.Uniform{}, analysis.Simulations(3))}, nil
}

type curbed struct{ analysis.Analyst }

func (a curbed) Analyse(ctx context.Context, s env.State, l analysis.Limits, seen func(analysis.Report)) (analysis.Report, error) {
	return a.Analyst.Analyse(ctx, s, analysis.Limits{Simulations: 3, Lines: min(l.Lines, 4)}, seen)
}

// fuzz feeds a front end whatever comes: the session must end without an error,
// and every line it has said must have a form of the protocol.
func fuzz(f *testing.F, front, game string, form func(line string) bool) {
	g, err := games.Make(game)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		e := Engine{Name: "Ludens", Game: g, Workers: 2, Open: hasty}
		if err := fronts[front](t.Context(), e, bytes.NewReader(input), &out); err != nil {
			t.Fatalf("the session ended with %v", err)
		}
		for line := range strings.Lines(out.String()) {
			if !strings.HasSuffix(line, "\n") || !form(strings.TrimSuffix(line, "\n")) {
				t.Fatalf("said %q", line)
			}
		}
	})
}

// like reports whether a line is one of some forms.
func like(forms string) func(string) bool {
	return regexp.MustCompile(`^(?:` + forms + `)$`).MatchString
}

const (
	square = `[a-s]\d+`
	simply = square + `-` + square
)

func FuzzOTEP(f *testing.F) {
	f.Add([]byte("rules dim:7 " + brandub + "\nside attackers\nstart\nplay attackers\n"))
	f.Add([]byte("opponent-move d5-f5 /3t3/3t3/3T3/ttTKTtt/5T1/3t3/3t3/\nplay attackers\nanalyze 3 1\n"))
	f.Add([]byte("position /3t3/7/7/7/7/K6/3t3/\nside defenders\nclock 1000* -1 3 1 1\nplay defenders\nmove /7/\n"))
	f.Add([]byte("rules dim:9 esc:e surf:n cen: cor: ka:n start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/\nanalyze 2 2\nfinish 0\n"))
	fuzz(f, "otep", "celta", like(`hello|error -?\d+ .+|move `+simply+`|analysis \d+(?: `+simply+`(?:\|`+simply+`)* -?\d+\.\d)+`))
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"id":"1","do":"analyse","moves":["a3-c5"],"lines":3}` + "\n" + `{"id":"2","do":"stop"}` + "\n"))
	f.Add([]byte(`{"id":"1","do":"play","position":"b1b1b1b1b/1g1g1g1g1/r1r1r1r1r/9/9/9/R1R1R1R1R/1G1G1G1G1/B1B1B1B1B s -"}`))
	f.Add([]byte(`{"id":"1","do":"record","record":"[Game \"cetro\"]\n\n1. a3-b4"}` + "\n" + `{"id":"2","do":"legal","seed":7}`))
	f.Add([]byte(`{"id":"1","do":"play","simulations":5,"seconds":0.5,"every":0.01}` + "\n[]\nnull\n1\n\"x\"\n{}{}"))
	fuzz(f, "json", "cetro", func(line string) bool {
		var a struct {
			ID    *string `json:"id"`
			Error *string `json:"error"`
			Do    string  `json:"do"`
		}
		return json.Unmarshal([]byte(line), &a) == nil && a.ID != nil && (a.Error != nil) != (a.Do != "")
	})
}

func FuzzUCI(f *testing.F) {
	f.Add([]byte("uci\nisready\nposition startpos moves e2e4\ngo nodes 10\n"))
	f.Add([]byte("setoption name MultiPV value 3\nposition fen k7/8/1K6/8/8/8/8/2Q5 w - - 0 1\ngo infinite\nstop\nd\n"))
	f.Add([]byte("go wtime 1 btime 1 winc 0 binc 0 movestogo 1\ngo depth 3\nstop\n"))
	fuzz(f, "uci", source, like(`id .+|option name .+|uciok|readyok|info .+|bestmove .+`))
}

func FuzzCECP(f *testing.F) {
	f.Add([]byte("protover 2\nnew\nvariant cetran2\npost\nusermove e2e4\nping 1\n"))
	f.Add([]byte("setboard k7/8/1K6/8/8/8/8/2Q5 w - - 0 1\nlevel 40 5 0\ntime 100\ngo\ndraw\nundo\nremove\nresult 1-0 {x}\n"))
	f.Add([]byte("analyze\n.\nusermove e2e4\nexit\nst 1\nsd 3\noption Resign=1\nplayother\n?\n"))
	fuzz(f, "cecp", source, like(`feature .+|setup .+|piece .+|pong.*|move .+|resign|offer draw|stat01: .+|Error \(.+\): .+|Illegal move.*|tellusererror .+|(1-0|0-1|1/2-1/2) \{.+\}|\d+ -?\d+ \d+ \d+ .+`))
}

func FuzzGym(f *testing.F) {
	f.Add([]byte(`{"do":"reset","seeds":[1,2]}` + "\n" + `{"do":"step","actions":[3,4]}` + "\n" + `{"do":"step","rows":[1],"actions":[3]}`))
	f.Add([]byte(`{"do":"reset","seeds":[1]}` + "\n" + `{"do":"render","mode":"svg"}` + "\n" + `{"do":"moves"}` + "\n" + `{"do":"reset","rows":[0],"seeds":[5]}`))
	f.Add([]byte(`{"do":"restore","row":0,"seed":1,"actions":[3,3]}` + "\n" + `{"do":"reset","seeds":[1]}` + "\n.\n" + `{"do":"save"}` + "\n" + `{"do":"layout","n":3}`))
	fuzz(f, "gym", "connect4", func(line string) bool { return line == bell || json.Valid([]byte(line)) })
}
