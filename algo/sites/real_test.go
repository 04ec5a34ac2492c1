package sites_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/algo/sites"
	"weft/graph"
	"weft/internal/shared"
)

// A web is pages of known sites.
type web struct {
	urls, truth []string
	arcs        []graph.Arc
}

func docsites(t *testing.T) *web {
	w := &web{}
	for _, line := range lines(shared.Gunzip(t, "docsites", "mid.nodes.tsv.gz")) {
		cells := strings.Split(line, "\t")
		w.urls, w.truth = append(w.urls, cells[0]), append(w.truth, cells[1])
	}
	for u, line := range strings.Split(shared.Gunzip(t, "docsites", "mid.adj.txt.gz"), "\n") {
		v := 0
		for gap := range strings.FieldsSeq(line) {
			v += number(t, gap)
			w.arcs = append(w.arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)}) //nolint:gosec // small
		}
	}
	return w
}

func othersites(t *testing.T) *web {
	w := &web{}
	for _, line := range lines(shared.Gunzip(t, "othersites", "pages.tsv.gz")) {
		url, site, _ := strings.Cut(line, "\t")
		w.urls, w.truth = append(w.urls, url), append(w.truth, site)
	}
	for _, line := range lines(shared.Gunzip(t, "othersites", "arcs.gz")) {
		u, v, _ := strings.Cut(line, " ")
		w.arcs = append(w.arcs, graph.Arc{From: graph.Node(number(t, u)), To: graph.Node(number(t, v))}) //nolint:gosec // small
	}
	return w
}

func lines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// linked draws links between sites as othersites/link.py does: directories of front pages, a share of the pages that link
// elsewhere, of which some links are returned, and footers of two sites that name the front page of a third.
func (w *web) linked(rate, back float64, footers bool) *web {
	r := rand.New(rand.NewPCG(7, 0))
	x := &web{urls: w.urls, truth: w.truth, arcs: slices.Clone(w.arcs)}
	names, of, front := w.fronts()
	add := func(u, v int) { x.arcs = append(x.arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)}) } //nolint:gosec // small
	for i, s := range names {
		hub := of[s][r.IntN(len(of[s]))]
		for _, t := range names {
			if t != s {
				add(hub, front[t])
			}
		}
		for _, u := range of[s] {
			if r.Float64() >= rate {
				continue
			}
			t := names[(i+1+r.IntN(len(names)-1))%len(names)]
			v := of[t][r.IntN(len(of[t]))]
			if add(u, v); r.Float64() < back {
				add(v, u)
			}
		}
		if footers && i < 2 {
			for _, u := range of[s] {
				add(u, front[names[2]])
			}
		}
	}
	return x
}

// ringed gives all pages of each site of 50 pages or more a footer to the front pages of the two sites beside it.
func (w *web) ringed() *web {
	x := &web{urls: w.urls, truth: w.truth, arcs: slices.Clone(w.arcs)}
	names, of, front := w.fronts()
	for i, s := range names {
		for _, t := range []string{names[(i+1)%len(names)], names[(i+len(names)-1)%len(names)]} {
			for _, u := range of[s] {
				x.arcs = append(x.arcs, graph.Arc{From: graph.Node(u), To: graph.Node(front[t])}) //nolint:gosec // small
			}
		}
	}
	return x
}

// fronts are the sites of 50 pages or more, their pages, and the page of each that most links lead to.
func (w *web) fronts() (names []string, of map[string][]int, front map[string]int) {
	links := make([]int, len(w.truth))
	for _, a := range w.arcs {
		links[a.To]++
	}
	of, front = map[string][]int{}, map[string]int{}
	for u, s := range w.truth {
		of[s] = append(of[s], u)
	}
	for s, pages := range of {
		if len(pages) >= 50 {
			names = append(names, s)
		}
	}
	slices.Sort(names)
	for _, s := range names {
		front[s] = slices.MaxFunc(of[s], func(a, b int) int { return cmp.Or(links[a]-links[b], b-a) })
	}
	return names, of, front
}

// opaque gives pages URLs without meaning on their hosts, or none at all.
func (w *web) opaque(hosts bool) *web {
	x := &web{truth: w.truth, arcs: w.arcs}
	if !hosts {
		return x
	}
	for i, n := range rand.New(rand.NewPCG(4, 0)).Perm(len(w.urls)) {
		x.urls = append(x.urls, strings.Join(strings.Split(w.urls[i], "/")[:3], "/")+fmt.Sprint("/", n))
	}
	return x
}

// laid gives pages other URLs, which name the site.
func (w *web) laid(format string) *web {
	x := &web{truth: w.truth, arcs: w.arcs}
	for i, u := range w.urls {
		rest := strings.SplitN(u, "/", 3)[2]
		x.urls = append(x.urls, fmt.Sprintf(format, strings.ReplaceAll(w.truth[i], ".", "-"))+rest)
	}
	return x
}

