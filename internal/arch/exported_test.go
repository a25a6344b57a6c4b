package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// private are the rooms whose packages no other module imports.
var private = []string{"cmd", "internal", "scripts"}

// A program that imports a package of ours can name all types of what it exports: in a
// variable, a field or a function of its own. So no exported signature names a
// type of an internal package, nor one that is not exported itself.
func TestExportedTypes(t *testing.T) {
	packages := map[string][]*ast.File{}
	for file, f := range code(t, ".") {
		room := path.Dir(file)
		parts := strings.Split(room, "/")
		if slices.Contains(private, parts[0]) || slices.Contains(parts, "internal") {
			continue
		}
		packages[room] = append(packages[room], f)
	}
	if len(packages) < 10 {
		t.Fatalf("%d packages, want more than ten", len(packages))
	}
	for room, files := range packages {
		for _, breach := range unnameable(files) {
			t.Errorf("%s: %s", room, breach)
		}
	}
}

// unnameable returns what a package exports with types that others cannot name.
func unnameable(files []*ast.File) (breaches []string) {
	own := map[string]bool{} // the package's types that are not exported
	for _, f := range files {
		for _, d := range f.Decls {
			for _, s := range specs[*ast.TypeSpec](d) {
				if !s.Name.IsExported() {
					own[s.Name.Name] = true
				}
			}
		}
	}
	for _, f := range files {
		e := exported{own: own, foreign: internals(f)}
		for _, d := range f.Decls {
			e.declaration(d)
		}
		breaches = append(breaches, e.breaches...)
	}
	return breaches
}

// internals returns the names under which a file imports internal packages.
func internals(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, s := range f.Imports {
		imp, _ := strconv.Unquote(s.Path.Value)
		if !slices.Contains(strings.Split(imp, "/"), "internal") {
			continue
		}
		if s.Name != nil {
			names[s.Name.Name] = true
		} else {
			names[path.Base(imp)] = true
		}
	}
	return names
}

// specs returns the specifications of one kind in a declaration.
func specs[S ast.Spec](d ast.Decl) (all []S) {
	g, ok := d.(*ast.GenDecl)
	if !ok {
		return nil
	}
	for _, s := range g.Specs {
		if s, ok := s.(S); ok {
			all = append(all, s)
		}
	}
	return all
}

// exported goes through what a file exports.
type exported struct {
	own, foreign map[string]bool // types and packages that others cannot name
	breaches     []string
}

func (e *exported) declaration(d ast.Decl) {
	if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() && e.reached(f.Recv) {
		e.types(f.Name.Name, f.Type)
	}
	for _, s := range specs[*ast.TypeSpec](d) {
		if s.Name.IsExported() {
			e.types(s.Name.Name, s.Type)
		}
	}
	for _, s := range specs[*ast.ValueSpec](d) {
		if s.Type != nil && slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) {
			e.types(s.Names[0].Name, s.Type)
		}
	}
}

// reached reports whether others can have a receiver.
func (e *exported) reached(recv *ast.FieldList) bool {
	if recv == nil {
		return true
	}
	reached := true
	ast.Inspect(recv.List[0].Type, func(n ast.Node) bool {
		if x, ok := n.(*ast.Ident); ok && e.own[x.Name] {
			reached = false
		}
		return true
	})
	return reached
}

// types looks at the types in an exported expression. Fields and methods that are
// not exported are left out, and so are the names of parameters.
func (e *exported) types(name string, x ast.Expr) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if slices.ContainsFunc(named(n), (*ast.Ident).IsExported) {
				e.types(name, n.Type)
			}
			return false
		case *ast.FuncType:
			for _, list := range []*ast.FieldList{n.TypeParams, n.Params, n.Results} {
				if list == nil {
					continue
				}
				for _, f := range list.List {
					e.types(name, f.Type)
				}
			}
			return false
		case *ast.SelectorExpr:
			if p, ok := n.X.(*ast.Ident); ok && e.foreign[p.Name] {
				e.breaches = append(e.breaches, fmt.Sprintf("%s names %s.%s, of an internal package", name, p.Name, n.Sel.Name))
			}
			return false
		case *ast.Ident:
			if e.own[n.Name] {
				e.breaches = append(e.breaches, fmt.Sprintf("%s names %s, which is not exported", name, n.Name))
			}
		}
		return true
	})
}

// named returns the names of a field or method; of an embedded one that of its type.
func named(f *ast.Field) []*ast.Ident {
	if len(f.Names) > 0 {
		return f.Names
	}
	x := f.Type
	for {
		switch e := x.(type) {
		case *ast.StarExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.IndexListExpr:
			x = e.X
		case *ast.SelectorExpr:
			return []*ast.Ident{e.Sel}
		case *ast.Ident:
			return []*ast.Ident{e}
		default: // a union of constraints
			return []*ast.Ident{{Name: "Union"}}
		}
	}
}

// The rule finds what it is for, and lets be what others never see.
func TestUnnameable(t *testing.T) {
	for _, test := range []struct {
		code string
		want int
	}{
		{`func F(s clock.Time) (error, *own)`, 2},
		{`func F(f func(map[string]clock.Time) chan own)`, 2},
		{`func f(s clock.Time)`, 0},
		{`func (x *own) F(s clock.Time)`, 0},
		{`func (x *Own) F(clock int) error { var t clock.Time; return nil }`, 0},
		{`func (x Own) F(o ...own)`, 1},
		{`func F[T own](x T)`, 1},
		{`type F struct { Start clock.Time; start clock.Time; own; *Own; *G[own] }`, 2},
		{`type F struct { In struct { own own; Own own } }`, 1},
		{`type F struct { clock.Time }`, 1},
		{`type F interface { Do(own); do(own) }`, 1},
		{`type F func(own)`, 1},
		{`type f struct { Start clock.Time }`, 0},
		{`type F = own`, 1},
		{`var F, f own; var g own; const H clock.Time = 1`, 2},
		{`func F(s other.Time, t renamed.Time)`, 1},
	} {
		code := `package p
			import ("ludens/internal/clock"; "ludens/other"; renamed "ludens/nn/internal/watch")
			type own int; type Own int
			` + test.code
		f, err := parser.ParseFile(token.NewFileSet(), "p.go", code, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := unnameable([]*ast.File{f}); len(got) != test.want {
			t.Errorf("%s: got %q, want %d", test.code, got, test.want)
		}
	}
}
