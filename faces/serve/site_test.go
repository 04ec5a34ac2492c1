package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/store"
)

// keepSites keeps sites in a crawl. For each page, of returns the representative page of its site.
func keepSites(t testing.TB, dir string, of func(c *store.Crawl, u graph.Node) graph.Node) {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	front := make([]uint32, c.NumPages())
	for u := range front {
		front[u] = uint32(of(c, graph.Node(u)))
	}
	results, err := c.Results("")
	if err == nil {
		err = store.SaveVector(results, store.Result{Name: store.SitesResult, Kinds: "link"}, front)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sitedCrawl is a crawl of two sites, one of two hosts.
func sitedCrawl(t testing.TB) string {
	t.Helper()
	var list strings.Builder
	for i := range 30 {
		fmt.Fprintf(&list, "http://www.a.test/\thttp://www.a.test/news/%d\n", i)
		fmt.Fprintf(&list, "http://docs.a.test/\thttp://docs.a.test/v%d/x?q=/\n", i%3)
		fmt.Fprintf(&list, "http://b.test/\thttp://b.test/~a/%d\n", i)
	}
	dir := filepath.Join(t.TempDir(), "sited")
	listOf(t, dir, list.String(), false)
	keepSites(t, dir, func(c *store.Crawl, u graph.Node) graph.Node {
		name := "http://b.test/"
		if strings.Contains(c.Label(u), "a.test") {
			name = "http://www.a.test/"
		}
		front, _, _ := c.Find(name)
		return front
	})
	return dir
}

// TestSites lists sites by their number of pages, and those with pages below an address.
func TestSites(t *testing.T) {
	s := serving(t, Options{Crawls: []string{sitedCrawl(t)}})
	rows := regexp.MustCompile(`<a href="site\?url=[^"]*"><bdi>([^<]*)</bdi></a></th><td class="n">(\d+)</td>`)
	for query, want := range map[string]string{
		"":                     "http://www.a.test/ 35 http://b.test/ 31",
		"?address=docs.a.test": "http://www.a.test/ 4",
		"?address=" + url.QueryEscape("http://b.test/~a/1"): "http://b.test/ 11",
		"?address=nowhere": "",
	} {
		w := get(s, "/c/sited/sites"+query)
		var got []string
		for _, m := range rows.FindAllStringSubmatch(w.Body.String(), -1) {
			got = append(got, m[1], m[2])
		}
		if strings.Join(got, " ") != want || w.Code != http.StatusOK {
			t.Errorf("%q: status %d, sites %q, want %s", query, w.Code, got, want)
		}
	}
}

// TestNoSites says how to find the sites of a crawl that keeps none.
func TestNoSites(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	listOf(t, dir, "http://a.test/\thttp://b.test/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	if text := get(s, "/c/c/sites").Body.String(); !strings.Contains(text, "weft site all "+dir) {
		t.Errorf("the screen: %s", text)
	}
	if w := get(s, "/c/c/site?n=0"); w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
}

// TestDamagedSites says why kept sites cannot be read, and how to find them again.
func TestDamagedSites(t *testing.T) {
	dir := sitedCrawl(t)
	file := filepath.Join(dir, "results", store.SitesResult+".npy")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	write(t, file, string(data))
	s := serving(t, Options{Crawls: []string{dir}})
	if text := get(s, "/c/sited/sites").Body.String(); !strings.Contains(text, "cannot be read") || !strings.Contains(text, "sites.npy") || !strings.Contains(text, "weft site all "+dir) {
		t.Errorf("the screen: %s", text)
	}
	if w := get(s, "/c/sited/site?n=0"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "sites.npy") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// TestSiteByHand changes a site: counts, rules, links that undo the changes, and the command.
func TestSiteByHand(t *testing.T) {
	dir := sitedCrawl(t)
	s := serving(t, Options{Crawls: []string{dir}, Flag: func(option string) string { return "--" + option }})
	page := "/c/sited/site?url=" + url.QueryEscape("http://docs.a.test/")
	for _, x := range []struct {
		query  string
		has    []string
		hasNot []string
	}{
		{"", []string{"<dt>pages</dt><dd>35</dd>", "None yet.", "http://(test,a,", "www.a.test</bdi></a></th>", "docs.a.test</bdi></a></th>"}, []string{"REJECT", "b.test"}},
		{
			"&out=" + url.QueryEscape("http://www.a.test/news/1*"),
			[]string{
				"<dt>pages</dt><dd>24</dd>", "<dt>before changes by hand</dt><dd>35</dd>", "http://(test,a,www,)/news/1", "REJECT",
				"--exclude &#39;http://www.a.test/news/1*&#39; --flow none", `<td class="n">11</td><td class="n">11</td><td><a href="site?url=http%3A%2F%2Fdocs.a.test%2F">Take back`,
			},
			[]string{"None yet."},
		},
		{"&in=b.test*&format=surt", []string{"&#43;http://(test,b,", "<dt>pages</dt><dd>66</dd>"}, nil},
		{"&change=b.test*&side=in&format=browsertrix", []string{"scopeType: custom", "<dt>pages</dt><dd>66</dd>", "in=b.test%2A"}, nil},
		{"&under=www.a.test/", []string{">news/</bdi></a></th>", `aria-current="location"><bdi>www.a.test/`, "out=www.a.test%2Fnews%2F%2A"}, []string{"news/7"}},
		{"&under=www.a.test/news/", []string{">7</bdi></a></th>", "out=http%3A%2F%2Fwww.a.test%2Fnews%2F7&amp;under"}, nil},
	} {
		text := get(s, page+x.query).Body.String()
		for _, want := range x.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the screen does not have %s", x.query, want)
			}
		}
		for _, bad := range x.hasNot {
			if strings.Contains(text, bad) {
				t.Errorf("%s: the screen has %s", x.query, bad)
			}
		}
	}
	lone := "&out=" + url.QueryEscape("http://www.a.test/news/1") // its URL begins those of news/10 to news/19
	if text := get(s, page+lone).Body.String(); !strings.Contains(text, "These rules let in 1 fetched page of other sites.") {
		t.Error("the screen does not warn of a page that the rules let in")
	}
	if text := get(s, page).Body.String(); strings.Contains(text, "These rules") {
		t.Error("the screen warns of rules that sort all pages rightly")
	}
	for query, want := range map[string]string{
		"&out=a.test*": "removes all pages", "&in=nowhere.test*": "no page whose URL begins with", "&in=*": "all URLs", "&format=x": "expected one of heritrix", "&from=x": "whole number",
		"&change=a&side=up": "expected in or out", "&in=b.test*&out=b.test*": "--include and --exclude cannot both name", strings.Repeat("&in=1", mostEdits+1): "at most 60",
	} {
		if w := get(s, page+query); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%.40s: status %d, want %s: %s", query, w.Code, want, w.Body)
		}
	}
	if text := get(s, "/c/sited/page?url=http%3A%2F%2Fb.test%2F").Body.String(); !strings.Contains(text, `href="ask?q=site+explain&amp;pages=http%3a%2f%2fb.test%2f"`) {
		t.Error("the screen of a page does not ask why it belongs to its site")
	}
	if text := get(s, "/c/sited/ask?q=site+explain&pages=http%3A%2F%2Fb.test%2F").Body.String(); !strings.Contains(text, "weft site explain "+dir+" http://b.test/</bdi>") {
		t.Error("the form does not name the page")
	}
	if w := get(s, "/c/sited/site?url=http%3A%2F%2Fc.test%2F"); w.Code != http.StatusNotFound {
		t.Errorf("a page that the crawl does not know: status %d", w.Code)
	}
}

