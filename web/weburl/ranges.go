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
