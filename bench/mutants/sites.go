package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// A change is one place where the code is otherwise than it was, when its switch is on.
type change struct {
	id       int
	pkg      string
	file     string
	line     int
	what     string
	from, to int    // range of the replaced bytes
	before   string // text before them, with ID for the switch
	after    string // text after them
	op, size int    // position and length of an operator that becomes a comma; size 0 for none
}

func (c *change) String() string { return fmt.Sprintf("%s:%d\t%s", c.file, c.line, c.what) }

// A finder collects the places of a file where a change can be made.
type finder struct {
	fset   *token.FileSet
	info   *types.Info
	pkg    string
	file   string
	result *types.Signature // of the function that is walked
	found  []*change
}

// find returns every change that can be made in a file, in the order of the file.
func (f *finder) find(file *ast.File) []*change {
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && fn.Name.Name != "String" {
			f.result, _ = f.info.Defs[fn.Name].Type().(*types.Signature)
			ast.Inspect(fn.Body, f.visit)
		}
	}
	return f.found
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		outer := f.result
		f.result, _ = f.info.TypeOf(n).(*types.Signature)
		ast.Inspect(n.Body, f.visit)
		f.result = outer
		return false
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.IfStmt:
		f.add(n.Cond, "condition taken for true", "((", fmt.Sprint(") || ", on, ")"))
		f.add(n.Cond, "condition taken for false", "((", fmt.Sprint(") && !", on, ")"))
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		f.truth(n)
	case *ast.ReturnStmt:
		f.returned(n)
	}
	return true
}

const on = alias + ".On(ID)"

// statements leaves out single statements: calls, and assignments.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok && !isPanic(call) {
				f.add(s, "call left out", "if !"+on+" { ", " }")
			}
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE && !isBlank(s.Lhs) {
				f.add(s, "assignment left out", "if !"+on+" { ", " }")
			}
		case *ast.IncDecStmt:
			f.add(s, "step left out", "if !"+on+" { ", " }")
		}
	}
}

func isPanic(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "panic"
}

func isBlank(list []ast.Expr) bool {
	name, ok := list[0].(*ast.Ident)
	return ok && len(list) == 1 && name.Name == "_"
}

var helpers = map[token.Token]string{
	token.LSS: "Less", token.LEQ: "AtMost", token.GTR: "More", token.GEQ: "AtLeast",
	token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Div", token.OR: "Or", token.AND: "And",
}

// binary swaps an operator for its neighbour, or takes an operand of && for true, of || for false.
func (f *finder) binary(e *ast.BinaryExpr) {
	if f.info.Types[e].Value != nil {
		return
	}
	switch e.Op {
	case token.EQL, token.NEQ:
		f.add(e, "== for !=", "((", fmt.Sprint(") != ", on, ")"))
	case token.LAND:
		f.add(e.X, "operand of && taken for true", "((", fmt.Sprint(") || ", on, ")"))
		f.add(e.Y, "operand of && taken for true", "((", fmt.Sprint(") || ", on, ")"))
	case token.LOR:
		f.add(e.X, "operand of || taken for false", "((", fmt.Sprint(") && !", on, ")"))
		f.add(e.Y, "operand of || taken for false", "((", fmt.Sprint(") && !", on, ")"))
	default:
		name, ok := helpers[e.Op]
		if !ok || !f.isNumber(e.X) || !f.isNumber(e.Y) || isShift(e.X) || isShift(e.Y) {
			return
		}
		if c := f.add(e, name+" for its neighbour", alias+"."+name+"(ID, ", ")"); c != nil {
			c.op, c.size = f.fset.Position(e.OpPos).Offset, len(e.Op.String())
		}
	}
}

func (f *finder) isNumber(e ast.Expr) bool {
	t := f.info.TypeOf(e)
	if _, ok := t.(*types.TypeParam); ok {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsFloat) != 0
}

func isShift(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.SHL || b.Op == token.SHR) {
			found = true
		}
		return !found
	})
	return found
}

// literal makes a whole number one larger.
func (f *finder) literal(e *ast.BasicLit) {
	t, ok := f.info.TypeOf(e).(*types.Basic)
	if e.Kind != token.INT || !ok || t.Info()&types.IsInteger == 0 || t.Info()&types.IsUntyped != 0 {
		return
	}
	if v, exact := constant.Int64Val(f.info.Types[e].Value); !exact || v > 200 {
		return
	}
	f.add(e, "number one larger", t.Name()+"("+alias+".Number(ID, ", "))")
}

func (f *finder) truth(e *ast.Ident) {
	if obj := f.info.Uses[e]; obj != nil && (obj == types.Universe.Lookup("true") || obj == types.Universe.Lookup("false")) {
		f.add(e, "true for false", "(", fmt.Sprint(" != ", on, ")"))
	}
}

// returned forgets an error.
func (f *finder) returned(s *ast.ReturnStmt) {
	if f.result == nil || len(s.Results) == 0 || len(s.Results) != f.result.Results().Len() {
		return
	}
	last := s.Results[len(s.Results)-1]
	kind := f.result.Results().At(len(s.Results) - 1).Type()
	if name, ok := last.(*ast.Ident); kind.String() == "error" && (!ok || name.Name != "nil") {
		f.add(last, "error forgotten", alias+".Forget(ID, ", ")")
	}
}

func (f *finder) add(n ast.Node, what, before, after string) *change {
	from, to := f.fset.Position(n.Pos()), f.fset.Position(n.End())
	c := &change{pkg: f.pkg, file: f.file, line: from.Line, what: what, from: from.Offset, to: to.Offset, before: before, after: after}
	f.found = append(f.found, c)
	return c
}
