package memo

import (
	"slices"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/internal/mem"
	"weft/livecrawl/visit"
)

// A holder keeps the pages that a trap rule or a limit of the crawl postponed at their turn. It releases pages of
// a trap rule when their group has room again. After all other pages it also releases pages in doubt while their
// site may pay for them. It releases pages of a limit when a later run lifts the limit. The order depends on the
// held pages and the guard alone. Memory: 4 bytes a page, and 9 more for the first maxRanked pages of a group.
type holder struct {
	hosts  map[uint64]*heldHost
	order  []*heldHost // as they came
	groups map[groupKey]*heldGroup
	plain  map[uint64][]*heldGroup // groups of plain URLs by the group of the guard, one for each form
	sites  map[uint64]*heldSite
	dirty  []*heldGroup // groups whose account or pages may have changed since clean
	moved  []*heldGroup // the same since cleanDoubt
	stirs  []*heldSite  // sites that may have a page whose group has room
	spares []*heldSite  // sites that may pay for a page
	from   int          // none of the hosts before holds a page of a trap
	free   []crawl.Page
	pages  int // that were held, each time
	learnt int // points of groups
}

type heldHost struct {
	origin string
	number int // in order
	groups []*heldGroup
}

// A groupKey names a group of the guard, the form of its addresses, and the rule that postponed the pages.
type groupKey struct {
	host, group, form uint64
	rule              string
}

func keyOf(s trap.Suspicion, rule string) groupKey { return groupKey{s.Host, s.Group, s.Form, rule} }

// A heldSite has the groups of one site by the form of their addresses.
type heldSite struct {
	number  int // in the order in which the sites came
	forms   map[uint64]*heldForm
	order   []*heldForm // as they came
	stirred bool
	spare   bool
}

// A heldForm has the groups of a site with one form of addresses. One list has the groups by the allowance that they
// need, another list the groups in the order of doubt.
type heldForm struct {
	suspect trap.Suspicion // of the first group
	ready   []*groupQueue  // by allowance
	doubt   *groupQueue
}

// A heldGroup holds the pages of a host that one rule postponed, in a group of the guard.
type heldGroup struct {
	suspect trap.Suspicion
	rule    string
	pages   []crawl.Page
	ranked         // the first pages in order of their value
	let     uint64 // pages that were let go
	number  int    // in the order in which the groups came
	form    *heldForm
	site    *heldSite
	dirty   bool // in holder.dirty
	moved   bool // in holder.moved
	// in are the queues of the group, and at its places in them: among groups with room, and in the order of doubt.
	in [2]*groupQueue
	at [2]int
}

// releases says whether the guard may let pages of the group go.
func (g *heldGroup) releases() bool { return string(g.suspect.Rule) == g.rule }

// hold puts a page off.
func (h *holder) hold(p heldPage, origin string, s trap.Suspicion, rule string) {
	g := h.group(origin, s, rule)
	g.add(p)
	h.pages++
	h.from = min(h.from, h.hosts[s.Host].number)
	h.soil(g)
	h.stir(s)
}

// group returns the group of a rule.
func (h *holder) group(origin string, s trap.Suspicion, rule string) *heldGroup {
	key := keyOf(s, rule)
	if g := h.groups[key]; g != nil {
		return g
	}
	if h.hosts == nil {
		h.hosts, h.groups, h.sites = map[uint64]*heldHost{}, map[groupKey]*heldGroup{}, map[uint64]*heldSite{}
		h.plain = map[uint64][]*heldGroup{}
	}
	host := h.hosts[s.Host]
	if host == nil {
		host = &heldHost{origin: origin, number: len(h.order)}
		h.hosts[s.Host], h.order = host, append(h.order, host)
	}
	g := &heldGroup{suspect: s, rule: rule, number: len(h.groups)}
	g.site, g.form = h.formOf(s)
	h.groups[key], host.groups = g, append(host.groups, g)
	if s.Rule == trap.Plain {
		h.plain[s.Group] = append(h.plain[s.Group], g)
	}
	return g
}

// formOf returns the site of a group, and the groups of the site that have the same form.
func (h *holder) formOf(s trap.Suspicion) (*heldSite, *heldForm) {
	site := h.sites[s.SiteHash()]
	if site == nil {
		site = &heldSite{number: len(h.sites), forms: map[uint64]*heldForm{}}
		h.sites[s.SiteHash()] = site
	}
	form := site.forms[s.Form]
	if form == nil {
		form = &heldForm{suspect: s, doubt: newQueue(inDoubt, doubtedLess)}
		site.forms[s.Form], site.order = form, append(site.order, form)
	}
	return site, form
}

// soil notes that the account or the pages of a group have changed.
func (h *holder) soil(g *heldGroup) {
	if !g.dirty {
		g.dirty = true
		h.dirty = append(h.dirty, g)
	}
	if !g.moved {
		g.moved = true
		h.moved = append(h.moved, g)
	}
}

