package fidelity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/algo/hak"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/view"
	"weft/internal/choice"
	"weft/store"
)

// Methods to select pages of high fidelity.
const (
	Grow    = "grow"    // Algorithm 1
	Strict  = "strict"  // what Algorithm 1 finds, without pages below τ
	Maximum = "maximum" // the greatest set without pages below τ
)

// Pages that Algorithm 1 begins with, besides those without links.
const (
	FromMinimum  = "minimum"  // of the least out-degree
	FromQuantile = "quantile" // of out-degrees up to a quantile
)

// SelectionMethods are the names of all methods.
var SelectionMethods = []string{Grow, Strict, Maximum}

// ComponentOptions of GetComponents. Of Options, Top is how many pages are compared, and List how many components are listed.
type ComponentOptions struct {
	Options
	Tau      float64 // the least fidelity
	Method   string  // one of SelectionMethods; empty stands for Grow
	Quantile float64 // as of [hak.GrowOptions]
	Hosts    int     // maximum number of hosts listed per component
	Target   *store.Crawl
}

// Components are the parts of a crawl that missing pages hardly affect.
//
//json:object fidelity components
type Components struct {
	Kinds      string      `json:"kinds"`      // kinds of arcs that count, joined by +
	Tau        float64     `json:"tau"`        // least share of links that stay inside, 0 to 1
	Method     string      `json:"method"`     // method of selection: grow or maximum
	Init       string      `json:"init"`       // initial set of growing: minimum or quantile
	Quantile   float64     `json:"quantile"`   // quantile of out-degrees
	Settings   settings    `json:"settings"`   // the options
	Crawled    int         `json:"crawled"`    // pages whose links are known
	Ghosts     int         `json:"ghosts"`     // pages that were never fetched and are known by links only
	Whole      Judged      `json:"whole"`      // the whole crawl
	Members    hak.Part    `json:"members"`    // pages that were selected
	Count      int         `json:"count"`      // components
	Components []Component `json:"components"` // components, largest first
	Methods    []Selected  `json:"methods"`    // pages selected by each method
	// check whether the target has the links of the crawl
	Links  *SameLinks `json:"links,omitempty" absent:"without a target"`
	Doubts []Doubt    `json:"doubts,omitempty"` // reasons to doubt the comparison

	// Labels holds the component of each page, hak.None where it is in none.
	Labels []uint32 `json:"-"`

	fetched string        // Options.Fetched
	files   []answer.File // that were requested
}

// settings are the options that change the result of PageRank.
//
//json:object settings of components
type settings struct {
	Alpha        float64 `json:"alpha"`         // damping of PageRank
	Iterations   int     `json:"iterations"`    // iterations of PageRank
	Top          int     `json:"top"`           // pages that are compared
	WithExcluded bool    `json:"with_excluded"` // excluded pages count as missing
}

// A Judged is a part of a crawl, with how far its ranking is true.
//
//json:object judged part
type Judged struct {
	hak.Part
	// agreement of the best pages by the set's PageRank, its ghosts being sinks, with the target's
	// PageRank, personalised to the set
	Kendall *hak.Agreement `json:"kendall,omitempty" absent:"without a target"`
	Missing int            `json:"missing,omitempty"` // pages that the target lacks
}

// A Component is a weak component of the selected pages.
//
//json:object component of high fidelity
type Component struct {
	Component int `json:"component" label:"component"` // number of the component, from 0
	Judged
	// the same agreement with the ranking of the whole crawl
	InWhole *hak.Agreement `json:"kendall_in_whole,omitempty"`
	Hosts   []HostPages    `json:"hosts,omitempty" absent:"pages have no names"` // hosts with the most of its pages
}

// A HostPages counts pages of a host.
//
//json:object host pages
type HostPages struct {
	Host  string `json:"host"`  // name of the host
	Pages int    `json:"pages"` // pages of the component on the host
}

// A Selected is the selection of one method.
//
//json:object selection
type Selected struct {
	Method string `json:"method" label:"method"` // method of selection: grow or maximum
	hak.Part
	Components int      `json:"components" label:"components"` // components
	Largest    hak.Part `json:"largest"`                       // largest component
}

