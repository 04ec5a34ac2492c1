package site

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strings"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/store"
	"weft/web/weburl"
)

// A Scope describes a site as rules for crawlers. URL prefixes in the form SURT let pages in, and longer prefixes keep
// pages out again. Schemes and ports are not distinguished.
//
//json:object rules of a site
type Scope struct {
	Accept    []string `json:"accept"`    // SURT prefixes that accept pages; on foreign domains none accepts a whole host
	Reject    []string `json:"reject"`    // longer SURT prefixes that reject pages again
	Missed    int      `json:"missed"`    // pages of the site that the rules reject
	Extra     int      `json:"extra"`     // fetched pages of other sites that the rules accept
	Unfetched int      `json:"unfetched"` // unfetched pages that the rules accept
	// estimated number of `unfetched` pages that belong to other sites, by the share among accepted
	// fetched pages
	Elsewhere float64 `json:"unfetched_elsewhere"`
	Excluded  int     `json:"excluded"` // pages excluded by robots.txt or the crawl's rules that the rules accept

	ports map[string][]int // that URLs of the crawl say, by the SURT form of their hosts
	// the first pages of each count
	missed, extra, unfetched, excluded []graph.Node
}

// mostExamples is the number of pages that are kept of each count of a Scope.
const mostExamples = 100

func example(list []graph.Node, u graph.Node) []graph.Node {
	if len(list) == mostExamples {
		return list
	}
	return append(list, u)
}

// A place is a page as the parts of its SURT form. A prefix may end after each part.
type place struct {
	parts  []string
	inside bool
	// unfetched pages are probably of the site on its own domains, and probably not on others. foreign pages are on a domain
	// that is not the site's: no rule lets in a whole host of it. excluded pages are to be kept out.
	unfetched, foreign, excluded bool
	byHand                       bool // its side was given, so that the rules must be right
	unknown                      bool // it is no page of the crawl: it stands for URLs with a beginning
	page                         graph.Node
	least                        int // minimum number of parts of a prefix: the parts of the registered domain
	port                         int // that its URL says, -1 for none
}

// given is the cost of a page whose side was given by hand, if it is sorted wrongly: more than any rules cost.
const given = 1e6

// missing is the cost of a page of the site that is kept out: rules let in all pages of the site where rules can.
const missing = 1e9

// probably is the cost of a page that was not fetched, if it is sorted as it probably should not be.
const probably = 0.25

// cost returns the cost of letting a page in or keeping it out.
func (p *place) cost(in bool) float64 {
	switch {
	case p.inside && !in && !p.unknown:
		return missing
	case p.byHand && in != p.inside:
		return given
	case p.byHand:
		return 0
	case p.unfetched && in == p.foreign:
		return probably
	case !p.unfetched && in != p.inside:
		return 1
	}
	return 0
}

// isWholeHost says whether the first parts of a page on a foreign domain name a whole host, or more.
func (p *place) isWholeHost(depth int) bool {
	if !p.foreign || p.byHand {
		return false
	}
	prefix := strings.Join(p.parts[:depth], "")
	_, path, whole := strings.Cut(prefix, ")")
	return !whole || path == "" || path == "/"
}

// host is the SURT form of its host.
func (p *place) host() string {
	for i, part := range p.parts {
		if strings.HasSuffix(part, ")") {
			return strings.Join(p.parts[:i+1], "")
		}
	}
	return ""
}

// errNoURLs says that there can be no rules.
var errNoURLs = errors.New("its pages have no URLs")

// A chosen set of pages is a site for rules: its pages in order, and as a set, and what was changed by hand.
type chosen struct {
	c      *store.Crawl
	pages  []graph.Node
	inside bitset.Set
	edits  []edited
	found  []graph.Node // the pages before changes by hand, in order
}

// scope finds the rules of least cost for a site. A page of the site that is kept out costs more than all rules, another
// wrongly sorted page costs one, and a rule costs ruleCost. The rules are two deep: prefixes that are let in, and prefixes
// below these that are kept out. A pass over the tree of all SURT parts, from the leaves up, finds the minimum. Changes by
// hand have precedence over the number of rules. Rules miss a page of the site only if its URL is a whole host of a foreign
// domain, or no URL.
func (s *chosen) scope() (*Scope, error) {
	if !s.c.HasNames() {
		return nil, store.ErrNoNames
	}
	all, err := s.pagesOfDomains()
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(all, func(p place) bool { return p.inside && len(p.parts) > 0 }) {
		return nil, errNoURLs
	}
	sc := rulesOf(all, ruleCost(len(s.pages)))
	sc.ports = portsOf(all)
	if in := len(s.pages) - sc.Missed + sc.Extra; in > 0 {
		sc.Elsewhere = float64(sc.Unfetched) * float64(sc.Extra) / float64(in)
	}
	return sc, nil
}