// stir notes that the account of a group has changed: the group may have room, and its site may pay for pages.
func (h *holder) stir(s trap.Suspicion) {
	if s.Rule == trap.Plain {
		for _, g := range h.plain[s.Group] {
			h.soil(g)
		}
	} else if g := h.groups[keyOf(s, string(s.Rule))]; g != nil {
		h.soil(g)
	}
	x := h.sites[s.SiteHash()]
	if x == nil {
		return
	}
	if !x.stirred {
		x.stirred = true
		h.stirs = append(h.stirs, x)
	}
	if !x.spare {
		x.spare = true
		h.spares = append(h.spares, x)
	}
}

// learn notes the mark of a fetched page as a whole.
func (h *holder) learn(s trap.Suspicion, url []byte, page uint32) {
	g := h.groups[keyOf(s, string(s.Rule))]
	if g == nil || page == 0 || len(g.points) >= maxPoints {
		return
	}
	h.learnt++
	g.learn(trap.Key(url), page)
	h.soil(g)
}

// stirAll notes that the guard may have room for pages of any group.
func (h *holder) stirAll() {
	for _, x := range h.order {
		for _, g := range x.groups {
			h.stir(g.suspect)
		}
	}
}

// clean puts the groups that have changed into the queues of groups with room.
func (h *holder) clean(guard *trap.Guard) {
	for _, g := range h.dirty {
		g.dirty = false
		g.leave(inReady)
		if len(g.pages) == 0 || !g.releases() {
			continue
		}
		need := guard.Need(g.suspect)
		if need > maxNeed {
			continue
		}
		for len(g.form.ready) <= need {
			g.form.ready = append(g.form.ready, newQueue(inReady, earlier))
		}
		g.form.ready[need].push(g)
	}
	h.dirty = h.dirty[:0]
}

// cleanDoubt puts the groups that have changed into the queues in the order of doubt. It ranks the pages of each group.
func (h *holder) cleanDoubt() {
	for _, g := range h.moved {
		g.moved = false
		g.leave(inDoubt)
		if len(g.pages) > 0 && g.releases() {
			g.tier, g.turn = g.tierOf(), g.let
			g.form.doubt.push(g)
		}
	}
	h.moved = h.moved[:0]
}

// maxNeed is the largest allowance that a group may need to be queued. It is larger than any allowance.
const maxNeed = 64

// named releases a page of a host that is above suspicion now, if a trap rule that lists overrule holds it.
// Sitemaps overrule all rules. It returns whether the page was released.
func (h *holder) named(s trap.Suspicion, p crawl.Page, sitemap bool) bool {
	g, _ := h.find(s, p)
	if g == nil || !g.releases() || !sitemap && !g.suspect.Listable() {
		return false
	}
	h.free = append(h.free, p)
	return true
}

// find returns where a page is held; nil if it is not. The suspicion is the one of its URL alone.
func (h *holder) find(s trap.Suspicion, p crawl.Page) (*heldGroup, int) {
	if g := h.groups[keyOf(s, string(s.Rule))]; g != nil {
		if i := g.find(p); i >= 0 {
			return g, i
		}
	}
	x := h.hosts[s.Host]
	if x == nil {
		return nil, 0
	}
	for _, g := range x.groups { // a limit, another session, another order of parameters, or the rules were others
		if i := g.find(p); i >= 0 {
			return g, i
		}
	}
	return nil, 0
}

// find returns the place of a page; -1 if the group does not hold it.
func (g *heldGroup) find(p crawl.Page) int {
	if len(g.pages) == 0 {
		return -1
	}
	if i := g.best; i >= 0 && i < len(g.pages) && g.pages[i] == p { // most are let go in their turn
		return i
	}
	return slices.Index(g.pages, p)
}

// next returns a page to be let go. With all it is any page that a rule of traps postponed. Asked again, it says the same,
// until take or something that is learnt.
func (h *holder) next(guard *trap.Guard, all bool) (crawl.Page, bool) {
	if all {
		return h.any()
	}
	if len(h.free) > 0 {
		return h.free[0], true
	}
	h.clean(guard)
	var first *heldGroup
	h.stirs = slices.DeleteFunc(h.stirs, func(x *heldSite) bool {
		g := x.firstReady(guard)
		if x.stirred = g != nil; x.stirred && (first == nil || g.number < first.number) {
			first = g
		}
		return !x.stirred
	})
	if first == nil {
		return 0, false
	}
	return first.pages[first.draw()], true
}

// firstReady returns the first group of a site that has pages, and room in the guard.
func (x *heldSite) firstReady(guard *trap.Guard) (first *heldGroup) {
	for _, form := range x.order {
		if len(form.ready) == 0 {
			continue
		}
		room := guard.Allowance(form.suspect)
		for i := range form.ready[:min(room, len(form.ready)-1)+1] {
			if g := form.ready[i].first(); g != nil && (first == nil || g.number < first.number) {
				first = g
			}
		}
	}
	return first
}

