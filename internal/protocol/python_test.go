package protocol

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ludens/env/games"
)

// gameList is what the Python package registers with Gymnasium.
const gameList = "../../python/ludens/games.txt"

// Gymnasium knows every game that comes with ludens.
func TestPythonKnowsAllGames(t *testing.T) {
	var names []string
	for _, e := range slices.Concat(games.List(), games.Gallery()) {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	want := strings.Join(names, "\n") + "\n"
	if *update {
		if err := os.WriteFile(gameList, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(gameList)
	if err != nil || string(got) != want {
		t.Errorf("%s is stale, %v: go test ./internal/protocol -run PythonKnows -update", gameList, err)
	}
}

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
	library := buildLibrary(t)
	c := exec.Command(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
	c.Dir = filepath.Join("..", "..", "python")
	c.Env = append(os.Environ(), "LUDENS="+program, "LUDENS_LIBRARY="+library, "PYTHONPATH=.", "PYTHONDONTWRITEBYTECODE=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// buildLibrary returns the path of the C library; "" where there is no C compiler.
func buildLibrary(t *testing.T) string {
	t.Helper()
	told, err := exec.Command("go", "env", "CGO_ENABLED", "CC").Output()
	words := strings.Fields(string(told))
	if err != nil || len(words) < 2 || words[0] != "1" {
		return ""
	}
	if _, err := exec.LookPath(words[1]); err != nil || runtime.GOOS == "windows" {
		return ""
	}
	library := filepath.Join(t.TempDir(), "libludens.so")
	if out, err := exec.Command("go", "build", "-buildmode=c-shared", "-o", library, "ludens/cmd/libludens").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return library
}
