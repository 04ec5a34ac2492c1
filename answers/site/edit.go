package site

import (
	"cmp"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/bitset"
	"weft/store"
)

// An Edit is a change of a site by hand: pages are added to it, or removed from it.
//
//json:object change of a site by hand
type Edit struct {
	// what is added or removed: a page, by its URL or number, or the beginning of URLs, followed by *
	Of    string `json:"of" label:"by hand"`
	In    bool   `json:"in" label:"change" show:"if:added/removed"` // the pages are added
	Pages int    `json:"pages" label:"pages"`                       // pages of the crawl that `of` names
	Moved int    `json:"moved" label:"changed"`                     // of these, pages that were on the other side
}

// EditsOf returns the edits for options: what to include and what to exclude.
func EditsOf(include, exclude []string) (edits []Edit) {
	for _, of := range include {
		edits = append(edits, Edit{Of: of, In: true})
	}
	for _, of := range exclude {
		edits = append(edits, Edit{Of: of})
	}
	return edits
}

// An edited is an edit and the keys that it names.
type edited struct {
	*Edit
	keys  store.KeyRange
	start string // the beginning of URLs; empty for a page
}

// anyRest ends the beginning of URLs.
const anyRest = "*"

// edit applies edits to the pages inside, and fills in their counts. Of two edits for a page, the one for fewer pages
// decides. Edits of the same pages to both sides are refused, and edits of no page. The result is in the order in which the
// edits were applied.
func edit(c *store.Crawl, inside bitset.Set, edits []Edit) ([]edited, error) {
	all := make([]edited, len(edits))
	for i := range edits {
		var err error
		if all[i], err = readEdit(c, &edits[i]); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(all, func(a, b edited) int {
		return cmp.Or(b.keys.Len()-a.keys.Len(), cmp.Compare(bitset.One(a.start == ""), bitset.One(b.start == "")), cmp.Compare(a.keys.Lo, b.keys.Lo))
	})
	for i := range all {
		e := &all[i]
		if i > 0 && e.keys == all[i-1].keys && e.In != all[i-1].In && (e.start == "") == (all[i-1].start == "") {
			return nil, answer.Refused("{include} and {exclude} cannot both name the same pages: %.300s", e.Of)
		}
		e.apply(c, inside)
	}
	return all, nil
}

// readEdit finds the pages of an edit.
func readEdit(c *store.Crawl, e *Edit) (x edited, err error) {
	x.Edit = e
	start, many := strings.CutSuffix(strings.TrimSpace(e.Of), anyRest)
	switch {
	case !many:
		pages, err := PagesOf(c, []string{e.Of})
		if err != nil {
			return x, err
		}
		at := c.KeyOf(pages[0])
		x.keys = store.KeyRange{Lo: at, Hi: at + 1}
		return x, nil
	case !c.HasNames():
		return x, answer.Refused("%.300s: the pages of the crawl have no URLs: give their numbers", e.Of)
	case start == "":
		return x, answer.Refused("%s is all URLs: give the beginning of some, such as https://example.org/news/*", anyRest)
	}
	x.start = start
	if x.keys, err = c.Addressed(start); err == nil && x.keys.Len() == 0 {
		err = answer.Refused("the crawl has no page whose URL begins with %.300q", start)
	}
	return x, err
}

// apply moves the pages of an edit, and counts them.
func (e *edited) apply(c *store.Crawl, inside bitset.Set) {
	e.Pages, e.Moved = e.keys.Len(), 0
	for i := e.keys.Lo; i < e.keys.Hi; i++ {
		u := int(c.AtKey(i))
		if inside.Has(u) == e.In {
			continue
		}
		e.Moved++
		if e.In {
			inside.Add(u)
		} else {
			inside.Remove(u)
		}
	}
}

// isEdited reports whether an edit names a page.
func isEdited(c *store.Crawl, all []edited, u graph.Node) bool {
	if len(all) == 0 {
		return false
	}
	at := c.KeyOf(u)
	return slices.ContainsFunc(all, func(e edited) bool { return e.keys.Lo <= at && at < e.keys.Hi })
}

// place returns a place for the rules of an edit of all URLs with a beginning: it stands for the pages that the crawl does not
// know. ok is false for a page, and for names that are no URLs.
func (e *edited) place() (p place, ok bool) {
	if e.start == "" {
		return p, false
	}
	rest := e.start
	if at := strings.Index(rest, "://"); at >= 0 {
		rest = rest[at+3:]
	}
	p = placeOf([]byte("http://"+rest), e.In)
	if len(p.parts) == 0 {
		return p, false
	}
	if !strings.Contains(rest, "/") { // a host and its subdomains
		p.parts = p.parts[:len(p.parts)-1]
		if len(p.parts) > 1 {
			p.parts = p.parts[:len(p.parts)-1]
		}
	}
	p.byHand, p.unknown, p.port = true, true, -1
	return p, true
}
