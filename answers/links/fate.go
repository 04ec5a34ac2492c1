package links

import (
	"errors"
	"slices"
	"strconv"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/store"
	"weft/web/live"
)

// mostHops is the number of redirects that browsers follow at most.
const mostHops = 20

// A Hop is a page on the way of a redirect.
//
//json:object hop
type Hop struct {
	URL    string `json:"url"`              // the page
	State  string `json:"state"`            // its state, such as redirected or failed
	Status int    `json:"status,omitempty"` // its HTTP status, if the crawl knows it
}

// A fate is the end of a link to a page.
type fate struct {
	way    []graph.Node // the page, then the targets of redirects
	broken bool
	fault  string // what is wrong with a broken link
}

// redirects reports whether a page redirects. The crawl may not know its target.
func (j *judge) redirects(f *fate) bool { return j.c.State(f.way[0]) == page.Redirected }

// loop and long are faults of redirects.
const (
	loop = "redirect loop"
	long = "more than 20 redirects"
)

// A judge finds the end of links to pages. It is not safe for concurrent use.
type judge struct {
	c     *store.Crawl
	facts *store.FactReader // nil if the crawl has none
}

func newJudge(c *store.Crawl) (*judge, error) {
	facts, err := c.OpenFacts()
	if errors.Is(err, store.ErrNoFacts) {
		err = nil
	}
	return &judge{c: c, facts: facts}, err
}

func (j *judge) close() error {
	if j.facts == nil {
		return nil
	}
	return j.facts.Close()
}

// of follows the redirects from a page. A page of several captures may have several targets. A fetched target comes first,
// then a redirected, then a failed one.
func (j *judge) of(u graph.Node) (f fate, err error) {
	for f.way = append(f.way, u); j.c.State(u) == page.Redirected; f.way = append(f.way, u) {
		next, ok, err := j.target(u)
		switch {
		case err != nil:
			return f, err
		case !ok: // the crawl does not know the target
			return f, nil
		case slices.Contains(f.way, next):
			f.way, f.broken, f.fault = append(f.way, next), true, loop
			return f, nil
		case len(f.way) > mostHops:
			f.broken, f.fault = true, long
			return f, nil
		}
		u = next
	}
	if j.c.State(u) != page.Failed {
		return f, nil
	}
	f.broken = true
	status, err := j.status(u)
	if f.fault = "failed without a status"; status != 0 {
		f.fault = live.StatusName(status)
	}
	if len(f.way) > 1 {
		f.fault = "redirects to " + f.fault
	}
	return f, err
}

// target returns the page that a page redirects to.
func (j *judge) target(u graph.Node) (to graph.Node, ok bool, err error) {
	cur := j.c.Scan(graph.Range{Lo: int(u), Hi: int(u) + 1})
	if cur.Next() {
		best := page.Ghost
		for i, v := range cur.Succ() {
			if cur.Kinds()[i]&kinds.Redirect == 0 {
				continue
			}
			if state := j.c.State(v); !ok || page.Join(best, state) != best {
				to, ok, best = v, true, state
			}
		}
	}
	return to, ok, cur.Err()
}

// status returns the status of a page; 0 if it is unknown.
func (j *judge) status(u graph.Node) (int, error) {
	if j.facts == nil {
		return 0, nil
	}
	f, err := j.facts.At(u)
	if err != nil {
		return 0, err
	}
	return f.Status, nil
}

// hops describes the pages of a way.
func (j *judge) hops(way []graph.Node) ([]Hop, error) {
	hops := make([]Hop, len(way))
	for i, u := range way {
		name, err := j.name(u)
		if err != nil {
			return nil, err
		}
		hops[i] = Hop{URL: name, State: j.c.State(u).String()}
		if hops[i].Status, err = j.status(u); err != nil {
			return nil, err
		}
	}
	return hops, nil
}

// name returns the URL of a page, or its number where there are no names.
func (j *judge) name(u graph.Node) (string, error) {
	if !j.c.HasNames() {
		return strconv.FormatUint(uint64(u), 10), nil
	}
	b, err := j.c.AppendName(nil, u)
	return string(b), err
}

// An End is where a link to a page ends in a crawl.
type End struct {
	Hops   []Hop  // the page, then the targets of redirects, at most 22
	Broken bool   // the last page failed, or the redirects do not end
	Fault  string // what is wrong with a broken link: 404 Not Found, or a redirect loop
	Digest string // of the content of the last page, as in WARC-Payload-Digest; empty if it is unknown
}

// Ends returns the ends of links to pages, in their order; nil for a URL that the crawl does not have. It searches each name.
func Ends(c *store.Crawl, names []string) (all []*End, err error) {
	j, err := newJudge(c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, j.close()) }()
	for _, name := range names {
		u, ok, err := c.Find(name)
		if err != nil {
			return nil, err
		}
		var end *End
		if ok {
			if end, err = j.end(u); err != nil {
				return nil, err
			}
		}
		all = append(all, end)
	}
	return all, nil
}

func (j *judge) end(u graph.Node) (*End, error) {
	f, err := j.of(u)
	if err != nil {
		return nil, err
	}
	e := &End{Broken: f.broken, Fault: f.fault}
	if e.Hops, err = j.hops(f.way); err != nil || j.facts == nil {
		return e, err
	}
	last, err := j.facts.At(f.way[len(f.way)-1])
	e.Digest = string(last.Digest)
	return e, err
}
