package live

import (
	"encoding/base64"
	"net/url"
	"strings"

	"weft/weburl"
)

// A target is a canonical URL in parts.
type target struct {
	url   string // canonical
	site  string // scheme, host and port, "https://example.org:8443": what connections and robots.txt belong to
	https bool
	host  string // with the brackets of IPv6
	port  string // "443"
	path  string // with the query; it begins with "/"
	auth  string // value of an Authorization field, if the URL has credentials
}

// parseTarget takes any spelling of an http or https URL. Of a canonical one without credentials it allocates nothing but
// for the URL itself.
func parseTarget(raw string) (target, error) {
	var buf [512]byte
	canonical, err := weburl.Append(buf[:0], []byte(raw))
	if err != nil {
		return target{}, &Error{Cause: CauseURL, Err: err}
	}
	t := target{url: raw}
	if string(canonical) != raw {
		t.url = string(canonical)
	}
	scheme, rest, _ := strings.Cut(t.url, "://")
	if scheme != "http" && scheme != "https" {
		return target{}, fail(CauseURL, "scheme %q is neither http nor https", scheme)
	}
	t.https = scheme == "https"
	slash := strings.IndexByte(rest, '/')
	authority := rest[:slash]
	t.path = rest[slash:]
	t.site = t.url[:len(t.url)-len(t.path)]
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		t.auth = basic(authority[:at])
		authority = authority[at+1:]
		t.site = scheme + "://" + authority
	}
	t.host, t.port = splitHostPort(authority, t.https)
	return t, nil
}

// splitHostPort splits the authority of a canonical URL.
func splitHostPort(authority string, https bool) (host, port string) {
	if colon := strings.LastIndexByte(authority, ':'); colon > strings.LastIndexByte(authority, ']') {
		return authority[:colon], authority[colon+1:]
	}
	if https {
		return authority, "443"
	}
	return authority, "80"
}

// authority is what stands in a Host field: the host, and the port where it is not the scheme's own.
func (t *target) authority() string { return t.site[strings.Index(t.site, "://")+3:] }

// name is the host as resolvers and TLS want it: without brackets and without a final dot.
func (t *target) name() string {
	return strings.TrimSuffix(strings.Trim(t.host, "[]"), ".")
}

// goURL is the URL for net/http, which takes the path as it is.
func (t *target) goURL() *url.URL {
	return &url.URL{Scheme: t.scheme(), Host: t.authority(), Opaque: "//" + t.authority() + t.path}
}

func (t *target) scheme() string {
	if t.https {
		return "https"
	}
	return "http"
}

// basic is the value of an Authorization or Proxy-Authorization field for credentials as a URL spells them.
func basic(credentials string) string {
	user, password, _ := strings.Cut(credentials, ":")
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(unescape(user)+":"+unescape(password)))
}

func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}