// TestSiteRules downloads the rules of each format, under the changes of the address.
func TestSiteRules(t *testing.T) {
	s := serving(t, Options{Crawls: []string{sitedCrawl(t)}})
	for format, ending := range endings {
		w := get(s, "/c/sited/site/rules?n=0&in=b.test*&format="+format)
		if name := w.Header().Get("Content-Disposition"); w.Code != http.StatusOK || name != `attachment; filename="sited-site-www.a.test`+ending+`"` || !strings.Contains(w.Body.String(), "b") {
			t.Errorf("%s: status %d, %s: %s", format, w.Code, name, w.Body)
		}
	}
	bare := filepath.Join(t.TempDir(), "bare")
	listOf(t, bare, "0\t1\n1\t2\n", false)
	keepSites(t, bare, func(*store.Crawl, graph.Node) graph.Node { return 0 })
	s = serving(t, Options{Crawls: []string{bare}})
	for path, want := range map[string]int{"site/rules?n=0": http.StatusBadRequest, "site?n=1": http.StatusOK, "site?n=1&out=2": http.StatusOK, "site?n=1&out=a*": http.StatusBadRequest, "sites": http.StatusOK} {
		if w := get(s, "/c/bare/"+path); w.Code != want {
			t.Errorf("%s: status %d, want %d: %s", path, w.Code, want, w.Body)
		}
	}
}

