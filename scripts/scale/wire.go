package main

import (
	"net"
	"sync/atomic"
)

// wire stands between workers and a learner, and counts bytes.
type wire struct {
	net.Listener
	in, out atomic.Int64 // to the learner, from it
}

// wire returns an address for a learner, and a wire to it.
func (s *scale) wire() (address string, w *wire, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	address = l.Addr().String()
	if err := l.Close(); err != nil {
		return "", nil, err
	}
	w = &wire{}
	if w.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return "", nil, err
	}
	go func() {
		for {
			from, err := w.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", address)
			if err != nil {
				from.Close()
				continue
			}
			go pass(to, from, &w.in)
			go pass(from, to, &w.out)
		}
	}()
	return address, w, nil
}

// pass copies bytes until either end is closed.
func pass(to, from net.Conn, count *atomic.Int64) {
	defer to.Close()
	defer from.Close()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		count.Add(int64(n))
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
