package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Which tests are run on an emulated CPU, as -run and -skip take them: not those of
// loops that are plain Go there, and not what takes most of the time.
const (
	emulated    = "^Test(Conv|Dense|Layout|Path|Quantise|Run|Winograd|Zone)"
	notEmulated = "Gradients|UnderSignals"
)

// TestOnArm64 runs the tests of this package that hold assembly as a process of
// arm64, in QEMU's user mode: on the paths neon and portable.
func TestOnArm64(t *testing.T) {
	if runtime.GOARCH == "arm64" {
		t.Skip("this is arm64: the tests run as they are")
	}
	emulator, err := exec.LookPath("qemu-aarch64-static")
	if err != nil {
		emulator, err = exec.LookPath("qemu-aarch64")
	}
	if err != nil {
		t.Skip("wants QEMU's user mode for arm64: apt-get install qemu-user-static")
	}
	command, err := exec.LookPath("go")
	if err != nil {
		t.Skip("wants the go command")
	}
	file := filepath.Join(t.TempDir(), "arm64.test")
	build := exec.Command(command, "test", "-c", "-o", file, ".")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(emulator, file, "-test.short", "-test.v", "-test.run", emulated, "-test.skip", notEmulated).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"paths: neon portable\n", "bytes: sdot.\n", "PASS: TestConv8OfAnySize/neon", "PASS: TestConvOfAnySize/neon"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q among what the tests said:\n%s", want, out)
		}
	}
}
