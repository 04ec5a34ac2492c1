package ingest

import (
	"fmt"
	"html"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"weft/making/ingest/formats"
	"weft/making/ingest/graphs"
	"weft/making/ingest/lists"
)

// fewFiles is a tree by its names.
type fewFiles map[string]string

func (f fewFiles) each(func(string, verdict) error) error { return nil }
func (f fewFiles) has(name string) bool                   { return f[name] != "" }
func (f fewFiles) read(name string, most int64) ([]byte, bool, error) {
	text, ok := f[name]
	if !ok {
		return nil, false, fs.ErrNotExist
	}
	return []byte(text[:min(int64(len(text)), most)]), int64(len(text)) > most, nil
}

// Where an include of c/index.html leads, in a site that is /b/ of its server; "" is nowhere.
func TestLocate(t *testing.T) {
	tr := &tree{path: "/b/"}
	for target, want := range map[string]string{
		"x": "c/x", "/b/x": "x", "/b/d/../x": "x", "../x": "x", "x?y#z": "c/x", "x#": "c/x", "%78": "c/x", "/b//x": "x",
		"": "", "?x": "", "#x": "", "%zz": "", "%": "", "%00": "", "%00x": "", "x%00": "", "x%01": "c/x\x01", "%01": "c/\x01",
		"/x": "", "/b": "", "/b/": "", "/": "", "../../x": "", "../..": "", "../../b": "", "/bx": "",
		fileMark + "x": "c/x", fileMark + "d/x": "c/d/x", fileMark + "..x": "c/..x", fileMark + "x?y": "c/x?y",
		fileMark + "/x": "", fileMark + "../x": "", fileMark + "d/../x": "", fileMark + "d/..": "", fileMark + "..": "",
	} {
		got, ok := tr.locate("c/index.html", target)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: got %q, %v; want %q", target, got, ok, want)
		}
	}
}

// Includes stand inside each other up to a depth, there are so many of them, and a page grows by so much; what was left
// out is known.
func TestLimitsOfIncludes(t *testing.T) {
	mark := func(names ...string) string {
		var b strings.Builder
		for _, n := range names {
			fmt.Fprintf(&b, `<!--#include virtual="%s"-->`, n)
		}
		return b.String()
	}
	deep := fewFiles{}
	for i := range 30 {
		deep[fmt.Sprint("f", i)] = "x" + mark(fmt.Sprint("f", i+1))
	}
	big := fewFiles{"one": "1", "half": strings.Repeat("h", maxGrowth/2), "fits": strings.Repeat("f", maxGrowth+len(mark("fits"))), "fitX": strings.Repeat("f", maxGrowth+len(mark("fits"))+2), "all": strings.Repeat("a", 2*maxGrowth)}
	many := slices.Repeat([]string{"one"}, maxIncludes)
	for name, c := range map[string]struct {
		files    fewFiles
		body     string
		out      int // bytes
		included int
		missing  []string
		full     bool
	}{
		"depth":             {deep, mark("f0"), maxDepth, maxDepth, []string{fmt.Sprint("f", maxDepth)}, false},
		"nowhere":           {big, mark("%zz", "/", "none", "one"), 1, 1, []string{"%zz", "/", "none"}, false},
		"as many as can be": {big, mark(many...), maxIncludes, maxIncludes, nil, false},
		"one too many":      {big, mark(append(many, "one")...), maxIncludes, maxIncludes, nil, true},
		"missing ones too":  {big, mark(append([]string{"none"}, many...)...), maxIncludes - 1, maxIncludes - 1, []string{"none"}, true},
		"one that is cut":   {big, mark("all") + "x", maxGrowth + len(mark("all")) + 1, 1, nil, true},
		"as long as can be": {big, mark("fits") + "x", maxGrowth + len(mark("fits")) + 1, 1, nil, false},
		"a byte too long":   {big, mark("fitX") + "x", maxGrowth + len(mark("fitX")) + 1, 1, nil, true},
		"no room for more":  {big, "<p>" + mark("fits") + mark("all"), maxGrowth + len(mark("fits", "all")) + 3, 2, nil, true},
	} {
		tr := &tree{path: "/", files: c.files}
		out, e := tr.expandIncludes(nil, "index.html", []byte(c.body))
		if len(out) != c.out || e.included != c.included || !slices.Equal(e.missing, c.missing) || e.full != c.full {
			t.Errorf("%s: got %d bytes, %d included, %.80q missing, full %v; want %d, %d, %.80q, %v", name, len(out), e.included, e.missing, e.full, c.out, c.included, c.missing, c.full)
		}
	}
}

