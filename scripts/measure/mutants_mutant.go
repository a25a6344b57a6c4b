package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Mutant is one change of one file.
type Mutant struct {
	File string `json:"file"` // without its folder
	Line int    `json:"line,omitempty"`
	Func string `json:"func"` // the function, as in Max or Board.Play; "" outside of functions
	Was  string `json:"was"`  // for people: a piece of the code, on one line
	Now  string `json:"now"`

	from, to int // bytes of the file that are replaced
	text     string
	block    [2]int // first and last line of the place, for coverage
}

func (m Mutant) String() string { return fmt.Sprintf("%s:%d: %s -> %s", m.File, m.Line, m.Was, m.Now) }

// apply returns the file with the change. It has as many lines as before, so
// that a change without effect compiles to the same code.
func (m Mutant) apply(src []byte) []byte {
	lost := bytes.Count(src[m.from:m.to], []byte("\n"))
	return slices.Concat(src[:m.from], []byte(m.text), bytes.Repeat([]byte("\n"), lost), src[m.to:])
}

// mutantsOf returns all mutants of a file, in the order of their places.
func mutantsOf(name string, src []byte) ([]Mutant, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	b := &breeder{fset: fset, src: src, name: filepath.Base(name)}
	for _, d := range file.Decls {
		b.function = functionOf(d)
		ast.Inspect(d, b.visit)
	}
	slices.SortStableFunc(b.all, func(x, y Mutant) int { return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.text, y.text)) })
	return b.all, nil
}

// breeder collects the mutants of a file.
type breeder struct {
	fset *token.FileSet
	src  []byte
	name string
	all  []Mutant

	function string // where the breeder is
}

// functionOf returns the name of a declared function, with its receiver's type.
func functionOf(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok {
		return ""
	}
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		case *ast.Ident:
			return t.Name + "." + f.Name.Name
		default:
			return f.Name.Name
		}
	}
}

func (b *breeder) offset(p token.Pos) int { return b.fset.Position(p).Offset }

func (b *breeder) source(n ast.Node) string {
	return string(b.src[b.offset(n.Pos()):b.offset(n.End())])
}

// replace adds the mutant in which text stands in place of the bytes from..to of
// a node, which is shown.
func (b *breeder) replace(shown ast.Node, from, to token.Pos, text string) {
	m := Mutant{File: b.name, Func: b.function, Line: b.fset.Position(from).Line, from: b.offset(from), to: b.offset(to), text: text}
	first, last := b.offset(shown.Pos()), b.offset(shown.End())
	m.Was = brief(string(b.src[first:last]))
	m.Now = brief(string(b.src[first:m.from]) + text + string(b.src[m.to:last]))
	m.block = [2]int{m.Line, b.fset.Position(to).Line}
	b.all = append(b.all, m)
}

// brief returns code on one line of at most 90 bytes.
func brief(code string) string {
	code = strings.Join(strings.Fields(code), " ")
	if len(code) > 90 {
		code = strings.ToValidUTF8(code[:87], "") + "..."
	}
	return code
}

// shuffle puts mutants into an order that depends on the seed only: the sample
// of n is the first n that compile to other code.
func shuffle[M any](all []M, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
}

// coverage says which lines of a package's files its tests run.
type coverage map[string][]span

// span is a block of statements, by its first and last line.
type span struct {
	first, last int
	run         bool
}

// parseCoverage reads a profile as go test writes it: a line of mode, then
//
//	ludens/stat/elo.go:11.30,13.2 1 7
//
// with the block's place, its statements, and how often they were run.
func parseCoverage(profile string) (coverage, error) {
	c := coverage{}
	for i, line := range strings.Split(strings.TrimSpace(profile), "\n") {
		if i == 0 {
			continue
		}
		file, place, _ := strings.Cut(line, ":")
		var s span
		var column, statements, count int
		if _, err := fmt.Sscanf(place, "%d.%d,%d.%d %d %d", &s.first, &column, &s.last, &column, &statements, &count); err != nil {
			return nil, fmt.Errorf("coverage profile, line %d: %w", i+1, err)
		}
		s.run = count > 0
		c[path.Base(file)] = append(c[path.Base(file)], s)
	}
	return c, nil
}

// runs reports whether some test may run the lines: not where only blocks that
// never ran touch them. Declarations are in no block.
func (c coverage) runs(file string, lines [2]int) bool {
	touched := false
	for _, s := range c[file] {
		if s.first <= lines[1] && lines[0] <= s.last {
			if s.run {
				return true
			}
			touched = true
		}
	}
	return !touched
}
