// Package memo is the crawl's memory of its pages: a list of trackers, one for each kind of fact, saved and loaded
// together.
//
// It owns the counts, and the decision whether a page is fetched at its turn (scope, traps, limits). Its content
// is a function of the log. It reads no clock, opens no files, uses no network and does not know how a page is
// fetched. It names the lists of the folder, but others write them. Only the pages that wait for their hosts
// (package patience) know the time, and the log does not depend on that.
package memo

import (
	"encoding/gob"
	"fmt"
	"io"
	"unsafe"

	"weft/crawl"
	"weft/crawl/estimate"
	"weft/crawl/patience"
	"weft/crawl/scope"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
)

// A tracker remembers facts about pages by which others are judged. Its content is a function of the picks and the
// replies, so that a replay restores it. A checkpoint is faster.
type tracker interface {
	// learn learns an event of the log.
	learn(e *event) error
	// save puts what it knows into a checkpoint, and load takes it from there. Slices and maps are handed over as they are.
	save(s *saved)
	load(s *saved) error
	// bytes bounds what it takes in memory, and once more in a checkpoint while that is written.
	bytes() int64
}

// An event is a reply that is learnt, or seeds, or pages that were handed out.
type event struct {
	pick  crawl.Pick
	visit *visit.Visit // nil with seeds
	reply *crawl.Reply
	note  *visit.Note
	links []crawl.Link
	seeds []crawl.Page // pages that are seeds from now on
	// handed says how the pages of the links were found, if they were handed out by a frontier that other crawls share.
	handed []visit.Found
	live   bool // it happens now, and is not replayed
	// again says that the page was kept in part before.
	again bool
	// lost are pages whose responses were found damaged in the archive before the run.
	lost []crawl.Page
	// steered says, once the first tracker has learnt it, that the configuration is another from now on.
	steered bool
}

// held says that a rule puts the page off.
func (e *event) held() bool { return e.visit != nil && e.visit.Rule != "" }

// shut says that the page is left out, and may be judged again when the configuration is another.
func (e *event) shut() bool {
	return e.visit != nil && !e.held() && e.reply.Again && e.reply.State == page.Excluded
}

// waits says that the page was not fetched, and may be fetched later.
func (e *event) waits() bool {
	return e.visit != nil && !e.held() && e.reply.Again && e.reply.State != page.Excluded
}

// fetched reports whether a page of the crawl was fetched.
func (e *event) fetched() bool {
	return e.visit != nil && e.reply.State == page.Fetched && !e.reply.Aside
}

// perPage holds a value per page, zero for pages after the last one that was set.
type perPage[T any] []T

func (x perPage[T]) at(p crawl.Page) (v T) {
	if int64(p) < int64(len(x)) {
		v = x[p]
	}
	return v
}

// to returns where the value of a page stands, to be changed.
func (x *perPage[T]) to(p crawl.Page) *T {
	for int64(p) >= int64(len(*x)) {
		var zero T
		*x = append(*x, zero)
	}
	return &(*x)[p]
}

// reset makes the values of pages zero.
func (x perPage[T]) reset(pages []crawl.Page) {
	for _, p := range pages {
		if int64(p) < int64(len(x)) {
			var zero T
			x[p] = zero
		}
	}
}

// bytes returns the size of the values in memory, plus the buffer of a checkpoint.
func (x perPage[T]) bytes() int64 {
	var zero T
	return mem.SavedList(len(x), int64(unsafe.Sizeof(zero)))
}

// Trackers are all trackers of a crawl.
type Trackers struct {
	names       visit.Names
	steering    steering
	seeds       seedPages
	roles       roles
	trail       trail
	depths      depths
	places      places
	hosts       hosts
	doubts      doubts
	near        nearPages
	shut        shutPages
	size        siteSize
	visits      visits
	tally       tally
	parts       parts
	shells      shells
	circles     circles
	lost        lostPages
	hostNumbers hostNumbers
	waits       *waits // nil if the Web is no live one

	// list has all trackers, in the order in which they learn and load: each after those that it reads.
	list []tracker
	note visit.Note
}

// New returns the trackers of a crawl that knows nothing yet. now says which month it is for rules about dates.
func New(c *folder.Config, n visit.Names, now func() (year, month int)) (*Trackers, error) {
	t := &Trackers{names: n}
	t.steering = steering{cfg: c, begun: c, names: n}
	if err := t.steering.rescope(); err != nil {
		return nil, err
	}
	t.seeds.of, t.hosts.of, t.shut.of, t.visits.under = map[crawl.Page]bool{}, map[string]*hostCount{}, map[crawl.Page]shutPage{}, map[uint64]*visit.Visit{}
	t.visits.twice = map[string]int{}
	t.hostNumbers.of, t.parts.of = map[string]uint32{}, map[crawl.Page]pagePart{}
	t.shells.of = map[crawl.Page]struct{}{}
	t.circles.to = map[crawl.Page]crawl.Page{}
	t.doubts = newDoubts(n, &t.steering, now)
	t.doubts.visits = &t.visits
	t.depths.seeds, t.places.seeds, t.places.steering = &t.seeds, &t.seeds, &t.steering
	t.visits.all, t.tally.all, t.tally.counts = t, t, newCounts()
	t.list = []tracker{
		&t.steering, &t.seeds, &t.doubts, &t.near, &t.roles, &t.trail, &t.depths, &t.places, &t.shut, &t.size, &t.hosts, &t.visits, &t.tally, &t.parts, &t.shells, &t.circles, &t.lost, &t.hostNumbers, // parts learns after the trackers that need the parts kept before
	}
	return t, nil
}

