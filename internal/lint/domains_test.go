package lint

import (
	"go/ast"
	"go/token"
	"strconv"
	"testing"
)

// Draws for two purposes under the same seed must not share a stream of random numbers. So each purpose has a domain, a
// named constant, and no two domains have the same value.
func TestDomainsOfDrawsDiffer(t *testing.T) {
	seen := map[uint64]string{}
	eachFile(t, nil, func(set *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || !isDomain(spec.Type) {
				return true
			}
			for i, name := range spec.Names {
				at := set.Position(name.Pos()).String() + ": " + name.Name
				if i >= len(spec.Values) {
					t.Errorf("%s has no value: write each domain as a number", at)
					continue
				}
				number, ok := spec.Values[i].(*ast.BasicLit)
				if !ok {
					t.Errorf("%s: the value of a domain must be a number", at)
					continue
				}
				value, err := strconv.ParseUint(number.Value, 0, 64)
				if err != nil {
					t.Errorf("%s: %v", at, err)
				}
				if other := seen[value]; other != "" {
					t.Errorf("%s and %s have the value %s: draws of both share a stream", at, other, number.Value)
				}
				seen[value] = at
			}
			return true
		})
	})
	if len(seen) < 35 {
		t.Errorf("found %d domains, expected 35 or more", len(seen))
	}
}

// A domain is not written as a bare number where the draw is made: nothing would check that it is unique.
func TestDomainsOfDrawsHaveNames(t *testing.T) {
	calls := 0
	eachFile(t, []string{"bench", "internal"}, func(set *token.FileSet, file *ast.File) { // these have seeds of their own
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, ok := f.X.(*ast.Ident)
			if !ok || of.Name+"."+f.Sel.Name != "rand.NewPCG" && of.Name+"."+f.Sel.Name != "splitmix.Seed" && of.Name+"."+f.Sel.Name != "splitmix.Rand" {
				return true
			}
			calls++
			if len(call.Args) > 1 {
				if number, ok := call.Args[1].(*ast.BasicLit); ok {
					t.Errorf("%s: %s draws in the domain %s: make it a constant of the type splitmix.Domain", set.Position(call.Pos()), of.Name+"."+f.Sel.Name, number.Value)
				}
			}
			return true
		})
	})
	if calls < 20 {
		t.Errorf("found %d calls, expected 20 or more", calls)
	}
}

func isDomain(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := sel.X.(*ast.Ident)
	return ok && of.Name == "splitmix" && sel.Sel.Name == "Domain"
}
