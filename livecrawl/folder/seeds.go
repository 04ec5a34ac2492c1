package folder

import (
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strings"

	"weft/internal/digits"
	"weft/internal/held"
	"weft/internal/lists"
	"weft/web/weburl"
)

// bareSeed matches a host with an optional port and an optional rest, without a scheme.
var bareSeed = held.Regexp(`^(localhost|[\pL\pN_-]+(?:\.[\pL\pN_-]+)+|\[[0-9a-fA-F:.]+\])\.?(:[0-9]+)?([/?#].*)?$`)

// numericHost matches an IPv4 address or the end of an IPv6 address in brackets.
var numericHost = held.Regexp(`^[0-9.]+$|\]$`)

// SeedURL returns the canonical URL of a seed, and whether it added a scheme. It adds https to names of hosts. It adds
// http to localhost, to addresses, and to ports other than 443.
func SeedURL(raw string) (url string, added bool, err error) {
	text := strings.TrimSpace(raw)
	if scheme, _, ok := strings.Cut(text, "://"); ok && !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") && bareSeed().FindString(text) == "" {
		return "", false, fmt.Errorf("%q: its scheme is %s: only http and https can be crawled", weburl.HideUserinfo(raw), scheme)
	}
	if scheme := schemeFor(text); scheme != "" {
		text, added = scheme+"://"+text, true
	}
	url, err = weburl.Parse(text)
	if err != nil {
		return "", false, fmt.Errorf("%q is no URL: %w: want one such as https://example.org/", weburl.HideUserinfo(raw), err)
	}
	if !strings.HasPrefix(url, "http") {
		return "", false, fmt.Errorf("%q: only http and https can be crawled", weburl.HideUserinfo(raw))
	}
	return url, added, nil
}

// schemeFor returns the scheme that SeedURL adds to a text; "" for a text that is no host with an optional rest.
func schemeFor(text string) string {
	m := bareSeed().FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case IsLoopback(strings.Trim(m[1], "[]")), m[2] != "" && m[2] != ":443", m[2] == "" && numericHost().MatchString(m[1]):
		return "http"
	}
	return "https"
}

// IsLoopback reports whether a host is this machine, by its name or its address.
func IsLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// mostBadSeeds is the number of lines of a list of seeds that an error names.
const mostBadSeeds = 20

// ReadSeeds reads a list of seeds, one per line. It skips empty lines, lines that begin with #, and the rest of a
// line after a tab, or after a blank and #. The error names the bad lines, up to 20 of them, and how many there are.
func ReadSeeds(r io.Reader, name string) ([]string, error) {
	var seeds []string
	var bad []error
	more := 0
	list := lists.New(r, name, weburl.MaxLen+1024)
	for list.Next() {
		text, _, _ := strings.Cut(list.Text(), "\t")
		text, _, _ = strings.Cut(text, " #")
		url, _, err := SeedURL(text)
		switch {
		case err == nil:
			seeds = append(seeds, url)
		case len(bad) < mostBadSeeds:
			bad = append(bad, list.At(err))
		default:
			more++
		}
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	if more > 0 {
		bad = append(bad, fmt.Errorf("%s: %s", name, digits.Plural(more, "further bad line")))
	}
	if len(bad) > 0 {
		return nil, errors.Join(bad...)
	}
	return seeds, nil
}
