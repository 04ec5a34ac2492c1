package migrate

import (
	"context"
	"errors"
	"fmt"

	"weft/answers/answer"
	"weft/answers/texts"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/store"
)

// A Request asks for pages of an older crawl in a newer one.
type Request struct {
	Options
	Pages []graph.Node // of the older crawl; nil for all that were fetched and are gone
	Least float64      // the confidence from which on a page is carried
	// OldTexts and NewTexts, if not nil, are the texts of pages. Without them, the texts of links to pages are
	// compared if both crawls have them.
	OldTexts, NewTexts texts.Texts
	// Warn, if not nil, is called at once if the crawls share nothing.
	Warn func(doubt string)
}

// Result reports for each page whether it stayed, moved or was lost.
type Result struct {
	Old     string    `json:"old"`     // path of the older crawl
	New     string    `json:"new"`     // path of the newer crawl
	Kept    []string  `json:"kept"`    // requested pages that have the same name in the newer crawl
	Carried []Carried `json:"carried"` // requested pages that have another name in the newer crawl
	Gone    []string  `json:"gone"`    // requested pages that were not found in the newer crawl

	KeptPages   int      `json:"kept_pages"`  // number of pages in `kept`
	Redirecting int      `json:"redirecting"` // pages of `kept` that redirect in the newer crawl
	NeverHad    int      `json:"never_had"`   // pages of `kept` that were fetched in neither crawl
	Least       float64  `json:"least"`       // least confidence of a carried page (`--least`)
	Starting    []string `json:"starting"`    // requested pages by their names in the newer crawl
	Common      Common   `json:"common"`      // pages and hosts that both crawls share
	Left        Left     `json:"left"`        // data left unexamined to bound the time
}

// Carried is a page with its successor. Confidence is the probability that it is the right one. Name, Neighbours and
// Texts say how much each agrees, from 0 to 1; nil if nothing is known.
//
//json:object carried page
type Carried struct {
	Old string `json:"old" label:"page" show:"name"`   // name in the older crawl
	New string `json:"new" label:"is now" show:"name"` // name in the newer crawl
	// probability that the match is right; at most 0.5 if fewer than two kinds of evidence support it, at most
	// 0.25 without texts if hardly any page kept its name
	Confidence float64  `json:"confidence" label:"confidence" show:"fixed:2"`
	Name       *float64 `json:"name" absent:"null: unknown" label:"name" show:"fixed:2"`             // evidence of the name, 0 to 1
	Neighbours *float64 `json:"neighbours" absent:"null: unknown" label:"neighbours" show:"fixed:2"` // evidence of the neighbours, 0 to 1
	Texts      *float64 `json:"texts" absent:"null: unknown" label:"texts" show:"fixed:2"`           // evidence of the texts, 0 to 1
	Kinds      int      `json:"kinds"`                                                               // number of kinds of evidence (name, neighbours, texts) that support the match
}

// InCrawls finds pages of an older crawl in a newer one. A page has stayed if the newer crawl has its URL, unless
// it was fetched before and is only linked to now. All missing pages are mapped, because they are neighbours of
// each other. It returns an error if a crawl has no names.
// Papers: seed sets, §3.5.4, §5.
func InCrawls(ctx context.Context, older, newer *store.Crawl, r Request) (_ *Result, err error) {
	if !older.HasNames() || !newer.HasNames() {
		return nil, noNames()
	}
	mem.Release()
	same, err := match(ctx, older, newer)
	if err != nil {
		return nil, err
	}
	apart, err := apartBytes(ctx, older, newer, same, &r)
	if err != nil {
		return nil, err
	}
	x, closeOld, err := sideOf(ctx, older, r, apart, r.OldTexts)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeOld()) }()
	y, closeNew, err := sideOf(ctx, newer, r, apart, r.NewTexts)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeNew()) }()
	common, err := shared(older, newer, same)
	if err != nil {
		return nil, err
	}
	if r.Warn != nil && common.doubt() != "" {
		r.Warn(common.doubt())
	}
	r.held = x.bytes + y.bytes
	pairs, left, err := find(ctx, x, y, same, r.Options)
	if err != nil {
		return nil, err
	}
	res := tell(older, newer, r, same, pairs)
	res.Common, res.Left = common, left
	return res, errors.Join(older.Damage(), newer.Damage())
}

