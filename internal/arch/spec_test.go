package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/agent"
)

// kindOf finds the kind with which an agent's text begins, and what follows.
var kindOf = regexp.MustCompile(`^(random|greedy|mcts|alphabeta|exact|ckpt|int8|champion|net|untrained|uci|cecp|otep|json)([:@+]\S*|)$`)

// cutters are functions that take a text apart, or ask how it begins.
var cutters = []string{"Cut", "CutPrefix", "CutSuffix", "Split", "SplitN", "Index", "LastIndex", "IndexAny", "LastIndexAny", "IndexByte", "LastIndexByte", "HasPrefix", "TrimPrefix", "Contains", "ContainsAny"}

// Only agent/parse.go takes an agent's text apart, and only agent/spec.go puts one
// together: elsewhere it is an agent.Spec, or a text that is whole.
func TestAgentTextsAreReadOnce(t *testing.T) {
	for file, text := range sources(t, ".") {
		if path.Ext(file) != ".go" || file == "agent/parse.go" || file == "agent/spec.go" {
			continue
		}
		for _, what := range agentTexts(t, file, text) {
			t.Errorf("%s: %s: an agent's text is read by agent.ParseSpec and printed by agent.Spec", file, what)
		}
	}
}

// The test finds what there was before.
func TestAgentTextsAreFound(t *testing.T) {
	const head = "package p\nimport (\"strings\"; \"fmt\"; \"ludens/agent\")\nvar _ agent.Spec\n"
	for code, want := range map[string]bool{
		`var x = "ckpt:" + dir`:                              true,
		`var x = fmt.Sprintf("mcts:%d", n)`:                  true,
		`const x = "champion:%d+root=puct"`:                  true,
		`func f() { strings.CutPrefix(s, "champion:") }`:     true,
		`func f() { strings.HasPrefix(s, "untrained") }`:     true,
		`func f() { strings.LastIndexAny(name, ":@") }`:      true,
		`func f() { strings.Cut(agent, "@") }`:               true,
		`func f() { strings.Split(settings, "+") }`:          true,
		`var x = []string{"random", "mcts:100", "exact"}`:    false,
		`var x = fmt.Errorf("mcts: evaluate: %w", err)`:      false,
		`func f() { strings.Cut(setting, "=") }`:             false,
		`var x = "champion:64+of=celta+root=puct"`:           false,
		`func f() { strings.HasPrefix(name, "checkpoint") }`: false,
	} {
		if got := len(agentTexts(t, "p.go", head+code)) > 0; got != want {
			t.Errorf("%s: found %v, want %v", code, got, want)
		}
	}
}

// agentTexts returns the places of a file where an agent's text is cut or glued.
func agentTexts(t *testing.T, file, text string) (all []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	handles := slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return strings.HasSuffix(i.Path.Value, `/agent"`) })
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && glued(s) {
				all = append(all, n.Value)
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(cutters, s.Sel.Name) && len(n.Args) == 2 {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "strings" && cuts(n.Args[1], handles) {
					all = append(all, "strings."+s.Sel.Name)
				}
			}
		}
		return true
	})
	return all
}

// glued reports whether a text is part of an agent's: it begins as one and is none.
func glued(text string) bool {
	parts := kindOf.FindStringSubmatch(text)
	if parts == nil || parts[2] == "" {
		return false
	}
	_, err := agent.Typed(text)
	return err != nil || strings.Contains(text, "%")
}

// cuts reports whether a text is cut at what parts an agent's, or asked for its kind.
// handles: the file knows agents, so that its @ and + are theirs.
func cuts(at ast.Expr, handles bool) bool {
	lit, ok := at.(*ast.BasicLit)
	if !ok {
		return false
	}
	s, err := strconv.Unquote(lit.Value)
	return err == nil && (handles && (s == "@" || s == "+" || s == ":@") || kindOf.MatchString(s) && s != "json" && s != "net")
}
