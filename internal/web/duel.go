package web

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"rsc.io/qr"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/duel"
)

// openDuel opens a game for two people, and answers with the key of who asks.
func (s *server) openDuel(w http.ResponseWriter, r *http.Request) {
	var q struct {
		line
		Side      string  `json:"side"`                // of who asks: "first", "second" or "lot"
		Minutes   float64 `json:"minutes,omitempty"`   // 0: no clock
		Increment float64 `json:"increment,omitempty"` // seconds
	}
	if !ask(w, r, maxBody, &q) {
		return
	}
	g, sheet, err := q.open(&s.games)
	if err == nil && len(q.Moves)+len(q.Variations) > 0 {
		err = errors.New("a game by link begins with its first move")
	}
	side, unknown := sideOf(q.Side)
	if err = errors.Join(err, unknown); err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	start := sheet.Record()
	if start.Start == "" && record.Drawn(g) {
		start = record.New(g, q.Seed)
	}
	t := duel.Time{Main: seconds(60 * q.Minutes), Increment: seconds(q.Increment)}
	key, err := s.duels.Open(clientOf(r), g, start, t, side)
	if err != nil {
		refuseDuel(w, err)
		return
	}
	tell(w, map[string]string{"key": key})
}

// sideOf returns the player of a name, by lot if that is wanted.
func sideOf(name string) (env.Player, error) {
	switch name {
	case "first":
		return env.First, nil
	case "second":
		return env.Second, nil
	case "lot":
		var b [1]byte
		rand.Read(b[:]) // it never fails
		return env.Player(b[0] & 1), nil
	}
	return 0, fmt.Errorf("side %q: want first, second or lot", name)
}

// seconds turns a number of seconds from outside into a duration; one that is out of
// all bounds is refused by duel.Time.Validate.
func seconds(n float64) time.Duration {
	const most = 1e6
	return time.Duration(max(-1, min(n, most)) * float64(time.Second))
}

// clientOf returns the address of who asks, without the port; "" on this machine.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil || loopback(host) {
		return ""
	}
	return host
}

// actInDuel does what the holder of a key may do.
func (s *server) actInDuel(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Key   string    `json:"key"`
		Act   duel.Kind `json:"act"`
		Round int       `json:"round"`
		Ply   int       `json:"ply"`
		Move  string    `json:"move,omitempty"`
	}
	if !ask(w, r, maxBody, &q) {
		return
	}
	if err := s.duels.Do(q.Key, duel.Act{Kind: q.Act, Round: q.Round, Ply: q.Ply, Move: q.Move}); err != nil {
		refuseDuel(w, err)
		return
	}
	tell(w, struct{}{})
}

// followDuel streams how a game stands, whenever that changes.
func (s *server) followDuel(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Key string `json:"key"`
	}
	if !ask(w, r, maxBody, &q) {
		return
	}
	out := stream{w: w}
	err := s.duels.Follow(r.Context(), q.Key, func(v duel.View) error { return out.send(v) })
	if !out.begun {
		refuseDuel(w, err)
	}
}

// refuseDuel answers with an error of a lobby.
func refuseDuel(w http.ResponseWriter, err error) {
	status := http.StatusUnprocessableEntity
	switch {
	case errors.Is(err, duel.ErrUnknown):
		status = http.StatusNotFound
	case errors.Is(err, duel.ErrLate):
		status = http.StatusConflict
	case errors.Is(err, duel.ErrFull):
		status = http.StatusTooManyRequests
	}
	refuse(w, status, err)
}

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
