package web

import (
	"encoding/json"
	"net/http"
	"time"
)

// stream sends JSON values, one a line, each at once.
type stream struct {
	w     http.ResponseWriter
	begun bool
}

// patience is how long a reader may take for a line: a search does not keep its
// seat for one who has stopped reading.
const patience = 2 * time.Second

// send sends a value. Its error means that the client no longer reads.
func (s *stream) send(v any) error {
	if !s.begun {
		s.begun = true
		s.w.Header().Set("Content-Type", "application/x-ndjson")
	}
	c := http.NewResponseController(s.w)
	if err := c.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if err := json.NewEncoder(s.w).Encode(v); err != nil {
		return err
	}
	return c.Flush()
}

// fail sends an error: as an answer of its own if nothing has been sent.
func (s *stream) fail(err error) {
	if !s.begun {
		failed(s.w, err)
		return
	}
	s.send(map[string]string{"error": plainly(err)}) // an error means that the client is gone
}
