package finite

import (
	"iter"
	"math/rand/v2"
	"strings"

	"weft/internal/splitmix"
)

// A Site computes the responses of one kind. It is safe for concurrent use.
type Site struct {
	Seed     uint64
	kind     *Kind
	title    string
	menu     [][2]string // target and text
	skin     func(*page) // wraps the content of a page; nil leaves it as it is
	pages    int         // that Paths lists
	families []*family
	others   []func(*page, string) bool        // endless parts: each writes the page of a target or returns false
	strip    func(target string) string        // takes out of a target what names no page, such as a session; nil if all does
	rewrite  func(p *page, body string) string // changes the links of each page; nil if none is changed
}

// A Request is one request to a server.
type Request struct {
	Host   string // host and port, for the places where URLs are absolute
	Target string // path and query
	Number uint64 // the parts that change from request to request depend on it alone
}

// An Answer is the response to one request.
type Answer struct {
	Status   int
	Type     string // Content-Type; empty with a redirect
	Location string // target of a redirect
	Body     []byte
}

// ofAbsent draws the text of the page that says that there is no such page.
const ofAbsent splitmix.Domain = 404

// Site lays out the site of a kind.
func (k Kind) Site() *Site {
	s := &Site{Seed: splitmix.Seed(k.Seed, hash(k.baseName())), kind: &k, title: k.Name}
	k.lay(s)
	s.pages = s.count()
	return s
}

// A family is a set of pages of one form: one for each combination of values in the holes of the pattern.
type family struct {
	*Site
	id     uint64
	parts  []string // of the pattern, around the holes
	dims   []dim
	n      int
	show   func(p *page, v []int)
	absent func(v []int) bool // combinations that have no page; nil if all have one
	// text returns a number that is the same for pages with the same text; nil if all pages of the site differ.
	text   func(v []int) uint64
	hidden bool // pages are served, and not listed: pictures, redirects
}

// add lays out a family of pages. The pattern is a target with a hole {} for each dimension.
func (s *Site) add(pattern string, show func(p *page, v []int), dims ...dim) *family {
	f := &family{Site: s, id: uint64(len(s.families) + 1), parts: strings.Split(pattern, "{}"), dims: dims, n: 1, show: show}
	if len(f.parts) != len(dims)+1 {
		panic("finite: pattern " + pattern + " has another number of holes than dimensions")
	}
	for _, d := range dims {
		f.n *= d.n
	}
	s.families = append(s.families, f)
	return f
}

// without takes combinations out of a family.
func (f *family) without(absent func(v []int) bool) *family {
	f.absent = absent
	return f
}

// hide keeps a family from the list of pages.
func (f *family) hide() *family {
	f.hidden = true
	return f
}

// url returns the target of the page with some values.
func (f *family) url(v ...int) string {
	var b strings.Builder
	for i, d := range f.dims {
		b.WriteString(f.parts[i])
		b.WriteString(d.text(v[i]))
	}
	b.WriteString(f.parts[len(f.dims)])
	return b.String()
}

// has reports whether the values belong to a page.
func (f *family) has(v ...int) bool {
	for i, d := range f.dims {
		if v[i] < 0 || v[i] >= d.n {
			return false
		}
	}
	return f.absent == nil || !f.absent(v)
}

// find returns the values of the page at a target.
func (f *family) find(target string) ([]int, bool) {
	rest, ok := strings.CutPrefix(target, f.parts[0])
	v := make([]int, len(f.dims))
	for i := 0; ok && i < len(f.dims); i++ {
		part, end := f.parts[i+1], len(rest)
		if part != "" {
			end = strings.Index(rest, part)
		}
		if i+1 == len(f.dims) {
			end = len(rest) - len(part)
		}
		if end < 0 {
			return nil, false
		}
		v[i] = f.dims[i].find(rest[:end])
		rest = rest[end:]
		rest, ok = strings.CutPrefix(rest, part)
	}
	return v, ok && rest == "" && f.has(v...) && f.url(v...) == target
}

// values returns the values of the page with a number, the last dimension fastest.
func (f *family) values(i int) []int {
	v := make([]int, len(f.dims))
	for k := len(f.dims) - 1; k >= 0; k-- {
		v[k] = i % f.dims[k].n
		i /= f.dims[k].n
	}
	return v
}

