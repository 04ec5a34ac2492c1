package livecrawl

import (
	"cmp"

	"weft/crawl"
	"weft/crawl/journal"
	"weft/crawl/trap"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/mem"
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
	// maxNews is how many new phrases of a page are kept that is suspected of something, and maxNewsOther of others.
	maxNews      = 16
	maxNewsOther = 4
)

// doubts tracks pages that may belong to a trap, and those that rules put off.
type doubts struct {
	names    names
	steering *steering
	visits   *visits
	guard    *trap.Guard // nil without trap rules
	marks    perPage[uint8]
	held     holder
	finding  trap.Finding
	// heldURL is a buffer.
	heldURL []byte
	// via is the last page that was asked for by suspect.
	via     crawl.Page
	viaURL  []byte
	viaTrap trap.Suspicion
}

func newDoubts(n names, s *steering, now func() (year, month int)) doubts {
	d := doubts{names: n, steering: s}
	if s.cfg.Traps && s.cfg.Web != Graph { // a graph says nothing of what pages say
		year, month := now()
		d.guard = trap.New(trap.Options{Year: year, Month: month, Budget: s.cfg.Repeats})
	}
	return d
}

// guarded says whether trap rules hold for a visit.
func (d *doubts) guarded(v *visit) bool { return d.guard != nil && d.steering.trapsAt(v.pick.Seq) }

// doubt returns the rule that puts a page off when its turn has come, or "". A page that waited for its host is
// admitted as it was before.
func (d *doubts) doubt(v *visit, again bool) (string, error) {
	if !d.guarded(v) || v.seed || v.role != aPage {
		return "", nil
	}
	if redirects(v.path) >= maxRedirects {
		return redirectsInARow, nil
	}
	v.suspect = d.guard.Judge(v.url)
	if v.suspect.Rule == trap.None {
		return "", nil
	}
	named, err := d.named(v)
	if err != nil {
		return "", err
	}
	if named {
		if !again {
			d.guard.Take(v.suspect, trap.Nobody)
			v.twice = d.comparesTwice(v)
			v.read = v.twice || d.guard.Noisy(v.suspect)
		}
		return "", nil
	}
	switch {
	case again:
		v.share, v.read = trap.Group, d.guard.Doubtful(v.suspect)
		d.guard.Take(v.suspect, v.share)
		return "", nil
	case d.guard.Admit(v.suspect):
		v.share = trap.Group
	case v.let: // it is fetched last, or there was room for it: each page is let go once, so that none comes for ever
		v.share = trap.Site
		d.guard.Take(v.suspect, v.share)
	default:
		return string(v.suspect.Rule), nil
	}
	v.twice = d.comparesTwice(v)
	v.read = v.twice || d.guard.Doubtful(v.suspect)
	return "", nil
}

// comparesTwice decides whether a page is requested twice. If too many hosts wait for second responses, a later page of the
// group is.
func (d *doubts) comparesTwice(v *visit) bool {
	if !d.guard.Twice(v.suspect) || !d.visits.mayCompare(v.host) {
		return false
	}
	d.guard.Compares(v.suspect)
	return true
}

// named says whether a page is above suspicion: a sitemap names it, or a list does that does not belong to its group
// and is no trap itself.
func (d *doubts) named(v *visit) (bool, error) {
	m := d.marks.at(v.pick.Page)
	switch {
	case m&inSitemap != 0:
		return true, nil
	case !v.suspect.Listable():
		return false, nil
	case m&inList != 0:
		return true, nil
	case v.suspect.Rule != trap.Shape && v.suspect.Rule != trap.Plain || v.via == crawl.None || d.marks.at(v.via)&saysNews == 0:
		return false, nil
	}
	list, err := d.suspectOf(v.via)
	return list.Group != v.suspect.Group, err
}

// suspectOf returns what a page is suspected of that was fetched before. Many pages in a row come from the same list.
func (d *doubts) suspectOf(p crawl.Page) (trap.Suspicion, error) {
	if d.viaURL == nil || d.via != p {
		url, err := d.names.Name(d.viaURL[:0], p)
		if err != nil {
			return trap.Suspicion{}, err
		}
		d.via, d.viaURL, d.viaTrap = p, url, d.guard.Of(url)
	}
	return d.viaTrap, nil
}

// A listener is the log of a crawl that first adds to the note of a page what it says that is new.
type listener struct {
	*journal.Journal
	trackers *trackers
}

// Learnt is that of [crawl.Log].
func (l listener) Learnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if h := heardOf(r); h != nil && p.Page != crawl.None {
		l.trackers.listen(p, r, h)
	}
	return l.Journal.Learnt(p, r, links)
}

// listen finds out what a page says that its site has not said before.
func (d *doubts) listen(v *visit, r *crawl.Reply, h *heard) {
	if r.State != page.Fetched || r.Aside || len(r.Note) == 0 || pretends(r.Note) || !d.guarded(v) {
		return
	}
	most := maxNews
	if v.suspect.Plain() {
		most = maxNewsOther
	}
	p := trap.Page{URL: v.url, Said: h.said, Unread: v.share != trap.Nobody && !v.read && !v.suspect.Plain()}
	if v.read {
		p.Tokens = &h.tokens
		if !r.Again { // what a part lacks does not change from request to request
			p.Before = h.first
		}
	}
	d.guard.Examine(&d.finding, v.suspect, &p, most)
	r.Note = appendFinding(r.Note, &d.finding)
}

