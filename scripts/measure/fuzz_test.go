package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// The targets of the tree are those of the list, in its order, and new ones; docs/security.md
// has the table of the list.
func TestFuzzTargets(t *testing.T) {
	all, err := targets("../..")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := readLines[fuzzTarget]("fuzz.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 || !all[0].same(fuzzTarget{Package: "./internal/run", Name: "FuzzLedger"}) {
		t.Errorf("%d targets, the first is %+v", len(all), all[0])
	}
	for i, target := range all {
		if slices.ContainsFunc(all[:i], target.same) {
			t.Errorf("%s %s is there twice", target.Package, target.Name)
		}
	}
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil || !strings.Contains(string(page), targetTable(listed)) {
		t.Errorf("docs/security.md lacks the table of: go run ./scripts/measure fuzz -print (%v)", err)
	}
}

// What a fuzzer prints is read: its last count, and the first line of a failure.
func TestFuzzOutput(t *testing.T) {
	const good = "fuzz: elapsed: 0s, gathering baseline coverage: 0/7 completed\nfuzz: elapsed: 3s, execs: 325 (108/sec), new interesting: 11 (total: 202)\n" +
		"fuzz: elapsed: 5s, execs: 4096 (8/sec), new interesting: 12 (total: 203)\nPASS\n"
	const bad = "fuzz: elapsed: 1s, execs: 7 (7/sec), new interesting: 0 (total: 3)\n--- FAIL: FuzzRead (0.02s)\n    --- FAIL: FuzzRead (0.00s)\n        read_test.go:9: it is wrong\n"
	if n, f := executions(good), failure(good); n != 4096 || f != "" {
		t.Errorf("%d, %q", n, f)
	}
	if n, f := executions(bad), failure(bad); n != 7 || f != "read_test.go:9: it is wrong" {
		t.Errorf("%d, %q", n, f)
	}
	const late = "fuzz: elapsed: 60s, execs: 45 (0/sec), new interesting: 1 (total: 3)\n--- FAIL: FuzzRead (60.02s)\n    context deadline exceeded\nFAIL\n"
	if !outOfTime(late) || outOfTime(good) || outOfTime(bad) || outOfTime(strings.Replace(bad, "it is wrong", "context deadline exceeded", 1)) {
		t.Error("the fuzzer's own end is taken as a failure, or a failure as its end")
	}
	if executions("") != 0 {
		t.Error("executions of nothing")
	}
}
