package lint

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// CSV is written by internal/sheet alone, which guards texts from being taken for formulas.
func TestCSVIsWrittenInOnePlace(t *testing.T) {
	root := filepath.Join("..", "..")
	found := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, filepath.Join(root, "bench")) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), `"encoding/csv"`) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			if i.Path.Value != `"encoding/csv"` {
				continue
			}
			if found++; path != filepath.Join(root, "internal", "sheet", "sheet.go") {
				t.Errorf("%s imports encoding/csv: write CSV with internal/sheet", path)
			}
		}
		return nil
	})
	if err != nil || found == 0 {
		t.Errorf("%d files import encoding/csv: %v", found, err)
	}
}
