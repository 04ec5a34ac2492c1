package report

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"weft/answers/measure"
	"weft/answers/missing"
)

// Each part of the bar of states has a label, and no two labels of a row meet, however small the parts are.
func TestLabelsOfTheBarDoNotMeet(t *testing.T) {
	for _, f := range []fates{
		{700, 20, 30, 50, 200, 0, false, false},
		{1, 1, 1, 1, 1, 1, true, false},
		{9990, 1, 2, 3, 4, 0, true, false},
		{0, 1, 1, 1, 9997, 0, false, true},
		{1, 0, 0, 0, 0, 1_000_000_000, false, false},
		{1, 1, 1, 1, 1, 1, false, true},
		{9990, 1, 2, 3, 4, 0, false, true},
	} {
		pages := f.fetched + f.redirected + f.failed + f.skipped + f.never + f.unknown
		v := newSplit(f, pages)
		for bar, width := range map[*splitBar]float64{&v.Wide: wideBar, &v.Narrow: narrowBar} {
			ends := map[int]float64{}
			for _, p := range bar.Parts {
				long := letterWidth * float64(utf8.RuneCountInString(p.Name+p.Count)+4)
				from := p.left * width / 100
				if p.AtEnd {
					end, err := strconv.ParseFloat(strings.TrimSuffix(p.TextX, "%"), 64)
					if err != nil {
						t.Fatal(err)
					}
					from = end*width/100 - long
				}
				if from < ends[p.TextY]-0.1 || from < -0.1 || from+long > width+0.1 || p.TextY > bar.Height {
					t.Errorf("%+v, %v pixels: the label %q meets another or the border", f, width, p.Name)
				}
				ends[p.TextY] = from + long
			}
		}
		if strings.Count(v.Label, "(") != len(v.Wide.Parts) {
			t.Errorf("the text %q does not name %d parts", v.Label, len(v.Wide.Parts))
		}
	}
	if newSplit(fates{fetched: 3}, 3) != nil {
		t.Error("a bar of one part says nothing")
	}
}

// The first screen counts by the classes of weft missing, says what was fetched, and names the command that fetches
// most of what waits, else what failed, else what was held back. Classes with the same command count together.
func TestFirstScreen(t *testing.T) {
	d := Data{Info: infoOf(100, 9), Missing: &missing.Missing{Pages: 100, Here: 50, Redirected: 5, Missing: 45, Classes: []missing.Class{
		{Name: missing.Failed, URLs: 4, Fetch: []missing.Fetch{{Command: "weft crawl --retry-failed"}}},
		{Name: missing.Shells, URLs: 1},
		{Name: missing.Held, URLs: 6, Fetch: []missing.Fetch{{Command: "weft crawl --resume held"}}},
		{Name: missing.Robots, URLs: 30, Fetch: []missing.Fetch{{Command: "weft crawl --robots ignore"}}},
		{Name: missing.Never, URLs: 2, Fetch: []missing.Fetch{{Command: "weft crawl --resume it"}}},
		{Name: missing.Waiting, URLs: 2, Fetch: []missing.Fetch{{Command: "weft crawl --resume it"}}},
		{Name: missing.Requisites, URLs: 900, NoPages: true, Fetch: []missing.Fetch{{Command: "weft crawl --requisites"}}},
	}}}
	_, root := render(t, d)
	for _, want := range []string{
		"51.0 % of the known pages were fetched; 5 redirect, 4 failed, 36 were held back or skipped, 4 were waiting or never requested.",
		"fetch the 4 pages of the classes “never” and “waiting”, weft crawl --resume it", "Failed 4 4.0 %", "Held back or skipped 36 36.0 %", "held back or skipped 36",
	} {
		if got := strings.ReplaceAll(text(root), "\u00a0", " "); !strings.Contains(got, want) {
			t.Errorf("the first screen lacks %q", want)
		}
	}
	for _, want := range []string{"fetch the 4 pages of the class “failed”, weft crawl --retry-failed", "fetch the 6 pages of the class “held”, weft crawl --resume held"} {
		d.Missing.Classes = slices.DeleteFunc(d.Missing.Classes, func(c missing.Class) bool {
			return c.Name == missing.Never || c.Name == missing.Waiting || c.Name == missing.Failed && strings.Contains(want, "held")
		})
		if _, root := render(t, d); !strings.Contains(text(root), want) {
			t.Errorf("without better classes, the first screen lacks %q", want)
		}
	}
	d.Missing.Classes = []missing.Class{{Name: missing.Failed, URLs: 4, Final: 4, Fetch: []missing.Fetch{{Command: "weft crawl --seeds failed"}}}}
	d.Info.Path = "my crawl"
	if _, root := render(t, d); !strings.Contains(text(root), "list the links to the 4 pages with a final error, such as 404, which no later run requests again: weft links 'my crawl' --broken") {
		t.Errorf("with final errors alone, the first screen has other advice: %s", text(root)[:1500])
	}
	d.Missing.Classes[0].Final = 3
	if _, root := render(t, d); !strings.Contains(text(root), "fetch the 1 page of the class “failed”") {
		t.Error("a page with another error is not the first to fetch")
	}
	d.Missing.Pages = 99 // of another state of the crawl
	if _, root := render(t, d); !strings.Contains(text(root), "Every known page was fetched.") {
		t.Error("classes that do not cover the pages count")
	}
	d = Data{Info: infoOf(3, 2)}
	d.Info.Fetched, d.Info.Unknown = 0, 3
	if _, root := render(t, d); !strings.Contains(text(root), "weft import INPUT -o CRAWL --fetched FILE") || strings.Contains(text(root), "Never requested") {
		t.Error("a list of links gets figures that nobody knows, or no advice")
	}
}