// learn is that of [tracker]: what became of a page, and of the doubts about others.
func (d *doubts) learn(e *event) error {
	v := e.visit
	if v == nil {
		if e.steered {
			d.held.freeLimited()
			if d.guard != nil {
				d.guard.SetBudget(d.steering.cfg.Repeats)
				d.held.stirAll()
			}
		}
		return nil
	}
	d.endorse(e.links)
	if err := d.learnNamed(v, e.links); err != nil {
		return err
	}
	if !e.live {
		d.asLogged(e)
	}
	if e.held() {
		d.held.hold(v.pick.Page, v.Origin, v.suspect, v.rule)
		*d.marks.to(v.pick.Page) |= isHeld
		return nil
	}
	if !d.guarded(v) || e.reply.Aside {
		return nil
	}
	return d.learnOutcome(e)
}

// learnOutcome tells the guard what became of a page.
func (d *doubts) learnOutcome(e *event) error {
	v, o := e.visit, outcome(e)
	d.guard.Keep(v.suspect, v.url, &e.note.finding)
	d.guard.Learn(v.suspect, o, v.share)
	d.held.stir(v.suspect)
	switch {
	case v.suspect.Plain() && (o == trap.News || v.seed):
		for _, l := range e.links {
			if err := d.name(l.To, inList); err != nil {
				return err
			}
		}
	case o == trap.News && v.suspect.Rule == trap.Shape && !d.guard.Unchecked(v.suspect):
		*d.marks.to(v.pick.Page) |= saysNews
	case (o == trap.Same || o == trap.Thin) && v.share != trap.Nobody:
		*d.marks.to(v.pick.Page) |= saysNought
	}
	if o < trap.Weak || v.via == crawl.None || d.marks.at(v.via)&saysNought == 0 {
		return nil
	}
	list, err := d.suspectOf(v.via)
	if err == nil && list.Group != v.suspect.Group {
		d.guard.Credit(list, o)
		d.held.stir(list)
	}
	return err
}

// outcome says what became of a page. One that failed or redirects says nothing new where it leads on. A page that was kept
// in part before repeats its own part, which proves nothing.
func outcome(e *event) trap.Verdict {
	switch r := e.reply; {
	case r.Again && !e.isPart(), r.State <= page.Excluded:
		return trap.Unheard
	case e.again && e.note.finding.Verdict < trap.Weak:
		return trap.Unheard
	case e.note.finding.Verdict != trap.Unheard:
		return e.note.finding.Verdict
	case r.State == page.Fetched || countNew(e.links) > 0:
		return trap.Same
	}
	return trap.Unheard
}

// asLogged makes of a visit what the log says of it. A log of an earlier version has other pages put off than the rules would
// now.
func (d *doubts) asLogged(e *event) {
	v := e.visit
	putOff := e.reply.Again && e.reply.State == page.Ghost && e.note.status == statusLeftOut
	switch {
	case putOff && v.rule == "":
		v.rule = string(cmp.Or(v.suspect.Rule, trap.Shape))
		if v.share != trap.Nobody {
			d.guard.Learn(v.suspect, trap.Unheard, v.share)
			v.share = trap.Nobody
		}
	case !putOff && isTrap(v.rule):
		v.rule = ""
	}
}

// learnNamed notes what sitemaps name; where such a page redirects, it names that page.
func (d *doubts) learnNamed(v *visit, links []crawl.Link) error {
	if d.guard == nil {
		return nil
	}
	own := d.marks.at(v.pick.Page) & (inSitemap | inList)
	for _, l := range links {
		m := uint8(0)
		switch {
		case l.Kinds == 0 && v.role.isMap(): // feeds, and what else pages link to, are lists like others
			m = inSitemap
		case own != 0 && l.Kinds&(kinds.Redirect|kinds.Refresh) != 0:
			m = own
		}
		if m != 0 {
			if err := d.name(l.To, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// name marks a page as named, and lets it go if it is held.
func (d *doubts) name(p crawl.Page, m uint8) error {
	at := d.marks.to(p)
	if *at&m == m {
		return nil
	}
	if *at |= m; *at&(isHeld|isFree) != isHeld {
		return nil
	}
	var err error
	if d.heldURL, err = d.names.Name(d.heldURL[:0], p); err != nil {
		return err
	}
	if d.held.named(trap.Nowhere(d.heldURL).Host, p, *at&inSitemap != 0) {
		*at |= isFree
	}
	return nil
}

// letGo takes a page that is picked once more from those that are held, and returns the rule that held it; "" if none did.
func (d *doubts) letGo(v *visit) string {
	p := v.pick.Page
	if d.marks.at(p)&isHeld == 0 {
		return ""
	}
	d.marks[p] &^= isHeld | isFree
	return d.held.take(v.suspect.Host, p)
}

// endorse notes of pages that are out of scope which of them are linked to otherwise than by links that ask not to be followed.
func (d *doubts) endorse(links []crawl.Link) {
	for _, l := range links {
		if l.Barred && !(l.Kinds&kinds.Nofollow != 0 && l.Kinds&^(kinds.Link|kinds.Nofollow) == 0) {
			*d.marks.to(l.To) |= isEndorsed
		}
	}
}

// save is that of [tracker]. The guard is a part of its own.
func (d *doubts) save(s *saved) {
	s.Marks = d.marks
	d.held.save(s)
}

func (d *doubts) load(s *saved) error {
	d.marks = s.Marks
	if d.guard != nil {
		d.guard.SetBudget(d.steering.cfg.Repeats)
	}
	d.held.load(s)
	return nil
}

// bytes counts marks, what the guard knows, and what is held: a page stays in its group and may be let go, a group has
// a place in a map.
func (d *doubts) bytes() int64 {
	sum := d.marks.bytes() + d.held.bytes()
	if d.guard != nil {
		groups, urls, said, learnt := d.guard.Sizes()
		sum += mem.Map(groups, 40) + mem.Map(urls, 16) + 24*int64(said) + 2*learnt
	}
	return sum
}
