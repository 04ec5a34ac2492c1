package similar

import (
	"bytes"
	"slices"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

// A Kind says what a Token is.
type Kind uint8

// The kinds of tokens.
const (
	Word     Kind = iota // letters alone
	Number               // digits, with signs such as those of decimals, times and ranges between them
	Mixed                // letters and digits, such as an identifier
	Resource             // the whole address of an image or another medium, or a drawing
)

// A Token is a word, a number, an address or a drawing of a page.
type Token struct {
	// Hash is what the token says, in lower case. Numbers with other leading zeros are equal.
	Hash uint64
	// Place is the element around: a hash of its tag, class and id, and those of the element around that, without digits.
	Place uint32
	// Before is a hash of the word before in the same row, or of the attribute; 0 for the first of a row.
	Before uint32
	// Value is that of a whole number if Whole is true.
	Value int64
	Whole bool
	// Relative says that an address depends on the folder of the page.
	Relative bool
	// Own says that the page's own URL has the token, or a year next to it.
	Own  bool
	Kind Kind
}

// Tokens are what a page says, row by row. A row is a list entry, a table row, a paragraph, a heading, a line of text.
type Tokens struct {
	List []Token
	Ends []int // of the rows in List; no row is empty
}

// Row returns the tokens of row i.
func (t *Tokens) Row(i int) []Token {
	if i == 0 {
		return t.List[:t.Ends[0]]
	}
	return t.List[t.Ends[i-1]:t.Ends[i]]
}

// Reset empties the list and keeps its memory.
func (t *Tokens) Reset() { t.List, t.Ends = t.List[:0], t.Ends[:0] }

// Clone returns a copy.
func (t *Tokens) Clone() *Tokens {
	return &Tokens{List: slices.Clone(t.List), Ends: slices.Clone(t.Ends)}
}

const (
	// maxTokens is the number of tokens that are kept of a page. What follows is one token together.
	maxTokens = 4096
	// maxScript is how many bytes of a script are read as words. What follows is one token together.
	maxScript = 16 << 10
)

// A Tokenizer reads pages as tokens. One goroutine may use it, for one page after the other.
//
// Text, titles, descriptions, the values of fields that are shown, data attributes and the words of scripts are
// tokens. So are the whole values of src, srcset, poster, data of objects, url(…) in styles, and each shape of a drawing.
//
// Marked as its own are words and numbers of the page's URL, and years next to one in it. Left out are dates and the names of months
// and days; whole numbers inside links; addresses of links; comments; hidden fields. Time: about 10 ns a byte. Memory: 40 bytes a token.
type Tokenizer struct {
	out    *Tokens
	rowAt  int // where the row under way begins
	before uint32
	link   int // links around
	month  int // how many tokens ago a month was named, within a row; 0 for never
	more   uint64

	html htmlState
	own  own
}

// Read appends the tokens of a page to out, which is reset first. URL is the page's own. HTML says that the page has markup.
func (t *Tokenizer) Read(out *Tokens, url, body []byte, html bool) {
	out.Reset()
	*t = Tokenizer{out: out, html: htmlState{open: t.html.open[:0]}, own: own{words: t.own.words[:0], years: t.own.years[:0]}}
	t.own.read(url)
	if html {
		t.readHTML(body)
	} else {
		t.lines(body)
	}
	t.endRow()
	if t.more != 0 {
		t.out.List = append(t.out.List, Token{Hash: t.more, Kind: Resource})
		t.endRow()
	}
}

// lines reads text in which each line is a row.
func (t *Tokenizer) lines(text []byte) {
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		t.text(line)
		t.endRow()
	}
}

// endRow ends the row under way.
func (t *Tokenizer) endRow() {
	if len(t.out.List) > t.rowAt {
		t.out.Ends = append(t.out.Ends, len(t.out.List))
		t.rowAt = len(t.out.List)
	}
	t.before, t.month = 0, 0
}

// add adds a token.
func (t *Tokenizer) add(x Token) {
	x.Place, x.Before = t.html.place, t.before
	if len(t.out.List) >= maxTokens {
		t.more = splitmix.Mix(t.more + x.Hash)
		return
	}
	t.out.List = append(t.out.List, x)
}

// resource adds an address or a drawing.
func (t *Tokenizer) resource(value []byte) {
	if len(value) > 0 {
		t.add(Token{Hash: splitmix.Mix(fnvBytes(value)), Kind: Resource, Relative: isRelative(value)})
	}
}

// isRelative says whether an address is one of a numbered file beside the page, such as IMG_1047.jpg.
func isRelative(address []byte) bool {
	if address[0] == '/' || bytes.IndexByte(address, ':') >= 0 {
		return false
	}
	digits := 0
	for _, c := range address {
		if ascii.IsDigit(c) {
			digits++
		}
	}
	return digits > 1
}

// text reads text without markup, and without the end of a row.
func (t *Tokenizer) text(s []byte) {
	for i := 0; i < len(s); {
		switch classes[s[i]] {
		case letter:
			i += t.word(s[i:])
		case digit:
			i += t.number(s[i:])
		case ideograph:
			n := 1
			for n < 4 && i+n < len(s) && s[i+n]&0xc0 == 0x80 {
				n++
			}
			t.say(s[i : i+n])
			i += n
		case markup:
			if s[i] == '&' {
				i += entity(s[i:])
			} else {
				i++
			}
		default:
			i++
		}
	}
}

// entity returns the length of a character reference.
func entity(s []byte) int {
	for i := 1; i < len(s) && i < 32; i++ {
		if s[i] == ';' {
			return i + 1
		}
		if !ascii.IsAlnum(s[i]) && (s[i] != '#' || i > 1) {
			break
		}
	}
	return 1
}

// word reads a word that begins with a letter, and returns its length.
func (t *Tokenizer) word(s []byte) int {
	n, digits := 0, false
	for n < len(s) && n < maxWord && (classes[s[n]] == letter || classes[s[n]] == digit) {
		digits = digits || classes[s[n]] == digit
		n++
	}
	if digits {
		t.mixed(s[:n])
	} else {
		t.say(s[:n])
	}
	return n
}

// say adds a word.
func (t *Tokenizer) say(s []byte) {
	h := fnvLower(s)
	if isDate(h) {
		if isMonth(h) {
			t.dropDay()
			t.month = 1
		}
		return
	}
	t.month = 0
	t.add(Token{Hash: splitmix.Mix(h), Kind: Word, Own: t.own.has(h)})
	t.before = uint32(splitmix.Mix(h)) //nolint:gosec // half of a hash
}

// mixed adds letters and digits.
func (t *Tokenizer) mixed(s []byte) {
	t.month = 0
	h := fnvLower(trimHex(s))
	t.add(Token{Hash: splitmix.Mix(h), Kind: Mixed, Own: t.own.has(h) || t.own.begins(s)})
}

// trimHex cuts 0x and leading zeros off a hexadecimal number.
func trimHex(s []byte) []byte {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		s = s[2:]
	}
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// dropDay takes back a day of the month that stands right before the name of a month.
func (t *Tokenizer) dropDay() {
	last := len(t.out.List) - 1
	if last < t.rowAt {
		return
	}
	if x := &t.out.List[last]; x.Whole && x.Value <= 31 && x.Before == t.before {
		t.out.List = t.out.List[:last]
	}
}
