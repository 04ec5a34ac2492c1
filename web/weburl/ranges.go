package weburl

import (
	"bytes"
	"strings"
)

// HostRange returns the keys of the pages on a host, lo <= key < hi: every scheme, port and credential. The host may be
// written in any way that a URL allows ("WWW.Debian.org", "bücher.example").
func HostRange(host string) (lo, hi []byte, err error) {
	key, err := hostKey(host)
	if err != nil {
		return nil, nil, err
	}
	lo, hi = between(key, ')')
	return lo, hi, nil
}

// DomainRange returns the keys of the pages on a host and on every host below it, lo <= key < hi. For an address or a
// public suffix, below which lie the domains of others, it is HostRange. For a registered domain it holds all of the
// domain, and what DomainLen says about public suffixes below one.
func DomainRange(domain string) (lo, hi []byte, err error) {
	key, err := hostKey(domain)
	if err != nil {
		return nil, nil, err
	}
	if name := HostName(append(key, ')')); domainLabels(name) == 0 {
		lo, hi = between(key, ')')
		return lo, hi, nil
	}
	lo, _ = between(key, ')')
	_, hi = between(key, ',')
	return lo, hi, nil
}

// PrefixRange returns the keys of the pages whose URL begins with prefix, lo <= key < hi. The scheme is read over, as are
// port and credentials: they stand at the end of a key, so one interval holds a path on all of them. The prefix may lack
// its scheme ("www.debian.org/doc"); without a path it stands for the host. It is made canonical before, so dot segments
// in it are resolved.
func PrefixRange(prefix string) (lo, hi []byte, err error) {
	if !strings.Contains(prefix, "://") {
		prefix = "http://" + prefix
	}
	href, err := Append(nil, []byte(prefix))
	if err != nil {
		return nil, nil, err
	}
	key, err := AppendKey(nil, href)
	if err != nil {
		return nil, nil, err
	}
	if _, rest, _ := strings.Cut(prefix, "://"); !strings.ContainsAny(rest, `/\?`) {
		host := KeyHost(key)
		lo, hi = between(host[:len(host)-1], ')')
		return lo, hi, nil
	}
	lo = key[:bytes.LastIndexByte(key, ' ')]
	hi = bytes.Clone(lo)
	hi[len(hi)-1]++ // below 0x7f: a canonical URL ends in a printable byte
	return lo, hi, nil
}

// between returns the interval of the byte strings that begin with key and then sep.
func between(key []byte, sep byte) (lo, hi []byte) {
	lo = append(bytes.Clone(key), sep)
	return lo, append(bytes.Clone(key), sep+1)
}

// hostKey returns the key of a host, without the parenthesis.
func hostKey(host string) ([]byte, error) {
	if strings.ContainsAny(host, `/\?#@`) {
		return nil, ErrHost
	}
	var b Base
	name, err := b.appendHost(nil, []byte(host))
	if err != nil {
		return nil, err
	}
	key, ok := appendKeyHost(nil, name)
	if !ok {
		return nil, ErrHost
	}
	return key[:len(key)-1], nil
}
