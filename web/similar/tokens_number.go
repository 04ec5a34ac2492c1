package similar

import (
	"bytes"
	"slices"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

// number reads a number that begins with a digit, and returns its length. Signs that stand between digits belong to it: those of
// decimals, times, dates and ranges. With letters behind it is Mixed.
func (t *Tokenizer) number(s []byte) int {
	n, joined := 0, false
	for n < len(s) && n < maxWord {
		switch c := s[n]; {
		case classes[c] == digit:
		case isJoint(c) && n+1 < len(s) && classes[s[n+1]] == digit:
			joined = true
		case classes[c] == letter:
			for n < len(s) && n < maxWord && (classes[s[n]] == letter || classes[s[n]] == digit) {
				n++
			}
			t.mixed(s[:n])
			return n
		default:
			t.numeric(s[:n], joined)
			return n
		}
		n++
	}
	t.numeric(s[:n], joined)
	return n
}

func isJoint(c byte) bool { return c == '.' || c == ',' || c == ':' || c == '-' || c == '/' }

// numeric adds a number, unless it is a date or in a link.
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
	case near == 1 && value <= 31, near > 0 && near <= 2 && isYearValue(value): // a day or a year behind a month
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

// hashOf is the hash of a whole number, whatever leading zeros it is written with.
func hashOf(value int64) uint64 { return splitmix.Mix(uint64(value) ^ number) } //nolint:gosec // a hash

// wholeNumber reads digits, also in groups of three such as 1,234,567.
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

// isDateNumber says whether a number such as 2031-06-05, 05.06.2031, 6/5/31 or 2031-06 is a date.
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
	words []uint64
	years []int64
	text  []byte // the URL
}

const maxOwn = 64

// read takes a URL apart.
func (o *own) read(url []byte) {
	o.text = url
	if i := bytes.Index(url, []byte("://")); i >= 0 {
		url = url[i+3:]
	}
	for i := 0; i < len(url) && len(o.words) < maxOwn; {
		if url[i] == '%' {
			if _, ok := ascii.Escaped(url[i:]); ok {
				i += 3
				continue
			}
		}
		n := 0
		digits, letters := false, false
		for i+n < len(url) && n < maxWord && (classes[url[i+n]] == letter || classes[url[i+n]] == digit) {
			digits, letters = digits || classes[url[i+n]] == digit, letters || classes[url[i+n]] == letter
			n++
		}
		if n == 0 {
			i++
			continue
		}
		o.add(url[i:i+n], digits, letters)
		i += n
	}
}

// add takes a word of the URL, and its letters and digits apart: item57 has 57.
func (o *own) add(s []byte, digits, letters bool) {
	if !digits {
		o.words = append(o.words, fnvLower(s))
		return
	}
	if letters {
		o.words = append(o.words, fnvLower(trimHex(s)))
	}
	for i := 0; i < len(s); {
		end := i
		isDigit := classes[s[i]] == digit
		for end < len(s) && (classes[s[end]] == digit) == isDigit {
			end++
		}
		if isDigit {
			o.number(s[i:end])
		} else {
			o.words = append(o.words, fnvLower(s[i:end]))
		}
		i = end
	}
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

// nearYear says whether the URL has this year, or one next to it.
func (o *own) nearYear(v int64) bool {
	return slices.ContainsFunc(o.years, func(y int64) bool { return v-1 <= y && y <= v+1 })
}

// shortest is how many characters an identifier has at least that is taken for the beginning of one in the URL.
const shortest = 6

// begins says whether the URL has an identifier that begins with s, as a page on a commit shows a part of its number.
func (o *own) begins(s []byte) bool {
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

// months are hashes of the names of months, and of their short forms.
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
		if len(w) > 3 {
			m[fnv(string(w[:3]))] = true
		}
	}
	return m
}()

func isMonth(h uint64) bool { return months[h] }
