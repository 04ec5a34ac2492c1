package captures

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
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

// The depth of includes, their number and the growth of a page are limited. The page knows what was left out.
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
