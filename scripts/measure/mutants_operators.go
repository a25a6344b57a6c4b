package main

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// swaps are the operators that are mistaken for each other: bounds one off,
// comparisons the wrong way round, the opposite calculation.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN},
	token.OR_ASSIGN: {token.AND_ASSIGN}, token.AND_ASSIGN: {token.OR_ASSIGN}, token.XOR_ASSIGN: {token.AND_ASSIGN},
	token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.BREAK: {token.CONTINUE}, token.CONTINUE: {token.BREAK},
}

// visit adds the mutants of a node. Where code only words things for people, as
// in String and in errors, there are none.
func (b *breeder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Name.Name == "String" || n.Body == nil {
			return false
		}
		b.returnsAtOnce(n)
		b.negateReturns(n)
	case *ast.ImportSpec:
		return false
	case *ast.ArrayType: // a longer array is not a fault
		ast.Inspect(n.Elt, b.visit)
		return false
	case *ast.CallExpr:
		if name := b.source(n.Fun); name == "panic" || name == "fmt.Errorf" || name == "errors.New" {
			return false
		}
	case *ast.BinaryExpr:
		b.swap(n, n.OpPos, n.Op)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			b.replace(n, n.OpPos, n.X.Pos(), "")
		}
	case *ast.IncDecStmt:
		b.swap(n, n.TokPos, n.Tok)
	case *ast.AssignStmt:
		b.swap(n, n.TokPos, n.Tok)
	case *ast.BranchStmt:
		if n.Label == nil {
			b.swap(n, n.TokPos, n.Tok)
		}
	case *ast.BasicLit:
		b.oneOff(n)
	case *ast.IfStmt:
		b.branches(n)
	case *ast.BlockStmt:
		b.deletions(n.List)
	case *ast.CaseClause:
		b.deletions(n.Body)
	case *ast.CommClause:
		b.deletions(n.Body)
	}
	return true
}

func (b *breeder) swap(n ast.Node, at token.Pos, op token.Token) {
	for _, other := range swaps[op] {
		b.replace(n, at, at+token.Pos(len(op.String())), other.String())
	}
}

// oneOff makes a number one more and one less.
func (b *breeder) oneOff(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		if v, err := strconv.ParseUint(n.Value, 0, 64); err == nil {
			b.replace(n, n.Pos(), n.End(), strconv.FormatUint(v+1, 10))
			if v > 0 {
				b.replace(n, n.Pos(), n.End(), strconv.FormatUint(v-1, 10))
			} else {
				b.replace(n, n.Pos(), n.End(), "-1")
			}
		}
	case token.FLOAT:
		b.replace(n, n.Pos(), n.End(), "("+n.Value+"+1)")
		b.replace(n, n.Pos(), n.End(), "("+n.Value+"-1)")
	}
}

// branches swaps the branches of an if, and never takes the first. A comparison
// is turned round by swap.
func (b *breeder) branches(n *ast.IfStmt) {
	cond := b.source(n.Cond)
	switch c := n.Cond.(type) {
	case *ast.BinaryExpr:
		if c.Op == token.LAND || c.Op == token.LOR {
			b.replace(n.Cond, c.Pos(), c.End(), "!("+cond+")")
		}
	case *ast.UnaryExpr:
	default:
		b.replace(n.Cond, c.Pos(), c.End(), "!("+cond+")")
	}
	b.replace(n.Cond, n.Cond.Pos(), n.Cond.End(), "false && ("+cond+")")
}

// deletions leaves out statements one by one.
func (b *breeder) deletions(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				b.replace(s, s.Pos(), s.End(), "")
			}
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); !ok || b.source(call.Fun) != "panic" {
				b.replace(s, s.Pos(), s.End(), "")
			}
		case *ast.IncDecStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt:
			b.replace(s, s.Pos(), s.End(), "")
		}
	}
}

// returnsAtOnce makes a function return zeros before it does anything.
func (b *breeder) returnsAtOnce(n *ast.FuncDecl) {
	if len(n.Body.List) == 0 {
		return
	}
	var zeros []string
	if r := n.Type.Results; r != nil && len(r.List[0].Names) == 0 {
		for _, f := range r.List {
			zeros = append(zeros, "*new("+b.source(f.Type)+")")
		}
	}
	at := n.Body.Lbrace + 1
	text := " return " + strings.Join(zeros, ", ") + ";"
	b.replace(n.Body, at, at, text)
	m := &b.all[len(b.all)-1]
	m.Was, m.Now = "func "+n.Name.Name, "returns at once"
	first := b.fset.Position(n.Body.List[0].Pos()).Line
	m.block = [2]int{first, first}
}

// negateReturns turns round what a function of one bool returns.
func (b *breeder) negateReturns(n *ast.FuncDecl) {
	r := n.Type.Results
	if r == nil || len(r.List) != 1 || b.source(r.List[0].Type) != "bool" || len(r.List[0].Names) > 1 {
		return
	}
	ast.Inspect(n.Body, func(in ast.Node) bool {
		if _, inner := in.(*ast.FuncLit); inner {
			return false
		}
		if ret, ok := in.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			if _, compared := ret.Results[0].(*ast.BinaryExpr); !compared || strings.ContainsAny(b.source(ret), "&|") {
				x := ret.Results[0]
				b.replace(ret, x.Pos(), x.End(), "!("+b.source(x)+")")
			}
		}
		return true
	})
}
