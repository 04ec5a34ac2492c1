package trap

import (
	"bytes"
	"slices"
)

// appendGroup appends the name of the group of a URL, and returns its rule. The group belongs to the given rule,
// or to the shape if the rule is None. It returns None if the URL has no shape.
func (p *parts) appendGroup(dst []byte, rule Rule) ([]byte, Rule) {
	if rule != None {
		return append(append(append(dst, p.host...), ' '), rule...), rule
	}
	return p.appendShape(dst)
}

// appendShape appends the shape of a URL to dst, and returns the rule that counts it; None if the URL has no shape. A
// segment with a number or an identifier becomes #, and so do several in a row. The masked segments follow the path,
// sorted and each once: v1/x2/v3/x4 and x5/v6 have the same shape.
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
	p.classes = p.classes[:0]
	for _, s := range segments {
		dst = p.appendClass(dst, s)
	}
	rule := Shape
	if d.spoken {
		rule = Calendar
	}
	switch {
	case dated:
		return append(p.appendClasses(dst), " date"...), Calendar
	case len(p.params) > 0:
		return append(p.appendClasses(dst), '?'), rule
	case len(p.classes) > 0:
		return p.appendClasses(dst), rule
	}
	return dst, None
}

// appendClass appends a segment to a shape, and its mask to classes.
func (p *parts) appendClass(dst, s []byte) []byte {
	before := len(dst)
	dst, masked := appendMasked(append(dst, '/'), s)
	if !masked {
		return dst
	}
	class := string(dst[before+1:])
	if i, has := slices.BinarySearch(p.classes, class); !has {
		p.classes = slices.Insert(p.classes, i, class)
	}
	if bytes.HasSuffix(dst[:before], []byte("/#")) {
		return dst[:before]
	}
	return append(dst[:before], "/#"...)
}

func (p *parts) appendClasses(dst []byte) []byte {
	for _, c := range p.classes {
		dst = append(append(dst, ' '), c...)
	}
	return dst
}

// appendMasked appends a segment with # for each number and identifier, and reports whether it has one.
func appendMasked(dst, s []byte) ([]byte, bool) {
	if isSlug(s) {
		return append(dst, "words-#"...), true
	}
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
		case digits == end-i, hex && end-i >= 8, hex && end-i >= 5 && digits > 0, end-i >= 16 && digits >= 4:
			dst, masked = append(dst, '#'), true
		default:
			dst, masked = appendDigits(dst, s[i:end]), true
		}
		i = end
	}
	return dst, masked
}

// isSlug reports whether a segment is a title with a number, such as a-walk-in-the-park-1234.html: at least four words.
func isSlug(s []byte) bool {
	words, numbers := 0, 0
	for part := range bytes.FieldsFuncSeq(s, func(r rune) bool { return r == '-' || r == '_' || r == '+' }) {
		switch _, digits, _ := run(part, 0); {
		case digits > 0:
			numbers++
		default:
			words++
		}
	}
	return numbers > 0 && words >= 4 && !isUUID(s)
}

const uuidLen = 36

// isUUID reports whether s begins with 8-4-4-4-12 hexadecimal digits.
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

// run returns the end of the letters and digits that begin at i, how many of them are digits, and whether all are
// hexadecimal.
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

// appendDigits appends letters and digits with # for each run of digits.
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
