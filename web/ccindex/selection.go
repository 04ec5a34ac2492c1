package ccindex

import (
	"bytes"
	"cmp"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"weft/web/warc"
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
	if strings.Contains(word, "://") {
		return s.addURL(word)
	}
	name, below := strings.CutPrefix(word, "*.")
	host, err := cleanHost(name)
	if err != nil {
		return fmt.Errorf("%q is no host: %w; expected www.example.org, *.example.org or https://example.org/docs/*", word, err)
	}
	if s.hosts == nil {
		s.hosts = map[string]bool{}
	}
	s.hosts[host] = true
	key := keyOfHost(host)
	s.addRange(key+")", key+"*") // the byte after ), so that keys with a port are in
	s.addRange(key+":", key+";")
	if below {
		s.below = append(s.below, "."+host)
		s.addRange(key+",", key+"-")
	}
	return nil
}

func (s *Selection) addURL(word string) error {
	text, prefix := strings.CutSuffix(word, "*")
	u, err := url.Parse(text)
	if err == nil && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		err = fmt.Errorf("expected http or https, and a host")
	}
	if err != nil {
		return fmt.Errorf("%q is no URL: %w", word, err)
	}
	host, err := cleanHost(u.Hostname())
	if err != nil {
		return fmt.Errorf("%q is no URL: %w", word, err)
	}
	key := keyOfHost(host)
	s.addRange(key+")", key+"*") // paths are written in too many ways: the URL decides
	s.addRange(key+":", key+";")
	if prefix {
		s.prefixes = append(s.prefixes, bare(text))
		return nil
	}
	if s.urls == nil {
		s.urls = map[string]bool{}
	}
	s.urls[bare(text)] = true
	return nil
}

// bare returns a URL without its scheme and fragment, its host in lower case.
func bare(text string) string {
	_, rest, _ := strings.Cut(text, "://")
	rest, _, _ = strings.Cut(rest, "#")
	host, path, found := strings.Cut(rest, "/")
	if !found && !strings.Contains(rest, "?") {
		return strings.ToLower(host) + "/"
	}
	if !found {
		return rest
	}
	return strings.ToLower(host) + "/" + path
}

func cleanHost(name string) (string, error) {
	if a, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return a.String(), nil
	}
	host, err := idna.Lookup.ToASCII(strings.TrimSuffix(name, "."))
	if err == nil && (host == "" || strings.ContainsAny(host, "*/?#@:, \t")) {
		err = fmt.Errorf("a name of letters, digits, hyphens and dots is expected")
	}
	return strings.ToLower(host), err
}

// keyOfHost returns the sort key of a host, up to the bracket.
func keyOfHost(host string) string {
	key := warc.AppendSURT(nil, []byte("http://"+host+"/"))
	if i := bytes.IndexByte(key, ')'); i >= 0 {
		key = key[:i]
	}
	return string(key)
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

// Has reports whether a URL is selected.
func (s *Selection) Has(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	if s.hosts[host] {
		return true
	}
	for _, end := range s.below {
		if strings.HasSuffix(host, end) {
			return true
		}
	}
	text := bare(address)
	return s.urls[text] || slices.ContainsFunc(s.prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}
