package papers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/making/ingest"
	"weft/store"
)

// The printed figures imply these totals of relevant pages.
func TestTable1Totals(t *testing.T) {
	want := []float64{538, 967, 824, 996, 993, 498, 996}
	for i, method := range table1 {
		if got := relevant(claimNamed("site", method)); math.Abs(math.Floor(got)-want[i]) > 1 {
			t.Errorf("%s: got %.1f, want %.0f", method, got, want[i])
		}
	}
}

// The cut of the sample network is the least of all that there are, and its flow fits the network.
func TestSampleNetwork(t *testing.T) {
	r := &siteRun{ctx: context.Background(), r: &SiteResult{}}
	if err := r.sample(); err != nil {
		t.Fatal(err)
	}
	least := int64(math.MaxInt64)
	for set := range 1 << (sampleNodes - 2) {
		side, sum := set<<1|1, int64(0) // with the source, without the sink
		for _, a := range sampleArcs {
			if side>>a.from&1 == 1 && side>>a.to&1 == 0 {
				sum += a.capacity
			}
		}
		least = min(least, sum)
	}
	if n := r.r.Network; n.Cut != least || n.Flow != least || !n.Saturated || !slices.Equal(n.Side, []int{0, 1, 2, 4}) {
		t.Errorf("got %+v, want a flow and a cut of %d", n, least)
	}
	carried, value := augment()
	for u := range sampleNodes {
		sum := int64(0)
		for v := range sampleNodes {
			sum += carried[u][v]
		}
		if want := map[int]int64{0: value, sampleSink: -value}[u]; sum != want {
			t.Errorf("node %d sends on %d, want %d", u, sum, want)
		}
	}
}

// The split/join distance is what its definition says, pair of clusters by pair of clusters.
func TestMoved(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 200 {
		n := 1 + rng.IntN(12)
		a, b := make([]uint32, n), make([]uint32, n)
		for u := range n {
			a[u], b[u] = uint32(rng.IntN(4)), uint32(rng.IntN(4))
		}
		outside := func(a, b []uint32) (sum int) {
			for i := range uint32(4) {
				size, most := 0, 0
				for j := range uint32(4) {
					both := 0
					for u := range n {
						if a[u] == i && b[u] == j {
							both++
						}
					}
					size, most = size+both, max(most, both)
				}
				sum += size - most
			}
			return sum
		}
		want := float64(outside(a, b)+outside(b, a)) / float64(2*n)
		if got := moved(a, b); math.Abs(got-want) > 1e-12 {
			t.Fatalf("seed %d, %v and %v: got %g, want %g", seed, a, b, got, want)
		}
	}
}

func TestFolders(t *testing.T) {
	for url, want := range map[string][2]string{
		"http://a.test/":               {"http://a.test/", ""},
		"http://a.test/x":              {"http://a.test/", ""},
		"http://a.test/x/":             {"http://a.test/x/", "http://a.test/"},
		"http://a.test/x/y.html?p=/q/": {"http://a.test/x/", "http://a.test/"},
		"https://a.test/x/y/z#/w/":     {"https://a.test/x/y/", "https://a.test/x/"},
		"http://a.test":                {"http://a.test/", ""},
	} {
		if got := folder(url); got != want[0] || parent(got) != want[1] {
			t.Errorf("%s: got %q in %q, want %q in %q", url, got, parent(got), want[0], want[1])
		}
	}
}

func TestCommonPrefixes(t *testing.T) {
	list := func(prefix string, n int) (urls []string) {
		for i := range n {
			urls = append(urls, fmt.Sprintf("%s%d", prefix, i))
		}
		return urls
	}
	for _, x := range []struct {
		urls []string
		want []Prefix
	}{
		{nil, []Prefix{}},
		{list("http://a.test/x/y/", 4), []Prefix{{"http://a.test/x/y/", 4}}},
		{slices.Concat(list("http://a.test/x/", 7), list("http://b.test/y/z/", 3)), []Prefix{{"http://a.test/x/", 7}, {"http://b.test/y/z/", 3}}},
		{slices.Concat(list("http://a.test/x/", 3), list("http://a.test/y/", 3), list("http://a.test/z/", 3)), []Prefix{{"http://a.test/", 9}}},
		{slices.Concat(list("http://a.test/x/", 19), list("http://b.test/", 1)), []Prefix{{"http://a.test/x/", 19}}},
		{slices.Concat(list("http://a.test/", 2), list("http://b.test/", 2), list("http://c.test/", 2), list("http://d.test/", 2)), []Prefix{{"http://a.test/", 2}, {"http://b.test/", 2}, {"http://c.test/", 2}}},
	} {
		if got := commonPrefixes(slices.Clone(x.urls)); !slices.Equal(got, x.want) {
			t.Errorf("%v: got %v, want %v", x.urls, got, x.want)
		}
	}
}

