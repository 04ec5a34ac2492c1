package memo

import (
	"fmt"
	"sync"

	"weft/crawl"
	"weft/crawl/patience"
	"weft/crawl/scope"
	"weft/crawl/trap"
	"weft/livecrawl/visit"
	"weft/web/weburl"
)

// visits tracks the picks under way. Workers read it.
type visits struct {
	all   *Trackers
	picks uint64 // so far; pages that are picked once more count again

	mu    sync.Mutex
	under map[uint64]*visit.Visit
	text  int64          // bytes of their URLs
	twice map[string]int // how many of a host's are requested twice
	err   error          // what start could not say
}

// newVisit makes a visit with the facts about its page, at any time.
func (t *Trackers) newVisit(p crawl.Pick) (*visit.Visit, error) {
	url, err := t.names.Name(nil, p.Page)
	if err != nil {
		return nil, err
	}
	v := &visit.Visit{Pick: p, URL: url, Host: string(weburl.Cut(url).Authority), Attempt: patience.Attempt{Page: p.Page, Origin: visit.OriginOf(url)}, Role: t.roles.of.at(p.Page)}
	v.Path, v.Via = t.trail.path(p.Page)
	v.Suspect = trap.Nowhere(url)
	v.Good, v.Checkable, v.Known = t.hosts.of[v.Host].goodOf(v.Origin)
	v.Checkable = v.Checkable && v.Good != p.Page
	return v, nil
}

// Start begins a visit. It is called for each pick, in their order.
func (t *Trackers) Start(p crawl.Pick) {
	v, err := t.newVisit(p)
	if err != nil {
		t.visits.fail(err)
		return
	}
	v.Scope, v.Added, v.Seed = t.steering.scope, len(t.steering.added), t.seeds.of[p.Page]
	v.Depth, v.Place = t.depths.of.at(p.Page), t.places.of.at(p.Page)
	held := t.doubts.letGo(v)
	v.Let = visit.IsTrap(held)
	w, again := t.once(v)
	lost := t.lost.take(p.Page)
	v.Part = t.parts.of[p.Page].Size
	status, reopened := t.shut.reopen(v.Pick.Page)
	if verdict := t.steering.outNow(v); verdict.Limited {
		v.Rule = verdict.Rule
	} else if !verdict.In {
		v.Out = verdict.Rule
	}
	if v.Rule == "" && v.Out == "" {
		if v.Rule, err = t.admit(v, again || lost); err != nil {
			t.visits.fail(err)
		}
	}
	t.visits.begin(v)
	t.tally.change(func(c *Counts) {
		if reopened {
			c.reopen(status)
		}
		switch {
		case v.Role == visit.GuessRole: // it is counted if it is there
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
func (t *Trackers) once(v *visit.Visit) (w patience.Waited, again bool) {
	if t.waits == nil {
		return w, false
	}
	w, again = t.waits.Pick(&v.Attempt)
	h := t.hosts.of[v.Host]
	v.First = again && h != nil && h.begin == v.Pick.Page // it may not have come to read sitemaps
	return w, again
}

// admit returns the rule that postpones a page at its turn, or "". A page that waited for its host was admitted
// before.
func (t *Trackers) admit(v *visit.Visit, again bool) (string, error) {
	if again {
		return t.doubts.doubt(v, again)
	}
	h, limits := t.hosts.get(v.Host), &t.steering.cfg.Scope
	if most := limits.HostPages; most > 0 && h.picked >= most && v.Role == visit.PageRole {
		return fmt.Sprintf("limit: more than %d pages of a host", most), nil
	}
	if most := limits.HostBytes; most > 0 && h.bytes >= most {
		return fmt.Sprintf("limit: more than %d bytes of a host", most), nil
	}
	if rule, err := t.doubts.doubt(v, again); rule != "" || err != nil {
		return rule, err
	}
	if v.First = h.picked == 0 && v.Role == visit.PageRole; v.First {
		h.begin = v.Pick.Page
	}
	if v.Role == visit.PageRole {
		h.picked++
	}
	return "", nil
}

func (x *visits) begin(v *visit.Visit) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.put(v)
	x.picks++
}

func (x *visits) put(v *visit.Visit) {
	x.under[v.Pick.Seq] = v
	x.text += int64(len(v.URL))
	if v.Twice {
		x.twice[v.Host]++
	}
}

// at returns the visit of a pick; nil if it is not under way.
func (x *visits) at(seq uint64) *visit.Visit {
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

// learn implements [tracker]: the visit ends. After a change of the configuration, the visits that continue are
// judged by the new one.
func (x *visits) learn(e *event) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if e.visit != nil {
		delete(x.under, e.pick.Seq)
		x.text -= int64(len(e.visit.URL))
		x.compared(e.visit)
	}
	if !e.steered {
		return nil
	}
	for _, v := range x.under {
		v.Scope = x.all.steering.scope
		if verdict := x.all.steering.outNow(v); v.Rule == "" && !verdict.In && !verdict.Limited {
			v.Out = verdict.Rule
		}
	}
	return nil
}

// mayCompare reports whether a page of a host may be requested twice. The first response waits in memory for the
// second one, which is the next request to its host. So the number of hosts is limited, not the number of pages.
func (x *visits) mayCompare(host string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.twice[host] > 0 || len(x.twice) < TwiceAtOnce
}

// compared notes that a visit has ended.
func (x *visits) compared(v *visit.Visit) {
	if !v.Twice {
		return
	}
	if x.twice[v.Host]--; x.twice[v.Host] == 0 {
		delete(x.twice, v.Host)
	}
}

// TwiceAtOnce is the largest number of hosts with pages that are requested twice at a time.
const TwiceAtOnce = 4

// TwiceBytes bounds a first response and its tokens.
const TwiceBytes = visit.MaxTwice + 256<<10

// bytes counts 1,200 bytes a visit, with its places in maps and queues and in a checkpoint, and its URL six times.
func (x *visits) bytes() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return 1200*int64(len(x.under)) + 6*x.text + TwiceBytes*int64(len(x.twice))
}

type visitState struct {
	Pick  crawl.Pick
	Rule  string
	Out   string
	Depth uint8
	Place scope.Place
	Seed  bool
	First bool
	// Suspect, Share, Twice, Read and Sample are fields of visit.
	Suspect trap.Suspicion
	Share   trap.Share
	Twice   bool
	Read    bool
	Sample  bool
	Scope   int // how many seeds redirects had added to it
}

func (x *visits) save(s *saved) {
	for _, v := range x.under {
		s.Visits = append(s.Visits, visitState{v.Pick, v.Rule, v.Out, v.Depth, v.Place, v.Seed, v.First, v.Suspect, v.Share, v.Twice, v.Read, v.Sample, v.Added})
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
		v.Rule, v.Out, v.Depth, v.Place, v.Seed, v.First = state.Rule, state.Out, state.Depth, state.Place, state.Seed, state.First
		v.Suspect, v.Share, v.Twice, v.Read, v.Sample = state.Suspect, state.Share, state.Twice, state.Read, state.Sample
		v.Scope, v.Added = scopes[min(max(state.Scope, 0), len(scopes)-1)], state.Scope
		x.put(v)
	}
	x.picks = s.Picks
	return nil
}
