package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A path that somebody gives is no pattern: a crawl may be called c[12]. Folders are listed by disk.List.
func TestPathsAreNoPatterns(t *testing.T) {
	root := filepath.Join("..", "..")
	looked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, 0)
		if err != nil {
			return err
		}
		looked++
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if of, ok := sel.X.(*ast.Ident); ok && (of.Name == "filepath" || of.Name == "fs") && (sel.Sel.Name == "Glob" || sel.Sel.Name == "Match") &&
				!strings.HasSuffix(path, filepath.Join("bench", "carry", "fit.go")) { // which is given a pattern
				t.Errorf("%s: %s.%s takes a path for a pattern", set.Position(n.Pos()), of.Name, sel.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil || looked < 500 {
		t.Errorf("%d files were looked at: %v", looked, err)
	}
}
