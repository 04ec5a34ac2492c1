package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"weft/testweb"
	"weft/testweb/demo"
)

// A serverTruth is what a server sent, by page and in all, without weft.
type serverTruth struct {
	mu        sync.Mutex
	responses int
	statuses  map[string]int
	types     map[string]int
	pages     map[string]int // status by URL, without robots.txt
}

// watched serves a Web through a proxy that notes each response.
func watched(t *testing.T, web *testweb.Web) (proxy string, truth *serverTruth) {
	t.Helper()
	s, err := demo.Serve(web)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	to, err := url.Parse(s.Proxy())
	if err != nil {
		t.Fatal(err)
	}
	truth = &serverTruth{statuses: map[string]int{}, types: map[string]int{}, pages: map[string]int{}}
	transport := &http.Transport{Proxy: http.ProxyURL(to), DisableCompression: true}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := http.NewRequestWithContext(r.Context(), r.Method, r.URL.String(), nil)
		if err != nil {
			t.Error(err)
			return
		}
		out.Header = r.Header.Clone()
		in, err := transport.RoundTrip(out)
		if err != nil {
			t.Error(err)
			return
		}
		defer in.Body.Close()
		maps.Copy(w.Header(), in.Header)
		w.WriteHeader(in.StatusCode)
		if _, err := io.Copy(w, in.Body); err != nil {
			t.Error(err)
		}
		truth.mu.Lock()
		defer truth.mu.Unlock()
		truth.responses++
		truth.statuses[strconv.Itoa(in.StatusCode)]++
		media, _, _ := strings.Cut(in.Header.Get("Content-Type"), ";")
		truth.types[media]++
		if r.URL.Path != "/robots.txt" {
			truth.pages[r.URL.String()] = in.StatusCode
		}
	}))
	t.Cleanup(front.Close)
	t.Cleanup(transport.CloseIdleConnections)
	return front.URL, truth
}

// scanned holds the sizes and dates of the responses in archives, read line by line.
type scanned struct {
	responses, bytes int
	first, last      string
}

func scanArchives(t *testing.T, pattern string) (s scanned) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	for _, path := range paths {
		packed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		for len(bytes.TrimSpace(text)) > 0 {
			head, rest, found := bytes.Cut(text, []byte("\r\n\r\n"))
			field := func(name string) string {
				_, value, _ := strings.Cut(string(head), "\r\n"+name+": ")
				value, _, _ = strings.Cut(value, "\r\n")
				return value
			}
			n, err := strconv.Atoi(field("Content-Length"))
			if err != nil || !found || n+4 > len(rest) {
				t.Fatalf("%s: a record begins with %.300q", path, head)
			}
			if kind := field("WARC-Type"); kind == "response" || kind == "revisit" {
				s.responses, s.bytes = s.responses+1, s.bytes+n
				date := field("WARC-Date")[:len("2006-01-02T15:04:05")]
				if s.first == "" || date < s.first {
					s.first = date
				}
				s.last = max(s.last, date)
			}
			text = rest[n+4:]
		}
	}
	return s
}

// A crawl of the small Web is written to archives, and these are imported. What weft info, contents, missing and report then say
// is compared with what the server sent, what its links are, and with the bytes of the archives.
func TestImportAgainstServer(t *testing.T) {
	t.Parallel()
	web := testweb.NewWeb(testweb.Options{Pages: 500, Seed: 11})
	proxy, truth := watched(t, web)
	dir := t.TempDir()
	crawl, imported := filepath.Join(dir, "crawl"), filepath.Join(dir, "imported")
	var hosts []string
	for _, h := range web.Hosts() {
		hosts = append(hosts, regexp.QuoteMeta(h))
	}
	weft(t, exitIncomplete, append(append([]string{"crawl"}, web.Seeds()...), "--proxy", proxy, "--include", "^http://("+strings.Join(hosts, "|")+")/", "--delay", "0", "--address-delay", "0", "--tries", "1", "--patience", "0",
		"--contact", "test@example.org", "-o", crawl, "--quiet")...)
	weft(t, exitDone, "import", filepath.Join(crawl, "warc"), "-o", imported, "--quiet")

	archive := scanArchives(t, filepath.Join(crawl, "warc", "*.warc.gz"))
	if archive.responses != truth.responses || truth.responses < 400 {
		t.Fatalf("the archives have %d responses, the server sent %d", archive.responses, truth.responses)
	}
	truth.contents(t, imported, archive)
	known := truth.known(web)
	truth.info(t, imported, known)
	truth.missing(t, imported, known)
	truth.report(t, imported, known)
}