// divide divides a web.
func (w *web) divide(t *testing.T, workers int) *sites.Result {
	t.Helper()
	in := sites.Input{Out: graph.FromArcs(len(w.truth), slices.Clone(w.arcs))}
	var err error
	if in.In, err = graph.Transpose(in.Out); err != nil {
		t.Fatal(err)
	}
	if w.urls != nil {
		w.folders(&in)
	}
	got, err := sites.Divide(t.Context(), in, graph.Work{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func (w *web) folders(in *sites.Input) {
	order := make([]int, len(w.urls))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(slices.Compare(strings.SplitN(w.urls[a], "/", 4), strings.SplitN(w.urls[b], "/", 4)), a-b)
	})
	in.Folders = sites.NewFolders(len(order))
	last, domains := "", map[string]uint32{}
	for _, u := range order {
		parts := strings.SplitN(w.urls[u], "/", 4)
		if parts[2] != last {
			last = parts[2]
			in.Folders.Host()
			labels := strings.Split(last, ".")
			domain := strings.Join(labels[len(labels)-2:], ".")
			if _, ok := domains[domain]; !ok {
				domains[domain] = uint32(len(domains)) //nolint:gosec // small
			}
			in.Domains = append(in.Domains, domains[domain])
		}
		in.Folders.Add(graph.Node(u), []byte("/"+parts[3])) //nolint:gosec // small
	}
	in.Folders.Done()
}

// score is F1 and precision of the site of each page, as a mean over the pages of a site, then over sites of 50 pages or more.
func (w *web) score(r *sites.Result) (f1, precision float64) {
	all, both := map[string]int{}, map[string]map[uint32]int{}
	for u, s := range w.truth {
		if all[s]++; both[s] == nil {
			both[s] = map[uint32]int{}
		}
		both[s][r.Of[u]]++
	}
	n := 0.0
	for s, parts := range both {
		if all[s] < 50 {
			continue
		}
		n++
		for k, x := range parts {
			share := float64(x) / float64(all[s])
			f1 += share * 2 * float64(x) / float64(r.Sites[k].Pages+all[s])
			precision += share * float64(x) / float64(r.Sites[k].Pages)
		}
	}
	return f1 / n, precision / n
}

// Real sites are found as well as docs/sites.md says: on their hosts, in other layouts, and with links between them.
func TestRealSites(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	for name, c := range map[string]struct {
		web  *web
		f1   float64
		pure float64
	}{
		"manuals":                       {docsites(t), 0.94, 0.97},
		"manuals, light links":          {docsites(t).linked(0.01, 0.05, false), 0.94, 0.97},
		"manuals, heavy links":          {docsites(t).linked(0.05, 0.1, true), 0.94, 0.97},
		"manuals, folders":              {docsites(t).laid("http://all.test/%s/"), 0.94, 0.97},
		"manuals, users":                {docsites(t).laid("http://all.test/users/~%s/"), 0.97, 0.98},
		"manuals, hosts":                {docsites(t).laid("http://www.%s.test/"), 0.94, 0.98},
		"manuals, rings of footers":     {docsites(t).ringed(), 0.94, 0.97},
		"manuals, rings, shelves":       {docsites(t).ringed().laid("http://all.test/a/b/%s/"), 0.94, 0.97},
		"manuals, rings, two shelves":   {docsites(t).ringed().laid("http://all.test/%[1]s/%[1]s/"), 0.94, 0.97},
		"others, rings of footers":      {othersites(t).ringed(), 0.97, 0.98},
		"manuals, rings, no URLs":       {docsites(t).ringed().opaque(false), 0.8, 0.88},
		"others, rings, no URLs":        {othersites(t).ringed().opaque(false), 0.65, 0.8},
		"manuals, opaque paths":         {docsites(t).opaque(true), 0.83, 0.95},
		"manuals, no URLs":              {docsites(t).opaque(false), 0.83, 0.95},
		"others":                        {othersites(t), 0.97, 0.98},
		"others, one way":               {othersites(t).linked(0.01, 0, false), 0.97, 0.98},
		"others, light links":           {othersites(t).linked(0.01, 0.05, false), 0.97, 0.98},
		"others, heavy links":           {othersites(t).linked(0.05, 0.1, true), 0.97, 0.98},
		"others, heavy links, folders":  {othersites(t).linked(0.05, 0.1, true).laid("http://all.test/%s/"), 0.97, 0.98},
		"others, heavy links, users":    {othersites(t).linked(0.05, 0.1, true).laid("http://all.test/users/~%s/"), 0.97, 0.98},
		"others, heavy links, shelves":  {othersites(t).linked(0.05, 0.1, true).laid("http://all.test/a/b/%s/"), 0.97, 0.98},
		"others, heavy links, no paths": {othersites(t).linked(0.05, 0.1, true).opaque(true), 0.78, 0.95},
		"others, heavy links, no URLs":  {othersites(t).linked(0.05, 0.1, true).opaque(false), 0.62, 0.8},
	} {
		t.Run(name, func(t *testing.T) {
			r := c.web.divide(t, 0)
			check(t, len(c.web.truth), r)
			f1, precision := c.web.score(r)
			t.Logf("F1 %.3f, precision %.3f, %d sites", f1, precision, len(r.Sites))
			if f1 < c.f1 || precision < c.pure {
				t.Errorf("F1 %.3f, precision %.3f; want %.2f and %.2f", f1, precision, c.f1, c.pure)
			}
		})
	}
}

// check checks what every result must be.
func check(t *testing.T, pages int, r *sites.Result) {
	t.Helper()
	count := make([]int, len(r.Sites))
	for _, k := range r.Of {
		if k != sites.None {
			count[k]++
		}
	}
	into, of := map[uint32]uint32{}, map[uint32]int{}
	for _, s := range r.Steps {
		if into[s.Unit] = s.Into; s.Unit == s.Into {
			of[s.Unit] = s.Pages
		}
	}
	units, sum := 0, 0
	for i, s := range r.Sites {
		units += s.Units
		sum += s.Pages
		if s.Pages != count[i] || i > 0 && s.Pages > r.Sites[i-1].Pages {
			t.Fatalf("site %d has %d pages, counted are %d", i, s.Pages, count[i])
		}
	}
	if len(r.Of) != pages || sum > pages || units > len(into) {
		t.Fatalf("%d pages, %d of them in sites, of %d units of %d", pages, sum, units, len(into))
	}
}