// last returns a page in doubt whose site pays for it, of the site that came first. Asked again, it returns the same page,
// until take or something that is learnt. The order in which sites were stirred does not matter: a replay does not ask.
func (h *holder) last(guard *trap.Guard) (crawl.Page, bool) {
	h.cleanDoubt()
	var first *heldGroup
	at := -1
	h.spares = slices.DeleteFunc(h.spares, func(x *heldSite) bool {
		g := x.mostPromising(guard)
		if x.spare = g != nil && !guard.Spent(g.suspect); x.spare && (at < 0 || x.number < at) && guard.Spare(g.suspect) {
			first, at = g, x.number
		}
		return !x.spare
	})
	if first == nil {
		return 0, false
	}
	return first.pages[first.draw()], true
}

// mostPromising returns the group from which a site's next page in doubt is requested. It is the first group of the form
// with the largest share of pages that said something new.
func (x *heldSite) mostPromising(guard *trap.Guard) (best *heldGroup) {
	var most trap.Yield
	for _, form := range x.order {
		g := form.doubt.first()
		if g == nil {
			continue
		}
		if y := guard.Yield(form.suspect); best == nil || promisesMore(y, most) {
			best, most = g, y
		}
	}
	return best
}

// promisesMore compares the shares of pages with something new, one page with and one without added to each. Poor forms
// come last.
func promisesMore(a, b trap.Yield) bool {
	if a.Poor != b.Poor {
		return b.Poor
	}
	return (a.New+1)*(b.Looked+2) > (b.New+1)*(a.Looked+2)
}

// any returns the first page that a rule of traps postponed.
func (h *holder) any() (crawl.Page, bool) {
	for ; h.from < len(h.order); h.from++ {
		for _, g := range h.order[h.from].groups {
			if len(g.pages) > 0 && visit.IsTrap(g.rule) {
				return g.pages[g.draw()], true
			}
		}
	}
	return 0, false
}

// freeLimited releases all pages that a limit postponed, to be judged again.
func (h *holder) freeLimited() {
	free := map[crawl.Page]bool{}
	for _, p := range h.free {
		free[p] = true
	}
	for _, x := range h.order {
		for _, g := range x.groups {
			if visit.IsTrap(g.rule) {
				continue
			}
			for _, p := range g.pages {
				if !free[p] { // an earlier change has let it go, and it was not picked yet
					h.free = append(h.free, p)
				}
			}
		}
	}
}

// eachTrapped calls f with each page that a trap rule holds, and releases those for which f returns true.
func (h *holder) eachTrapped(f func(crawl.Page) (bool, error)) error {
	for _, x := range h.order {
		for _, g := range x.groups {
			if !visit.IsTrap(g.rule) {
				continue
			}
			for _, p := range g.pages {
				free, err := f(p)
				if err != nil {
					return err
				}
				if free {
					h.free = append(h.free, p)
				}
			}
		}
	}
	return nil
}

// take lets a page go that is picked once more. It returns the rule that had put it off; "" if none had. The suspicion is
// the one of its URL alone.
func (h *holder) take(s trap.Suspicion, p crawl.Page) (rule string) {
	g, i := h.find(s, p)
	if g == nil {
		return ""
	}
	h.soil(g)
	g.remove(i)
	g.let++
	if len(h.free) > 0 && h.free[0] == p {
		h.free = h.free[1:]
	} else {
		h.free = slices.DeleteFunc(h.free, func(q crawl.Page) bool { return q == p })
	}
	return g.rule
}

// A heldState is a group of pages that are held.
type heldState struct {
	Origin  string
	Suspect trap.Suspicion
	Rule    string
	Pages   []crawl.Page
	Let     uint64
	// Keys, Ranks and Points belong to ranked. Earlier versions kept none.
	Keys   []uint64
	Ranks  []uint8
	Points []point
}

func (h *holder) save(s *saved) {
	s.Free = h.free
	for _, x := range h.order {
		for _, g := range x.groups {
			s.Held = append(s.Held, heldState{x.origin, g.suspect, g.rule, g.pages, g.let, g.keys, g.ranks, g.points})
		}
	}
}

func (h *holder) load(s *saved) {
	h.free = s.Free
	for _, g := range s.Held {
		to := h.group(g.Origin, g.Suspect, g.Rule)
		to.pages, to.let = g.Pages, g.Let
		to.keys, to.ranks, to.points = g.Keys, g.Ranks, g.Points
		h.soil(to)
		h.learnt += len(g.Points)
		h.pages += len(g.Pages)
		h.stir(g.Suspect)
	}
}

func (h *holder) bytes() int64 {
	return mem.SavedList(h.pages, 13) + mem.SavedList(h.learnt, 16) + mem.SavedList(len(h.free), 4) + mem.SavedMap(2*len(h.order), 16) + heldBytes*int64(len(h.order)+len(h.groups))
}

// heldBytes bounds the memory of a group, with its places in the map, the queues and a checkpoint.
const heldBytes = 500
