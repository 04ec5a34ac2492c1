package livecrawl

import (
	"weft/crawl"
	"weft/crawl/journal"
	"weft/crawl/trap"
	"weft/graph/kinds"
	"weft/graph/page"
)

// Marks of pages.
const (
	inSitemap  = 1 << iota // a sitemap names it that robots.txt names, or an index
	inList                 // a page that nothing is suspected of, and that says something new, links to it
	saysNews               // it says something new, and is suspected of its shape alone
	saysNought             // it says nothing new, and is suspected of something
	isHeld                 // a holder has it
	isFree                 // and lets it go in its turn, whatever others say
	isEndorsed             // it is out of scope, and some link to it does not ask not to be followed
)

// redirectsInARow is the rule of a page that is the last of too many of them.
const redirectsInARow = "trap: redirects in a row"

const (
	// maxNews is how many new things of a page are kept that is suspected of something, and maxNewsOther of others.
	maxNews      = 16
	maxNewsOther = 4
)

// doubts are what a keeper knows of pages that may belong to a trap.
type doubts struct {
	guard *trap.Guard // nil without trap rules
	marks []uint8     // of each page
	held  holder
	news  []uint32
	// heldURL is a buffer.
	heldURL []byte
	// via is the last page that was asked for by suspect.
	via     crawl.Page
	viaURL  []byte
	viaTrap trap.Suspicion
}

// mark returns the marks of a page, to be changed.
func (d *doubts) mark(p crawl.Page) *uint8 {
	for int64(p) >= int64(len(d.marks)) {
		d.marks = append(d.marks, 0)
	}
	return &d.marks[p]
}

func (d *doubts) marksOf(p crawl.Page) uint8 {
	if int64(p) < int64(len(d.marks)) {
		return d.marks[p]
	}
	return 0
}

// guarded says whether trap rules hold for a visit.
func (k *keeper) guarded(v *visit) bool { return k.guard != nil && k.trapsAt(v.pick.Seq) }

// doubt returns the rule that puts a page off when its turn has come, or "". A page that waited for its host is admitted as it was
// before.
func (k *keeper) doubt(v *visit, again bool) (string, error) {
	if !k.guarded(v) || v.seed || v.role != aPage {
		return "", nil
	}
	if redirects(v.path) >= maxRedirects {
		return redirectsInARow, nil
	}
	v.suspect = k.guard.Judge(v.url)
	if v.suspect.Rule == trap.None {
		return "", nil
	}
	named, err := k.named(v)
	if named || err != nil {
		return "", err
	}
	switch {
	case again:
		k.guard.Take(v.suspect)
	case k.guard.Admit(v.suspect):
	case v.let: // it was judged otherwise when there was room for it: each page is let go once, so that none comes for ever
		k.guard.Take(v.suspect)
	default:
		return string(v.suspect.Rule), nil
	}
	v.doubted = true
	return "", nil
}

// named says whether a page is above suspicion: a sitemap names it, or a list does that does not belong to its group and is no trap
// itself.
func (k *keeper) named(v *visit) (bool, error) {
	m := k.marksOf(v.pick.Page)
	switch {
	case m&inSitemap != 0:
		return true, nil
	case !v.suspect.Listable():
		return false, nil
	case m&inList != 0:
		return true, nil
	case v.suspect.Rule != trap.Shape || v.via == crawl.None || k.marksOf(v.via)&saysNews == 0:
		return false, nil
	}
	list, err := k.suspectOf(v.via)
	return list.Group != v.suspect.Group, err
}

// suspectOf returns what a page is suspected of that was fetched before. Many pages in a row come from the same list.
func (k *keeper) suspectOf(p crawl.Page) (trap.Suspicion, error) {
	if d := &k.doubts; d.viaURL == nil || d.via != p {
		url, err := k.names.Name(d.viaURL[:0], p)
		if err != nil {
			return trap.Suspicion{}, err
		}
		d.via, d.viaURL, d.viaTrap = p, url, k.guard.Of(url)
	}
	return k.viaTrap, nil
}

// A listener is the log of a crawl that first adds to the note of a page what it says that is new.
type listener struct {
	*journal.Journal
	keeper *keeper
}

