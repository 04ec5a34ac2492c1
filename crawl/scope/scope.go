package scope

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"

	"weft/graph/kinds"
	"weft/web/weburl"
)

// An Area is the part of the Web that the seeds of a crawl stand for.
type Area uint8

// The areas.
const (
	Host     Area = iota // the hosts of the seeds, whatever scheme and port
	Domain               // their registered domains, by the Public Suffix List: see weburl.DomainLen
	Prefix               // their hosts and paths, up to the last slash
	Listed               // nothing but themselves: lists and patterns say the rest
	Anywhere             // the whole Web
)

var areaNames = [...]string{"host", "domain", "prefix", "listed", "anywhere"}

// String returns the area as a word.
func (a Area) String() string {
	if int(a) < len(areaNames) {
		return areaNames[a]
	}
	return "area " + strconv.Itoa(int(a))
}

// A Limit is an upper limit; its zero value sets none.
type Limit struct {
	n   int
	set bool
}

// AtMost returns a bound, which may be 0.
func AtMost(n int) Limit { return Limit{n, true} }

func (l Limit) exceeded(n int) bool { return l.set && n > l.n }

// Options of New. The zero value, with seeds, takes the pages of their hosts.
type Options struct {
	Seeds []string // absolute URLs
	Area  Area
	// Lists widen and narrow the area.
	Lists []*List
	// Include and Exclude are regular expressions. A match of Include is in the area; a match of Exclude never is.
	Include, Exclude []string
	// Segments is how many parts a path may have between slashes: /a/b.html has two.
	Segments Limit
	// Hops is how many links a page may be away from a seed. A redirect is no hop of its own. At most 65,534.
	Hops Limit
	// Outside is how many links in a row may lead beyond the area, Embeds how many frames, redirects and refreshes more.
	// At most 254 each.
	Outside, Embeds int
}

// A Scope judges URLs. It is safe for concurrent use.
type Scope struct {
	opt      Options
	exclude  []pattern
	include  []pattern
	prefixes index           // of lists
	hosts    map[string]bool // keys up to the parenthesis
	domains  map[string]bool // keys up to the registered domain
	seeded   index           // prefixes of seeds
	told     texts
	lastHost atomic.Pointer[hostVerdict] // of the registered domains: most links stay on a host
}

type hostVerdict struct {
	host string
	in   bool
}

type pattern struct {
	re   *regexp.Regexp
	rule string
}

// texts are the names of rules that do not depend on the URL.
type texts struct{ area, in, hops, segments string }

// New returns the scope of options. Errors name the option, the place in it and what is wrong with it.
func New(o Options) (*Scope, error) {
	s := &Scope{opt: o, hosts: map[string]bool{}, domains: map[string]bool{}}
	s.told = texts{
		area:     "scope: " + o.Area.String(),
		in:       o.Area.String(),
		hops:     fmt.Sprintf("scope: more than %d hops", o.Hops.n),
		segments: fmt.Sprintf("scope: path of more than %d segments", o.Segments.n),
	}
	if err := s.limits(); err != nil {
		return nil, err
	}
	var err1, err2 error
	s.exclude, err1 = compile("exclude", "-", o.Exclude)
	s.include, err2 = compile("include", "+", o.Include)
	if err := errors.Join(err1, err2, s.addSeeds()); err != nil {
		return nil, err
	}
	for _, l := range o.Lists {
		s.prefixes.entries = append(s.prefixes.entries, l.entries...)
	}
	s.prefixes.build()
	s.seeded.build()
	return s, nil
}

// WithSeed returns a scope with one seed more, such as the page that the only seed redirects to.
func (s *Scope) WithSeed(url string) (*Scope, error) {
	o := s.opt
	o.Seeds = append(slices.Clone(o.Seeds), url)
	return New(o)
}

func (s *Scope) limits() error {
	o := &s.opt
	for _, l := range []struct {
		name    string
		n, most int
	}{
		{"hops", o.Hops.n, 1<<16 - 2},
		{"segments", o.Segments.n, 1<<31 - 1},
		{"outside", o.Outside, 254},
		{"embeds", o.Embeds, 254},
		{"area", int(o.Area), int(Anywhere)},
	} {
		if l.n < 0 || l.n > l.most {
			return fmt.Errorf("scope: %s: %d is not within 0 and %d", l.name, l.n, l.most)
		}
	}
	return nil
}

func compile(option, sign string, exprs []string) ([]pattern, error) {
	var out []pattern
	for i, e := range exprs {
		re, err := regexp.Compile(e)
		if err != nil {
			return nil, fmt.Errorf("scope: %s pattern %d: %w", option, i+1, err)
		}
		out = append(out, pattern{re, "regex " + sign + e})
	}
	return out, nil
}

func (s *Scope) addSeeds() error {
	for i, raw := range s.opt.Seeds {
		href, err := weburl.Append(nil, []byte(raw))
		if err != nil {
			return fmt.Errorf("scope: seed %d: %q: %w", i+1, raw, err)
		}
		key, err := weburl.AppendKey(nil, href)
		if err != nil {
			return fmt.Errorf("scope: seed %d: %q: %w", i+1, raw, err)
		}
		s.addSeed(key)
	}
	return nil
}

func (s *Scope) addSeed(key []byte) {
	switch s.opt.Area {
	case Host:
		s.hosts[string(weburl.KeyHost(key))] = true
	case Domain:
		s.domains[string(key[:weburl.DomainLen(key)])] = true
	case Prefix:
		s.seeded.entries = append(s.seeded.entries, entry{prefix: upToSlash(key), port: anyPort, include: true})
	case Listed, Anywhere:
	}
}

