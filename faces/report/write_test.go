package report

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"weft/answers/measure"
	"weft/answers/missing"
	"weft/stats"
)

// render returns the report of d, as text and parsed.
func render(t *testing.T, d Data) (string, *html.Node) {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), root
}

// elements returns all elements of a page in document order.
func elements(root *html.Node) []*html.Node {
	var all []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			all = append(all, n)
		}
	}
	return all
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text returns the words of a node, blanks folded.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
			if next := d.NextSibling; next == nil || next.Data != "wbr" || next.NextSibling == nil {
				b.WriteString(" ")
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// withHow returns the words of a card and of its entry in the appendix.
func withHow(root *html.Node, id string) string {
	all := ""
	for _, n := range []*html.Node{byID(root, id), byID(root, "how-"+id)} {
		if n != nil {
			all += " " + text(n)
		}
	}
	return all
}

func byID(root *html.Node, id string) *html.Node {
	for _, n := range elements(root) {
		if attr(n, "id") == id {
			return n
		}
	}
	return nil
}

func TestSectionsAndNumbers(t *testing.T) {
	_, root := render(t, sample(t))
	for id, want := range map[string][]string{
		"appendix":     {"15 of 812,357 records were bad (< 0.1 %)", "weft import crawl-2026", "0123456789ab…", "2026-03-14 09:26:53 UTC", "random seed 42"},
		"holds":        {"78,056 of the fetched pages", "not measured by default", "ghost (linked to, never requested)"},
		"arcs":         {"11,800,123", "nofollow"},
		"in-degree":    {"2.1", "x min", "KS distance", "Clauset, Shalizi and Newman", "Population: fetched pages"},
		"out-degree":   {"is rejected at 10 %: p = 0.004", "A log-normal law fits that tail better", "0.004", "Log-normal law is more likely", "−31.2"},
		"total-degree": {"not computed"},
		"host-size":    {"sizes of hosts"},
		"cite":         {"Example crawl, March 2026, 2026-03-14. weft 0.1.0 report, written 2026-03-15, graph SHA-256 9f86d081884c…, #fig-NAME."},
		"correlations": {"in PageRank all pages 0.731 0.565", "total PageRank fetched pages all values of total are equal – –", "Knight"},
		"bowtie":       {"445,512", "Tendrils of OUT", "21,345", "Broder"},
		"components":   {"402,110", "4,123", "445,512 pages (34.4 %)", "Tarjan"},
		"unfitted":     {"Sizes of weak components 4,123 301.75 1,240,001 too few distinct values"},
		"who": {
			"Page PageRank HITS authority SALSA In-links Harmonic State", "2–3", "1,234,567–1,234,570", "ghost", "6 more pages",
			"Host PageRank In-links Fetched", "1 5–9 25.0 %", "Of the 499,500 pairs among", "How far to trust these ranks",
		},
		"ranks": {
			"After 57 iterations the residual was 8.1×10⁻¹¹ (L1), within the tolerance", "alpha = 0.85", "dangling = strong",
			"All 60 iterations were made, the requested number", "a fixed number of iterations", "Kleinberg", "without iteration", "Lempel and Moran",
		},
		"trust": {
			"Of the 499,500 pairs among the top 1,000 crawled pages by PageRank about 60,600 (12.1 %) are expected to be out of order, because 402,110 known pages",
			"This compares with a walk through the whole Web that restarts at the crawled pages. By PageRank of the whole Web the number was 1.1 to 89 times as large",
			"was off by 0.023 on average", "0.8448 (0.8355 to 0.8534)", "402,110", "Recrawl, best 30 % 0.7190 (0.7060 to 0.7310)",
			"by in-links 89.3 % 10.7 %", "http:// www.example.org /", "95.6 %", "0.000852", "Holzmann, Anand and Khosla", "1,000 bootstrap samples of hosts",
			"10.0 % to 50.0 % of the pages", "At a fidelity of 0.920 tau is 0.840 and HAK 0.860.", "44.3 % of the pages have γ = 1",
		},
		"links": {"2,345,678 arcs lead from one host to another (18.8 % of all arcs)", "www.example.org → docs.example.org"},
		"words": {"Created using <b>Sphinx</b>", "3,012"},
	} {
		n := byID(root, id)
		if n == nil {
			t.Errorf("no section %q", id)
			continue
		}
		for _, w := range want {
			if got := withHow(root, id); !strings.Contains(got, w) {
				t.Errorf("section %q lacks %q:\n%s", id, w, got)
			}
		}
	}
}

// TestHow follows the link "how" of each card to an entry of the appendix, and finds a link to each entry.
func TestHow(t *testing.T) {
	_, root := render(t, sample(t))
	linked := map[string]bool{}
	for _, n := range elements(root) {
		if id, is := strings.CutPrefix(attr(n, "href"), "#how-"); is {
			linked[id] = true
			if how := byID(root, "how-"+id); how == nil || len(text(how)) < 60 {
				t.Errorf("%q does not say how it was computed", id)
			}
		}
	}
	for _, n := range elements(root) {
		if id, is := strings.CutPrefix(attr(n, "id"), "how-"); is && !linked[id] {
			t.Errorf("nothing links to how-%s", id)
		}
	}
	for _, id := range []string{"holds", "ranks", "bowtie", "links", "components", "trust", "in-degree", "correlations", "made"} {
		if !linked[id] {
			t.Errorf("no link to how-%s", id)
		}
	}
}

func TestContents(t *testing.T) {
	_, root := render(t, sample(t))
	ids, linked := map[string]int{}, 0
	for _, n := range elements(root) {
		if id := attr(n, "id"); id != "" {
			ids[id]++
		}
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("id %q occurs %d times", id, n)
		}
	}
	for _, n := range elements(root) {
		if href := attr(n, "href"); strings.HasPrefix(href, "#") {
			if linked++; ids[href[1:]] != 1 {
				t.Errorf("link to %s, which is not there", href)
			}
		}
		for label := range strings.FieldsSeq(attr(n, "aria-labelledby")) {
			if ids[label] != 1 {
				t.Errorf("label %s is not there", label)
			}
		}
	}
	if linked < 30 { // chapters, entries of the appendix, figures
		t.Errorf("only %d links within the page", linked)
	}
}

