package memo

import (
	"maps"
	"math"
	"sync"

	"weft/crawl"
	"weft/crawl/estimate"
	"weft/crawl/patience"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/livecrawl/visit"
)

// Counts say what a crawl has done so far, over all its runs.
type Counts struct {
	Known      uint64 `json:"known"`           // known pages in scope
	Picked     uint64 `json:"picked"`          // pages chosen for fetching
	Learnt     uint64 `json:"learnt"`          // responses processed
	Fetched    uint64 `json:"fetched"`         // pages that were fetched
	Redirected uint64 `json:"redirected"`      // pages that redirect
	Failed     uint64 `json:"failed"`          // pages whose fetching failed
	Excluded   uint64 `json:"excluded"`        // pages excluded at fetch time, by robots.txt or media type
	Cut        uint64 `json:"cut"`             // pages held back by trap rules and limits and not fetched since
	PutOff     uint64 `json:"put_off"`         // number of times that a page was postponed
	Absent     uint64 `json:"absent"`          // pages that the replayed archives lack
	LeftOut    uint64 `json:"left_out"`        // pages left out when they were found, by scope, nofollow or depth
	TooDeep    uint64 `json:"too_deep"`        // pages of `left_out` beyond the limit of depth
	Links      uint64 `json:"links"`           // links that were found
	Bytes      uint64 `json:"bytes"`           // bytes received
	Sitemaps   uint64 `json:"sitemaps"`        // sitemaps that were read
	Requisites uint64 `json:"requisites"`      // images, style sheets and the like that were fetched
	LostParts  uint64 `json:"lost_requisites"` // requisites that could not be fetched
	LostMaps   uint64 `json:"lost_sitemaps"`   // sitemaps that could not be fetched
	LostAside  uint64 `json:"-"`               // both, in a checkpoint of a version that did not tell them apart
	Near       uint64 `json:"near_duplicates"` // pages with nearly the content of an earlier page
	CutShort   uint64 `json:"cut_short"`       // fetched responses that are incomplete
	Soft404    uint64 `json:"soft_404"`        // pages that answer 200 with the content of an error page
	Shells     uint64 `json:"app_shells"`      // pages whose content only a script loads
	Walls      uint64 `json:"cookie_walls"`    // pages that answered with a wall that asks for cookies
	HTML       uint64 `json:"html"`            // pages of HTML
	Unread     uint64 `json:"unread"`          // pages that begin like HTML, and were not read, because of their Content-Type
	Circles    uint64 `json:"redirect_loops"`  // pages whose redirects form a loop
	// number of responses by HTTP status; negative numbers are Heritrix's
	Statuses map[int]uint64    `json:"statuses"`
	Rules    map[string]uint64 `json:"rules"` // number of pages held back, by rule
}

func newCounts() Counts { return Counts{Statuses: map[int]uint64{}, Rules: map[string]uint64{}} }

// Clone returns a copy that shares no map.
func (c Counts) Clone() Counts {
	c.Statuses, c.Rules = maps.Clone(c.Statuses), maps.Clone(c.Rules)
	return c
}

// add counts a reply. A page that is postponed, or was given up without a response, is not learnt yet: it waits.
// again reports that a part of the page was kept before: it is counted already.
func (c *Counts) add(r *crawl.Reply, v *visit.Visit, n *visit.Note, again bool) {
	if v.Rule != "" {
		c.Cut++
		c.Rules[v.Rule]++
		return
	}
	if r.Again && !n.Final {
		c.PutOff++
		return
	}
	if v.Role == visit.GuessRole {
		c.addGuess(r, n, again)
		return
	}
	isCut := n.Cut != visit.NotCut && r.State == page.Fetched
	if again {
		if r.State == page.Fetched && !isCut {
			c.CutShort--
		}
		c.Bytes += n.Size
		return
	}
	c.Learnt++
	if isCut {
		c.CutShort++
	}
	if r.Aside {
		c.addAside(r.State, v, n)
		return
	}
	c.addPage(r.State, n)
}

// addPage counts a page of the crawl.
func (c *Counts) addPage(s page.State, n *visit.Note) {
	switch s {
	case page.Fetched:
		c.Fetched++
	case page.Redirected:
		c.Redirected++
	case page.Excluded:
		c.Excluded++
	case page.Ghost:
		c.Absent++
	default:
		c.Failed++
	}
	if n.Status != 0 {
		c.Statuses[n.Status]++
	}
	if n.HTML {
		c.HTML++
	}
	if n.Unread {
		c.Unread++
	}
	if n.Pretends {
		c.Soft404++
	}
	if n.Shell {
		c.Shells++
	}
	if n.Wall {
		c.Walls++
	}
	c.Bytes += n.Size
}

// addGuess counts a guessed sitemap: as a sitemap if it exists, and else not at all.
func (c *Counts) addGuess(r *crawl.Reply, n *visit.Note, again bool) {
	if c.Bytes += n.Size; r.State == page.Fetched && !n.Pretends && !again {
		c.Sitemaps++
	}
}

// addAside counts something that pages need.
func (c *Counts) addAside(s page.State, v *visit.Visit, n *visit.Note) {
	switch {
	case s == page.Redirected:
	case s != page.Fetched && v.Role == visit.SitemapRole:
		c.LostMaps++
	case s != page.Fetched:
		c.LostParts++
	case v.Role.IsMap():
		c.Sitemaps++
	default:
		c.Requisites++
	}
	c.Bytes += n.Size
}

