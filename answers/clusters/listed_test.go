package clusters

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/making/ingest"
	"weft/store"
)

// linkedHosts writes links between all front pages and pages of some hosts: each page links to the front page of its
// host and to two others, each front page to its pages, and pages of one host to the next.
func linkedHosts(b *strings.Builder, group string, hosts int) {
	const pages = 12
	at := func(h, i int) string { return fmt.Sprintf("http://%s%d.example/a/%02d.html", group, h%hosts, i%pages) }
	for h := range hosts {
		front := fmt.Sprintf("http://%s%d.example/start/", group, h)
		for i := range pages {
			fmt.Fprintf(b, "%s\t%s\n%s\t%s\n", at(h, i), front, front, at(h, i))
			fmt.Fprintf(b, "%s\t%s\n%s\t%s\n%s\t%s\n", at(h, i), at(h, i+1), at(h, i), at(h+1, i), at(h, i), at(h+1, i+5))
		}
	}
}

// listed imports links, and returns the clusters and what is printed of them.
func listed(t *testing.T, links string) (*Found, string) {
	t.Helper()
	dir := t.TempDir()
	_, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links), DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c"), Memory: 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(filepath.Join(dir, "c"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	f := found(t, c, defaults(), 1)
	var text strings.Builder
	answer.Print(&text, f.Blocks(), func(option string) string { return "--" + option })
	return f, text.String()
}

// A cluster is named after its front page, not its first one. Where nobody else links to several hosts, there is a warning;
// one link from outside is enough that there is none.
func TestNamesAndLinkFarms(t *testing.T) {
	var b strings.Builder
	linkedHosts(&b, "site", 1)
	linkedHosts(&b, "pair", 2)
	linkedHosts(&b, "farm", 3)
	b.WriteString("http://farm0.example/a/00.html\thttp://site0.example/start/\n" +
		"http://site0.example/a/03.html\thttp://pair0.example/start/\n" +
		"http://pair1.example/a/03.html\thttp://site0.example/start/\n")
	f, text := listed(t, b.String())
	want := map[string]Top{
		"http://farm": {Pages: 39, Hosts: 3, LinksIn: 0},
		"http://pair": {Pages: 26, Hosts: 2, LinksIn: 1},
		"http://site": {Pages: 13, Hosts: 1, LinksIn: 2},
	}
	if len(f.Top) != len(want) {
		t.Fatalf("got %+v", f.Top)
	}
	for _, got := range f.Top {
		w := want[got.Name[:len("http://farm")]]
		if got.Pages != w.Pages || got.Hosts != w.Hosts || got.LinksIn != w.LinksIn || got.Closed != (w.Hosts == 3) || !strings.HasSuffix(got.Name, ".example/start/") || got.First == got.Name {
			t.Errorf("got %+v, want %+v named after a front page", got, w)
		}
		if !strings.Contains(text, got.Name) {
			t.Errorf("%s is not printed", got.Name)
		}
	}
	if !strings.Contains(text, "1 cluster of several hosts has no link from other pages") {
		t.Errorf("no warning of a link farm:\n%s", text)
	}
	b.WriteString("http://pair0.example/a/07.html\thttp://farm2.example/a/01.html\n")
	if _, text := listed(t, b.String()); strings.Contains(text, "Mind") {
		t.Errorf("a warning, though somebody links to all:\n%s", text)
	}
	b.WriteString("http://begun.example/\thttp://site0.example/start/\n")
	for i := range 30 { // one host with hosts that it alone links to is no farm
		fmt.Fprintf(&b, "http://begun.example/\thttp://ghost%d.example/\nhttp://begun.example/p\thttp://ghost%d.example/\n", i, i)
	}
	f, text = listed(t, b.String())
	if !slices.ContainsFunc(f.Top, func(x Top) bool { return x.Hosts == 31 && x.LinksIn == 0 }) || strings.Contains(text, "Mind") {
		t.Errorf("want the host with its 30, and no warning of it:\n%s", text)
	}
	b.Reset() // a crawl of one cluster has no others
	linkedHosts(&b, "pair", 2)
	if _, text := listed(t, b.String()); strings.Contains(text, "Mind") {
		t.Errorf("a warning of the whole crawl:\n%s", text)
	}
}
