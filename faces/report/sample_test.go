package report

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/answers/measure"
	"weft/graph/page"
	"weft/stats"
	"weft/store"
)

// law makes a law of n values drawn from a power law, with some zeros and a body that follows none.
func law(t testing.TB, name string, exponent float64, n int64, samples int, seed uint64) measure.Law {
	t.Helper()
	var c stats.Counter
	tail := stats.PowerLaw{XMin: 8, Exponent: exponent}.Sample(n/4, seed)
	for i, v := range tail.Values {
		c.AddN(v, tail.Counts[i])
	}
	random := rand.New(rand.NewPCG(seed, 1))
	for range n - n/4 {
		c.Add(uint64(random.IntN(8)))
	}
	h := c.Histogram()
	l := measure.Law{Name: name, Population: "fetched pages", Count: h.Total(), Mean: h.Mean(), Max: h.Max(), Histogram: h}
	fit, err := stats.FitPowerLaw(h, stats.FitOptions{Samples: samples, Seed: seed, Workers: 1})
	if err != nil {
		l.FitError = errors.Unwrap(err).Error()
		return l
	}
	l.Fit = &fit
	return l
}

var sampleHosts = []string{
	"www.example.org", "docs.example.org", "en.wikipedia.example", "a-remarkably-long-subdomain-name.research.university.example.edu",
	"blog.example.com", "news.example.net", "lists.debian.example", "archive.example.museum", "static.cdn-provider.example", "example.com",
	"shop.example.co.uk", "forum.example.de", "wiki.example.fr", "git.example.io", "xn--bcher-kva.example", "m.example.jp",
}

func sampleURL(random *rand.Rand, i int) string {
	host := sampleHosts[random.IntN(len(sampleHosts))]
	switch i % 4 {
	case 0:
		return "https://" + host + "/"
	case 1:
		return fmt.Sprintf("http://%s/manual/chapter-%d/section.html", host, i)
	case 2:
		return "https://" + host + "/search?" + strings.Repeat("parameter=value&", 20) + fmt.Sprint(i)
	}
	return fmt.Sprintf("https://%s/%s/index.html", host, strings.Repeat("averylongwordwithoutanybreak", 4))
}

func sampleTops(seed uint64, n int, best, factor float64) []measure.Top {
	random := rand.New(rand.NewPCG(seed, 2))
	tops := make([]measure.Top, n)
	for i := range tops {
		tops[i] = measure.Top{Page: uint32(random.IntN(1e6)), URL: sampleURL(random, i), Score: best}
		best *= factor
	}
	return tops
}

func sampleTopHosts(best float64) []measure.TopHost {
	tops := make([]measure.TopHost, 10)
	for i := range tops {
		tops[i] = measure.TopHost{Host: sampleHosts[i], Score: best / float64(i+1)}
	}
	return tops
}

// sampleStandings has 14 pages, two of them tied by PageRank, and 3 hosts.
func sampleStandings() *measure.Standings {
	s := &measure.Standings{Measures: []string{measure.PageRank, measure.HITS, measure.SALSA, measure.InDegree, "harmonic"}, HostMeasure: []string{measure.PageRank, measure.InDegree}}
	for i, top := range sampleTops(1, 14, 1, 0.9) {
		first := int64(i + 1)
		p := measure.Standing{Name: top.URL, Page: top.Page, State: page.Fetched}
		p.Places = []measure.Place{{First: first, Last: first}, {First: 20 * first, Last: 20 * first}, {First: 1234567, Last: 1234570}, {First: 7, Last: 7}, {First: 1, Last: 1}}
		s.Pages = append(s.Pages, p)
	}
	s.Pages[1].Places[0], s.Pages[2].Places[0], s.Pages[3].State = measure.Place{First: 2, Last: 3}, measure.Place{First: 2, Last: 3}, page.Ghost
	for i, host := range sampleHosts[:3] {
		at := int64(i + 1)
		s.Hosts = append(s.Hosts, measure.Standing{Name: host, Pages: 200, Fetched: 50, Places: []measure.Place{{First: at, Last: at}, {First: 5, Last: 9}}})
	}
	return s
}

