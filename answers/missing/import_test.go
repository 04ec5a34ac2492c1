package missing

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// missingOf imports a file and finds what is missing.
func missingOf(t *testing.T, name, text string) (*Missing, *store.Crawl) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{path}})
	work, err := (&asked{top: 5, hosts: usualHosts, output: "-"}).Plan(t.Context(), c, answer.Options{Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	got, err := work.Do()
	if err != nil {
		t.Fatal(err)
	}
	return got.(*Missing), c
}

// The table of hosts says what is known: an archive does not tell what its crawl requested.
func TestHeadingOfArchives(t *testing.T) {
	for name, x := range map[string]struct{ text, want, not string }{
		"links.jsonl": {`{"url":"http://a.example/","status":200,"links":["http://a.example/x"]}` + "\n", "never requested", "not in the archive"},
		"a.warc": {
			"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http\r\nContent-Length: 67\r\n\r\n" +
				"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>a link</a>    \r\n\r\n",
			"not in the archive", "never requested",
		},
	} {
		m, _ := missingOf(t, name, x.text)
		table := fmt.Sprint(m.hostTable().Columns)
		if !strings.Contains(table, x.want) || strings.Contains(table, x.not) {
			t.Errorf("%s: %s, want %q", name, table, x.want)
		}
	}
}

// The missing pages of an import do not begin with robots.txt, however many pages link to it.
func TestRobotsLast(t *testing.T) {
	for name, text := range map[string]string{
		"links.jsonl": `{"url":"http://a.example/","status":200,"links":["http://a.example/robots.txt","http://a.example/x"]}` + "\n" +
			`{"url":"http://a.example/b","status":200,"links":["http://a.example/robots.txt"]}` + "\n",
		"index.cdx": " CDX N b a m s k r M S V g\n" +
			"example,a)/robots.txt 20200101000000 http://a.example/robots.txt text/html 404 A - - 5 0 f\n" +
			"example,a)/x 20200101000000 http://a.example/x text/html 404 A - - 5 0 f\n" +
			"example,a)/ 20200101000000 http://a.example/ text/html 200 A - - 5 0 f\n",
	} {
		m, _ := missingOf(t, name, text)
		if len(m.Classes) != 1 || len(m.Classes[0].Examples) != 2 {
			t.Fatalf("%s: %+v", name, m)
		}
		if first := m.Classes[0].Examples[0]; strings.HasSuffix(first.URL, "/robots.txt") {
			t.Errorf("%s: %s leads", name, first.URL)
		}
	}
}
