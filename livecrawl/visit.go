package livecrawl

import (
	"fmt"
	"strings"
	"sync"

	"weft/crawl"
	"weft/crawl/patience"
	"weft/crawl/scope"
	"weft/crawl/trap"
	"weft/web/similar"
	"weft/web/weburl"
)

// A visit is a pick under way.
type visit struct {
	pick crawl.Pick
	url  []byte
	host string
	// Attempt is what the patience knows of the page.
	patience.Attempt
	part  uint64 // bytes of what is kept in part of the page; 0 if it is not
	rule  string // what leaves it out; "" if nothing does
	out   string // what of a changed scope leaves it out
	depth uint8
	place scope.Place
	role  role
	scope *scope.Scope
	added int        // see steering
	path  string     // see trail
	via   crawl.Page // the page that led here first
	seed  bool
	first bool // of its host
	// suspect is the group of URLs that may be a trap, share says who pays for the page if it repeats others, and twice that
	// it is requested twice.
	suspect trap.Suspicion
	share   trap.Share
	twice   bool
	read    bool // its tokens are compared with those of others
	let     bool // a rule of traps had put it off, and lets it go
}

// A heard is what a page says, for the rules of traps.
type heard struct {
	said   []uint64        // see similar.Hasher.Said
	tokens similar.Tokens  // of a page that is in doubt
	first  *similar.Tokens // of the first of two responses; nil without
}

// visits tracks the picks under way. Workers look at it.
type visits struct {
	all   *trackers
	picks uint64 // so far; pages that are picked once more count again

	mu    sync.Mutex
	under map[uint64]*visit
	text  int64          // bytes of their URLs
	twice map[string]int // how many of a host's are requested twice
	err   error          // what start could not say
}

// newVisit makes a visit with what its page is, whenever it is asked.
func (t *trackers) newVisit(p crawl.Pick) (*visit, error) {
	url, err := t.names.Name(nil, p.Page)
	if err != nil {
		return nil, err
	}
	v := &visit{pick: p, url: url, host: string(weburl.Cut(url).Authority), Attempt: patience.Attempt{Page: p.Page, Origin: originOf(url)}, role: t.roles.of.at(p.Page)}
	v.path, v.via = t.trail.path(p.Page)
	v.suspect = trap.Nowhere(url)
	h := t.hosts.of[v.host]
	v.Known = h != nil && h.fetched > 0
	return v, nil
}

// start begins a visit. It is called for each pick, in their order.
func (t *trackers) start(p crawl.Pick) {
	v, err := t.newVisit(p)
	if err != nil {
		t.visits.fail(err)
		return
	}
	v.scope, v.added, v.seed = t.steering.scope, len(t.steering.added), t.seeds.of[p.Page]
	v.depth, v.place = t.depths.of.at(p.Page), t.places.of.at(p.Page)
	held := t.doubts.letGo(v)
	v.let = isTrap(held)
	w, again := t.once(v)
	v.part = t.parts.of[p.Page].Size
	status, reopened := t.shut.reopen(v.pick.Page)
	if verdict := t.steering.outNow(v); verdict.Limited {
		v.rule = verdict.Rule
	} else if !verdict.In {
		v.out = verdict.Rule
	}
	if v.rule == "" && v.out == "" {
		if v.rule, err = t.admit(v, again); err != nil {
			t.visits.fail(err)
		}
	}
	t.visits.begin(v)
	t.tally.change(func(c *Counts) {
		if reopened {
			c.reopen(status)
		}
		switch {
		case v.role == aGuess: // it is counted if it is there
		case t.parts.has(p.Page): // what add counted of the part holds
		case again:
			c.once(w)
		case held != "":
			c.letGo(held)
		case reopened:
		default:
			c.Picked++
		}
	})
}

// once finds out whether a page is picked once more.
func (t *trackers) once(v *visit) (w patience.Waited, again bool) {
	if t.waits == nil {
		return w, false
	}
	w, again = t.waits.Pick(&v.Attempt)
	h := t.hosts.of[v.host]
	v.first = again && h != nil && h.begin == v.pick.Page // it may not have come to read sitemaps
	return w, again
}

