package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/nn"
)

// A whole conversation, mistakes and all.
func TestConversation(t *testing.T) {
	defer nn.UsePath(nn.Path())
	file := filepath.Join(t.TempDir(), "net")
	conversation := []struct{ order, want string }{
		{"run 1", "there is no network yet"},
		{"net 4x1 5 " + file, "ok"},
		{"run 1", `order "run 1": unknown`},
		{"infer 3", "ok"},
		{"run 2", "ok"},
		{"infer8 3", "ok"},
		{"run 2", "ok"},
		{"train 4", "ok"},
		{"run 2", "ok"},
		{"train 1", "nn: trainer: batch = 1, want 2 to 65536"},
		{"train16 1", "nn: trainer: batch = 1, want 2 to 65536"},
		{"kernels portable", "ok"},
		{"train 4", "ok"},
		{"run 1", "ok"},
		{"run 0", `order "run 0": want a number from 1 up`},
		{"net 4x1 1 " + file, "nn: network: rows = 1, want 2 to 64"},
		{"net 4 " + file, `order "net 4 ` + file + `": input does not match format`},
	}
	var orders, want strings.Builder
	for _, c := range conversation {
		orders.WriteString(c.order + "\n")
		want.WriteString(c.want + "\n")
	}
	var got strings.Builder
	if err := obey(strings.NewReader(orders.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Errorf("got\n%swant\n%s", &got, &want)
	}
	for _, ending := range []string{".onnx", ".safetensors"} {
		if stat, err := os.Stat(file + ending); err != nil || stat.Size() == 0 {
			t.Errorf("%s: %v, nothing was written", ending, err)
		}
	}
}

// Kernels of no CPU are refused, and what follows is made with those before.
func TestConversationOfKernels(t *testing.T) {
	var got strings.Builder
	if err := obey(strings.NewReader("kernels mmx\n"), &got); err != nil {
		t.Fatal(err)
	}
	if want := `nn: kernel: no path "mmx" on this machine`; !strings.HasPrefix(got.String(), want) {
		t.Errorf("got %swant %s ...", &got, want)
	}
}
