package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
)

// Answers come packed to clients that read gzip, errors too, and say the same as plain ones.
func TestAnswersArePacked(t *testing.T) {
	h := open(t, Config{})
	for path, least := range map[string]int{"/api/games": 3, "/api/about?game=celta&options=1": 3, "/board.svg?game=celta": 3, "/api/about?game=nothing": 0} {
		plain, text := h.fetch("GET", path, "", "")
		packed, small := h.fetch("GET", path, "br, gzip", "")
		z, err := gzip.NewReader(bytes.NewReader(small))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if whole, err := io.ReadAll(z); err != nil || !bytes.Equal(whole, text) || len(text) == 0 {
			t.Errorf("%s: %d bytes unpacked, %d plain, %v", path, len(whole), len(text), err)
		}
		if plain.StatusCode != packed.StatusCode || plain.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %d plain, %d packed, %q", path, plain.StatusCode, packed.StatusCode, packed.Header)
		}
		if len(text) < least*len(small) {
			t.Errorf("%s: %d bytes of %d", path, len(small), len(text))
		}
	}
}
