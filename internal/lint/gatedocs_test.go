package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readsDocuments reports whether a string is a path, or the element of a path, by which a test opens the documents.
func readsDocuments(text string) bool {
	return slices.Contains([]string{"docs", "README.md", "CHANGELOG.md"}, text) || strings.HasPrefix(text, "../../docs/")
}

// A declared thing is a function or a variable of a package: what its text names, and whether it names the documents.
type declared struct {
	uses      []string
	documents bool
}

// declare adds what a function or a variable uses.
func declare(all map[string]*declared, name string, n ast.Node) {
	d := &declared{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			d.uses = append(d.uses, n.Name)
		case *ast.BasicLit:
			d.documents = d.documents || n.Kind == token.STRING && readsDocuments(strings.Trim(n.Value, "\"`"))
		}
		return true
	})
	all[name] = d
}

// declaredInTests returns the functions and variables of the tests of a package.
func declaredInTests(t *testing.T, folder string) map[string]*declared {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repository, folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(files), err)
	}
	all := map[string]*declared{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				declare(all, d.Name.Name, d)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, is := s.(*ast.ValueSpec); is {
						for _, name := range v.Names {
							declare(all, name.Name, v)
						}
					}
				}
			}
		}
	}
	return all
}

// TestGateKnowsDocuments compares the list of .ci/run with the tests of cmd/weft that open documents, themselves or by functions
// and variables of the tests. A test that is missing there makes all tests of cmd/weft run anew after a change of documents.
func TestGateKnowsDocuments(t *testing.T) {
	all := declaredInTests(t, "cmd/weft")
	for changed := true; changed; {
		changed = false
		for _, d := range all {
			if !d.documents && slices.ContainsFunc(d.uses, func(name string) bool { return all[name] != nil && all[name].documents }) {
				d.documents, changed = true, true
			}
		}
	}
	run, err := os.ReadFile(filepath.Join(repository, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^documents='\^Test\(([A-Za-z|]+)\)\$'$`).FindSubmatch(run)
	if m == nil {
		t.Fatal(".ci/run has no list of documents")
	}
	listed := strings.Split(string(m[1]), "|")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		test, is := strings.CutPrefix(name, "Test")
		if is && all[name].documents && !slices.Contains(listed, test) {
			t.Errorf("%s reads documents: add it to documents in .ci/run", name)
		}
	}
	for _, test := range listed {
		if d := all["Test"+test]; d == nil || !d.documents {
			t.Errorf("documents in .ci/run has Test%s, and there is no such test that reads documents", test)
		}
	}
}
