package ccindex

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weft/web/warc"
	"weft/web/weburl"
)

// A Selection is a set of URLs: all of some hosts, all below some domains, all that begin alike, and single URLs.
// The zero value has no URL.
type Selection struct {
	hosts    map[string]bool
	below    []string // ".example.org"
	urls     map[string]bool
	prefixes []string
	ranges   []Range
}

// A Range holds the keys from Low, and below High.
type Range struct{ Low, High string }

// Add adds the URLs that a word names:
//
//   - www.example.org: a host, with any scheme and port;
//   - *.example.org: a host, and all hosts below it;
//   - https://example.org/page: a URL;
//   - https://example.org/docs/*: all URLs that begin alike.
//
// For URLs http and https are the same.
func (s *Selection) Add(word string) error {
	name, isURL := word, strings.Contains(word, "://")
	if !isURL {
		name = "http://" + strings.TrimPrefix(word, "*.") + "/"
	}
	text, isPrefix := strings.CutSuffix(name, "*")
	href, err := weburl.Parse(text)
	p := weburl.Cut(href)
	switch {
	case err != nil, p.Scheme != "http" && p.Scheme != "https", p.Userinfo != "", strings.Contains(p.Host, "*"),
		strings.Contains(text, ":///"), // a browser takes the path for a host
		!isURL && (p.Path != "/" || p.Query != "" || strings.LastIndexByte(word, ':') > strings.LastIndexByte(word, ']')): // not a host alone
		return fmt.Errorf("%q is no host and no URL: expected www.example.org, *.example.org, https://example.org/page or https://example.org/docs/*", word)
	}
	if !isURL {
		s.addHost(p.Host, strings.HasPrefix(word, "*."))
		return nil
	}
	s.addKeys(p.Host) // of the whole host: paths are written in too many ways, and the URL decides
	if isPrefix {
		s.prefixes = append(s.prefixes, bare(href))
		return nil
	}
	if s.urls == nil {
		s.urls = map[string]bool{}
	}
	s.urls[bare(href)] = true
	return nil
}

// addHost adds a host, perhaps with all below it. A dot at its end does not matter.
func (s *Selection) addHost(host string, below bool) {
	host = strings.TrimSuffix(host, ".")
	if s.hosts == nil {
		s.hosts = map[string]bool{}
	}
	s.hosts[host] = true
	key := s.addKeys(host)
	if below {
		s.below = append(s.below, "."+host)
		s.addRange(key+",", key+"-")
	}
}

// addKeys adds the keys of a host, with any port, and returns how they begin.
func (s *Selection) addKeys(host string) string {
	key := string(warc.AppendSURT(nil, []byte("http://"+strings.TrimSuffix(host, ".")+"/")))
	key, _, _ = strings.Cut(key, ")")
	s.addRange(key+")", key+"*") // the byte after the bracket
	s.addRange(key+":", key+";")
	return key
}

// bare returns a canonical URL without scheme and fragment.
func bare(href string) string {
	_, rest, _ := strings.Cut(href, "://")
	rest, _, _ = strings.Cut(rest, "#")
	return rest
}

func (s *Selection) addRange(low, high string) {
	s.ranges = append(s.ranges, Range{low, high})
	slices.SortFunc(s.ranges, func(a, b Range) int { return cmp.Or(cmp.Compare(a.Low, b.Low), cmp.Compare(a.High, b.High)) })
	out := s.ranges[:1]
	for _, r := range s.ranges[1:] {
		if last := &out[len(out)-1]; r.Low <= last.High {
			last.High = max(last.High, r.High)
		} else {
			out = append(out, r)
		}
	}
	s.ranges = out
}

// Empty reports whether nothing is selected.
func (s *Selection) Empty() bool { return len(s.ranges) == 0 }

// Ranges returns ranges of sort keys that hold the keys of all selected URLs. They are disjoint and in order.
func (s *Selection) Ranges() []Range { return s.ranges }

// Overlaps reports whether the keys from low to high, inclusive, may belong to selected URLs.
func (s *Selection) Overlaps(low, high string) bool {
	for _, r := range s.ranges {
		if r.Low <= high && low < r.High {
			return true
		}
	}
	return false
}

// Has reports whether a URL is selected. It need not be canonical.
func (s *Selection) Has(address string) bool {
	href, err := weburl.Parse(address)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(weburl.Cut(href).Host, ".")
	if s.hosts[host] {
		return true
	}
	for _, end := range s.below {
		if strings.HasSuffix(host, end) {
			return true
		}
	}
	text := bare(href)
	return s.urls[text] || slices.ContainsFunc(s.prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}
