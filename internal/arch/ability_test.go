package arch

import (
	"flag"
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
)

var update = flag.Bool("update", false, "write the lists of docs/abilities.md anew")

// abilities are the interfaces that docs/abilities.md has a row for.
var abilities = map[string]reflect.Type{
	"env.Arrayed":      reflect.TypeFor[env.Arrayed](),
	"env.Attacking":    reflect.TypeFor[env.Attacking](),
	"env.Bounded":      reflect.TypeFor[env.Bounded](),
	"env.Clocked":      reflect.TypeFor[env.Clocked](),
	"env.Constrained":  reflect.TypeFor[env.Constrained](),
	"env.Countable":    reflect.TypeFor[env.Countable](),
	"env.Decisive":     reflect.TypeFor[env.Decisive](),
	"env.Described":    reflect.TypeFor[env.Described](),
	"env.Endgames":     reflect.TypeFor[env.Endgames](),
	"env.Exchanging":   reflect.TypeFor[env.Exchanging](),
	"env.Explained":    reflect.TypeFor[env.Explained](),
	"env.FENWriter":    reflect.TypeFor[env.FENWriter](),
	"env.Featured":     reflect.TypeFor[env.Featured](),
	"env.Gauged":       reflect.TypeFor[env.Gauged](),
	"env.Indexed":      reflect.TypeFor[env.Indexed](),
	"env.Kindred":      reflect.TypeFor[env.Kindred](),
	"env.Labelled":     reflect.TypeFor[env.Labelled](),
	"env.Notated":      reflect.TypeFor[env.Notated](),
	"env.Arranged":     reflect.TypeFor[env.Arranged](),
	"env.OTNWriter":    reflect.TypeFor[env.OTNWriter](),
	"env.Paired":       reflect.TypeFor[env.Paired](),
	"env.Placing":      reflect.TypeFor[env.Placing](),
	"env.Prompt":       reflect.TypeFor[env.Prompt](),
	"env.Recurrent":    reflect.TypeFor[env.Recurrent](),
	"env.SANWriter":    reflect.TypeFor[env.SANWriter](),
	"env.Sampled":      reflect.TypeFor[env.Sampled](),
	"env.Scored":       reflect.TypeFor[env.Scored](),
	"env.Solvable":     reflect.TypeFor[env.Solvable](),
	"env.Spatial":      reflect.TypeFor[env.Spatial](),
	"env.Startable":    reflect.TypeFor[env.Startable](),
	"env.Symmetric":    reflect.TypeFor[env.Symmetric](),
	"env.Tactical":     reflect.TypeFor[env.Tactical](),
	"env.Ticking":      reflect.TypeFor[env.Ticking](),
	"env.Transcribed":  reflect.TypeFor[env.Transcribed](),
	"env.Limited":      reflect.TypeFor[env.Limited](),
	"env.Witness":      reflect.TypeFor[env.Witness](),
	"env.Varied":       reflect.TypeFor[env.Varied](),
	"env.Uneven":       reflect.TypeFor[env.Uneven](),
	"diagram.Pictured": reflect.TypeFor[diagram.Pictured](),
}

// required are the interfaces that are no ability: what every game is made of,
// who plays it, and what abilities hand out.
var required = []string{"env.Game", "env.State", "env.Agent", "env.Numbering", "env.Endgame", "env.Pairing", "env.Solver"}

// ability is a row of docs/abilities.md.
type ability struct{ name, of, law, games, asked string }

func (a ability) String() string {
	return fmt.Sprintf("| `%s` | %s | %s | %s | %s |", a.name, a.of, a.law, a.games, a.asked)
}

