package random

import (
	"bytes"
	"io"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/page"
	"weft/web/weburl"
)

func newTestWeb(t *testing.T, o WebOptions) *Web {
	t.Helper()
	w, err := NewWeb(o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Keys increase, are those of URLs that are canonical, and hosts and domains are those of the layout.
func TestNames(t *testing.T) {
	for _, pages := range []int{1, 2, 7, 60, 999, 20_000, 200_000} {
		w := newTestWeb(t, WebOptions{Pages: pages, Degree: 10, Seed: uint64(pages)})
		k := w.Namer()
		var key, last, url, again []byte
		hosts, domains := 0, 0
		single, www := 0, 0 // domains of one host, and those whose host is called www
		for u := range pages {
			key = k.AppendKey(key[:0], graph.Node(u))
			if bytes.Compare(last, key) >= 0 {
				t.Fatalf("%d pages: key %d is %q after %q", pages, u, key, last)
			}
			if !bytes.Equal(weburl.KeyHost(key), weburl.KeyHost(last)) {
				hosts++
				if weburl.DomainName(key) != weburl.DomainName(last) {
					domains++
				}
			}
			last = append(last[:0], key...)
			var err error
			if url, err = weburl.AppendName(url[:0], key); err != nil {
				t.Fatalf("key %q: %v", key, err)
			}
			if again, err = weburl.AppendKey(again[:0], url); err != nil || !bytes.Equal(again, key) {
				t.Fatalf("the key of %s is %q, %v; want %q", url, again, err, key)
			}
			if canon, err := weburl.Parse(string(url)); err != nil || canon != string(url) {
				t.Fatalf("%s is canonical as %s, %v", url, canon, err)
			}
		}
		for d := range w.lay.domains() {
			if h := w.lay.domainAt[d]; w.lay.domainAt[d+1] == h+1 {
				single++
				if bytes.HasSuffix(w.appendHost(nil, int(h)), []byte(",www)")) {
					www++
				}
			}
		}
		if single > 200 && (www < single*2/5 || www > single*3/5) {
			t.Errorf("%d pages: of %d domains with one host %d have it called www, want half", pages, single, www)
		}
		if hosts != w.lay.hosts() || domains != w.lay.domains() {
			t.Errorf("%d pages: %d hosts in %d domains by their keys, %d in %d by the layout", pages, hosts, domains, w.lay.hosts(), w.lay.domains())
		}
	}
}

// A Namer gives the same keys in any order.
func TestNamesArePure(t *testing.T) {
	w := newTestWeb(t, WebOptions{Pages: 3000, Degree: 10, Seed: 5})
	k := w.Namer()
	for i := range 3000 {
		u := graph.Node(i * 7919 % 3000)
		if got, want := k.AppendKey(nil, u), w.Namer().AppendKey(nil, u); !bytes.Equal(got, want) {
			t.Fatalf("page %d: %q after others, %q alone", u, got, want)
		}
	}
}

func TestLayout(t *testing.T) {
	for _, pages := range []int{1, 10, 5000, 100_000} {
		l := newLayout(pages, 1)
		for name, at := range map[string][]uint32{"directories": l.dirAt, "hosts": l.hostAt, "domains": l.domainAt} {
			for i := 1; i < len(at); i++ {
				if at[i] <= at[i-1] {
					t.Fatalf("%d pages: %s: member %d is empty", pages, name, i-1)
				}
			}
		}
		if last := l.topAt[len(l.topAt)-1]; int(last) != l.domains() || l.domainAt[l.domains()] != uint32(l.hosts()) ||
			l.hostAt[l.hosts()] != uint32(l.dirs()) || l.dirAt[l.dirs()] != uint32(pages) {
			t.Errorf("%d pages: the levels do not end together", pages)
		}
		for u := range graph.Node(pages) {
			d, first, end := l.dirOf(u)
			if u < first || u >= end || l.dirAt[d] != uint32(first) {
				t.Fatalf("page %d: directory %d holds [%d,%d)", u, d, first, end)
			}
		}
	}
}

// The mean degree is about the one wanted.
func TestMeanDegree(t *testing.T) {
	for seed, degree := range []float64{2.5, 8, 20, 60} {
		w := newTestWeb(t, WebOptions{Pages: 60_000, Degree: degree, Ghosts: 0.1, Seed: uint64(seed)})
		if got := float64(w.NumArcs()) / 60_000; got < 0.95*degree || got > 1.05*degree {
			t.Errorf("a mean of %.2f arcs, want about %g", got, degree)
		}
	}
}

func TestStates(t *testing.T) {
	w := newTestWeb(t, WebOptions{Pages: 60_000, Degree: 15, Ghosts: 0.2, Failed: 0.05, Seed: 3})
	linked := make([]bool, 60_000)
	var counts [page.NumStates]int
	for u, succ := range graph.Lists(w.Scan(graph.Everything(w))) {
		s := w.State(u)
		counts[s]++
		if s != page.Fetched && len(succ) > 0 {
			t.Fatalf("page %d is %v and has %d arcs", u, s, len(succ))
		}
		for _, v := range succ {
			linked[v] = true
		}
	}
	for u, is := range linked {
		if s := w.State(graph.Node(u)); s != page.Fetched && !is {
			t.Fatalf("page %d is %v and nothing links to it", u, s)
		}
	}
	for s, want := range map[page.State]float64{page.Ghost: 0.2, page.Failed: 0.05} {
		if got := float64(counts[s]) / 60_000; got < 0.95*want || got > 1.05*want {
			t.Errorf("the share of pages that are %v is %.3f, want about %g", s, got, want)
		}
	}
}

// Lists are like those of a crawl: see the table in docs/architecture.md.
func TestWebIsLikeACrawl(t *testing.T) {
	const pages = 100_000
	w := newTestWeb(t, WebOptions{Pages: pages, Degree: 15, Seed: 1})
	writer, err := bv.NewWriter(io.Discard, io.Discard, bv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	intra, loops, dangling := 0, 0, 0
	for u, succ := range graph.Lists(w.Scan(graph.Everything(w))) {
		if err := writer.Append(succ); err != nil {
			t.Fatal(err)
		}
		if len(succ) == 0 {
			dangling++
		}
		dir, _, _ := w.lay.dirOf(u)
		root, end := w.lay.host(w.lay.hostOf(dir))
		lo, hi := graph.Node(w.lay.dirAt[root]), graph.Node(w.lay.dirAt[end])
		for _, v := range succ {
			if v >= lo && v < hi {
				intra++
			}
			if v == u {
				loops++
			}
		}
	}
	st, err := writer.Finish()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ got, least, most float64 }{
		"bits per arc":            {st.BitsPerArc(), 2.5, 4.5},
		"arcs within hosts":       {float64(intra) / float64(st.Arcs), 0.7, 0.95},
		"pages that link to self": {float64(loops) / pages, 0.05, 0.4},
		"pages without arcs":      {float64(dangling) / pages, 0.08, 0.25},
	} {
		t.Logf("%s: %.3f", name, c.got)
		if c.got < c.least || c.got > c.most {
			t.Errorf("%s: %.3f, want %g to %g", name, c.got, c.least, c.most)
		}
	}
}

func (l *layout) domains() int { return len(l.domainAt) - 1 }
