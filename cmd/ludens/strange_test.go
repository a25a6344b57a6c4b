//go:build unix

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Each verb that is given a file refuses, in one line, what never ends when it is read. Control:
// an empty file of the same name is refused with other words, so the verb does open it.
func TestStrangeFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	strange := map[string]struct {
		put  func(name string) error
		says string
	}{
		"a pipe":     {func(name string) error { return syscall.Mkfifo(name, 0o644) }, " is not an ordinary file"},
		"a device":   {func(name string) error { return os.Symlink("/dev/zero", name) }, " is not an ordinary file"},
		"1 TB holes": {func(name string) error { os.WriteFile(name, nil, 0o644); return os.Truncate(name, 1<<40) }, " is too "},
		"a folder":   {func(name string) error { return os.Mkdir(name, 0o755) }, "folder"}, // some verbs take one, of a run or a match
	}
	for _, line := range []string{
		"games f.toml", "train f.toml --rehearse", "play f.toml --as none", "perft f.toml 2", "check f.toml", "moves f.toml",
		"solve f.toml", "balance f.toml", "engine f.toml", "import f.ini", "import f.onnx --game tictactoe -o out.ckpt", "import f.safetensors --game tictactoe -o out.ckpt",
		"replay f.otg", "show f.otg", "replay f.pgn", "show f.pgn", "train tictactoe --rehearse --config f.toml --set seed=-1",
		"train tictactoe --rehearse --games f.jsonl", "train tictactoe --rehearse --games f.pgn", "train tictactoe --rehearse --from f.ckpt",
		"eval tictactoe f.ckpt --games 2", "ladder tictactoe f.ckpt random", "export f.ckpt -o out.onnx",
		"match tictactoe ckpt:f.ckpt random --games 2", "match tictactoe alphabeta:2+eval=f.json random --games 2",
		"match tictactoe random greedy --games 2 --openings f.txt", "eval tictactoe random --truth=f.table",
		"play tictactoe --as none --from f.txt", "work nats://127.0.0.1:1 --creds f.creds",
	} {
		var name string
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" :=", r) }) {
			if strings.HasPrefix(word, "f.") {
				name = word
			}
		}
		refused := func(kind string) answer {
			ended := make(chan answer, 1)
			go func() { ended <- try("", split(line)...) }()
			select {
			case a := <-ended:
				if a.code != 1 || strings.Count(a.errs, "\n") != 1 {
					t.Errorf("%s with %s: exit %d, %q", line, kind, a.code, a.errs)
				}
				return a
			case <-time.After(2 * time.Minute):
				t.Fatalf("%s with %s: it waits", line, kind)
			}
			panic("unreachable")
		}
		for kind, s := range strange {
			if err := s.put(name); err != nil {
				t.Fatal(err)
			}
			if a := refused(kind); !strings.Contains(a.errs, s.says) && !(kind == "a folder" && strings.Contains(a.errs, "no such file")) {
				t.Errorf("%s with %s: %q", line, kind, a.errs)
			}
			os.Remove(name)
		}
		write(t, name, "")
		if a := refused("an empty file"); strings.Contains(a.errs, "ordinary") || strings.Contains(a.errs, " is too ") || strings.Contains(a.errs, "is a folder") {
			t.Errorf("%s with an empty file: %q", line, a.errs)
		}
		os.Remove(name)
	}
}