// Learnt is that of [crawl.Log].
func (l listener) Learnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	l.keeper.listen(p, r)
	return l.Journal.Learnt(p, r, links)
}

// listen finds out what a page says that its host has not said before.
func (k *keeper) listen(p crawl.Pick, r *crawl.Reply) {
	pc, ok := r.Attached.(*parcel)
	if !ok || p.Page == crawl.None || r.State != page.Fetched || r.Aside || len(r.Note) == 0 || r.Note[0]&pretendsFlag != 0 {
		return
	}
	v := k.visit(p.Seq)
	if v == nil || !k.guarded(v) {
		return
	}
	most := maxNews
	if v.suspect.Rule == trap.None {
		most = maxNewsOther
	}
	k.news = k.guard.News(k.news[:0], v.suspect.Host, pc.said, pc.numbers, most)
	r.Note = appendNews(r.Note, k.news)
}

// learnDoubt learns what became of a page, and of the doubts about others.
func (k *keeper) learnDoubt(v *visit, r *crawl.Reply, links []crawl.Link) error {
	if err := k.learnNamed(v, links); err != nil {
		return err
	}
	if v.rule != "" {
		k.held.hold(v.pick.Page, v.origin, v.suspect, v.rule)
		*k.mark(v.pick.Page) |= isHeld
		return nil
	}
	if !k.guarded(v) || r.Aside {
		return nil
	}
	o := k.outcome(r, links)
	k.guard.Keep(k.note.news)
	k.guard.Learn(v.suspect, o, v.doubted)
	k.held.stir(v.suspect.Host)
	switch {
	case v.suspect.Rule == trap.None && (o == trap.News || v.seed):
		for _, l := range links {
			if err := k.name(l.To, inList); err != nil {
				return err
			}
		}
	case o == trap.News && v.suspect.Rule == trap.Shape:
		*k.mark(v.pick.Page) |= saysNews
	case o == trap.Same && v.doubted:
		*k.mark(v.pick.Page) |= saysNought
	}
	if o != trap.News || v.via == crawl.None || k.marksOf(v.via)&saysNought == 0 {
		return nil
	}
	list, err := k.suspectOf(v.via)
	if err == nil && list.Group != v.suspect.Group {
		k.guard.Credit(list)
		k.held.stir(list.Host)
	}
	return err
}

// outcome says what became of a page. One that failed or redirects says nothing new where it leads on.
func (k *keeper) outcome(r *crawl.Reply, links []crawl.Link) trap.Outcome {
	switch {
	case r.Again, r.State <= page.Excluded:
		return trap.Unknown
	case len(k.note.news) > 0:
		return trap.News
	case r.State == page.Fetched || countNew(links) > 0:
		return trap.Same
	}
	return trap.Unknown
}

// learnNamed notes what sitemaps name; where such a page redirects, it names that page.
func (k *keeper) learnNamed(v *visit, links []crawl.Link) error {
	if k.guard == nil {
		return nil
	}
	own := k.marksOf(v.pick.Page) & (inSitemap | inList)
	for _, l := range links {
		m := uint8(0)
		switch {
		case l.Kinds == 0 && v.role == aSitemap: // feeds, and what else pages link to, are lists like others
			m = inSitemap
		case own != 0 && l.Kinds&(kinds.Redirect|kinds.Refresh) != 0:
			m = own
		}
		if m != 0 {
			if err := k.name(l.To, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// name marks a page as named, and lets it go if it is held.
func (k *keeper) name(p crawl.Page, m uint8) error {
	at := k.mark(p)
	if *at&m == m {
		return nil
	}
	if *at |= m; *at&(isHeld|isFree) != isHeld {
		return nil
	}
	var err error
	if k.heldURL, err = k.names.Name(k.heldURL[:0], p); err != nil {
		return err
	}
	if k.held.named(trap.HostOf(k.heldURL), p, *at&inSitemap != 0) {
		*at |= isFree
	}
	return nil
}

// letGo takes a page that is picked once more from those that are held, and returns the rule that held it; "" if none did.
func (k *keeper) letGo(v *visit) string {
	p := v.pick.Page
	if k.marksOf(p)&isHeld == 0 {
		return ""
	}
	k.marks[p] &^= isHeld | isFree
	return k.held.take(v.suspect.Host, p)
}