// admit returns the rule that puts a page off when its turn has come, or "". One that waited for its host was admitted before.
func (t *trackers) admit(v *visit, again bool) (string, error) {
	if again {
		return t.doubts.doubt(v, again)
	}
	h, limits := t.hosts.get(v.host), &t.steering.cfg.Scope
	if most := limits.HostPages; most > 0 && h.picked >= most && v.role == aPage {
		return fmt.Sprintf("limit: more than %d pages of a host", most), nil
	}
	if most := limits.HostBytes; most > 0 && h.bytes >= most {
		return fmt.Sprintf("limit: more than %d bytes of a host", most), nil
	}
	if rule, err := t.doubts.doubt(v, again); rule != "" || err != nil {
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

const (
	// maxRedirects is how many redirects in a row are followed, and maxSeedRedirects of a seed beyond the scope.
	maxRedirects     = 20
	maxSeedRedirects = 10
)

// redirects returns how many redirects in a row a path ends with.
func redirects(path string) int { return len(path) - len(strings.TrimRight(path, "R")) }

func (x *visits) begin(v *visit) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.put(v)
	x.picks++
}

func (x *visits) put(v *visit) {
	x.under[v.pick.Seq] = v
	x.text += int64(len(v.url))
	if v.twice {
		x.twice[v.host]++
	}
}

// at returns the visit of a pick; nil if it is not under way.
func (x *visits) at(seq uint64) *visit {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.under[seq]
}

// fail keeps an error that ends the crawl.
func (x *visits) fail(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err == nil {
		x.err = err
	}
}

func (x *visits) failed() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

// first returns the first pick that is under way, or would be the next.
func (x *visits) first() uint64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	seq := x.picks
	for s := range x.under {
		seq = min(seq, s)
	}
	return seq
}

// learn is that of [tracker]: the visit ends. When the configuration is another, those that go on are judged by it.
func (x *visits) learn(e *event) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if e.visit != nil {
		delete(x.under, e.pick.Seq)
		x.text -= int64(len(e.visit.url))
		x.compared(e.visit)
	}
	if !e.steered {
		return nil
	}
	for _, v := range x.under {
		v.scope = x.all.steering.scope
		if verdict := x.all.steering.outNow(v); v.rule == "" && !verdict.In && !verdict.Limited {
			v.out = verdict.Rule
		}
	}
	return nil
}

// mayCompare reports whether a page of a host may be requested twice. The first response waits in memory for the second
// one, which is the next request to its host: so the number of hosts is bounded, and not that of pages.
func (x *visits) mayCompare(host string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.twice[host] > 0 || len(x.twice) < twiceAtOnce
}

// compared notes that a visit has ended.
func (x *visits) compared(v *visit) {
	if !v.twice {
		return
	}
	if x.twice[v.host]--; x.twice[v.host] == 0 {
		delete(x.twice, v.host)
	}
}

// twiceAtOnce is the largest number of hosts of which pages are requested twice at a time.
const twiceAtOnce = 4

// twiceBytes bounds a first response and its tokens.
const twiceBytes = maxTwice + 256<<10

// bytes counts 1,200 bytes a visit, with its places in maps and queues and in a checkpoint, and its URL six times.
func (x *visits) bytes() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return 1200*int64(len(x.under)) + 6*x.text + twiceBytes*int64(len(x.twice))
}

type visitState struct {
	Pick  crawl.Pick
	Rule  string
	Out   string
	Depth uint8
	Place scope.Place
	Seed  bool
	First bool
	// Suspect, Share, Twice and Read are fields of visit.
	Suspect trap.Suspicion
	Share   trap.Share
	Twice   bool
	Read    bool
	Scope   int // how many seeds redirects had added to it
}

func (x *visits) save(s *saved) {
	for _, v := range x.under {
		s.Visits = append(s.Visits, visitState{v.pick, v.rule, v.out, v.depth, v.place, v.seed, v.first, v.suspect, v.share, v.twice, v.read, v.added})
	}
	s.Picks = x.picks
}

func (x *visits) load(s *saved) error {
	scopes := x.all.steering.scopes
	for _, state := range s.Visits {
		v, err := x.all.newVisit(state.Pick)
		if err != nil {
			return err
		}
		v.rule, v.out, v.depth, v.place, v.seed, v.first = state.Rule, state.Out, state.Depth, state.Place, state.Seed, state.First
		v.suspect, v.share, v.twice, v.read = state.Suspect, state.Share, state.Twice, state.Read
		v.scope, v.added = scopes[min(max(state.Scope, 0), len(scopes)-1)], state.Scope
		x.put(v)
	}
	x.picks = s.Picks
	return nil
}
