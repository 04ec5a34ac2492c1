// Package kcore says how densely the pages of a crawl are linked with each other: by the k-core that each is in.
package kcore

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"weft/algo/kcore"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/npy"
	"weft/internal/offered"
	"weft/internal/table"
	"weft/store"
)

// Question is the question of this package.
var Question = answer.Question{
	Name: "kcore", Short: "Find k-cores and the core number of each page",
	Long: `Find the k-cores: the largest sets in which each page is linked with k or more other pages of the set. The core number
of a page is the largest k of a k-core with the page. The degeneracy is the largest core number. Its core is the densest
part of the crawl: a center of the Web, or pages of one site that all link to each other.

--degree chooses what k counts:
  neighbours  pages that the page links to or that link to it, each once.
  arcs        links from and to the page; a returned link counts twice.
  in          links to the page.
  out         links from the page.

Links from a page to itself do not count. If the decoded links fit into memory, pages are removed, those with the fewest
others first (Batagelj and Zaveršnik 2003). Otherwise bounds fall in passes over the compressed links (Wen et al. 2016).
Core numbers are written to results/kcore.npy, the table of cores to results/kcores.parquet.`,
	More:    " --top 20",
	Gives:   []answer.Answer{(*KCore)(nil)},
	New:     func() answer.Asker { return new(asker) },
	Section: &answer.Section{Title: "The densest core of the links", Asked: &asker{top: 5}, How: how},
}

var how = []string{
	"The k-core is the largest set in which each page is linked with k or more other pages of the set. The direction of links does not count. " +
		"It remains when pages with fewer neighbours are removed, again and again. The largest k for which pages remain is the degeneracy of the graph. " +
		"The numbers are exact (Seidman, “Network structure and minimum degree”, 1983; Batagelj and Zaveršnik, “An O(m) algorithm for cores decomposition of networks”, 2003).",
	"A core of one host is often a menu: pages that all link to each other. A core of several hosts shows sites that link to each other closely.",
}

type asker struct {
	degree string
	top    int
}

// Flags implements answer.Asker.
func (q *asker) Flags(f answer.Flags) {
	f.StringVar(&q.degree, "degree", kcore.Neighbours.String(), "count by `DEGREE`: neighbours, arcs, in or out")
	offered.Set(f, "degree", kcore.DegreeNames())
	f.IntVarP(&q.top, "top", "n", 10, "list `K` hosts and pages of the innermost core")
}

// Check implements answer.Asker.
func (q *asker) Check() error {
	return answer.CheckAll(answer.OneOf("degree", cmp.Or(q.degree, kcore.Neighbours.String()), kcore.DegreeNames()), answer.AtLeast("top", q.top, 0))
}

// Plan implements answer.Asker.
func (q *asker) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	degree, err := kcore.ParseDegree(cmp.Or(q.degree, kcore.Neighbours.String()))
	if err != nil {
		return answer.Work{}, err
	}
	look := answer.Look{Stage: stage, Work: func(ctx context.Context, v *store.View, o answer.Options) (answer.Answer, error) {
		return answer.Got(find(ctx, v, o, degree, q.top))
	}}
	return look.Plan(ctx, c, o)
}

// Parts of a plan.
const (
	numbersPart = "core numbers, degrees, and pages in turn"
	boundsPart  = "bounds of core numbers"
	queuePart   = "pages whose lists are read singly"
	tablePart   = "a table of cores"
	listPart    = "the longest list, sorted"
)

// tableBytes is the memory for writing a table.
const tableBytes = 12 << 20

// stage plans to peel if the decoded lists fit into memory, else to make passes over the compressed lists.
func stage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	n := c.NumPages()
	v, err := o.View(ctx, "k-cores", true, true, nil)
	if err != nil {
		return answer.Stage{}, err
	}
	arcs := c.Graph().NumArcs()
	if o.Filter != nil {
		arcs *= 2 // it may add the returned arc of each
	}
	more := store.Heap(tablePart, tableBytes)
	if longest := c.Longest(v).List; longest > 0 {
		more = more.And(store.Heap(listPart, 8*longest))
	}
	v.Need = store.Arrays(numbersPart, kcore.Bytes(n, arcs, false)).And(more)
	if got, err := c.Plan(v); err == nil && got.Form == store.InMemory {
		return answer.Stage{View: v, Passes: "1 over graph and transpose, and each list once more"}, nil
	}
	v.Need = store.Arrays(boundsPart, kcore.Bytes(n, arcs, true)).And(store.Heap(queuePart, kcore.QueueBytes(n))).And(more)
	v.Stream, v.Singly = true, true
	if _, err := c.Plan(v); err != nil {
		return answer.Stage{}, err
	}
	return answer.Stage{View: v, Passes: "2 over graph and transpose, and passes over their parts until no bound falls"}, nil
}

