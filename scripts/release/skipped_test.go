package main

import (
	"strings"
	"testing"
)

const events = `{"Action":"start","Package":"ludens/nn"}
{"Action":"run","Package":"ludens/nn","Test":"TestTiles"}
{"Action":"output","Package":"ludens/nn","Test":"TestTiles","Output":"=== RUN   TestTiles\n"}
{"Action":"output","Package":"ludens/nn","Test":"TestTiles","Output":"    tiles_test.go:7: this CPU has no tiles:\n"}
{"Action":"output","Package":"ludens/nn","Test":"TestTiles","Output":"        want amx_bf16\n"}
{"Action":"output","Package":"ludens/nn","Test":"TestTiles","Output":"--- SKIP: TestTiles (0.00s)\n"}
{"Action":"skip","Package":"ludens/nn","Test":"TestTiles","Elapsed":0}
{"Action":"output","Package":"ludens/nn","Test":"TestSums","Output":"    sums_test.go:9: 1+1 is 3\n"}
{"Action":"output","Package":"ludens/nn","Test":"TestQuiet","Output":"    quiet_test.go:9: all is well\n"}
{"Action":"pass","Package":"ludens/nn","Test":"TestQuiet"}
RESULT
{"Action":"output","Package":"ludens/nn","Output":"PASS\n"}
{"Action":"output","Package":"ludens/nn","Output":"ok  \tludens/nn\t0.5s\n"}
{"Action":"skip","Package":"ludens/seed"}
`

func TestSkipped(t *testing.T) {
	const table = "1 tests were skipped:\n\n  this CPU has no tiles: want amx_bf16\n    nn                           TestTiles\n"
	for _, test := range []struct {
		name, result, want string
		failed             bool
	}{
		{"all is well", `{"Action":"pass","Package":"ludens/nn","Test":"TestSums"}`, "ok  \tludens/nn\t0.5s\n" + table, false},
		{"a test fails", `{"Action":"fail","Package":"ludens/nn","Test":"TestSums"}`, "    sums_test.go:9: 1+1 is 3\nok  \tludens/nn\t0.5s\n" + table, true},
		{"a build fails", `{"Action":"build-fail","ImportPath":"ludens/nn"}`, "ok  \tludens/nn\t0.5s\n" + table, true},
		{"a package panics", `{"Action":"fail","Package":"ludens/nn"}`, "    sums_test.go:9: 1+1 is 3\nok  \tludens/nn\t0.5s\n" + table, true},
		{"the go command speaks", "no such file", "no such file\nok  \tludens/nn\t0.5s\n" + table, false},
	} {
		var out strings.Builder
		failed, err := passOn(strings.NewReader(strings.Replace(events, "RESULT", test.result, 1)), &out, "")
		if err != nil || failed != test.failed || out.String() != test.want {
			t.Errorf("%s: failed %v, %v\ngot\n%s\nwant\n%s", test.name, failed, err, out.String(), test.want)
		}
	}
}

func TestNothingSkipped(t *testing.T) {
	var out strings.Builder
	if failed, err := passOn(strings.NewReader(""), &out, ""); failed || err != nil || out.String() != "no test was skipped\n" {
		t.Errorf("got %v, %v, %q", failed, err, out.String())
	}
}
