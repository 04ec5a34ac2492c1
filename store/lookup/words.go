package lookup

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// MaxWord is the number of bytes of a word that count. Longer words are cut between letters.
const MaxWord = 64

// pairScripts are scripts without spaces between words.
var pairScripts = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// A splitter cuts texts into words. It is not safe for concurrent use.
type splitter struct {
	emit     func(word []byte, whole bool)
	word     []byte
	long     bool // the word was cut
	last     rune // the last letter of a script without spaces
	letters  int  // number of letters in a row of scripts without spaces
	unpadded []byte
}

// Split calls f with the words of a text, in order. A word is valid until f returns. whole is false for a single letter
// of a script whose words are stored as pairs: it may begin a pair.
func Split(text []byte, f func(word []byte, whole bool)) {
	s := splitter{emit: f}
	s.split(text)
}

// SplitName calls f with the words of a URL, or of another name.
func SplitName(name []byte, f func(word []byte, whole bool)) {
	s := splitter{emit: f}
	s.splitName(name)
}

// splitName cuts a URL into words, or another name.
func (s *splitter) splitName(name []byte) {
	_, rest, ok := bytes.Cut(name, []byte("://"))
	if !ok {
		s.split(s.decoded(name))
		return
	}
	host := rest
	if end := bytes.IndexAny(rest, "/?#"); end >= 0 {
		host = rest[:end]
	}
	s.split(host)
	if bytes.Contains(host, []byte("xn--")) {
		if wide, err := idna.Display.ToUnicode(string(host)); err == nil {
			s.split([]byte(wide))
		}
	}
	s.split(s.decoded(rest[len(host):]))
}

// decoded replaces percent escapes. It is valid until the next call.
func (s *splitter) decoded(text []byte) []byte {
	if bytes.IndexByte(text, '%') < 0 {
		return text
	}
	b := s.unpadded[:0]
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if hi, lo := hexDigit(text[i+1]), hexDigit(text[i+2]); hi >= 0 && lo >= 0 {
				b = append(b, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		b = append(b, text[i])
	}
	s.unpadded = b
	return b
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// split cuts a text into words.
func (s *splitter) split(text []byte) {
	if !isASCII(text) {
		text = normal(text)
	}
	for len(text) > 0 {
		if c := text[0]; c < utf8.RuneSelf {
			s.ascii(c)
			text = text[1:]
			continue
		}
		r, n := utf8.DecodeRune(text)
		s.letter(r, text[:n])
		text = text[n:]
	}
	s.end()
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// normal returns a text in the form in which words are compared.
func normal(text []byte) []byte {
	return norm.NFKC.Bytes(cases.Fold().Bytes(norm.NFKC.Bytes(text)))
}

func (s *splitter) ascii(c byte) {
	switch {
	case 'A' <= c && c <= 'Z':
		c += 'a' - 'A'
	case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
	default:
		s.end()
		return
	}
	s.endPairs()
	s.add(c)
}

// add adds a letter to the word. A word that is full gets no more.
func (s *splitter) add(coded ...byte) {
	if s.long = s.long || len(s.word)+len(coded) > MaxWord; !s.long {
		s.word = append(s.word, coded...)
	}
}

// letter adds a letter beyond ASCII, or ends the word.
func (s *splitter) letter(r rune, coded []byte) {
	switch {
	case r == utf8.RuneError && len(coded) == 1, !unicode.In(r, unicode.L, unicode.M, unicode.N):
		s.end()
	case unicode.In(r, pairScripts...):
		s.endWord()
		if s.letters++; s.letters > 1 {
			var room [2 * utf8.UTFMax]byte
			s.emit(append(utf8.AppendRune(room[:0], s.last), coded...), true)
		}
		s.last = r
	default:
		s.endPairs()
		s.add(coded...)
	}
}

func (s *splitter) endWord() {
	if len(s.word) > 0 {
		s.emit(s.word, true)
	}
	s.word, s.long = s.word[:0], false
}

func (s *splitter) endPairs() {
	if s.letters == 1 {
		var room [utf8.UTFMax]byte
		s.emit(utf8.AppendRune(room[:0], s.last), false)
	}
	s.letters = 0
}

// end ends the word under way.
func (s *splitter) end() {
	s.endWord()
	s.endPairs()
}

// Asked are the words of a query.
type Asked struct {
	Words  []string // whole words
	Starts []string // beginnings of words
}

// Empty reports whether a query has no words.
func (a *Asked) Empty() bool { return len(a.Words)+len(a.Starts) == 0 }

// Ask cuts a query into words, each once. If the query ends within a word, this word is a beginning: its writer may still
// type.
func Ask(text string) (a Asked) {
	type word struct {
		text  string
		whole bool
	}
	var all []word
	SplitName([]byte(text), func(w []byte, whole bool) { all = append(all, word{string(w), whole}) })
	words, starts := map[string]bool{}, map[string]bool{}
	open := len(text) > 0 && endsInWord([]byte(text))
	for i, w := range all {
		switch {
		case !w.whole, open && i == len(all)-1 && len(w.text) < MaxWord-utf8.UTFMax:
			if !starts[w.text] {
				starts[w.text], a.Starts = true, append(a.Starts, w.text)
			}
		case !words[w.text]:
			words[w.text], a.Words = true, append(a.Words, w.text)
		}
	}
	return a
}

// endsInWord reports whether the last letter of a text belongs to a word.
func endsInWord(text []byte) bool {
	r, n := utf8.DecodeLastRune(text)
	return (r != utf8.RuneError || n > 1) && unicode.In(r, unicode.L, unicode.M, unicode.N)
}
