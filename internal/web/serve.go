package web

import (
	"context"
	"net"
	"net/http"
	"time"
)

// Limits of the server. A page in use keeps one or two connections; a browser
// opens six at most.
const (
	mostConnections = 512
	mostOfClient    = 64
	farewell        = 2 * time.Second
)

// Serve answers at l, which it closes, until ctx ends.
func Serve(ctx context.Context, l net.Listener, c Config) error {
	defer l.Close()
	page, err := newPage(ctx, c)
	if err != nil {
		return err
	}
	s := &http.Server{
		Handler: noting(page), ConnContext: withConnection, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 20 * time.Second,
		WriteTimeout: 2 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(newConnections(l, mostConnections, mostOfClient)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer stop()
	if s.Shutdown(last) != nil {
		s.Close()
	}
	<-failed
	return nil
}
