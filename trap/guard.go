package trap

import (
	"cmp"

	"github.com/cespare/xxhash/v2"
)

// A Rule is the name of what left a URL out; None of what left it in.
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

	Free   int // pages of a shape; default 16
	Credit int // pages of a shape for each that is different; default 2
	Budget int // pages of a host beyond these; default 100; less than 0 admits all shapes without counting
	Near   int // links from a seed up to which pages of one shape are hardly suspected; default 20
	Crowd  int // pages of a shape that are free there; default 20,000

	// Memory is how many shapes are kept, and how many URLs of sessions or with several parameters; default 2²⁰ each.
	Memory int
}

func (o *Options) setDefaults() {
	o.Length, o.Segments = cmp.Or(o.Length, 2048), cmp.Or(o.Segments, 20)
	o.Repeats, o.Again = cmp.Or(o.Repeats, 3), cmp.Or(o.Again, 5)
	o.Params = cmp.Or(o.Params, 16)
	o.Ahead, o.Back = cmp.Or(o.Ahead, 24), cmp.Or(o.Back, 100)
	o.Free, o.Credit, o.Budget = cmp.Or(o.Free, 16), cmp.Or(o.Credit, 2), cmp.Or(o.Budget, 100)
	o.Near, o.Crowd = cmp.Or(o.Near, 20), cmp.Or(o.Crowd, 20_000)
	if o.Memory = cmp.Or(o.Memory, 1<<20); o.Memory < 0 {
		o.Memory = 1 << 62
	}
}

// A Guard judges the URLs of a crawl. One goroutine may use it.
type Guard struct {
	opt    Options
	shapes table[account]
	once   table[struct{}] // URLs without session, parameters sorted
	parts  parts           // of the URL under way
	buf    []byte
}

// An account says how many pages of a shape were admitted within its own means, and how many were different; or how much of its
// budget a host has used.
type account struct {
	admitted, different uint32
	kept                uint8 // of the hashes
	hashes              [4]uint64
}

// New returns a Guard that has seen nothing.
func New(o Options) *Guard {
	o.setDefaults()
	return &Guard{opt: o, shapes: newTable[account](o.Memory), once: newTable[struct{}](o.Memory)}
}

// Check returns the rule that leaves a canonical URL out whatever was seen before, or None.
func (g *Guard) Check(url []byte) Rule {
	if over(len(url), g.opt.Length) {
		return Long
	}
	g.parts.read(url)
	return g.check()
}

func over(n, limit int) bool { return limit >= 0 && n > limit }

// Admit returns the rule that leaves a canonical URL out, or None and counts it. It is called once for each URL, when it would be
// fetched. depth is how many links from a seed it was found; less than 0 if nobody knows.
func (g *Guard) Admit(url []byte, depth int) Rule {
	if r := g.Check(url); r != None {
		return r
	}
	if r := g.seen(); r != None {
		return r
	}
	if g.opt.Budget < 0 {
		return None
	}
	key, rule := g.shape()
	free := g.opt.Free
	if rule == Shape && depth >= 0 && !over(depth, g.opt.Near) {
		free = max(free, g.opt.Crowd)
	}
	if rule == None || g.pay(key, free) {
		return None
	}
	return rule
}

// seen finds out whether a URL with a session, or with several parameters, was admitted before.
func (g *Guard) seen() Rule {
	var rule Rule
	g.buf, rule = g.parts.appendIdentity(g.buf[:0])
	if rule == None {
		return None
	}
	if key := xxhash.Sum64(g.buf); !g.once.has(key) {
		g.once.put(key, struct{}{})
		return None
	}
	return rule
}

// pay takes one page off the means of a shape that has some free, or off those of its host.
func (g *Guard) pay(key uint64, free int) bool {
	a, _ := g.shapes.get(key)
	if uint64(a.admitted) < uint64(max(free, 0))+uint64(a.different)*uint64(max(g.opt.Credit, 0)) {
		a.admitted++
		g.shapes.put(key, a)
		return true
	}
	host := xxhash.Sum64(g.parts.host)
	h, _ := g.shapes.get(host)
	if int(h.admitted) >= g.opt.Budget {
		return false
	}
	h.admitted++
	g.shapes.put(host, h)
	return true
}

// Content is what a page was found to hold.
type Content struct {
	// Hash is the simhash of the visible words, without numbers and names of days and months (package similar: Loose), and Words
	// how many they are. For what is not HTML they may be any 64 bits of a digest, and 1,000.
	Hash  uint64
	Words int
	// Leads says that the page was the first to link to a URL that has another shape than its own, or none (ShapeOf).
	Leads bool
}

const (
	// fewWords is where a page says too little to be different by what it says.
	fewWords = 24
	// like is how many bits apart the hashes of pages are that say about the same.
	like = 6
)

// Learn tells what was found at a URL that was admitted.
func (g *Guard) Learn(url []byte, c Content) {
	key := g.ShapeOf(url)
	if key == 0 || g.opt.Budget < 0 {
		return
	}
	a, _ := g.shapes.get(key)
	news := c.Words >= fewWords
	for _, h := range a.hashes[:min(a.kept, uint8(len(a.hashes)))] {
		news = news && distance(h, c.Hash) > like
	}
	if !news && !c.Leads {
		return
	}
	if a.different++; news {
		a.remember(c.Hash)
	}
	g.shapes.put(key, a)
}

// remember keeps a hash in the place of the oldest.
func (a *account) remember(hash uint64) {
	n := uint8(len(a.hashes))
	a.hashes[a.kept%n] = hash
	if a.kept++; a.kept == 2*n {
		a.kept = n // all are kept, and the next goes first again
	}
}

// ShapeOf returns a number that is the same for URLs of one shape, and 0 for a URL without one.
func (g *Guard) ShapeOf(url []byte) uint64 {
	g.parts.read(url)
	key, rule := g.shape()
	if rule == None {
		return 0
	}
	return key
}

// shape returns the number of the shape of the URL under way, and the rule that counts it.
func (g *Guard) shape() (uint64, Rule) {
	var rule Rule
	g.buf, rule = g.parts.appendShape(g.buf[:0])
	return max(xxhash.Sum64(g.buf), 1), rule
}
