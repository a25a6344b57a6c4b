package arch

import (
	"regexp"
	"testing"
)

// openers are the files that open others themselves. Some write, or make what they open;
// some read of the system what is always there. All else is read through internal/disk:
// an ordinary file of a stated length, which cannot make a reader wait.
var openers = []string{
	"arena/folder.go",          // the journal, to append
	"internal/bench/report.go", // /proc
	"internal/disk/",           // a folder, to have it on the disk; a file that another process of ludens has just made
	"internal/fleet/hands.go",  // to append
	"internal/fleet/keys.go",   // to append, and a new one
	"internal/machine/",        // /proc, /sys, go.mod of the source
	"internal/run/lock.go",     // a new one
	"scripts/",                 // of this source
}

// The loop and self-play hand their games over as bytes; a run stores them.
func TestARunStoresGames(t *testing.T) {
	onlyIn(t, regexp.MustCompile(`\bdisk\.(?:Write)?Frames\(`), []string{"internal/run/"}, "disk.Frames or disk.WriteFrames, which only a run reads and writes")
}

func TestFilesAreOpenedInOnePlace(t *testing.T) {
	onlyIn(t, regexp.MustCompile(`(?m)^(?:[^/\n]|/[^/\n])*\bos\.(?:Open|OpenFile|ReadFile)\(`), openers, "os.Open or its kin, which may wait for ever: want disk.Open")
}
