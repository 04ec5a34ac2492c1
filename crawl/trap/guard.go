package trap

import (
	"cmp"

	"github.com/cespare/xxhash/v2"
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
	Budget int // pages of a host that may be beyond that; default 90; less than 0 admits all without counting
	Credit int // pages in doubt that a page makes good that says something new; default 8

	// Memory is how many groups are kept, how many URLs of sessions or with several parameters, and how many things
	// that pages said; default 2²⁰ each.
	Memory int
}

func (o *Options) setDefaults() {
	o.Length, o.Segments = cmp.Or(o.Length, 2048), cmp.Or(o.Segments, 20)
	o.Repeats, o.Again = cmp.Or(o.Repeats, 3), cmp.Or(o.Again, 5)
	o.Params = cmp.Or(o.Params, 16)
	o.Ahead, o.Back = cmp.Or(o.Ahead, 24), cmp.Or(o.Back, 100)
	o.Trust = cmp.Or(o.Trust, 60)
	o.Free, o.Budget, o.Credit = cmp.Or(o.Free, 12), cmp.Or(o.Budget, 90), cmp.Or(o.Credit, 8)
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
	parts  parts         // of the URL under way
	buf    []byte
	key    []byte
}

// New returns a Guard that has seen nothing.
func New(o Options) *Guard {
	o.setDefaults()
	return &Guard{opt: o, groups: newTable[account](o.Memory), once: newTable[uint32](o.Memory), said: newSet(o.Memory)}
}

// A Suspicion is the group of URLs that a URL belongs to, and the rule that suspects them. Without a rule there is no group.
type Suspicion struct {
	Rule  Rule
	Group uint64 // a hash of host, rule and shape
	Host  uint64 // a hash of scheme, host and port
}

// Listable says whether a URL is above suspicion because a list names it: it is not when it is another way to write the
// URL of a page, or a path that relative links make longer and longer.
func (s Suspicion) Listable() bool {
	switch s.Rule {
	case Session, Permuted, Paths, Repeated:
		return false
	}
	return true
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
	s := Suspicion{Host: xxhash.Sum64(g.parts.host)}
	g.buf, s.Rule = g.parts.appendGroup(g.buf[:0], g.alone(length))
	if s.Rule != None {
		s.Group = xxhash.Sum64(g.buf)
	}
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

// Sizes says how many groups, URLs and things that were said the guard remembers, for the memory that they take.
func (g *Guard) Sizes() (groups, urls, said int) {
	return len(g.groups.young) + len(g.groups.old), len(g.once.young) + len(g.once.old), g.said.young.n + g.said.old.n
}
