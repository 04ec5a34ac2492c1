package serve

import (
	"encoding/csv"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
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
		if byName.Code != http.StatusOK || withoutToken(byName.Body.String()) != withoutToken(byNumber.Body.String()) {
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

// TestLinksOfOtherHosts shows and downloads the pages that link to a page: all of them, and those of other hosts.
func TestLinksOfOtherHosts(t *testing.T) {
	var b strings.Builder
	want := map[string]string{}
	for i := range 250 {
		host := []string{"http://h.example", "http://www.h.example", "https://h.example:8443", "http://a.example"}[i%4]
		name := fmt.Sprintf("%s/%d", host, i)
		b.WriteString(record(name, "200 OK", fmt.Sprintf(`<a href="http://h.example/hub">one %d</a><a href="http://h.example/hub">two, "%d"</a>`, i, i)))
		want[name] = fmt.Sprint(i)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "in.warc"), b.String())
	imported(t, filepath.Join(dir, "in.warc"), filepath.Join(dir, "a"), false)
	s := serving(t, Options{Crawls: []string{filepath.Join(dir, "a")}})
	const at = "?url=http%3A%2F%2Fh.example%2Fhub"
	for _, hosts := range []string{"", "&hosts=other"} {
		rows, err := csv.NewReader(get(s, "/c/a/page/links.csv"+at+hosts).Body).ReadAll()
		if err != nil || !slices.Equal(rows[0], linkColumns) {
			t.Fatal(rows, err)
		}
		got := map[string]string{}
		for _, r := range rows[1:] {
			got[r[1]] += r[4] + ";"
			if r[2] != "fetched" || r[3] != "link" || r[5] != "" {
				t.Errorf("row %q", r)
			}
		}
		n := 0
		for name, i := range want {
			texts := fmt.Sprintf(`one %s;two, "%s";`, i, i)
			if hosts != "" && hostOf(name) == "h.example" {
				texts = ""
			} else {
				n++
			}
			if got[name] != texts {
				t.Errorf("%s%s: texts %q, want %q", name, hosts, got[name], texts)
			}
		}
		if len(got) != n {
			t.Errorf("%d pages link, want %d", len(got), n)
		}
		if lines := strings.Count(get(s, "/c/a/page/links.jsonl"+at+hosts).Body.String(), "\n"); lines != 2*n {
			t.Errorf("%d JSON lines, want %d", lines, 2*n)
		}
		text := get(s, "/c/a/page"+at+hosts).Body.String()
		if !strings.Contains(text, fmt.Sprintf("%d pages", n)) || hosts != "" && !strings.Contains(text, "&amp;hosts=other&amp;in=100#in") {
			t.Errorf("hosts %q: the screen has another number than %d, or its next part has no filter", hosts, n)
		}
		left, _, _ := strings.Cut(text, `<section id="in">`)
		if n := strings.Count(left, "<line "); n != mostNear {
			t.Errorf("the picture has %d pages", n)
		}
	}
	for path, want := range map[string]int{"links.csv?n=9999": 404, "links.csv": 404, "links.csv?n=-1": 404} {
		if w := get(s, "/c/a/page/"+path); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

// TestNear walks through a crawl by the pictures of its pages: each leads to pages of the lists below it.
func TestNear(t *testing.T) {
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "a")}})
	around, listed := regexp.MustCompile(`<a href="(page\?[^"]*)"><title>`), regexp.MustCompile(`<th scope="row"><a href="(page\?[^"]*)">`)
	seen, next := map[string]bool{}, []string{"page?n=0"}
	for len(next) > 0 && len(seen) < 60 {
		path := next[0]
		next = next[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		w := get(s, "/c/a/"+html.UnescapeString(path))
		checkHarmless(t, path, w)
		lists := map[string]bool{}
		for _, m := range listed.FindAllStringSubmatch(w.Body.String(), -1) {
			lists[m[1]] = true
		}
		nodes := around.FindAllStringSubmatch(w.Body.String(), -1)
		for _, m := range nodes {
			if !lists[m[1]] {
				t.Errorf("%s: the picture has %s, and the lists do not", path, m[1])
			}
			next = append(next, m[1])
		}
		if w.Code != http.StatusOK || len(lists) > 1 && len(nodes) == 0 {
			t.Errorf("%s: status %d, %d pages in the lists, and %d in the picture", path, w.Code, len(lists), len(nodes))
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d pages can be walked to", len(seen))
	}
}

// TestNearLabel shortens names.
func TestNearLabel(t *testing.T) {
	for name, want := range map[string]string{
		"http://h.example/a": "/a", "http://h.example/": "/", "https://www.h.example/a": "www.h.example/a", "7": "7", "name\u202e": `name\u202e`,
		"http://a.example/" + strings.Repeat("ü", 50): "a.example/üüüüü…" + strings.Repeat("ü", 16),
	} {
		if got := nearLabel(name, "h.example"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// withoutToken returns a page without the token of its session.
func withoutToken(page string) string {
	return regexp.MustCompile(`name="token" value="[^"]*"`).ReplaceAllString(page, "")
}
