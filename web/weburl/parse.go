package weburl

import (
	"bytes"
	"errors"

	"golang.org/x/text/transform"

	"weft/internal/ascii"
)

// MaxLen is the limit on the length of a URL, in bytes, before and after it is made canonical.
const MaxLen = 64 << 10

// Faults of a URL. The errors do not contain the URL: callers know it, and it may be a megabyte.
var (
	ErrScheme   = errors.New("scheme of the URL is not http, https or ftp")
	ErrTooLong  = errors.New("URL is longer than the limit")
	ErrRelative = errors.New("relative URL without a base")
	ErrHost     = errors.New("invalid host in URL")
	ErrPort     = errors.New("invalid port in URL")
)

type scheme uint8

const (
	noScheme scheme = iota
	http
	https
	ftp
	otherScheme
)

// starts, codes and ports are indexed by scheme: how a URL begins, its letter in a sort key, its default port.
var (
	starts = [...]string{http: "http://", https: "https://", ftp: "ftp://"}
	codes  = [...]byte{http: 'h', https: 's', ftp: 'f'}
	ports  = [...]int{http: 80, https: 443, ftp: 21}
)

// A Base resolves the references of one page. Its zero value has no base URL and takes absolute URLs only. A Base may be
// used again by Set, and by one goroutine at a time.
type Base struct {
	// Query converts the query part of resolved URLs from UTF-8 to the encoding of the document: an encoder of
	// golang.org/x/text/encoding. Nil stands for UTF-8. Set keeps it.
	Query transform.Transformer

	href    []byte // canonical, without fragment
	scheme  scheme
	hostEnd int // href[hostEnd] is the first slash of the path
	dirEnd  int // href[dirEnd] is the last slash of the path
	pathEnd int // href[pathEnd:] is empty or the query with its question mark

	clean []byte // a reference without tabs and newlines
	host  []byte // a host without percent-encoding
}

// Parse returns the canonical form, without fragment, of an absolute http, https or ftp URL.
func Parse(raw string) (string, error) {
	var b Base
	out, err := b.AppendResolve(nil, []byte(raw))
	return string(out), err
}

// Resolve is Parse of ref, which may be relative to base, an absolute URL.
func Resolve(base, ref string) (string, error) {
	var b Base
	if err := b.Set([]byte(base)); err != nil {
		return "", err
	}
	out, err := b.AppendResolve(nil, []byte(ref))
	return string(out), err
}

// Append is Parse for bytes: it appends the canonical URL to dst. On an error it returns dst as it was.
func Append(dst, raw []byte) ([]byte, error) {
	var b Base
	return b.AppendResolve(dst, raw)
}

// Set makes the absolute URL raw the base; on an error b has no base.
func (b *Base) Set(raw []byte) error {
	query := b.Query
	b.scheme, b.Query = noScheme, nil
	href, err := b.AppendResolve(b.href[:0], raw)
	b.href, b.Query = href, query
	if err != nil {
		return err
	}
	b.scheme, _, _ = cutScheme(href)
	start := len(starts[b.scheme])
	b.hostEnd = start + bytes.IndexByte(href[start:], '/')
	b.pathEnd = len(href)
	if q := bytes.IndexByte(href, '?'); q >= 0 {
		b.pathEnd = q
	}
	b.dirEnd = bytes.LastIndexByte(href[:b.pathEnd], '/')
	return nil
}

// Clear leaves b without a base URL.
func (b *Base) Clear() { b.href, b.scheme = b.href[:0], noScheme }

// Href returns the base URL, canonical and without fragment, or nothing. It is valid until the next Set or Clear.
func (b *Base) Href() []byte { return b.href }

