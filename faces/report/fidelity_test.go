package report

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"weft/algo/distance"
	"weft/algo/hak"
	"weft/answers/fidelity"
	"weft/answers/measure"
	"weft/answers/simulate"
	"weft/store"
)

func sampleFidelity() *fidelity.Report {
	r := &fidelity.Report{
		Estimate: hak.Of(853_468, 402_110, 0.8448, 0.4175), Kinds: "link+embed+redirect+refresh", View: store.InScope, Form: store.InMemory,
		Settings: fidelity.Settings{Alpha: 0.85, Iterations: 30, Zero: "one"}, Converged: fidelity.Converged{Iterations: 22, HAK: 0.7575},
		GammaInterval: &distance.Estimate{Value: 0.8448, Low: 0.8355, High: 0.8534}, Interval: &distance.Estimate{Value: 0.7575, Low: 0.7381, High: 0.7793},
		Drawn: "hosts", Draws: 1000, FoundLinks: 8_123_456, LostLinks: 1_402_110, Top: fidelity.Top{Pages: 1000, ByLinks: 0.893, ByPageRank: 0.898, Discordant: 60_562, Pairs: 499_500},
	}
	for i := range r.Bins {
		r.Bins[i] = 2500 * i
	}
	r.Bins[20] = 378_468
	for i, host := range sampleHosts {
		url := "https://" + host + "/" + strings.Repeat("page-", 3*i)
		r.AtRisk = append(r.AtRisk, fidelity.Risk{Page: uint32(i), URL: url, Rank: 37 * (i + 1), Share: 0.956 - float64(i)/50, FromURL: "http://www.example.org/"})
		r.Wanted = append(r.Wanted, fidelity.Wanted{Page: uint32(100 + i), URL: url, Arcs: 30 - i, Gain: 0.000852 / float64(i+1)})
		r.Hosts = append(r.Hosts, fidelity.Host{Host: host, Crawled: 8656, Ghosts: 3844 - i, Gain: 0.01125 / float64(i+1)})
	}
	return r
}

func sampleCalibration() *fidelity.Calibration {
	about := func(v float64) distance.Estimate { return distance.Estimate{Value: v, Low: v - 0.02, High: v + 0.02} }
	k := &fidelity.Calibration{Pages: 853_468, Arcs: 9_012_345, Sets: 5, Error: 0.023, Recrawl: &fidelity.Recrawl{
		Kept: 0.8448, Draws: 8, Tau: []fidelity.RecrawlTau{{Share: 0.3, Draws: 8, Crawls: 16, Estimate: distance.Estimate{Value: 0.719, Low: 0.706, High: 0.731}}},
	}}
	for i, gamma := range []float64{0.92, 0.83, 0.75, 0.66, 0.58} {
		k.Cells = append(k.Cells, simulate.Cell{
			Block: float64(i+1) / 10, Gamma: about(gamma), HAK: about(0.86 - 0.07*float64(i)), Shares: []simulate.CellShare{{Share: 0.3, Sets: 5, TauB: about(0.84 - 0.06*float64(i))}},
		})
	}
	return k
}

// hostileFidelity has what strangers may write in every text.
func hostileFidelity(evil string) *fidelity.Report {
	r := sampleFidelity()
	r.Kinds, r.View, r.Form, r.Zero, r.Drawn = evil, evil, evil, evil, evil
	r.Doubts = []fidelity.Doubt{{Name: hak.Doubt(evil), Text: evil}, {Name: hak.Small, Text: evil}}
	r.AtRisk = []fidelity.Risk{{URL: evil, FromURL: evil, Rank: 1, Share: 0.5}}
	r.Wanted = []fidelity.Wanted{{URL: evil, Gain: 1}}
	r.Hosts = []fidelity.Host{{Host: evil, Seed: evil, Gain: 1}}
	return r
}

