package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weft/graph"
)

// TestPageScreen compares the screen of each page with the graph: its links in both directions, with the words of links to it.
func TestPageScreen(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}})
	out, in := map[string][]string{}, map[string][]string{}
	cur := o.Scan(graph.Everything(o.Graph()))
	for u, succ := range graph.Lists(cur) {
		for _, v := range succ {
			out[o.Label(u)] = append(out[o.Label(u)], o.Label(v))
			in[o.Label(v)] = append(in[o.Label(v)], o.Label(u))
		}
	}
	linked := regexp.MustCompile(`<th scope="row"><a href="page\?url=([^"]*)">`)
	for u := range graph.Node(o.NumPages()) { //nolint:gosec // few pages
		name := o.Label(u)
		byName, byNumber := get(s, "/c/stated/page?url="+url.QueryEscape(name)), get(s, fmt.Sprintf("/c/stated/page?n=%d", u))
		if byName.Code != http.StatusOK || byName.Body.String() != byNumber.Body.String() {
			t.Fatalf("%s: status %d, or another page by its number", name, byName.Code)
		}
		before, after, _ := strings.Cut(byName.Body.String(), `<section id="out">`)
		_, before, _ = strings.Cut(before, `<section id="in">`)
		for _, x := range []struct {
			text string
			want []string
		}{{before, in[name]}, {after, out[name]}} {
			var got []string
			for _, m := range linked.FindAllStringSubmatch(x.text, -1) {
				end, err := url.QueryUnescape(m[1])
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, end)
			}
			if strings.Join(got, " ") != strings.Join(x.want, " ") {
				t.Errorf("%s: links %q, want %q", name, got, x.want)
			}
		}
		if words := map[bool]string{true: "“y”", false: "“x”"}[strings.Contains(name, "ghost")]; len(in[name]) > 0 && strings.Count(before, words) != len(in[name]) {
			t.Errorf("%s: %d links have the words %s, want %d", name, strings.Count(before, words), words, len(in[name]))
		}
	}
	for query, want := range map[string]int{"": 404, "?n=-1": 404, "?n=999999": 404, "?n=99999999999": 404, "?url=http://nowhere.example/": 404, "?url=%00%ff": 404, "?n=0&in=-5&out=x": 200, "?n=0&in=999999999999999999999": 200} {
		if w := get(s, "/c/stated/page"+query); w.Code != want {
			t.Errorf("%s: status %d, want %d", query, w.Code, want)
		}
	}
}

// TestManyLinks pages through the links of a page with more than a screen shows.
func TestManyLinks(t *testing.T) {
	var b strings.Builder
	for i := range 230 {
		fmt.Fprintf(&b, "http://h.example/%03d\thttp://h.example/hub\nhttp://h.example/hub\thttp://h.example/%03d\n", i, i)
	}
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, b.String(), false)
	s := serving(t, Options{Crawls: []string{dir}})
	next := regexp.MustCompile(`href="page(\?[^"]*[&;]in=\d+)#in">Next`)
	seen := map[string]bool{}
	screens := 0
	for query := "?url=" + url.QueryEscape("http://h.example/hub"); query != ""; screens++ {
		text := get(s, "/c/a/page"+query).Body.String()
		part, _, _ := strings.Cut(text, `<section id="out">`)
		for _, m := range regexp.MustCompile(`http://h\.example/(\d{3})</bdi>`).FindAllStringSubmatch(part, -1) {
			seen[m[1]] = true
		}
		query = ""
		if m := next.FindStringSubmatch(part); m != nil {
			query = strings.ReplaceAll(m[1], "&amp;", "&")
		}
	}
	if len(seen) != 230 || screens != 3 {
		t.Errorf("%d screens have %d pages that link, want 3 and 230", screens, len(seen))
	}
}

// TestHostOf names the host of a URL.
func TestHostOf(t *testing.T) {
	for href, want := range map[string]string{"http://a.example/": "a.example", "https://u:p@a.example:8080/x": "a.example", "http://[::1]:80/": "[::1]", "http://[::1]/": "[::1]", "name": "", "": ""} {
		if got := hostOf(href); got != want {
			t.Errorf("%s: host %q, want %q", href, got, want)
		}
	}
}
