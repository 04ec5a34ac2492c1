package robots

import (
	"cmp"
	"slices"
	"strings"
)

// A rule is an Allow or Disallow line ready for comparison.
type rule struct {
	pattern string
	flags   uint8
}

const (
	allowBit = 1 << iota
	queryBit // compared with the path whose query is encoded
	ruleBits = iota
)

// appendRules adds the rules that a line stands for, one or two.
func appendRules(rules []rule, l line, google bool) []rule {
	var allow uint8
	if l.allow {
		allow = allowBit
	}
	if google {
		rules = append(rules, rule{normalGoogle(l.path), allow})
		dir := l.path[:strings.LastIndexByte(l.path, '/')+1]
		if l.allow && strings.HasPrefix(l.path[len(dir):], "index.htm") {
			rules = append(rules, rule{normalGoogle(dir) + "$", allow})
		}
		return rules
	}
	pattern := normal(l.path, true)
	rules = append(rules, rule{pattern, allow})
	if _, query, _ := strings.Cut(pattern, "?"); hasDelimiter(query) {
		rules = append(rules, rule{encodeQuery(pattern), allow | queryBit})
	}
	return rules
}

// byPrecedence orders rules so that the first that matches decides: the longest, Allow among equals.
func byPrecedence(a, b rule) int {
	return cmp.Or(
		cmp.Compare(len(b.pattern), len(a.pattern)),
		cmp.Compare(b.flags&allowBit, a.flags&allowBit),
		strings.Compare(a.pattern, b.pattern),
		cmp.Compare(a.flags, b.flags),
	)
}

// inOrder sorts rules and drops what cannot matter: repetitions, and Allow rules shorter than any other.
func inOrder(rules []rule) []rule {
	slices.SortFunc(rules, byPrecedence)
	rules = slices.Compact(rules)
	for len(rules) > 0 && rules[len(rules)-1].flags&allowBit != 0 {
		rules = rules[:len(rules)-1]
	}
	return rules
}
