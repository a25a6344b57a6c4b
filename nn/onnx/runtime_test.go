package onnx

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// question is what onnxruntime is asked.
type question struct {
	File  string    `json:"file"`
	Shape []int     `json:"shape"`
	Obs   []float32 `json:"obs"`
}

// script answers a list of questions: every output by its name. Where the onnx
// package is there, too, its checker looks at each file.
const script = `
import json, sys
import numpy, onnxruntime
try:
    import onnx.checker as checker
except ImportError:
    checker = None

def answer(q):
    if checker:
        checker.check_model(q["file"], full_check=True)
    session = onnxruntime.InferenceSession(q["file"], providers=["CPUExecutionProvider"])
    obs = numpy.array(q["obs"], dtype=numpy.float32).reshape(q["shape"])
    names = [o.name for o in session.get_outputs()]
    return {n: v.reshape(-1).tolist() for n, v in zip(names, session.run(names, {"obs": obs}))}

print(json.dumps([answer(q) for q in json.load(sys.stdin)]))
`

// python returns the interpreter, that which PYTHON names or else python3, and
// skips the test where it lacks onnxruntime.
func python(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Python")
	}
	path := cmp.Or(os.Getenv("PYTHON"), "python3")
	if exec.Command(path, "-c", "import numpy, onnx, onnxruntime").Run() != nil {
		t.Skip("wants Python with numpy, onnx and onnxruntime: as python3, or named by PYTHON")
	}
	return path
}

// onnxruntime, written by others, says what the engine says.
func TestOnnxruntimeAgrees(t *testing.T) {
	program, dir := python(t), t.TempDir()
	var questions []question
	var compare []func(answer map[string][]float64)
	for name, s := range networks {
		net := network(t, s)
		path := filepath.Join(dir, name+".onnx")
		if err := os.WriteFile(path, file(t, net), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, n := range batches {
			obs := observe(s, n)
			questions = append(questions, question{path, []int{n, s.Planes, s.Rows, s.Cols}, obs})
			want := infer(t, net, obs, n)
			compare = append(compare, func(got map[string][]float64) {
				near(t, name+": "+policyLogits, got[policyLogits], want.Logits)
				near(t, name+": "+wdl, got[wdl], want.WDL)
				if s.Score {
					near(t, name+": "+score, got[score], want.Score)
				}
			})
		}
	}
	for i, answer := range runtime(t, program, questions) {
		compare[i](answer)
	}
}

// runtime returns what onnxruntime answers, question by question.
func runtime(t *testing.T, program string, questions []question) (answers []map[string][]float64) {
	t.Helper()
	in, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c := exec.Command(program, "-c", script)
	c.Stdin, c.Stderr = bytes.NewReader(in), &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	if err := json.Unmarshal(out, &answers); err != nil || len(answers) != len(questions) {
		t.Fatalf("%d answers to %d questions, %v", len(answers), len(questions), err)
	}
	return answers
}
