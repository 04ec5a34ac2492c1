package memo

import (
	"slices"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/internal/mem"
	"weft/internal/splitmix"
	"weft/livecrawl/visit"
)

// A holder keeps the pages that a trap rule or a limit of the crawl postponed at their turn. It releases pages of
// a trap rule when their group has room again. After all other pages it also releases pages in doubt while their
// site may pay for them. It releases pages of a limit when a later run lifts the limit. The order depends on the
// held pages and the guard alone. Memory: 4 bytes a page.
type holder struct {
	hosts  map[uint64]*heldHost
	order  []*heldHost // as they came
	stirs  []*heldHost // hosts that may have a page whose group has room
	sites  map[uint64]*heldSite
	spares []*heldSite // sites that may pay for a page
	from   int         // none of the hosts before holds a page of a trap
	free   []crawl.Page
	pages  int // that were held, each time
	sets   int // groups
}

type heldHost struct {
	origin  string
	number  int // in order
	groups  []*heldGroup
	stirred bool
}

// A heldSite has the hosts of one site.
type heldSite struct {
	hosts  []*heldHost
	number int // in the order in which the sites came
	spare  bool
}

// A heldGroup holds the pages of a host that one rule postponed, in a group of the guard.
type heldGroup struct {
	suspect trap.Suspicion
	rule    string
	pages   []crawl.Page
	let     uint64 // pages that were let go
}

// releases says whether the guard may let pages of the group go.
func (g *heldGroup) releases() bool { return string(g.suspect.Rule) == g.rule }

// hold puts a page off.
func (h *holder) hold(p crawl.Page, origin string, s trap.Suspicion, rule string) {
	g := h.group(origin, s, rule)
	g.pages = append(g.pages, p)
	h.pages++
	h.from = min(h.from, h.hosts[s.Host].number)
	h.stir(s)
}

// group returns the group of a rule.
func (h *holder) group(origin string, s trap.Suspicion, rule string) *heldGroup {
	host := h.hosts[s.Host]
	if host == nil {
		host = &heldHost{origin: origin, number: len(h.order)}
		if h.hosts == nil {
			h.hosts = map[uint64]*heldHost{}
		}
		h.hosts[s.Host], h.order = host, append(h.order, host)
		h.join(s, host)
	}
	i := slices.IndexFunc(host.groups, func(g *heldGroup) bool { return g.suspect == s && g.rule == rule })
	if i < 0 {
		i = len(host.groups)
		host.groups = append(host.groups, &heldGroup{suspect: s, rule: rule})
		h.sets++
	}
	return host.groups[i]
}

// join adds a host to its site.
func (h *holder) join(s trap.Suspicion, host *heldHost) {
	if h.sites == nil {
		h.sites = map[uint64]*heldSite{}
	}
	site := h.sites[s.SiteHash()]
	if site == nil {
		site = &heldSite{number: len(h.sites)}
		h.sites[s.SiteHash()] = site
	}
	site.hosts = append(site.hosts, host)
}

// stir notes that the guard may have room for pages of a host, or its site may pay for some.
func (h *holder) stir(s trap.Suspicion) {
	if x := h.hosts[s.Host]; x != nil && !x.stirred {
		x.stirred = true
		h.stirs = append(h.stirs, x)
	}
	if x := h.sites[s.SiteHash()]; x != nil && !x.spare {
		x.spare = true
		h.spares = append(h.spares, x)
	}
}

// stirAll notes that the guard may have room for pages of any host.
func (h *holder) stirAll() {
	for _, x := range h.order {
		for _, g := range x.groups {
			h.stir(g.suspect)
		}
	}
}

// named releases a page of a host that is above suspicion now, if a trap rule that lists overrule holds it.
// Sitemaps overrule all rules. It returns whether the page was released.
func (h *holder) named(host uint64, p crawl.Page, sitemap bool) bool {
	g, _ := h.find(host, p)
	if g == nil || !g.releases() || !sitemap && !g.suspect.Listable() {
		return false
	}
	h.free = append(h.free, p)
	return true
}

// find returns where a page is held; nil if it is not.
func (h *holder) find(host uint64, p crawl.Page) (*heldGroup, int) {
	x := h.hosts[host]
	if x == nil {
		return nil, 0
	}
	for _, g := range x.groups { // most are let go in their turn
		if len(g.pages) > 0 && g.pages[g.draw()] == p {
			return g, g.draw()
		}
	}
	for _, g := range x.groups {
		if i := slices.Index(g.pages, p); i >= 0 {
			return g, i
		}
	}
	return nil, 0
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
	var first *heldGroup
	at := -1
	h.stirs = slices.DeleteFunc(h.stirs, func(x *heldHost) bool {
		g := x.ready(guard)
		if x.stirred = g != nil; x.stirred && (at < 0 || x.number < at) {
			first, at = g, x.number
		}
		return !x.stirred
	})
	if first == nil {
		return 0, false
	}
	return first.pages[first.draw()], true
}

// last returns a page in doubt whose site pays for it, of the site that came first. Asked again, it returns the same page,
// until take or something that is learnt. The order in which sites were stirred does not matter: a replay does not ask.
func (h *holder) last(guard *trap.Guard) (crawl.Page, bool) {
	var first *heldGroup
	at := -1
	h.spares = slices.DeleteFunc(h.spares, func(x *heldSite) bool {
		g := x.leastAsked()
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

// leastAsked returns the group of a site that has released the fewest of its pages, among groups with held pages.
func (x *heldSite) leastAsked() (least *heldGroup) {
	for _, host := range x.hosts {
		for _, g := range host.groups {
			if len(g.pages) > 0 && g.releases() && (least == nil || g.let < least.let) {
				least = g
			}
		}
	}
	return least
}

// ready returns the first group of a host that has pages, and room in the guard.
func (x *heldHost) ready(guard *trap.Guard) *heldGroup {
	for _, g := range x.groups {
		if len(g.pages) > 0 && g.releases() && guard.Room(g.suspect) {
			return g
		}
	}
	return nil
}

// draw returns the place of the page that is released next. It is drawn at random, so that the released pages are
// a sample.
func (g *heldGroup) draw() int {
	return int(splitmix.Mix(g.suspect.Group^g.let*splitmix.Golden) % uint64(len(g.pages))) //nolint:gosec // less than the length
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

// take lets a page of a host go that is picked once more. It returns the rule that had put it off; "" if none had.
func (h *holder) take(host uint64, p crawl.Page) (rule string) {
	g, i := h.find(host, p)
	if g == nil {
		return ""
	}
	last := len(g.pages) - 1
	g.pages[i] = g.pages[last]
	g.pages = g.pages[:last]
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
}

func (h *holder) save(s *saved) {
	s.Free = h.free
	for _, x := range h.order {
		for _, g := range x.groups {
			s.Held = append(s.Held, heldState{x.origin, g.suspect, g.rule, g.pages, g.let})
		}
	}
}

func (h *holder) load(s *saved) {
	h.free = s.Free
	for _, g := range s.Held {
		*h.group(g.Origin, g.Suspect, g.Rule) = heldGroup{g.Suspect, g.Rule, g.Pages, g.Let}
		h.pages += len(g.Pages)
		h.stir(g.Suspect)
	}
}

func (h *holder) bytes() int64 {
	return mem.SavedList(h.pages, 4) + mem.SavedList(len(h.free), 4) + mem.SavedMap(2*len(h.order), 16) + 450*int64(len(h.order)+h.sets)
}
