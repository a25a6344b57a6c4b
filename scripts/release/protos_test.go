package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The code in the tree is what the generator makes of the .proto.
func TestFresh(t *testing.T) {
	const dir = "../../proto"
	path, want, err := generate(dir, "ludens/v1/games.proto")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, path))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what its .proto says: go run ./scripts/release protos", path)
	}
}
