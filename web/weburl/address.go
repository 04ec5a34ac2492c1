package weburl

import (
	"bytes"
	"strconv"

	"weft/internal/ascii"
)

// endsInNumber is the standard's "ends in a number" checker: such a host is an IPv4 address or invalid.
func endsInNumber(host []byte) bool {
	host = bytes.TrimSuffix(host, []byte("."))
	last := host[bytes.LastIndexByte(host, '.')+1:]
	if len(last) == 0 || last[0] < '0' || last[0] > '9' {
		return false
	}
	digits := true
	for _, c := range last {
		digits = digits && c >= '0' && c <= '9'
	}
	if digits {
		return true
	}
	_, ok := parseIPv4Number(last)
	return ok
}

// parseIPv4 reads up to four numbers, decimal, octal or hexadecimal, of which the last fills what is left.
func parseIPv4(host []byte) (addr uint32, ok bool) {
	host = bytes.TrimSuffix(host, []byte("."))
	if bytes.Count(host, []byte(".")) > 3 {
		return 0, false
	}
	sum, place := uint64(0), 0
	for {
		part, rest, more := bytes.Cut(host, []byte("."))
		n, ok := parseIPv4Number(part)
		switch {
		case !ok || more && n > 255:
			return 0, false
		case !more:
			if n >= 1<<(8*(4-place)) {
				return 0, false
			}
			return uint32(sum + n), true
		}
		sum += n << (8 * (3 - place))
		place++
		host = rest
	}
}

// parseIPv4Number reads one part; values beyond 32 bits come out as some value beyond 32 bits.
func parseIPv4Number(part []byte) (n uint64, ok bool) {
	if len(part) == 0 {
		return 0, false
	}
	radix := 10
	if len(part) >= 2 && part[0] == '0' {
		radix, part = 8, part[1:]
		if part[0]|0x20 == 'x' {
			radix, part = 16, part[1:]
		}
	}
	for _, c := range part {
		d := ascii.Hex(c)
		if d < 0 || d >= radix {
			return 0, false
		}
		n = min(n*uint64(radix)+uint64(d), 1<<40)
	}
	return n, true
}

func appendIPv4(dst []byte, addr uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		dst = strconv.AppendUint(dst, uint64(addr>>shift&255), 10)
		if shift > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}

// appendIPv6 parses and serialises "[…]".
func appendIPv6(dst, host []byte) ([]byte, error) {
	if len(host) < 2 || host[len(host)-1] != ']' {
		return dst, ErrHost
	}
	pieces, ok := parseIPv6(host[1 : len(host)-1])
	if !ok {
		return dst, ErrHost
	}
	from, to := longestZeros(pieces)
	dst = append(dst, '[')
	for i := 0; i < 8; i++ {
		if i == from {
			dst = append(dst, ':', ':')
			i = to - 1
			continue
		}
		if i > 0 && i != to {
			dst = append(dst, ':')
		}
		dst = strconv.AppendUint(dst, uint64(pieces[i]), 16)
	}
	return append(dst, ']'), nil
}

// longestZeros returns the first of the longest runs of two or more zero pieces, or -1, -1.
func longestZeros(pieces [8]uint16) (from, to int) {
	from, to = -1, -1
	for i := 0; i < 8; {
		j := i
		for j < 8 && pieces[j] == 0 {
			j++
		}
		if j-i >= 2 && j-i > to-from {
			from, to = i, j
		}
		i = max(j, i+1)
	}
	return from, to
}

// parseIPv6 reads the text between the brackets: pieces of up to four hexadecimal digits, one "::", and perhaps a dotted
// IPv4 address in place of the last two pieces.
func parseIPv6(s []byte) (pieces [8]uint16, ok bool) {
	n, gap := 0, -1
	if len(s) > 0 && s[0] == ':' {
		if len(s) < 2 || s[1] != ':' {
			return pieces, false
		}
		s, gap = s[2:], 0
	}
	for len(s) > 0 {
		if s[0] == ':' && n > 0 && gap < 0 {
			s, gap = s[1:], n
			continue
		}
		value, digits := hexPiece(s)
		switch {
		case n == 8 || digits == 0:
			return pieces, false
		case digits < len(s) && s[digits] == '.':
			if n > 6 || !parseEmbeddedIPv4(s, pieces[n:n+2]) {
				return pieces, false
			}
			n, s = n+2, nil
			continue
		}
		pieces[n] = value
		n++
		if s = s[digits:]; len(s) == 0 {
			break
		}
		if s[0] != ':' || len(s) == 1 {
			return pieces, false
		}
		s = s[1:]
	}
	if gap < 0 {
		return pieces, n == 8
	}
	if n == 8 {
		return pieces, false
	}
	copy(pieces[8-(n-gap):], pieces[gap:n])
	clear(pieces[gap : 8-(n-gap)])
	return pieces, true
}

// hexPiece reads at most four hexadecimal digits.
func hexPiece(s []byte) (value uint16, digits int) {
	for digits < 4 && digits < len(s) && ascii.Hex(s[digits]) >= 0 {
		value = value<<4 | uint16(ascii.Hex(s[digits]))
		digits++
	}
	return value, digits
}

// parseEmbeddedIPv4 reads exactly four decimal numbers without leading zeros into two pieces.
func parseEmbeddedIPv4(s []byte, pieces []uint16) bool {
	for place := range 4 {
		part, rest, more := bytes.Cut(s, []byte("."))
		if more != (place < 3) || len(part) == 0 || len(part) > 3 || len(part) > 1 && part[0] == '0' {
			return false
		}
		n := 0
		for _, c := range part {
			if c < '0' || c > '9' {
				return false
			}
			n = n*10 + int(c-'0')
		}
		if n > 255 {
			return false
		}
		pieces[place/2] = pieces[place/2]<<8 | uint16(n)
		s = rest
	}
	return true
}
