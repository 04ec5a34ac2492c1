package serve

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"weft/internal/digits"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/store"
	"weft/web/weburl"
)

// TestMissingScreen shows the counts of weft missing, counted once for many readers, and its commands with their flags.
func TestMissingScreen(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}, Flag: func(option string) string { return "--" + option }})
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			if w := get(s, "/c/stated/missing"); w.Code != http.StatusOK {
				t.Errorf("status %d", w.Code)
			}
		})
	}
	readers.Wait()
	first := s.crawls[0].now.ledger.now.at
	text := get(s, "/c/stated/missing").Body.String()
	if !s.crawls[0].now.ledger.now.at.Equal(first) || first.IsZero() {
		t.Error("the pages were counted again")
	}
	counts := o.Manifest.Counts
	for _, want := range []string{
		"<dt>known pages</dt><dd>" + digits.Grouped(counts.Pages), "<dt>fetched whole</dt><dd>" + digits.Grouped(counts.Fetched), `<a href="#failed">failed</a>`,
		`<a href="#never">never</a>`, "weft missing " + o.Path + " --list CLASS --output urls.tsv", `<a href="page?url=http%3A%2F%2F`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen does not have %s", want)
		}
	}
}

// TestMissingWithoutMemory reports a budget that is too small.
func TestMissingWithoutMemory(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}, Memory: 1 << 20})
	if w := get(s, "/c/stated/missing"); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "memory") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// TestMissingFails shows why a long count has failed to a reader who comes back, and counts again later.
func TestMissingFails(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}, Memory: 1 << 20})
	s.work.Lock()
	if w := get(s, "/c/stated/missing"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "counts the missing pages") {
		t.Errorf("while it counts: status %d: %s", w.Code, w.Body)
	}
	first := s.crawls[0].now.ledger.now
	s.work.Unlock()
	<-first.done
	s.work.Lock()
	defer s.work.Unlock()
	if w := get(s, "/c/stated/missing"); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "memory") {
		t.Errorf("after the count: status %d: %s", w.Code, w.Body)
	}
	first.at = first.at.Add(-2 * freshFor)
	if w := get(s, "/c/stated/missing"); w.Code != http.StatusOK || s.crawls[0].now.ledger.now == first {
		t.Errorf("later: status %d, counted again: %v", w.Code, s.crawls[0].now.ledger.now != first)
	}
}

// TestMissingCounting says that a count is under way, and keeps its crawl open until the count has ended.
func TestMissingCounting(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}})
	s.work.Lock()
	if text := get(s, "/c/stated/missing").Body.String(); !strings.Contains(text, "counts the missing pages") || !strings.Contains(text, `http-equiv="refresh"`) {
		t.Errorf("the screen: %s", text)
	}
	now := s.crawls[0].now
	s.crawls[0].close()
	now.of.mu.Lock()
	refs := now.refs
	now.of.mu.Unlock()
	if refs != 1 {
		t.Errorf("%d uses of the crawl, want that of the count", refs)
	}
	s.work.Unlock()
	<-now.ledger.now.done
}

// linkedCrawl returns a stored crawl of some pages. One of them links to the others, and no state is known.
func linkedCrawl(t *testing.T, pages int) string {
	t.Helper()
	var list strings.Builder
	for i := range pages - 1 {
		fmt.Fprintf(&list, "http://a.example/\thttp://b.example/%d\n", i)
	}
	dir := filepath.Join(t.TempDir(), "linked")
	listOf(t, dir, list.String(), false)
	return dir
}

