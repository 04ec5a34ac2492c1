package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

const explainLong = `Explain why a page belongs to its site, among the sites found by "weft site all".

If the site was found by evidence, the steps that found it come first. They are the unit of the page (a host, a folder, or
pages that link to each other), and the units that joined it, each with the reason. Then come the links of the page to its
site and to other sites: links to, links from, returned links, and their weight. A link weighs 1/indegree of its
target, and a tenth of that if it is not returned. The tie of a page to a site is the site's share of the weight of all
links of the page. Above one half the page belongs to the site.`

func init() {
	Questions = append(Questions, answer.Question{
		Name: "site explain", Takes: "CRAWL URL", Short: "Explain why a page belongs to its site", Long: explainLong,
		Before: "weft site all crawl\n", More: " 0", Own: []string{"output", "view", "kinds"},
		Gives: []answer.Answer{(*Explained)(nil)},
		New:   func() answer.Asker { return new(askedWhy) },
	})
}

// askedWhy is the question why a page is of its site.
type askedWhy struct {
	names []string
	top   int
}

func (q *askedWhy) Flags(f answer.Flags) {
	f.IntVarP(&q.top, "top", "n", 8, "list `K` sites")
}

// Named implements answer.Named.
func (q *askedWhy) Named(names []string) { q.names = names }

// Check implements answer.Asker.
func (q *askedWhy) Check() error {
	if len(q.names) != 1 {
		return answer.Refused("no page given: name one after the crawl")
	}
	return answer.CheckTop(q.top)
}

func (q *askedWhy) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	pages, err := PagesOf(c, q.names)
	if err != nil {
		return w, err
	}
	evidence := false
	if u, err := c.HowFound(); err == nil {
		o.Kinds = u.Kinds // by other links the ties would be others
		evidence = u.Method == Evidence
	}
	moved, err := movedNeed(c, &o, 2, store.Arrays)
	if err != nil {
		return w, err
	}
	need := moved
	if evidence {
		more, err := evidenceNeed(ctx, c, &o)
		if err != nil {
			return w, err
		}
		need = need.And(more)
	}
	v, err := o.View(ctx, "site explain", true, true, need)
	v.Stream, v.Singly = !evidence, evidence
	stage := answer.Stage{View: v, Passes: "none: the lists of the page and of its neighbours"}
	if evidence {
		stage.Passes = "the passes of weft site all, to find the steps again"
	} else if moved != nil {
		stage.Passes = "2 to see which pages lead elsewhere, then the lists of the page and of its neighbours"
	}
	w.Stages, w.Aside = []answer.Stage{stage}, true
	w.Do = func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) {
			w := v.WorkWithin(o.Workers, o.Memory)
			x, err := Explain(ctx, v, w, pages[0], q.top)
			if err == nil && evidence {
				err = x.addSteps(ctx, v, &o, w, q.top)
			}
			return answer.Got(x, err)
		})
	}
	return w, err
}

// A Reason holds the links of a page with one site.
//
//json:object links with a site
type Reason struct {
	Site     string  `json:"site" label:"site" show:"name"`        // name of the page that stands for the site
	Own      bool    `json:"own" label:"whose" show:"if:its own/"` // it is the site of the page
	Out      int     `json:"out" label:"links to"`                 // links to the site
	In       int     `json:"in" label:"from"`                      // links from the site
	Returned int     `json:"returned" label:"returned"`            // links to the site that are returned
	Tie      float64 `json:"tie" label:"tie" show:"share"`         // share of the evidence of all links of the page
}

// Explained says why a page is of its site.
//
//json:object site explain
type Explained struct {
	Page
	Site  string `json:"site"`  // name of the page that stands for the site
	Pages int    `json:"pages"` // pages of its site
	// Tie is the tie to the page's own site, and Next the strongest tie to another site. A tie above one half puts
	// the page on the right side.
	Tie     float64  `json:"tie"`            // share of the evidence of the page's links that ties it to its own site
	Next    float64  `json:"next"`           // largest share of that evidence that ties the page to another site
	Links   int      `json:"links"`          // links to and from other pages
	Reasons []Reason `json:"reasons"`        // links by site, the page's own site first
	Left    int      `json:"left,omitempty"` // sites left out of `reasons`
	// how the site was formed: the unit of the page, the units that it joined, then the other units of
	// the site
	Steps      []UnitStep `json:"steps,omitempty" absent:"closed groups"`
	OtherSteps int        `json:"other_steps,omitempty"` // steps left out of `steps`
}

