package arena

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// CPU times add up over the sessions of a folder; a file that cannot be theirs is refused
// in one line.
func TestFolderSpends(t *testing.T) {
	dir := t.TempDir()
	f, _ := opened(t, dir)
	defer f.Close()
	for i := 1; i <= 2; i++ {
		sum, err := f.Spend(CPUTimes{"a": {3, 1.5}, "b": {4, 1}})
		if err != nil || sum["a"] != (CPUTime{3 * i, 1.5 * float64(i)}) || sum["b"].PerMove() != 0.25 || len(sum) != 2 {
			t.Errorf("session %d: %+v, %v", i, sum, err)
		}
	}
	if (CPUTime{}).PerMove() != 0 {
		t.Error("no moves have taken time")
	}
	for _, text := range []string{"{", `{"a":{"moves":-1,"seconds":1}}`, `{"a":{"moves":1,"seconds":-1}}`, `[]`, strings.Repeat(" ", mostWords+1)} {
		if err := os.WriteFile(filepath.Join(dir, spentName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if sum, err := f.Spend(nil); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v, %v", text, sum, err)
		}
	}
}
