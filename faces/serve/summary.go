package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"weft/answers/links"
	"weft/graph"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/web/live"
)

// Limits of the overview.
const (
	summedHosts    = 10
	summedBroken   = 8
	summedStatuses = 12
	// overviewPatience is how long the overview waits for each of its counts.
	overviewPatience = 400 * time.Millisecond
)

// A latest holds the latest work of one kind on a crawl.
type latest[T any] struct {
	mu  sync.Mutex
	now *task[T] // nil before the first
}

// get returns the latest work, or begins the work anew if there is none, or an old one.
func (l *latest[T]) get(isOld func(*task[T]) bool, begin func() *task[T]) *task[T] {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil || isOld(l.now) {
		l.now = begin()
	}
	return l.now
}

// A summary has the figures of the overview that are no figures of the manifest.
type summary struct {
	Statuses []statusCount // most pages first
	Others   string        // pages of other statuses; empty for none
	Broken   *brokenLinks  // nil if no state of a page is known
	Hosts    []hostSum     // hosts with the most pages
	Earlier  *earlier      // nil without an earlier crawl
	since    version       // of the earlier crawl
}

// A version identifies a version of a crawl.
type version struct {
	slug  string
	stamp stamp
}

// isNow reports whether the summary knows the present version of the earlier crawl.
func (v *summary) isNow(s *Server, k *crawl) bool {
	now := s.earlierVersion(k)
	return now.slug == v.since.slug && (now.slug == "" || now.stamp.same(v.since.stamp))
}

// A statusCount counts the pages with an HTTP status.
type statusCount struct{ Status, Pages, Path string }

// brokenLinks are links that lead to an error, by target.
type brokenLinks struct {
	Links, Pages string
	None         bool
	Targets      []linkedRow // with the most links
	More         string      // number of other targets; empty for none
}

// A hostSum sums the pages of a host.
type hostSum struct {
	Host, Pages, Fetched string
	Size                 string // of the responses; empty if unknown
	Requested            string // first and last day; empty if unknown
}

// An earlier crawl is named by --since.
type earlier struct {
	Slug, Name         string
	New, Gone, Changed string // fetched pages
	Kept               string // fetched in both
	Digests            bool   // changes of content are known
	NewPath, GonePath  string
	Compare            string // address of the comparison
}

// summarized returns the work that sums a crawl up.
func (s *Server) summarized(o *opened) *task[*summary] {
	isOld := func(t *task[*summary]) bool {
		return t.hasFailed() || t.hasEnded() && t.err == nil && !t.got.isNow(s, o.of)
	}
	return o.sum.get(isOld, func() *task[*summary] {
		t := newTask[*summary]()
		o.hold()
		go func() {
			defer o.release()
			t.run(s, "the overview", func(int64) (*summary, error) { return s.sumUp(s.ctx, o) })
		}()
		return t
	})
}

// sumUp makes a summary. It reads the facts of all pages once, and all links.
func (s *Server) sumUp(ctx context.Context, o *opened) (*summary, error) {
	v := &summary{}
	if err := v.readFacts(ctx, o); err != nil {
		return nil, err
	}
	if links.Judged(o.Crawl) {
		if err := v.readLinks(ctx, o); err != nil {
			return nil, err
		}
	}
	v.since = s.earlierVersion(o.of)
	var err error
	v.Earlier, err = s.sinceEarlier(ctx, o)
	return v, err
}

// readLinks notes the targets with the most broken links.
func (v *summary) readLinks(ctx context.Context, o *opened) error {
	list, err := o.links.get(ctx, o, linkChoices[0].Choice)
	if err != nil {
		return err
	}
	c := &list.Counts
	v.Broken = &brokenLinks{Links: digits.Plural(c.Broken, "link"), Pages: digits.Plural(c.BrokenPages, "page"), None: c.Broken == 0}
	targets, err := list.Part(0, summedBroken, firstSources)
	for _, t := range targets {
		v.Broken.Targets = append(v.Broken.Targets, newLinkedRow(t))
	}
	if more := c.BrokenPages - int64(len(targets)); more > 0 {
		v.Broken.More = digits.Grouped(more)
	}
	return err
}

