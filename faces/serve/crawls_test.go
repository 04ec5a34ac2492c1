package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/livecrawl/folder"
)

// TestShown replaces folders of crawls by their names, wherever they stand in a text, and no parts of longer names.
func TestShown(t *testing.T) {
	s := serving(t, Options{Jobs: "/var/jobs"})
	s.crawls = []*crawl{{path: "/data/a", name: "a"}, {path: "/data/a/b", name: "b"}, {path: filepath.Join("given", "c"), name: "c"}, {path: "d", name: "d"}}
	for text, want := range map[string]string{
		"/data/a/graph.graph: damaged":                "a/graph.graph: damaged",
		"open /data/a/b/weft.json: no such file":      "open b/weft.json: no such file",
		`"/data/a", '/data/a/b' (/data/a).`:           `"a", 'b' (a).`,
		"/data/another and /data/a-2 and /x/data/a/y": "/data/another and /data/a-2 and /x/data/a/y",
		"read /data/a.":                               "read a.",
		"given/c/results: full":                       "c/results: full",
		s.crawls0(2) + "/results":                     "c/results",
		"/var/jobs/7/result.json: cut":                "jobs/7/result.json: cut",
		"two of one: /data/a\n/data/a":                "two of one: a\na",
		"d is a word":                                 "d is a word",
	} {
		if got := s.shown(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func (s *Server) crawls0(i int) string { return s.crawls[i].whole() }

// TestDamagedInList names the damage of a live crawl in the list of crawls; it has a graph.
func TestDamagedInList(t *testing.T) {
	dir := liveCrawl(t, folder.Config{Seeds: []string{liveSite(t, map[string]string{"/": `<a href="/gone">g</a>`}).URL + "/"}})
	file := filepath.Join(dir, "snapshot", "pages.states.npy")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	write(t, file, string(data))
	s := serving(t, Options{NewCrawls: filepath.Dir(dir)})
	if text := get(s, "/").Body.String(); strings.Contains(text, "no graph yet") || !strings.Contains(text, "have changed since they were written") {
		t.Errorf("the list: %s", text)
	}
}
