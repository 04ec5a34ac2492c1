package memo

import (
	"cmp"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
)

// Marks of pages.
const (
	inSitemap  = 1 << iota // a sitemap names it that robots.txt names, or an index
	inList                 // a page that nothing is suspected of, and that says something new, links to it
	saysNews               // it says something new, and is suspected of its shape alone
	saysNought             // it says nothing new, and is suspected of something
	isHeld                 // a holder holds it
	isFree                 // and lets it go in its turn, whatever others say
	isEndorsed             // it is out of scope, and some link to it does not ask not to be followed
	isStale                // links to it have texts of links to other pages
)

const (
	// maxNews is how many new phrases of a page are kept that is suspected of something, and maxNewsOther of others.
	maxNews      = 16
	maxNewsOther = 4
)

// doubts tracks pages that may belong to a trap, and pages that rules postponed.
type doubts struct {
	names    visit.Names
	steering *steering
	visits   *visits
	guard    *trap.Guard // nil without trap rules
	marks    perPage[uint8]
	held     holder
	finding  trap.Finding
	// heldURL is a buffer.
	heldURL []byte
	// via is the last page that suspectOf looked up.
	via     crawl.Page
	viaURL  []byte
	viaTrap trap.Suspicion
	echoes  *echoes
}

func newDoubts(n visit.Names, s *steering, now func() (year, month int)) doubts {
	d := doubts{names: n, steering: s, echoes: new(echoes)}
	if s.cfg.Traps && s.cfg.Web != folder.Graph { // a graph has no page content
		year, month := now()
		d.guard = trap.New(trap.Options{Year: year, Month: month, Budget: s.cfg.Repeats})
	}
	return d
}

// guarded says whether trap rules hold for a visit.
func (d *doubts) guarded(v *visit.Visit) bool {
	return d.guard != nil && d.steering.trapsAt(v.Pick.Seq)
}

// doubt returns the rule that puts a page off when its turn has come, or "". A page that waited for its host is
// admitted as it was before.
func (d *doubts) doubt(v *visit.Visit, again bool) (string, error) {
	if !d.guarded(v) || v.Seed || v.Role != visit.PageRole {
		return "", nil
	}
	released := d.steering.releasedAt(v.Pick.Seq, v.URL)
	if visit.Redirects(v.Path) >= visit.MaxRedirects && !released {
		return visit.RedirectsInARow, nil
	}
	v.Suspect = d.guard.Judge(v.URL)
	if v.Suspect.Rule == trap.None {
		return "", nil
	}
	named, err := d.named(v)
	if err != nil {
		return "", err
	}
	if named || released {
		if !again {
			d.guard.Take(v.Suspect, trap.NoAccount)
			v.Twice = d.comparesTwice(v)
			d.read(v, v.Twice || d.guard.Noisy(v.Suspect))
		}
		return "", nil
	}
	defer d.held.stir(v.Suspect)
	switch {
	case again:
		v.Share = trap.Group
		d.read(v, d.guard.Doubtful(v.Suspect))
		d.guard.Take(v.Suspect, v.Share)
		return "", nil
	case d.guard.Admit(v.Suspect):
		v.Share = trap.Group
	case v.Let: // it is fetched last, or there was room for it: each page is let go once, so that none comes for ever
		v.Share = trap.Site
		d.guard.Take(v.Suspect, v.Share)
	default:
		return string(v.Suspect.Rule), nil
	}
	v.Twice = d.comparesTwice(v)
	d.read(v, v.Twice || d.guard.Doubtful(v.Suspect))
	return "", nil
}

// read decides whether a page is read as tokens: in doubt, or as a sample whose links may echo their addresses.
func (d *doubts) read(v *visit.Visit, doubtful bool) {
	v.Sample = !doubtful && d.guard.MayEcho(v.Suspect)
	v.Read = doubtful || v.Sample
}

// comparesTwice decides whether a page is requested twice. If too many hosts wait for second responses, a later page of the
// group is.
func (d *doubts) comparesTwice(v *visit.Visit) bool {
	if !d.guard.Twice(v.Suspect) || !d.visits.mayCompare(v.Host) {
		return false
	}
	d.guard.Compares(v.Suspect)
	return true
}

