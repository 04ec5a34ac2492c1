package livecrawl

import (
	"fmt"
	"strings"
	"sync"

	"weft/crawl"
	"weft/crawl/estimate"
	"weft/crawl/scope"
	"weft/crawl/trap"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/web/similar"
	"weft/web/weburl"
)

// A keeper knows what a crawl has to remember of pages to judge others. It is a function of what was picked and learnt, so that a
// replay makes it anew.
type keeper struct {
	cfg     *Config // that holds now
	begun   *Config // that the crawl was begun with
	names   names
	doubts           // about pages that may belong to a trap
	changes []Change // of the configuration, in the order of their picks
	// seedings is how many times the log has seeds: once, and once for each change.
	seedings int
	steered  int // with so many the last change holds
	shut     map[crawl.Page]shutPage
	toJudge  []crawl.Page // of shut, once a change holds
	scope    *scope.Scope
	record   estimate.Record // of pages in scope
	depths   []uint8         // of each page: links from a seed, at most 255
	trail    trail
	places   []scope.Place // of each page, if the scope needs them
	seeds    map[crawl.Page]bool
	added    []string       // seeds of the scope that redirects have led to
	scopes   []*scope.Scope // with so many of them
	hosts    map[string]*hostCount
	dups     similar.Index
	prints   []crawl.Page // of each print in dups
	near     []Near
	note     note
	roles    []role    // of pages, as far as one has some other than that of a page
	waits    *patience // nil if the Web is no live one
	listed   []uint32

	picks uint64 // pages that are picked once more count again

	mu       sync.Mutex // of what follows: workers and watchers look at it
	visits   map[uint64]*visit
	counts   Counts
	numHosts int
	cutNow   *Cut // what was cut, some while ago; nil if nothing was
	size     estimate.Interval
	err      error // what Start could not say
}

// names is what a crawl needs of frontier.Names.
type names interface {
	Name(dst []byte, p crawl.Page) ([]byte, error)
	Len() int
}

// A hostCount counts what was picked of a host.
type hostCount struct {
	picked  int
	fetched int
	bytes   uint64
	begin   crawl.Page // the first that was picked
}

// Near is a page that says nearly the same as one before it.
type Near struct {
	Page, Like crawl.Page
	Distance   int
}

const (
	// fewWords is where a page says too little to be called like another.
	fewWords = 24
	maxNear  = 1 << 20
	// maxTries is how many pages are compared with each, by each quarter of their prints.
	maxTries = 256
	// maxRecorded is how many pages are known at most for an estimate to be made: a byte each.
	maxRecorded = 1 << 26
)

func newKeeper(c *Config, n names, now func() (year, month int)) (*keeper, error) {
	s, err := c.scope()
	if err != nil {
		return nil, err
	}
	k := &keeper{
		cfg: c, begun: c, shut: map[crawl.Page]shutPage{}, names: n, scope: s, scopes: []*scope.Scope{s}, seeds: map[crawl.Page]bool{}, hosts: map[string]*hostCount{}, visits: map[uint64]*visit{},
		counts: newCounts(),
	}
	if c.Traps && c.Web != Graph { // a graph says nothing of what pages say
		year, month := now()
		k.guard = trap.New(trap.Options{Year: year, Month: month})
	}
	return k, nil
}

// A visit is a pick under way.
type visit struct {
	pick crawl.Pick
	url  []byte
	host string
	// origin is scheme, host and port, and known says that a page of the host was fetched before.
	origin string
	known  bool
	rule   string // what leaves it out; "" if nothing does
	out    string // what of a changed scope leaves it out
	depth  uint8
	place  scope.Place
	role   role
	scope  *scope.Scope
	added  int        // see keeper
	path   string     // see trail
	via    crawl.Page // the page that led here first
	seed   bool
	first  bool // of its host
	// suspect is the group of URLs that may be a trap, and doubted says that the guard counts the page.
	suspect trap.Suspicion
	doubted bool
	let     bool // a rule of traps had put it off, and lets it go
	live    liveVisit
}

// newVisit makes a visit with what its page is, whenever it is asked.
func (k *keeper) newVisit(p crawl.Pick) (*visit, error) {
	url, err := k.names.Name(nil, p.Page)
	if err != nil {
		return nil, err
	}
	v := &visit{pick: p, url: url, host: string(weburl.Cut(url).Authority), origin: originOf(url), role: k.roleOf(p.Page)}
	v.path, v.via = k.trail.path(p.Page)
	v.suspect.Host = trap.HostOf(url)
	h := k.hosts[v.host]
	v.known = h != nil && h.fetched > 0
	return v, nil
}

// standing returns where a page stands: links from a seed, and its place if the scope needs them.
func (k *keeper) standing(p crawl.Page) (depth uint8, at scope.Place) {
	if int(p) < len(k.depths) {
		depth = k.depths[p]
	}
	if int(p) < len(k.places) {
		at = k.places[p]
	}
	return depth, at
}