// reopen takes back what add counted of a page that was left out and is picked once more.
func (c *Counts) reopen(status int) {
	c.Learnt--
	c.Excluded--
	if c.Statuses[status]--; c.Statuses[status] == 0 {
		delete(c.Statuses, status)
	}
}

// once takes back what add counted of a page that failed and is picked once more.
func (c *Counts) once(w patience.Waited) {
	if !w.Final {
		return
	}
	c.Learnt--
	c.Failed--
	if c.Statuses[w.Status]--; c.Statuses[w.Status] == 0 {
		delete(c.Statuses, w.Status)
	}
}

// HeldBack returns how many pages rules of traps hold.
func (c *Counts) HeldBack() (n uint64) {
	for rule, pages := range c.Rules {
		if visit.IsTrap(rule) {
			n += pages
		}
	}
	return n
}

// estimated returns the estimate of the number of pages. All three numbers are at least the number of known pages: the
// record lacks pages that a change of the scope let in, and pages after the first maxRecorded. The interval has no upper
// end while trap rules hold pages back, because the pages behind the held pages are unknown.
func (t *tally) estimated() estimate.Interval {
	size, known := t.all.size.record.Size(), float64(t.counts.Known-min(t.others, t.counts.Known))
	size = estimate.Interval{Low: max(size.Low, known), Estimate: max(size.Estimate, known), High: max(size.High, known)}
	if t.counts.HeldBack() > 0 {
		size.High = math.Inf(1)
	}
	return size
}

// letGo takes back what add counted of a page that a rule postponed, and that is picked once more.
func (c *Counts) letGo(rule string) {
	c.Cut--
	if c.Rules[rule]--; c.Rules[rule] == 0 {
		delete(c.Rules, rule)
	}
}

// A tally tracks the counts, and other figures for observers, which may read them at any time.
type tally struct {
	all *Trackers

	mu     sync.Mutex
	counts Counts
	others uint64 // known requisites and sitemaps, which Counts.Known counts with the pages
	hosts  int
	cut    *Cut // what was cut, some while ago; nil if nothing was
	size   estimate.Interval

	left, deep bitset.Set // pages that are left out as they were found, and the subset left out by the limit of depth alone
}

func (t *tally) learn(e *event) error {
	if e.visit == nil {
		t.change(func(c *Counts) {
			t.find(e.links, nil)
			for _, p := range e.lost {
				c.CutShort += uint64(bitset.One(!t.all.parts.has(p))) //nolint:gosec // 0 or 1
			}
		})
		return nil
	}
	if e.held() && t.all.visits.picks%4096 == 0 {
		t.noteCuts()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts.Links += uint64(len(e.links))
	t.find(e.links, e.note.Limited)
	if e.again && e.reply.State != page.Fetched && t.all.parts.renewed(e.pick.Page, e.reply) {
		t.counts.CutShort--
	}
	t.counts.add(e.reply, e.visit, e.note, e.again)
	t.counts.Near, t.hosts = t.all.near.found, len(t.all.hosts.of)
	if t.counts.Learnt%32 == 1 || len(t.all.visits.under) == 0 {
		t.size = t.estimated()
	}
	return nil
}

// find counts found pages. A page that was left out no longer is once a link to it is followed.
func (t *tally) find(links []crawl.Link, limited []uint64) {
	c := &t.counts
	for i, l := range links {
		within := len(limited) > 0 && limited[0] == uint64(i)
		if within {
			limited = limited[1:]
		}
		to := int(l.To)
		switch {
		case !l.New, visit.IsGuess(l.Kinds):
		case l.Barred:
			t.left.Put(to)
			if c.LeftOut++; within {
				t.deep.Put(to)
				c.TooDeep++
			}
		default:
			c.Known++
			if t.all.roles.of.at(l.To) != visit.PageRole {
				t.others++
			}
			c.LeftOut -= uint64(bitset.One(t.left.Has(to))) //nolint:gosec // 0 or 1
			c.TooDeep -= uint64(bitset.One(t.deep.Has(to))) //nolint:gosec // likewise
			t.left.Remove(to)
			t.deep.Remove(to)
		}
	}
}

// resize estimates the number of pages anew.
func (t *tally) resize() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.size = t.estimated()
}

// noteCuts updates the counts of held pages and of redirect loops.
func (t *tally) noteCuts() {
	c, circles := t.all.doubts.cuts(), uint64(len(visit.Circles(t.all.circles.to)))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cut, t.counts.Circles = c, circles
}

func (t *tally) change(by func(*Counts)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	by(&t.counts)
}

// numbers returns how many pages were learnt, and how many are known, in scope or not.
func (t *tally) numbers() (learnt, known uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts.Learnt, t.counts.Known + t.counts.LeftOut
}

func (t *tally) save(s *saved) { s.Counts, s.Left, s.Deep = t.counts, t.left, t.deep }

func (t *tally) load(s *saved) error {
	t.counts, t.left, t.deep = s.Counts, s.Left, s.Deep
	t.counts.LostParts += t.counts.LostAside
	t.counts.LostAside = 0
	t.others = 0
	for p, r := range s.Roles {
		if (r == visit.SitemapRole || r == visit.RequisiteRole) && !s.Left.Has(p) {
			t.others++
		}
	}
	return nil
}

// bytes returns the memory of the sets, and a little for each status and rule.
func (t *tally) bytes() int64 { return 64<<10 + mem.SavedList(len(t.left)+len(t.deep), 8) }

func countNew(links []crawl.Link) uint64 {
	n := uint64(0)
	for _, l := range links {
		if l.New && !l.Barred {
			n++
		}
	}
	return n
}