// TestTrust renders what can be said of crawls that differ in what is missing.
func TestTrust(t *testing.T) {
	crawled := func(change func(*fidelity.Report)) *fidelity.Report {
		r := sampleFidelity()
		change(r)
		for _, d := range r.Estimate.Doubts() {
			r.Doubts = append(r.Doubts, fidelity.Doubt{Name: d, Text: d.Explain()})
		}
		return r
	}
	for name, c := range map[string]struct {
		report       *fidelity.Report
		calibration  *fidelity.Calibration
		want, absent []string
	}{
		"not calibrated": {
			sampleFidelity(), nil,
			[]string{"HAK falls from 1", "meaningless", "--calibrate always", "Pages that the next crawl should fetch"},
			[]string{"was off by", "by Recrawl", "Recrawl, best"},
		},
		"calibrated to nothing": {sampleFidelity(), &fidelity.Calibration{}, []string{"HAK falls from 1"}, []string{"was off by", "∞", "+Inf"}},
		"calibrated in vain": {
			sampleFidelity(), &fidelity.Calibration{Sets: 5, Cells: []simulate.Cell{{Block: 0.1, Shares: []simulate.CellShare{{Share: 0.3}}}}},
			[]string{"HAK falls from 1", "too few other pages"},
			[]string{"was off by", "Dots are"},
		},
		"folded": {
			crawled(func(r *fidelity.Report) { r.Estimate = hak.Of(5000, 100_000, 0.1, 0.8) }), nil,
			[]string{"X is over 1/2: there HAK rises again", "up to half may be out of order"},
			[]string{"are expected to be out of order"},
		},
		"thin": {
			crawled(func(r *fidelity.Report) { r.Estimate = hak.Of(5000, 100_000, 0.3, 0.3) }), nil,
			[]string{"Less than half of the links lead to crawled pages", "crawled pages by PageRank at least "},
			[]string{" pages by PageRank about "},
		},
		"few known, some failed": {
			crawled(func(r *fidelity.Report) { r.Estimate, r.Failed = hak.Of(5000, 120, 0.5, 0.1), 70 }), nil,
			[]string{"120 known pages were not crawled (requests for 70 of them failed)", "Failed among these", "about 10,000 pages"},
			nil,
		},
		"all failed": {
			crawled(func(r *fidelity.Report) {
				r.Estimate, r.Failed, r.Wanted, r.Hosts = hak.Of(5000, 120, 0.5, 0.1), 120, nil, nil
			}), nil,
			[]string{"not crawled (requests for them failed)."},
			[]string{"Pages that the next crawl should fetch", "Hosts whose completion"},
		},
		"many known": {sampleFidelity(), nil, []string{"402,110"}, []string{"A whole crawl<", "Failed among these"}},
		"small": {
			crawled(func(r *fidelity.Report) { r.Estimate, r.Top.Pairs = hak.Of(1, 159, 0.006, 0.006), 0 }), nil,
			[]string{"too few pages to estimate the order: 159 known pages", "Crawled pages", "One page has no order"},
			[]string{"1,000 crawled pages", "HAK 1", "HAK, converged", `"trust-title"`, "Fidelity γ", "the 1 pages", "The curve is"},
		},
		"few": {
			crawled(func(r *fidelity.Report) { r.Estimate, r.Top.Pages = hak.Of(900, 400, 0.7, 0.6), 1300 }), nil,
			[]string{"1,000 crawled pages", "900 pages: all fetched and redirected"},
			[]string{"by in-links"}, // of all pages it is known who was crawled
		},
		"whole": {
			crawled(func(r *fidelity.Report) { r.Estimate = hak.Of(5000, 0, 1, 0.8) }), nil,
			[]string{"Except for excluded pages, no link leads", "no missing page is known"},
			[]string{"depend most on", "Pages that the next crawl should fetch", "by in-links", `"trust-title"`, `"gamma-title"`, "hardly any"},
		},
		"whole and calibrated": {
			crawled(func(r *fidelity.Report) { r.Estimate = hak.Of(5000, 0, 1, 0.8) }), sampleCalibration(),
			[]string{"no missing page is known", `"trust-title"`, "This crawl has a fidelity of 1.000"},
			[]string{"depend most on"},
		},
		"an index without links": {
			crawled(func(r *fidelity.Report) { r.Estimate, r.FoundLinks, r.LostLinks = hak.Of(20, 0, 1, 0), 0, 0 }), nil,
			[]string{"No link leads from a crawled page", "Without links γ is 1 and HAK is 1 by definition"},
			[]string{"no missing page is known", "HAK, the expected τ", "Fidelity γ", "; ."},
		},
		"nothing crawled": {
			crawled(func(r *fidelity.Report) { r.Estimate = hak.Of(0, 3, 1, 0) }), nil,
			[]string{"No page was crawled.", "No page was crawled"},
			[]string{"<svg class=\"plot\"", "by in-links", "Fidelity γ"},
		},
		"without names and intervals": {
			crawled(func(r *fidelity.Report) {
				r.GammaInterval, r.Interval, r.Hosts, r.Draws = nil, nil, nil, 0
				r.AtRisk = []fidelity.Risk{{Page: 18235, Rank: 3, Share: 0.25, From: 7}}
				r.Wanted = []fidelity.Wanted{{Page: 12345, Gain: 0.5}}
			}), nil,
			[]string{"page 18235", "page 7", "page 12345"},
			[]string{"Hosts whose completion", "bootstrap", `href="http`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := Data{Info: infoOf(3, 2), Fidelity: c.report, Calibration: c.calibration}
			got, root := render(t, d)
			checkInert(t, root)
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("lacks %q", w)
				}
			}
			for _, w := range append(c.absent, "NaN", "ZgotmplZ") {
				if strings.Contains(got, w) {
					t.Errorf("has %q", w)
				}
			}
		})
	}
	if got, _ := render(t, Data{Info: infoOf(3, 2), Calibration: sampleCalibration()}); strings.Contains(got, `id="trust"`) {
		t.Error("a section without a report")
	}
}

// TestTrustLists holds that tables are cut, and that places are links only if a browser may follow them.
func TestTrustLists(t *testing.T) {
	d := Data{Info: measure.Info{Names: true}, Fidelity: sampleFidelity()}
	d.Fidelity.Wanted[0].URL = "javascript:alert(1)"
	_, root := render(t, d)
	section := byID(root, "trust")
	rows, links := 0, 0
	outward := func(n *html.Node) bool { return strings.HasPrefix(attr(n, "href"), "http") }
	for _, n := range elements(section) {
		if n.Data == "tr" && n.Parent.Data == "tbody" && hasClass(n.Parent.Parent.Parent, "wide") {
			rows++
		}
		if n.Data == "a" && outward(n) {
			links++
		}
	}
	if want := 3 * mostListed; rows != want {
		t.Errorf("%d rows, want %d", rows, want)
	}
	if want := 4*mostListed - 1; links != want {
		t.Errorf("%d links, want %d: of pages at risk two each, of wanted ones all but one", links, want)
	}
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attr(n, "class")), class)
}

func TestRoughly(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.4: "0", 7: "7", 999: "999", 1234: "1,230", 60_562: "60,600", 1_010_260: "1,010,000"} {
		if got := roughly(v); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
}