// Stage returns how both crawls are read. Pages without a partner take their part of the budget first; each crawl has
// half of the rest. A pass over the names counts these pages. Words of archives are not counted.
func (r *Request) Stage(ctx context.Context, older, newer *store.Crawl) (answer.Stage, error) {
	s := answer.Stage{View: store.ViewOptions{What: "carry"}, Of: newer, Passes: "1 over the names of both, and at most 6 over the lists of pages that are gone or new"}
	if !older.HasNames() || !newer.HasNames() {
		return s, noNames()
	}
	same, err := match(ctx, older, newer)
	if err != nil {
		return s, err
	}
	apart, err := apartBytes(ctx, older, newer, same, r)
	if err != nil {
		return s, err
	}
	for i, c := range []*store.Crawl{older, newer} {
		v, err := c.Plan(r.view(c, apart))
		if err != nil {
			return s, r.both(err, apart)
		}
		if s.Form == "" {
			s.Form = v.Form
		} else if s.Form != v.Form {
			s.Form += ", and " + v.Form + " for the newer crawl"
		}
		s.Need = s.Need.And(store.Heap([]string{"lists and hashes of the older crawl", "lists and hashes of the newer crawl"}[i], v.NeedBytes-mem.Base))
	}
	s.Need = s.Need.And(store.Heap("pages that are gone or new, and candidates", apart))
	return s, nil
}

func noNames() error { return fmt.Errorf("pages are matched by their URLs: %w", store.ErrNoNames) }

// view returns how a request reads either crawl. apart is the memory of pages without a partner.
func (r *Request) view(c *store.Crawl, apart int64) store.ViewOptions {
	return store.ViewOptions{
		What: "carry", Kinds: kinds.Measured, Out: true, In: true, Singly: true, Budget: mem.Base + (r.Memory-mem.Base-apart)/2, Workers: r.Workers, Note: r.Note,
		Need: store.Heap("hashes of names and texts", 16*int64(c.NumPages())).And(store.Heap("tables and buffers", 32<<20)),
	}
}

// both returns the error of a crawl that is refused, for two crawls of the same size.
func (r *Request) both(err error, apart int64) error {
	if short, ok := errors.AsType[*mem.ShortError](err); ok {
		return &mem.ShortError{What: short.What + " of two crawls", Need: 2*short.Need - mem.Base + apart, Budget: r.Memory}
	}
	return err
}

// apartBytes returns an upper bound of the memory for pages without a partner. Without a budget it returns 0.
func apartBytes(ctx context.Context, older, newer *store.Crawl, same []graph.Node, r *Request) (int64, error) {
	if r.Memory == 0 {
		return 0, nil
	}
	partner := make([]graph.Node, newer.NumPages())
	fill(partner)
	for u, v := range same {
		if v != None {
			partner[v] = graph.Node(u)
		}
	}
	anchors := r.OldTexts == nil && r.NewTexts == nil
	gone, err := countApart(ctx, older, same, anchors)
	if err != nil {
		return 0, err
	}
	fresh, err := countApart(ctx, newer, partner, anchors)
	return needApart(r.Candidates, gone, fresh), err
}

// countApart counts the pages of a crawl without a partner, with their tokens, words and arcs.
func countApart(ctx context.Context, c *store.Crawl, partner []graph.Node, anchors bool) (a apart, err error) {
	names := c.Names()
	var name []byte
	for u, v := range partner {
		if u%(1<<12) == 0 && ctx.Err() != nil {
			return a, ctx.Err()
		}
		if v != None {
			continue
		}
		if name, err = names.Append(name[:0], graph.Node(u)); err != nil {
			return a, err
		}
		a.pages++
		a.tokens += int64(countTokens(name))
		for _, g := range []graph.Random{c.Graph(), c.Back()} {
			a.arcs += g.ArcsBefore(u+1) - g.ArcsBefore(u)
		}
	}
	if !anchors || a.pages == 0 || c.NumTexts() == 0 {
		return a, nil
	}
	n := 0
	return a, EachText(c, func(u graph.Node, text []byte) error {
		if n++; n%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if partner[u] == None {
			a.words += int64(countWords(text))
		}
		return nil
	})
}

