package missing

import (
	"cmp"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/internal/topk"
	"weft/web/weburl"
)

// A url is a URL that a source knows.
type url struct {
	number uint32
	name   []byte // lent
	class  string // "" of none
	aside  bool   // it is no page
	reason string
	final  bool   // failed, and no run requests it again
	links  int    // pages that link to it
	from   uint32 // one of them; none if there is none
}

// kind is the reason by which URLs are counted: the hops of redirect loops differ.
func (u *url) kind() string {
	if u.class == Loops {
		return "redirect loop"
	}
	return u.reason
}

// none is no page.
const none = ^uint32(0)

// A source knows the fate of each URL of a crawl.
type source interface {
	// each calls f with each URL.
	each(f func(u *url) error) error
	// name returns the URL with a number.
	name(u uint32) (string, error)
	// named says whether pages have URLs; numbers stand for them otherwise.
	named() bool
}

// Limits of the kept hosts and reasons, for all classes together.
const (
	maxHosts   = 1 << 17
	maxReasons = 1 << 10
	// hostBytes is about what one of them takes.
	hostBytes = 96
)

// OtherReasons stands for all reasons of a class beyond the first 1,024.
const OtherReasons = "other reasons"

// A tally counts URLs by class, reason and host.
type tally struct {
	top     int
	pages   int64 // URLs that are pages
	here    int64
	moved   int64
	classes map[string]*counts
	hosts   map[hostKey]*hostCount
	beyond  int64 // pages of hosts beyond maxHosts
	byHost  hostTable
	named   bool // URLs have hosts
	held    patterns
}

type counts struct {
	pages, links int64
	final        int64 // pages that no run requests again
	reasons      map[string]int64
	best         *topk.Selection[example]
}

type hostKey struct {
	class string
	hash  uint64
}

type hostCount struct {
	first        uint32
	pages, links int64
}

type example struct {
	number, from uint32
	links        int
	reason       string
	robots       bool
}

func newTally(top int) *tally {
	return &tally{top: top, classes: map[string]*counts{}, hosts: map[hostKey]*hostCount{}, byHost: hostTable{hosts: map[uint64]*HostStates{}}}
}

// add counts a URL.
func (t *tally) add(u *url) {
	if u.class == "" {
		return
	}
	if !u.aside {
		t.pages++
		if t.named {
			t.byHost.add(u)
		}
	}
	switch u.class {
	case Here:
		if !u.aside {
			t.here++
		}
		return
	case Redirected:
		t.moved++
		return
	}
	c := t.classes[u.class]
	if c == nil {
		c = &counts{reasons: map[string]int64{}, best: topk.New(t.top, byLinks)}
		t.classes[u.class] = c
	}
	if u.class == Held && t.named {
		t.held.add(u.name, u.reason)
	}
	c.pages++
	if u.final {
		c.final++
	}
	c.links += int64(u.links)
	reason := u.kind()
	if _, known := c.reasons[reason]; known || len(c.reasons) < maxReasons {
		c.reasons[reason]++
	} else {
		c.reasons[OtherReasons]++
	}
	c.best.Add(example{u.number, u.from, u.links, u.reason, string(weburl.Cut(u.name).Path) == "/robots.txt"})
	t.addHost(u)
}

// byLinks orders examples: the most linked first, and files robots.txt after all other URLs. They are no pages, and an archive
// often has these files of many hosts.
func byLinks(a, b example) int {
	last := 0
	if a.robots != b.robots {
		if last = -1; a.robots {
			last = 1
		}
	}
	return cmp.Or(last, cmp.Compare(b.links, a.links), cmp.Compare(a.number, b.number))
}

func (t *tally) addHost(u *url) {
	k := hostKey{u.class, xxhash.Sum64(weburl.Cut(u.name).Authority)}
	h := t.hosts[k]
	if h == nil {
		if len(t.hosts) >= maxHosts {
			t.beyond++
			return
		}
		h = &hostCount{first: u.number}
		t.hosts[k] = h
	}
	h.pages++
	h.links += int64(u.links)
}

// result makes the result from the counts, with a table of some hosts.
func (t *tally) result(s source, hosts int) (*Missing, error) {
	m := &Missing{Pages: t.pages, Here: t.here, Redirected: t.moved, Classes: []Class{}, Unhosted: t.beyond}
	for _, name := range Names {
		c := t.classes[name]
		if c == nil {
			continue
		}
		class := Class{Name: name, What: what[name], URLs: c.pages, Final: c.final, Links: c.links, Reasons: reasonsOf(c.reasons), Hosts: []Host{}, Examples: []Example{}, Fetch: []Fetch{}}
		if class.NoPages = name == Requisites || name == Sitemaps; !class.NoPages {
			m.Missing += c.pages
		}
		if err := t.fill(&class, c, s); err != nil {
			return nil, err
		}
		m.Classes = append(m.Classes, class)
	}
	m.Patterns = t.held.list()
	var err error
	m.NumHosts, m.Untabled = len(t.byHost.hosts), t.byHost.beyond
	m.ByHost, err = t.byHost.best(hosts, s)
	return m, err
}

// fill adds hosts and examples to a class.
func (t *tally) fill(class *Class, c *counts, s source) error {
	best := topk.New(t.top, func(a, b *hostCount) int {
		return cmp.Or(cmp.Compare(b.pages, a.pages), cmp.Compare(b.links, a.links), cmp.Compare(a.first, b.first))
	})
	for k, h := range t.hosts {
		if k.class == class.Name {
			class.NumHosts++
			best.Add(h)
		}
	}
	for _, h := range best.Sorted() {
		url, err := s.name(h.first)
		if err != nil {
			return err
		}
		class.Hosts = append(class.Hosts, Host{string(weburl.Cut([]byte(url)).Authority), h.pages, h.links})
	}
	for _, x := range c.best.Sorted() {
		url, err := s.name(x.number)
		if err != nil {
			return err
		}
		e := Example{URL: url, Reason: x.reason, Links: x.links}
		if x.from != none {
			if e.From, err = s.name(x.from); err != nil {
				return err
			}
		}
		class.Examples = append(class.Examples, e)
	}
	return nil
}

// reasonsOf returns reasons with their counts, the most frequent first.
func reasonsOf(of map[string]int64) []Reason {
	list := []Reason{}
	for text, n := range of {
		if text != "" {
			list = append(list, Reason{text, n})
		}
	}
	slices.SortFunc(list, func(a, b Reason) int { return cmp.Or(cmp.Compare(b.URLs, a.URLs), cmp.Compare(a.Reason, b.Reason)) })
	return list
}
