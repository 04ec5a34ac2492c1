package robots

import "strings"

// Rules holds the rules of a robots.txt for all crawlers. A nil *Rules allows everything. It is safe for
// concurrent use.
type Rules struct {
	google   bool
	agents   []agent
	first    []int32 // the first line of each group; one more ends the last
	lines    []line
	delays   []int64 // for each run of user-agent lines, in milliseconds; −1: no delay
	sitemaps []string
	known    map[string]struct{} // the sitemaps
}

// An agent is a user-agent line.
type agent struct {
	token      string
	group, run int32
}

// A line is an Allow or Disallow line, as written.
type line struct {
	path  string
	allow bool
}

// disallowAll holds for a site with an unreachable robots.txt.
var disallowAll = &Rules{
	agents: []agent{{token: "*"}}, first: []int32{0, 1}, lines: []line{{path: "/"}}, delays: []int64{-1},
}

// For returns the rules for a crawler with these product tokens, the most specific first. The groups of the first
// token that has any hold, else the groups of "*". Tokens are compared whole and without regard to case, and have
// no version. Time and memory grow with the groups, k log k for k rules.
func (r *Rules) For(tokens ...string) Policy {
	if r == nil {
		return Policy{}
	}
	var (
		rules []rule
		delay int64 = -1
		found bool
	)
	for _, token := range tokens {
		if token != "" && token != "*" && !found {
			rules, delay, found = r.collect(token)
		}
	}
	if !found {
		rules, delay, _ = r.collect("*")
	} else if delay < 0 {
		delay = r.delayOf("*")
	}
	return newPolicy(rules, delay, r.google)
}

// Sitemaps returns what Sitemap lines say, in the order of the file and once each. They hold for all crawlers. The protocol
// wants absolute URLs; relative ones are in use, are returned as written, and are meant against the URL of robots.txt.
// The slice is the rules' own.
func (r *Rules) Sitemaps() []string {
	if r == nil {
		return nil
	}
	return r.sitemaps
}

// collect returns the rules of all groups of a token, in no order, and the largest of its delays.
func (r *Rules) collect(token string) (rules []rule, delay int64, found bool) {
	delay = -1
	last := int32(-1)
	for _, a := range r.agents {
		if !strings.EqualFold(a.token, token) {
			continue
		}
		found = true
		delay = max(delay, r.delays[a.run])
		if a.group == last { // named twice
			continue
		}
		last = a.group
		for _, l := range r.lines[r.first[a.group]:r.first[a.group+1]] {
			rules = appendRules(rules, l, r.google)
		}
	}
	return rules, delay, found
}

func (r *Rules) delayOf(token string) int64 {
	delay := int64(-1)
	for _, a := range r.agents {
		if strings.EqualFold(a.token, token) {
			delay = max(delay, r.delays[a.run])
		}
	}
	return delay
}

func (r *Rules) addSitemap(loc string) {
	if _, ok := r.known[loc]; ok || loc == "" {
		return
	}
	if r.known == nil {
		r.known = map[string]struct{}{}
	}
	r.known[loc] = struct{}{}
	r.sitemaps = append(r.sitemaps, loc)
}
