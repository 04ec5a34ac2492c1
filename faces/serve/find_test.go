package serve

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weft/graph/page"
	"weft/internal/drawn"
	"weft/store"
)

// drawnCrawl imports a list of links between drawn URLs: of nested hosts, with ports, schemes, queries, and names that are no
// URLs.
func drawnCrawl(t *testing.T, random *rand.Rand) *opened {
	t.Helper()
	hosts := []string{"a.example", "b.a.example", "ba.example", "a.example2", "c.b.a.example", "a-b.example", "xn--bcher-kva.example", "10.0.0.1"}
	name := func() string {
		if random.IntN(12) == 0 {
			return fmt.Sprintf("name%d", random.IntN(20))
		}
		scheme := []string{"http", "https"}[random.IntN(2)]
		port := []string{"", "", "", ":8080"}[random.IntN(4)]
		path := []string{"", "a", "a/b", "ab", "a?b=c", "a/b/%C3%A9", "b/"}[random.IntN(7)]
		return scheme + "://" + hosts[random.IntN(len(hosts))] + port + "/" + path
	}
	var b strings.Builder
	for range 300 {
		fmt.Fprintf(&b, "%s\t%s\n", name(), name())
	}
	dir := filepath.Join(t.TempDir(), "drawn")
	listOf(t, dir, b.String(), false)
	s := serving(t, Options{Crawls: []string{dir}})
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.release)
	return o
}

// beginsWith is the plain method of addressed, over the text of a URL.
func beginsWith(name, text string) bool {
	if text == "" {
		return true
	}
	u, err := url.Parse(name)
	if err != nil || u.Host == "" {
		return strings.HasPrefix(name, text)
	}
	_, text, _ = cutScheme(text)
	host, path, deep := strings.Cut(text, "/")
	host, _, _ = strings.Cut(host, ":")
	if !deep {
		return u.Hostname() == host || strings.HasSuffix(u.Hostname(), "."+host)
	}
	return u.Hostname() == host && strings.HasPrefix(strings.TrimPrefix(u.RequestURI(), "/"), path)
}

func cutScheme(text string) (scheme, rest string, has bool) {
	scheme, rest, has = strings.Cut(text, "://")
	if !has {
		return "", text, false
	}
	return scheme, rest, true
}

// TestAddressed compares ranges of keys with a scan of all names.
func TestAddressed(t *testing.T) {
	o := drawnCrawl(t, drawn.Rand(t))
	texts := []string{"", "a.example", "example", "b.a.example", "a.example/", "http://a.example/a", "https://a.example:8080/a", "a.example/a/b/%C3%A9", "b.a.example/a?b", "10.0.0.1", "10.0.0.1/b", "name1", "name", "nowhere.example", "a.example:8080", "bücher.example/"}
	for _, text := range texts {
		r, err := o.Addressed(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		found := 0
		for i := range o.NumPages() {
			name := o.Label(o.AtKey(i))
			want := beginsWith(name, strings.ReplaceAll(text, "bücher", "xn--bcher-kva"))
			if got := r.Lo <= i && i < r.Hi; got != want {
				t.Errorf("%q selects %s: %v, want %v", text, name, got, want)
			}
			if want {
				found++
			}
		}
		if found == 0 && text != "nowhere.example" {
			t.Errorf("%q selects nothing: the test is empty", text)
		}
	}
}

// statedPath is the path of an import of records with several states.
func statedPath(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for i := range 60 {
		status := []string{"200 OK", "404 Not Found", "200 OK", "500 Server Error"}[i%4]
		b.WriteString(record(fmt.Sprintf("http://h%d.example/%d", i%3, i), status, fmt.Sprintf(`<title>Page %d</title><a href="/%d">x</a><a href="/ghost%d">y</a>`, i, (i*i+3)%60, i)))
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "in.warc")
	write(t, file, b.String())
	imported(t, file, filepath.Join(dir, "stated"), false)
	return filepath.Join(dir, "stated")
}

// statedCrawl opens it.
func statedCrawl(t *testing.T) *opened {
	t.Helper()
	s := serving(t, Options{Crawls: []string{statedPath(t)}})
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.release)
	return o
}

// TestPagesScreen follows the links of the table through a crawl, and compares it with the downloads.
func TestPagesScreen(t *testing.T) {
	var b strings.Builder
	for i := range 250 {
		fmt.Fprintf(&b, "http://h.example/%03d\thttp://h.example/%03d\n", i, (i+1)%250)
	}
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, b.String(), false)
	s := serving(t, Options{Crawls: []string{dir}})
	next := regexp.MustCompile(`href="(\?[^"]*)" rel="next"`)
	address := regexp.MustCompile(`http://h\.example/(\d{3})</`)
	var seen []string
	for path := "/c/a/pages"; path != ""; {
		w := get(s, path)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: status %d", path, w.Code)
		}
		for _, m := range address.FindAllStringSubmatch(w.Body.String(), -1) {
			seen = append(seen, m[1])
		}
		path = ""
		if m := next.FindStringSubmatch(w.Body.String()); m != nil {
			path = "/c/a/pages" + strings.ReplaceAll(m[1], "&amp;", "&")
		}
	}
	if len(seen) != 250 || !slices.IsSorted(seen) || len(slices.Compact(seen)) != 250 {
		t.Errorf("the screens have %d pages: %v", len(seen), seen)
	}
	rows, err := csv.NewReader(get(s, "/c/a/pages.csv?address=h.example/1").Body).ReadAll()
	if err != nil || len(rows) != 101 || rows[1][1] != "http://h.example/100" || rows[1][2] != "unknown" {
		t.Errorf("CSV: %d rows, %v", len(rows), err)
	}
	lines := strings.Split(strings.TrimSpace(get(s, "/c/a/pages.jsonl?address=h.example/2").Body.String()), "\n")
	var last row
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || len(lines) != 50 || last.URL != "http://h.example/249" || last.State != "unknown" {
		t.Errorf("JSON: %d lines, the last %+v, %v", len(lines), last, err)
	}
	for query, want := range map[string]int{"state=lost": 400, "sort=pagerank": 400, "sort=%3Cb%3E": 400, "from=-1": 400, "from=x": 400, "from=99999999999": 400, "from=2147483647": 200, "address=%00%ff": 200, "address=" + strings.Repeat("x", 9000): 200} {
		for _, path := range []string{"/c/a/pages?", "/c/a/pages.csv?"} {
			if w := get(s, path+query); w.Code != want {
				t.Errorf("%s%.40s: status %d, want %d", path, query, w.Code, want)
			}
		}
	}
}

// FuzzAddressed selects a valid range for any text.
func FuzzAddressed(f *testing.F) {
	for _, text := range []string{"", "a.example", "http://[::1]:80/x", "//", "://", "a.example/%zz", "!\xff", "\xff\xff", ":", "a:b/c"} {
		f.Add(text)
	}
	dir := filepath.Join(f.TempDir(), "a")
	listOf(f, dir, "http://a.example/\thttp://b.example/x\nname\thttp://a.example/\nhttp://b.example/x\tname\n", false)
	c, err := store.Open(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { c.Close() })
	f.Fuzz(func(t *testing.T, text string) {
		r, err := c.Addressed(text)
		if err != nil || r.Lo < 0 || r.Hi < r.Lo || r.Hi > c.NumPages() {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	})
}

// TestStates names each state.
func TestStates(t *testing.T) {
	for s := range page.NumStates {
		if stateNames[s] == "" {
			t.Errorf("state %d has no name", s)
		}
	}
}
