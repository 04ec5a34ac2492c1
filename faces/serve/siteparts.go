package serve

import (
	"strings"

	"weft/answers/site"
)

// A sitePart is a host, a folder or a page of the screen of a site.
type sitePart struct {
	site.Branch
	Row     row    // if it is a page
	Link    string // to its own parts; empty for a page
	In, Out string // queries that add or remove it; empty if it is wholly on this side
	bar
}

// A bar shows the shares of a part, in hundredths of the largest part.
type bar struct{ InsideWidth, OutsideAt, OutsideWidth, UnfetchedAt, UnfetchedWidth float64 }

// readParts reads the hosts, or the parts of a folder.
func (v *bounded) readParts(rows *rowReader) (err error) {
	if v.Scope == nil {
		return nil
	}
	var branches []site.Branch
	if v.Query.Under == "" {
		branches, err = v.Hosts()
	} else {
		branches, err = v.readFolder()
	}
	if err != nil {
		return err
	}
	if more := len(branches) - mostBranches; more > 0 {
		v.MoreHosts, branches = more, branches[:mostBranches]
	}
	most := 1
	for i := range branches {
		most = max(most, size(&branches[i]))
	}
	for _, b := range branches {
		p := sitePart{Branch: b, bar: barOf(&b, most)}
		if b.Under != "" {
			p.Link = "site" + v.Query.below(b.Under, 0).Link() + "#parts"
		} else if p.Row, err = rows.at(b.Page); err != nil {
			return err
		}
		if b.Of != "" && b.Outside+b.Unfetched > 0 {
			p.In = "site" + v.Query.with(b.Of, true).Link() + "#parts"
		}
		if b.Of != "" && b.Inside > 0 {
			p.Out = "site" + v.Query.with(b.Of, false).Link() + "#parts"
		}
		v.Parts = append(v.Parts, p)
	}
	return nil
}

// readFolder reads the parts of a folder, and the way to it.
func (v *bounded) readFolder() ([]site.Branch, error) {
	q := v.Query
	v.Crumbs = append(v.Crumbs, crumb{Text: "hosts", Link: "site" + q.below("", 0).Link() + "#parts"})
	at := 0
	for part := range strings.SplitSeq(strings.TrimSuffix(q.Under, "/"), "/") {
		at += len(part) + 1
		v.Crumbs = append(v.Crumbs, crumb{Text: part + "/", Link: "site" + q.below(q.Under[:min(at, len(q.Under))], 0).Link() + "#parts"})
	}
	v.Crumbs[len(v.Crumbs)-1].Here = true
	branches, next, err := v.Branches(q.Under, q.From, mostBranches)
	if next >= 0 {
		v.Next = "site" + q.below(q.Under, next).Link() + "#parts"
	}
	return branches, err
}

func size(b *site.Branch) int { return b.Inside + b.Outside + b.Unfetched }

func barOf(b *site.Branch, most int) bar {
	share := func(n int) float64 { return 100 * float64(n) / float64(most) }
	return bar{
		InsideWidth: share(b.Inside), OutsideAt: share(b.Inside), OutsideWidth: share(b.Outside),
		UnfetchedAt: share(b.Inside + b.Outside), UnfetchedWidth: share(b.Unfetched),
	}
}
