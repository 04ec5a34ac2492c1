package trap

import (
	"bytes"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/internal/ascii"
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
	dst, masked := AppendMasked(append(dst, '/'), s)
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

// MaskedTitle stands for a title with a number, such as a-walk-in-the-park-1234.html.
const MaskedTitle = "words-#"

// AppendMasked appends a segment with # for each number and identifier, and reports whether it has one. A title
// with a number becomes [MaskedTitle].
func AppendMasked(dst, s []byte) ([]byte, bool) {
	if isSlug(s) {
		return append(dst, MaskedTitle...), true
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

// maxFormParams is the number of parameters whose names are part of a form.
const maxFormParams = 3

// appendForm appends the form of an address: the names of its parameters, sorted, or the last segment of its path. In
// the segment, words become w and numbers become #; an ending such as .csv remains.
func (p *parts) appendForm(dst []byte) []byte {
	if n := len(p.params); n > 0 {
		keys := make([]string, 0, maxFormParams)
		for _, s := range p.params[:min(n, maxFormParams)] {
			key, _, _ := bytes.Cut(s, []byte{'='})
			keys = append(keys, string(key))
		}
		slices.Sort(keys)
		for _, key := range keys {
			dst = append(append(dst, '?'), key...)
		}
		if n > maxFormParams {
			dst = append(dst, '?')
		}
		return dst
	}
	if len(p.segments) == 0 {
		return append(dst, '/')
	}
	name, ending := p.segments[len(p.segments)-1], []byte(nil)
	if i := bytes.LastIndexByte(name, '.'); i > 0 && len(name)-i <= maxEnding && !ascii.IsNumber(name[i+1:]) {
		name, ending = name[:i], name[i:]
	}
	for i := 0; i < len(name); {
		end, digits, _ := run(name, i)
		class := byte('w')
		switch {
		case end == i:
			class, end = '-', i+1
		case digits > 0:
			class = '#'
		}
		if n := len(dst); n == 0 || dst[n-1] != class {
			dst = append(dst, class)
		}
		i = end
	}
	dst = collapseWords(dst)
	dst = append(dst, ending...)
	if p.path[len(p.path)-1] == '/' {
		dst = append(dst, '/')
	}
	return dst
}

// maxEnding is the largest number of bytes of an ending such as .html.
const maxEnding = 6

// collapseWords makes several words in a row one word: w-w-# becomes w-#.
func collapseWords(form []byte) []byte {
	for {
		i := bytes.Index(form, []byte("w-w"))
		if i < 0 {
			return form
		}
		form = append(form[:i+1], form[i+3:]...)
	}
}

// folder returns a hash of the folder of the first level; 0 for pages outside folders.
func (p *parts) folder() byte {
	if len(p.segments) < 2 {
		return 0
	}
	return byte(xxhash.Sum64(p.segments[0])) | 1
}
