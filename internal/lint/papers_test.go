package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// papers are the headings of docs/papers.md that have a table of a paper, what its functions call it in their comments,
// and how many rows it has at least.
var papers = map[string]struct {
	name string
	rows int
}{
	"Seed sets by HITS":               {"seed sets", 11},
	"Logical websites":                {"websites", 9},
	"The Webgraph in external memory": {"external memory", 9},
	"Fidelity of crawls":              {"fidelity", 11},
	"Random Web crawls":               {"random crawls", 10},
}

// A line of a table: where it stands in the paper, and what it names. The paper's figure and ours come behind.
const (
	section = iota
	what
	command
	function
	test
	columns = 7
)

// Each line of a paper names a function that says where it comes from, a test that is there, the paper's figure and ours.
func TestPapersNameWhatIsThere(t *testing.T) {
	comments, tests := commentsOfFunctions(t), map[string][]string{}
	for heading, rows := range paperRows(t) {
		of := papers[heading]
		if len(rows) < of.rows {
			t.Errorf("%s has %d rows, want %d at least", heading, len(rows), of.rows)
		}
		for _, row := range rows {
			place := heading + ", " + row[section] + " " + row[what]
			for i, cell := range row {
				if cell == "" || (i == command || i == function || i == test) && len(code(cell)) == 0 {
					t.Errorf("%s: column %d has nothing: %q", place, i+1, cell)
				}
			}
			for _, f := range code(row[function]) {
				if comment, is := comments[f]; !is {
					t.Errorf("%s: there is no function %s", place, f)
				} else if !tells(comment, of.name, row[section]) {
					t.Errorf("%s: the comment of %s does not say \"Papers: %s, %s\"", place, f, of.name, strings.Join(marks(row[section]), ", "))
				}
			}
			for _, text := range code(row[test]) {
				file, names, _ := strings.Cut(text, ": ")
				for name := range strings.SplitSeq(names, ", ") {
					if !slices.Contains(testsOf(t, tests, file), name) {
						t.Errorf("%s: %s has no test %q", place, file, name)
					}
				}
			}
		}
	}
}

// paperRows returns the cells of the rows of each paper's table.
func paperRows(t *testing.T) map[string][][]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	rows, heading, inside := map[string][][]string{}, "", false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if h, is := strings.CutPrefix(line, "## "); is {
			heading = h
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case !strings.HasPrefix(line, "|"):
			inside = false
		case cells[section] == "§" && papers[heading].name != "":
			inside = true
		case inside && !strings.HasPrefix(line, "|---"):
			if len(cells) != columns {
				t.Fatalf("%s, %s: %d columns, want %d", heading, cells[section], len(cells), columns)
			}
			rows[heading] = append(rows[heading], cells)
		}
	}
	if len(rows) != len(papers) {
		t.Fatalf("docs/papers.md has tables of %q", slices.Sorted(maps.Keys(rows)))
	}
	return rows
}

// code returns what stands in backquotes.
func code(cell string) (all []string) {
	for i, part := range strings.Split(cell, "`") {
		if i%2 == 1 {
			all = append(all, part)
		}
	}
	return all
}

// marks are how comments say a section: by its number, or by its title where it has none.
func marks(sections string) []string {
	all := strings.Split(sections, ", ")
	for i, s := range all {
		if s[0] != '"' {
			all[i] = "§" + s
		}
	}
	return all
}

var papersIn = regexp.MustCompile(`Papers: ([^\n]*)\.$`)

// tells says whether a comment ends with the papers that a function comes from, such as "Papers: seed sets, §2.1, §2.5;
// fidelity, "Introduction".", and has this one among them, with one of the sections.
func tells(comment, paper, sections string) bool {
	m := papersIn.FindStringSubmatch(strings.TrimSpace(comment))
	if m == nil {
		return false
	}
	for of := range strings.SplitSeq(m[1], "; ") {
		said := strings.Split(of, ", ")
		if said[0] == paper && slices.ContainsFunc(marks(sections), func(mark string) bool { return slices.Contains(said, mark) }) {
			return true
		}
	}
	return false
}

// commentsOfFunctions returns the comment of each exported function, by package and name: rank.HITS, flow.Network.MinCut.
func commentsOfFunctions(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	eachFile(t, faces, func(_ *token.FileSet, file *ast.File) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() {
				all[file.Name.Name+"."+receiver(f)+f.Name.Name] = f.Doc.Text()
			}
		}
	})
	return all
}

// receiver returns the type of a method and a dot; nothing for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if star, is := of.(*ast.StarExpr); is {
		of = star.X
	}
	if name, is := of.(*ast.Ident); is {
		return name.Name + "."
	}
	return "?."
}

// testsOf returns the functions of a file, read once.
func testsOf(t *testing.T, known map[string][]string, path string) []string {
	t.Helper()
	if _, is := known[path]; !is {
		known[path] = nil
		file, err := parser.ParseFile(token.NewFileSet(), "../../"+path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return nil
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				known[path] = append(known[path], f.Name.Name)
			}
		}
	}
	return known[path]
}