// A hostTally sums the facts of the pages of a host.
type hostTally struct {
	size        int64
	first, last time.Time
}

func (h *hostTally) add(f *store.Facts) {
	h.size += f.Size
	if t := f.Time; !t.IsZero() {
		if h.first.IsZero() || t.Before(h.first) {
			h.first = t
		}
		if t.After(h.last) {
			h.last = t
		}
	}
}

// readFacts counts statuses, and sums the hosts with the most pages up.
func (v *summary) readFacts(ctx context.Context, o *opened) error {
	var group func(u graph.Node) int
	tallies := map[int]*hostTally{}
	var best []graph.Node
	var hosts *hostTable
	if o.HasNames() {
		var err error
		if hosts, err = o.hosts(); err != nil {
			return err
		}
		best = hosts.order(o, byPages).best
		best = best[:min(len(best), summedHosts)]
		for _, g := range best {
			tallies[int(g)] = &hostTally{}
		}
		group = hosts.groups.Of
	}
	statuses := map[int]int64{}
	facts, err := o.OpenFacts()
	switch {
	case errors.Is(err, store.ErrNoFacts):
	case err != nil:
		return err
	default:
		defer facts.Close() //nolint:errcheck // only read
		err := facts.Each(ctx, func(u graph.Node, f *store.Facts) error {
			if f.Status > 0 {
				statuses[f.Status]++
			}
			if group != nil {
				if h := tallies[group(u)]; h != nil {
					h.add(f)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	v.countStatuses(statuses)
	for _, g := range best {
		name, err := hosts.groups.Name(int(g))
		if err != nil {
			return err
		}
		v.Hosts = append(v.Hosts, newHostSum(name, hosts.groups.Size(int(g)), int(hosts.fetched[g]), tallies[int(g)]))
	}
	return nil
}

func newHostSum(name string, pages, fetched int, t *hostTally) hostSum {
	h := hostSum{Host: name, Pages: digits.Grouped(pages), Fetched: digits.Grouped(fetched)}
	if t.size > 0 {
		h.Size = digits.Size(t.size)
	}
	if !t.first.IsZero() {
		h.Requested = daysText(t.first, t.last)
	}
	return h
}

// countStatuses keeps the most frequent statuses.
func (v *summary) countStatuses(counts map[int]int64) {
	var all []int
	for status := range counts {
		all = append(all, status)
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	others := int64(0)
	for i, status := range all {
		if i >= summedStatuses {
			others += counts[status]
			continue
		}
		v.Statuses = append(v.Statuses, statusCount{live.StatusName(status), digits.Grouped(counts[status]), "pages?status=" + strconv.Itoa(status)})
	}
	if others > 0 {
		v.Others = digits.Plural(others, "page")
	}
}

// daysText writes the days of a first and a last time, in UTC.
func daysText(first, last time.Time) string {
	a, b := first.UTC().Format(time.DateOnly), last.UTC().Format(time.DateOnly)
	if a == b {
		return a
	}
	return a + " to " + b
}

// earlierOf returns the crawl that --since names, in use. Without --since, and if the server does not have that crawl, it
// returns nil.
func (s *Server) earlierOf(k *crawl) *opened {
	if !k.live {
		return nil
	}
	cfg, err := folder.Latest(k.path)
	if err != nil || cfg.Since == "" {
		return nil
	}
	want, err := filepath.Abs(cfg.Since)
	if err != nil {
		return nil
	}
	for _, other := range s.all() {
		if path, err := filepath.Abs(other.path); err == nil && path == want && other != k {
			if o, err := other.use(); err == nil {
				return o
			}
		}
	}
	return nil
}

// earlierVersion returns the version of the crawl that --since names. If the server does not have that crawl, it returns the
// zero version.
func (s *Server) earlierVersion(k *crawl) (v version) {
	if o := s.earlierOf(k); o != nil {
		o.of.mu.Lock()
		v = version{o.of.slug, o.stamp}
		o.of.mu.Unlock()
		o.release()
	}
	return v
}

// sinceEarlier counts changes since the earlier crawl.
func (s *Server) sinceEarlier(ctx context.Context, o *opened) (*earlier, error) {
	from := s.earlierOf(o.of)
	if from == nil {
		return nil, nil
	}
	defer from.release()
	if !from.HasNames() || !o.HasNames() {
		return nil, nil
	}
	var d difference
	if err := d.read(ctx, from, o); err != nil {
		return nil, err
	}
	q := url.Values{"a": {from.of.slug}, "b": {o.of.slug}}.Encode()
	return &earlier{
		Slug: from.of.slug, Name: from.of.name, New: digits.Grouped(d.fresh), Gone: digits.Grouped(d.gone), Changed: digits.Grouped(d.changed), Kept: digits.Grouped(d.kept),
		Digests: d.digests, Compare: "/compare?" + q, NewPath: "/compare/pages?" + q + "&fetched=1&what=new", GonePath: "/compare/pages?" + q + "&fetched=1&what=gone",
	}, nil
}

// A difference counts fetched pages of two crawls.
type difference struct {
	fresh, gone, kept int64 // only in the second, only in the first, in both
	changed           int64 // of both, with other digests
	digests           bool  // both crawls have digests
}

// A walker reads the pages of a crawl in the order of their names, with their digests.
type walker struct {
	o      *opened
	keys   *store.KeyCursor
	facts  *store.FactReader // nil without facts
	has    bool              // there is a page
	digest []byte
}

func newWalker(o *opened) (*walker, error) {
	w := &walker{o: o}
	var err error
	if w.keys, err = o.ScanKeys(); err != nil {
		return nil, err
	}
	if w.facts, err = o.OpenFacts(); err != nil && !errors.Is(err, store.ErrNoFacts) {
		return nil, err
	}
	return w, nil
}

func (w *walker) close() {
	if w.facts != nil {
		w.facts.Close() //nolint:errcheck // only read
	}
}

// next goes to the next page.
func (w *walker) next() error {
	if w.has = w.keys.Next(); !w.has {
		return w.keys.Err()
	}
	w.digest = w.digest[:0]
	if w.facts == nil {
		return nil
	}
	f, err := w.facts.At(w.keys.Page())
	if err == nil {
		w.digest = append(w.digest, f.Digest...)
	}
	return err
}

func (w *walker) isFetched() bool { return w.o.State(w.keys.Page()) == page.Fetched }

// read merges the names of both crawls.
func (d *difference) read(ctx context.Context, before, now *opened) error {
	a, err := newWalker(before)
	if err != nil {
		return err
	}
	defer a.close()
	b, err := newWalker(now)
	if err != nil {
		return err
	}
	defer b.close()
	if err := cmp.Or(a.next(), b.next()); err != nil {
		return err
	}
	for n := 0; a.has || b.has; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		order := 0
		switch {
		case !b.has:
			order = -1
		case !a.has:
			order = 1
		default:
			order = bytes.Compare(a.keys.Key(), b.keys.Key())
		}
		d.count(a, b, order)
		if order <= 0 {
			err = a.next()
		}
		if order >= 0 && err == nil {
			err = b.next()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// count counts a page. The page is of both crawls if order is 0, only of the first if order is less, and else of the second.
func (d *difference) count(a, b *walker, order int) {
	was, is := order <= 0 && a.isFetched(), order >= 0 && b.isFetched()
	switch {
	case was && is:
		d.kept++
		if len(a.digest) > 0 && len(b.digest) > 0 {
			d.digests = true
			if !bytes.Equal(a.digest, b.digest) {
				d.changed++
			}
		}
	case was:
		d.gone++
	case is:
		d.fresh++
	}
}