// KCore says which k-cores a crawl has.
//
//json:object kcore
//json:note An edge is a pair of linked pages, or with a degree other than neighbours an arc; loops do not count.
type KCore struct {
	Kinds  string `json:"kinds"`          // kinds of arcs that count, joined by +
	View   string `json:"view,omitempty"` // filter applied to the crawl, such as between-hosts
	Form   string `json:"form"`           // how lists were read: memory, stream or disk
	Degree string `json:"degree"`         // degree that k counts: neighbours, arcs, in or out
	Pages  int    `json:"pages"`          // all pages
	// largest core number, the degeneracy of the graph
	Degeneracy uint32  `json:"degeneracy"`
	Mean       float64 `json:"mean"` // mean of the core numbers of all pages
	// cores by k; a k for which no page has this core number has no row, and the core of the next row
	Cores []Core `json:"cores"`
	// hosts of the innermost core, the most pages first
	Hosts []Host `json:"hosts,omitempty" absent:"pages have no names, or there are no links"`
	// pages of the innermost core, by their numbers
	Top []Page `json:"top,omitempty" absent:"there are no links"`

	numbers []uint32
}

// A Core is the k-core of one k.
//
//json:object core by k
type Core struct {
	K uint32 `json:"k" label:"k"` // least degree within the core
	// pages with this core number
	Shell int   `json:"shell" label:"pages of number k"`
	Pages int   `json:"pages" label:"pages of the k-core"` // pages of the core
	Edges int64 `json:"edges" label:"links of the k-core"` // edges within the core
	// edges within the core for each of its pages
	PerPage float64 `json:"edges_per_page" label:"links a page" show:"fixed:2"`
}

// A Host has pages in the innermost core.
//
//json:object host in a k-core
type Host struct {
	Host  string `json:"host" label:"host" show:"host:(no host)"` // name of the host; empty for pages whose names are no URLs
	Pages int    `json:"pages" label:"pages in the core"`         // pages of the host in the innermost core
	All   int    `json:"all_pages" label:"of all"`                // all pages of the host
}

// A Page is in the innermost core.
//
//json:object page in a k-core
type Page struct {
	Page uint32 `json:"page"`                                                               // number of the page, from 0
	URL  string `json:"url,omitempty" absent:"pages have no names" label:"page" show:"url"` // URL of the page
}

func find(ctx context.Context, v *store.View, o answer.Options, degree kcore.Degree, top int) (*KCore, error) {
	n := v.Out.NumNodes()
	to := kcore.Options{Work: v.Work(o.Workers), Degree: degree, Stream: v.Form != store.InMemory, Progress: func(done int) {
		o.Tell("core numbers", int64(done), int64(n))
	}}
	ended := func(err error) error { return err }
	if to.Stream {
		ended = resume(v, &o, &to)
	}
	f, err := kcore.Find(ctx, v.Out, v.In, to)
	if err = ended(err); err != nil {
		return nil, err
	}
	r := &KCore{Kinds: v.Kinds.String(), View: v.Filter, Form: v.Form, Degree: degree.String(), Pages: n, numbers: f.Numbers}
	r.count(f.Shells)
	return r, r.list(v.Crawl(), top)
}

// resume makes passes continue where a command that was killed has come to, and keep where they stand.
func resume(v *store.View, o *answer.Options, to *kcore.Options) (ended func(error) error) {
	u := o.Unfinished(v, "k-cores", "degree "+to.Degree.String())
	arrays := func(s *kcore.State) []npy.Piece {
		return []npy.Piece{npy.PieceOf(&s.Bounds), npy.PieceOf(&s.Above)}
	}
	to.Resume, to.Save = answer.Resume(u, kcore.State{}, arrays, func(s *kcore.State) string { return fmt.Sprintf("after pass %d", s.Passes) })
	return u.Ended
}

