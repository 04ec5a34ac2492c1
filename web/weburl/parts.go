package weburl

import "strconv"

// Parts are slices of a canonical URL: all of it but "://" and the "@" after a userinfo.
type Parts[T string | []byte] struct {
	Scheme    T // "http", "https", "ftp"
	Userinfo  T // "user:password" as the URL spells it, empty if there is none
	Authority T // host and port: "example.org:8443"
	Host      T // with the brackets of IPv6
	Port      T // its digits, empty where it is the scheme's own
	Path      T // it begins with a slash
	Query     T // with its question mark, empty if there is none
}

// Cut takes a canonical URL apart, as [Base.AppendResolve] makes it. It checks nothing: of any text what follows
// the first "://" is an authority up to "/", "?" or "#", and what has no "://" has no parts.
func Cut[T string | []byte](href T) (p Parts[T]) {
	colon := 0
	for ; ; colon++ {
		if colon+3 > len(href) {
			return p
		}
		if href[colon] == ':' && href[colon+1] == '/' && href[colon+2] == '/' {
			break
		}
	}
	end := colon + 3
	for end < len(href) && href[end] != '/' && href[end] != '?' && href[end] != '#' {
		end++
	}
	p.Scheme, p.Authority, p.Path = href[:colon], href[colon+3:end], href[end:]
	p.cutAuthority()
	for i := range len(p.Path) {
		if p.Path[i] == '?' {
			p.Path, p.Query = p.Path[:i], p.Path[i:]
			break
		}
	}
	return p
}

// cutAuthority takes userinfo, host and port apart.
func (p *Parts[T]) cutAuthority() {
	for i := len(p.Authority) - 1; i >= 0; i-- {
		if p.Authority[i] == '@' {
			p.Userinfo, p.Authority = p.Authority[:i], p.Authority[i+1:]
			break
		}
	}
	p.Host = p.Authority
	for i := len(p.Host) - 1; i >= 0 && p.Host[i] != ']'; i-- {
		if p.Host[i] == ':' {
			p.Host, p.Port = p.Host[:i], p.Host[i+1:]
			break
		}
	}
}

// Origin is scheme, host and port, as in "https://example.org:8443".
func (p *Parts[T]) Origin() string { return string(p.Scheme) + "://" + string(p.Authority) }

// KeyPort returns the port in a sort key, −1 without one, and the default port of the scheme. It returns −1 and 0
// for a key that is not a URL.
func KeyPort(key []byte) (said, own int) {
	_, p, ok := splitKey(key)
	if !ok || IsOpaque(key) {
		return -1, 0
	}
	said = -1
	if len(p.port) > 1 {
		said, _ = strconv.Atoi(string(p.port[1:])) // AppendKey has checked it
	}
	return said, ports[p.scheme]
}
