package serve

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/browsertest"
)

// twoCrawls are two crawls of a small Web: a page is gone, two are new, and one has another state.
func twoCrawls(t *testing.T) (a, b string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"old": record("http://h.example/", "200 OK", `<a href="/a">a</a> <a href="/b">b</a> <a href="/gone">g</a>`) + record("http://h.example/a", "200 OK", `<a href="/">home</a>`) +
			record("http://h.example/b", "200 OK", `<a href="/a">a</a>`) + record("http://h.example/gone", "200 OK", `<a href="/">home</a>`),
		"new<b>": record("http://h.example/", "200 OK", `<a href="/a">a</a> <a href="/b">b</a> <a href="/new1">n</a>`) + record("http://h.example/a", "404 Not Found", "") +
			record("http://h.example/b", "200 OK", `<a href="/new1">n</a>`) + record("http://h.example/new1", "200 OK", `<a href="http://away.example/?<script>">x</a>`),
	} {
		file, out := filepath.Join(dir, "in.warc"), filepath.Join(dir, name)
		write(t, file, text)
		imported(t, file, out, false)
	}
	return filepath.Join(dir, "old"), filepath.Join(dir, "new<b>")
}

// TestCompare compares two crawls: each number leads to as many rows as it says.
func TestCompare(t *testing.T) {
	a, b := twoCrawls(t)
	s := serving(t, Options{Crawls: []string{a, b}})
	text := waitFor(t, s, "/compare?a=old&b=new-b-")
	for _, want := range []string{"what=gone\">1<", "what=new\">2<", "what=kept\">3<", "Places count among ", "fetched=1&amp;what=gone\">2<", "fetched=1&amp;what=new\">1<", "fetched=1&amp;what=kept\">2<", "from=fetched&amp;to=failed&amp;what=state\">1<", "/compare/report?"} {
		if !strings.Contains(text, want) {
			t.Errorf("the comparison has no %s: %s", want, text)
		}
	}
	stated := map[string][2]string{
		"http://h.example/": {"fetched", "fetched"}, "http://h.example/a": {"fetched", "failed"}, "http://h.example/b": {"fetched", "fetched"},
		"http://h.example/gone": {"fetched", "absent"}, "http://h.example/new1": {"absent", "fetched"}, "http://away.example/?%3Cscript%3E": {"absent", "ghost"},
	}
	for query, want := range map[string][]string{
		"what=gone&fetched=1": {"http://h.example/a", "http://h.example/gone"}, "what=new&fetched=1": {"http://h.example/new1"}, "what=kept&fetched=1": {"http://h.example/", "http://h.example/b"},
		"what=gone": {"http://h.example/gone"}, "what=new": {"http://away.example/?%3Cscript%3E", "http://h.example/new1"},
		"what=kept":                                {"http://h.example/", "http://h.example/a", "http://h.example/b"},
		"what=state&from=fetched&to=failed":        {"http://h.example/a"},
		"what=state&from=absent&to=ghost":          {"http://away.example/?%3Cscript%3E"},
		"what=state&from=redirected&to=excluded":   {},
		"what=state&from=fetched&to=absent&skip=0": {"http://h.example/gone"},
	} {
		var csv, lines strings.Builder
		csv.WriteString("name,state_a,state_b\r\n")
		for _, name := range want {
			states := stated[name]
			fmt.Fprintf(&csv, "%s,%s,%s\r\n", name, states[0], states[1])
			fmt.Fprintf(&lines, "{\"name\":%q,\"state_a\":%q,\"state_b\":%q}\n", name, states[0], states[1])
		}
		for format, text := range map[string]string{"csv": csv.String(), "jsonl": lines.String()} {
			if got := get(s, "/compare/pages."+format+"?a=old&b=new-b-&"+query).Body.String(); got != text {
				t.Errorf("%s as %s: %q, want %q", query, format, got, text)
			}
		}
		list := get(s, "/compare/pages.txt?a=old&b=new-b-&"+query)
		if got := strings.Join(want, "\n") + "\n"; len(want) > 0 && list.Body.String() != got {
			t.Errorf("%s: list %q, want %q", query, list.Body, got)
		}
		rows := get(s, "/compare/pages?a=old&b=new-b-&"+query).Body.String()
		if n := strings.Count(rows, `<th scope="row"><a href="/c/`); n != len(want) {
			t.Errorf("%s: %d rows lead to their pages, want %d", query, n, len(want))
		}
		if got := strings.Contains(rows, "pages.csv?"); got != (len(want) > 0) {
			t.Errorf("%s: %d rows, and a download: %v", query, len(want), got)
		}
		if got := list.Header().Get("Content-Disposition"); !strings.Contains(got, `filename="old-new-b--`) {
			t.Errorf("%s: the file is called %s", query, got)
		}
	}
	for path, want := range map[string]int{"/compare": 200, "/compare?a=old": 404, "/compare?a=old&b=old": 400, "/compare?a=none&b=old": 404, "/compare/pages?a=old&b=new-b-&what=all": 400, "/compare/pages?a=old&b=new-b-&what=state&from=x&to=y": 400, "/compare/report?a=old&b=new-b-": 200} {
		w := get(s, path)
		if w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
		if !strings.HasPrefix(path, "/compare/report") {
			checkHarmless(t, path, w)
		}
	}
}