func TestSizeAndRepeatability(t *testing.T) {
	d := sample(t)
	first, _ := render(t, d)
	second, _ := render(t, d)
	if first != second {
		t.Error("the same data gave two pages")
	}
	if len(first) > mostBytes {
		t.Errorf("the page has %d bytes", len(first))
	}
}

// TestDegrades renders what is left of a report when parts are absent.
func TestDegrades(t *testing.T) {
	oneValue := stats.Histogram{Values: []uint64{1}, Counts: []int64{3}}
	zeros := stats.Histogram{Values: []uint64{0}, Counts: []int64{5}}
	broken := stats.Histogram{Values: []uint64{3, 1}, Counts: []int64{1, 1}}
	for name, c := range map[string]struct {
		data         Data
		want, absent []string
	}{
		"empty":   {Data{}, []string{"A crawl without pages"}, []string{`id="bowtie"`, `id="contents"`, "NaN"}},
		"no name": {Data{Info: measure.Info{Path: "x/cnr-2000"}}, []string{"<h1><bdi>cnr-2000</bdi></h1>"}, nil},
		"numbers only": {
			Data{Info: infoOf(3, 2), Standings: &measure.Standings{Measures: []string{measure.PageRank}, Pages: []measure.Standing{{Page: 18235, Places: []measure.Place{{First: 1, Last: 1}}}}}},
			[]string{"page 18235", "numbers and no names"},
			[]string{"<dt>Hosts</dt>", "page 18,235", "href=\"http"},
		},
		"tiny laws": {
			Data{Info: infoOf(300, 0), Degrees: &measure.Degrees{
				In: measure.Law{Count: 3, Histogram: oneValue}, Out: measure.Law{Count: 5, Histogram: zeros}, Total: measure.Law{Count: 2, Histogram: broken},
			}},
			[]string{"no power law fitted", "Out-degree"},
			[]string{"NaN", "Inf", `id="out-degree"`, "In-degree of hosts"},
		},
		"empty parts": {
			Data{Info: infoOf(1, 0), Degrees: &measure.Degrees{}, Components: &measure.Components{}, Rankings: []measure.Ranking{{Name: "hits"}}, Links: &measure.HostLinks{}},
			[]string{"1 page"},
			[]string{`id="degrees"`, `id="bowtie"`, `id="components"`, `id="who"`, `id="links"`, "NaN"},
		},
		"no core": {
			Data{Info: infoOf(2, 1), Components: &measure.Components{BowTie: measure.BowTie{SCC: 1, Out: 1}, WCC: measure.Partition{Count: 1, Largest: 2}, SCC: measure.Partition{Count: 2, Largest: 1}}},
			[]string{"there is no core", `id="bowtie"`, "1 weakly connected component with all pages; 2 strongly connected components"},
			[]string{"NaN", "Tendrils", "leads to the core", `id="bowtie-desc"`},
		},
		"all core": {
			Data{Info: infoOf(37, 39), Components: &measure.Components{BowTie: measure.BowTie{SCC: 37}, WCC: measure.Partition{Count: 1, Largest: 37}, SCC: measure.Partition{Count: 1, Largest: 37}}},
			[]string{"All pages reach each other", "Tendrils"},
			[]string{"0\u00a0% lead"},
		},
		"one arc between hosts": {
			Data{Info: infoOf(5, 4), Links: &measure.HostLinks{Top: []measure.HostLink{{From: "a.example", To: "b.example", Arcs: 1}}, Pairs: 1, Arcs: 1}},
			[]string{"1 arc leads from one host", "It leads from"},
			[]string{"Most lead", "no URLs"},
		},
		"pairs of hosts that tie": {
			Data{Info: infoOf(9, 8), Links: &measure.HostLinks{Top: []measure.HostLink{{From: "a.example", To: "", Arcs: 3}, {From: "c.example", To: "b.example", Arcs: 3}}, Pairs: 2, Arcs: 6}},
			[]string{"2 pairs have the most arcs, such as from ", "Pages without URLs have no host"},
			[]string{"Most lead"},
		},
		"no arcs": {
			Data{Info: infoOf(3, 0)}, []string{"3 pages, without arcs."}, []string{"joined", "Authorities", "Kleinberg"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := render(t, c.data)
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("lacks %q", w)
				}
			}
			for _, w := range c.absent {
				if strings.Contains(got, w) {
					t.Errorf("has %q", w)
				}
			}
		})
	}
}

