package site

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/option"
	"weft/making/ingest/ingesttest"
)

// printed is a result as a terminal shows it, with one blank between words.
func printed(blocks []answer.Block) string {
	var b bytes.Buffer
	answer.Print(&b, blocks, option.Quoted)
	var lines []string
	for line := range strings.Lines(b.String()) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// The folders of a site are counted, inside and outside, and drawn in decreasing order of the pages inside.
func TestFoldersOfASite(t *testing.T) {
	var lines strings.Builder
	for _, f := range []struct {
		folder string
		n      int
	}{{"a.test/small/", 3}, {"a.test/large/", 9}, {"b.test/as/", 3}, {"b.test/", 2}, {"c.test/other/", 5}} {
		for i := range f.n {
			fmt.Fprintf(&lines, "http://%sp%d\thttp://%sp%d\n", f.folder, i, f.folder, (i+1)%f.n)
		}
	}
	c := ingesttest.Text(t, lines.String())
	g := &Ground{c: c}
	s := &Site{}
	for u := range graph.Node(c.NumPages()) {
		if l := c.Label(u); !strings.Contains(l, "c.test") && l != "http://a.test/large/p4" && l != "http://a.test/large/p5" {
			s.pages = append(s.pages, u)
		}
	}
	d := g.picture(s)
	if want := []folder{{"a.test/large/", 7, 9}, {"a.test/small/", 3, 3}, {"b.test/as/", 3, 3}, {"b.test/", 2, 2}}; !slices.Equal(d.folders, want) || d.more > 0 {
		t.Errorf("got %v, and %d more, want %v", d.folders, d.more, want)
	}
	all := d.Plots()
	if len(all) != 1 || all[0].Name != "boundary" {
		t.Fatalf("%d pictures", len(all))
	}
	for _, text := range []string{"a.test/large/", "b.test/as/", "Pages inside (blue) and outside (grey)", "Hosts and folders without a page of the site are not shown."} {
		if !bytes.Contains(all[0].Sheet.SVG(), []byte(text)) {
			t.Errorf("the picture has no %q", text)
		}
	}
	if bytes.Contains(all[0].Sheet.SVG(), []byte("c.test")) {
		t.Error("the picture has a folder without pages of the site")
	}
}

// Of many folders the largest 24 are drawn, and the picture says how many more there are.
func TestManyFolders(t *testing.T) {
	for _, n := range []int{24, 25, 40} {
		var lines strings.Builder
		for i := range n {
			fmt.Fprintf(&lines, "http://a.test/f%02d/x\thttp://a.test/f%02d/x\n", i, (i+1)%n)
		}
		lines.WriteString("http://a.test/f17/y\thttp://a.test/f17/x\n")
		c := ingesttest.Text(t, lines.String())
		s := &Site{}
		for u := range graph.Node(c.NumPages()) {
			s.pages = append(s.pages, u)
		}
		d := (&Ground{c: c}).picture(s)
		if len(d.folders) != 24 || d.folders[0].name != "a.test/f17/" || d.folders[1].name != "a.test/f00/" {
			t.Errorf("%d folders: %v", n, d.folders)
		}
		if says := bytes.Contains(d.Plots()[0].Sheet.SVG(), []byte(fmt.Sprintf("%d more folders with pages", n-24))); says != (n > 24) {
			t.Errorf("%d folders: it says how many more: %v", n, says)
		}
	}
}

// A crawl without names has no folders to draw.
func TestNumbersHaveNoFolders(t *testing.T) {
	if d := (&Ground{c: ingesttest.Text(t, "1\t2\n2\t1\n")}).picture(&Site{pages: []graph.Node{0, 1}}); len(d.Plots()) > 0 {
		t.Errorf("%d pictures of %v", len(d.Plots()), d.folders)
	}
}

func TestFolderOf(t *testing.T) {
	for url, want := range map[string]string{
		"http://a.test/": "a.test/", "http://a.test/x": "a.test/", "http://a.test/x/": "a.test/x/", "http://a.test/x/y/z": "a.test/x/",
		"http://a.test": "a.test/", "https://a.test:8/x/y": "a.test:8/x/", "a name": "a name",
	} {
		if got := folderOf(url); got != want {
			t.Errorf("%s: got %s, want %s", url, got, want)
		}
	}
}

// The picture of the sweep shows each ε that was tried, and is drawn only where there was one.
func TestSweepIsDrawn(t *testing.T) {
	b := &Boundary{Steps: []Step{{Epsilon: 0.9, Pages: 3}, {Epsilon: 0.1, Pages: 20}, {Epsilon: 0.01, Pages: 400}}, Chosen: 1, From: 0.05, To: 0.2}
	d := &drawing{s: &Site{Boundary: b}}
	all := d.Plots()
	if len(all) != 1 || all[0].Name != "epsilon" || !bytes.Contains(all[0].Sheet.SVG(), []byte("from 0.05 to 0.2 the site is the same to a fiftieth")) || !bytes.Contains(all[0].Sheet.SVG(), []byte("Pages of the site by ε")) {
		t.Errorf("got %d pictures", len(all))
	}
	b.Steps[0].Epsilon = 20000
	if wide := d.Plots()[0].Sheet.SVG(); !bytes.Contains(wide, []byte(">10k<")) || bytes.Contains(all[0].Sheet.SVG(), []byte(">10k<")) {
		t.Errorf("the axis does not reach the greatest ε: %s", wide)
	}
	b.Online = &Online{}
	if len(d.Plots()) > 0 {
		t.Error("a sweep is drawn of one flow on line")
	}
}

// The text of an evaluation says what was given, the interval, what is left, and what was said of sites.
func TestScoredAsText(t *testing.T) {
	low, high := 0.7, 0.9
	score := Score{Precision: 0.8, Recall: 0.7, F1: 0.75}
	s := &Scored{
		Mean: Mean{Sites: 4, Score: score}, Draws: 3, Given: 2, Others: []Method{{Name: "host", Mean: Mean{Score: Score{Precision: 1, Recall: 0.5, F1: 0.667}}}},
	}
	want := []string{"sites 4, 0 of them on several hosts, from 2 pages of each, 3 draws", "weft site 0.8", "host 1"}
	check := func(not ...string) {
		t.Helper()
		got := printed(s.Blocks())
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("there is no %q in\n%s", w, got)
			}
		}
		for _, w := range not {
			if strings.Contains(got, w) {
				t.Errorf("there is %q in\n%s", w, got)
			}
		}
	}
	check("front page", "95 %", "left", "refused", "held", "alpha")
	s.Low, s.High, s.Home, s.Refused, s.Spanning = &low, &high, true, 1, &Mean{Sites: 2, Score: Score{Precision: 0.111, Recall: 0.222, F1: 0.333}}
	s.Statements = []Held{{Statement: IsWhole, Draws: 5, Held: 4, Score: score}, {Statement: WholeUnknown, Draws: 1, Score: score}}
	s.Each = []OfASite{{Site: "alpha", Pages: 30, Score: Score{F1: 0.9}}, {Site: "beta", Pages: 20, Score: Score{F1: 0.2}}, {Site: "aleph", Pages: 20, Score: Score{F1: 0.9}}}
	want = []string{
		"sites 4, 2 of them on several hosts, from the front page of each", "F1 0.750 (95 %, over sites: 0.700 to 0.900)", "left 0 pages of no site; 1 draw refused",
		IsWhole + " said 5 times, held 4 times; F1 0.750, precision 0.800", WholeUnknown + " said 1 time; F1 0.750", "0.111", "0.222", "0.333",
	}
	check()
	s.Refused, s.Unlisted = 0, 7
	want = []string{"left 7 pages of no site; 0 draws refused"}
	check()
	got := printed(s.Blocks())
	if a, b, c := strings.Index(got, "beta"), strings.Index(got, "aleph"), strings.Index(got, "alpha"); a < 0 || a > b || b > c {
		t.Errorf("the worst does not come first, and then by name:\n%s", got)
	}
}

