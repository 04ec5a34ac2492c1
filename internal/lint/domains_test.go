package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
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

// A domain is not written where the draw is made, neither as a number, nor as a constant of another type, nor as an
// expression of these: nothing would check that it is unique.
func TestDomainsOfDrawsHaveNames(t *testing.T) {
	constants := map[string]map[string]bool{} // names of constants that are no domains, by folder
	eachFile(t, nil, func(set *token.FileSet, file *ast.File) {
		dir := filepath.Dir(set.Position(file.Pos()).Filename)
		if constants[dir] == nil {
			constants[dir] = map[string]bool{}
		}
		addConstants(constants[dir], file)
	})
	calls := 0
	eachFile(t, []string{"bench", "internal"}, func(set *token.FileSet, file *ast.File) { // these have seeds of their own
		found, n := bareDomains(file, constants[filepath.Dir(set.Position(file.Pos()).Filename)])
		for _, e := range found {
			t.Errorf("%s: a draw in the domain %s: make it a constant of the type splitmix.Domain", set.Position(e.Pos()), types.ExprString(e))
		}
		calls += n
	})
	if calls < 20 {
		t.Errorf("found %d calls, expected 20 or more", calls)
	}
}

// The check sees each form of a domain without a name, and leaves indices and named domains alone.
func TestBareDomains(t *testing.T) {
	const before = `package p
const ofThis splitmix.Domain = 7
const two, three = 2, uint64(3)
var of = `
	for text, bare := range map[string]bool{
		"splitmix.Rand(seed, 7)": true, "splitmix.Seed(seed, uint64(7))": true, "rand.NewPCG(seed, 1+two)": true, "rand.NewPCG(seed, three)": true,
		"splitmix.Rand(seed, (-two))": true, "splitmix.Domain(9).Rand(seed)": true, "splitmix.Domain(three).Seed(seed, 1)": true,
		"splitmix.Rand(seed, uint64(splitmix.Domain(9)))": true, "splitmix.Seed(seed, splitmix.Golden)": true,
		"ofThis.Rand(seed, 7)": false, "splitmix.Rand(seed, uint64(ofThis))": false, "splitmix.Seed(seed, uint64(page)+1<<32)": false,
		"splitmix.Seed(seed, uint64(page), 7)": false, "splitmix.Rand(seed)": false, "rand.NewPCG(seed, splitmix.Mix(7))": false, "other.Rand(seed, 7)": false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", before+text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		constants := map[string]bool{}
		addConstants(constants, file)
		if found, _ := bareDomains(file, constants); (len(found) > 0) != bare {
			t.Errorf("%s: found %d domains without a name, want some: %v", text, len(found), bare)
		}
	}
}

// addConstants adds the names of the constants in a file that are not domains.
func addConstants(names map[string]bool, file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.CONST {
			for _, s := range d.Specs {
				if spec, ok := s.(*ast.ValueSpec); ok && !isDomain(spec.Type) {
					for _, name := range spec.Names {
						names[name.Name] = true
					}
				}
			}
		}
		return true
	})
}

// bareDomains returns the constant expressions in a file that stand where a domain is meant, and counts the draws.
func bareDomains(file *ast.File, constants map[string]bool) (found []ast.Expr, calls int) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch types.ExprString(call.Fun) {
		case "rand.NewPCG", "splitmix.Seed", "splitmix.Rand":
			calls++
			if len(call.Args) > 1 && isBare(call.Args[1], constants) {
				found = append(found, call.Args[1])
			}
		case "splitmix.Domain":
			if len(call.Args) == 1 && isBare(call.Args[0], constants) {
				found = append(found, call)
			}
		}
		return true
	})
	return found, calls
}

// isBare reports whether an expression consists of numbers and of constants that are not domains.
func isBare(e ast.Expr, constants map[string]bool) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return constants[e.Name]
	case *ast.SelectorExpr:
		return types.ExprString(e) == "splitmix.Golden"
	case *ast.ParenExpr:
		return isBare(e.X, constants)
	case *ast.UnaryExpr:
		return isBare(e.X, constants)
	case *ast.BinaryExpr:
		return isBare(e.X, constants) && isBare(e.Y, constants)
	case *ast.CallExpr:
		if name := types.ExprString(e.Fun); name == "splitmix.Domain" || types.Universe.Lookup(name) != nil { // a conversion
			return len(e.Args) == 1 && isBare(e.Args[0], constants)
		}
	}
	return false
}

func isDomain(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := sel.X.(*ast.Ident)
	return ok && of.Name == "splitmix" && sel.Sel.Name == "Domain"
}