// Paths lists the targets of all pages that the site has in earnest, each once.
func (s *Site) Paths() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range s.families {
			for i := 0; i < f.n && !f.hidden; i++ {
				if v := f.values(i); f.has(v...) && !yield(f.url(v...)) {
					return
				}
			}
		}
	}
}

// Pages returns the number of targets that Paths lists.
func (s *Site) Pages() int { return s.pages }

func (s *Site) count() (n int) {
	for _, f := range s.families {
		switch {
		case f.hidden:
		case f.absent == nil:
			n += f.n
		default:
			for i := range f.n {
				if f.has(f.values(i)...) {
					n++
				}
			}
		}
	}
	return n
}

// At returns the target of a page by its number. Numbers of absent pages give the home page.
func (s *Site) At(i int) string {
	for _, f := range s.families {
		if f.hidden {
			continue
		}
		if i < f.n {
			if v := f.values(i); f.has(v...) {
				return f.url(v...)
			}
			break
		}
		i -= f.n
	}
	return "/"
}

// Answer returns the response to a request.
func (s *Site) Answer(r Request) Answer {
	target := s.Page(r.Target)
	p := &page{Site: s, lang: english, target: r.Target, host: r.Host, n: r.Number, status: 200, mime: "text/html; charset=utf-8", title: s.title}
	if !s.write(p, target) {
		if a, ok := asset(target); ok {
			return a
		}
		p.r = ofAbsent.Rand(s.Seed)
		p.status, p.title = 404, "Not found"
		p.f("<p>The page you asked for does not exist.</p>")
	}
	if p.location != "" {
		return Answer{Status: p.status, Location: p.location}
	}
	if s.skin != nil && strings.HasPrefix(p.mime, "text/html") && !p.bare {
		s.skin(p)
	}
	if s.rewrite != nil {
		p.b = []byte(s.rewrite(p, string(p.b)))
	}
	return Answer{Status: p.status, Type: p.mime, Body: p.b}
}

// Page returns the target of the page that a target shows: without a session, where the site has sessions.
func (s *Site) Page(target string) string {
	if s.strip == nil {
		return target
	}
	return s.strip(target)
}

// Text returns a number for the text of a page. Pages with the same number say the same.
func (s *Site) Text(target string) uint64 {
	for _, f := range s.families {
		if v, ok := f.find(target); ok && f.text != nil {
			return splitmix.Seed(f.text(v), f.id)
		}
	}
	return hash(target)
}

// write writes the page of a target, or returns false if there is no such page.
func (s *Site) write(p *page, target string) bool {
	for _, f := range s.families {
		if v, ok := f.find(target); ok {
			p.family = f
			p.r = f.rand(v...)
			f.show(p, v)
			return true
		}
	}
	p.r = splitmix.Rand(s.Seed, hash(target))
	for _, other := range s.others {
		if other(p, target) {
			return true
		}
	}
	return false
}

// rand returns the generator of the page with some values.
func (f *family) rand(v ...int) *rand.Rand { return splitmix.Rand(f.key(v...)) }

// key returns the number from which everything about a page is drawn.
func (f *family) key(v ...int) uint64 { return f.h(f.id, v...) }

// h returns a number that depends on the site, a purpose and some indices.
func (s *Site) h(purpose uint64, v ...int) uint64 {
	key := splitmix.Seed(s.Seed, purpose)
	for _, x := range v {
		key = splitmix.Seed(key, uint64(x)) //nolint:gosec // not negative, or mixed all the same
	}
	return key
}

// draw returns a number below n that depends on the site, a purpose and some indices.
func (s *Site) draw(n int, purpose uint64, v ...int) int {
	return int(s.h(purpose, v...) % uint64(n)) //nolint:gosec // n is positive
}

// hash spreads a text over 64 bits.
func hash(s string) uint64 {
	h := uint64(len(s))
	for i := range len(s) {
		h = splitmix.Mix(h + uint64(s[i]) + 1)
	}
	return h
}

// dice returns a generator for a purpose and some indices.
func (s *Site) dice(purpose uint64, v ...int) *rand.Rand { return splitmix.Rand(s.h(purpose, v...)) }
