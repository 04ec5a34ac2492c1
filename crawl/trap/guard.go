package trap

import (
	"bytes"
	"cmp"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/net/publicsuffix"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

// A Rule is the name of a suspicion. None means that the guard does not count the page.
type Rule string

// The rules.
const (
	None     Rule = ""
	Long     Rule = "trap: long URL"
	Deep     Rule = "trap: many segments"
	Repeated Rule = "trap: repeated path"
	Params   Rule = "trap: many parameters"
	Far      Rule = "trap: date far from now"
	Session  Rule = "trap: same URL in another session"
	Permuted Rule = "trap: same parameters in another order"
	Calendar Rule = "trap: calendar"
	Paths    Rule = "trap: paths of the same segments"
	Shape    Rule = "trap: pages of one shape"
	Plain    Rule = "trap: pages that repeat others"
)

// Options of New. The zero value of each option is its default.
type Options struct {
	// Limits of a URL beyond which it is suspected. A negative number means no limit.
	Length   int // bytes; default 2,048
	Segments int // segments of the path; default 20
	Repeats  int // consecutive copies of a block of segments; default 3
	Again    int // segments that occurred earlier in the path; default 5
	Params   int // parameters of the query; default 16

	// Year and Month are the current date. If Year is 0, no date is far.
	Year, Month int
	Ahead       int // months after now that are near; default 24; negative for all
	Back        int // years before now that are near; default 100; negative for all

	Free   int // pages for which a new group can pay; default 12; negative for none
	Trust  int // further pages for which a group can pay, one for two pages with news; default 60; negative for none
	Budget int // repeating pages for which a site can pay, and one for four pages with news; default 2,000; negative to admit all pages
	Credit int // repeating pages that a page with news pays back to its group; default 8; negative for none
	Path   int // repeating pages that a page pays back by leading to news of another group; default 64; negative for none

	// Memory limits three tables: accounts of groups and sites, URLs with a session or several parameters, and marks of
	// pages and phrases. Default 2²⁰ entries each; negative for no limit.
	Memory int
}

// DefaultBudget is the default of Options.Budget.
const DefaultBudget = 2000

func (o *Options) setDefaults() {
	o.Length, o.Segments = cmp.Or(o.Length, 2048), cmp.Or(o.Segments, 20)
	o.Repeats, o.Again = cmp.Or(o.Repeats, 3), cmp.Or(o.Again, 5)
	o.Params = cmp.Or(o.Params, 16)
	o.Ahead, o.Back = cmp.Or(o.Ahead, 24), cmp.Or(o.Back, 100)
	o.Trust = cmp.Or(o.Trust, 60)
	o.Free, o.Budget, o.Credit = cmp.Or(o.Free, 12), cmp.Or(o.Budget, DefaultBudget), cmp.Or(o.Credit, 8)
	o.Path = cmp.Or(o.Path, 64)
	if o.Memory = cmp.Or(o.Memory, 1<<20); o.Memory < 0 {
		o.Memory = 1 << 62
	}
}

// A Guard judges the URLs of a crawl. One goroutine may use it.
type Guard struct {
	opt      Options
	groups   table[account] // of groups and sites
	once     table[uint32]  // by hashes of URLs without session and with sorted parameters: the first URL of each
	said     set            // marks of phrases, pages and shared rows
	noise    set            // marks of contexts of numbers that change from request to request
	texts    set            // marks of texts of links
	profiles profiles

	examination examination // scratch
	parts       parts       // of the current URL
	buf, key    []byte      // scratch
}

// SetBudget changes Options.Budget; 0 means the default.
func (g *Guard) SetBudget(n int) {
	g.opt.Budget = cmp.Or(n, DefaultBudget)
}

// maxProfiles is the largest number of groups with a profile.
const maxProfiles = 4096

// New returns a Guard that knows no page.
func New(o Options) *Guard {
	o.setDefaults()
	return &Guard{
		opt: o, groups: newTable[account](o.Memory), once: newTable[uint32](o.Memory),
		said: newSet(o.Memory), noise: newSet(o.Memory / 16), texts: newSet(o.Memory / 16), profiles: newProfiles(min(o.Memory, maxProfiles)),
	}
}

// A Suspicion is the group of a URL and the rule that suspects the group. Without a rule there is no group. All URLs of
// a host that no other rule suspects are one group of the rule Plain.
type Suspicion struct {
	Rule  Rule
	Group uint64 // a hash of host, rule and shape
	Host  uint64 // a hash of scheme, host and port
	Site  uint64 // a hash of the registered domain, or of scheme, address and port
	Form  uint64 // a hash of the site and the form of the address
}

// SiteHash returns the site. A suspicion saved by an earlier version has none: its host takes the place.
func (s Suspicion) SiteHash() uint64 { return cmp.Or(s.Site, s.Host) }

// profile returns the key of the profile. It is the group, or the group and the form for plain URLs: all plain pages of a
// host have little in common.
func (s Suspicion) profile() uint64 {
	if s.Rule == Plain {
		return splitmix.Mix(s.Group + s.Form)
	}
	return s.Group
}

// Plain reports whether nothing about the URL is suspicious.
func (s Suspicion) Plain() bool { return s.Rule == None || s.Rule == Plain }

// Numbered reports whether URLs of the group differ in numbers, such as dates, versions and the numbers of items.
func (s Suspicion) Numbered() bool { return s.Rule == Shape || s.Rule == Calendar }

// Listable reports whether a list of links can vouch for the URL. A list cannot vouch for another spelling of a known
// URL, nor for a path that relative links make longer and longer.
func (s Suspicion) Listable() bool {
	switch s.Rule {
	case Session, Permuted, Paths, Repeated:
		return false
	}
	return true
}

// siteOf returns a hash of the registered domain of a host. A host without one, such as an address, is hashed with its
// scheme and port.
func siteOf(host []byte) uint64 {
	name := host
	if i := bytes.Index(name, []byte("://")); i >= 0 {
		name = name[i+3:]
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(string(name)); err == nil && !ascii.IsDigit(name[len(name)-1]) {
		return xxhash.Sum64String(domain)
	}
	return xxhash.Sum64(host)
}

// Nowhere returns a suspicion without rule and group.
func Nowhere(url []byte) Suspicion {
	var p parts
	p.read(url)
	return Suspicion{Host: xxhash.Sum64(p.host), Site: siteOf(p.host)}
}

// Of returns the suspicion of a canonical URL, judged by the URL alone. It changes nothing.
func (g *Guard) Of(url []byte) Suspicion {
	g.parts.read(url)
	return g.suspect(len(url))
}

func (g *Guard) suspect(length int) Suspicion {
	s := Suspicion{Host: xxhash.Sum64(g.parts.host), Site: siteOf(g.parts.host)}
	g.buf, s.Rule = g.parts.appendGroup(g.buf[:0], g.alone(length))
	if s.Rule == None {
		s.Rule = Plain
		g.buf = append(append(g.buf[:0], g.parts.host...), " plain"...)
	}
	s.Group = xxhash.Sum64(g.buf)
	if s.Rule == Plain {
		g.buf = append(g.buf[:0], ' ', g.parts.folder()%plainForms)
	} else {
		g.buf = g.parts.appendForm(g.buf[:0])
	}
	s.Form = xxhash.Sum64(g.buf) + s.Site*splitmix.Golden
	return s
}

// plainForms is the number of forms of plain URLs: their folders of the first level, by a hash.
const plainForms = 16

// Judge returns the suspicion of a canonical URL before the page is fetched. It remembers a URL with a session or
// several parameters, and suspects other spellings of the URL later. Judged again, a URL has the same suspicion.
func (g *Guard) Judge(url []byte) Suspicion {
	s := g.Of(url)
	var rule Rule
	if g.key, rule = g.parts.appendIdentity(g.key[:0]); rule == None {
		return s
	}
	key, own := xxhash.Sum64(g.key), uint32(xxhash.Sum64(url)) //nolint:gosec // half of a hash
	switch first, ok := g.once.get(key); {
	case !ok:
		g.once.put(key, own)
	case first != own:
		s.Rule = rule
		s.Group = xxhash.Sum64(append(append(append(g.buf[:0], g.parts.host...), ' '), rule...))
	}
	return s
}

// Sizes returns how many accounts, URLs and marks the guard remembers, and how many bytes the profiles of groups take.
func (g *Guard) Sizes() (groups, urls, said int, learnt int64) {
	said = g.said.young.n + g.said.old.n + g.noise.young.n + g.noise.old.n + g.texts.young.n + g.texts.old.n
	return len(g.groups.young) + len(g.groups.old), len(g.once.young) + len(g.once.old), said, g.profiles.bytes[0] + g.profiles.bytes[1]
}
