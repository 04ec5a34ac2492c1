package similar

import (
	"bytes"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

// A Kind is the kind of a Token.
type Kind uint8

// The kinds of tokens.
const (
	Word     Kind = iota // letters only
	Number               // digits, also with signs between them: decimals, times, ranges
	Mixed                // letters and digits, such as an identifier
	Resource             // the whole address of an image or another medium, a shape of a drawing, or the rest of a long page
)

// A Token is a word, a number, an address or a drawing of a page.
type Token struct {
	// Hash is a hash of the text in lower case, without leading zeros of whole and hexadecimal numbers.
	Hash uint64
	// Place is a hash of the element around the token and of its parent: tag, class and id without digits.
	Place uint32
	// Before is a hash of the previous word in the row, or of the name of the attribute. It is 0 before the first word.
	Before uint32
	// Value is the value of a whole number, at most 18 digits. It is valid if Whole is true.
	Value int64
	Whole bool
	// Relative reports that an address names a numbered file beside the page, such as IMG_1047.jpg.
	Relative bool
	// Own reports that the page's own URL has the token, or a year next to it.
	Own bool
	// Echo reports that the token stands in a link to a page of the same kind. The address of the link has the token, or
	// the form of the page's own address.
	Echo bool
	Kind Kind
}

// Tokens are the content of a page, row by row. A row is a list entry, a table row, a paragraph, a heading or a line of
// text.
type Tokens struct {
	List []Token
	Ends []int // ends of the rows in List, increasing: no row is empty
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

const (
	// maxTokens is the number of tokens that are kept of a page. All further tokens together are one token.
	maxTokens = 4096
	// maxScript is how many bytes of a script are read as words. The rest of the script is one token.
	maxScript = 16 << 10
)

// A Tokenizer reads the content of pages as tokens. One goroutine may use it at a time.
//
// These are tokens:
//   - words and numbers of text, titles, descriptions, visible values of fields, alternative texts, labels, styles, data
//     attributes and scripts; a decimal, a time or a range is one number, and an ideograph is one word;
//   - whole values of src, srcset, poster, background and data, with their queries, their lazy forms such as data-src, and
//     url(…) in styles;
//   - addresses of links and frames on other sites, without dates, unless they have the page's own path;
//   - each shape of a drawing: the hash of its attributes without class and id;
//   - lines of signs, such as ASCII art, and classes of elements without content, such as squares of a board.
//
// These are left out: dates, names of months and days, whole numbers inside links, other addresses of links, frames and
// scripts, comments, hidden fields, templates. Words and numbers of the page's URL are marked as Own, and so are years
// next to one in the URL. Words of links to pages of the same kind are marked as Echo, see Token.
//
// A Tokenizer reads bytes as they are, without decoding the character set. Time: about 7 ns a byte. Memory: 40 bytes a
// token, at most 4,097 tokens.
type Tokenizer struct {
	out    *Tokens
	rowAt  int    // start of the current row in out.List
	cellAt int    // start of the current cell in out.List, see rowBreak
	before uint32 // see Token.Before
	link   int    // number of open links
	month  int    // 1 right after the name of a month, 2 one number later; 0 otherwise
	more   uint64 // hash of the tokens beyond maxTokens; 0 if there are none

	html htmlState
	own  own
	// target are the words of the address of the current link, if it leads to a page like this one.
	target   own
	targeted bool
	same     bool // the target has the form of the page's own address
}

// Read writes the tokens of a page to out, and resets out first. URL is the page's own. HTML reports that the page has
// markup.
func (t *Tokenizer) Read(out *Tokens, url, body []byte, html bool) {
	out.Reset()
	*t = Tokenizer{out: out, html: htmlState{open: t.html.open[:0]}, own: t.own.empty(), target: t.target.empty()}
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
	t.out = nil
}

// lines reads text without markup. Each line is a row.
func (t *Tokenizer) lines(text []byte) {
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		t.text(line)
		t.drawn(line)
		t.endRow()
	}
}

// endRow ends the current row.
func (t *Tokenizer) endRow() {
	if len(t.out.List) > t.rowAt {
		t.out.Ends = append(t.out.Ends, len(t.out.List))
		t.rowAt = len(t.out.List)
	}
	t.cellAt = t.rowAt
	t.before, t.month = 0, 0
}

// add adds a token to the current row.
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

// isRelative reports whether an address names a numbered file beside the page.
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

// text reads text without markup that belongs to one row.
func (t *Tokenizer) text(s []byte) {
	for i := 0; i < len(s); {
		switch classes[s[i]] {
		case letter:
			i += t.word(s[i:])
		case digit:
			i += t.number(s[i:])
		case ideograph:
			n := ideographLen(s[i:])
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

// ideographLen returns the length of the character at the start of s in UTF-8.
func ideographLen(s []byte) int {
	n := 1
	for n < min(4, len(s)) && s[n]&0xc0 == 0x80 {
		n++
	}
	return n
}

// entity returns the length of a character reference, or 1 for a bare &.
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
	t.add(Token{Hash: splitmix.Mix(h), Kind: Word, Own: t.own.has(h), Echo: t.echoes(h)})
	t.before = uint32(splitmix.Mix(h)) //nolint:gosec // half of a hash
}

// mixed adds a word of letters and digits. An ordinal such as 5th is a number.
func (t *Tokenizer) mixed(s []byte) {
	if digits, ok := ordinal(s); ok {
		t.numeric(digits, false)
		return
	}
	t.month = 0
	h := fnvLower(trimHex(s))
	t.add(Token{Hash: splitmix.Mix(h), Kind: Mixed, Own: t.own.has(h) || t.own.contains(s), Echo: t.echoes(h)})
}

// ordinal returns the digits of 1st, 2nd, 3rd, 4th and so on.
func ordinal(s []byte) (digits []byte, ok bool) {
	n := len(s) - 2
	if n < 1 || n > 2 || !ascii.IsNumber(s[:n]) {
		return nil, false
	}
	for _, end := range [...]string{"st", "nd", "rd", "th"} {
		if ascii.EqualFold(s[n:], end) {
			return s[:n], true
		}
	}
	return nil, false
}

// trimHex removes 0x and leading zeros of a hexadecimal number.
func trimHex(s []byte) []byte {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		s = s[2:]
	}
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// dropDay removes a day that stands right before the name of its month.
func (t *Tokenizer) dropDay() {
	last := len(t.out.List) - 1
	if last < t.rowAt {
		return
	}
	if x := &t.out.List[last]; x.Whole && x.Value <= 31 && x.Before == t.before {
		t.out.List = t.out.List[:last]
	}
}
