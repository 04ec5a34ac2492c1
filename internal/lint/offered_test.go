package lint

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"testing"
)

// A word that a question checks is a word that shells offer: whoever calls answer.OneOf for an option declares the same
// list of values where the flag is registered.
func TestCheckedWordsAreOffered(t *testing.T) {
	type list struct{ folder, option, values string }
	checked, declared := map[list]token.Position{}, map[list]bool{}
	eachFile(t, []string{"bench"}, func(set *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 3 {
				return true
			}
			name := types.ExprString(call.Fun)
			at := map[string]int{"answer.OneOf": 0, "offered.Set": 1, "offered.List": 1}
			i, ok := at[name]
			if !ok {
				return true
			}
			option, ok := call.Args[i].(*ast.BasicLit)
			if !ok {
				return true
			}
			text, err := strconv.Unquote(option.Value)
			if err != nil {
				return true
			}
			place := set.Position(call.Pos())
			l := list{filepath.Dir(place.Filename), text, types.ExprString(call.Args[2])}
			if i == 0 {
				checked[l] = place
			} else {
				declared[l] = true
			}
			return true
		})
	})
	for l, place := range checked {
		if !declared[l] {
			t.Errorf("%s: --%s is one of %s, and the flag declares no such values: call offered.Set or offered.List", place, l.option, l.values)
		}
	}
	if len(checked) < 10 {
		t.Errorf("found %d lists that are checked, expected 10 or more", len(checked))
	}
}
