package captures

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"weft/graph/page"
	"weft/making/assemble"
	"weft/making/ingest/tally"
	"weft/web/capture"
)

// What a record says of its page: that it was captured, that it is repeated, and that its links are known.
func TestWhatRecordsTell(t *testing.T) {
	const (
		captured = assemble.WasCaptured
		known    = assemble.WasCaptured | assemble.LinksKnown
		repeated = assemble.WasCaptured | assemble.Revisited
	)
	for name, c := range map[string]struct {
		record record
		want   uint8
		part   bool
	}{
		"a response":                         {record{kind: response, page: capture.Reading{State: page.Fetched}}, known, false},
		"a response of a failure":            {record{kind: response, page: capture.Reading{State: page.Failed}}, captured, false},
		"a response that is cut":             {record{kind: response, cut: true, page: capture.Reading{State: page.Fetched}}, captured, true},
		"a failure that is cut":              {record{kind: response, cut: true, page: capture.Reading{State: page.Failed}}, captured, false},
		"a body that breaks off":             {record{kind: response, page: capture.Reading{State: page.Fetched, BrokeOff: true}}, captured, true},
		"a part by its status":               {record{kind: response, page: capture.Reading{State: page.Fetched, Part: true}}, captured, true},
		"a resource":                         {record{kind: resource, page: capture.Reading{State: page.Fetched}}, known, false},
		"a resource that is marked as cut":   {record{kind: resource, cut: true, page: capture.Reading{State: page.Fetched}}, known, false},
		"a resource with a flaw":             {record{kind: resource, cut: true, flawed: true, page: capture.Reading{State: page.Fetched}}, captured, true},
		"a revisit of HTML":                  {record{kind: revisit, page: capture.Reading{State: page.Fetched, ContentType: "text/html"}}, repeated, false},
		"a revisit without a type":           {record{kind: revisit, page: capture.Reading{State: page.Fetched}}, repeated, false},
		"a revisit of an image":              {record{kind: revisit, page: capture.Reading{State: page.Fetched, ContentType: "image/png"}}, known, false},
		"a revisit of a failure":             {record{kind: revisit, page: capture.Reading{State: page.Failed, ContentType: "text/html"}}, captured, false},
		"a revisit that is cut":              {record{kind: revisit, cut: true, page: capture.Reading{State: page.Fetched, ContentType: "text/html"}}, repeated, false},
		"notes":                              {record{kind: notes, page: capture.Reading{State: page.Fetched}}, assemble.LinksKnown, false},
		"notes without a state":              {record{kind: notes}, 0, false},
		"notes with links":                   {record{kind: notes, page: capture.Reading{Links: make([]capture.Outlink, 1)}}, assemble.LinksKnown, false},
		"notes with links put one by one":    {record{kind: notes, streamed: 1}, assemble.LinksKnown, false},
		"a file":                             {record{kind: file, cut: true, page: capture.Reading{State: page.Fetched}}, known, false},
		"a description of a response":        {record{kind: wat, page: capture.Reading{State: page.Fetched, BrokeOff: true}}, known, false},
		"a description of a failed response": {record{kind: wat, page: capture.Reading{State: page.Failed}}, captured, false},
	} {
		if got := c.record.tells(); got != c.want {
			t.Errorf("%s: tells %b, want %b", name, got, c.want)
		}
		if got := c.record.isPart(); got != c.part {
			t.Errorf("%s: is a part %t, want %t", name, got, c.part)
		}
	}
}

// A body of ARC without a header of HTTP has its media type from the archive, if that is one.
func TestMediaTypesOfARC(t *testing.T) {
	for media, want := range map[string]string{"text/html": "text/html", "a/b/c": "a/b/c", "text": "", "text/": "", "/html": "", "/": "", "": "", "no-type": ""} {
		if got := arcType(media); got != want {
			t.Errorf("%q: got %q, want %q", media, got, want)
		}
	}
}

// lockedFiles is a tree in which each file fails with an error.
type lockedFiles struct {
	fewFiles
	err error
}

func (f lockedFiles) read(string, int64) ([]byte, bool, error) { return nil, false, f.err }

