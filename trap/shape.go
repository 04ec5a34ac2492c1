package trap

import "bytes"

// appendShape appends the shape of a URL to dst, and returns the rule that counts it; None where the URL has no shape.
func (p *parts) appendShape(dst []byte) ([]byte, Rule) {
	dst = append(dst, p.host...)
	if p.again() > 0 {
		return append(dst, " again"...), Paths
	}
	d, dated := p.date()
	segments := p.segments
	if dated {
		segments = segments[:min(d.segment, len(segments))]
	}
	masked := dated
	for _, s := range segments {
		var m bool
		before := len(dst)
		dst, m = appendMasked(append(dst, '/'), s)
		masked = masked || m
		if class := dst[before:]; len(class) == 2 && class[1] == '#' && bytes.HasSuffix(dst[:before], class) {
			dst = dst[:before] // numbers in a row are one
		}
	}
	rule := Shape
	if d.spoken {
		rule = Calendar
	}
	switch {
	case dated:
		return append(dst, " date"...), Calendar
	case len(p.params) > 0:
		return append(dst, '?'), rule
	case masked:
		return dst, rule
	}
	return dst, None
}

// appendMasked appends a segment in which numbers and identifiers are replaced by #, and says whether there was one.
func appendMasked(dst, s []byte) ([]byte, bool) {
	masked := false
	for i := 0; i < len(s); {
		end, digits, hex := run(s, i)
		switch {
		case isUUID(s[i:]):
			dst, masked, end = append(dst, '#'), true, i+uuidLen
		case end == i:
			dst = append(dst, s[i])
			end++
		case digits == 0:
			dst = append(dst, s[i:end]...)
		case digits == end-i, hex && end-i >= 8, end-i >= 16 && digits >= 4:
			dst, masked = append(dst, '#'), true
		default:
			dst, masked = appendDigits(dst, s[i:end]), true
		}
		i = end
	}
	return dst, masked
}

const uuidLen = 36

// isUUID says whether s begins with 8-4-4-4-12 hexadecimal digits.
func isUUID(s []byte) bool {
	if len(s) < uuidLen || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	for _, part := range [][]byte{s[:8], s[9:13], s[14:18], s[19:23], s[24:uuidLen]} {
		if end, _, hex := run(part, 0); end < len(part) || !hex {
			return false
		}
	}
	return true
}

// run returns the end of the letters and digits from i on, how many are digits, and whether all are hexadecimal.
func run(s []byte, i int) (end, digits int, hex bool) {
	hex = true
	for end = i; end < len(s); end++ {
		c := s[end]
		switch {
		case '0' <= c && c <= '9':
			digits++
		case 'a' <= c|0x20 && c|0x20 <= 'f':
		case 'g' <= c|0x20 && c|0x20 <= 'z':
			hex = false
		default:
			return end, digits, hex
		}
	}
	return end, digits, hex
}

// appendDigits appends letters with # for the digits in a row.
func appendDigits(dst, s []byte) []byte {
	for i, c := range s {
		if c < '0' || c > '9' {
			dst = append(dst, c)
		} else if i == 0 || s[i-1] < '0' || s[i-1] > '9' {
			dst = append(dst, '#')
		}
	}
	return dst
}
