package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// hosted serves next on few connections, and returns its address.
func hosted(t *testing.T, most int, next http.HandlerFunc) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: noting(next), ConnContext: withConnection}
	go s.Serve(newConnections(l, most, 1))
	t.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

func dial(t *testing.T, addr, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	c.SetDeadline(time.Now().Add(20 * time.Second))
	return c
}

// answered reads the body of an answer.
func answered(t *testing.T, c net.Conn) string {
	t.Helper()
	text, err := io.ReadAll(c)
	_, body, _ := strings.Cut(string(text), "\r\n\r\n")
	if err != nil {
		t.Fatalf("%q, %v", text, err)
	}
	return body
}

const request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

// Clients who say nothing, or begin to and do not go on, or have been answered
// and stay, lock no other client out.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	for name, text := range map[string]string{
		"silent": "", "in the middle of a request": "GET / HTTP/1.1\r\nHost", "in the middle of a body": "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf", "answered": strings.Replace(request, "Connection: close\r\n", "", 1),
	} {
		addr := hosted(t, 4, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "served") })
		for range 12 {
			dial(t, addr, text)
		}
		for range 5 {
			if got := answered(t, dial(t, addr, request)); got != "served" {
				t.Errorf("%s: got %q", name, got)
			}
		}
	}
}

// Who is being served is not disturbed: the next one waits until a client has
// been served, or has hung up.
func TestServedConnectionsStay(t *testing.T) {
	begun, finish := make(chan context.Context), make(chan bool)
	addr := hosted(t, 2, func(w http.ResponseWriter, r *http.Request) {
		begun <- r.Context()
		select {
		case <-finish:
			fmt.Fprint(w, "served")
		case <-r.Context().Done():
		}
	})
	first, second := dial(t, addr, request), dial(t, addr, request)
	<-begun
	<-begun
	third := dial(t, addr, request)
	select {
	case <-begun:
		t.Fatal("a third is served where two are at most")
	case <-time.After(50 * time.Millisecond):
	}
	second.Close() // frees his place
	<-begun
	finish <- true
	finish <- true
	for _, c := range []net.Conn{first, third} {
		if got := answered(t, c); got != "served" {
			t.Errorf("got %q", got)
		}
	}
}

// remote is a connection from elsewhere.
type remote struct {
	net.Conn
	from string
}

func (r remote) RemoteAddr() net.Addr {
	addr, _ := net.ResolveTCPAddr("tcp", r.from)
	return addr
}
func (remote) Close() error { return nil }

// A client of another machine has his share, and none of that of others.
func TestShareOfAClient(t *testing.T) {
	c := newConnections(nil, 9, 2)
	admit := func(from string) (*connection, bool) {
		v := &connection{Conn: remote{from: from}, of: c, client: strings.Split(from, ":")[0], serves: true}
		return v, c.admit(v)
	}
	first, _ := admit("192.0.2.1:1")
	for _, test := range []struct {
		from string
		want bool
	}{{"192.0.2.1:2", true}, {"192.0.2.1:3", false}, {"192.0.2.2:1", true}, {"127.0.0.1:1", true}, {"127.0.0.1:2", true}, {"127.0.0.1:3", true}} {
		if _, got := admit(test.from); got != test.want {
			t.Errorf("%s: admitted %v, want %v", test.from, got, test.want)
		}
	}
	first.serve(false)
	if _, got := admit("192.0.2.1:4"); !got {
		t.Error("no room in the place of his own idle connection")
	}
	if first.serve(true) {
		t.Error("a connection that had to make room is served")
	}
}

// Closing the listener turns away who waits for room.
func TestCloseWhileFull(t *testing.T) {
	c := newConnections(nopListener{}, 1, 1)
	c.admit(&connection{Conn: remote{from: "127.0.0.1:1"}, of: c, serves: true})
	turned := make(chan bool)
	go func() { turned <- c.admit(&connection{Conn: remote{from: "127.0.0.1:2"}, of: c}) }()
	c.Close()
	if <-turned {
		t.Error("let in after the end")
	}
}

type nopListener struct{ net.Listener }

func (nopListener) Close() error { return nil }

// The page answers until its time is over, and gives the address back.
func TestServeEnds(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	done := make(chan error, 1)
	addr := l.Addr().String()
	go func() { done <- Serve(ctx, l, Config{Addr: addr}) }()
	r, err := http.Get("http://" + addr + "/api/games")
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%+v, %v", r, err)
	}
	r.Body.Close()
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	again, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