// count makes cores of shells: a core has its shell and all shells after it.
func (r *KCore) count(shells []kcore.Shell) {
	r.Cores = make([]Core, len(shells))
	pages, edges, sum := 0, int64(0), 0.0
	for i, s := range slices.Backward(shells) {
		pages, edges = pages+s.Nodes, edges+s.Edges
		sum += float64(s.K) * float64(s.Nodes)
		r.Cores[i] = Core{K: s.K, Shell: s.Nodes, Pages: pages, Edges: edges, PerPage: float64(edges) / float64(pages)}
		r.Degeneracy = max(r.Degeneracy, s.K)
	}
	r.Mean = sum / float64(max(r.Pages, 1))
}

// list names the pages and the hosts of the innermost core.
func (r *KCore) list(c *store.Crawl, top int) error {
	if r.Degeneracy == 0 || top == 0 {
		return nil
	}
	for u, k := range r.numbers {
		if k < r.Degeneracy {
			continue
		}
		p := Page{Page: uint32(u)} //nolint:gosec // a page
		if c.HasNames() {
			p.URL = c.Label(graph.Node(u)) //nolint:gosec // a page
		}
		if r.Top = append(r.Top, p); len(r.Top) == top {
			break
		}
	}
	if !c.HasNames() || c.Damage() != nil {
		return c.Damage()
	}
	hosts, err := c.Hosts()
	if err != nil {
		return err
	}
	in := map[int]int{}
	for g, u := range hosts.Sorted() {
		if r.numbers[u] == r.Degeneracy {
			in[g]++
		}
	}
	for g, pages := range in {
		name, err := hosts.Name(g)
		if err != nil {
			return err
		}
		r.Hosts = append(r.Hosts, Host{name, pages, hosts.Size(g)})
	}
	slices.SortFunc(r.Hosts, func(a, b Host) int { return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Host, b.Host)) })
	r.Hosts = r.Hosts[:min(top, len(r.Hosts))]
	return nil
}

// mostRows is the number of cores that text lists.
const mostRows = 20

// some returns the cores that text lists: all if they are few, else about as many as decades and their parts have, and
// the last.
func (r *KCore) some() []Core {
	if len(r.Cores) <= mostRows {
		return r.Cores
	}
	var some []Core
	next := uint32(0)
	for i, c := range r.Cores {
		if c.K < next && i < len(r.Cores)-1 {
			continue
		}
		some = append(some, c)
		next = max(c.K+1, uint32(1.3*float64(c.K)))
	}
	return some
}

// degreeText names degrees in text.
var degreeText = map[string]string{"neighbours": "neighbours", "arcs": "links from and to a page", "in": "links to a page", "out": "links from a page"}

// Blocks implements answer.Answer.
func (r *KCore) Blocks() []answer.Block {
	if r.Degeneracy == 0 {
		return []answer.Block{answer.Text("There are no links between pages.")}
	}
	last := r.Cores[len(r.Cores)-1]
	unit := "linked pair"
	if r.Degree != kcore.Neighbours.String() {
		unit = "link"
	}
	all := []answer.Block{
		answer.Row("degeneracy", "%s: the largest core number, by %s", digits.Grouped(r.Degeneracy), degreeText[r.Degree]),
		answer.Row("innermost core", "%s, %s", digits.Plural(last.Pages, "page"), digits.Plural(last.Edges, unit)),
		answer.Row("mean", "%s: the mean core number of the pages", digits.Fixed(r.Mean, 2)),
		answer.TableOf("cores by k", r.some()),
	}
	if len(r.Hosts) > 0 {
		all = append(all, answer.TableOf("hosts of the innermost core", r.Hosts).Ending("host").Numbered())
	}
	if len(r.Top) > 0 {
		all = append(all, answer.TableOf("pages of the innermost core", r.Top))
	}
	return all
}

// Kept implements answer.Answer.
func (r *KCore) Kept() answer.Kept {
	k := answer.Kept{Kinds: r.Kinds, View: r.View}
	k.Apart("degree", r.Degree, kcore.Neighbours.String())
	answer.AddVector(&k, "kcore", map[string]any{"degree": r.Degree, "degeneracy": r.Degeneracy}, r.numbers)
	cols := []table.Column{
		{Name: "k", Type: table.Int}, {Name: "shell", Type: table.Int}, {Name: "pages", Type: table.Int}, {Name: "edges", Type: table.Int},
	}
	k.AddTable("kcores", cols, func(_ *store.Crawl, w *table.Writer) error {
		for _, c := range r.Cores {
			if err := w.Append(int64(c.K), int64(c.Shell), int64(c.Pages), c.Edges); err != nil {
				return err
			}
		}
		return nil
	})
	return k
}