// The text of a site lists at most twelve hosts, templates and parts, and says how many more there are.
func TestSiteAsText(t *testing.T) {
	s := &Site{Pages: 30, Core: &Core{Pages: 5, Groups: 1, How: "given"}, CutArcs: 1234, Returned: 5, LinksIn: 6}
	for _, hosts := range []int{0, 1, 12, 13, 20} {
		s.Hosts, s.Templates = nil, nil
		for i := range hosts {
			s.Hosts = append(s.Hosts, Host{Host: fmt.Sprintf("h%d.test", i)})
			s.Templates = append(s.Templates, Template{Page: Page{URL: fmt.Sprintf("http://t%d.test/", i)}})
		}
		got := printed(s.Blocks())
		if n := strings.Count(got, ".test"); n != 2*min(12, hosts) {
			t.Errorf("%d hosts: %d names in\n%s", hosts, n, got)
		}
		if says := strings.Contains(got, fmt.Sprintf("and %d host", hosts-12)) && strings.Contains(got, fmt.Sprintf("and %d template link", hosts-12)); says != (hosts > 12) {
			t.Errorf("%d hosts: it says how many more: %v", hosts, says)
		}
		if !strings.Contains(got, "links out 1,234, 5 of them returned; 6 in") || strings.Contains(got, "keyword") || strings.Contains(got, "elsewhere") || strings.Contains(got, "boundary") {
			t.Errorf("got\n%s", got)
		}
	}
	s.Moved, s.Maximal = 2, 33
	s.Boundary = &Boundary{Steps: []Step{{Epsilon: 0.5, Pages: 30}, {Epsilon: 0.25, Pages: 90, All: true}}, Chosen: 1, From: 0.2, To: 0.3}
	got := printed(s.Blocks())
	for _, w := range []string{"2 of its pages only lead elsewhere; links to them count for the targets", "ε = 0.25", "3 pages more are tied equally to both sides", "the same from ε = 0.2 to 0.3", "all reachable pages are inside"} {
		if !strings.Contains(got, w) {
			t.Errorf("there is no %q in\n%s", w, got)
		}
	}
	s.Moved, s.Maximal, s.Chosen = 0, 30, 0
	if got := printed(s.Blocks()); strings.Contains(got, "elsewhere") || strings.Contains(got, "alike") || strings.Contains(got, "everything that can") {
		t.Errorf("got\n%s", got)
	}
}
