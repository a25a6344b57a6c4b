package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
)

//go:embed assets
var embedded embed.FS

// asset is a file of the page.
type asset struct {
	kind        string // MIME
	plain, gzip []byte
	etag        string
}

// loadAssets returns the page's files by name, compressed; the page itself holds
// the drawings of all pieces.
var loadAssets = sync.OnceValues(packAssets)

func packAssets() (map[string]asset, error) {
	all := map[string]asset{}
	err := fs.WalkDir(embedded, "assets", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := embedded.ReadFile(name)
		if err != nil {
			return err
		}
		if name == "assets/index.html" {
			sprites, err := sprites()
			if err != nil {
				return err
			}
			text = bytes.Replace(text, []byte("<!-- pieces -->"), sprites, 1)
			text = bytes.Replace(text, []byte("<!-- modules -->"), modules(), 1)
		}
		all[strings.TrimPrefix(name, "assets/")] = newAsset(name, text)
		return nil
	})
	return all, err
}

var (
	imported = regexp.MustCompile(`from "\./([\w./-]+)"`)
	roomFile = regexp.MustCompile(`(\w+): lazy\("\./([\w.]+)"`)
)

// modules returns what the head of the page says of its modules: those that every visitor
// needs are asked for at once, and those of a room are named for who enters it.
func modules() []byte {
	var head bytes.Buffer
	always := imports("app.js", nil)
	for _, m := range always {
		fmt.Fprintf(&head, "<link rel=\"modulepreload\" href=\"/assets/%s\">\n", m)
	}
	app, _ := embedded.ReadFile("assets/app.js") // the page's own
	for _, m := range roomFile.FindAllSubmatch(app, -1) {
		fmt.Fprintf(&head, "<meta name=\"room-%s\" content=\"%s\">\n", m[1], strings.Join(imports(string(m[2]), always), " "))
	}
	return head.Bytes()
}

// imports returns a module and all that it imports, less those that are known.
func imports(file string, known []string) (all []string) {
	for todo := []string{file}; len(todo) > 0; todo = todo[1:] {
		if slices.Contains(known, todo[0]) || slices.Contains(all, todo[0]) {
			continue
		}
		all = append(all, todo[0])
		text, _ := embedded.ReadFile("assets/" + todo[0]) // TestPageIsWhole looks for those that are not there
		for _, m := range imported.FindAllSubmatch(text, -1) {
			todo = append(todo, string(m[1]))
		}
	}
	return all
}

func newAsset(name string, text []byte) asset {
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // a level that there is
	z.Write(text)                                              // a Buffer takes everything
	z.Close()
	kind := mime.TypeByExtension(path.Ext(name))
	if path.Ext(name) == ".mjs" || path.Ext(name) == ".js" {
		kind = "text/javascript; charset=utf-8"
	}
	return asset{kind, text, packed.Bytes(), fmt.Sprintf(`"%.12x"`, sha256.Sum256(text))}
}

// asset answers with a file of the page.
func (s *server) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if r.URL.Path == "/" {
		name = "index.html"
	}
	a, ok := s.assets[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("ETag", a.etag)
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == a.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	text := a.plain
	if unpacks(r) {
		h.Set("Content-Encoding", "gzip")
		text = a.gzip
	}
	w.Write(text) // an error means that the client is gone
}

// sprites returns the drawings of all pieces and marks, for use by name in any
// picture of the page: package diagram names them alike in all its drawings.
func sprites() ([]byte, error) {
	var all bytes.Buffer
	for _, theme := range []diagram.Theme{diagram.Light, diagram.Dark} {
		for _, d := range append(dressed(), everything()) {
			defs, err := definitions(d, theme)
			if err != nil {
				return nil, err
			}
			all.WriteString(defs)
		}
	}
	return all.Bytes(), nil
}

// definitions returns what the drawing of d defines to be used by name.
func definitions(d diagram.Diagram, theme diagram.Theme) (string, error) {
	var drawing bytes.Buffer
	if err := diagram.SVG(&drawing, d, theme); err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(drawing.String(), "<defs>")
	defs, _, ok := strings.Cut(rest, "</defs>")
	if !ok {
		return "", fmt.Errorf("the drawing of the pieces defines none")
	}
	return defs, nil
}

// drawings returns the definitions of the pieces that only g has, in both themes; "" if
// there are none.
func drawings(g env.Game, dress env.Dress) (all string, err error) {
	start := dress.Diagram(diagram.Of(g.New(0)))
	d := diagram.Diagram{Rows: 1, Inks: start.Inks}
	if x, ok := env.As[env.Described](g); ok {
		for _, p := range x.Book().Outlines {
			d.Cells = append(d.Cells, diagram.Cell{Piece: p})
		}
	}
	for _, c := range start.Cells { // of a game that draws its rules from such ones
		if c.Piece.Figure == diagram.Outlined || c.Piece.Lettered() {
			d.Cells = append(d.Cells, diagram.Cell{Piece: c.Piece})
		}
	}
	if d.Cols = len(d.Cells); d.Cols == 0 {
		return "", nil
	}
	for _, theme := range []diagram.Theme{diagram.Light, diagram.Dark} {
		defs, err := definitions(d, theme)
		if err != nil {
			return "", err
		}
		all += defs
	}
	return all, nil
}

// dressed are boards with the pieces of games that have other inks in their sources.
func dressed() (all []diagram.Diagram) {
	drawn := map[string]bool{}
	for _, e := range games.List() {
		g, err := games.Make(e.Name)
		if err != nil {
			continue
		}
		dress, _ := env.DressOf(g)
		start := dress.Diagram(diagram.Of(g.New(0)))
		var d diagram.Diagram
		for _, c := range start.Cells {
			p := c.Piece
			if p.Figure == diagram.Nothing || start.Inks[p.Side] == diagram.OwnInk || drawn[start.Sprite(p)] {
				continue
			}
			drawn[start.Sprite(p)] = true
			d.Cells = append(d.Cells, diagram.Cell{Piece: p})
		}
		if d.Rows, d.Cols, d.Inks = 1, len(d.Cells), start.Inks; d.Cols > 0 {
			all = append(all, d)
		}
	}
	return all
}

// everything is a board with each piece and mark that there is.
func everything() diagram.Diagram {
	d := diagram.Diagram{Rows: 1}
	for m := diagram.CrossMark; m <= diagram.StarMark; m++ {
		d.Cells = append(d.Cells, diagram.Cell{Mark: m})
	}
	for f := diagram.Disc; f <= diagram.Sissa; f++ {
		for side := diagram.FirstSide; side <= diagram.SecondSide; side++ {
			for tone := diagram.NoTone; tone <= diagram.YellowTone; tone++ {
				coloured := f == diagram.Disc || f == diagram.Mitre || f == diagram.Crown
				if tone == diagram.NoTone || coloured {
					d.Cells = append(d.Cells, diagram.Cell{Piece: diagram.Piece{Figure: f, Side: side, Tone: tone}})
				}
			}
		}
	}
	d.Cols = len(d.Cells)
	return d
}

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
