package captures

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

// oneFile is a tree with the same content under every name.
type oneFile []byte

func (o oneFile) each(func(string, verdict) error) error { return nil }
func (o oneFile) has(string) bool                        { return true }
func (o oneFile) read(name string, _ int64) ([]byte, bool, error) {
	if strings.HasPrefix(name, "..") || strings.HasPrefix(name, "/") || strings.Contains(name, "/../") {
		return nil, false, errors.New("out of the tree: " + name)
	}
	if len(name) > 40 {
		return nil, false, fs.ErrNotExist
	}
	return o, false, nil
}

func FuzzIncludes(f *testing.F) {
	for _, s := range []string{
		`<!--#include virtual="/b/x.htm" -->`, `<!--#include file='../x' virtual=y -->`, `<!--#include virtual="%2e%2e/%2e%2e/x"--><!--#include`, `<!--#include virtual="a?b#c" --><!--#include virtual="a" -->`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			return
		}
		tr := &tree{path: "/b/", files: oneFile(data)}
		out, e := tr.expandIncludes(nil, "c/index.html", data)
		if len(out) > len(data)+maxGrowth {
			t.Errorf("%d bytes", len(out))
		}
		if e == nil {
			return
		}
		for _, m := range e.missing {
			if strings.HasPrefix(m, "out of") {
				t.Error(m)
			}
		}
	})
}

func FuzzTypeMap(f *testing.F) {
	for _, s := range []string{
		"# made\n\nURI: a.html.de\nContent-Language: de, at\nContent-type: text/html; charset=utf-8; qs=0.5 (best)\n\nURI: b\n",
		"Content-type: text/html\nBody:--x--\n<p>\n--x--\n\nURI: c", "Body:\n", "\xff\xfe<\x00h\x00t\x00m\x00l\x00>\x00", "<!-- --><?xml ?><html>",
	} {
		f.Add([]byte(s), "a.html.ja.jis")
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		v := judgeFile(name, data)
		if looksLikeTypeMap(data[:min(len(data), sniffSize)]) && v != isPage && v != otherByName && v != backupCopy {
			t.Errorf("%q is a type map and is left out: %s", name, v)
		}
		all := parseTypeMap(data)
		for _, v := range orderVariants(all, []string{"en"}) {
			if v.encoded || v.uri == "" && !v.inline || len(v.body) > len(data) {
				t.Errorf("got the variant %+v", v)
			}
		}
	})
}