// TestCompareOne says that one crawl cannot be compared.
func TestCompareOne(t *testing.T) {
	a, _ := twoCrawls(t)
	s := serving(t, Options{Crawls: []string{a}})
	if w := get(s, "/compare"); w.Code != 200 || !strings.Contains(w.Body.String(), "This server shows one crawl") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// TestCompareForgets compares more pairs than a server holds: crawls are closed with the last comparison that uses them.
func TestCompareForgets(t *testing.T) {
	var dirs []string
	for i := range 4 {
		dir := filepath.Join(t.TempDir(), fmt.Sprint("c", i))
		listOf(t, dir, fmt.Sprintf("http://a.example/\thttp://b.example/%d\n", i), false)
		dirs = append(dirs, dir)
	}
	s := serving(t, Options{Crawls: dirs})
	for i := range 4 {
		for j := range 4 {
			if i != j {
				waitFor(t, s, fmt.Sprintf("/compare?a=c%d&b=c%d", i, j))
			}
		}
	}
	if n := len(s.compares.all); n != mostCompared {
		t.Errorf("the server holds %d comparisons, want %d", n, mostCompared)
	}
	s.compares.close()
	for _, k := range s.crawls {
		for k.now.refs != 1 { // comparisons that were forgotten give their crawls back on their own
			w := get(s, "/")
			if w.Code != 200 {
				t.Fatal(w.Code)
			}
		}
	}
}

// TestCompareFew begins few comparisons at a time, whatever is requested, and tries a failed one again.
func TestCompareFew(t *testing.T) {
	var dirs []string
	for i := range 4 {
		dir := filepath.Join(t.TempDir(), fmt.Sprint("c", i))
		listOf(t, dir, fmt.Sprintf("http://a.example/\thttp://b.example/%d\n", i), false)
		dirs = append(dirs, dir)
	}
	s := serving(t, Options{Crawls: dirs})
	s.work.Lock()
	begun := map[*comparison]bool{}
	for i, a := range s.crawls {
		for j, b := range s.crawls {
			if c := s.compared(a.now, b.now); i != j && c != nil {
				begun[c] = true
			}
		}
	}
	if len(begun) > mostCompared || len(s.compares.all) != mostCompared {
		t.Errorf("%d comparisons are under way, and %d held, want %d", len(begun), len(s.compares.all), mostCompared)
	}
	if text := get(s, "/compare?a=c3&b=c2").Body.String(); !strings.Contains(text, "waiting for other comparisons") {
		t.Errorf("the screen of one comparison more: %s", text)
	}
	s.work.Unlock()
	for _, c := range s.compares.all {
		<-c.done
	}
	c := s.compares.all[0]
	if c.err = errors.New("too little memory"); s.compared(c.a, c.b) != c {
		t.Error("a comparison that has just failed is made again")
	}
	if c.at = c.at.Add(-2 * freshFor); s.compared(c.a, c.b) == c {
		t.Error("a comparison that failed is not made again")
	}
}

// TestCompareInBrowser reads the comparison in Chromium.
func TestCompareInBrowser(t *testing.T) {
	browser := browsertest.Start(t)
	a, b := twoCrawls(t)
	s := serving(t, Options{Crawls: []string{a, b}})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	waitFor(t, s, "/compare?a=old&b=new-b-")
	for name, path := range map[string]string{"compare": "/compare?a=old&b=new-b-", "compare-none": "/compare", "compare-pages": "/compare/pages?a=old&b=new-b-&what=new", "compare-report": "/compare/report?a=old&b=new-b-"} {
		p := browser.Open(web.URL+path, browsertest.Screens[0])
		for _, screen := range browsertest.Screens {
			p.Show(screen)
			p.Save(name + "-" + screen.String())
			for _, wide := range p.Overflow() {
				t.Errorf("%s at %v: wider than the screen: %s", path, screen, wide)
			}
			if name == "compare-report" {
				continue // its policy keeps axe-core out
			}
			for _, found := range p.Axe() {
				t.Errorf("%s at %v: %s", path, screen, found)
			}
		}
	}
}
