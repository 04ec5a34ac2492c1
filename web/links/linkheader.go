package links

import (
	"strings"

	"weft/graph/kinds"
	"weft/internal/ascii"
)

// eachHeaderLink calls f with every target of a Link header field (RFC 8288, section 3 and appendix B.2) that has a relation
// which matters. A link with an anchor parameter is about another page and is passed over.
func eachHeaderLink(field string, f func(target string, k kinds.Set)) {
	for {
		open := strings.IndexByte(field, '<')
		if open < 0 {
			return
		}
		field = field[open+1:]
		end := strings.IndexByte(field, '>')
		if end < 0 {
			return
		}
		target := field[:end]
		rel, ours, rest := linkParams(field[end+1:])
		field = rest
		if k := RelKinds(rel); k != 0 && ours {
			f(target, k)
		}
	}
}

// linkParams reads parameters up to the comma before the next link: the first rel, and whether there is no anchor.
func linkParams(s string) (rel string, ours bool, rest string) {
	ours = true
	seen := false
	for {
		s = trimSpace(s)
		if s == "" || s[0] == ',' {
			return rel, ours, s
		}
		if s[0] == ';' {
			s = s[1:]
			continue
		}
		n := strings.IndexAny(s, "=;, \t")
		if n < 0 {
			n = len(s)
		}
		name, value := s[:n], ""
		s = trimSpace(s[n:])
		if strings.HasPrefix(s, "=") {
			value, s = paramValue(trimSpace(s[1:]))
		}
		switch {
		case ascii.EqualFold(name, "rel") && !seen:
			rel, seen = value, true
		case ascii.EqualFold(name, "anchor"):
			ours = false
		}
	}
}

// paramValue reads a token or a quoted string with backslashes.
func paramValue(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
		n := strings.IndexAny(s, ";,")
		if n < 0 {
			n = len(s)
		}
		return s[:n], s[n:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

// RelKinds returns the kinds of a link element or header with these relations. An alternate style sheet is no page.
func RelKinds[T string | []byte](rel T) kinds.Set {
	var k kinds.Set
	sheet := false
	for word, rest := nextWord(rel, false); len(word) > 0; word, rest = nextWord(rest, false) {
		switch {
		case ascii.EqualFold(word, "canonical"):
			k |= kinds.Canonical
		case ascii.EqualFold(word, "alternate"):
			k |= kinds.Alternate
		case ascii.EqualFold(word, "next"):
			k |= kinds.Next
		case ascii.EqualFold(word, "prev"), ascii.EqualFold(word, "previous"):
			k |= kinds.Prev
		case ascii.EqualFold(word, "stylesheet"):
			sheet = true
		}
	}
	if sheet {
		k &^= kinds.Alternate
	}
	return k
}

// unendorsed reports a rel that says nofollow, ugc or sponsored.
func unendorsed(rel []byte) bool {
	for word, rest := nextWord(rel, false); len(word) > 0; word, rest = nextWord(rest, false) {
		if ascii.EqualFold(word, "nofollow") || ascii.EqualFold(word, "ugc") || ascii.EqualFold(word, "sponsored") {
			return true
		}
	}
	return false
}
