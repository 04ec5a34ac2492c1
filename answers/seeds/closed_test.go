package seeds_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/seeds"
	"weft/making/ingest"
	"weft/store"
)

// foundIn finds at most two seeds in a list of links, and returns them with what is printed.
func foundIn(t *testing.T, links string) (*seeds.Found, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "c")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links), DraftOptions: store.DraftOptions{Output: dir, Workers: 1}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	q := seeds.Request{Seen: answer.Options{Memory: 256 << 20, Workers: 1}}
	q.Seeds = 2
	f, err := seeds.InCrawl(t.Context(), c, q)
	if err != nil || len(f.Starting) == 0 {
		t.Fatalf("got %+v, %v: want seeds", f, err)
	}
	var text strings.Builder
	answer.Print(&text, f.Blocks(), func(option string) string { return "--" + option })
	return f, text.String()
}

// A seed in a farm is told with its hosts, also those that only lead to the core. One link from outside opens the
// farm, and a host with hosts that it alone links to is none.
func TestSeedsInLinkFarms(t *testing.T) {
	var b strings.Builder
	for h := range 6 {
		for a := range 5 {
			fmt.Fprintf(&b, "http://farm%d.example/\thttp://shop%d.example/\n", h, a)
		}
	}
	b.WriteString("http://feeder.example/\thttp://farm0.example/\nhttp://before.example/\thttp://feeder.example/\n") // who only lead to it
	b.WriteString("http://farm1.example/\thttp://news0.example/\n")
	for h := range 4 {
		for a := range 4 {
			fmt.Fprintf(&b, "http://hub.example/%d\thttp://news%d.example/\n", h, a)
		}
	}
	farm := []string{"before.example", "farm0.example", "farm1.example", "farm2.example", "farm3.example", "farm4.example", "farm5.example", "feeder.example", "shop0.example", "shop1.example", "shop2.example", "shop3.example", "shop4.example"}
	check := func(what string, want []string) {
		t.Helper()
		f, text := foundIn(t, b.String())
		for _, s := range f.Starting {
			w := want
			if strings.HasPrefix(s.URL, "http://hub.example/") {
				w = nil
			}
			if !slices.Equal(s.Closed, w) {
				t.Errorf("%s: %s lies in the closed group %v, want %v", what, s.URL, s.Closed, w)
			}
		}
		if strings.Contains(text, "1 seed lies in a closed group of hosts") != (want != nil) {
			t.Errorf("%s:\n%s", what, text)
		}
	}
	for i := range 60 {
		fmt.Fprintf(&b, "http://reader%d.example/\thttp://hub.example/0\n", i)
	}
	check("a farm", farm)
	for i := range 60 {
		fmt.Fprintf(&b, "http://else%d.example/\thttp://shop0.example/\n", i)
	}
	check("many others link to it", nil)
	b.Reset() // a small Web of 12 hosts is no farm
	for h := range 6 {
		for a := range 6 {
			fmt.Fprintf(&b, "http://w%d.example/\thttp://v%d.example/\nhttp://v%d.example/\thttp://w%d.example/\n", h, a, a, h)
		}
	}
	b.WriteString("http://w1.example/\thttp://alone.example/\n")
	check("a small Web", nil)
}
