package web

import (
	"fmt"
	"net/http"
	"strings"

	"rsc.io/qr"
)

// mostCoded is how long an address may be that is shown as a QR code.
const mostCoded = 500

// code answers with an address as a QR code, to be read by the camera of a phone: the path of
// its black squares, each of which has the side 1, and the side of the whole.
func (s *server) code(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Text string `json:"text"`
	}
	if !ask(w, r, maxBody, &q) {
		return
	}
	if q.Text == "" || len(q.Text) > mostCoded {
		refuse(w, http.StatusUnprocessableEntity, fmt.Errorf("an address of %d bytes: want 1 to %d", len(q.Text), mostCoded))
		return
	}
	code, err := qr.Encode(q.Text, qr.M)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	tell(w, struct {
		Size int    `json:"size"`
		Path string `json:"path"`
	}{code.Size, path.String()})
}