func sideOf(ctx context.Context, c *store.Crawl, r Request, apart int64, says texts.Texts) (*Side, func() error, error) {
	o := r.view(c, apart)
	o.Ctx = ctx
	v, err := c.View(o)
	if err != nil {
		return nil, nil, r.both(err, apart)
	}
	s := &Side{bytes: v.NeedBytes - mem.Base, Out: v.Out, In: v.In, Name: c.AppendName, Fetched: func(u graph.Node) bool { return here(c, u) }}
	switch {
	case says != nil:
		s.Texts = says
	case c.NumTexts() > 0 && r.OldTexts == nil && r.NewTexts == nil:
		s.Texts = func(f func(graph.Node, []byte) error) error { return EachText(c, f) }
	}
	return s, v.Close, nil
}

// here says whether a page answered: with itself, or with where it is now.
func here(c *store.Crawl, u graph.Node) bool {
	s := c.State(u)
	return s.IsKnown() || s == page.Unknown // a list knows its pages
}

// EachText calls f with the texts of links to each page of a crawl, lent, until it fails.
func EachText(c *store.Crawl, f func(u graph.Node, text []byte) error) error {
	cur := c.Anchors(graph.Range{Lo: 0, Hi: c.NumPages()})
	var text []byte
	for cur.Next() {
		for _, a := range cur.Anchors() {
			var err error
			if text, err = cur.Text(text[:0], a); err != nil {
				return err
			}
			if err := f(cur.Node(), text); err != nil {
				return err
			}
		}
	}
	return cur.Err()
}

// match returns for each page of the older crawl its page in the newer, by name.
func match(ctx context.Context, older, newer *store.Crawl) ([]graph.Node, error) {
	same := make([]graph.Node, older.NumPages())
	fill(same)
	all, err := store.ScanKeyPairs(older, newer)
	if err != nil {
		return nil, err
	}
	for n := 0; all.Next(); n++ {
		if n%(1<<14) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if u, v := all.Pages(); u != None && v != None && (here(newer, v) || !here(older, u)) {
			same[u] = v
		}
	}
	return same, all.Err()
}

// tell reports the results for the requested pages.
func tell(older, newer *store.Crawl, r Request, same []graph.Node, pairs []Pair) *Result {
	res := &Result{Old: older.Path, New: newer.Path, Least: r.Least, Kept: []string{}, Carried: []Carried{}, Gone: []string{}, Starting: []string{}}
	found := map[graph.Node]Pair{}
	for _, p := range pairs {
		if p.Confidence >= r.Least {
			found[p.Old] = p
		}
	}
	if r.Pages == nil {
		for u := range same {
			switch {
			case !here(older, graph.Node(u)):
			case same[u] != None:
				res.keep(newer, same[u])
			default:
				res.add(older, newer, found, graph.Node(u))
			}
		}
		return res
	}
	for _, u := range r.Pages {
		if v := same[u]; v != None {
			res.keep(newer, v)
			res.Kept, res.Starting = append(res.Kept, newer.Label(v)), append(res.Starting, newer.Label(v))
			continue
		}
		res.add(older, newer, found, u)
	}
	return res
}

// keep counts a page that is in both crawls.
func (res *Result) keep(newer *store.Crawl, v graph.Node) {
	res.KeptPages++
	switch {
	case newer.State(v) == page.Redirected:
		res.Redirecting++
	case !here(newer, v):
		res.NeverHad++
	}
}

// add reports a missing page.
func (res *Result) add(older, newer *store.Crawl, found map[graph.Node]Pair, u graph.Node) {
	p, ok := found[u]
	if !ok {
		res.Gone = append(res.Gone, older.Label(u))
		return
	}
	res.Starting = append(res.Starting, newer.Label(p.New))
	res.Carried = append(res.Carried, Carried{
		Old: older.Label(u), New: newer.Label(p.New), Confidence: p.Confidence,
		Name: known(p.Name), Neighbours: known(p.Neighbours), Texts: known(p.Texts),
		Kinds: p.Kinds(),
	})
}

func known(v float64) *float64 {
	if v < 0 {
		return nil
	}
	return &v
}