// madeSites makes a crawl of two sites, cats on two hosts and dogs in a folder of the first, and a page of neither. A
// page of the dogs links to the cats.
func madeSites(t *testing.T) (*store.Crawl, SiteOptions) {
	t.Helper()
	pages := map[string][]string{"cats": {"http://pets.test/cats/"}, "dogs": {"http://pets.test/dogs/"}}
	for i := range 29 {
		pages["cats"] = append(pages["cats"], fmt.Sprintf("http://pets.test/cats/%d", i))
		pages["dogs"] = append(pages["dogs"], fmt.Sprintf("http://pets.test/dogs/%d", i))
	}
	for i := range 10 {
		pages["cats"] = append(pages["cats"], fmt.Sprintf("http://more.test/cats/p%d", i))
	}
	var arcs, truth strings.Builder
	for name, urls := range pages {
		for i, u := range urls {
			fmt.Fprintf(&truth, "%s\t%s\n", u, name)
			for _, j := range []int{0, (i + 1) % len(urls), (i + 2) % len(urls)} {
				if i != j {
					fmt.Fprintf(&arcs, "%s\t%s\n%s\t%s\n", u, urls[j], urls[j], u)
				}
			}
		}
	}
	fmt.Fprintf(&arcs, "http://other.test/\t%s\n%s\t%s\n", pages["dogs"][0], pages["dogs"][3], pages["cats"][0])
	dir := t.TempDir()
	o := SiteOptions{
		Least:   5,
		Over:    3,
		Keep:    50,
		Samples: 20,
		Quick:   true,
		Options: answer.Options{Memory: 1 << 30, Seed: 1, Workers: 1},
	}
	_, err := ingest.Import(
		t.Context(),
		ingest.Options{
			Inputs:       []string{"-"},
			Stdin:        strings.NewReader(arcs.String()),
			DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "crawl")},
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(filepath.Join(dir, "crawl"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := os.WriteFile(filepath.Join(dir, "truth.tsv"), []byte(truth.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if o.Truth, err = o.Sites(c, filepath.Join(dir, "truth.tsv")); err != nil {
		t.Fatal(err)
	}
	return c, o
}

// On a crawl of two sites each method finds what it is bound to find.
func TestRunSite(t *testing.T) {
	c, o := madeSites(t)
	r, err := RunSite(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Sites) != 2 || r.Sites[0].Name != "cats" || r.Sites[0].Hosts != 2 || r.Sites[0].Pages != 40 ||
		r.Sites[1].Word != "dogs" ||
		r.Sites[1].Front != "http://pets.test/dogs/" {
		t.Errorf("sites: %+v", r.Sites)
	}
	for _, want := range []struct {
		method                   string
		epsilon                  string
		pages, precision, recall float64
	}{
		{onePrefix, "", 30, 1, (30./40 + 1) / 2}, // the other host is not in the folder
		{twoPrefixes, "", 40, 1, 1},              // of the cats alone
		// The page of neither is linked with the dogs alone.
		{mclFine, "", (40 + 31) / 2., (1 + 30./31) / 2, 1},
		{oursFront, "", (40 + 30) / 2., 1, 1}, // it is on another host
		{oursThree, "", (40 + 30) / 2., 1, 1},
		{flowOnly, byPaper, (40 + 70) / 2., (1 + 30./70) / 2, 1}, // what can be reached
		{fineFlow, byPaper, (40 + 71) / 2., (1 + 30./71) / 2, 1},
		{fineFlow, bySweep, (40 + 31) / 2., (1 + 30./31) / 2, 1},
	} {
		seen := 0
		for _, m := range r.Methods {
			if m.Name != want.method || m.Epsilon != want.epsilon {
				continue
			}
			seen++
			if math.Abs(m.Found-want.pages)+math.Abs(m.Precision-want.precision)+math.Abs(m.Recall-want.recall) > 1e-9 {
				t.Errorf(
					"%s, ε by %q, σ %.2f: got %g pages, %g, %g; want %g, %g, %g",
					m.Name,
					m.Epsilon,
					m.Sigma,
					m.Found,
					m.Precision,
					m.Recall,
					want.pages,
					want.precision,
					want.recall,
				)
			}
		}
		if n := map[bool]int{false: 1, true: 2}[want.epsilon != ""]; seen != n {
			t.Errorf("%s, ε by %q: %d rows, want %d", want.method, want.epsilon, seen, n)
		}
	}
	if r.Methods[0].Name != flowOnly || r.Methods[len(r.Methods)-1].Name != oursThree {
		t.Errorf("not in the order of Table 1: %v", r.Methods)
	}
	// Either site is a cluster by inflation 1.2, too, so the main one is that of the cats; five clusters cannot be
	// drawn, and two can.
	if m := r.Main; m.Pages != 40 || m.Clusters != 1 || m.Of == "the main cluster" || m.Sizes.Max != 40 ||
		m.Sizes.Count != 2 {
		t.Errorf("main cluster: %+v", m)
	}
	if len(r.Random) != 2 || r.Random[0].Precision+r.Random[1].Precision != 1+30./31 ||
		r.Random[0].Prefixes[0].Pages != 30 {
		t.Errorf("random clusters: %+v", r.Random)
	}
	covered(t, r)
}

// covered checks that there is a row for each line of the paper.
func covered(t *testing.T, r *SiteResult) {
	t.Helper()
	count := map[string]int{}
	for _, row := range r.Rows {
		count[row.Where]++
		if row.Ours == "" || row.Paper == "" {
			t.Errorf("%s, %s: empty", row.Where, row.What)
		}
	}
	for where, n := range map[string]int{
		"Figs. 1–3": 1, "§2.4.1": 3, "§4.1.1": 2, "Table 1": 9, "§3.1.2": 1, "§3.1.3": 2, "§4.2.1": 1, "Fig. 10": 1, "Table 2": 5, "§4.2.2": 1, "§6": 1,
	} {
		if count[where] != n {
			t.Errorf("%s: %d rows, want %d", where, count[where], n)
		}
	}
}

// One site takes the front page and the word that are given; a page of none, and a word that is nowhere, are refused.
func TestRunOneSite(t *testing.T) {
	c, o := madeSites(t)
	o.Site, o.Keyword = "http://pets.test/dogs/4", "CATS"
	r, err := RunSite(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Sites) != 1 || r.Sites[0].Name != "dogs" || r.Sites[0].Front != o.Site || r.Sites[0].Word != "CATS" {
		t.Errorf("sites: %+v", r.Sites)
	}
	for _, m := range r.Methods {
		if m.Name == mclFine && (m.Found != 40 || m.Precision != 0) {
			t.Errorf("the cluster of the cats: %+v", m)
		}
	}
	for site, keyword := range map[string]string{"http://other.test/": "", "birds": "", "dogs": "birds", "": "cats"} {
		o.Site, o.Keyword = site, keyword
		if _, err := RunSite(t.Context(), c, o); !errors.As(err, new(*answer.OptionError)) {
			t.Errorf("site %q, keyword %q: got %v, want a refusal", site, keyword, err)
		}
	}
}

// Sites of fewer pages are not looked for, and of the others no more than asked for.
func TestSoughtSites(t *testing.T) {
	c, o := madeSites(t)
	for _, x := range []struct{ least, most, want int }{{5, 0, 2}, {31, 0, 1}, {5, 1, 1}, {30, 2, 2}} {
		o.Least, o.Most = x.least, x.most
		r, err := RunSite(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Sites) != x.want || r.Sites[0].Name != "cats" {
			t.Errorf("%d pages, %d sites at most: got %+v", x.least, x.most, r.Sites)
		}
	}
	o.Least = 41
	if _, err := RunSite(t.Context(), c, o); !errors.As(err, new(*answer.OptionError)) {
		t.Errorf("no site has so many pages: got %v", err)
	}
}

// The second prefix is on the host with most of the other pages, whatever the order.
func TestSecondPrefix(t *testing.T) {
	c, o := madeSites(t)
	page := func(url string) graph.Node {
		u, ok, err := c.Page(url)
		if err != nil || !ok {
			t.Fatalf("%s: %v", url, err)
		}
		return u
	}
	s := &SiteSought{front: page("http://pets.test/cats/"), pages: []graph.Node{page("http://other.test/")}}
	for i := range 10 {
		s.pages = append(s.pages, page(fmt.Sprintf("http://more.test/cats/p%d", i)))
	}
	r := &siteRun{SiteOptions: o, ctx: t.Context(), c: c}
	for range 20 {
		start, prefix, err := r.secondPrefix(s)
		if err != nil || prefix != "http://more.test/cats/" || c.Label(start) != "http://more.test/cats/p0" {
			t.Fatalf("got %s from %s, %v", prefix, c.Label(start), err)
		}
	}
}

// A crawl of a page has no pairs of URLs, and URLs that are all as far apart as any have no σ: rows say so.
func TestRunSiteWithoutSigma(t *testing.T) {
	for arcs, want := range map[string]string{
		"http://a.test/ http://a.test/\n":                                           "a page alone is no pair",
		"http://a.test/1 http://a.test/2\nhttp://a.test/2 http://a.test/1\n":        "0.5",
		"http://a.test/1 http://a.test/1\nhttp://a.test/ http://a.test/1?b=c&d=e\n": "over",
	} {
		dir := t.TempDir()
		o := SiteOptions{
			Least:   1,
			Over:    1,
			Keep:    5,
			Quick:   true,
			Samples: 10,
			Options: answer.Options{Memory: 1 << 30, Seed: 1},
		}
		_, err := ingest.Import(
			t.Context(),
			ingest.Options{
				Inputs:       []string{"-"},
				Stdin:        strings.NewReader(arcs),
				DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "crawl")},
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		c, err := store.Open(filepath.Join(dir, "crawl"))
		if err != nil {
			t.Fatal(err)
		}
		truth := filepath.Join(dir, "truth.tsv")
		first, _, _ := strings.Cut(arcs, " ")
		if err = os.WriteFile(truth, []byte(first+"\tone\n"), 0o644); err == nil {
			o.Truth, err = o.Sites(c, truth)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := RunSite(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Rows[1].Ours; !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", arcs, got, want)
		}
		covered(t, r)
		c.Close()
	}
}

// The same for any number of workers.
func TestRunSiteWorkers(t *testing.T) {
	c, o := madeSites(t)
	var texts []string
	for _, o.Workers = range []int{1, 3} {
		r, err := RunSite(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] {
		t.Errorf("with one worker\n%s\nwith three\n%s", texts[0], texts[1])
	}
}

// The law of Fig. 10 is of the clusters' sizes, whatever their order.
func TestSizeLaw(t *testing.T) {
	r := &siteRun{}
	r.Samples, r.Seed = 10, 1
	var parts [][]graph.Node
	for size := 40; size > 0; size-- {
		for range 1600 / (size * size) {
			parts = append(parts, make([]graph.Node, size))
		}
	}
	l, err := r.sizeLaw(parts, "a test")
	if err != nil {
		t.Fatal(err)
	}
	if l.Histogram.Count(2) != 400 || l.Max != 40 || l.Count != int64(len(parts)) || l.Fit == nil ||
		math.Abs(l.Fit.Exponent-2) > 0.1 {
		t.Errorf("%+v, fit %+v", l, l.Fit)
	}
	few, err := r.sizeLaw(parts[:3], "a test")
	if err != nil || few.Fit != nil || few.FitError == "" {
		t.Errorf("of three clusters: %+v, %v", few, err)
	}
	pictures := (&SiteResult{Main: MainCluster{Sizes: l}}).Plots()
	if len(pictures) != 1 || strings.Count(string(pictures[0].Sheet.SVG()), "h0") < len(l.Histogram.Values) {
		t.Errorf("%d pictures, or too few dots", len(pictures))
	}
}
