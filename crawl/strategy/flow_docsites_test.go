package strategy_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/internal/shared"
	"weft/web/weburl"
)

// docsites are real pages with capacities by similarity of URLs, and their sites.
type docsites struct {
	g     *graph.Memory
	c     []int64
	sites map[string][]graph.Node
}

func readDocsites(t *testing.T) *docsites {
	t.Helper()
	d := &docsites{sites: map[string][]graph.Node{}}
	var tokens [][][]byte
	for i, line := range strings.Split(strings.TrimSuffix(shared.Gunzip(t, "docsites", "mid.nodes.tsv.gz"), "\n"), "\n") {
		field := strings.Split(line, "\t")
		tokens = append(tokens, weburl.Tokens(nil, []byte(field[0])))
		d.sites[field[1]] = append(d.sites[field[1]], graph.Node(i))
	}
	var arcs []graph.Arc
	for u, line := range strings.Split(strings.TrimSuffix(shared.Gunzip(t, "docsites", "mid.adj.txt.gz"), "\n"), "\n") {
		v := 0
		for gap := range strings.FieldsSeq(line) {
			x, err := strconv.Atoi(gap)
			if err != nil {
				t.Fatal(err)
			}
			v += x
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	d.g = graph.FromArcs(len(tokens), arcs)
	const sigma = 1.66
	var edit weburl.EditDistance
	for u := range graph.Node(len(tokens)) {
		for _, v := range d.g.Succ(u) {
			x := float64(edit.Between(tokens[u], tokens[v]))
			d.c = append(d.c, max(1, int64(math.Round(strategy.FlowScale*math.Exp(-x*x/(2*sigma*sigma))))))
		}
	}
	return d
}

// On real pages the flow asks for hardly more than the site that it finds, which is that of the exact cut.
func TestFlowOnDocsites(t *testing.T) {
	d := readDocsites(t)
	var names []string
	for name, pages := range d.sites {
		if len(pages) >= 50 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	const shares = 3
	asked, inner := [shares]int{}, [shares]int{}
	var took time.Duration
	var bytes int64
	links, known := 0, 0
	r := rand.New(rand.NewPCG(1, 3))
	tried := 0
	for i := 0; i < len(names); i += 3 { // the others are as these
		name := names[i]
		tried++
		pages := slices.Clone(d.sites[name])
		r.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
		for k, n := range [shares]int{1, 3, len(pages) * 3 / 10} {
			f := &flowCase{g: d.g, c: d.c, seeds: pages[:n], eps: strategy.FlowScale / 5}
			o, s := f.options(false)
			began := time.Now()
			if _, err := crawl.Run(context.Background(), o); err != nil {
				t.Fatal(err)
			}
			took += time.Since(began)
			side, want := s.Side(), f.exact(t)
			if got := sideOf(side, o.Pages); !side.Certified || !slices.Equal(got, slices.Collect(want.Minimal.All())) {
				t.Fatalf("%s from %d pages: got %d pages, certified %v; want %d", name, n, len(got), side.Certified, want.MinimalPages)
			}
			asked[k] += int(side.Answered)
			inner[k] += len(side.Pages)
			links, known = links+side.Links, known+side.Known
			bytes += s.Bytes()
		}
	}
	for k, most := range [shares]float64{6, 3, 1.05} {
		each := float64(asked[k]) / float64(inner[k])
		t.Logf("asked for %d pages, of which %d are of the site: %.3f for each", asked[k], inner[k], each)
		if each > most {
			t.Errorf("asked for %.3f pages for each of the site, want at most %v", each, most)
		}
	}
	perLink := float64(bytes-33*int64(known)) / float64(links)
	t.Logf("%d crawls, %d links learnt, %v; %.1f bytes a link besides 33 a page", shares*tried, links, took, perLink)
	if perLink > 48 {
		t.Errorf("%.1f bytes a link, want no more than 32 and half as much again", perLink)
	}
}
