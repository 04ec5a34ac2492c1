package serve

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"weft/internal/browsertest"
	"weft/livecrawl/folder"
)

// tag matches a tag of HTML.
var tag = regexp.MustCompile(`<[^>]*>`)

// wordsOf returns the text of a page, with one space between words.
func wordsOf(page string) string {
	return strings.Join(strings.Fields(tag.ReplaceAllString(page, " ")), " ")
}

// TestOverviewSaysWhatIsWrong asks the first screen what is wrong with a site, without a click: broken links with their
// sources, statuses, what is missing, hosts, and what has changed since the earlier crawl.
func TestOverviewSaysWhatIsWrong(t *testing.T) {
	var mu sync.Mutex
	pages := map[string]string{
		"/":     `<title>Home</title><a href="/a">a</a> <a href="/b">b</a> <a href="/lost">lost</a> <a href="/old">old</a>`,
		"/a":    `<title>A</title><a href="/lost">lost</a>`,
		"/b":    `<title>B</title>`,
		"/gone": `<title>Gone</title>`,
		"/old":  `<title>Old</title><a href="/gone">gone</a>`,
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		body, ok := pages[r.URL.Path]
		mu.Unlock()
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, body)
	}))
	t.Cleanup(site.Close)
	first := liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})
	mu.Lock()
	delete(pages, "/gone")
	pages["/b"] += `<a href="/new">new</a>`
	pages["/new"] = `<title>New</title>`
	mu.Unlock()
	second := liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}, Since: first})
	s := serving(t, Options{Crawls: []string{first, second}})
	host := strings.TrimPrefix(site.URL, "http://")
	text := waitFor(t, s, "/c/"+s.crawls[1].slug+"/")
	said := wordsOf(text)
	for _, want := range []string{
		host, "Broken links 3 links to 2 pages.", site.URL + "/lost 404 Not Found 2 " + site.URL + "/ " + site.URL + "/a", site.URL + "/gone 404 Not Found 1 " + site.URL + "/old",
		"200 OK 5", "404 Not Found 2", "5 of 7 known pages are here whole.", "2 are missing", "new pages 1", "gone pages 1", "changed pages 1 of 4 in both",
		"7 5", "Find pages by words",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the overview does not say %q: %s", want, said)
		}
	}
	if !strings.Contains(text, "<title>"+host) {
		t.Errorf("the title is not the seed: %.300s", text)
	}
	for _, link := range regexp.MustCompile(`href="([^"#][^"]*)"`).FindAllStringSubmatch(text[strings.Index(text, "<main"):], -1) {
		path, _, _ := strings.Cut(strings.ReplaceAll(link[1], "&amp;", "&"), "#")
		if !strings.HasPrefix(path, "/") {
			path = "/c/" + s.crawls[1].slug + "/" + path
		}
		if w := get(s, path); w.Code != http.StatusOK && w.Code != http.StatusAccepted && w.Code != http.StatusServiceUnavailable && !strings.HasSuffix(path, "/report") {
			t.Errorf("the link %s is dead: status %d", path, w.Code)
		}
	}
	earlier := s.crawls[0]
	s.drop(earlier)
	if said := wordsOf(waitFor(t, s, "/c/"+s.crawls[0].slug+"/")); strings.Contains(said, "Since the earlier crawl") {
		t.Errorf("the earlier crawl is served no more: %s", said)
	}
	again := s.add(first, true)
	if said := wordsOf(waitFor(t, s, "/c/"+s.crawls[0].slug+"/")); !strings.Contains(said, "Since the earlier crawl "+again.name) {
		t.Errorf("the earlier crawl is served again: %s", said)
	}
	if said := wordsOf(waitFor(t, s, "/c/"+again.slug+"/")); strings.Contains(said, "Since the earlier crawl") || !strings.Contains(said, "Broken links 2 links to 1 page.") {
		t.Errorf("the first crawl: %s", said)
	}
}

// TestOverviewOfLists says only what a list of links tells: which links are broken is unknown.
func TestOverviewOfLists(t *testing.T) {
	for name, list := range map[string]string{"hosts": "http://a.example/\thttp://b.example/\nhttp://a.example/1\thttp://a.example/\n", "numbers": "0\t1\n1\t2\n"} {
		dir := t.TempDir() + "/" + name
		listOf(t, dir, list, name == "numbers")
		s := serving(t, Options{Crawls: []string{dir}})
		said := wordsOf(waitFor(t, s, "/c/"+name+"/"))
		if strings.Contains(said, "Broken links 0") || strings.Contains(said, "No link leads") || strings.Contains(said, "could not") {
			t.Errorf("%s: %s", name, said)
		}
		if is := strings.Contains(said, "a.example 2"); is != (name == "hosts") {
			t.Errorf("%s: hosts are shown: %v: %s", name, is, said)
		}
	}
}

// TestOverviewInBrowser looks at the first screen of a crawl with faults on all screens.
func TestOverviewInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	s := serving(t, Options{Crawls: []string{statedPath(t)}})
	waitFor(t, s, "/c/stated/")
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	p := b.Open(web.URL+"/c/stated/", browsertest.Screens[0])
	for _, screen := range browsertest.Screens {
		p.Show(screen)
		p.Save("overview-" + screen.String())
		for _, wide := range p.Overflow() {
			t.Errorf("%v: wider than the screen: %s", screen, wide)
		}
		for _, found := range p.Axe() {
			t.Errorf("%v: %s", screen, found)
		}
	}
}
