package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Who may ask for what, at a server on this machine's loopback and at one that
// is there for others.
func TestGuard(t *testing.T) {
	const here, all = "127.0.0.1:8014", "0.0.0.0:8014"
	for _, test := range []struct {
		name         string
		addr, host   string
		method, path string
		header       map[string]string
		want         int
	}{
		{name: "by its address", addr: here, host: here, want: 200},
		{name: "as localhost", addr: here, host: "localhost:8014", want: 200},
		{name: "by IPv6", addr: "[::1]:8014", host: "[::1]:8014", want: 200},
		{name: "by another port", addr: here, host: "127.0.0.1:9000", want: 421},
		{name: "without a port", addr: here, host: "127.0.0.1", want: 421},
		{name: "by a name that points here", addr: here, host: "evil.example:8014", want: 421},
		{name: "by a number that is not ours", addr: here, host: "192.168.1.7:8014", want: 421},
		{name: "by a number, told to be there for all", addr: all, host: "192.168.1.7:8014", want: 200},
		{name: "by a name, told to be there for all", addr: all, host: "evil.example:8014", want: 421},
		{name: "by the name it was given", addr: "lab.example:8014", host: "lab.example:8014", want: 200},

		{name: "own page", addr: here, host: here, method: "POST", header: map[string]string{"Origin": "http://" + here, "Sec-Fetch-Site": "same-origin"}, want: 200},
		{name: "another site's page", addr: here, host: here, method: "POST", header: map[string]string{"Origin": "https://evil.example"}, want: 403},
		{name: "another server on this machine", addr: here, host: here, method: "POST", header: map[string]string{"Origin": "http://127.0.0.1:9000"}, want: 403},
		{name: "a page without origin", addr: here, host: here, method: "POST", header: map[string]string{"Origin": "null"}, want: 403},
		{name: "same name, other scheme", addr: here, host: here, method: "POST", header: map[string]string{"Origin": "https://" + here}, want: 403},
		{name: "a picture in another site", addr: here, host: here, path: "/board.svg", header: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, want: 403},
		{name: "another port of this machine", addr: here, host: here, path: "/api/games", header: map[string]string{"Sec-Fetch-Site": "same-site"}, want: 403},
		{name: "typed into the address bar", addr: here, host: here, header: map[string]string{"Sec-Fetch-Site": "none"}, want: 200},
		{name: "a link to the page", addr: here, host: here, header: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, want: 200},
		{name: "a link to what is not a page", addr: here, host: here, path: "/api/games", header: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, want: 403},
		{name: "a frame in another site", addr: here, host: here, header: map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, want: 403},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.path == "" {
				test.path = "/"
			}
			r := httptest.NewRequest(test.method, test.path, nil)
			r.Host = test.host
			for name, value := range test.header {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			guard(test.addr, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, r)
			if w.Code != test.want {
				t.Errorf("got %d, want %d: %s", w.Code, test.want, w.Body)
			}
			if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
				t.Errorf("content policy %q", csp)
			}
		})
	}
}
