package pages

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
)

// Orphans and repeated texts are those that a plain pass over the arcs and the facts finds.
func TestNarrow(t *testing.T) {
	c := archived(t, drawn.Rand(t))
	s := New(c)
	defer s.Close()
	facts, err := c.OpenFacts()
	if err != nil {
		t.Fatal(err)
	}
	defer facts.Close()
	linked := map[graph.Node]bool{}
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, v := range cur.Succ() {
			if k := cur.Kinds()[i]; v != cur.Node() && k&kinds.Nofollow == 0 && k&kinds.Measured != 0 {
				linked[v] = true
			}
		}
	}
	titles := map[string][]graph.Node{}
	var orphans []graph.Node
	for u := range graph.Node(c.NumPages()) { //nolint:gosec // pages are nodes
		if c.State(u) != page.Fetched {
			continue
		}
		f, err := facts.At(u)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Title) > 0 {
			titles[string(f.Title)] = append(titles[string(f.Title)], u)
		}
		if !linked[u] {
			orphans = append(orphans, u)
		}
	}
	var repeated []graph.Node
	for _, same := range titles {
		if len(same) > 1 {
			repeated = append(repeated, same...)
		}
	}
	slices.Sort(repeated)
	if got := nodesOf(t, s, &Query{Orphan: true}); !slices.Equal(got, orphans) {
		t.Errorf("orphans: got %v, want %v", got, orphans)
	}
	got := nodesOf(t, s, &Query{Duplicate: Title})
	groups := map[string]int{}
	last := ""
	for _, u := range got {
		f, err := facts.At(u)
		if err != nil {
			t.Fatal(err)
		}
		if title := string(f.Title); title != last {
			groups[title]++
			last = title
		}
	}
	for title, n := range groups {
		if n > 1 {
			t.Errorf("pages with the title %q are in %d places", title, n)
		}
	}
	if slices.Sort(got); !slices.Equal(got, repeated) {
		t.Errorf("repeated titles: got %v, want %v", got, repeated)
	}
}

func nodesOf(t *testing.T, s *Source, q *Query) (all []graph.Node) {
	t.Helper()
	found, err := s.Find(t.Context(), q, true)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Nodes(t.Context(), found, func(u graph.Node) error { all = append(all, u); return nil })
	if err != nil || len(all) != found.Count {
		t.Fatalf("%d pages, found %d: %v", len(all), found.Count, err)
	}
	first, err := s.First(t.Context(), found, ByURL, len(all))
	if err != nil || !slices.Equal(first, all) {
		t.Fatalf("the first pages are %v, want %v: %v", first, all, err)
	}
	return all
}

// Only fetched HTML pages can lack a title.
func TestNoTitle(t *testing.T) {
	var b strings.Builder
	for i, reply := range []string{
		"200 OK\r\nContent-Type: text/html\r\n\r\n<title>a</title>", "200 OK\r\nContent-Type: text/html\r\n\r\n<p>b",
		"200 OK\r\nContent-Type: image/png\r\n\r\nc", "404 Not Found\r\nContent-Type: text/html\r\n\r\nd", "200 OK\r\nContent-Type: text/html\r\n\r\n<p>b",
	} {
		reply = "HTTP/1.1 " + reply
		fmt.Fprintf(&b, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/%d\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Payload-Digest: sha1:%d\r\nWARC-Record-ID: <urn:uuid:%08d-0000-0000-0000-000000000000>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			i, i%3, i, len(reply), reply)
	}
	file := filepath.Join(t.TempDir(), "in.warc")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{file}})
	s := New(c)
	defer s.Close()
	for _, x := range []struct {
		q    Query
		want []string
	}{
		{Query{No: Title}, []string{"1", "4"}},
		{Query{No: Title, Orphan: true, Address: "http://a.example/4"}, []string{"4"}},
		{Query{Duplicate: Content}, []string{"1", "4"}}, // 0 has the digest of 3, which failed
	} {
		var got []string
		for _, u := range nodesOf(t, s, &x.q) {
			got = append(got, strings.TrimPrefix(c.Label(u), "http://a.example/"))
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%+v: got %q, want %q", x.q, got, x.want)
		}
	}
}
