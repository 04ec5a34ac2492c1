package jsons

import (
	"strings"
	"unicode/utf8"

	"weft/internal/ascii"
	"weft/making/ingest/scan"
)

// Kind is the kind of a JSON value.
type Kind uint8

// Kinds of values.
const (
	Text Kind = iota
	Number
	Word // true, false, null
	List
	Object
)

// A Reader reads JSON (RFC 8259) piece by piece, from a stream, in memory that depends neither on length nor
// on depth. A graph may be one object of many gigabytes. Neither encoding/json nor the scanner of package warc can
// read such an object, and errors must name a line. word holds the text of the last text, number or word.
type Reader struct {
	*scan.Scanner
	Word []byte
	long bool
}

// Expect reads a byte that must come, after white space.
func (r *Reader) Expect(want byte, what string) error {
	c, ok := r.SkipSpace()
	if !ok {
		return r.Cut(what)
	}
	if c != want {
		return r.Errorf("found %q inside %s: expected %q", c, what, want)
	}
	r.Next()
	return nil
}

// Members reads an object, from its opening brace, and calls f for each member; f reads or skips its value, whose
// first token was read.
func (r *Reader) Members(f func(name string, kind Kind) error) error {
	if err := r.Expect('{', "an object"); err != nil {
		return err
	}
	return r.rest(func(func(Kind) error) error {
		if err := r.Expect('"', "an object"); err != nil {
			return err
		}
		if err := r.text(); err != nil {
			return err
		}
		name := string(r.Word)
		if err := r.Expect(':', "an object"); err != nil {
			return err
		}
		kind, err := r.value()
		if err != nil {
			return err
		}
		return f(name, kind)
	}, nil, '}')
}

// Elements reads a list whose opening bracket was read, and calls f for each element.
func (r *Reader) Elements(f func(kind Kind) error) error {
	return r.rest(func(f func(Kind) error) error {
		kind, err := r.value()
		if err != nil {
			return err
		}
		return f(kind)
	}, f, ']')
}

// rest reads parts between commas up to the closing byte.
func (r *Reader) rest(part func(func(Kind) error) error, f func(Kind) error, closing byte) error {
	what := "a list"
	if closing == '}' {
		what = "an object"
	}
	c, ok := r.SkipSpace()
	if ok && c == closing {
		r.Next()
		return nil
	}
	for {
		if err := part(f); err != nil {
			return err
		}
		switch c, ok = r.SkipSpace(); {
		case !ok:
			return r.Cut(what)
		case c == closing:
			r.Next()
			return nil
		case c != ',':
			return r.Errorf("found %q inside %s: expected a comma or %q", c, what, closing)
		}
		r.Next()
	}
}

// value reads the first token of a value: all of a text, number or word; of a list its bracket, of an object nothing.
func (r *Reader) value() (Kind, error) {
	c, ok := r.SkipSpace()
	if !ok {
		return 0, r.Cut("a value")
	}
	switch {
	case c == '"':
		r.Next()
		return Text, r.text()
	case c == '{':
		return Object, nil
	case c == '[':
		r.Next()
		return List, nil
	case c == '-' || c >= '0' && c <= '9':
		r.plain()
		return Number, nil
	case ascii.IsLetter(c):
		r.plain()
		switch string(r.Word) {
		case "true", "false", "null", "NaN", "Infinity": // Python writes the last two
			return Word, nil
		}
	}
	return 0, r.Errorf("found %q: expected a value", c)
}

// plain reads a number or a word.
func (r *Reader) plain() {
	r.Word = r.Word[:0]
	for {
		c, ok := r.Next()
		if !ok {
			return
		}
		if !scan.IsNumberByte(c) || len(r.Word) > 400 {
			r.Back()
			return
		}
		r.Word = append(r.Word, c)
	}
}

// text reads a text after its opening quote, and cuts it after scan.MaxWord bytes.
func (r *Reader) text() error {
	r.Word, r.long = r.Word[:0], false
	for {
		c, ok := r.Next()
		switch {
		case !ok:
			return r.Cut("a text")
		case c == '"':
			return nil
		case c < ' ':
			return r.Errorf("the byte %#x inside a text", c)
		case c == '\\':
			if err := r.escape(); err != nil {
				return err
			}
		default:
			r.keep(c)
		}
	}
}

// keep appends bytes to the word, unless it is too long.
func (r *Reader) keep(b ...byte) {
	if r.long = r.long || len(r.Word)+len(b) > scan.MaxWord; !r.long {
		r.Word = append(r.Word, b...)
	}
}

// escape reads what follows a backslash.
func (r *Reader) escape() error {
	c, ok := r.Next()
	if !ok {
		return r.Cut("a text")
	}
	if c == 'u' {
		return r.unicode()
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if i < 0 {
		return r.Errorf("found \\%c inside a text: expected one of \" \\ / b f n r t u", c)
	}
	r.keep("\"\\/\b\f\n\r\t"[i])
	return nil
}

// unicode reads XXXX of \uXXXX, and a second half if it is the first of a pair. A half without the other becomes U+FFFD.
func (r *Reader) unicode() error {
	v, err := r.hex4()
	if err != nil {
		return err
	}
	for v >= 0xd800 && v < 0xdc00 {
		if b, err := r.Reader.Peek(2); err != nil || string(b) != `\u` {
			break
		}
		r.Next()
		r.Next()
		low, err := r.hex4()
		if err != nil {
			return err
		}
		if low >= 0xdc00 && low < 0xe000 {
			v = 0x10000 + (v-0xd800)<<10 + (low - 0xdc00)
			break
		}
		r.keepRune(v)
		v = low
	}
	r.keepRune(v)
	return nil
}

// keepRune appends a character to the word, or U+FFFD for half a pair.
func (r *Reader) keepRune(c rune) {
	var one [utf8.UTFMax]byte
	r.keep(one[:utf8.EncodeRune(one[:], c)]...)
}

func (r *Reader) hex4() (rune, error) {
	v := rune(0)
	for range 4 {
		c, ok := r.Next()
		switch {
		case !ok:
			return 0, r.Cut("a text")
		case ascii.Hex(c) < 0:
			return 0, r.Errorf("found %q inside \\u: expected four hexadecimal digits", c)
		}
		v = v<<4 | rune(ascii.Hex(c)) //nolint:gosec // below 16
	}
	return v, nil
}

// Skip reads over a value whose first token was read.
func (r *Reader) Skip(kind Kind) error {
	if kind != List && kind != Object {
		return nil
	}
	depth := 0
	if kind == List {
		depth = 1
	}
	for {
		c, ok := r.Next()
		switch {
		case !ok:
			return r.Cut("a value")
		case c == '"':
			if err := r.text(); err != nil {
				return err
			}
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return nil
			}
		}
	}
}
