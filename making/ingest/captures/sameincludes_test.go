package captures_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
)

// A site gives the same pages, arcs, notes and log as a folder, as a tar archive and as a zip file, whatever its pages
// include.
func TestSameIncludes(t *testing.T) {
	including := func(name string) string { return `<!--#include virtual="` + name + `" --><a href=after>a</a>` }
	link := "<a href=x>x</a>"
	last := "<a href=last>l</a>"
	for _, c := range []struct {
		name    string
		maxPage int64
		files   files
		want    []string // lines
	}{
		{"a text above a mebibyte", 0, files{"a.html", including("x.css"), "x.css", link + strings.Repeat(" ", 2<<20) + last}, []string{"note 1 files included", "text http://a.example/d/a.html→http://a.example/d/last l"}},
		{"a binary file", 0, files{"a.html", including("x.png"), "x.png", "\x00" + link}, []string{"note 1 includes that are not in the tree, or binary", `log tree#a.html 0 include "x.png" is not in the tree, or binary`, "arcs http://a.example/d/a.html→http://a.example/d/after"}},
		{"the last byte of the beginning is 0", 0, files{"a.html", including("x.txt"), "x.txt", link + strings.Repeat(" ", 1<<14-1-len(link)) + "\x00"}, []string{"note 1 includes that are not in the tree, or binary"}},
		{"a byte 0 after the beginning", 0, files{"a.html", including("x.txt"), "x.txt", link + strings.Repeat(" ", 1<<14-len(link)) + "\x00"}, []string{"note 1 files included", "arcs http://a.example/d/a.html→http://a.example/d/after http://a.example/d/a.html→http://a.example/d/x"}},
		{"a page with a byte 0", 0, files{"a.html", including("b.html"), "b.html", "<html>\x00" + link}, []string{"note 1 files included", "text http://a.example/d/a.html→http://a.example/d/x x"}},
		{"as much as a page may become", 100, files{"a.html", including("x.txt"), "x.txt", link + strings.Repeat(" ", 4<<20)}, []string{"note 1 files included", "arcs http://a.example/d/a.html→http://a.example/d/after http://a.example/d/a.html→http://a.example/d/x"}},
		{"more than a page may become", 100, files{"a.html", including("x.txt"), "x.txt", link + strings.Repeat(" ", 4<<20+100)}, []string{"note 1 files included", "arcs http://a.example/d/a.html→http://a.example/d/x", "log tree#a.html 0 cut the page includes more than 4194304 bytes or more than 4096 files, and is read up to there"}},
	} {
		told := func(path string) []string {
			lines := strings.Split(ingesttest.Tell(t, site(ingesttest.Options{MaxPage: c.maxPage}, path)), "\n")
			slices.Sort(lines) // the log of a tar archive has another order
			return lines
		}
		got := told(folder(t, c.files))
		for kind, path := range map[string]string{"a tar archive": ingesttest.File(t, "tree", tarred(t, c.files)), "a zip file": ingesttest.File(t, "tree", zippedFiles(t, c.files))} {
			if other := told(path); !slices.Equal(got, other) {
				t.Errorf("%s: %s gives\n%s\na folder\n%s", c.name, kind, strings.Join(other, "\n"), strings.Join(got, "\n"))
			}
		}
		for _, line := range c.want {
			if !slices.Contains(got, line) {
				t.Errorf("%s: no line %q in\n%s", c.name, line, strings.Join(got, "\n"))
			}
		}
	}
}

// A damaged file that a page includes is noted with its fault. The page is read without it.
func TestIncludeOfDamagedFile(t *testing.T) {
	zipped := []byte(zippedFiles(t, files{"a.html", `<!--#include virtual="x.inc" --><a href=after>a</a>`, "x.inc", "<a href=lost>" + strings.Repeat("text of the file ", 99)}))
	at := bytes.Index(zipped, []byte("x.inc")) + len("x.inc") + 20
	zipped[at] ^= 0xff
	got := ingesttest.Tell(t, site(ingesttest.Options{}, ingesttest.File(t, "tree", string(zipped))))
	for _, part := range []string{"note 1 includes that cannot be read: see import.log\n", `log tree#a.html 0 include "x.inc": the file cannot be unpacked: `, "/d/a.html→http://a.example/d/after"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in\n%s", part, got)
		}
	}
}