// AppendResolve resolves ref, an absolute URL or a reference relative to the base, and appends the canonical URL
// without fragment to dst. Time is linear in ref and base; ASCII hosts allocate nothing if dst has room.
//
// It follows the basic URL parser of the URL Standard (2025) for its schemes, with one more limit: a host that
// needs IDNA may have at most 2,048 bytes. After an error, always one of this package, it returns dst unchanged.
func (b *Base) AppendResolve(dst, ref []byte) ([]byte, error) {
	out, err := b.resolve(dst, ref)
	if err == nil && len(out)-len(dst) > MaxLen {
		err = ErrTooLong
	}
	if err != nil {
		return dst, err
	}
	return out, nil
}

func (b *Base) resolve(dst, ref []byte) ([]byte, error) {
	ref = trim(ref)
	if len(ref) > MaxLen {
		if s, _, _ := cutScheme(ref[:min(len(ref), 64)]); s == otherScheme {
			return dst, ErrScheme
		}
		return dst, ErrTooLong
	}
	ref = b.dropNewlines(ref)
	s, rest, ok := cutScheme(ref)
	switch {
	case s == otherScheme:
		return dst, ErrScheme
	case ok && s == b.scheme && !(len(rest) >= 2 && rest[0] == '/' && rest[1] == '/'):
		return b.appendRelative(dst, rest)
	case ok:
		return b.appendAbsolute(dst, s, rest)
	case b.scheme == noScheme:
		return dst, ErrRelative
	}
	return b.appendRelative(dst, ref)
}

// appendAbsolute parses the part after "scheme:". Any number of slashes may precede the host.
func (b *Base) appendAbsolute(dst []byte, s scheme, rest []byte) ([]byte, error) {
	i := 0
	for i < len(rest) && class[rest[i]]&pathStop != 0 {
		i++
	}
	return b.appendAuthority(dst, s, rest[i:])
}

func (b *Base) appendRelative(dst, rest []byte) ([]byte, error) {
	root := len(dst) + b.hostEnd
	switch {
	case len(rest) == 0 || rest[0] == '#':
		return append(dst, b.href...), nil
	case rest[0] == '?':
		return b.appendQuery(append(dst, b.href[:b.pathEnd]...), rest)
	case class[rest[0]]&pathStop == 0:
		return b.appendPath(append(dst, b.href[:b.dirEnd]...), root, rest)
	case len(rest) > 1 && class[rest[1]]&pathStop != 0:
		return b.appendAbsolute(dst, b.scheme, rest)
	}
	return b.appendPath(append(dst, b.href[:b.hostEnd]...), root, rest[1:])
}

// cutScheme splits "scheme:rest"; false when s does not begin with a scheme.
func cutScheme(s []byte) (scheme, []byte, bool) {
	if len(s) == 0 || s[0]|0x20 < 'a' || s[0]|0x20 > 'z' {
		return noScheme, s, false
	}
	i := 1
	for i < len(s) && class[s[i]]&schemeByte != 0 {
		i++
	}
	if i == len(s) || s[i] != ':' {
		return noScheme, s, false
	}
	return knownScheme(s[:i]), s[i+1:], true
}

func knownScheme(name []byte) scheme {
	switch {
	case ascii.EqualFold(name, "http"):
		return http
	case ascii.EqualFold(name, "https"):
		return https
	case ascii.EqualFold(name, "ftp"):
		return ftp
	}
	return otherScheme
}

// trim removes leading and trailing C0 controls and spaces.
func trim(s []byte) []byte {
	for len(s) > 0 && s[0] <= ' ' {
		s = s[1:]
	}
	for len(s) > 0 && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// dropNewlines removes every tab and newline, which the standard ignores anywhere in a URL.
func (b *Base) dropNewlines(s []byte) []byte {
	if bytes.IndexByte(s, '\n') < 0 && bytes.IndexByte(s, '\t') < 0 && bytes.IndexByte(s, '\r') < 0 {
		return s
	}
	b.clean = b.clean[:0]
	for _, c := range s {
		if c != '\n' && c != '\t' && c != '\r' {
			b.clean = append(b.clean, c)
		}
	}
	return b.clean
}
