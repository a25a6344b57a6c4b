package report

import (
	"io"
	"os"
	"path/filepath"

	"ludens/internal/atomicfile"
	"ludens/internal/chart"
)

// Write writes the study into a folder:
//
//	index.html            everything, in one file
//	README.md             the same as Markdown
//	figures/NAME.png .svg the pictures
//	data/NAME.csv         the tables and what the pictures show
//	study.json            all tables, the answer, how to repeat it
func (s *Study) Write(dir string) error {
	for _, sub := range []string{figureDir, dataDir} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	files := map[string]func(io.Writer) error{
		"index.html": s.HTML, "README.md": s.Markdown, "study.json": s.JSON,
	}
	for _, f := range s.figures() {
		files[filepath.Join(figureDir, f.Name+".png")] = func(w io.Writer) error { return f.Page.PNG(w, chart.Light) }
		files[filepath.Join(figureDir, f.Name+".svg")] = func(w io.Writer) error { return f.Page.SVG(w, chart.Light) }
	}
	for _, t := range s.tables() {
		files[filepath.Join(dataDir, t.Name+".csv")] = t.CSV
	}
	for name, write := range files {
		if err := atomicfile.Write(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}