func sampleLinks() []measure.HostLink {
	random := rand.New(rand.NewPCG(5, 5))
	var links []measure.HostLink
	for i, from := range sampleHosts {
		for j, to := range sampleHosts {
			if i != j && random.IntN(3) > 0 {
				links = append(links, measure.HostLink{From: from, To: to, Arcs: int64(40000/((i+1)*(j+1))*random.IntN(4)/2 + 1)})
			}
		}
	}
	return links
}

// sampleMatrix has the first hosts, and the links of sampleLinks between them.
func sampleMatrix() measure.HostMatrix {
	m := measure.HostMatrix{Columns: sampleHosts[:min(12, len(sampleHosts))]}
	for i, from := range m.Columns {
		row := make([]int64, len(m.Columns))
		m.Rows = append(m.Rows, measure.MatrixRow{Host: from, Fetched: int64(9000 - 100*i)})
		r := &m.Rows[i]
		for _, l := range sampleLinks() {
			if l.From != from {
				continue
			}
			r.Out += l.Arcs
			if j := slices.Index(m.Columns, l.To); j >= 0 {
				row[j] = l.Arcs
				r.Shown += l.Arcs
			}
		}
		m.Arcs = append(m.Arcs, row)
	}
	return m
}

func sampleInfo() measure.Info {
	at := time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)
	return measure.Info{
		Path: "crawls/example", Names: true, Order: store.ByName, HasBack: true, DiskSize: 48123456, MeanOut: 15.8,
		GraphID: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		Counts: store.Counts{
			Pages: 1295578, Fetched: 812345, Ghosts: 402110, Redirected: 41123, Failed: 33000, Excluded: 7000, Arcs: 12466756,
			SelfLoops: 87442, Dangling: 78056, Hosts: 1226, Domains: 911, Measured: 12011000, Anchors: 3456789, BitsPerArc: 2.8971,
			TransBitsPA: 2.343,
			Kinds: map[string]int64{
				"link": 11800123, "embed": 120345, "redirect": 41123, "refresh": 1200, "canonical": 402110, "alternate": 81234,
				"next": 1234, "prev": 1233, "nofollow": 310210,
			},
		},
		Steps: []store.Step{
			{
				Command: "weft import crawl-2026-03-00000.warc.gz crawl-2026-03-00001.warc.gz --memory 256MiB -o crawls/example", Version: "0.1.0", Time: at,
				Inputs: []store.Input{
					{Path: "/data/crawl-2026-03-00000.warc.gz", Format: "warc", Bytes: 1073741824, Records: 412345, Bad: 12, SHA256: strings.Repeat("0123456789abcdef", 4)},
					{Path: "/data/crawl-2026-03-00001.warc.gz", Format: "warc", Bytes: 998741824, Records: 400012, Bad: 3, SHA256: strings.Repeat("fedcba9876543210", 4)},
				},
				Notes: map[string]int64{"bad_utf8": 12, "truncated_records": 3},
			},
			{Command: "weft rank pagerank crawls/example", Version: "0.1.0", Time: at.Add(time.Hour), Seed: 42},
		},
	}
}

