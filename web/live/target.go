package live

import (
	"encoding/base64"
	"net/url"
	"strings"

	"weft/web/weburl"
)

// A target is a canonical URL in parts.
type target struct {
	url       string // canonical
	site      string // scheme, host and port, "https://example.org:8443": what connections and robots.txt belong to
	https     bool
	authority string // what stands in a Host field: the host, and the port where it is not the scheme's own
	host      string // with the brackets of IPv6
	port      string // "443"
	path      string // with the query; it begins with "/"
	auth      string // value of an Authorization field, if the URL has credentials
}

// ports are the default ports of the schemes; the key is true for https.
var ports = map[bool]string{true: "443", false: "80"}

// parseTarget parses any spelling of an http or https URL. For a canonical URL without credentials it allocates
// only the URL itself.
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
	p := weburl.Cut(t.url)
	if p.Scheme != "http" && p.Scheme != "https" {
		return target{}, fail(CauseURL, "scheme %q is neither http nor https", p.Scheme)
	}
	t.https = p.Scheme == "https"
	t.site, t.path = t.url[:len(t.url)-len(p.Path)-len(p.Query)], t.url[len(t.url)-len(p.Path)-len(p.Query):]
	if p.Userinfo != "" {
		t.site, t.auth = p.Origin(), basic(p.Userinfo)
	}
	t.authority, t.host, t.port = p.Authority, p.Host, p.Port
	if t.port == "" {
		t.port = ports[t.https]
	}
	return t, nil
}

// name is the host as resolvers and TLS want it: without brackets and without a final dot.
func (t *target) name() string {
	return strings.TrimSuffix(strings.Trim(t.host, "[]"), ".")
}

// goURL is the URL for net/http, which takes the path as it is.
func (t *target) goURL() *url.URL {
	return &url.URL{Scheme: t.scheme(), Host: t.authority, Opaque: "//" + t.authority + t.path}
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