// TestMissingTicks shows up to 100 pages of a class to tick, each with its reason. Buttons and the list of seeds are beside the table.
func TestMissingTicks(t *testing.T) {
	for pages, caption := range map[int]string{150: "The 100 most linked of 150 URLs.", 30: "30 URLs, the most linked first."} {
		s := serving(t, Options{Crawls: []string{linkedCrawl(t, pages)}})
		text := get(s, "/c/linked/missing").Body.String()
		if got := strings.Count(text, `name="url" value="http://`); got != min(pages, mostMissing) {
			t.Errorf("%d pages can be ticked of %d", got, pages)
		}
		_, class, _ := strings.Cut(text, caption)
		class, _, has := strings.Cut(class, "</section>")
		if _, after, _ := strings.Cut(class, "</table>"); !has || !strings.Contains(after, `<button form="tick" name="do" value="seeds"`) {
			t.Errorf("%d pages: no caption %q, or no button after the table: %s", pages, caption, text)
		}
		if strings.Contains(class, "<td><bdi></bdi></td>") {
			t.Errorf("a row has no reason: %s", class)
		}
		i := strings.Index(text, `&amp;form=seeds">Seeds of this class</a>`)
		if i < 0 {
			t.Fatalf("no link to seeds: %s", text)
		}
		path := text[strings.LastIndex(text[:i], `"`)+1:i] + "&form=seeds"
		w := get(s, "/c/linked/"+path)
		lines := strings.Fields(w.Body.String())
		if len(lines) != pages || strings.Contains(w.Body.String(), "\t") || !slices.Contains(lines, "http://b.example/7") || !strings.Contains(w.Header().Get("Content-Disposition"), "-seeds.txt") {
			t.Errorf("%s: %d lines, %v: %.200s", path, len(lines), w.Header(), w.Body)
		}
		var api struct{ Classes []struct{ Examples []any } }
		if err := json.Unmarshal(get(s, "/api/v1/crawls/linked/missing").Body.Bytes(), &api); err != nil || len(api.Classes) != 1 || len(api.Classes[0].Examples) != mostListed {
			t.Errorf("the interface for programs: %v, %v", err, api)
		}
	}
}

// TestMissingHosts leads from each host to its pages, as many as the row says: pages of subdomains are in other rows.
func TestMissingHosts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/1\nhttp://a.example/\thttp://b.example/2\nhttp://a.example/\thttp://sub.b.example/\nhttp://a.example/\thttp://b.example:81/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	text := get(s, "/c/a/missing").Body.String()
	rows := regexp.MustCompile(`<a href="(pages\?address=[^"]*)"><bdi>([^<]*)</bdi></a></th><td class="n">(\d+)</td><td class="n">(\d+)</td>`).FindAllStringSubmatch(text, -1)
	if len(rows) < 3 {
		t.Fatalf("%d hosts: %s", len(rows), text)
	}
	for _, row := range rows {
		want := row[4]
		if strings.HasPrefix(row[2], "b.example") {
			want = "3" // with all ports
		}
		if pages := get(s, "/c/a/"+row[1]).Body.String(); !strings.Contains(pages, `<strong role="status">`+want+" page") {
			t.Errorf("%s does not lead to %s pages: %s", row[0], want, pages)
		}
	}
}

// TestMissingNothingTicked says what to do, and leads back to the list of missing pages.
func TestMissingNothingTicked(t *testing.T) {
	s := serving(t, Options{Crawls: []string{linkedCrawl(t, 3)}})
	b := read(t, s)
	for want, fields := range map[string]url.Values{
		"no page is ticked: tick the box of at least one page":               {"do": {"seeds"}},
		"1 page left out, because weft cannot request the URL: javascript:1": {"do": {"seeds"}, "url": {"javascript:1"}},
	} {
		w := b.post("/c/linked/missing", fields)
		if text := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(text, want) || !strings.Contains(text, `<p><a href="/c/linked/missing">`) {
			t.Errorf("status %d, want %q and a link back: %s", w.Code, want, text)
		}
	}
}

// TestMissingFirstColumn cuts tables into columns wherever writes end.
func TestMissingFirstColumn(t *testing.T) {
	const table = "http://a/\tgone\t3\thttp://b/\nhttp://c/\t\t0\t\n"
	for size := 1; size <= len(table); size++ {
		var b strings.Builder
		c := &firstColumn{to: &b}
		for part := range slices.Chunk([]byte(table), size) {
			if n, err := c.Write(part); n != len(part) || err != nil {
				t.Fatalf("%d bytes: %v", n, err)
			}
		}
		if b.String() != "http://a/\nhttp://c/\n" {
			t.Errorf("writes of %d bytes: %q", size, b.String())
		}
	}
}