// sample is a report with every section, as of a large crawl.
func sample(t testing.TB) Data {
	t.Helper()
	steep := law(t, "out", 3.1, 400000, 40, 2)
	steep.Fit.Alternatives[0].Ratio, steep.Fit.Alternatives[0].P = -31.2, 0.0004
	low := 0.004
	steep.Fit.P = &low
	in := law(t, "in", 2.1, 800000, 40, 1)
	total := law(t, "total", 2.3, 400000, -1, 3)
	return Data{
		Title: "Example crawl, March 2026", Generated: Generated{Version: "0.1.0", Time: time.Date(2026, 3, 15, 8, 0, 0, 0, time.UTC)},
		Info: sampleInfo(),
		Degrees: &measure.Degrees{
			Kinds: "link+embed+redirect+refresh", In: in, Out: steep, Total: total,
			Hosts: &measure.HostDegrees{In: law(t, "host in", 2.2, 1226, -1, 4), Out: law(t, "host out", 2.5, 1226, -1, 5), Pages: law(t, "host pages", 1.8, 1226, -1, 6)},
			Correlations: []measure.Correlation{
				{A: "in", B: "out", Population: "fetched pages", Pearson: 0.0812, KendallB: 0.2345},
				{A: "in", B: "pagerank", Population: "all pages", Pearson: 0.7312, KendallB: 0.5651},
				{A: "out", B: "pagerank", Population: "fetched pages", Pearson: -0.012, KendallB: 0.0312},
				{A: "total", B: "pagerank", Population: "fetched pages", Undefined: "all values of total are equal"},
			},
		},
		Components: &measure.Components{
			Kinds:  "link+embed+redirect+refresh",
			WCC:    measure.Partition{Count: 4123, Largest: 1240001, Sizes: measure.Law{Name: "wcc size", Population: "all components", Count: 4123, Mean: 301.75, Max: 1240001, FitError: "too few distinct values for a power-law fit: 2 distinct values in the population", Histogram: stats.Histogram{Values: []uint64{1, 1240001}, Counts: []int64{4122, 1}}}},
			SCC:    measure.Partition{Count: 402110, Largest: 445512, Sizes: law(t, "scc size", 2.6, 40000, -1, 8)},
			BowTie: measure.BowTie{SCC: 445512, In: 180123, Out: 512345, TendrilsIn: 61234, TendrilsOut: 21345, Tubes: 4321, Other: 15121, Disconnected: 55577},
		},
		Rankings: []measure.Ranking{
			{Name: "pagerank", Kinds: "link+embed+redirect+refresh", Form: store.InMemory, Iterations: 57, Residual: 8.1e-11, Norm: "l1", Converged: true, Params: map[string]any{"alpha": 0.85, "bound": 4e-11, "dangling": "strong", "tolerance": 1e-10}, Top: sampleTops(1, 15, 0.0123, 0.8), TopHosts: sampleTopHosts(0.31)},
			{Name: "hits", Kinds: "link+embed+redirect+refresh", Form: store.Streamed, Iterations: 60, Residual: 3.2e-4, Norm: "l2", Params: map[string]any{"tolerance": 0.0}, Authorities: sampleTops(2, 10, 0.41, 0.7), Hubs: sampleTops(3, 10, 0.2, 0.9), TopHosts: sampleTopHosts(2.4)},
			{Name: "salsa", Kinds: "link+embed+redirect+refresh", Form: store.InMemory, Converged: true, Authorities: sampleTops(4, 10, 0.002, 0.7), Hubs: sampleTops(5, 10, 0.001, 0.9)},
			{Name: "indegree", Kinds: "link+embed+redirect+refresh", Form: store.InMemory, Converged: true, Top: []measure.Top{{URL: "https://www.example.org/", Score: 18235, Page: 3}, {URL: "https://docs.example.org/a", Score: 912, Page: 9}}, TopHosts: []measure.TopHost{{Host: "www.example.org", Score: 410022}}},
		},
		Standings: sampleStandings(),
		Fidelity:  sampleFidelity(), Calibration: sampleCalibration(),
		Links: &measure.HostLinks{Pairs: 8123, Arcs: 2345678, Top: sampleLinks(), Matrix: sampleMatrix()},
		Words: []measure.AnchorText{{Text: "home", Arcs: 90123}, {Text: "next", Arcs: 70111}, {Text: "Created using <b>Sphinx</b>", Arcs: 3012}},
	}
}
