package similar

import "weft/internal/splitmix"

// Options of a Hasher. The zero value is the default.
type Options struct {
	// Shingle is how many words in a row make a feature; 0 stands for 3, and at most 8.
	Shingle int
	// Plain says that what is written is text and not HTML.
	Plain bool
	// Loose takes all numbers for one word, digits within words for one digit, and also the English names of
	// months and days. So two days of an empty calendar have the same hash. The numbers are kept in Print.Data.
	Loose bool
	// Phrases keeps what a page says for Said.
	Phrases bool
}

const (
	maxShingle = 8
	maxWord    = 64 // bytes; what is longer counts as several words
	maxTitle   = 256
	number     = 0x6e756d626572
)

const (
	fnvBasis = 0xcbf29ce484222325
	fnvPrime = 0x100000001b3
)

// words cuts text into words and adds shingles of them to a tally.
type words struct {
	opt   Options
	sum   tally
	count int
	ring  [maxShingle]uint64 // the last words; word i at i mod Shingle
	hash  uint64             // of the word under way
	size  int                // of it, in bytes
	plain bool               // it has something that is no digit

	digits bool      // the word under way has some
	said   *phrases  // nil if not needed
	heard  *[]uint64 // receives the words without digits; nil if not needed
	data   data      // empty unless opt.Loose
	ideo   bool      // the word under way is an ideograph so far
	taken  bool      // data has taken it, and the digits after it are a number
}

// dated are the hashes of the names of months and days, and of their short forms.
var dated = func() map[uint64]bool {
	m := map[uint64]bool{}
	for _, w := range []string{
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
	} {
		m[fnv(w)], m[fnv(w[:3])] = true, true
	}
	return m
}()

func fnv(s string) uint64 {
	h := uint64(fnvBasis)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

// Classes of bytes in a text.
const (
	gap       = iota
	letter    // of a word; what is not ASCII is
	digit     // too
	ideograph // begins a character from U+3000 on, of scripts that do without spaces: each is a word
	markup    // < and &
)

var classes = func() (t [256]uint8) {
	for c := range t {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c >= 0x80 && c < 0xe3:
			t[c] = letter
		case c >= 0xe3:
			t[c] = ideograph
		case '0' <= c && c <= '9':
			t[c] = digit
		case c == '<', c == '&':
			t[c] = markup
		}
	}
	return t
}()

// lower has the letters that words are made of.
var lower = func() (t [256]byte) {
	for c := range t {
		if t[c] = byte(c); 'A' <= c && c <= 'Z' {
			t[c] |= 0x20
		}
	}
	return t
}()

// text takes text up to the next < or &, and returns its length.
func (w *words) text(p []byte) int {
	for i := 0; i < len(p); i++ {
		if i += w.letters(p[i:]); i == len(p) || classes[p[i]] == markup {
			return i
		}
		w.byte(p[i])
	}
	return len(p)
}

// letters takes letters, as byte does one by one, and returns how many.
func (w *words) letters(p []byte) (n int) {
	p = p[:min(len(p), max(maxWord-w.size, 0))]
	hash := w.hash
	if w.size == 0 {
		hash = fnvBasis
	}
	for n < len(p) && classes[p[n]] == letter {
		hash = (hash ^ uint64(lower[p[n]])) * fnvPrime
		n++
	}
	if n > 0 {
		w.hash, w.size, w.plain = hash, w.size+n, true
	}
	return n
}

// plainText takes text that has no markup.
func (w *words) plainText(p []byte) {
	for _, c := range p {
		w.byte(c)
	}
}

// byte takes one byte of text.
func (w *words) byte(c byte) {
	class := classes[c]
	switch {
	case class == letter && w.size < maxWord:
		w.plain = true
	case class == gap, class == markup:
		w.end()
		w.data.gap(c)
		if w.said != nil && stops[c] {
			w.said.stop()
		}
		return
	default:
		c = w.rare(class, c)
	}
	if w.size == 0 {
		w.hash = fnvBasis
	}
	w.hash = (w.hash ^ uint64(lower[c])) * fnvPrime
	w.size++
}

// rare handles a character within a word that is not a letter.
func (w *words) rare(class, c byte) byte {
	if w.size >= maxWord || class == ideograph {
		w.end()
	}
	if class != digit {
		w.plain, w.ideo = true, class == ideograph
		return c
	}
	w.digits = true
	if w.opt.Loose {
		if w.ideo {
			w.data.word(w.hash, false)
			w.taken = true
		}
		w.ideo = false
		w.data.digit(c)
		return '0'
	}
	return c
}

// end ends the word under way, if there is one.
func (w *words) end() {
	if w.size == 0 {
		return
	}
	h := w.hash
	if w.opt.Loose {
		if w.plain && !w.taken {
			w.data.word(h, w.digits)
		}
		if !w.plain || mayBeDate(h) && dated[h] {
			h = number
		}
	}
	if w.said != nil || w.heard != nil {
		w.tell()
	}
	w.size, w.plain, w.digits, w.ideo, w.taken = 0, false, false, false, false
	w.ring[w.count%w.opt.Shingle] = h
	if w.count++; w.count >= w.opt.Shingle {
		w.shingle(w.opt.Shingle)
	}
}

// cut ends the word and the number under way.
func (w *words) cut() {
	w.end()
	w.data.gap(0)
}

// tell passes the current word to the phrases and to heard.
func (w *words) tell() {
	switch {
	case w.digits:
	case w.said != nil:
		w.said.word(w.hash)
	default:
		*w.heard = append(*w.heard, w.hash)
	}
}

// shingle adds the last n words as a feature.
func (w *words) shingle(n int) {
	var h uint64
	for i := w.count - n; i < w.count; i++ {
		h = (h ^ w.ring[i%w.opt.Shingle]) * splitmix.Golden
		h ^= h >> 32
	}
	w.sum.add(splitmix.Mix(h))
}

// finish ends the text; one shorter than a shingle is one feature.
func (w *words) finish() uint64 {
	w.end()
	if w.count > 0 && w.count < w.opt.Shingle {
		w.shingle(w.count)
	}
	return w.sum.majority()
}
