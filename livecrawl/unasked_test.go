package livecrawl_test

import (
	"context"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"weft/graph/page"
	"weft/making/ingest"
	"weft/store"
)

// stateIn returns the state of a page in a graph; a ghost is one that is not there.
func stateIn(t *testing.T, graph, url string) page.State {
	t.Helper()
	g, err := store.Open(graph)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	u, ok, err := g.Find(url)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return page.Ghost
	}
	return g.State(u)
}

// lineOf returns the line of a page in the crawl log.
func lineOf(t *testing.T, dir, url string) string {
	t.Helper()
	line := regexp.MustCompile(`(?m)^\S+ +-?\d+ +\S+ ` + regexp.QuoteMeta(url) + ` .*$`)
	return string(line.Find(read(t, filepath.Join(dir, "log", "crawl.log"))))
}

// What is a success or a redirect by its number, and brings nothing, or less than the page, or what nobody asked for
// (RFC 9110, section 15; RFC 3229, section 10.4.1). The crawl, an import of its archive, of its index and of its log
// agree.
func TestAnswersNobodyAskedFor(t *testing.T) {
	const text = "Content-Type: text/html"
	link := anchors("/x")
	for _, c := range []struct {
		name, answer string
		state        page.State
		follows      string // what is asked for besides
		remark       string
		short        bool
		unlike       string // readers that cannot know better
	}{
		{"200, empty", httpAnswer("200 OK", text, ""), page.Fetched, "", "-", false, ""},
		{"203", httpAnswer("203 Changed", text, link), page.Fetched, "/x", "-", false, ""},
		{"204", "HTTP/1.1 204 No Content\r\n" + text + "\r\n\r\n", page.Fetched, "", "-", false, ""},
		{"205", httpAnswer("205 Reset Content", text, ""), page.Fetched, "", "-", false, ""},
		{"206, the beginning", httpAnswer("206 Part", text+"\nContent-Range: bytes 0-8/1000", link), page.Fetched, "/x", "partial", true, ""},
		{"206, the end", httpAnswer("206 Part", text+"\nContent-Range: bytes 8-999/1000", link), page.Fetched, "/x", "partial", true, ""},
		{"206, of a size that is not known", httpAnswer("206 Part", text+"\nContent-Range: bytes 0-8/*", link), page.Fetched, "/x", "partial", true, ""},
		{"206, parts", httpAnswer("206 Part", "Content-Type: multipart/byteranges; boundary=b", "--b\r\n\r\n"+link), page.Fetched, "", "partial", true, "index"},
		{"206, all of it", httpAnswer("206 Part", text+"\nContent-Range: bytes 0-999/1000", link), page.Fetched, "/x", "-", false, ""},
		{"206, no range", httpAnswer("206 Part", text, link), page.Fetched, "/x", "partial", true, ""},
		{"226, a difference", httpAnswer("226 IM Used", text+"\nIM: vcdiff", "delta"), page.Failed, "", "unasked", false, "index"},
		{"226, no manipulation", httpAnswer("226 IM Used", text, link), page.Fetched, "/x", "-", false, ""},
		{"300, a choice", httpAnswer("300 Several", text+"\nLocation: /to", link), page.Redirected, "/x /to", "-", false, ""},
		{"300, no choice", httpAnswer("300 Several", text, link), page.Failed, "/x", "-", false, "index log"},
		{"301, no Location", httpAnswer("301 Moved", text, link), page.Failed, "/x", "-", false, "index log"},
		{"304", "HTTP/1.1 304 Not Modified\r\n" + text + "\r\nETag: \"a\"\r\n\r\n", page.Failed, "", "unasked", false, ""},
		{"304, a Location", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n" + text + "\r\nLocation: /to\r\n\r\n", page.Failed, "", "unasked", false, ""},
		{"305", httpAnswer("305 Use Proxy", text+"\nLocation: http://a.test/proxy", ""), page.Failed, "", "-", false, ""},
		{"306", httpAnswer("306 Unused", text+"\nLocation: /to", ""), page.Redirected, "/to", "-", false, ""},
		{"399", httpAnswer("399 New", text+"\nLocation: /to", ""), page.Redirected, "/to", "-", false, ""},
		{"100 alone", "HTTP/1.1 100 Continue\r\n\r\n", page.Failed, "/s", `answer"`, false, ""}, // over a new connection
		{"101", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", page.Failed, "", `answers"`, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			serve := map[string]string{"/": anchors("/s"), "/s": c.answer, "/to": "home", "/x": "x", "/proxy": "no"}
			b := behaviour{serve: serve, want: "/ /s " + c.follows}
			_, r, dir := b.try(t)
			url := home + "/s"
			for _, reader := range []struct{ name, graph string }{
				{"crawl", snapshot(t, dir)}, {"index", importOf(t, filepath.Join(dir, "warc", "index.cdxj"))}, {"log", importOf(t, filepath.Join(dir, "log", "crawl.log"))},
			} {
				none := reader.name == "index" && strings.HasPrefix(c.name, "10") // there is no record
				if got := stateIn(t, reader.graph, url); got != c.state && !strings.Contains(c.unlike, reader.name) && !none {
					t.Errorf("%s: got %v, want %v", reader.name, got, c.state)
				}
			}
			if line := lineOf(t, dir, url); !strings.HasSuffix(line, " "+c.remark) {
				t.Errorf("the log says %s, want the remark %q", line, c.remark)
			}
			if r.CutShort > 0 != c.short {
				t.Errorf("%d answers are cut short", r.CutShort)
			}
		})
	}
}

func importOf(t *testing.T, path string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), filepath.Base(path))
	if _, err := ingest.Import(context.Background(), importOptions(out, path)); err != nil {
		t.Fatal(err)
	}
	return out
}

// Of a page without ETag and Last-Modified nothing can be asked but all of it, so that 304 says as little with an
// earlier crawl as without.
func TestNotModifiedSince(t *testing.T) {
	var second atomic.Bool
	p := newProbe(t, nil)
	p.dynamic = func(r request) (string, bool) {
		path := strings.TrimPrefix(r.url, home)
		switch {
		case path == "/robots.txt":
			return httpAnswer("404 No", "", ""), true
		case path == "/":
			return html("", anchors("/tag", "/none")), true
		case second.Load() && (path == "/tag" || path == "/none"):
			return "HTTP/1.1 304 Not Modified\r\nContent-Type: text/html\r\n\r\n", true
		case path == "/tag":
			return html("ETag: \"t\"", "tag"), true
		}
		return html("", "none"), true
	}
	dir := filepath.Join(t.TempDir(), "first")
	crawl(t, config(home+"/"), p.through(dir))
	second.Store(true)
	c, o := config(home+"/"), p.through(filepath.Join(t.TempDir(), "second"))
	c.Since = dir
	r := crawl(t, c, o)
	sameImport(t, o.Dir)
	graph := snapshot(t, o.Dir)
	for path, want := range map[string]page.State{"/tag": page.Fetched, "/none": page.Failed} {
		if got := stateIn(t, graph, home+path); got != want {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
	if r.Failed != 1 || r.Statuses[http.StatusNotModified] != 2 {
		t.Errorf("%d pages failed, with statuses %v", r.Failed, r.Statuses)
	}
}