// TestOutlinesAreKept draws a site once for many requests, and reports a budget that is too small.
func TestOutlinesAreKept(t *testing.T) {
	dir := sitedCrawl(t)
	s := serving(t, Options{Crawls: []string{dir}})
	for i := range 2 * mostOutlines {
		get(s, fmt.Sprintf("/c/sited/site?n=%d", i))
		get(s, fmt.Sprintf("/c/sited/site?n=%d&under=www.a.test/", i))
	}
	if n := len(s.crawls[0].now.outlines.all); n != mostOutlines {
		t.Errorf("%d outlines are kept", n)
	}
	s = serving(t, Options{Crawls: []string{dir}, Memory: 1 << 10})
	if w := get(s, "/c/sited/site?n=0"); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "memory") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// FuzzSiteQuery reads any address, and writes it so that it is read again.
func FuzzSiteQuery(f *testing.F) {
	for _, text := range []string{"n=1", "url=http://a/&in=a*&out=b*&under=a/&from=3&format=surt", "n=%zz", "change=x&side=in&in=x", "in=&in=", "url=%FF"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := &http.Request{URL: &url.URL{RawQuery: text}}
		q, err := siteQueryOf(r)
		if err != nil {
			return
		}
		again, err := siteQueryOf(httptest.NewRequest(http.MethodGet, "/x"+q.Link(), http.NoBody))
		if err != nil || fmt.Sprint(again) != fmt.Sprint(q) {
			t.Errorf("%q: %+v is read again as %+v: %v", text, q, again, err)
		}
	})
}

// TestSiteOfMissing gives a page that was not fetched no site: on its screen, in the interface for programs, and on the screen
// of sites.
func TestSiteOfMissing(t *testing.T) {
	o := statedCrawl(t)
	keepSites(t, o.Path, func(_ *store.Crawl, u graph.Node) graph.Node { return u })
	s := serving(t, Options{Crawls: []string{o.Path}})
	with, without := 0, 0
	for u := range graph.Node(o.NumPages()) { //nolint:gosec // few pages
		state := o.State(u)
		want := state == page.Fetched || state == page.Redirected || state == page.Unknown
		screen := strings.Contains(get(s, fmt.Sprintf("/c/stated/page?n=%d", u)).Body.String(), "<dt>site of</dt>")
		var api apiPage
		if err := json.Unmarshal(get(s, fmt.Sprintf("/api/v1/crawls/stated/page?n=%d", u)).Body.Bytes(), &api); err != nil {
			t.Fatal(err)
		}
		if screen != want || (api.Site != nil) != want {
			t.Errorf("%s, %s: a site on the screen %v, in the interface %v, want %v", o.Label(u), state, screen, api.Site != nil, want)
		}
		if want {
			with++
		} else {
			without++
		}
	}
	text := get(s, "/c/stated/sites").Body.String()
	if with == 0 || without == 0 || !strings.Contains(text, "<strong>"+digits.Plural(with, "site")+"</strong>") {
		t.Errorf("%d pages with sites, %d without: %s", with, without, text)
	}
}

// TestPageShowsDamage shows kept results that cannot be read on the screen of a page. Results that are absent are no damage.
func TestPageShowsDamage(t *testing.T) {
	dir := sitedCrawl(t)
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	results, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(store.SaveVector(results, store.Result{Name: "indegree", Kinds: "link"}, make([]float64, c.NumPages())), store.SaveVector(results, store.Result{Name: clustersResult, Kinds: "link"}, make([]uint32, c.NumPages())))
	if err != nil {
		t.Fatal(err)
	}
	show := func() string {
		return get(serving(t, Options{Crawls: []string{dir}}), "/c/sited/page?n=0").Body.String()
	}
	if text := show(); strings.Contains(text, "cannot be read") || !strings.Contains(text, "<dt>cluster</dt>") {
		t.Errorf("undamaged results: %s", text)
	}
	names := []string{"indegree", store.SitesResult, clustersResult}
	for i, name := range names {
		file := filepath.Join(dir, store.ResultsDir, name+".json")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, file, string(text[:len(text)/2]))
		page := show()
		for j, other := range names {
			if got := strings.Contains(page, other+".json"); got != (j <= i) || !strings.Contains(page, "kept results cannot be read") {
				t.Errorf("%s is damaged: the page names %s: %v", name, other, got)
			}
		}
	}
}
