package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ludens/internal/exit"
)

var hashLine = regexp.MustCompile(`sha256 +[0-9a-f]{64}`)

// A run is watched while it is trained, comes to the network that it would have
// come to unwatched, and takes its page along when it ends.
func TestTrainServes(t *testing.T) {
	t.Chdir(t.TempDir())
	long := func(more ...string) []string { // enough to be asked about on the way
		return append(append([]string{"train", "tictactoe"}, quickRun[4:]...), more...)
	}
	want := hashLine.FindString(works(t, "", long("--run", "alone")...))
	if got := watchedOn(t, "watched", long("--run", "watched")...); got != want || want == "" {
		t.Errorf("watched, the run comes to %q, unwatched to %q", got, want)
	}
}

// So does a run that goes on: half of it was trained before, twice the same.
func TestResumeServes(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, append([]string{"train", "tictactoe", "--run", "alone", "--set", "train.iterations=5"}, quickRun[6:]...)...)
	path := filepath.Join("alone", "config.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	half := regexp.MustCompile(`(?m)^iterations = 5$`)
	if !half.Match(text) {
		t.Fatalf("no number of iterations in\n%s", text)
	}
	write(t, path, half.ReplaceAllString(string(text), "iterations = 12"))
	if err := os.CopyFS("watched", os.DirFS("alone")); err != nil {
		t.Fatal(err)
	}
	want := hashLine.FindString(works(t, "", "resume", "alone", "--accept-changes"))
	if got := watchedOn(t, "watched", "resume", "watched", "--accept-changes"); got != want || want == "" {
		t.Errorf("watched, the run goes on to %q, unwatched to %q", got, want)
	}
	if got, err := os.ReadDir(filepath.Join("watched", "checkpoints")); err != nil || got[len(got)-1].Name() != "000012.ckpt" {
		t.Errorf("the last checkpoint is %v (%v), want that of iteration 12", got, err)
	}
}

// watchedOn has a verb train the run of that name with its page beside it, asks
// about the run meanwhile, and returns the line with the hash that it came to.
func watchedOn(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, code := new(shared), make(chan int, 1)
	go func() {
		code <- run(t.Context(), append(args, "--serve=127.0.0.1:0"), nil, out, out)
	}()
	url := address(t, out)
	var news struct{ Iterations int }
	for ended := false; !ended && news.Iterations == 0; {
		select {
		case c := <-code:
			code <- c
			ended = true
		default:
			if r, err := http.Get(url + "api/run?name=" + name); err == nil {
				json.NewDecoder(r.Body).Decode(&news)
				r.Body.Close()
			}
		}
	}
	if news.Iterations == 0 {
		t.Error("nothing was heard of the run while it was trained")
	}
	if c := <-code; c != 0 {
		t.Fatalf("exit code %d:\n%s", c, out)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("the page outlives the training")
	}
	return hashLine.FindString(out.String())
}

// address waits until a verb has told where its page is.
func address(t testing.TB, out *shared) string {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if url, _, _ := strings.Cut(pageAt.FindString(out.String()), "#"); url != "" {
			return url
		}
	}
	t.Fatalf("no address in %q", out)
	return ""
}

// Ctrl-C stops the training and its page; an address that is taken stops the
// training before it has written anything.
func TestTrainServesUntilStopped(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := context.WithCancel(context.Background())
	out, code := new(shared), make(chan int, 1)
	go func() {
		code <- run(ctx, split("train tictactoe --run mine --serve=127.0.0.1:0"), nil, out, out)
	}()
	url := address(t, out)
	taken, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	var errs bytes.Buffer
	if c := run(t.Context(), []string{"train", "tictactoe", "--run", "other", "--serve=" + taken}, nil, &errs, &errs); c == 0 || !strings.Contains(errs.String(), "is in use") {
		t.Errorf("an address in use: exit code %d, %q", c, &errs)
	}
	if _, err := os.Stat("other"); err == nil {
		t.Error("an address in use: there is a run all the same")
	}
	stop()
	select {
	case c := <-code:
		if c != exit.CodeInterrupted || !strings.Contains(out.String(), "go on with: ludens resume mine") {
			t.Errorf("exit code %d:\n%s", c, out)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it does not stop")
	}
	l, err := net.Listen("tcp", taken)
	if err != nil {
		t.Fatalf("the address is not free again: %v", err)
	}
	l.Close()
}
