package livecrawl_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Hosts that cannot be reached are failed pages with the reason in the crawl log, or pages to wait for if that may
// pass, and the crawl goes on.
func TestHostsThatDoNotAnswer(t *testing.T) {
	s := newSite(t, map[string]string{"/": "home"})
	dir := filepath.Join(t.TempDir(), "c")
	c := config(s.URL, "http://nobody.invalid/", "http://127.0.0.1:1/", "https://"+strings.TrimPrefix(s.URL, "http://")+"/")
	o := options(dir)
	o.Politeness.Tries = 1
	if r := crawl(t, c, o); r.Done || r.Why != "waiting for 1 page of 1 host" || r.Stats.Fetched != 1 || r.Failed != 2 {
		t.Errorf("got %+v", r.Counts)
	}
	if got := string(read(t, dir, "waiting.tsv")); !strings.HasPrefix(got, "http://127.0.0.1:1/\t") || !strings.Contains(got, "refused") {
		t.Errorf("what is waited for: %q", got)
	}
	log, err := os.ReadFile(filepath.Join(dir, "log", "crawl.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"-1 ", "http://nobody.invalid/", "no such host", "refused", "tls"} {
		if !strings.Contains(string(log), want) {
			t.Errorf("the crawl log does not say %q:\n%s", want, log)
		}
	}
	checkArchive(t, dir)
	sameGraph(t, dir, dir)
}

// Without leave nothing private is connected to.
func TestPrivateAddresses(t *testing.T) {
	s := newSite(t, map[string]string{"/": "home"})
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Net.AllowPrivate = false
	if r := crawl(t, config(s.URL), o); r.Stats.Fetched != 0 || r.Failed != 1 {
		t.Errorf("got %+v", r.Counts)
	}
	if _, n := s.requests(); n != 0 {
		t.Errorf("%d requests", n)
	}
	o.Net.AllowPrivate = true
	if r := resume(t, o); r.Stats.Fetched != 1 || r.Failed != 0 || !r.Done {
		t.Errorf("when they may be asked: %q, %+v", r.Why, r.Counts)
	}
}