// Every interface that a game may have has its row, with the games that have it
// and the rooms that ask for it as the code has them.
func TestAbilities(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "abilities.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	declared, asked := interfaces(t), askers(t)
	lines := strings.Split(string(text), "\n")
	met := map[string]bool{}
	for i, line := range lines {
		cells := strings.Split(line, "|")
		if !strings.HasPrefix(line, "| `") || len(cells) != 7 {
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		a := ability{cells[1], cells[2], strings.TrimSpace(strings.Split(line, "|")[3]), cells[4], cells[5]}
		if abilities[a.name] == nil || !slices.Contains(declared, a.name) {
			t.Errorf("%s: there is no ability %s", file, a.name)
			continue
		}
		if met[a.name] || len(a.law) < 20 {
			t.Errorf("%s: %s has two rows, or no law", file, a.name)
		}
		met[a.name] = true
		a.games, a.asked = owners(t, abilities[a.name]), strings.Join(asked[a.name], ", ")
		if line != a.String() && !*update {
			t.Errorf("%s:\ngot  %s\nwant %s\ngo test ./internal/arch -run Abilities -update writes it", file, line, a)
		}
		lines[i] = a.String()
	}
	for _, name := range declared {
		if !met[name] && !slices.Contains(required, name) {
			t.Errorf("%s has no row in docs/abilities.md", name)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// interfaces returns the names of the exported interfaces with methods in env,
// env/diagram and env/record.
func interfaces(t *testing.T) (names []string) {
	t.Helper()
	for _, room := range []string{"env", "env/diagram", "env/record"} {
		for file, f := range code(t, room) {
			if path.Dir(file) != room {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.TypeSpec); ok && s.Name.IsExported() {
					if _, ok := s.Type.(*ast.InterfaceType); ok {
						names = append(names, f.Name.Name+"."+s.Name.Name)
					}
				}
				return true
			})
		}
	}
	return names
}

// owners returns the families, or where they differ the variants, that have an
// ability as a Game, as a State or as the Numbering of a Game's positions.
func owners(t *testing.T, ability reflect.Type) string {
	t.Helper()
	have, all := map[string][]string{}, map[string]int{}
	var families []string
	for _, e := range games.List() {
		g := games.Must(e.Name)
		if all[e.Family]++; all[e.Family] == 1 {
			families = append(families, e.Family)
		}
		if slices.ContainsFunc(parts(g), func(x any) bool { return reflect.TypeOf(x).Implements(ability) }) {
			have[e.Family] = append(have[e.Family], e.Name)
		}
	}
	var names []string
	for _, f := range families {
		switch len(have[f]) {
		case 0:
		case all[f]:
			names = append(names, f)
		default:
			names = append(names, have[f]...)
		}
	}
	if len(names) == len(families) {
		return "all"
	}
	return strings.Join(names, ", ")
}

// parts returns what of a game may have abilities.
func parts(g env.Game) []any {
	all := []any{g, g.New(0)}
	if x, ok := g.(env.Indexed); ok {
		if n, err := x.Numbering(); err == nil {
			all = append(all, n)
		}
	}
	if _, n := firstEndgame(g); n != nil {
		all = append(all, n)
	}
	return all
}

// firstEndgame returns the first endgame of three or four men that can be numbered, by its
// name; nil if a game has none.
func firstEndgame(g env.Game) (name string, n env.Endgame) {
	if x, ok := g.(env.Endgames); ok {
		for _, name := range slices.Concat(x.EndgameNames(3), x.EndgameNames(4)) {
			if n, err := x.Endgame(name); err == nil {
				return name, n
			}
		}
	}
	return "", nil
}

// askers returns the rooms that assert each ability, or call a function of env
// that does, by another of its package if need be.
func askers(t *testing.T) map[string][]string {
	t.Helper()
	helpers := map[string][]string{} // by "env.Estimate": abilities
	found := map[string][]string{}
	for pass := range 3 {
		for file, f := range code(t, ".") {
			own, room := f.Name.Name, path.Dir(file)
			for _, d := range f.Decls {
				names := asserted(d, own)
				ast.Inspect(d, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.SelectorExpr:
						if x, ok := n.X.(*ast.Ident); ok {
							names = append(names, helpers[x.Name+"."+n.Sel.Name]...)
						}
					case *ast.CallExpr:
						if x, ok := n.Fun.(*ast.Ident); ok {
							names = append(names, helpers[own+"."+x.Name]...)
						}
					}
					return true
				})
				if pass < 2 {
					if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() && strings.HasPrefix(room, "env") {
						helpers[own+"."+fn.Name.Name] = names
					}
					continue
				}
				for _, name := range names {
					if abilities[name] != nil && !slices.Contains(found[name], room) && room != "env/envtest" && path.Dir(room) != "scripts" {
						found[name] = append(found[name], room)
					}
				}
			}
		}
	}
	for _, rooms := range found {
		slices.Sort(rooms)
	}
	return found
}

// asserted returns the interfaces that code asserts, or switches on; own is the
// package's name.
func asserted(d ast.Node, own string) (names []string) {
	add := func(x ast.Expr) {
		switch x := x.(type) {
		case *ast.Ident:
			names = append(names, own+"."+x.Name)
		case *ast.SelectorExpr:
			if p, ok := x.X.(*ast.Ident); ok {
				names = append(names, p.Name+"."+x.Sel.Name)
			}
		}
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr: // env.As[env.Notated]
			if f, ok := n.X.(*ast.SelectorExpr); ok && f.Sel.Name == "As" || own == "env" {
				add(n.Index)
			}
		case *ast.TypeAssertExpr:
			add(n.Type)
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				for _, x := range c.(*ast.CaseClause).List {
					add(x)
				}
			}
		}
		return true
	})
	return names
}