// start begins a visit. It is called for each pick, in their order.
func (k *keeper) start(p crawl.Pick) {
	v, err := k.newVisit(p)
	if err != nil {
		k.fail(err)
		return
	}
	v.scope, v.added, v.seed = k.scope, len(k.added), k.seeds[p.Page]
	v.depth, v.place = k.standing(p.Page)
	held := k.letGo(v)
	v.let = isTrap(held)
	w, again := k.once(v)
	reopened := k.reopen(v)
	if verdict := k.outNow(v); verdict.Limited {
		v.rule = verdict.Rule
	} else if !verdict.In {
		v.out = verdict.Rule
	}
	if v.rule == "" && v.out == "" {
		if v.rule, err = k.admit(v, again); err != nil {
			k.fail(err)
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.visits[p.Seq] = v
	k.picks++
	switch {
	case again:
		k.counts.once(w)
	case held != "":
		k.counts.letGo(held)
	case reopened:
	default:
		k.counts.Picked++
	}
}

// once finds out whether a page is picked once more.
func (k *keeper) once(v *visit) (w wait, again bool) {
	if k.waits == nil {
		return w, false
	}
	w, again, v.live.mark = k.waits.picked(v.pick.Page)
	h := k.hosts[v.host]
	v.first = again && h != nil && h.begin == v.pick.Page // it may not have come to read sitemaps
	return w, again
}

// admit returns the rule that puts a page off when its turn has come, or "". One that waited for its host was admitted before.
func (k *keeper) admit(v *visit, again bool) (string, error) {
	if again {
		return k.doubt(v, again)
	}
	h := k.host(v.host)
	if most := k.cfg.Scope.HostPages; most > 0 && h.picked >= most && v.role == aPage {
		return fmt.Sprintf("limit: more than %d pages of a host", most), nil
	}
	if most := k.cfg.Scope.HostBytes; most > 0 && h.bytes >= most {
		return fmt.Sprintf("limit: more than %d bytes of a host", most), nil
	}
	if rule, err := k.doubt(v, again); rule != "" || err != nil {
		return rule, err
	}
	if v.first = h.picked == 0 && v.role == aPage; v.first {
		h.begin = v.pick.Page
	}
	if v.role == aPage {
		h.picked++
	}
	return "", nil
}

func (k *keeper) host(name string) *hostCount {
	h := k.hosts[name]
	if h == nil {
		h = new(hostCount)
		k.hosts[name] = h
	}
	return h
}

const (
	// maxRedirects is how many redirects in a row are followed, and maxSeedRedirects of a seed beyond the scope.
	maxRedirects     = 20
	maxSeedRedirects = 10
)

// redirects returns how many redirects in a row a path ends with.
func redirects(path string) int { return len(path) - len(strings.TrimRight(path, "R")) }

func (k *keeper) visit(seq uint64) *visit {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.visits[seq]
}

// watch learns a reply.
func (k *keeper) watch(p crawl.Pick, r *crawl.Reply, links []crawl.Link, live bool) error {
	if p.Page == crawl.None {
		return k.begin(links)
	}
	v := k.visit(p.Seq)
	if v == nil {
		return fmt.Errorf("a reply to pick %d, which was not begun", p.Seq)
	}
	if err := k.note.parse(r.Note); err != nil {
		return fmt.Errorf("pick %d: %w", p.Seq, err)
	}
	k.endorse(links)
	if err := k.learnDoubt(v, r, links); err != nil {
		return err
	}
	k.learnContent(v, r)
	if err := k.learnRedirect(v, r, links); err != nil {
		return err
	}
	k.learnRoles(links)
	k.trail.learn(p.Page, links)
	if k.picks%4096 == 0 && v.rule != "" {
		k.noteCuts()
	}
	k.learnDepths(v, links)
	k.learnPlaces(v.place, links)
	switch {
	case v.rule != "": // it is held
	case k.shutOut(v, r):
	case r.Again:
		k.waits.put(v, r, &k.note, live)
	case !r.Aside:
		k.learnSize(p, links)
	}
	h := k.host(v.host)
	h.bytes += k.note.size
	if r.State == page.Fetched && !r.Aside {
		h.fetched++
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.visits, p.Seq)
	k.counts.add(r, v, &k.note, links)
	k.numHosts = len(k.hosts)
	if k.counts.Learnt%32 == 1 || len(k.visits) == 0 {
		k.size = k.record.Size()
	}
	return nil
}

// begin learns the seeds, or what a change of the configuration adds to them and lets in.
func (k *keeper) begin(links []crawl.Link) error {
	if k.seedings++; k.seedings > 1 {
		if err := k.steer(); err != nil {
			return err
		}
	}
	k.learnRoles(links)
	back := uint64(0)
	for i, l := range links {
		if l.Kinds != 0 {
			back++
			continue
		}
		k.trail.learn(crawl.None, links[i:i+1])
		k.seeds[l.To] = true
		k.record.Seed(uint32(l.To))
		if int(l.To) < len(k.depths) {
			k.depths[l.To] = 0
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.counts.Known += countNew(links)
	k.counts.LeftOut -= min(back, k.counts.LeftOut)
	return nil
}

// learnContent tells the index of duplicates what a page holds.
func (k *keeper) learnContent(v *visit, r *crawl.Reply) {
	if r.State == page.Fetched && !r.Aside && k.note.words >= fewWords && k.note.html {
		k.learnPrint(v.pick.Page)
	}
}

// learnPrint finds out whether a page is nearly the same as one before it.
func (k *keeper) learnPrint(p crawl.Page) {
	i, found := k.dups.Find(k.note.print, maxTries)
	if !found {
		if _, ok := k.dups.Add(k.note.print); ok {
			k.prints = append(k.prints, p)
		}
		return
	}
	k.mu.Lock()
	k.counts.Near++
	k.mu.Unlock()
	if len(k.near) < maxNear {
		k.near = append(k.near, Near{Page: p, Like: k.prints[i], Distance: similar.Distance(k.note.print, k.dups.Hash(i))})
	}
}

// learnRedirect widens the scope by what a seed redirects to.
func (k *keeper) learnRedirect(v *visit, r *crawl.Reply, links []crawl.Link) error {
	if r.State != page.Redirected || !v.seed || redirects(v.path) >= maxSeedRedirects {
		return nil
	}
	for _, l := range links {
		if l.Kinds&kinds.Redirect == 0 {
			continue
		}
		url, err := k.names.Name(nil, l.To)
		if err != nil {
			return err
		}
		if err := k.widen(string(url)); err != nil {
			return err
		}
		k.seeds[l.To] = true
		if int(l.To) < len(k.depths) {
			k.depths[l.To] = 0
		}
		if int(l.To) < len(k.places) {
			k.places[l.To] = scope.Place{}
		}
	}
	return nil
}

// widen adds a seed to the scope.
func (k *keeper) widen(url string) error {
	s, err := k.scope.WithSeed(url)
	if err == nil {
		k.scope, k.added, k.scopes = s, append(k.added, url), append(k.scopes, s)
	}
	return err
}

// fail keeps an error that ends the crawl.
func (k *keeper) fail(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.err == nil {
		k.err = err
	}
}

func (k *keeper) failed() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// first returns the first pick that is under way, or would be the next.
func (k *keeper) first() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	seq := k.picks
	for s := range k.visits {
		seq = min(seq, s)
	}
	return seq
}

// numbers returns how many pages were learnt, and how many are known, in scope or not.
func (k *keeper) numbers() (learnt, known uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.counts.Learnt, k.counts.Known + k.counts.LeftOut
}

func (k *keeper) snapshotCounts() Counts {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.counts.clone()
}

// learnDepths notes how far from a seed pages stand.
func (k *keeper) learnDepths(v *visit, links []crawl.Link) {
	for _, l := range links {
		for int(l.To) >= len(k.depths) {
			k.depths = append(k.depths, 0)
		}
		d := v.depth
		if l.Kinds&(kinds.Redirect|kinds.Mentions) == 0 && d < 255 {
			d++
		}
		if old := &k.depths[l.To]; l.New || d < *old && !k.seeds[l.To] {
			*old = d
		}
	}
}

// learnPlaces notes where pages stand that were found, or found on a shorter way.
func (k *keeper) learnPlaces(from scope.Place, links []crawl.Link) {
	if !k.cfg.needsPlaces() {
		return
	}
	next := 0
	for i, l := range links {
		var beyond linkPlace
		if next < len(k.note.places) && k.note.places[next].link == uint64(i) {
			beyond = k.note.places[next]
			next++
		}
		for int(l.To) >= len(k.places) {
			k.places = append(k.places, scope.Place{})
		}
		at := placeOf(from, l.Kinds&(kinds.Redirect|kinds.Mentions) != 0, beyond)
		if old := &k.places[l.To]; l.New || !l.Barred && !k.seeds[l.To] && at.Hops < old.Hops {
			*old = at
		}
	}
}

// learnSize counts for the estimate of the size of what is crawled.
func (k *keeper) learnSize(p crawl.Pick, links []crawl.Link) {
	if k.record.Known() > maxRecorded {
		return
	}
	k.listed = k.listed[:0]
	for _, l := range links {
		if !l.Barred && l.Kinds&kinds.All != 0 {
			k.listed = append(k.listed, uint32(l.To))
		}
	}
	k.record.Fetched(uint32(p.Page), k.listed)
}

func countNew(links []crawl.Link) uint64 {
	n := uint64(0)
	for _, l := range links {
		if l.New && !l.Barred {
			n++
		}
	}
	return n
}
