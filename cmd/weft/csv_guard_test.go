package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// formulaList is a list of links between pages whose names a spreadsheet would take for formulas.
const formulaList = "source_name\ttarget_name\n=1+1\t@cmd\n=1+1\t-x\n@cmd\t+y\n-x\t=1+1\n'z\t=1+1\n+y\t'z\n＝w\t=1+1\n"

// No command writes a text to CSV that a spreadsheet would run, and numbers are written as they are.
func TestCSVIsNoFormula(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "list.tsv", []byte(formulaList))
	write(t, "sought.txt", []byte("=1+1\n@cmd\n"))
	weft(t, exitDone, "import", "list.tsv", "-o", "c", "--fetched", "all")
	for _, line := range []string{
		"pages c --format csv", "pages c --format csv --top 3", "pages c --list sought.txt --format csv", "links c --format csv", "links c =1+1 --in --format csv",
		"export c --format csv --names", "rank pagerank c --csv top", "rank hits c --csv hubs", "seeds c -k 2 --csv seeds",
	} {
		out, _ := weft(t, exitDone, append(strings.Fields(line), "--quiet")...)
		if !isSafe(t, line, out) {
			t.Errorf("weft %s: no text is guarded: %s", line, out)
		}
	}
	weft(t, exitDone, "degrees", "c", "--plots", "plots", "--quiet")
	files, err := filepath.Glob("plots/*.csv")
	if err != nil || len(files) == 0 {
		t.Fatalf("no plots: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		isSafe(t, name, string(text))
	}
}

// isSafe checks the cells of a text, and reports whether one of them is guarded.
func isSafe(t *testing.T, what, text string) (guarded bool) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d rows, %v: %s", what, len(rows), err, text)
	}
	for _, row := range rows {
		for _, cell := range row {
			guarded = guarded || len(cell) > 1 && cell[0] == '\'' && strings.ContainsRune("=+-@", rune(cell[1]))
			if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r＝", []rune(cell)[0]) {
				t.Errorf("%s: the cell %q is a formula", what, cell)
			}
			if n, ok := strings.CutPrefix(cell, "'"); ok && n != "" {
				if _, err := strconv.ParseFloat(n, 64); err == nil {
					t.Errorf("%s: the number %s is guarded", what, cell)
				}
			}
		}
	}
	return guarded
}

// A table of links, and names of pages from a table of pages, come back with the same names.
func TestGuardedTablesComeBack(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "list.tsv", []byte(formulaList))
	weft(t, exitDone, "import", "list.tsv", "-o", "c")
	want, _ := weft(t, exitDone, "export", "c", "--names")
	weft(t, exitDone, "links", "c", "-o", "links.csv")
	weft(t, exitDone, "import", "links.csv", "-o", "of-links")
	if got, _ := weft(t, exitDone, "export", "of-links", "--names"); got != want {
		t.Errorf("links.csv came back as %q, want %q", got, want)
	}
	weft(t, exitDone, "pages", "c", "--columns", "page,url", "-o", "pages.csv")
	weft(t, exitDone, "export", "c", "-o", "arcs.tsv")
	weft(t, exitDone, "import", "arcs.tsv", "--names", "pages.csv", "-o", "of-pages")
	if got, _ := weft(t, exitDone, "export", "of-pages", "--names"); got != want {
		t.Errorf("pages.csv came back as %q, want %q", got, want)
	}
}
