package web

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// policy lets the page use what it came with and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard answers only who asks for this server by its address and from its own
// page, and has browsers keep out other pages.
//
// A page of another site can send requests here: they carry its Origin, and
// Sec-Fetch-Site where the browser is of this decade. It can also make a name of
// its own point here (DNS rebinding): then Host is that name.
func guard(addr string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		switch {
		case !known(r.Host, addr):
			http.Error(w, "this server does not go by the name "+strings.ToValidUTF8(r.Host, "?"), http.StatusMisdirectedRequest)
		case foreign(r):
			http.Error(w, "requests from other sites are refused", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// known reports whether the server at addr may be asked for as host: by the name or
// number of addr or of loopback, with its port, and by any number if addr is not
// loopback. Names of others may have been made to point here.
func known(host, addr string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), "80"
	}
	ours, ourPort, err := net.SplitHostPort(addr)
	if err != nil || port != ourPort {
		return false
	}
	if name == "localhost" || name == ours {
		return true
	}
	number, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	return number.IsLoopback() || !loopback(ours)
}

// loopback reports whether a listener at host is reached from this machine only.
func loopback(host string) bool {
	number, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && number.IsLoopback()
}

// foreign reports whether another site is behind a request. A link to the page
// itself may be followed from anywhere.
func foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		from, err := url.Parse(origin)
		if err != nil || from.Host != r.Host || from.Scheme != "http" {
			return true
		}
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return false
	}
	link := r.Method == http.MethodGet && r.URL.Path == "/" &&
		r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	return !link
}