// A file that cannot be read is a bad page, if others may be readable. Other errors end the import.
func TestUnreadableFiles(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		err   error
		isBad bool
	}{{fs.ErrNotExist, true}, {fs.ErrPermission, true}, {&os.PathError{Op: "open", Path: "a", Err: fs.ErrPermission}, true}, {fmt.Errorf("zip: %w", broken), false}} {
		files := lockedFiles{err: c.err}
		for name, want := range map[string]verdict{"a.html": isPage, "a": isPage, "a.css": otherByName, "a~": backupCopy} {
			v, err := sniffFile(files, name)
			if fails := !c.isBad && want == isPage; v != want || errors.Is(err, c.err) != fails || (err != nil) != fails {
				t.Errorf("%v: %s is %q, with the error %v; want %q, and an error %t", c.err, name, v, err, want, fails)
			}
		}
		tr := &tree{im: &Intake{}, base: "http://a.example/", path: "/", files: files}
		r, err := tr.record("a.html")
		switch {
		case !c.isBad && !errors.Is(err, c.err):
			t.Errorf("%v: the page gives the error %v", c.err, err)
		case c.isBad && (err != nil || r.reject != c.err.Error() || string(r.uri) != "http://a.example/a.html"):
			t.Errorf("%v: the page is %+v, with the error %v; want a bad one", c.err, r, err)
		}
		m := &record{tree: tr, file: "m", block: []byte("URI: x\n")}
		err = tr.resolve(m)
		if c.isBad && (err != nil || m.left != emptyMap || m.block != nil) || !c.isBad && !errors.Is(err, c.err) {
			t.Errorf("%v: a type map is %+v, with the error %v", c.err, m, err)
		}
	}
}

// Names in archives that lead out of them are bad records. Files outside of the root are counted.
func TestNamesInArchives(t *testing.T) {
	for name, c := range map[string]struct {
		root, want string
		folder     bool
		bad, aside int64
	}{
		"a.html": {want: "a.html"}, "./a//b.html": {want: "a/b.html"}, "a..b": {want: "a..b"}, "x/..y": {want: "x/..y"}, "x..": {want: "x.."},
		"/a": {bad: 1}, "../a": {bad: 1}, "a/../b": {bad: 1}, "a/..": {bad: 1}, "..": {bad: 1}, `a\b`: {bad: 1}, "a\x00": {bad: 1}, "\x00": {bad: 1}, "/": {bad: 1, folder: true},
		"f/": {folder: true}, "r/a": {root: "r", want: "a"}, "r/b/c": {root: "./r/", want: "b/c"}, "r2/a": {root: "r", aside: 1}, "r": {root: "r", aside: 1}, "q": {root: ".", want: "q"},
	} {
		im := &Intake{Site: Site{Root: c.root}}
		im.Assembly = &assemble.Assembly{Notes: map[string]int64{}, Tally: &tally.Tally{Out: &strings.Builder{}}}
		got, ok, err := im.belowRoot(name, c.folder)
		if got != c.want && ok || ok != (c.want != "") || err != nil {
			t.Errorf("%q: got %q, %t and %v, want %q", name, got, ok, err, c.want)
		}
		if bad, aside := im.Tally.Bad, im.Notes["files outside of --root"]; bad != c.bad || aside != c.aside {
			t.Errorf("%q: %d bad records and %d files outside, want %d and %d", name, bad, aside, c.bad, c.aside)
		}
	}
}

// Names of index files are names of files, not of folders or addresses.
func TestIndexFiles(t *testing.T) {
	for name, valid := range map[string]bool{"index.html": true, "Index 1": true, "...": true, "": false, ".": false, "..": false, "a/b": false, `a\b`: false, "a?": false, "a#b": false, "\x00": false} {
		if err := CheckIndexFiles([]string{"index.htm", name}); (err == nil) != valid {
			t.Errorf("%q: got %v, valid is %t", name, err, valid)
		}
	}
	if err := CheckIndexFiles(nil); err != nil {
		t.Errorf("no names: %v", err)
	}
	tr := &tree{base: "http://a.example/", index: []string{"i.html", "j.html"}, files: fewFiles{"i.html": "x", "j.html": "x", "d/j.html": "x", "k.html": "x"}}
	for name, want := range map[string]string{"i.html": "", "j.html": "j.html", "d/j.html": "d/", "d/i.html": "d/i.html", "k.html": "k.html", "e/j.html": "e/j.html"} {
		if got := tr.foldName(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	for href, want := range map[string][2]string{"http://a.example/x%20y?q": {"x y", "?q"}, "http://a.example/": {"", ""}, "http://a.example/?": {"", "?"}, "http://a.example/a?b?c": {"a", "?b?c"}} {
		if name, rest, ok := tr.nameOf([]byte(href)); !ok || name != want[0] || rest != want[1] {
			t.Errorf("%q: got %q, %q and %t, want %q and %q", href, name, rest, ok, want[0], want[1])
		}
	}
	for _, href := range []string{"http://b.example/x", "http://a.example/%zz", "http://a.example/%00"} {
		if name, _, ok := tr.nameOf([]byte(href)); ok {
			t.Errorf("%q is the file %q", href, name)
		}
	}
}