// Await adds what waits for hosts of the live Web.
func (t *Trackers) Await(p *patience.Patience) {
	t.waits = &waits{p, t.names}
	t.list = append(t.list, t.waits)
}

// Learn tells all trackers of a reply, or of seeds.
func (t *Trackers) Learn(p crawl.Pick, r *crawl.Reply, links []crawl.Link, live bool) error {
	e, err := t.event(p, r, links)
	if err != nil {
		return err
	}
	e.live = live
	for _, one := range t.list {
		if err := one.learn(e); err != nil {
			return err
		}
	}
	return nil
}

func (t *Trackers) event(p crawl.Pick, r *crawl.Reply, links []crawl.Link) (*event, error) {
	e := &event{pick: p, reply: r, links: links, note: &t.note}
	if r.Handed {
		return e, t.handed(e)
	}
	if p.Page == crawl.None {
		e.seeds = targets(links, func(l crawl.Link) bool { return l.Kinds == 0 })
		e.lost = targets(links, func(l crawl.Link) bool { return l.Kinds&kinds.Lost != 0 })
		return e, nil
	}
	if e.visit = t.visits.at(p.Seq); e.visit == nil {
		return nil, fmt.Errorf("a reply to pick %d, which was not begun", p.Seq)
	}
	if err := t.note.Parse(r.Note); err != nil {
		return nil, fmt.Errorf("pick %d: %w", p.Seq, err)
	}
	e.again = t.parts.has(e.visit.Pick.Page)
	if r.State == page.Redirected && e.visit.Seed && visit.Redirects(e.visit.Path) < visit.MaxSeedRedirects {
		e.seeds = targets(links, func(l crawl.Link) bool { return l.Kinds&kinds.Redirect != 0 })
	}
	return e, nil
}

// targets returns where links lead that have a property.
func targets(links []crawl.Link, is func(crawl.Link) bool) (pages []crawl.Page) {
	for _, l := range links {
		if is(l) {
			pages = append(pages, l.To)
		}
	}
	return pages
}

// saved is the content of the trackers as a checkpoint stores it, encoded by gob. Fields may be added. Fields that
// are missing in a checkpoint of an earlier version are empty.
type saved struct {
	Seeds   []crawl.Page
	Added   []string // seeds of the scope that redirects have led to
	Depths  []uint8
	Trail   trail
	Places  []scope.Place
	Hosts   map[string]hostState
	Prints  []uint64
	Printed []crawl.Page
	Near    []Near
	// Data and DataEnds are the marks of the pages of Prints.
	Data     []uint16
	DataEnds []uint32
	Record   *estimate.Record
	Counts   Counts
	Left     bitset.Set
	Deep     bitset.Set
	Visits   []visitState
	Groups   []string
	Picks    uint64
	Waits    []patience.Saved
	Marks    []uint8
	Held     []heldState
	Free     []crawl.Page
	Roles    []visit.Role
	// Seedings, Shut and ToJudge belong to steering and shutPages.
	Seedings int
	Shut     map[crawl.Page]shutPage
	Parts    map[crawl.Page]pagePart
	Shells   []crawl.Page
	Circles  map[crawl.Page]crawl.Page
	Lost     []crawl.Page
	ToJudge  []crawl.Page
}

// A Part of a checkpoint is a file.
type Part struct {
	Name string
	Save func(io.Writer) error
	Load func(io.Reader) error
}

// Names of the parts. The first is a former name of the trackers.
const (
	trackersPart = "keeper"
	guardPart    = "traps"
)

// Files returns the files of the trackers. The guard writes its own form.
func (t *Trackers) Files() []Part {
	list := []Part{{trackersPart, t.save, t.load}}
	if g := t.doubts.guard; g != nil {
		list = append(list, Part{guardPart, g.Save, g.Load})
	}
	return list
}

// Bytes bounds what all of them take.
func (t *Trackers) Bytes() int64 {
	sum := int64(0)
	for _, one := range t.list {
		sum += one.bytes()
	}
	return sum
}

func (t *Trackers) save(w io.Writer) error {
	var s saved
	for _, one := range t.list {
		one.save(&s)
	}
	return gob.NewEncoder(w).Encode(&s)
}

func (t *Trackers) load(r io.Reader) error {
	var s saved
	if err := gob.NewDecoder(r).Decode(&s); err != nil {
		return err
	}
	for _, one := range t.list {
		if err := one.load(&s); err != nil {
			return err
		}
	}
	return nil
}