// named reports whether a page is above suspicion. A sitemap names the page, or a list page names it that is outside its
// group and no trap. A suspected page cannot vouch for pages of its own form once that form echoes and nearly always repeats.
func (d *doubts) named(v *visit.Visit) (bool, error) {
	m := d.marks.at(v.Pick.Page)
	switch {
	case m&inSitemap != 0:
		return true, nil
	case !v.Suspect.Listable():
		return false, nil
	case m&inList != 0:
		return true, nil
	case v.Suspect.Rule != trap.Shape && v.Suspect.Rule != trap.Plain || v.Via == crawl.None || d.marks.at(v.Via)&saysNews == 0:
		return false, nil
	}
	list, err := d.suspectOf(v.Via)
	if list.Form == v.Suspect.Form && d.guard.Echoes(v.Suspect) {
		return false, err
	}
	return list.Group != v.Suspect.Group, err
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

// listen finds out what a page says that its site has not said before.
func (d *doubts) listen(v *visit.Visit, r *crawl.Reply, h *visit.Heard) {
	if r.State != page.Fetched || r.Aside || len(r.Note) == 0 || visit.Pretends(r.Note) || !d.guarded(v) {
		return
	}
	most := maxNews
	if v.Suspect.Plain() {
		most = maxNewsOther
	}
	p := trap.Evidence{URL: v.URL, Said: h.Said, Unread: v.Share != trap.NoAccount && !v.Read && !h.Late && !v.Suspect.Plain()}
	if v.Read || h.Late {
		p.Tokens = &h.Tokens
		if !r.Again { // what a part lacks does not change from request to request
			p.Before = h.First
		}
	}
	d.guard.Examine(&d.finding, v.Suspect, &p, most)
	if d.guard.KeepsTexts(v.Suspect) {
		d.guard.ExamineTexts(&d.finding, v.Suspect, h.Texts)
	}
	r.Note = visit.AppendFinding(r.Note, &d.finding)
}

// learn implements [tracker]: it records the fate of a page, and updates the doubts about others.
func (d *doubts) learn(e *event) error {
	v := e.visit
	if v == nil {
		for i, f := range e.handed {
			if err := d.mark(e.links[i].To, f.Marks); err != nil {
				return err
			}
		}
		if e.steered {
			d.held.freeLimited()
			if err := d.freeMatching(); err != nil {
				return err
			}
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
		d.held.hold(heldPage{v.Pick.Page, keyOfPage(v), d.rankOf(v)}, v.Origin, v.Suspect, v.Rule)
		*d.marks.to(v.Pick.Page) |= isHeld
		return nil
	}
	if !d.guarded(v) || e.reply.Aside {
		return nil
	}
	return d.learnOutcome(e)
}

// keyOfPage returns the place of a page in its group; 0 if the group has no order.
func keyOfPage(v *visit.Visit) uint64 {
	if !v.Suspect.Numbered() {
		return 0
	}
	return trap.Key(v.URL)
}

// rankOf returns the rank of a page.
func (d *doubts) rankOf(v *visit.Visit) uint8 {
	rank := min(v.Depth, maxDepth)
	if d.marks.at(v.Pick.Page)&isStale != 0 {
		rank |= stale
	}
	return rank
}

// learnTexts marks the new pages of links with the text of another link. A link with a text of its own removes the mark.
func (d *doubts) learnTexts(f *trap.Finding, links []crawl.Link) {
	if len(f.Texts)+len(f.Stale) == 0 {
		return
	}
	old := f.Stale
	for i := range links {
		switch {
		case len(old) > 0 && int(old[0]) == i:
			old = old[1:]
			if links[i].New {
				*d.marks.to(links[i].To) |= isStale
			}
		case d.marks.at(links[i].To)&isStale != 0:
			*d.marks.to(links[i].To) &^= isStale
		}
	}
}

// learnOutcome tells the guard what became of a page.
func (d *doubts) learnOutcome(e *event) error {
	v, o := e.visit, outcome(e)
	d.guard.Keep(v.Suspect, v.URL, &e.note.Finding)
	if e.note.Finding.Echoes {
		d.echoes.add(v.Suspect.Form)
	}
	d.guard.Learn(v.Suspect, o, v.Share)
	d.held.stir(v.Suspect)
	d.learnTexts(&e.note.Finding, e.links)
	if o != trap.Unheard {
		d.held.learn(v.Suspect, v.URL, e.note.Finding.Page)
	}
	switch {
	case v.Suspect.Plain() && (o == trap.News || v.Seed):
		for _, l := range e.links {
			if err := d.name(l.To, inList); err != nil {
				return err
			}
		}
	case o == trap.News && v.Suspect.Rule == trap.Shape && !d.guard.Unchecked(v.Suspect):
		*d.marks.to(v.Pick.Page) |= saysNews
	case (o == trap.Same || o == trap.Thin) && v.Share != trap.NoAccount:
		*d.marks.to(v.Pick.Page) |= saysNought
	}
	if o < trap.Weak || v.Via == crawl.None || d.marks.at(v.Via)&saysNought == 0 {
		return nil
	}
	list, err := d.suspectOf(v.Via)
	if err == nil && list.Group != v.Suspect.Group {
		d.guard.Credit(list, o)
		d.held.stir(list)
	}
	return err
}

// outcome returns the verdict about a page. A page that failed or redirects has no new content where it leads on.
// A page that was kept in part before repeats its own part, which proves nothing.
func outcome(e *event) trap.Verdict {
	switch r := e.reply; {
	case r.Again && !e.isPart(), r.State <= page.Excluded:
		return trap.Unheard
	case e.again && e.note.Finding.Verdict < trap.Weak:
		return trap.Unheard
	case e.note.Finding.Verdict != trap.Unheard:
		return e.note.Finding.Verdict
	case r.State == page.Fetched || countNew(e.links) > 0:
		return trap.Same
	}
	return trap.Unheard
}

// asLogged makes of a visit what the log says of it. A log of an earlier version postponed other pages than the rules would
// now.
func (d *doubts) asLogged(e *event) {
	v := e.visit
	putOff := e.reply.Again && e.reply.State == page.Ghost && e.note.Status == visit.StatusLeftOut
	switch {
	case putOff && v.Rule == "":
		v.Rule = string(cmp.Or(v.Suspect.Rule, trap.Shape))
		if v.Share != trap.NoAccount {
			d.guard.Learn(v.Suspect, trap.Unheard, v.Share)
			v.Share = trap.NoAccount
		}
	case !putOff && visit.IsTrap(v.Rule):
		v.Rule = ""
	}
}

// learnNamed records the pages that sitemaps name. If such a page redirects, its target counts as named too.
func (d *doubts) learnNamed(v *visit.Visit, links []crawl.Link) error {
	if d.guard == nil {
		return nil
	}
	own := d.marks.at(v.Pick.Page) & (inSitemap | inList)
	for _, l := range links {
		m := uint8(0)
		switch {
		case l.Kinds == 0 && v.Role.IsMap(): // feeds, and what else pages link to, are lists like others
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
	if d.held.named(d.alone(d.heldURL), p, *at&inSitemap != 0) {
		*at |= isFree
	}
	return nil
}

// freeMatching lets the pages go that a trap rule holds and a changed configuration releases or leaves out.
func (d *doubts) freeMatching() error {
	return d.held.eachTrapped(func(p crawl.Page) (free bool, err error) {
		if d.marks.at(p)&isFree != 0 {
			return false, nil
		}
		if d.heldURL, err = d.names.Name(d.heldURL[:0], p); err != nil || !d.steering.letsGo(d.heldURL) {
			return false, err
		}
		*d.marks.to(p) |= isFree
		return true, nil
	})
}

// letGo removes a page that is picked once more from the held pages, and returns the rule that held it; "" if none
// did.
func (d *doubts) letGo(v *visit.Visit) string {
	p := v.Pick.Page
	if d.marks.at(p)&isHeld == 0 {
		return ""
	}
	d.marks[p] &^= isHeld | isFree
	return d.held.take(d.alone(v.URL), p)
}

// alone returns the suspicion of a URL by the URL alone.
func (d *doubts) alone(url []byte) trap.Suspicion {
	if d.guard == nil {
		return trap.Nowhere(url)
	}
	return d.guard.Of(url)
}

// endorse notes of pages that are out of scope which of them are linked to otherwise than by links that ask not to be followed.
func (d *doubts) endorse(links []crawl.Link) {
	for _, l := range links {
		if l.Barred && !(l.Kinds&kinds.Nofollow != 0 && l.Kinds&^(kinds.Link|kinds.Nofollow) == 0) {
			*d.marks.to(l.To) |= isEndorsed
		}
	}
}

// save implements [tracker]. The guard is a separate part.
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

// bytes counts marks, the memory of the guard, and the held pages. A page stays in its group even after its
// release, and a group has a place in a map.
func (d *doubts) bytes() int64 {
	sum := d.marks.bytes() + d.held.bytes()
	if d.guard != nil {
		groups, urls, said, learnt := d.guard.Sizes()
		sum += mem.Map(groups, 40) + mem.Map(urls, 16) + 24*int64(said) + 2*learnt
	}
	return sum
}
