package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rsc.io/qr"
)

// A QR code is drawn square by square as it is encoded; that of another address is another,
// and an address that is too long is refused.
func TestQRCode(t *testing.T) {
	h := open(t, Config{})
	coded := func(text string) (all map[[2]int]bool, side int) {
		t.Helper()
		var answer struct {
			Size int
			Path string
		}
		if status := h.post("/api/qr", map[string]string{"text": text}, &answer); status != http.StatusOK {
			t.Fatalf("%q: %d", text, status)
		}
		all = map[[2]int]bool{}
		for _, square := range strings.Split(strings.TrimSuffix(answer.Path, "z"), "z") {
			var x, y int
			if _, err := fmt.Sscanf(square, "M%d %dh1v1h-1", &x, &y); err != nil {
				t.Fatalf("%q: %v", square, err)
			}
			all[[2]int{x, y}] = true
		}
		return all, answer.Size
	}
	const address = "http://192.168.1.20:8014/#/play?link=0123456789abcdef0123456789abcdef"
	want, err := qr.Encode(address, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	differ := func(all map[[2]int]bool) (n int) {
		for y := range want.Size {
			for x := range want.Size {
				if all[[2]int{x, y}] != want.Black(x, y) {
					n++
				}
			}
		}
		return n
	}
	if all, side := coded(address); side != want.Size || differ(all) != 0 {
		t.Errorf("%d squares of %d by %d differ", differ(all), side, side)
	}
	if all, _ := coded(strings.Replace(address, "link=0", "link=1", 1)); differ(all) == 0 {
		t.Error("another address has the same code")
	}
	var text string
	if status := h.post("/api/qr", map[string]string{"text": strings.Repeat("a", 501)}, &text); status != http.StatusUnprocessableEntity || !strings.Contains(text, "501") {
		t.Errorf("%d %s", status, text)
	}
}
