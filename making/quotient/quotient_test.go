package quotient_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/kinds"
	"weft/internal/npy"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/making/quotient"
	"weft/store"
)

// hosts are such that the domain amazonaws.com lies on both sides of another, one name is no URL, and one host has
// several ports and schemes.
var hosts = []string{
	"http://a.example", "https://a.example", "http://a.example:81", "http://www.b.example", "http://x.amazonaws.com", "http://y.s3.amazonaws.com",
	"http://z.amazonaws.com", "http://192.0.2.7", "http://[::1]", "opaque",
}

func randomLinks(seed uint64, arcs int) string {
	r := rand.New(rand.NewPCG(seed, 3))
	var b strings.Builder
	for range arcs {
		fmt.Fprintf(&b, "%s/%d\t%s/%d\n", hosts[r.IntN(len(hosts)-2)], r.IntN(20), hosts[r.IntN(len(hosts))], r.IntN(20))
	}
	return b.String()
}

func sitesOf(t *testing.T, c *store.Crawl) store.Groups {
	t.Helper()
	var b strings.Builder
	for u := range c.NumPages() {
		if u%5 != 0 {
			fmt.Fprintf(&b, "%d\t%s\n", u, []string{"zebra", "http://b.example/site", "http://a.example", "beaver"}[u%4])
		}
	}
	s, err := c.ReadSites(strings.NewReader(b.String()), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func groupsOf(t *testing.T, c *store.Crawl, by string) store.Groups {
	t.Helper()
	var g store.Groups
	var err error
	switch by {
	case quotient.ByHost:
		g, err = c.Hosts()
	case quotient.ByDomain:
		g, err = c.Domains()
	default:
		g = sitesOf(t, c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// counted is the graph of groups by counting with maps: how many arcs of pages join two names.
func counted(t *testing.T, c *store.Crawl, g store.Groups, by string) (pairs map[[2]string]uint64, sizes map[string]uint32) {
	t.Helper()
	pairs, sizes = map[[2]string]uint64{}, map[string]uint32{}
	name := func(u graph.Node) string {
		n, err := g.Name(g.Of(u))
		switch {
		case err != nil:
			t.Fatal(err)
		case n == "":
			return "(no " + by + ")"
		case by == quotient.BySite && n != "http://a.example":
			return n
		case by == quotient.BySite:
			return n + "/"
		}
		return "http://" + n + "/"
	}
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		from := name(cur.Node())
		sizes[from]++
		for i, v := range cur.Succ() {
			if cur.Kinds()[i]&kinds.Measured != 0 {
				pairs[[2]string{from, name(v)}]++
			}
		}
	}
	return pairs, sizes
}

// The counts are those of maps, for hosts, domains and sites, with and without loops, in either order of pages and from
// a bare graph; and the new crawl is whole.
func TestCountsLikeMaps(t *testing.T) {
	for _, keepNumbers := range []bool{false, true} {
		c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(randomLinks(4, 3000)), KeepNumbers: keepNumbers})
		for _, by := range []string{quotient.ByHost, quotient.ByDomain, quotient.BySite} {
			for _, loops := range []bool{false, true} {
				check(t, c, by, loops)
			}
		}
	}
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graphtest.Random(3), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	check(t, ingesttest.Open(t, base), quotient.BySite, false)
}

func check(t *testing.T, c *store.Crawl, by string, loops bool) {
	t.Helper()
	groups := groupsOf(t, c, by)
	dir := filepath.Join(t.TempDir(), "groups")
	s, err := quotient.Run(context.Background(), quotient.Options{Crawl: c, Groups: groups, By: by, Loops: loops, DraftOptions: store.DraftOptions{Output: dir}, Top: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Fatal(err)
	}
	want, sizes := counted(t, c, groups, by)
	inside, between, loopCount := map[string]uint64{}, uint64(0), 0
	for p, n := range want {
		if p[0] != p[1] {
			between += n
			continue
		}
		inside[p[0]] = n
		if !loops {
			delete(want, p)
		} else {
			loopCount++
		}
	}
	q := ingesttest.Open(t, dir)
	got := pairsOf(t, q)
	if !maps.Equal(got, want) {
		t.Errorf("by %s, loops %v: got %v, want %v", by, loops, got, want)
	}
	if s.Groups != len(sizes) || s.Arcs != int64(len(want)) || s.Between != int64(between) || q.Manifest.Counts.SelfLoops != int64(loopCount) {
		t.Errorf("by %s, loops %v: got %+v, want %d groups, %d arcs, %d page arcs between", by, loops, s, len(sizes), len(want), between)
	}
	counts := q.Manifest.Counts
	if links := map[string]int64{"link": s.Arcs}; !maps.Equal(counts.Kinds, links) || counts.Measured != s.Arcs || counts.Pages != s.Groups || counts.Arcs != s.Arcs ||
		counts.GraphBits <= 0 || counts.BitsPerArc != float64(counts.GraphBits)/float64(s.Arcs) {
		t.Errorf("by %s, loops %v: the manifest counts %+v, want %v", by, loops, counts, links)
	}
	checkVectors(t, q, sizes, inside)
	checkTop(t, s.Top, want)
}

// pairsOf reads the arcs of a crawl of groups with their counts.
func pairsOf(t *testing.T, q *store.Crawl) map[[2]string]uint64 {
	t.Helper()
	counts, err := npy.Open[uint64](filepath.Join(q.Path, quotient.CountsFile))
	if err != nil {
		t.Fatal(err)
	}
	defer counts.Close()
	got, i := map[[2]string]uint64{}, 0
	cur := q.Scan(graph.Everything(q.Graph()))
	for cur.Next() {
		for _, v := range cur.Succ() {
			got[[2]string{q.Label(cur.Node()), q.Label(v)}] = counts.Values[i]
			i++
		}
	}
	if i != len(counts.Values) {
		t.Errorf("%d counts of %d arcs", len(counts.Values), i)
	}
	return got
}

func checkVectors(t *testing.T, q *store.Crawl, sizes map[string]uint32, inside map[string]uint64) {
	t.Helper()
	r, err := q.Results("")
	if err != nil {
		t.Fatal(err)
	}
	pages, _, err := store.LoadVector[uint32](r, quotient.PagesVector)
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	own, _, err := store.LoadVector[uint64](r, quotient.InsideVector)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	for u, n := range pages.Values {
		if name := q.Label(graph.Node(u)); n != sizes[name] || own.Values[u] != inside[name] {
			t.Errorf("%s: %d pages, %d arcs inside; want %d, %d", name, n, own.Values[u], sizes[name], inside[name])
		}
	}
}

func checkTop(t *testing.T, top []quotient.Pair, want map[[2]string]uint64) {
	t.Helper()
	var counts []uint64
	for p, n := range want {
		if p[0] != p[1] {
			counts = append(counts, n)
		}
	}
	slices.SortFunc(counts, func(a, b uint64) int { return cmp.Compare(b, a) })
	for i, p := range top {
		from, to := pageNames(p.From), pageNames(p.To)
		found := slices.ContainsFunc(from, func(f string) bool {
			return slices.ContainsFunc(to, func(t string) bool { return want[[2]string{f, t}] == p.PageArcs })
		})
		if p.PageArcs != counts[i] || !found {
			t.Errorf("pair %d is %+v, want %d arcs", i, p, counts[i])
		}
	}
}

// pageNames are what the page of a group may be called.
func pageNames(group string) []string { return []string{group, group + "/", "http://" + group + "/"} }

// The same bytes come of any budget and any number of workers, also where counts are sorted on disk.
func TestSameBytes(t *testing.T) {
	var b strings.Builder
	r := rand.New(rand.NewPCG(8, 8))
	for range 200_000 {
		fmt.Fprintf(&b, "http://h%d.example/\thttp://h%d.example/\n", r.IntN(30_000), r.IntN(30_000))
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(b.String())})
	groups := groupsOf(t, c, quotient.ByHost)
	dir := t.TempDir()
	var first map[string][]byte
	for i, o := range []quotient.Options{{DraftOptions: store.DraftOptions{Memory: 4 << 30, Workers: 1}}, {DraftOptions: store.DraftOptions{Memory: 32 << 20, Workers: 3}}} {
		o.Crawl, o.Groups, o.By, o.Output = c, groups, quotient.ByHost, filepath.Join(dir, fmt.Sprint(i))
		if _, err := quotient.Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{}
		q := ingesttest.Open(t, o.Output)
		for name := range q.Manifest.Files {
			data, err := os.ReadFile(filepath.Join(o.Output, name))
			if err != nil {
				t.Fatal(err)
			}
			files[name] = data
		}
		if first == nil {
			first = files
		}
		for name, data := range files {
			if string(first[name]) != string(data) {
				t.Errorf("%s differs", name)
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(randomLinks(1, 50))})
	twins, err := c.ReadSites(strings.NewReader("0\thttp://x.example\n1\thttp://X.example/\n"), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	dir := t.TempDir()
	for part, o := range map[string]quotient.Options{
		"would be the same page": {By: quotient.BySite, Groups: twins},
		"groups by \"\"":         {Groups: twins},
		"needs":                  {By: quotient.ByHost, Groups: groupsOf(t, c, quotient.ByHost), DraftOptions: store.DraftOptions{Memory: 1 << 20}},
		"canceled":               {By: quotient.ByHost, Groups: groupsOf(t, c, quotient.ByHost)},
	} {
		o.Crawl, o.Output = c, filepath.Join(dir, "out")
		ctx := context.Background()
		if part == "canceled" {
			ctx = stopped
		}
		if _, err := quotient.Run(ctx, o); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got %v, want %q", err, part)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("there is left %v", left)
	}
}

// The hosts and sites of docsites are counted as by a reader of its text that knows neither crawls nor keys.
func TestDocsites(t *testing.T) {
	nodes := strings.Split(strings.TrimSpace(shared.Gunzip(t, "docsites", "mid.nodes.tsv.gz")), "\n")
	lists := strings.Split(strings.TrimSpace(shared.Gunzip(t, "docsites", "mid.adj.txt.gz")), "\n")
	var links, sites strings.Builder
	host, site := make([]string, len(nodes)), make([]string, len(nodes))
	for u, line := range nodes {
		f := strings.Split(line, "\t")
		nodes[u], site[u] = f[0], f[1]
		host[u] = "http://" + strings.SplitN(f[0], "/", 4)[2] + "/"
		fmt.Fprintf(&sites, "%s\t%s\n", f[0], f[1])
	}
	byHost, bySite := map[[2]string]uint64{}, map[[2]string]uint64{}
	for u, line := range lists {
		v := 0
		for gap := range strings.FieldsSeq(line) {
			d, err := strconv.Atoi(gap)
			if err != nil {
				t.Fatal(err)
			}
			v += d
			fmt.Fprintf(&links, "%s\t%s\n", nodes[u], nodes[v])
			if host[u] != host[v] {
				byHost[[2]string{host[u], host[v]}]++
			}
			if site[u] != site[v] {
				bySite[[2]string{site[u], site[v]}]++
			}
		}
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links.String())})
	listed, err := c.ReadSites(strings.NewReader(sites.String()), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	for by, want := range map[string]map[[2]string]uint64{quotient.ByHost: byHost, quotient.BySite: bySite} {
		groups, n := store.Groups(listed), 50
		if by == quotient.ByHost {
			groups, n = groupsOf(t, c, by), 26
		}
		dir := filepath.Join(t.TempDir(), "groups")
		s, err := quotient.Run(context.Background(), quotient.Options{Crawl: c, Groups: groups, By: by, DraftOptions: store.DraftOptions{Output: dir}})
		if err != nil {
			t.Fatal(err)
		}
		if s.Groups != n {
			t.Errorf("by %s: %d groups, want %d", by, s.Groups, n)
		}
		if got := pairsOf(t, ingesttest.Open(t, dir)); !maps.Equal(got, want) {
			t.Errorf("by %s: %d pairs, want %d, or other counts", by, len(got), len(want))
		}
	}
}
