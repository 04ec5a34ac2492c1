package missing

import (
	"cmp"
	"slices"
	"strings"

	"weft/crawl/trap"
	"weft/web/weburl"
)

// A Pattern counts pages that trap rules hold back and whose URLs match a pattern. Each held page is in one pattern.
//
//json:object pattern of held pages
type Pattern struct {
	Pattern  string   `json:"pattern"`  // a URL in which * stands for any text
	Pages    int64    `json:"pages"`    // held pages of the pattern
	Reason   string   `json:"reason"`   // rule that holds most of them back
	Examples []string `json:"examples"` // first three URLs
	Release  string   `json:"release"`  // command that fetches them, and holds back no page like them
	// command that excludes them
	Drop string `json:"drop,omitempty" absent:"the pattern is all of a host"`

	words [2]error // the commands, with the options in braces
}

// Limits of patterns.
const (
	mostBranches = 8    // of a pattern, from which on a star replaces them
	mostNodes    = 1e4  // of all patterns; then stars replace what follows
	shownHeld    = 3    // examples of a pattern
	mostOrigins  = 1000 // with patterns of their own; the others have the pattern *
)

// beyondOrigins stands for pages of further hosts, and is no pattern.
const beyondOrigins = "http*"

// IsHost reports whether a pattern stands for all pages of a host. No command drops such a pattern: pages of the host that
// are not held back would be left out, too.
func IsHost(pattern string) bool {
	_, path, _ := strings.Cut(pattern, "://")
	_, path, _ = strings.Cut(path, "/")
	return path == "*"
}

// A branch is a beginning of URLs. Its children are the parts that follow.
type branch struct {
	pages    int64
	star     bool // the children are counted together
	reasons  map[string]int64
	examples []string
	children map[string]*branch
}

// patterns finds the patterns of URLs. It replaces numbers, identifiers and the values of parameters by stars, and also the
// parts of URLs that have many values. Memory: at most mostNodes branches.
type patterns struct {
	origins map[string]*branch
	nodes   int
	beyond  int64 // pages of further origins
}

// add counts a URL.
func (p *patterns) add(url []byte, reason string) {
	u := weburl.Cut(url)
	origin := string(u.Scheme) + "://" + string(u.Authority)
	if p.origins == nil {
		p.origins = map[string]*branch{}
	}
	at := p.origins[origin]
	if at == nil {
		if len(p.origins) == mostOrigins {
			p.beyond++
			return
		}
		at = new(branch)
		p.origins[origin] = at
	}
	at.count(url, reason)
	for _, part := range append(partsOf(string(url[len(origin):])), "") { // no part is empty but the end
		if at = p.next(at, part); at == nil {
			return
		}
		at.count(url, reason)
	}
}

// next returns the child for a part; nil if the children are counted together.
func (p *patterns) next(b *branch, part string) *branch {
	if b.star {
		return nil
	}
	child := b.children[part]
	if child != nil {
		return child
	}
	if len(b.children) == mostBranches || p.nodes > mostNodes {
		b.star, b.children = true, nil
		return nil
	}
	if b.children == nil {
		b.children = map[string]*branch{}
	}
	p.nodes++
	child = new(branch)
	b.children[part] = child
	return child
}

func (b *branch) count(url []byte, reason string) {
	b.pages++
	if b.reasons == nil {
		b.reasons = map[string]int64{}
	}
	b.reasons[reason]++
	if len(b.examples) < shownHeld {
		b.examples = append(b.examples, string(url))
	}
}

// partsOf cuts path and query into segments, with their slashes, and the query. Stars replace what varies.
func partsOf(path string) (parts []string) {
	path, query, has := strings.Cut(path, "?")
	for _, s := range strings.SplitAfter(path, "/") {
		if s = masked(s); s != "" && !(s == "*/" && len(parts) > 0 && parts[len(parts)-1] == "*/") {
			parts = append(parts, s)
		}
	}
	if has {
		parts = append(parts, "?"+maskedQuery(query))
	}
	return parts
}

// maskedQuery replaces the values of parameters by stars.
func maskedQuery(query string) string {
	var b strings.Builder
	for query != "" {
		param, separator := query, ""
		if i := strings.IndexAny(query, "&;"); i >= 0 {
			param, separator = query[:i], query[i:i+1]
		}
		query = query[len(param)+len(separator):]
		if key, _, ok := strings.Cut(param, "="); ok {
			param = key + "=*"
		}
		b.WriteString(param + separator)
	}
	return b.String()
}

// masked replaces numbers and identifiers of a segment by stars, as the trap rules do. A title with a number is a star.
func masked(s string) string {
	name, slash := strings.TrimSuffix(s, "/"), s[len(strings.TrimSuffix(s, "/")):]
	text, _ := trap.AppendMasked(nil, []byte(name))
	if string(text) == trap.MaskedTitle {
		return "*" + slash
	}
	return strings.ReplaceAll(string(text), "#", "*") + slash
}

// list returns the patterns, those with the most pages first.
func (p *patterns) list() []Pattern {
	var all []Pattern
	for origin, b := range p.origins {
		all = b.collect(origin, all)
	}
	if p.beyond > 0 {
		all = append(all, Pattern{Pattern: beyondOrigins, Pages: p.beyond, Reason: "hosts beyond the first 1,000", Examples: []string{}})
	}
	slices.SortFunc(all, func(a, b Pattern) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Pattern, b.Pattern))
	})
	return all
}

// collect appends the patterns of URLs that begin with a text.
func (b *branch) collect(text string, all []Pattern) []Pattern {
	switch {
	case b.star:
		return append(all, b.pattern(strings.TrimSuffix(text, "*")+"*"))
	case len(b.children) == 0:
		return append(all, b.pattern(text))
	}
	for part, child := range b.children {
		all = child.collect(text+part, all)
	}
	return all
}

func (b *branch) pattern(text string) Pattern {
	x := Pattern{Pattern: text, Pages: b.pages, Examples: b.examples}
	if b.pages == 1 && !strings.Contains(b.examples[0], "*") {
		x.Pattern = b.examples[0]
	}
	for reason, n := range b.reasons {
		if of := b.reasons[x.Reason]; n > of || n == of && reason < x.Reason {
			x.Reason = reason
		}
	}
	return x
}