// ComponentsNeed is the memory of GetComponents for a crawl of n pages and a number of arcs. It counts labels,
// sets, and the work of selecting and dividing. With judge it adds two rankings, their comparison, and the largest
// component in memory in both directions. The target needs its own memory.
func ComponentsNeed(n int, arcs int64, judge bool) store.Need {
	each := max(hak.SelectBytes(n), hak.ComponentsBytes(n, arcs, n/4))
	need := store.Arrays("labels of pages", 4*int64(n)).And(store.Arrays("what selects and divides", each)).And(store.Heap("sets of pages", int64(n)/2))
	if judge {
		need = need.And(rankNeed(n)).And(store.Heap("the comparison with the target", 128*int64(n))).And(store.Heap("the largest component", 3*graph.LoadBytes(n, arcs)))
	}
	return need
}

// GetComponents selects pages of high fidelity by all methods, and divides the selection of the wanted method into
// components (paper, "High-fidelity component selection" and Table 3). With a target it measures how true the
// rankings of the largest components are, and how truly the whole crawl ranks the same pages.
//
// It takes about twelve passes over the arcs. With a target it adds 30 passes for the crawl, and 30 over the
// target's arcs for the crawl and for each listed component. It returns errors of the options, of opening and
// reading the crawls, of the budget and of ctx.
// Papers: fidelity, "Component selection".
func GetComponents(ctx context.Context, c *store.Crawl, o ComponentOptions) (*Components, error) {
	if err := errors.Join(o.setDefaults(), checkNames(c, o.Target)); err != nil {
		return nil, err
	}
	s, err := See(ctx, c, "fidelity components", o.need(c), o.Options)
	if err != nil {
		return nil, err
	}
	defer s.View.Close() //nolint:errcheck // nothing was written
	r := &Components{
		fetched: o.Fetched,
		Kinds:   s.View.Kinds.String(), Tau: o.Tau, Method: o.Method, Init: FromMinimum, Quantile: o.Quantile,
		Settings: settings{o.Alpha, max(o.Iterations, 0), o.Top, o.WithExcluded},
	}
	if o.Quantile > 0 {
		r.Init = FromQuantile
	}
	sel := &selecting{ctx: ctx, c: c, o: &o, s: s, r: r}
	for _, step := range []func() error{sel.whole, sel.methods, sel.list, sel.judge} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// ComponentsStage is how GetComponents reads a crawl.
func ComponentsStage(ctx context.Context, c *store.Crawl, o ComponentOptions) (answer.Stage, error) {
	if err := o.setDefaults(); err != nil {
		return answer.Stage{}, err
	}
	vo, err := viewOptions(ctx, c, "fidelity components", o.need(c), &o.Options)
	return answer.Stage{View: vo, Passes: "about 12"}, err
}

func (o *ComponentOptions) setDefaults() error {
	if o.List == 0 {
		o.List = 10
	}
	o.Options.setDefaults()
	o.Method = cmp.Or(o.Method, Grow)
	if !slices.Contains(SelectionMethods, o.Method) {
		return fmt.Errorf("components: there is no method %q: expected %s", o.Method, choice.Of(o.Method, SelectionMethods))
	}
	return nil
}

func (o *ComponentOptions) need(c *store.Crawl) store.Need {
	return ComponentsNeed(c.NumPages(), c.Graph().NumArcs(), o.Target != nil)
}

// selecting is a report in the making.
type selecting struct {
	ctx   context.Context //nolint:containedctx // it lives as long as one call of GetComponents
	c     *store.Crawl
	o     *ComponentOptions
	s     *Seen
	r     *Components
	parts *hak.Parts // of the wanted method
}

// whole weighs the whole crawl.
func (s *selecting) whole() error {
	s.o.Tell("counting links", 0, 0)
	var err error
	s.r.Whole.Part, err = hak.Weigh(s.ctx, s.s.View.Out, s.s.Crawled, s.o.Tau)
	s.r.Crawled = s.r.Whole.Pages
	s.r.Ghosts = s.s.Ghosts(s.r.Crawled)
	return err
}

// methods selects by all methods.
func (s *selecting) methods() error {
	v, w := s.s.View, s.s.View.Work(s.o.Workers)
	s.o.Tell("growing the selection", 0, 0)
	grown, err := hak.Grow(s.ctx, v.Out, v.In, s.s.Crawled, hak.GrowOptions{Tau: s.o.Tau, Quantile: s.o.Quantile, Work: w})
	if err != nil {
		return err
	}
	if err := s.take(Grow, grown); err != nil {
		return err
	}
	for _, m := range []struct {
		name   string
		within view.Bits
	}{{Strict, grown}, {Maximum, s.s.Crawled}} {
		s.o.Tell("taking out pages below tau", 0, 0)
		set, err := hak.Maximum(s.ctx, v.Out, v.In, m.within, hak.GrowOptions{Tau: s.o.Tau, Work: w})
		if err != nil {
			return err
		}
		if err := s.take(m.name, set); err != nil {
			return err
		}
	}
	return nil
}

// take divides what a method selected.
func (s *selecting) take(method string, set view.Bits) error {
	s.o.Tell("finding components", 0, 0)
	p, err := hak.Components(s.ctx, s.s.View.Out, set, s.o.Tau, s.s.View.Work(s.o.Workers))
	if err != nil {
		return err
	}
	m := Selected{Method: method, Part: p.Whole, Components: len(p.Parts)}
	if len(p.Parts) > 0 {
		m.Largest = p.Parts[0]
	}
	s.r.Methods = append(s.r.Methods, m)
	if method == s.o.Method {
		s.parts, s.r.Members, s.r.Count, s.r.Labels = p, p.Whole, len(p.Parts), p.Labels
	}
	return nil
}

// list lists the largest components with their hosts.
func (s *selecting) list() error {
	s.r.Components = []Component{}
	for i, p := range s.parts.Parts[:min(s.o.List, len(s.parts.Parts))] {
		s.r.Components = append(s.r.Components, Component{Component: i, Judged: Judged{Part: p}})
	}
	if !s.c.HasNames() || s.o.Hosts <= 0 {
		return nil
	}
	hosts, err := s.c.Hosts()
	if err != nil {
		return err
	}
	counts := make([]map[int]int, len(s.r.Components))
	for i := range counts {
		counts[i] = map[int]int{}
	}
	for u, label := range s.parts.Labels {
		if int(label) < len(counts) {
			counts[label][hosts.Of(graph.Node(u))]++
		}
	}
	for i := range counts {
		if s.r.Components[i].Hosts, err = mostPages(hosts, counts[i], s.o.Hosts); err != nil {
			return err
		}
	}
	return nil
}

// mostPages names the k hosts with the most pages; ties go to the smaller number.
func mostPages(hosts store.Groups, counts map[int]int, k int) ([]HostPages, error) {
	order := make([]int, 0, len(counts))
	for h := range counts {
		order = append(order, h)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	var list []HostPages
	for _, h := range order[:min(k, len(order))] {
		name, err := hosts.Name(h)
		if err != nil {
			return nil, err
		}
		list = append(list, HostPages{name, counts[h]})
	}
	return list, nil
}

// EachMember calls f with each selected page and its component, component by component, in the order of pages. Memory:
// 4 bytes a page and 8 a component. It ends with the first error of f.
func (r *Components) EachMember(f func(component int, u graph.Node) error) error {
	next := make([]int, r.Count+1) // where the pages of each component go
	for _, label := range r.Labels {
		if label != hak.None {
			next[label+1]++
		}
	}
	for i := range r.Count {
		next[i+1] += next[i]
	}
	order := make([]graph.Node, next[r.Count])
	for u, label := range r.Labels {
		if label != hak.None {
			order[next[label]] = graph.Node(u)
			next[label]++
		}
	}
	for _, u := range order {
		if err := f(int(r.Labels[u]), u); err != nil {
			return err
		}
	}
	return nil
}
