package ingest_test

import (
	"archive/tar"
	"bufio"
	"bytes"
	"io"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
	"golang.org/x/net/html"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/store"
	"weft/web/weburl"
)

// Real sites: the pages are those that their lists name, the arcs those that another program finds: archive/tar, a
// regular expression for includes, the tokenizer of golang.org/x/net/html.
func TestRealTrees(t *testing.T) {
	for _, c := range []struct{ folder, archive, paths, base, root string }{
		{"httpd-docs-2snap", "httpd-manual-2013-01-01.tar.xz", "2013-01-01.paths", "https://httpd.apache.org/docs/2.4/", "docs/manual"},
		{"kafka-site-2snap", "kafka.apache.org-2017-06-30.tar.xz", "2017-06-30.paths", "https://kafka.apache.org/", ""},
	} {
		t.Run(c.folder, func(t *testing.T) {
			archive := shared.File(t, c.folder, c.archive)
			files := untar(t, archive)
			list, err := os.ReadFile(shared.File(t, c.folder, c.paths))
			if err != nil {
				t.Fatal(err)
			}
			var pages, arcs []string
			for name := range strings.Lines(string(list)) {
				name = strings.TrimSpace(name)
				href := c.base + strings.TrimPrefix(strings.TrimPrefix(name, c.root), "/")
				pages = append(pages, href)
				for _, to := range linksByTokens(t, href, includeByPattern(files, englishOf(files, name))) {
					arcs = append(arcs, href+" "+to)
				}
			}
			slices.Sort(pages)
			slices.Sort(arcs)
			arcs = slices.Compact(arcs)
			crawl, _ := imported(t, ingest.Options{Inputs: []string{archive}, BaseURL: c.base, Root: c.root, Strict: true})
			got := pagesIn(crawl, page.Fetched)
			if !slices.Equal(got, pages) {
				t.Errorf("got %d pages, want %d", len(got), len(pages))
			}
			if got := hyperlinks(t, crawl); !slices.Equal(got, arcs) {
				t.Errorf("got %d arcs, want %d; %s", len(got), len(arcs), difference(got, arcs))
			}
		})
	}
}

// untar returns the content of the regular files of an archive.
func untar(t *testing.T, path string) map[string][]byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := xz.NewReader(bufio.NewReader(f)) // it reads byte by byte
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err == nil && h.Typeflag == tar.TypeReg {
			files[h.Name], err = io.ReadAll(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

var englishVariant = regexp.MustCompile(`(?m)^URI: (\S+)\nContent-Language: en\n`)

// englishOf returns the name of the English variant of a type map, by a pattern; other names as they are.
func englishOf(files map[string][]byte, name string) string {
	if m := englishVariant.FindSubmatch(files[name]); m != nil {
		return path.Join(path.Dir(name), string(m[1]))
	}
	return name
}

// The pages of the httpd documentation that reach one another are those that the server shows: type maps are no dead ends.
func TestTypeMapsHoldTogether(t *testing.T) {
	archive := shared.File(t, "httpd-docs-2snap", "httpd-manual-2018-01-01.tar.xz")
	crawl, s := imported(t, ingest.Options{Inputs: []string{archive}, BaseURL: "https://httpd.apache.org/docs/2.4/", Root: "docs/manual"})
	out, back := map[string][]string{}, map[string][]string{}
	for _, arc := range hyperlinks(t, crawl) {
		from, to, _ := strings.Cut(arc, " ")
		out[from], back[to] = append(out[from], to), append(back[to], from)
	}
	const start = "https://httpd.apache.org/docs/2.4/mod/core.html"
	both := 0
	reaches := reachedFrom(back, start)
	for name := range reachedFrom(out, start) {
		if reaches[name] {
			both++
		}
	}
	if both != 228 {
		t.Errorf("%d pages reach %s and are reached from it, want 228", both, start)
	}
	if n := s.Manifest.Steps[0].Notes["type maps, read as the variant that a server would choose"]; n != 241 {
		t.Errorf("the notes count %d type maps, want 241", n)
	}
}

func reachedFrom(arcs map[string][]string, start string) map[string]bool {
	seen := map[string]bool{start: true}
	for next := []string{start}; len(next) > 0; {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		for _, to := range arcs[at] {
			if !seen[to] {
				seen[to] = true
				next = append(next, to)
			}
		}
	}
	return seen
}

var includePattern = regexp.MustCompile(`<!--#include\s+virtual="([^"]*)"\s*-->`)

func includeByPattern(files map[string][]byte, name string) []byte {
	return includePattern.ReplaceAllFunc(files[name], func(m []byte) []byte {
		target := string(includePattern.FindSubmatch(m)[1])
		if !strings.HasPrefix(target, "/") {
			target = path.Join(path.Dir(name), target)
		}
		target = strings.TrimPrefix(target, "/")
		if target == name {
			return nil
		}
		return includeByPattern(files, target)
	})
}

var noscript = regexp.MustCompile(`(?i)</?noscript[^>]*>`)

// linksByTokens returns where a, area, frame and iframe point.
func linksByTokens(t *testing.T, href string, body []byte) []string {
	base := href
	body = noscript.ReplaceAll(body, nil) // as for a reader without scripts; the tokenizer takes its content for text
	var out []string
	for z := html.NewTokenizer(bytes.NewReader(body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.StartTagToken, html.SelfClosingTagToken:
			tok := z.Token()
			key := map[string]string{"a": "href", "area": "href", "frame": "src", "iframe": "src", "base": "href"}[tok.Data]
			for _, a := range tok.Attr {
				if key == "" || a.Key != key {
					continue
				}
				to, err := weburl.Resolve(base, a.Val)
				switch {
				case err != nil || strings.HasPrefix(to, "ftp:"):
				case tok.Data == "base":
					t.Fatalf("%s has a base element: the oracle does not know it", href)
				default:
					out = append(out, to)
				}
				break
			}
		}
	}
}

func pagesIn(c *store.Crawl, s page.State) []string {
	var out []string
	for u := range graph.Node(c.NumPages()) {
		if c.State(u) == s {
			out = append(out, c.Label(u))
		}
	}
	slices.Sort(out)
	return out
}

// hyperlinks lists the arcs that are links or frames.
func hyperlinks(t *testing.T, c *store.Crawl) []string {
	t.Helper()
	var out []string
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, v := range cur.Succ() {
			if cur.Kinds()[i]&(kinds.Link|kinds.Embed) != 0 {
				out = append(out, c.Label(cur.Node())+" "+c.Label(v))
			}
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// difference shows the first lines that only one of two sorted lists has.
func difference(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return "the first difference is " + got[i] + " instead of " + want[i]
		}
	}
	return "one goes on"
}