// Explain reads the arcs of a page, and the arcs of its neighbours as far as it must count links to them. It makes
// one pass over the graph only if pages were moved, to find where they lead.
func Explain(ctx context.Context, v *store.View, w graph.Work, u graph.Node, top int) (*Explained, error) {
	c := v.Crawl()
	front, err := c.FoundFronts()
	if err != nil {
		return nil, err
	}
	defer front.Close() //nolint:errcheck // nothing was written
	_, out, in, err := follow(ctx, v, w)
	if err != nil {
		return nil, err
	}
	e := &explainer{in: in, front: front.Values, of: map[uint32]*Reason{}}
	all, err := e.explain(u, out)
	if err != nil {
		return nil, err
	}
	x := &Explained{Page: Page{Page: u}, Site: c.Label(graph.Node(front.Values[u])), Reasons: []Reason{}}
	if c.HasNames() {
		x.URL = c.Label(u)
	}
	for _, f := range front.Values {
		if f == front.Values[u] {
			x.Pages++
		}
	}
	x.fill(c, e, front.Values[u], all, top)
	return x, c.Damage()
}

// An explainer sums up the links of a page by site.
type explainer struct {
	in    graph.Random
	front []uint32
	of    map[uint32]*Reason
	list  []graph.Node
}

// explain sums up the links of a page.
func (e *explainer) explain(u graph.Node, out graph.Random) (all float64, err error) {
	to, err := out.AppendSucc(nil, u)
	if err != nil {
		return 0, err
	}
	from, err := e.in.AppendSucc(nil, u)
	if err != nil {
		return 0, err
	}
	return e.sum(u, to, from)
}

// sum sums up what links tell, by the page that stands for the site of the other end, and in all.
func (e *explainer) sum(u graph.Node, out, in []graph.Node) (all float64, err error) {
	mine := degree(u, in)
	graph.Neighbours(u, out, in, func(v graph.Node, to, from bool) {
		if err != nil {
			return
		}
		r := e.of[e.front[v]]
		if r == nil {
			r = &Reason{}
			e.of[e.front[v]] = r
		}
		weight := 0.0
		if to {
			if e.list, err = e.in.AppendSucc(e.list[:0], v); err != nil {
				return
			}
			weight += hierarchy.Weight(from, degree(v, e.list))
			r.Out++
			if from {
				r.Returned++
			}
		}
		if from {
			weight += hierarchy.Weight(to, mine)
			r.In++
		}
		r.Tie += weight
		all += weight
	})
	return all, err
}

// degree counts the links to a page from others.
func degree(u graph.Node, in []graph.Node) uint32 {
	n := uint32(len(in))
	if _, is := slices.BinarySearch(in, u); is {
		n--
	}
	return n
}

// fill writes the sites with most to tell, the page's own first.
func (x *Explained) fill(c *store.Crawl, e *explainer, own uint32, all float64, top int) {
	if e.of[own] == nil {
		e.of[own] = &Reason{}
	}
	for f, r := range e.of {
		if r.Site, r.Own = c.Label(graph.Node(f)), f == own; all > 0 {
			r.Tie /= all
		}
		x.Links += r.Out + r.In
		if r.Own {
			x.Tie = r.Tie
		} else {
			x.Next = max(x.Next, r.Tie)
		}
		x.Reasons = append(x.Reasons, *r)
	}
	slices.SortFunc(x.Reasons, func(a, b Reason) int {
		if a.Own != b.Own {
			if a.Own {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Tie, a.Tie), cmp.Compare(a.Site, b.Site))
	})
	if top = max(1, top); len(x.Reasons) > top {
		x.Left, x.Reasons = len(x.Reasons)-top, x.Reasons[:top]
	}
}

// Blocks are the links by site.
func (x *Explained) Blocks() []answer.Block {
	all := []answer.Block{answer.Row("page", "%s", x.name()), answer.Row("site", "%s, %s", x.Site, digits.Plural(x.Pages, "page"))}
	for i := range x.Steps {
		all = append(all, x.Steps[i].block())
	}
	if x.OtherSteps > 0 {
		all = append(all, answer.Row("", "and %s", digits.Plural(x.OtherSteps, "step")))
	}
	switch {
	case x.Links == 0:
		return append(all, answer.Text("It has no links to or from other pages, so it is a site of its own."))
	case x.Tie >= 0.5:
		all = append(all, answer.Row("tie", "%s of the evidence of its links is for its own site, %s for the next site: it is on the right side", digits.Percent(x.Tie), digits.Percent(x.Next)))
	default:
		all = append(all, answer.Row("tie", "%s of the evidence of its links is for its own site, %s for the next site: the sites of its neighbours decided", digits.Percent(x.Tie), digits.Percent(x.Next)))
	}
	all = append(all, answer.TableOf("", x.Reasons))
	if x.Left > 0 {
		all = append(all, answer.Text(fmt.Sprintf("and %s", digits.Plural(x.Left, "site"))))
	}
	return all
}

// Kept implements answer.Answer: it is about a page alone.
func (x *Explained) Kept() answer.Kept { return answer.Kept{} }