// Chapters keep the order of the page: what is missing comes before the map, laws after the links, the appendix last.
func TestOrderOfContents(t *testing.T) {
	page, root := render(t, sample(t))
	at := -1
	for _, id := range []string{"contents", "arcs", "words", "who", "linked", "bowtie", "components", "links", "parts", "trust", "laws", "in-degree", "host-size", "unfitted", "correlations", "appendix", "made"} {
		i := strings.Index(page, ` id="`+id+`"`)
		if i <= at {
			t.Errorf("section %s is missing, or stands too early", id)
		}
		at = i
	}
	var linked []string
	for _, n := range elements(root) {
		if href := attr(n, "href"); strings.HasPrefix(href, "#") && n.Parent.Data == "li" {
			linked = append(linked, href[1:])
		}
	}
	at = -1
	for _, id := range linked {
		i := strings.Index(page, `<section id="`+id+`"`)
		if i <= at {
			t.Errorf("the contents name %s out of order", id)
		}
		at = i
	}
}

// Addresses break after marks alone, and lose nothing; what would be markup stays text.
func TestBreakable(t *testing.T) {
	for text, want := range map[string]string{
		"/a-b/c.html?x=1&y=2": "/<wbr>a-<wbr>b/<wbr>c.<wbr>html?<wbr>x=<wbr>1&amp;<wbr>y=<wbr>2",
		"plain":               "plain",
		"<b>":                 "&lt;b&gt;",
		"a_b":                 "a_<wbr>b",
	} {
		if got := string(breakable(text)); got != want {
			t.Errorf("%q breaks as %q, want %q", text, got, want)
		}
	}
}

// A small graph has a small page: no laws and correlations of a few pages, and no matrix that says what a list of pairs
// says.
func TestSmallGraph(t *testing.T) {
	for pages, want := range map[int]bool{smallCrawl - 1: false, smallCrawl: true} {
		d := sample(t)
		d.Info.Pages = pages
		_, root := render(t, d)
		for _, id := range []string{"correlations", "laws", "fig-law-in-degree"} {
			if (byID(root, id) != nil) != want {
				t.Errorf("%d pages: %s is shown or left out wrongly", pages, id)
			}
		}
	}
	for pairs, want := range map[int64]bool{shownPairs: false, shownPairs + 1: true} {
		d := sample(t)
		links := *d.Links
		links.Pairs = pairs
		d.Links = &links
		if _, root := render(t, d); (byID(root, "fig-matrix") != nil) != want || byID(root, "fig-links") == nil {
			t.Errorf("%d pairs: the matrix is shown or left out wrongly", pairs)
		}
	}
	d := sample(t)
	c := *d.Components
	c.SCC.Sizes = c.WCC.Sizes
	d.Components = &c
	if _, root := render(t, d); byID(root, "scc-size") != nil || byID(root, "components") == nil {
		t.Error("sizes without a fitted law have a card of their own")
	}
}

// A crawl of one page, of two pages, and of none has no chapter without content.
func TestTinyCrawls(t *testing.T) {
	for pages, absent := range map[int][]string{
		0: {"missing", "contents", "map", "who", "linked", "parts", "laws"},
		1: {"missing", "map", "who", "linked", "parts", "laws"},
		2: {"missing", "map", "parts", "laws"},
	} {
		d := sample(t)
		d.Info = infoOf(pages, int64(pages))
		d.Fidelity, d.Calibration = nil, nil
		d.Components = &measure.Components{BowTie: measure.BowTie{SCC: min(pages, 1), Out: max(0, pages-1)}, WCC: measure.Partition{Count: 1, Largest: pages}, SCC: measure.Partition{Count: pages, Largest: 1}}
		d.Links, d.Words = nil, nil
		_, root := render(t, d)
		for _, id := range absent {
			if byID(root, id) != nil {
				t.Errorf("%d pages: there is a chapter %s", pages, id)
			}
		}
		for _, n := range elements(root) {
			if n.Data == "section" && len(text(n)) < 20 {
				t.Errorf("%d pages: chapter %s is empty", pages, attr(n, "id"))
			}
		}
	}
}