// TestMissingLists pages through the list of a class, and has each of its URLs once. The downloads have the same rows.
func TestMissingLists(t *testing.T) {
	const pages = 2*rowsShown + 51
	s := serving(t, Options{Crawls: []string{linkedCrawl(t, pages)}, Flag: func(option string) string { return "--" + option }})
	row := regexp.MustCompile(`name="url" value="([^"]*)"`)
	next := regexp.MustCompile(`href="(\?[^"]*)" rel="next"`)
	var seen []string
	for path := "/c/linked/missing/list?class=unknown"; path != ""; {
		text := get(s, path).Body.String()
		for _, m := range row.FindAllStringSubmatch(text, -1) {
			seen = append(seen, m[1])
		}
		path = ""
		if m := next.FindStringSubmatch(text); m != nil {
			path = "/c/linked/missing/list" + strings.ReplaceAll(m[1], "&amp;", "&")
		} else if !strings.Contains(text, "201 to 251 of 251 URLs.") || !strings.Contains(text, "--list unknown --output unknown.tsv") {
			t.Errorf("the last page: %s", text)
		}
	}
	seeds := strings.Fields(get(s, "/c/linked/missing/urls?class=unknown&form=seeds").Body.String())
	if len(seen) != pages || !slices.Equal(seen, seeds) {
		t.Errorf("the screens have %d rows, the seeds %d", len(seen), len(seeds))
	}
	if w := get(s, "/c/linked/missing/list?class=unknown&reason=503"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "--reason 503: no URL of --list unknown has a reason") {
		t.Errorf("a reason that no page has: status %d: %s", w.Code, w.Body)
	}
	for _, x := range []string{"waiting", "failed", "never", "held"} { // more lists than are held
		get(s, "/c/linked/missing/list?class="+x)
	}
	if text := get(s, "/c/linked/missing/list?class=held").Body.String(); !strings.Contains(text, "No URL of the crawl is in this class.") || strings.Contains(text, "Download all") {
		t.Errorf("an empty class: %s", text)
	}
	if all := s.crawls[0].now.lists.all; len(all) != mostLists {
		t.Errorf("%d lists are held", len(all))
	}
	if w := get(s, "/c/linked/missing/list?class=unknown&page=99"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "201 to 251 of 251 URLs.") {
		t.Errorf("a page beyond the last: status %d", w.Code)
	}
}

// TestMissingReasons narrows a class to each of its reasons, whose counts add up to the class.
func TestMissingReasons(t *testing.T) {
	dir := failingCrawl(t)
	s := serving(t, Options{Crawls: []string{dir}})
	text := get(s, "/c/failing/missing").Body.String()
	for want, rows := range map[string]int{"503 Service Unavailable": 2, "404 Not Found": 3} {
		link := regexp.MustCompile(`href="(missing/list[^"]*)"><bdi>` + want + `</bdi></a> (\d+)`).FindStringSubmatch(text)
		if link == nil || link[2] != strconv.Itoa(rows) {
			t.Errorf("%s: the link is %q, want %d pages: %s", want, link, rows, text)
			continue
		}
		list := get(s, "/c/failing/"+strings.ReplaceAll(link[1], "&amp;", "&")).Body.String()
		if n := strings.Count(list, "<td><bdi>"+want+"</bdi></td>"); n != rows || !strings.Contains(list, "all reasons</bdi></a> 5") {
			t.Errorf("%s: %d rows, want %d, and a link to all: %s", want, n, rows, list)
		}
	}
	w := get(s, "/c/failing/missing/urls?class=failed&reason=503+Service+Unavailable")
	if n := strings.Count(w.Body.String(), "\n"); n != 2 || !strings.Contains(w.Header().Get("Content-Disposition"), "failed-503.tsv") {
		t.Errorf("%d rows, %v", n, w.Header())
	}
}

