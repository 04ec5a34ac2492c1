package weburl

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"weft/internal/ascii"
)

// appendPath appends the segments of text, which has lost its first slash, to dst, whose path begins at root; then the
// query. Dot segments walk up and down, never above root.
func (b *Base) appendPath(dst []byte, root int, text []byte) ([]byte, error) {
	for {
		i, dirty := segment(text)
		seg, last := text[:i], i == len(text) || class[text[i]]&pathStop == 0
		switch dots(seg) {
		case 2:
			if up := bytes.LastIndexByte(dst[root:], '/'); up >= 0 {
				dst = dst[:root+up]
			}
			fallthrough
		case 1:
			if last {
				dst = append(dst, '/')
			}
		default:
			dst = append(dst, '/')
			if dirty {
				dst = appendEscaped(dst, seg, inPath)
			} else {
				dst = append(dst, seg...)
			}
		}
		if last {
			return b.appendQuery(dst, text[i:])
		}
		text = text[i+1:]
	}
}

// segment returns where the first segment of text ends, and whether it holds something to percent-encode.
func segment(text []byte) (end int, dirty bool) {
	for i, c := range text {
		k := class[c]
		if k&(inPath|pathStop) == 0 {
			continue
		}
		if k&pathStop != 0 || c == '?' || c == '#' {
			return i, dirty
		}
		dirty = true
	}
	return len(text), dirty
}

// dots returns 1 for ".", 2 for "..", each dot possibly written %2e, and 0 for any other segment.
func dots(seg []byte) int {
	if len(seg) > 6 {
		return 0
	}
	n := 0
	for len(seg) > 0 {
		switch {
		case seg[0] == '.':
			seg = seg[1:]
		case len(seg) >= 3 && seg[0] == '%' && seg[1] == '2' && seg[2]|0x20 == 'e':
			seg = seg[3:]
		default:
			return 0
		}
		n++
	}
	if n > 2 {
		return 0
	}
	return n
}

// appendQuery appends "?query" if rest begins so, and drops the fragment.
func (b *Base) appendQuery(dst, rest []byte) ([]byte, error) {
	if len(rest) == 0 || rest[0] == '#' {
		return dst, nil
	}
	dst, q := append(dst, '?'), rest[1:]
	if i := bytes.IndexByte(q, '#'); i >= 0 {
		q = q[:i]
	}
	if b.Query != nil && !ascii.Is(q) {
		return b.appendEncodedQuery(dst, q), nil
	}
	return appendEscaped(dst, q, inQuery), nil
}

// appendEncodedQuery percent-encodes q after encoding it (URL Standard 1.3, "percent-encode after encoding"): a code point
// that the encoding lacks becomes a numeric character reference.
func (b *Base) appendEncodedQuery(dst, q []byte) []byte {
	b.Query.Reset()
	var buf [256]byte
	for {
		nd, ns, err := b.Query.Transform(buf[:], q, true)
		for _, c := range buf[:nd] {
			if class[c]&inQuery != 0 {
				dst = ascii.AppendEscaped(dst, c)
			} else {
				dst = append(dst, c)
			}
		}
		q = q[ns:]
		switch {
		case err == nil:
			return dst
		case err == transform.ErrShortDst && nd+ns > 0: //nolint:errorlint // Transform returns the value itself.
		case len(q) == 0:
			return dst
		default:
			r, n := decodeRune(q)
			dst, q = appendReference(dst, r), q[n:]
		}
	}
}

func appendReference(dst []byte, r rune) []byte {
	dst = append(dst, "%26%23"...)
	var digits [8]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + r%10)
		r /= 10
		if r == 0 {
			break
		}
	}
	return append(append(dst, digits[i:]...), "%3B"...)
}

// decodeRune is utf8.DecodeRune, except that one U+FFFD stands for the longest ill-formed start.
func decodeRune(s []byte) (rune, int) {
	r, n := utf8.DecodeRune(s)
	if r == utf8.RuneError && n == 1 {
		n, _ = runeLen(s)
	}
	return r, n
}