// A Place gives the distance of a page from a seed, and beyond the area. A crawl keeps it per page, 4 bytes, to
// judge the page's links. Seeds have the zero Place.
type Place struct {
	Hops            uint16
	Outside, Embeds uint8
}

// A Verdict says whether a URL belongs to a crawl. Its strings are made once, by New.
type Verdict struct {
	In bool
	// Rule is the rule that let the URL in, or left it out: "host", "scope: host", "regex -\.iso$", "surt
	// -org,debian,lists)/ (line 3 of surts.txt)".
	Rule string
	// Final reports that no other path to a URL that was left out would let it in. Otherwise the URL may be judged
	// again, when another page links to it.
	Final bool
	// Limited says of a URL that was left out that it is one hop too many away, and that nothing else is against it.
	Limited bool
	// Place is where the page stands, if it is in.
	Place Place
}

func out(rule string) Verdict { return Verdict{Rule: rule, Final: true} }

// Seed judges a seed, a canonical URL. The area does not matter.
func (s *Scope) Seed(url []byte) Verdict {
	var buf [keySize]byte
	u, rule := s.read(buf[:0], url)
	if rule == "" {
		rule = s.excluded(url)
	}
	if rule != "" {
		return out(rule)
	}
	if e := s.prefixes.longest(&u); e != nil && !e.include {
		return out(e.rule)
	}
	return Verdict{In: true, Rule: "seed"}
}

// Judge judges a canonical URL that a page which stands at a place links to, in the ways of how.
func (s *Scope) Judge(url []byte, from Place, how kinds.Set) Verdict {
	var buf [keySize]byte
	u, rule := s.read(buf[:0], url)
	if rule == "" && s.opt.Segments.exceeded(segments(url)) {
		rule = s.told.segments
	}
	if rule == "" {
		rule = s.excluded(url)
	}
	if rule != "" {
		return out(rule)
	}
	v := s.judgeArea(url, &u)
	if !v.In && v.Final {
		return v
	}
	if !v.In {
		if v = s.beyond(from, how); !v.In {
			return v
		}
	}
	hops := int(from.Hops)
	if how&kinds.Redirect == 0 {
		hops++
	}
	if s.opt.Hops.exceeded(hops) {
		return Verdict{Rule: s.told.hops, Limited: true}
	}
	v.Place.Hops = uint16(min(hops, 1<<16-1)) //nolint:gosec // bounded
	return v
}

// Excludes returns the rule that leaves a canonical URL out at any place, be it a page or a requisite: a scheme, a
// pattern or a list; "" if there is none.
func (s *Scope) Excludes(url []byte) string {
	var buf [keySize]byte
	u, rule := s.read(buf[:0], url)
	if rule == "" {
		rule = s.excluded(url)
	}
	if e := s.prefixes.longest(&u); rule == "" && e != nil && !e.include {
		rule = e.rule
	}
	return rule
}

// excluded returns the pattern that leaves a URL out, or "".
func (s *Scope) excluded(url []byte) string {
	for i := range s.exclude {
		if s.exclude[i].re.Match(url) {
			return s.exclude[i].rule
		}
	}
	return ""
}

// judgeArea decides whether a URL is in the area. A refusal by a list is final.
func (s *Scope) judgeArea(url []byte, u *target) Verdict {
	if e := s.prefixes.longest(u); e != nil {
		return Verdict{In: e.include, Rule: e.rule, Final: !e.include}
	}
	for i := range s.include {
		if s.include[i].re.Match(url) {
			return Verdict{In: true, Rule: s.include[i].rule}
		}
	}
	if s.ofSeeds(u) {
		return Verdict{In: true, Rule: s.told.in}
	}
	return Verdict{Rule: s.told.area}
}

func (s *Scope) ofSeeds(u *target) bool {
	switch s.opt.Area {
	case Host:
		return s.hosts[string(u.host)]
	case Domain:
		return s.inDomains(u)
	case Prefix:
		return s.seeded.longest(u) != nil
	case Anywhere:
		return true
	case Listed:
	}
	return false
}

// inDomains asks the public suffixes only about hosts that stand at or below the domain of a seed.
func (s *Scope) inDomains(u *target) bool {
	if last := s.lastHost.Load(); last != nil && last.host == string(u.host) {
		return last.in
	}
	for i, c := range u.host {
		if (c == ',' || c == ')') && s.domains[string(u.host[:i])] {
			v := &hostVerdict{host: string(u.host), in: s.domains[string(u.host[:weburl.DomainLen(u.key)])]}
			s.lastHost.Store(v)
			return v.in
		}
	}
	return false
}

// beyond says whether a page outside the area may be reached.
func (s *Scope) beyond(from Place, how kinds.Set) Verdict {
	frame := how&kinds.Link == 0 && how&(kinds.Embed|kinds.Redirect|kinds.Refresh) != 0
	switch {
	case frame && int(from.Embeds) < s.opt.Embeds:
		return Verdict{In: true, Rule: "embeds", Place: Place{Outside: from.Outside, Embeds: from.Embeds + 1}}
	case int(from.Outside) < s.opt.Outside:
		return Verdict{In: true, Rule: "outside", Place: Place{Outside: from.Outside + 1, Embeds: from.Embeds}}
	}
	return Verdict{Rule: s.told.area, Final: s.opt.Outside == 0 && s.opt.Embeds == 0}
}