// Entities of GML, the longest among them; what is none stays.
func TestEntitiesOfGML(t *testing.T) {
	for _, text := range []string{
		"a", "&amp;", "x&amp;y", "&#38;&#x26;", "&CounterClockwiseContourIntegral;", "&DoubleLongLeftRightArrow;x", "&notin;&lt;", "&#000000000000000000000000000038;", "&unknown;", "&;",
	} {
		if got, want := string(graphs.UnescapeEntities([]byte(text))), html.UnescapeString(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"&": "&", "a & b": "a & b", "&amp x": "&amp x", "&&amp;": "&&", "a&" + strings.Repeat("x", 40) + ";": "a&" + strings.Repeat("x", 40) + ";"} {
		if got := string(graphs.UnescapeEntities([]byte(text))); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// The first lines of texts that are nearly of a format are no such.
func TestNearlyOfAFormat(t *testing.T) {
	for text, want := range map[string]formats.Name{
		"n 0 a\n": lists.NodeLines, "e 0 1\n": lists.NodeLines, "e 0 1 5\n": lists.NodeLines,
		"n a b\n": lists.Edges, "n 0\n": lists.Edges, "e 0 a\n": lists.Edges, "e a 0\n": lists.Edges, "m 0 1\n": lists.Edges, "ne 0 1\n": lists.Edges, "n -1 x\n": lists.Edges,
		"2\n1\n0\n": lists.ASCIIGraph, "2\n": lists.Edges, "2\nx\n": lists.Edges, "2 1\n1\n": lists.Edges,
		"2 1 1\n1 http://a.example/\n": lists.Numbered, "2 1 1\n1 a\n": lists.Edges, "2 1\nx http://a.example/\n": lists.Edges, "2 x\n1 http://a.example/\n": lists.Edges, "2 1 1\n": lists.Edges,
		"2 2 2\n0 1 1\n1 0 1\n": lists.SMAT, "2 2 3\n0 1 1\n1 0 1\n": lists.Edges, "2 2 1\n0 1 1\n1 0 1\n": lists.Edges, "2 3 2\n0 1 1\n1 0 1\n": lists.Edges, "2 2 2\n0 1 1\n2 0 1\n": lists.Edges, "2 2 2\n0 1 1\n1 0\n": lists.Edges, "2 2 0\n": lists.Edges,
		"3 5 8\n" + strings.Repeat("2 4 1\n", 8): lists.SMAT, "3 5 8\n" + strings.Repeat("3 4 1\n", 8): lists.Edges, "3 5 8\n" + strings.Repeat("2 5 1\n", 8): lists.Edges, "3 5 9\n" + strings.Repeat("2 4 1\n", 8): lists.Edges, "2 4 9\n" + strings.Repeat("1 3 1\n", 9): lists.Edges,
		"30 50 70\n" + strings.Repeat("2 4 1\n", 70): lists.SMAT, "30 50 99\n" + strings.Repeat("2 4 1\n", 70): lists.Edges,
		"3 2\n2\n1 3\n2\n": lists.METIS, "% c\n3 2\n2\n1 3\n2\n": lists.METIS, "3 2\n2\n1 3\n2\n\n": lists.METIS, "4 2\n2\n1 3\n2\n": lists.Edges, "3 3\n2\n1 3\n2\n": lists.Edges, "3 1\n2\n1 3\n2\n": lists.Edges,
		"3 2\n2\n1 4\n2\n": lists.Edges, "3 2\n2\n0 3\n2\n": lists.Edges, "3 2\n2\n1 x\n2\n": lists.Edges, "3 1\n2\n1\n\n": lists.METIS, "3 3\n2 3\n1 3\n1 2\n": lists.METIS, "3 3\n2 3\n1 3\n3 2\n": lists.Edges, "3 3\n2 3\n3 1\n1 1\n": lists.Edges, "3 0\n1\n1 2\n\n": lists.Edges,
		"3 2 1\n2 7\n1 7 3 9\n2 9\n": lists.METIS, "3 2 10\n7 2\n7 1 3\n8 2\n": lists.METIS, "3 2 2\n2 7\n1 7 3 9\n2 9\n": lists.Edges,
		"0\tcom.a\n1\tcom.b\n": lists.Vertices, "1\tcom.a\n0\tcom.b\n": lists.Edges, "0\tcom\n1\torg\n": lists.Edges, "0\tcom.a\tx\n": lists.Edges, "0\tcom.a\n0\tcom.b\n": lists.Edges,
	} {
		if got := detectRows([]byte(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
