package missing

import (
	"fmt"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/livecrawl/folder"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// printed is the result of a stored crawl as text.
func printed(t *testing.T, c *store.Crawl) string {
	t.Helper()
	m := answertest.Result[*Missing](t, &asked{top: 5, hosts: usualHosts}, c, answer.Options{Memory: 256 << 20, Workers: 2})
	var b strings.Builder
	answer.Print(&b, m.Blocks(), func(name string) string { return "--" + name })
	return b.String()
}

// TestUnknownIsNotMissing holds that the table of hosts counts no page of unknown state as missing.
func TestUnknownIsNotMissing(t *testing.T) {
	text := printed(t, ingesttest.Text(t, "http://a.example/ http://a.example/b\n"))
	for _, want := range []string{"0 missing", "hosts with pages of unknown state", "a.example      2        0        0        2"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	mixed := printed(t, ingesttest.Text(t, `{"url":"http://a.example/","status":200,"links":["http://a.example/b","http://a.example/c"]}
{"url":"http://a.example/b","status":404}
{"url":"http://a.example/c","status":0}
`))
	if want := "hosts with missing pages and pages of unknown state"; !strings.Contains(mixed, want) {
		t.Errorf("lacks %q:\n%s", want, mixed)
	}
}

// TestNotInTheArchive holds that nothing is said of requests where an archive was imported.
func TestNotInTheArchive(t *testing.T) {
	block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/b>b</a>"
	text := printed(t, ingesttest.Text(t, fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n"+
		"WARC-Target-URI: http://a.example/\r\nWARC-Date: 2026-11-29T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)))
	if !strings.Contains(text, "  not in the archive\n") || strings.Contains(text, "never requested") {
		t.Errorf("got\n%s", text)
	}
}

// TestDemo holds that no command is printed that requests pages of a made Web.
func TestDemo(t *testing.T) {
	m := &Missing{Classes: []Class{{Name: Failed, URLs: 7}, {Name: Nofollow, URLs: 2}}}
	m.advise("demo/crawl", &folder.Config{Web: folder.Live, Note: folder.DemoNote})
	for i := range m.Classes {
		if c := &m.Classes[i]; len(c.Fetch) > 0 || c.Fetch == nil {
			t.Errorf("%s: got %+v", c.Name, c.Fetch)
		}
	}
}

// TestWaitingWasRequested holds that no column says of waiting pages that they were never requested.
func TestWaitingWasRequested(t *testing.T) {
	for class, want := range map[string]string{Waiting: "waiting or never requested", Never: "never requested"} {
		m := &Missing{Pages: 3, Missing: 2, Classes: []Class{{Name: class, What: what[class], URLs: 2}}, ByHost: []HostStates{{Host: "a.example", Pages: 3, Missing: 2, Fetched: 1, Never: 2}}}
		table := m.hostTable()
		if last := table.Columns[len(table.Columns)-1].Title; last != want {
			t.Errorf("%s: the column is %q, want %q", class, last, want)
		}
	}
}
