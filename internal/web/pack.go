package web

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// packers are at rest between answers: each has 800 kB of tables.
var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // a level that there is
	return z
}}

// unpacks reports whether the client of a request reads gzip.
func unpacks(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") }

// packed compresses the answers of next for clients that read gzip. It is not for answers
// that come line by line.
func packed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Encoding")
		if !unpacks(r) {
			next(w, r)
			return
		}
		p := &packer{ResponseWriter: w}
		defer p.close()
		next(p, r)
	}
}

// packer is an answer that is compressed while it is written.
type packer struct {
	http.ResponseWriter
	z *gzip.Writer // nil before the first byte
}

func (p *packer) WriteHeader(status int) {
	p.open()
	p.ResponseWriter.WriteHeader(status)
}

func (p *packer) Write(text []byte) (int, error) {
	p.open()
	return p.z.Write(text)
}

func (p *packer) open() {
	if p.z == nil {
		p.Header().Set("Content-Encoding", "gzip")
		p.z = packers.Get().(*gzip.Writer)
		p.z.Reset(p.ResponseWriter)
	}
}

func (p *packer) close() {
	if p.z != nil {
		p.z.Close() // an error means that the client is gone
		packers.Put(p.z)
	}
}