// known returns the seeds and the URLs that a response links to, each with its status, 0 for those that were not requested. The
// crawl also requested a URL of each host that does not exist, to know its error page.
func (s *serverTruth) known(web *testweb.Web) map[string]int {
	all := map[string]int{}
	for _, seed := range web.Seeds() {
		all[seed] = s.pages[seed]
	}
	for a := range web.Arcs() {
		if _, requested := s.pages[a.From]; requested {
			all[a.To] = s.pages[a.To]
		}
	}
	return all
}

// count counts the known pages by what became of them.
func (s *serverTruth) count(known map[string]int) (fetched, redirected, failed, rest int) {
	for _, status := range known {
		switch {
		case status == 0:
			rest++
		case status < 300:
			fetched++
		case status < 400:
			redirected++
		default:
			failed++
		}
	}
	return fetched, redirected, failed, rest
}

// jsonOf asks weft a question about a crawl, and returns the JSON.
func jsonOf[T any](t *testing.T, args ...string) (v T) {
	t.Helper()
	out, _ := weft(t, exitDone, append(args, "--json", "--quiet")...)
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

type namedCount struct {
	Name             string
	Responses, Bytes int
}

func (s *serverTruth) contents(t *testing.T, imported string, archive scanned) {
	t.Helper()
	type contents struct {
		Counted                string
		Responses, Bytes       int
		From, To               string
		Statuses, Types, Sizes []namedCount
	}
	r := jsonOf[contents](t, "contents", imported)
	if r.Counted != "captures" || r.Responses != s.responses || r.Bytes != archive.bytes || r.From != archive.first+"Z" || r.To != archive.last+"Z" {
		t.Errorf("contents: %+v; the server sent %d responses, the archives have %+v", r, s.responses, archive)
	}
	counted := func(of []namedCount) map[string]int {
		all := map[string]int{}
		for _, c := range of {
			name, _, _ := strings.Cut(c.Name, " ")
			all[name] = c.Responses
		}
		return all
	}
	if got := counted(r.Statuses); !maps.Equal(got, s.statuses) {
		t.Errorf("statuses %v, the server sent %v", got, s.statuses)
	}
	if got := counted(r.Types); !maps.Equal(got, s.types) {
		t.Errorf("types %v, the server sent %v", got, s.types)
	}
	n, size := 0, 0
	for _, c := range r.Sizes {
		n, size = n+c.Responses, size+c.Bytes
	}
	if n != s.responses || size != archive.bytes {
		t.Errorf("the sizes are of %d responses with %d bytes", n, size)
	}
}

func (s *serverTruth) info(t *testing.T, imported string, known map[string]int) {
	t.Helper()
	type info struct{ Pages, Fetched, Redirected, Failed, Excluded, Ghosts, Unknown, Hosts int }
	r := jsonOf[info](t, "info", imported)
	hosts := map[string]bool{}
	for page := range known {
		u, err := url.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		hosts[u.Hostname()] = true
	}
	fetched, redirected, failed, rest := s.count(known)
	if r.Pages != len(known) || r.Fetched != fetched || r.Redirected != redirected || r.Failed != failed || r.Excluded+r.Ghosts != rest || r.Unknown != 0 || r.Hosts != len(hosts) {
		t.Errorf("info: %+v; known are %d on %d hosts: %d fetched, %d redirected, %d failed, %d not requested", r, len(known), len(hosts), fetched, redirected, failed, rest)
	}
}

func (s *serverTruth) missing(t *testing.T, imported string, known map[string]int) {
	t.Helper()
	type missing struct {
		Pages, Here, Redirected, Missing int
		Classes                          []struct {
			Name    string
			URLs    int
			Reasons []struct {
				Reason string
				URLs   int
			}
			Examples []struct{ URL string }
		}
	}
	r := jsonOf[missing](t, "missing", imported)
	fetched, redirected, failed, rest := s.count(known)
	if r.Pages != len(known) || r.Here != fetched || r.Redirected != redirected || r.Missing != failed+rest {
		t.Errorf("missing: %+v; known are %d: %d fetched, %d redirected, %d failed, %d not requested", r, len(known), fetched, redirected, failed, rest)
	}
	byStatus, left := map[int]int{}, 0
	for _, status := range known {
		byStatus[status]++
	}
	for _, c := range r.Classes {
		if len(c.Examples) > 0 && strings.HasSuffix(c.Examples[0].URL, "/robots.txt") {
			t.Errorf("robots.txt leads the class %s", c.Name)
		}
		if c.Name != "failed" {
			left += c.URLs
			continue
		}
		for _, x := range c.Reasons {
			word, _, _ := strings.Cut(x.Reason, " ")
			if status, err := strconv.Atoi(word); err != nil || byStatus[status] != x.URLs {
				t.Errorf("%d pages with %s, the server sent %v", x.URLs, x.Reason, byStatus)
			}
		}
		if c.URLs != failed {
			t.Errorf("%d failed pages, want %d", c.URLs, failed)
		}
	}
	if left != rest {
		t.Errorf("%d pages are missing for other reasons, and %d were not requested", left, rest)
	}
	out, _ := weft(t, exitDone, "missing", imported, "--quiet")
	if strings.Contains(out, "never requested") {
		t.Errorf("nobody knows what was requested:\n%s", out)
	}
}

var (
	noText = regexp.MustCompile(`(?s)<(script|style|svg).*?</(script|style|svg)>|<[^>]+>`)
	blanks = regexp.MustCompile(`[\s|]+`)
)

func (s *serverTruth) report(t *testing.T, imported string, known map[string]int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	weft(t, exitDone, "report", imported, "-o", path, "--quiet")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := blanks.ReplaceAllString(html.UnescapeString(noText.ReplaceAllString(strings.ReplaceAll(string(page), "<wbr>", ""), "|")), " ")
	fetched, redirected, failed, rest := s.count(known)
	want := []string{
		"in " + grouped(s.responses) + " responses", "The archives hold " + grouped(s.responses) + " responses",
		fmt.Sprintf("Of %s known pages %s were fetched whole, %d redirect and %d are missing.", grouped(len(known)), grouped(fetched), redirected, failed+rest),
		fmt.Sprintf("of the known pages were fetched; %d redirect, %d failed", redirected, failed),
	}
	for status, n := range s.statuses {
		want = append(want, http.StatusText(must(t, status))+" "+grouped(n)+" ")
	}
	for media, n := range s.types {
		want = append(want, media+" "+grouped(n)+" ")
	}
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("the report lacks %q", w)
		}
	}
	for _, not := range []string{"crawl log", "never requested", "Received", "asked for"} {
		if strings.Contains(text, not) {
			at := strings.Index(text, not)
			t.Errorf("the report of an archive says %q", text[max(0, at-100):min(len(text), at+100)])
		}
	}
	if i := slices.IndexFunc(strings.Split(text, "Most linked")[1:], func(part string) bool { return strings.Contains(part[:min(len(part), 100)], "robots.txt") }); i >= 0 {
		t.Error("robots.txt leads the missing pages of the report")
	}
}

func must(t *testing.T, digits string) int {
	t.Helper()
	n, err := strconv.Atoi(digits)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