// portsOf are the ports that pages say, by the SURT form of their hosts.
func portsOf(all []place) map[string][]int {
	ports := map[string][]int{}
	for i := range all {
		if p := &all[i]; p.port >= 0 {
			ports[p.host()] = append(ports[p.host()], p.port)
		}
	}
	for host, list := range ports {
		slices.Sort(list)
		ports[host] = slices.Compact(list)
	}
	return ports
}

// lines returns the prefixes for programs that distinguish ports, such as Heritrix. A prefix that ends after a
// host is repeated for each port.
func (sc *Scope) lines(prefixes []string) (all []string) {
	for _, p := range prefixes {
		all = append(all, p)
		labels, path, whole := strings.Cut(p, ")")
		if !whole {
			continue
		}
		for _, port := range sc.ports[strings.TrimPrefix(labels, surtScheme)+")"] {
			all = append(all, fmt.Sprintf("%s:%d)%s", labels, port, path))
		}
	}
	return all
}

// surtScheme begins all prefixes, whose schemes are not told apart.
const surtScheme = "http://("

// rulesOf plans rules of a cost.
func rulesOf(all []place, rule float64) *Scope {
	p := &planner{all: all, rule: rule}
	p.plan(0, len(all), 0)
	sc := &Scope{Accept: []string{}, Reject: []string{}}
	p.take(sc, 0, len(all), 0, open)
	return sc
}

// ruleCost is the number of pages of other sites that a rule must keep out: one in 500 of the site, two at least.
func ruleCost(pages int) float64 { return math.Max(1.5, float64(pages)/500) }

// pagesOfDomains returns the pages of all domains of the site, and the places of changes by hand. They are sorted by SURT form.
func (s *chosen) pagesOfDomains() ([]place, error) {
	domains, err := s.c.Domains()
	if err != nil {
		return nil, err
	}
	own := s.ownDomains(domains)
	names := s.c.Names()
	var all []place
	var name []byte
	for u := range graph.Node(s.c.NumPages()) { //nolint:gosec // of at most 2³² pages
		mine, has := own[domains.Of(u)]
		if !has {
			continue
		}
		if name, err = names.Append(name[:0], u); err != nil {
			return nil, err
		}
		p := placeOf(name, s.inside.Has(int(u)))
		p.page, p.foreign, p.byHand = u, !mine, isEdited(s.c, s.edits, u)
		if !p.inside {
			state := s.c.State(u)
			p.unfetched, p.excluded = state == page.Ghost || state == page.Failed, state == page.Excluded
		}
		all = append(all, p)
	}
	for i := range s.edits {
		if p, ok := s.edits[i].place(); ok {
			all = append(all, p)
		}
	}
	sortPlaces(all, 0)
	refine(all, 0)
	return all, nil
}

// ownDomains returns the domains with pages of a site, and whether each belongs to the site. Domains that belonged to it before
// the changes by hand do so, too: a site without a folder of its host still has the host.
func (s *chosen) ownDomains(domains store.Groups) map[int]bool {
	own := s.domainsOf(domains, s.pages)
	if len(s.edits) > 0 {
		for d, before := range s.domainsOf(domains, s.found) {
			if _, has := own[d]; has && before {
				own[d] = true
			}
		}
	}
	return own
}

// domainsOf returns the domains with some pages, and whether each belongs to these pages. Such a domain has at least a
// hundredth of the pages, and most of its fetched pages are among them.
func (s *chosen) domainsOf(domains store.Groups, pages []graph.Node) map[int]bool {
	c := s.c
	count := map[int]int{}
	own := map[int]bool{}
	for _, u := range pages {
		d := domains.Of(u)
		own[d] = false
		if c.State(u) >= page.Redirected {
			count[d]++
		}
	}
	fetched := map[int]int{}
	for u := range graph.Node(c.NumPages()) { //nolint:gosec // of at most 2³² pages
		if d := domains.Of(u); count[d] > 0 && c.State(u) >= page.Redirected {
			fetched[d]++
		}
	}
	for d, n := range count {
		own[d] = 2*n > fetched[d] && 100*n >= len(pages)
	}
	return own
}

// sortPlaces sorts places that share their first common parts.
func sortPlaces(all []place, common int) {
	slices.SortStableFunc(all, func(a, b place) int { return slices.Compare(a.parts[common:], b.parts[common:]) })
}

// refine splits the parts after a depth until no part is a prefix of another in its place. Rules are prefixes: a
// rule for "x" also covers "x.html", which becomes "x" ".html". The places are sorted and share all parts before
// the depth.
func refine(all []place, depth int) {
	for i := 0; i < len(all); {
		if len(all[i].parts) <= depth {
			i++
			continue
		}
		first, end, cut := all[i].parts[depth], i+1, false
		for ; end < len(all) && strings.HasPrefix(all[end].parts[depth], first); end++ {
			if rest := all[end].parts[depth][len(first):]; rest != "" {
				all[end].parts[depth], cut = first, true
				all[end].parts = slices.Insert(all[end].parts, depth+1, rest)
			}
		}
		if cut {
			sortPlaces(all[i:end], depth+1)
		}
		refine(all[i:end], depth+1)
		i = end
	}
}

