package watch

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"weft/internal/ascii"
)

// FromHere reports whether a request comes from a page of the host that receives it, by its Origin and Sec-Fetch-Site
// fields. A request without both is refused.
func FromHere(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	site := r.Header.Get("Sec-Fetch-Site")
	for _, origin := range origins {
		if origin == "null" && site == "same-origin" { // browsers send null if the policy forbids a referrer
			continue
		}
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Path != "" || !strings.EqualFold(u.Host, r.Host) {
			return false
		}
	}
	return len(origins) <= 1 && (site == "same-origin" || site == "" && len(origins) == 1)
}

// Knows reports whether a Host names the server of this listener: localhost, a loopback address, the host of --listen, or
// the name of this machine, each whole and not as part of a longer name. If other machines may connect, every address is
// accepted, because no name can lead to a page whose host is an address.
func (l *Listener) Knows(host, machine string) bool {
	name, ok := hostName(host)
	if !ok {
		return false
	}
	if a, err := netip.ParseAddr(name); err == nil {
		return a.Zone() == "" && (a.Unmap().IsLoopback() || l.Open() || name == l.host)
	}
	return name == "localhost" || name == trimDot(l.host) || name == trimDot(strings.ToLower(machine))
}

// Names reports whether a Host is a name, with any port.
func Names(host, name string) bool {
	got, ok := hostName(host)
	want, is := hostName(name)
	return ok && is && got == want
}

// hostName returns the host of a Host field in lower case, without brackets, port and final dot. It returns false
// for an invalid field (RFC 9110, section 7.2).
func hostName(field string) (string, bool) {
	name, port := field, ""
	if i := strings.LastIndexByte(field, ':'); i >= 0 && i > strings.LastIndexByte(field, ']') {
		name, port = field[:i], field[i+1:]
		if port != "" && !ascii.IsNumber(port) {
			return "", false
		}
	}
	if inner, ok := strings.CutPrefix(name, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		a, err := netip.ParseAddr(inner)
		return strings.ToLower(inner), ok && err == nil && a.Is6()
	}
	name = trimDot(strings.ToLower(name))
	return name, name != "" && !strings.ContainsAny(name, ":@/\\[]% \t")
}

func trimDot(name string) string { return strings.TrimSuffix(name, ".") }
