package scope

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// A Wildcard is a pattern of URLs: the text of a URL in which each * stands for any text, also for none.
type Wildcard struct {
	text  string
	parts [][]byte // between the stars
}

// ParseWildcard reads a pattern such as https://example.org/calendar/*.
func ParseWildcard(text string) (Wildcard, error) {
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return Wildcard{}, fmt.Errorf("pattern %q: expected a URL with * for any text, such as https://example.org/calendar/*", text)
	}
	return Wildcard{text, bytes.Split([]byte(text), []byte{'*'})}, nil
}

// ParseWildcards reads patterns.
func ParseWildcards(texts []string) (all []Wildcard, err error) {
	for _, text := range texts {
		w, err := ParseWildcard(text)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// Match reports whether a URL matches.
func (w *Wildcard) Match(url []byte) bool {
	first, last := w.parts[0], w.parts[len(w.parts)-1]
	if len(w.parts) == 1 {
		return bytes.Equal(url, first)
	}
	if len(url) < len(first)+len(last) || !bytes.HasPrefix(url, first) || !bytes.HasSuffix(url, last) {
		return false
	}
	rest := url[len(first) : len(url)-len(last)]
	for _, part := range w.parts[1 : len(w.parts)-1] {
		i := bytes.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return true
}

// Regexp returns a regular expression that matches the same URLs.
func (w *Wildcard) Regexp() string {
	var b strings.Builder
	b.WriteString("^")
	for i, part := range w.parts {
		if i > 0 {
			b.WriteString(".*")
		}
		b.WriteString(regexp.QuoteMeta(string(part)))
	}
	return b.String() + "$"
}

// String returns the pattern as it was given.
func (w *Wildcard) String() string { return w.text }
