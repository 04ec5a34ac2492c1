package weburl

import (
	"bytes"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// KeyHost returns the prefix of key that names its host, up to and including the parenthesis, or nil for an opaque key.
// Two pages are on one host, whatever their schemes and ports, when these are equal. The slice is part of key.
func KeyHost(key []byte) []byte {
	if IsOpaque(key) {
		return nil
	}
	return key[:bytes.IndexByte(key, ')')+1]
}

// HostName returns the host of key as in a URL ("www.debian.org", "[::1]"), or "" for an opaque or malformed key.
func HostName(key []byte) string {
	host := KeyHost(key)
	if len(host) == 0 {
		return ""
	}
	name, ok := appendURLHost(make([]byte, 0, len(host)), host[:len(host)-1])
	if !ok {
		return ""
	}
	return string(name)
}

// DomainLen returns the length of the prefix of key that names its registered domain, "org,debian": one label
// below the public suffix. It uses the Public Suffix List of golang.org/x/net/publicsuffix with its private part,
// so alice.github.io is a domain. For an address or a public suffix it is the length of the whole host, without
// the parenthesis. For an opaque or malformed key it is 0. A host with a final dot keeps it: the domain of
// "www.debian.org." is "debian.org.", not "debian.org".
//
// Pages of one domain need not be adjacent: s3.amazonaws.com is a public suffix below the domain amazonaws.com,
// and its domains lie between hosts of amazonaws.com.
func DomainLen(key []byte) int {
	host := KeyHost(key)
	if len(host) == 0 {
		return 0
	}
	name := HostName(key)
	labels := domainLabels(name)
	if labels == 0 || name == "" {
		return max(len(host)-1, 0)
	}
	n := 0
	for range labels {
		i := bytes.IndexByte(host[n:], ',')
		if i < 0 {
			return len(host) - 1
		}
		n += i + 1
	}
	return n - 1
}

// DomainName returns the registered domain of key as in a URL, by the rules of DomainLen, or "".
func DomainName(key []byte) string {
	n := DomainLen(key)
	if n == 0 {
		return ""
	}
	name, ok := appendURLHost(make([]byte, 0, n), key[:n])
	if !ok {
		return ""
	}
	return string(name)
}

// domainLabels returns how many of the last labels of a host are its registered domain; 0 stands for all.
func domainLabels(host string) int {
	if isAddress([]byte(host)) {
		return 0
	}
	name := strings.TrimSuffix(host, ".")
	suffix, _ := publicsuffix.PublicSuffix(name)
	if len(suffix) >= len(name) {
		return 0
	}
	labels := strings.Count(suffix, ".") + 2
	if len(name) < len(host) {
		labels++
	}
	return labels
}

// HostPath returns the host of a canonical URL, without user and port, and the rest after the slash that ends it. ok is false
// for a name that is no URL.
func HostPath(href string) (host, path string, ok bool) {
	_, rest, ok := strings.Cut(href, "://")
	if !ok {
		return "", "", false
	}
	host, path, _ = strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, ']') {
		host = host[:at]
	}
	return host, path, true
}
