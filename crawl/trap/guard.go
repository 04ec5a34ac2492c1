package trap

import (
	"bytes"
	"cmp"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/net/publicsuffix"

	"weft/internal/ascii"
)

// A Rule is the name of a suspicion; None of there being none.
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

// Options of New. Of each number 0 stands for the default, and less for no limit.
type Options struct {
	Length   int // bytes of a URL; default 2,048
	Segments int // parts of a path; default 20
	Repeats  int // times that a block of segments may stand in a row; default 3
	Again    int // segments of a path that may occur again; default 5
	Params   int // parameters of a query; default 16

	// Year and Month are when now is. Without, no date is far.
	Year, Month int
	Ahead       int // months after now; default 24
	Back        int // years before now; default 100

	Free   int // pages of a group that may be in doubt; default 12, and one for two pages that said something new, up to Trust more
	Trust  int // default 60
	Budget int // pages of a site that may repeat others; one more for four pages that said something new; default 2,000; less than 0 admits all without counting
	Credit int // pages in doubt that a page makes good that says something new; default 8
	Path   int // pages in doubt that a page makes good that leads to one of another group that says something new; default 64

	// Memory is how many groups are kept, how many URLs of sessions or with several parameters, and how many things
	// that pages said; default 2²⁰ each.
	Memory int
}

// DefaultBudget is how many pages of a site may repeat others.
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
	opt    Options
	groups table[account]
	once   table[uint32] // URLs without session, parameters sorted: which URL was the first
	said   set           // what pages said
	noise  set           // places of numbers that change from request to request
	learnt learnings
	exam   exam
	parts  parts // of the URL under way
	buf    []byte
	key    []byte
}

// SetBudget changes Options.Budget.
func (g *Guard) SetBudget(n int) {
	g.opt.Budget = cmp.Or(n, DefaultBudget)
}

// maxLearnt is of how many groups more is kept than counts.
const maxLearnt = 4096

// New returns a Guard that has seen nothing.
func New(o Options) *Guard {
	o.setDefaults()
	return &Guard{opt: o, groups: newTable[account](o.Memory), once: newTable[uint32](o.Memory), said: newSet(o.Memory), noise: newSet(o.Memory / 16), learnt: newLearnings(min(o.Memory, maxLearnt))}
}

// A Suspicion is the group of URLs that a URL belongs to, and the rule that suspects them. Without a rule there is no group.
// The URLs of a host that are above suspicion are one group, of the rule Plain.
type Suspicion struct {
	Rule  Rule
	Group uint64 // a hash of host, rule and shape
	Host  uint64 // a hash of scheme, host and port
	Site  uint64 // a hash of the registered domain, or of scheme, address and port
}

// site returns the site. Suspicions that older versions saved have none.
func (s Suspicion) site() uint64 { return cmp.Or(s.Site, s.Host) }

// Plain says whether nothing about the URL is suspicious.
func (s Suspicion) Plain() bool { return s.Rule == None || s.Rule == Plain }

// Listable says whether a URL is above suspicion because a list names it: it is not when it is another way to write the
// URL of a page, or a path that relative links make longer and longer.
func (s Suspicion) Listable() bool {
	switch s.Rule {
	case Session, Permuted, Paths, Repeated:
		return false
	}
	return true
}

// siteOf returns a hash of the registered domain of scheme, host and port; of all of that where there is no domain.
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

// Nowhere returns the suspicion of a URL that belongs to no group.
func Nowhere(url []byte) Suspicion {
	var p parts
	p.read(url)
	return Suspicion{Host: xxhash.Sum64(p.host), Site: siteOf(p.host)}
}

// HostOf returns the hash of scheme, host and port of a canonical URL.
func HostOf(url []byte) uint64 {
	var p parts
	p.read(url)
	return xxhash.Sum64(p.host)
}

// Of returns what a canonical URL is suspected of by itself.
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
	return s
}

// Judge returns what a canonical URL is suspected of before it is fetched, and keeps it. A URL may be judged again.
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

// Sizes says how many groups, URLs and marks the guard remembers, and how many bytes what it has learnt of groups takes.
func (g *Guard) Sizes() (groups, urls, said int, learnt int64) {
	said = g.said.young.n + g.said.old.n + g.noise.young.n + g.noise.old.n
	return len(g.groups.young) + len(g.groups.old), len(g.once.young) + len(g.once.old), said, g.learnt.bytes[0] + g.learnt.bytes[1]
}
