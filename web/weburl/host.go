package weburl

import (
	"bytes"
	"strconv"

	"golang.org/x/net/idna"

	"weft/internal/ascii"
)

// appendAuthority appends scheme, credentials, host and port of text, which begins with them, and then the rest of text.
func (b *Base) appendAuthority(dst []byte, s scheme, text []byte) ([]byte, error) {
	end := bytes.IndexAny(text, `/\?#`)
	if end < 0 {
		end = len(text)
	}
	auth, rest := text[:end], text[end:]
	dst = append(dst, starts[s]...)
	if at := bytes.LastIndexByte(auth, '@'); at >= 0 {
		dst = appendCredentials(dst, auth[:at])
		auth = auth[at+1:]
	}
	host, port := splitPort(auth)
	dst, err := b.appendHost(dst, host)
	if err != nil {
		return dst, err
	}
	if dst, err = appendPort(dst, s, port); err != nil {
		return dst, err
	}
	if len(rest) > 0 && class[rest[0]]&pathStop != 0 {
		rest = rest[1:]
	}
	return b.appendPath(dst, len(dst), rest)
}

func appendCredentials(dst, text []byte) []byte {
	user, password, _ := bytes.Cut(text, []byte(":"))
	if len(user) == 0 && len(password) == 0 {
		return dst
	}
	dst = appendEscaped(dst, user, inUserinfo)
	if len(password) > 0 {
		dst = appendEscaped(append(dst, ':'), password, inUserinfo)
	}
	return append(dst, '@')
}

// splitPort cuts at the first colon outside brackets; the port keeps its colon.
func splitPort(auth []byte) (host, port []byte) {
	inside := false
	for i, c := range auth {
		switch c {
		case '[':
			inside = true
		case ']':
			inside = false
		case ':':
			if !inside {
				return auth[:i], auth[i:]
			}
		}
	}
	return auth, nil
}

func appendPort(dst []byte, s scheme, port []byte) ([]byte, error) {
	if len(port) <= 1 {
		return dst, nil
	}
	n, err := strconv.ParseUint(string(port[1:]), 10, 16)
	switch {
	case err != nil:
		return dst, ErrPort
	case int(n) == ports[s]: //nolint:gosec // of 16 bits
		return dst, nil
	}
	return strconv.AppendUint(append(dst, ':'), n, 10), nil
}

// appendHost is the standard's host parser for special schemes, and its host serialiser.
func (b *Base) appendHost(dst, host []byte) ([]byte, error) {
	if len(host) == 0 {
		return dst, ErrHost
	}
	if host[0] == '[' {
		return appendIPv6(dst, host)
	}
	start := len(dst)
	var seen uint8
	for _, c := range host {
		k := class[c]
		seen |= k
		dst = append(dst, c|k&upper) // upper is 0x20, the bit that makes a letter small
	}
	if seen&noHost != 0 {
		var err error
		if dst, err = b.appendDomain(dst[:start], host); err != nil {
			return dst, err
		}
	}
	if !endsInNumber(dst[start:]) {
		return dst, nil
	}
	addr, ok := parseIPv4(dst[start:])
	if !ok {
		return dst, ErrHost
	}
	return appendIPv4(dst[:start], addr), nil
}

// maxIDNA bounds the hosts that are given to IDNA, whose time is quadratic; the longest host in the DNS has 253 bytes.
const maxIDNA = 2048

// appendDomain appends a host that needs percent-decoding or IDNA.
func (b *Base) appendDomain(dst, host []byte) ([]byte, error) {
	b.host = percentDecode(b.host[:0], host)
	start := len(dst)
	if ascii.Is(b.host) {
		for _, c := range b.host {
			dst = append(dst, c|class[c]&upper)
		}
	} else {
		if len(b.host) > maxIDNA {
			return dst, ErrHost
		}
		ascii, err := toASCII(string(b.host))
		if err != nil {
			return dst, ErrHost
		}
		dst = append(dst, ascii...)
	}
	if len(dst) == start {
		return dst, ErrHost
	}
	for _, c := range dst[start:] {
		if class[c]&noHost != 0 {
			return dst, ErrHost
		}
	}
	return dst, nil
}

// whatwg is "domain to ASCII" with beStrict false (URL Standard 3.3) for hosts that are not ASCII: UTS #46,
// non-transitional, without the rules for DNS length, hyphens and STD3. ASCII hosts are only lower-cased, even
// with invalid labels "xn--…", because such websites exist (whatwg/url commit a8d5ca3716, June 2026).
var whatwg = idna.New(
	idna.MapForLookup(),
	idna.BidiRule(),
	idna.CheckJoiners(true),
	idna.CheckHyphens(false),
	idna.StrictDomainName(false),
	idna.VerifyDNSLength(false),
	idna.Transitional(false),
)

// toASCII maps a host and validates the outcome once more, which finds U+FFFD and what else the mapping lets pass.
func toASCII(host string) (string, error) {
	ascii, err := whatwg.ToASCII(host)
	if err != nil {
		return "", err
	}
	if again, err := whatwg.ToASCII(ascii); err != nil || again != ascii {
		return "", ErrHost
	}
	return ascii, nil
}

func percentDecode(dst, s []byte) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' {
			if v, ok := ascii.Escaped(s[i:]); ok {
				c = v
				i += 2
			}
		}
		dst = append(dst, c)
	}
	return dst
}
