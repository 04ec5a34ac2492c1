package similar

import (
	"bytes"
	"slices"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

// number reads a number that begins with a digit, and returns its length. Signs between digits belong to the number, as
// in decimals, times, dates and ranges. A number with letters after it is Mixed.
func (t *Tokenizer) number(s []byte) int {
	n, joined := 0, false
	for n < len(s) && n < maxWord {
		if isJoint(s[n]) && n+1 < len(s) && classes[s[n+1]] == digit {
			joined = true
		} else if classes[s[n]] != digit {
			break
		}
		n++
	}
	if joined && isSeries(s[:n]) {
		for part := range bytes.SplitSeq(s[:n], []byte{','}) {
			t.numeric(part, false)
		}
		return n
	}
	switch {
	case n == len(s) || n == maxWord || classes[s[n]] != letter:
		if !isDatePart(s[:n], s[n:]) {
			t.numeric(s[:n], joined)
		}
		return n
	case joined && s[n]|0x20 == 't' && n+1 < len(s) && classes[s[n+1]] == digit && isDateNumber(s[:n]): // 2031-06-05T12:00
		return n + 1
	}
	for n < len(s) && n < maxWord && (classes[s[n]] == letter || classes[s[n]] == digit) {
		n++
	}
	t.mixed(s[:n])
	return n
}

// isSeries reports whether a number is three numbers or more that stand between commas, such as the values of a chart.
// 1,234,567 is one number.
func isSeries(s []byte) bool {
	if bytes.Count(s, []byte{','}) < 2 {
		return false
	}
	_, whole := wholeNumber(s)
	return !whole
}

func isJoint(c byte) bool { return c == '.' || c == ',' || c == ':' || c == '-' || c == '/' }

// isDatePart reports whether a number is a year, month or day of a date such as 2031年6月5日: a unit follows it.
func isDatePart(digits, rest []byte) bool {
	if len(rest) < 3 || len(digits) > 4 || classes[rest[0]] != ideograph {
		return false
	}
	value, whole := wholeNumber(digits)
	switch string(rest[:3]) {
	case "年", "년":
		return whole && isYearValue(value)
	case "月", "월", "日", "일", "号", "號":
		return whole && value <= 31
	}
	return false
}

// numeric adds a number, unless it is a date, or a whole number inside a link.
func (t *Tokenizer) numeric(s []byte, joined bool) {
	value, whole := wholeNumber(s)
	if !whole {
		t.month = 0
		if joined && isDateNumber(s) {
			return
		}
		t.add(Token{Hash: splitmix.Mix(fnvBytes(s)), Kind: Number})
		return
	}
	near := t.month
	if near > 0 {
		t.month++
	}
	switch {
	case near == 1 && value <= 31, near > 0 && near <= 2 && isYearValue(value): // a day or a year after a month
		return
	case t.link > 0:
		return
	}
	if near > 2 {
		t.month = 0
	}
	own := t.own.has(hashOf(value)) || isYearValue(value) && t.own.nearYear(value)
	t.add(Token{Hash: hashOf(value), Kind: Number, Value: value, Whole: true, Own: own})
}

// hashOf returns the hash of a whole number. It is the same with and without leading zeros.
func hashOf(value int64) uint64 { return splitmix.Mix(uint64(value) ^ number) } //nolint:gosec // a hash

// wholeNumber returns the value of at most 18 digits, also in groups of three such as 1,234,567.
func wholeNumber(s []byte) (value int64, ok bool) {
	if len(s) > 18 {
		return 0, false
	}
	since := -1
	for _, c := range s {
		switch {
		case '0' <= c && c <= '9':
			value = 10*value + int64(c-'0')
			if since >= 0 {
				since++
			}
		case c == ',' && (since < 0 || since == 3):
			since = 0
		default:
			return 0, false
		}
	}
	return value, since < 0 || since == 3
}

func isYearValue(v int64) bool { return 1500 <= v && v < 3000 }

// isDateNumber reports whether a number such as 2031-06-05, 05.06.2031, 6/5/31 or 2031-06 is a date.
func isDateNumber(s []byte) bool {
	var v [3]int
	i := 0
	var sign byte
	for _, c := range s {
		switch {
		case '0' <= c && c <= '9':
			if v[i] = 10*v[i] + int(c-'0'); v[i] > 9999 {
				return false
			}
		case c == ',' || c == ':' || sign != 0 && c != sign:
			return false
		default:
			if sign, i = c, i+1; i == len(v) {
				return false
			}
		}
	}
	day := func(n int) bool { return 1 <= n && n <= 31 }
	year := func(n int) bool { return isYearValue(int64(n)) }
	switch i {
	case 1:
		return sign != '.' && (year(v[0]) && 1 <= v[1] && v[1] <= 12 || year(v[1]) && 1 <= v[0] && v[0] <= 12)
	case 2:
		return year(v[0]) && day(v[1]) && day(v[2]) || day(v[0]) && day(v[1]) && (year(v[2]) || sign != '.' && v[2] < 100)
	}
	return false
}

// own are the words and numbers of the page's own URL.
type own struct {
	words []uint64 // hashes
	years []int64
	text  []byte // the URL, unescaped
	url   []byte // without scheme, lent
}

// maxOwn limits the words of a URL. A word with digits may exceed it by its parts.
const maxOwn = 64

// read splits a URL into words.
func (o *own) read(url []byte) {
	if i := bytes.Index(url, []byte("://")); i >= 0 {
		url = url[i+3:]
	}
	o.url = url
	o.text = unescape(o.text[:0], url)
	for rest := o.text; len(rest) > 0 && len(o.words) < maxOwn; {
		n := 0
		digits, letters := false, false
		for n < len(rest) && n < maxWord && (classes[rest[n]] == letter || classes[rest[n]] == digit) {
			digits, letters = digits || classes[rest[n]] == digit, letters || classes[rest[n]] == letter
			n++
		}
		switch {
		case n > 0:
			o.add(rest[:n], digits, letters)
		case classes[rest[0]] == ideograph:
			n = ideographLen(rest)
			o.words = append(o.words, fnvLower(rest[:n]))
		default:
			n = 1
		}
		rest = rest[n:]
	}
}

// unescape appends a URL with its percent-encoded bytes decoded.
func unescape(dst, url []byte) []byte {
	for i := 0; i < len(url); i++ {
		c := url[i]
		if c == '%' {
			if v, ok := ascii.Escaped(url[i:]); ok {
				c = v
				i += 2
			}
		}
		dst = append(dst, c)
	}
	return dst
}

// maxRuns is the largest number of runs of letters and digits in a word of a URL that count by themselves. A word with
// more is an identifier, whose single digits and letters say nothing.
const maxRuns = 4

// add adds a word of the URL, and its runs of letters and digits: item57 has 57.
func (o *own) add(s []byte, digits, letters bool) {
	if !digits {
		o.words = append(o.words, fnvLower(s))
		return
	}
	if letters {
		o.words = append(o.words, fnvLower(trimHex(s)))
		if countRuns(s) > maxRuns {
			return
		}
	}
	for len(s) > 0 {
		n := runLen(s)
		if classes[s[0]] == digit {
			o.number(s[:n])
		} else {
			o.words = append(o.words, fnvLower(s[:n]))
		}
		s = s[n:]
	}
}

// countRuns returns the number of runs of digits and of letters in s.
func countRuns(s []byte) (n int) {
	for ; len(s) > 0; s = s[runLen(s):] {
		n++
	}
	return n
}

// runLen returns the length of the digits, or of the letters, at the start of s.
func runLen(s []byte) int {
	n := 1
	for n < len(s) && (classes[s[n]] == digit) == (classes[s[0]] == digit) {
		n++
	}
	return n
}

func (o *own) number(s []byte) {
	v, ok := wholeNumber(s)
	if !ok {
		return
	}
	o.words = append(o.words, hashOf(v))
	if isYearValue(v) {
		o.years = append(o.years, v)
	}
	if len(s) == 6 || len(s) == 8 { // 203106 or 20310605
		if y, ok := wholeNumber(s[:4]); ok && isYearValue(y) {
			o.years = append(o.years, y)
		}
	}
}

func (o *own) has(h uint64) bool { return slices.Contains(o.words, h) }

// nearYear reports whether the URL has this year, or one next to it.
func (o *own) nearYear(v int64) bool {
	return slices.ContainsFunc(o.years, func(y int64) bool { return v-1 <= y && y <= v+1 })
}

// shortest is the length from which on an identifier may be a part of an identifier in the URL.
const shortest = 6

// contains reports whether the URL contains the identifier s: the page of a commit shows a part of its number.
func (o *own) contains(s []byte) bool {
	return len(s) >= shortest && bytes.Contains(o.text, s)
}

func fnvBytes(s []byte) uint64 {
	h := uint64(fnvBasis)
	for _, c := range s {
		h = (h ^ uint64(c)) * fnvPrime
	}
	return h
}

func fnvLower(s []byte) uint64 {
	h := uint64(fnvBasis)
	for _, c := range s {
		h = (h ^ uint64(lower[c])) * fnvPrime
	}
	return h
}

// months are hashes of the names of months and of their first three letters.
var months = func() map[uint64]bool {
	m := map[uint64]bool{}
	for w := range bytes.FieldsSeq([]byte(`
		january february march april may june july august september october november december sept
		januar jänner februar märz mai juni juli oktober dezember januari februari maart mei augustus
		janvier février mars avril juin juillet août septembre octobre novembre décembre
		enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
		gennaio febbraio aprile maggio giugno luglio settembre ottobre novembre dicembre
		janeiro fevereiro março maio junho julho setembro outubro dezembro`)) {
		m[fnv(string(w))] = true
		if r := []rune(string(w)); len(r) > 3 {
			m[fnv(string(r[:3]))] = true
		}
	}
	return m
}()

func isMonth(h uint64) bool { return months[h] }