// TestOutcome holds that a computation which used up its iterations is not called converged.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		r    measure.Ranking
		want string
	}{
		{measure.Ranking{Norm: "none", Converged: true}, "Computed directly, without iteration."},
		{measure.Ranking{Iterations: 1, Residual: 0.5, Norm: "l2"}, "After 1 iteration the residual was 0.500 (L2); it stopped before it reached the tolerance."},
		{measure.Ranking{Iterations: 9, Norm: "l1", Converged: true}, "After 9 iterations the residual was 0 (L1), within the tolerance."},
		{
			measure.Ranking{Iterations: 9, Residual: 2, Params: map[string]any{"tolerance": 0.0}},
			"All 9 iterations were made, the requested number; the residual of the last was 2.00.",
		},
	} {
		if got := outcome(c.r); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func infoOf(pages int, arcs int64) measure.Info {
	var i measure.Info
	i.Pages, i.Fetched, i.Arcs = pages, pages, arcs
	return i
}

type failingWriter struct{}

var errFull = errors.New("the disk is full")

func (failingWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	if err := Write(failingWriter{}, Data{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

// Pages without names are called by their numbers, also where they are missing.
func TestExamplesWithoutNames(t *testing.T) {
	d := Data{Info: infoOf(100, 9), Missing: &missing.Missing{Pages: 100, Here: 98, Missing: 2, Classes: []missing.Class{
		{Name: missing.Failed, URLs: 2, Examples: []missing.Example{{URL: "17", Links: 3, From: "4"}}},
	}}}
	_, root := render(t, d)
	if got := text(root); !strings.Contains(got, "page 17") || !strings.Contains(got, "page 4") {
		t.Error("the pages 17 and 4 are not called pages")
	}
	d.Info.Names = true
	if _, root := render(t, d); strings.Contains(text(root), "page 17") {
		t.Error("a name of digits is taken for a number")
	}
}

// TestCommandsNameTheirCrawl holds that the commands of a report run as they stand.
func TestCommandsNameTheirCrawl(t *testing.T) {
	for name, change := range map[string]func(*Data){
		"all":             func(*Data) {},
		"without tests":   func(d *Data) { d.Calibration, d.Distances = nil, nil },
		"stale distances": func(d *Data) { d.Distances, d.DistancesWhy = nil, "they are of another graph" },
	} {
		d := sample(t)
		change(&d)
		got, _ := render(t, d)
		if found := regexp.MustCompile(`weft (?:chance|distances|fidelity|links|missing|report|site) (?:[a-z]+ )?CRAWL.{0,20}`).FindString(got); found != "" {
			t.Errorf("%s: %q", name, found)
		}
	}
}
