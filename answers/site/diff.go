package site

import (
	"context"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

const diffLong = `Find the boundary around the same pages in two crawls, an older and a newer one, and show what changed: pages in the site
in both crawls, pages new in the second crawl, pages gone from it, and pages of both crawls that moved in or out. Two
pages are the same if their URLs are equal. All options of "weft site" apply to both crawls.`

func init() {
	Questions = append(Questions, answer.Question{
		Name: "site diff", Takes: "A B URL…", Short: "Show how the boundary of a site changed between two crawls", Long: diffLong,
		Of: "older newer", More: " 0 --anyway", Own: []string{"output", "view"},
		Gives: []answer.Answer{(*Changed)(nil)},
		New:   func() answer.Asker { return new(askedChange) },
	})
}

// askedChange is the question what changed.
type askedChange struct {
	options
	names []string
	top   int
}

func (q *askedChange) Flags(f answer.Flags) {
	q.flags(f)
	f.BoolVar(&q.r.Anyway, "anyway", false, "draw a boundary even if the site cannot be distinguished from its surroundings")
	f.IntVarP(&q.top, "top", "n", 10, "list `K` pages per change")
}

// Named implements answer.Named.
func (q *askedChange) Named(names []string) { q.names = names }

// Check implements answer.Asker.
func (q *askedChange) Check() error {
	if len(q.names) == 0 {
		return answer.Refused("no site given: name one or more of its pages after the two crawls")
	}
	if len(q.texts) > 0 {
		return answer.Refused("{texts} belong to one crawl and cannot be used for two")
	}
	if err := answer.CheckTop(q.top); err != nil {
		return err
	}
	return q.check()
}

func (q *askedChange) Plan(ctx context.Context, a *store.Crawl, o answer.Options) (w answer.Work, err error) {
	b := o.Other
	if !a.HasNames() || !b.HasNames() {
		return w, answer.Refused("two crawls are compared by URL: %w", store.ErrNoNames)
	}
	var drawn [2]func() (*Site, error)
	for i, c := range []*store.Crawl{a, b} {
		r := q.r
		r.Options = o
		if r.Pages, err = q.found(c, o); err != nil {
			return w, err
		}
		stage, err := r.stage(ctx, c)
		if err != nil {
			return w, err
		}
		stage.Of = c
		w.Stages = append(w.Stages, stage)
		drawn[i] = func() (*Site, error) {
			return answer.See(c, &o, stage, func(v *store.View) (*Site, error) {
				g, err := newGround(ctx, c, v, r)
				if err != nil {
					return nil, err
				}
				return g.Find(ctx, &r)
			})
		}
	}
	w.Do = func() (answer.Answer, error) {
		older, err := drawn[0]()
		if err != nil {
			return nil, err
		}
		newer, err := drawn[1]()
		if err != nil {
			return nil, err
		}
		return answer.Got(differ(a, b, older, newer, q.top))
	}
	return w, nil
}

// found returns the given pages that a crawl contains. It reports the other pages.
func (q *askedChange) found(c *store.Crawl, o answer.Options) ([]graph.Node, error) {
	var pages []graph.Node
	for _, name := range q.names {
		u, ok, err := c.Page(name)
		if err != nil {
			return nil, err
		}
		if ok {
			pages = append(pages, u)
		} else {
			o.Say("%s has no page %.300q", c.Path, name)
		}
	}
	if len(pages) == 0 {
		return nil, answer.Refused("%s contains none of the given pages", c.Path)
	}
	return pages, nil
}

// A Side is the site in one of two crawls.
//
//json:object site in a crawl
type Side struct {
	Pages   int        `json:"pages"`                                // pages
	Epsilon *float64   `json:"epsilon" absent:"null without a flow"` // ε
	Said    Confidence `json:"confidence"`                           // confidence in the boundary
}

// A Change compares the pages of one site in two crawls.
//
//json:object changed pages
type Change struct {
	Pages int      `json:"pages"` // number of pages
	Top   []string `json:"top"`   // first pages, at most as many as requested
}

// Changed says how a site changed from crawl A to crawl B.
//
//json:object site diff
type Changed struct {
	A       Side   `json:"a"`       // the site in the first crawl
	B       Side   `json:"b"`       // the site in the second crawl
	Both    int    `json:"kept"`    // pages of the site in both crawls
	New     Change `json:"new"`     // pages of the site in the second crawl that the first crawl lacks
	Gone    Change `json:"gone"`    // pages of the site in the first crawl that the second crawl lacks
	Entered Change `json:"entered"` // pages of both crawls that are in the site in the second crawl only
	Left    Change `json:"left"`    // pages of both crawls that are in the site in the first crawl only
	// Same is Both/(Both + Entered + Left): how far the boundary held for the pages that both crawls have; nil if it
	// has none of these.
	Same *float64 `json:"same" absent:"null without such pages"` // `kept` / (`kept` + `entered` + `left`), in pages
}

// differ compares two sites by the URLs of their pages.
func differ(a, b *store.Crawl, older, newer *Site, top int) (*Changed, error) {
	d := &Changed{A: Side{older.Pages, older.Epsilon, older.Said}, B: Side{newer.Pages, newer.Epsilon, newer.Said}}
	for _, c := range []*Change{&d.New, &d.Gone, &d.Entered, &d.Left} {
		c.Top = []string{}
	}
	err := look(a, b, older, newer, func(name string, there, inside bool) {
		switch {
		case inside:
			d.Both++
		case there:
			d.Left.add(name, top)
		default:
			d.Gone.add(name, top)
		}
	})
	if err != nil {
		return nil, err
	}
	err = look(b, a, newer, older, func(name string, there, inside bool) {
		switch {
		case !there:
			d.New.add(name, top)
		case !inside:
			d.Entered.add(name, top)
		}
	})
	if all := d.Both + d.Entered.Pages + d.Left.Pages; all > 0 {
		same := float64(d.Both) / float64(all)
		d.Same = &same
	}
	return d, err
}

// look looks the pages of a site up in the other crawl: whether they are there, and of its site.
func look(a, b *store.Crawl, from, to *Site, f func(name string, there, inside bool)) error {
	for _, u := range from.pages {
		name := a.Label(u)
		v, there, err := b.Find(name)
		if err != nil {
			return err
		}
		f(name, there, there && to.inside.Has(int(v)))
	}
	return a.Damage()
}

func (c *Change) add(name string, top int) {
	if c.Pages++; c.Pages <= top {
		c.Top = append(c.Top, name)
	}
}

// Blocks reports the changes.
func (d *Changed) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("site in A", "%s; %s", digits.Plural(d.A.Pages, "page"), d.A.Said.words()),
		answer.Row("site in B", "%s; %s", digits.Plural(d.B.Pages, "page"), d.B.Said.words()),
		answer.Row("in both", "%s", digits.Grouped(d.Both)),
	}
	if d.Same != nil {
		all = append(all, answer.Row("held", "for %s of the pages that both crawls have", digits.Percent(*d.Same)))
	}
	for _, c := range []struct {
		what string
		Change
	}{{"new in crawl B", d.New}, {"gone from crawl B", d.Gone}, {"came in", d.Entered}, {"left", d.Left}} {
		all = append(all, answer.Row(c.what, "%s", digits.Grouped(c.Pages)))
		for _, name := range c.Top {
			all = append(all, answer.Row("", "%s", name))
		}
	}
	return all
}

// Kept implements answer.Answer: it is about two crawls.
func (d *Changed) Kept() answer.Kept { return answer.Kept{} }