// placeOf splits a name into parts, as in "org," "debian" "www," ")" "/doc/" "x.html" "?q=1". An IP address is not
// reversed and has no comma. A name that is no URL has no parts, and no rule.
func placeOf(name []byte, inside bool) place {
	key := store.Key(nil, name)
	port, _ := weburl.KeyPort(key)
	if weburl.IsOpaque(key) {
		return place{inside: inside, port: port, least: 1}
	}
	if i := bytes.LastIndexByte(key, ' '); i >= 0 {
		key = key[:i]
	}
	labels, path, _ := bytes.Cut(key, []byte{')'})
	p := place{inside: inside, port: port, least: 1 + bytes.Count(key[:weburl.DomainLen(key)], []byte{','})}
	if _, err := netip.ParseAddr(string(labels)); err == nil {
		p.parts = append(p.parts, string(labels)+")")
	} else {
		for label := range bytes.SplitSeq(labels, []byte{','}) {
			p.parts = append(p.parts, string(label)+",")
		}
		p.parts = append(p.parts, ")")
	}
	for rest := string(path); rest != ""; {
		i := strings.IndexAny(rest[min(1, len(rest)):], "/?") + 1
		if i > 0 && rest[i] == '/' {
			i++
		}
		if i <= 0 {
			i = len(rest)
		}
		p.parts, rest = append(p.parts, rest[:i]), rest[i:]
	}
	return p
}

// The states of a part of the tree: no rule holds, pages are let in, and kept out again.
const (
	open = iota
	accepted
	rejected
	states
)

// A planner finds the rules of least cost in the tree of parts. It keeps a node for each place where names
// diverge.
type planner struct {
	all  []place
	rule float64
	best map[node][states]cost
}

// A node is a range of names that have their first parts in common.
type node struct{ from, to, depth int }

// A cost is the cost of a node that was handed a state, and the state that the node takes.
type cost struct {
	sum float64
	own int
}

// plan finds the costs of a node.
func (p *planner) plan(from, to, depth int) [states]cost {
	if p.best == nil {
		p.best = map[node][states]cost{}
	}
	at := node{from, to, depth}
	if c, ok := p.best[at]; ok {
		return c
	}
	var kept [states]float64 // cost if the state is kept
	p.each(at, func(kid node, page *place) {
		if page == nil {
			c := p.plan(kid.from, kid.to, kid.depth)
			for s := range states {
				kept[s] += c[s].sum
			}
			return
		}
		for s := range states {
			kept[s] += page.cost(s == accepted)
		}
	})
	c := [states]cost{{kept[open], open}, {kept[accepted], accepted}, {kept[rejected], rejected}}
	if from < to && depth >= p.all[from].least {
		if p.all[from].isWholeHost(depth) {
			kept[accepted] = math.Inf(1) // never
		}
		if turned := kept[accepted] + p.rule; turned < c[open].sum {
			c[open] = cost{turned, accepted}
		}
		if turned := kept[rejected] + p.rule; turned < c[accepted].sum {
			c[accepted] = cost{turned, rejected}
		}
	}
	p.best[at] = c
	return c
}

// each goes through the nodes below a node, and the pages that end in it.
func (p *planner) each(at node, f func(kid node, page *place)) {
	for i := at.from; i < at.to; {
		if len(p.all[i].parts) == at.depth {
			f(node{}, &p.all[i])
			i++
			continue
		}
		first := p.all[i].parts[at.depth]
		end := i + 1
		for end < at.to && len(p.all[end].parts) > at.depth && p.all[end].parts[at.depth] == first {
			end++
		}
		f(node{i, end, at.depth + 1}, nil)
		i = end
	}
}

// take collects the rules of a node and its descendants, and counts the pages that they sort wrongly.
func (p *planner) take(sc *Scope, from, to, depth, state int) {
	at := node{from, to, depth}
	if own := p.best[at][state].own; own != state {
		prefix := strings.Join(p.all[from].parts[:depth], "")
		if state = own; own == accepted {
			sc.Accept = append(sc.Accept, surtScheme+prefix)
		} else {
			sc.Reject = append(sc.Reject, surtScheme+prefix)
		}
	}
	p.each(at, func(kid node, page *place) {
		switch {
		case page == nil:
			p.take(sc, kid.from, kid.to, kid.depth, state)
		case page.unknown:
		case page.inside && state != accepted:
			sc.Missed++
			sc.missed = example(sc.missed, page.page)
		case page.inside || state != accepted:
		case page.unfetched:
			sc.Unfetched++
			sc.unfetched = example(sc.unfetched, page.page)
		case page.excluded:
			sc.Excluded++
			sc.excluded = example(sc.excluded, page.page)
		default:
			sc.Extra++
			sc.extra = example(sc.extra, page.page)
		}
	})
}
