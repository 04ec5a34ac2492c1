package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// faces write for those who type commands: help, pages, what a program is called with.
var faces = []string{"release", "cmd", "bench", "faces/report", "livecrawl/watch", "internal/lint"}

// flagged are texts of libraries in which a flag stands all the same, and why.
var flagged = map[string]string{
	"names that look like URLs without http://, and are kept as they are (--hosts makes pages of them)":     "a note in manifests, which stay as they are",
	"links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)": "a note in manifests",
	"dates of links, %s to %s, which are not kept (--date chooses)":                                         "a note in manifests",
	"files outside of --root": "a note in manifests",
	"--fetched":               "looked for in the commands that manifests of the first format tell",
}

var flag = regexp.MustCompile(`(^|[^\w-])(--[a-z][a-z-]+|-o($|[^\w-]))`)

// Libraries name their options in errors by option.Errorf, so that whoever calls them says what they are called.
func TestLibrariesNameNoFlags(t *testing.T) {
	left, looked := map[string]bool{}, 0
	eachLiteral(t, func(place token.Position, text string) {
		if looked++; !flag.MatchString(text) {
			return
		}
		if left[text] = true; flagged[text] == "" {
			t.Errorf("%s: %q names a flag: option.Errorf with the name in braces keeps it apart from the words", place, text)
		}
	})
	for text, why := range flagged {
		if !left[text] {
			t.Errorf("no library says %q (%s) any more", text, why)
		}
	}
	if looked < 1000 {
		t.Errorf("only %d literals were looked at", looked)
	}
}

// Every option that a library names is a flag of weft, or of what flagOf calls otherwise.
func TestNamedOptionsAreFlags(t *testing.T) {
	var command strings.Builder
	var files []string
	for _, declared := range []string{"../../cmd/weft/*.go", "../../answers/*/*.go", "../../making/generate/*.go"} {
		found, err := filepath.Glob(declared)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files: %v", declared, len(found), err)
		}
		files = append(files, found...)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		command.Write(text)
	}
	named := 0
	for _, text := range formats(t) {
		for _, name := range regexp.MustCompile(`\{([a-z][a-z-]*)\}`).FindAllStringSubmatch(text, -1) {
			if named++; !strings.Contains(command.String(), `, "`+name[1]+`", `) {
				t.Errorf("%q names the option %s, which is no flag", text, name[1])
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d names of options were found", named)
	}
}

// readers are functions that look into the text of an error all the same, and why.
var readers = map[string]string{
	"tells":  "the errors of net/http's HTTP/2 have neither types nor names that can be had",
	"naming": "whether a text names its file is a question about the text",
}

// What an error is, is asked by errors.Is and errors.As.
func TestNoTextOfErrorsIsRead(t *testing.T) {
	left := map[string]bool{}
	eachFile(t, []string{"bench", "internal/lint"}, func(set *token.FileSet, file *ast.File) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if !readsText(n) {
					return true
				}
				if left[f.Name.Name] = true; readers[f.Name.Name] == "" {
					t.Errorf("%s: %s looks into the text of an error", set.Position(n.Pos()), f.Name.Name)
				}
				return true
			})
		}
	})
	for name, why := range readers {
		if !left[name] {
			t.Errorf("%s (%s) does not any more", name, why)
		}
	}
}

// readsText says whether a node compares the text of an error, or looks for something in it.
func readsText(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op != token.ADD && (isText(n.X) || isText(n.Y))
	case *ast.SwitchStmt:
		return isText(n.Tag)
	case *ast.CallExpr:
		if of, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) > 1 && isText(n.Args[0]) {
			x, ok := of.X.(*ast.Ident)
			return ok && slices.Contains([]string{"strings", "regexp", "slices"}, x.Name) && !strings.HasPrefix(of.Sel.Name, "Replace")
		}
	}
	return false
}

// isText says whether an expression is x.Error().
func isText(n ast.Expr) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	of, ok := call.Fun.(*ast.SelectorExpr)
	return ok && of.Sel.Name == "Error"
}

// eachLiteral calls f with each string in the code of libraries, but for files of questions, which have flags, and help
// that names them.
func eachLiteral(t *testing.T, f func(place token.Position, text string)) {
	eachFile(t, faces, func(set *token.FileSet, file *ast.File) {
		if slices.ContainsFunc(file.Decls, hasFlags) {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					f(set.Position(lit.Pos()), text)
				}
			}
			return true
		})
	})
}

// hasFlags says whether a declaration is the method of a question that defines its flags.
func hasFlags(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	return ok && f.Recv != nil && f.Name.Name == "Flags"
}

// formats returns what option.Errorf and what calls it is called with.
func formats(t *testing.T) (all []string) {
	eachFile(t, faces, func(_ *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			at, ok := map[string]int{"option.Errorf": 0, "answer.Refused": 0, "answer.Advise": 1}[types.ExprString(call.Fun)]
			if ok && at < len(call.Args) {
				if lit, ok := call.Args[at].(*ast.BasicLit); ok {
					all = append(all, lit.Value)
				}
			}
			return true
		})
	})
	return all
}

// eachFile calls f with each file that is no test, but for those in some folders.
func eachFile(t *testing.T, but []string, f func(*token.FileSet, *ast.File)) {
	t.Helper()
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains(but, path) || d.Name() == "testdata" || len(path) > 1 && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err == nil {
			f(set, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
