package protocol

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The tests of the Python package, with PettingZoo's and Gymnasium's own checks,
// where they are installed: by the interpreter that PYTHON names, else python3.
func TestPython(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "python3"
	}
	if err := exec.Command(python, "-c", "import gymnasium, pettingzoo, numpy, pytest").Run(); err != nil {
		t.Skip("wants Python with gymnasium, pettingzoo, numpy and pytest: as python3, or named by PYTHON")
	}
	program := filepath.Join(t.TempDir(), "ludens")
	if out, err := exec.Command("go", "build", "-o", program, "ludens/cmd/ludens").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.Command(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
	c.Dir = filepath.Join("..", "..", "python")
	c.Env = append(os.Environ(), "LUDENS="+program, "PYTHONPATH=.", "PYTHONDONTWRITEBYTECODE=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
