package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"

	"ludens/internal/web"
)

// usualAddress is where the page is if nobody says.
const usualAddress = "127.0.0.1:8014"

// pageAddress returns the address that people use for a listener: with the name
// that they gave it, if they gave one.
func pageAddress(addr string, l net.Listener) string {
	host, _, _ := net.SplitHostPort(addr)
	if host == "" || net.ParseIP(host) != nil {
		return l.Addr().String()
	}
	_, bound, _ := net.SplitHostPort(l.Addr().String())
	return net.JoinHostPort(host, bound)
}

// warn says so if others can reach the page.
func warn(out io.Writer, l net.Listener) {
	if !web.Local(l.Addr()) {
		fmt.Fprintln(out, "Everybody who can reach this machine can use it: there is no password.")
	}
}

// listen says in one line what is wrong with an address, and the way out.
func listen(addr string) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, usage{fmt.Errorf("serve: --addr %q: want HOST:PORT, as in %s", addr, usualAddress)}
	}
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("serve: %s is in use, perhaps by another ludens serve; take any free port with --addr 127.0.0.1:0", addr)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("serve: %s is no address of this machine; take %s, or 0.0.0.0:PORT for all that it has", addr, usualAddress)
	case errors.As(err, new(*net.DNSError)), errors.As(err, new(*net.AddrError)):
		return nil, usage{fmt.Errorf("serve: --addr %q: there is no such host or port; want HOST:PORT, as in %s", addr, usualAddress)}
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("serve: %s is not for ordinary users: take a port from 1024 up with --addr", addr)
	}
	return l, err
}