// failingCrawl returns a stored crawl of an archive: a page with links to three pages of status 404 and two of status 503.
func failingCrawl(t *testing.T) string {
	t.Helper()
	var warc strings.Builder
	record := func(url string, status int, body string) {
		reply := fmt.Sprintf("HTTP/1.1 %d %s\r\nContent-Type: text/html\r\n\r\n%s", status, http.StatusText(status), body)
		fmt.Fprintf(&warc, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", url, url, len(reply), reply)
	}
	links := ""
	for i := range 5 {
		links += fmt.Sprintf("<a href=/%d>x</a>", i)
	}
	record("http://a.example/", http.StatusOK, links)
	for i := range 5 {
		record(fmt.Sprintf("http://a.example/%d", i), map[bool]int{true: http.StatusServiceUnavailable, false: http.StatusNotFound}[i < 2], "none")
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.warc"), filepath.Join(dir, "failing")
	if err := os.WriteFile(in, []byte(warc.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{in}, DraftOptions: store.DraftOptions{Output: out, Memory: 256 << 20, Workers: 2}}); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMissingOddURLs leaves out and names what weft cannot request, and takes all other URLs, in their canonical form.
func TestMissingOddURLs(t *testing.T) {
	long := "http://a.example/?" + strings.Repeat("q", weburl.MaxLen-len("http://a.example/?"))
	odd := []string{"ftp://a.example/", "http://a.example/" + strings.Repeat("x", weburl.MaxLen), "mailto:x", "10", "http://[/", "a.example", ""}
	urls, left := urlsOf(slices.Concat([]string{"http://a.example/%zz", "http://a.example/^|{}", long}, odd, []string{"HTTP://B.example:80/a b"}))
	if want := []string{"http://a.example/%zz", "http://a.example/^|{}", long, "http://b.example/a%20b"}; len(urls) != len(want) || urls[0] != want[0] || urls[2] != long || urls[3] != want[3] {
		t.Errorf("%.300q", urls)
	}
	if text := left.text(); left.count != len(odd) || !strings.HasPrefix(text, "7 pages left out") || !strings.Contains(text, "ftp://a.example/") || !strings.HasSuffix(text, "and 2 more") {
		t.Errorf("%d left out: %s", left.count, text)
	}
	s := serving(t, Options{Crawls: []string{linkedCrawl(t, 3)}})
	w := read(t, s).post("/c/linked/missing", url.Values{"do": {"seeds"}, "url": {"mailto:x", "http://b.example/|"}})
	if got := w.Body.String(); w.Code != http.StatusOK || got != "# 1 page left out, because weft cannot request the URL: mailto:x\nhttp://b.example/|\n" {
		t.Errorf("status %d: %q", w.Code, got)
	}
	if _, err := folder.ReadSeeds(strings.NewReader(w.Body.String()+long+"\n"), "seeds"); err != nil {
		t.Error(err)
	}
}

// TestMissingCutLine reads a list with a URL that is longer than any. Its cut text is not requested.
func TestMissingCutLine(t *testing.T) {
	const start = "http://a.example/"
	fits := start + strings.Repeat("x", weburl.MaxLen-len(start))
	for _, x := range []struct {
		url  string
		want bool
	}{{fits, true}, {fits + "x", false}, {fits + strings.Repeat("x", weburl.MaxLen), false}, {start + strings.Repeat(" ", weburl.MaxLen), false}} {
		columns, err := readColumns(bufio.NewReader(strings.NewReader(x.url + "\tgone\t1\thttp://b.example/\n")))
		if err != nil || canFetch(columns[0]) != x.want || columns[3] != "http://b.example/" {
			t.Errorf("%d bytes: %v, %.50q", len(x.url), err, columns)
		}
	}
}

// TestNamesLikeNumbers links each page by its name, also where names have the form of numbers.
func TestNamesLikeNumbers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "named")
	listOf(t, dir, "10\t2\n2\t30\n30\tabc\nabc\t10\n1\t10\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	if !s.crawls[0].isNamed() {
		t.Fatal("the crawl has no names")
	}
	if text := get(s, "/c/named/missing").Body.String(); strings.Contains(text, `aria-label="Hosts"`) || strings.Contains(text, `href="pages?address="`) {
		t.Errorf("a host without a name has a row: %s", text)
	}
	for _, path := range []string{"missing", "missing/list?class=unknown", "map?by=page&node=10"} {
		text := get(s, "/c/named/"+path).Body.String()
		links := regexp.MustCompile(`href="((?:\.\./)?page\?[^"]*)"[^>]*>(?:<bdi>)?([^<]*)<`).FindAllStringSubmatch(text, -1)
		if len(links) == 0 {
			t.Errorf("%s has no links to pages: %s", path, text)
		}
		for _, l := range links {
			if !strings.HasSuffix(path, "=10") && strings.TrimPrefix(l[1], "../") != "page?url="+l[2] {
				t.Errorf("%s: %s leads to %s", path, l[2], l[1])
			}
			page := get(s, "/c/named/"+strings.TrimPrefix(html.UnescapeString(l[1]), "../")).Body.String()
			if want := regexp.MustCompile(`<h1>(?s:.*?)</h1>`).FindString(page); !strings.Contains(page, "<title>"+l[1][strings.Index(l[1], "=")+1:]) {
				t.Errorf("%s leads to %s", l[1], want)
			}
		}
	}
	for _, x := range []struct {
		named      bool
		name, want string
	}{{true, "10", "?url=10"}, {false, "10", "?n=10"}, {false, "abc", ""}, {true, "a b", "?url=a+b"}, {true, strings.Repeat("x", longestLink+1), ""}} {
		if got := pageOf(x.named, x.name); got != x.want {
			t.Errorf("named %v, %.20q: %s, want %s", x.named, x.name, got, x.want)
		}
	}
}
