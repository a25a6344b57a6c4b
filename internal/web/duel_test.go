package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ludens/internal/duel"
)

// follower reads what is sent to the holder of a key.
type follower struct {
	house
	answer *http.Response
	lines  *json.Decoder
}

func (h house) follow(key string) follower {
	h.Helper()
	body, _ := json.Marshal(map[string]string{"key": key})
	q, err := http.NewRequestWithContext(h.Context(), "POST", h.url+"/api/duel/follow", bytes.NewReader(body))
	if err != nil {
		h.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { r.Body.Close() })
	return follower{h, r, json.NewDecoder(r.Body)}
}

// until reads on until something is seen.
func (f follower) until(is func(duel.View) bool) duel.View {
	f.Helper()
	for {
		var v duel.View
		if err := f.lines.Decode(&v); err != nil {
			f.Fatal(err)
		}
		if is(v) {
			return v
		}
	}
}

// duel opens a game by link and returns its keys.
func (h house) duel(question map[string]any) (mine, theirs, watch string) {
	h.Helper()
	var opened struct{ Key string }
	if status := h.post("/api/duel", question, &opened); status != http.StatusOK {
		h.Fatalf("%v: %d", question, status)
	}
	v := h.follow(opened.Key).until(func(duel.View) bool { return true })
	return opened.Key, v.Other, v.Watch
}

// Two people play by link and a third watches: all see each move; a draw is agreed.
func TestDuel(t *testing.T) {
	h := open(t, Config{})
	mine, theirs, watch := h.duel(map[string]any{"game": "cetran2", "seed": 104, "moves": []string{}, "side": "first", "minutes": 5, "increment": 3})
	first, second, third := h.follow(mine), h.follow(theirs), h.follow(watch)
	act := func(key, kind, move string, ply int) {
		t.Helper()
		if status, why := h.told("/api/duel/act", map[string]any{"key": key, "act": kind, "move": move, "round": 0, "ply": ply}); status != http.StatusOK {
			t.Fatalf("%s %s: %d %s", kind, move, status, why)
		}
	}
	act(mine, "move", "c2c4", 0)
	act(theirs, "move", "Ah6", 1) // as others write it
	for _, f := range []follower{first, second, third} {
		v := f.until(func(v duel.View) bool { return len(v.Moves) == 2 })
		if !slices.Equal(v.Moves, []string{"c2c4", "g8h6"}) || v.Clock.Increment != 3 || v.Clock.Running != 0 || v.Position == "" {
			t.Errorf("seen: %+v, %+v", v, v.Clock)
		}
	}
	act(mine, "draw", "", 2)
	act(theirs, "draw", "", 2)
	if v := third.until(func(v duel.View) bool { return v.Result != "" }); v.Result != "drawn" || v.Side != -1 || !v.Here[0] || !v.Here[1] {
		t.Errorf("who watches sees %+v", v)
	}
}

// What is wrong is reported in one line, with the status that says what to do about it.
func TestDuelRefusals(t *testing.T) {
	h := open(t, Config{})
	mine, theirs, _ := h.duel(map[string]any{"game": "celta", "moves": []string{}, "side": "lot"})
	if mine == theirs {
		t.Error("both have one key")
	}
	for _, test := range []struct {
		path     string
		question map[string]any
		status   int
		want     string
	}{
		{"/api/duel", map[string]any{"game": "celtic", "side": "first"}, 422, "no game"},
		{"/api/duel", map[string]any{"game": "celta", "side": "third"}, 422, `side "third": want first, second or lot`},
		{"/api/duel", map[string]any{"game": "celta", "side": "first", "moves": []string{"d5c5"}}, 422, "begins with its first move"},
		{"/api/duel", map[string]any{"game": "celta", "side": "first", "minutes": 1e300}, 422, "want at most"},
		{"/api/duel", map[string]any{"game": "celta", "side": "first", "minutes": -1}, 422, "want at most"},
		{"/api/duel", map[string]any{"game": "celta", "side": "first", "position": "8/8"}, 422, "position"},
		{"/api/duel/act", map[string]any{"key": "x", "act": "move"}, 404, "no such game any more"},
		{"/api/duel/follow", map[string]any{"key": ""}, 404, "no such game any more"},
		{"/api/duel/act", map[string]any{"key": mine, "act": "move", "ply": 7}, 409, "gone on"},
		{"/api/duel/act", map[string]any{"key": mine, "act": "fly"}, 422, `no player can "fly"`},
		{"/api/duel/act", map[string]any{"key": mine, "act": strings.Repeat("x", 70_000)}, 413, "longer"},
	} {
		if status, why := h.told(test.path, test.question); status != test.status || !strings.Contains(why, test.want) || strings.Contains(why, "\n") {
			t.Errorf("%s %.80v: %d %q, want %d %q", test.path, test.question, status, why, test.status, test.want)
		}
	}
	r, _ := http.NewRequest("POST", "/", nil)
	for from, want := range map[string]string{"10.0.0.7:5000": "10.0.0.7", "127.0.0.1:5000": "", "[::1]:5000": ""} {
		if r.RemoteAddr = from; clientOf(r) != want {
			t.Errorf("%s is counted as %q, want %q", from, clientOf(r), want)
		}
	}
}
