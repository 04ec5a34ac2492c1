package live

import (
	"container/list"
	"strings"
	"time"

	"weft/web/robots"
)

// A site holds the state of the robots.txt of one scheme, host and port.
type site struct {
	key      string
	policy   robots.Policy
	sitemaps []string
	known    bool          // policy and sitemaps come from a response
	until    time.Time     // it holds
	err      error         // why the last fetch did not help
	tries    int           // fetches in a row that did not
	busy     chan struct{} // closed when the fetch that is under way has ended
}

// siteBytes is about what a site takes besides its texts: itself, two pointers to it, its place in the map.
const siteBytes = 350

func (s *site) bytes() int64 {
	b, _ := s.policy.AppendBinary(nil)
	n := siteBytes + len(s.key) + len(b)
	for _, m := range s.sitemaps {
		n += len(m) + 16
	}
	return int64(n)
}

// kept holds sites within a memory limit. It drops the site that was requested least recently, unless it is busy.
type kept struct {
	max, size int64
	sites     map[string]*list.Element
	recent    list.List // of *keptSite, the one asked for last in front
}

type keptSite struct {
	site
	size int64
}

func newKept(max int64) kept { return kept{max: max, sites: map[string]*list.Element{}} }

// get returns a site, which is new if it was not there. It is valid until the next call.
func (k *kept) get(key string) *site {
	e := k.sites[key]
	if e == nil {
		ks := &keptSite{site: site{key: strings.Clone(key)}}
		ks.size = ks.bytes()
		e = k.recent.PushFront(ks)
		k.sites[ks.key] = e
		k.add(ks.size)
	} else {
		k.recent.MoveToFront(e)
	}
	return &e.Value.(*keptSite).site
}

// set replaces a site that get returned and that was busy since.
func (k *kept) set(s site) {
	ks := k.sites[s.key].Value.(*keptSite)
	more := s.bytes() - ks.size
	ks.site, ks.size = s, ks.size+more
	k.add(more)
}

func (k *kept) add(n int64) {
	k.size += n
	for e := k.recent.Back(); e != nil && e != k.recent.Front() && k.size > k.max; {
		ks, before := e.Value.(*keptSite), e.Prev()
		if ks.busy == nil {
			k.size -= ks.size
			k.recent.Remove(e)
			delete(k.sites, ks.key)
		}
		e = before
	}
}

// maxSitemapBytes bounds the sitemaps that are kept of a site.
const maxSitemapBytes = 64 << 10

func keepSitemaps(r *robots.Rules) []string {
	if r == nil {
		return nil
	}
	var some []string
	left := maxSitemapBytes
	for _, m := range r.Sitemaps() {
		if left -= len(m); left < 0 {
			break
		}
		some = append(some, strings.Clone(m)) // the file is not to be kept for their sake
	}
	return some
}
