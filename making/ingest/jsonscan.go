package ingest

import (
	"strings"
	"unicode/utf8"

	"weft/internal/ascii"
	"weft/making/ingest/scan"
)

// jsonKind is the kind of a JSON value.
type jsonKind uint8

const (
	jsonText jsonKind = iota
	jsonNumber
	jsonWord // true, false, null
	jsonList
	jsonObject
)

// A jsonReader reads JSON (RFC 8259) piece by piece, from a stream, in memory that depends neither on length nor
// on depth. A graph may be one object of many gigabytes. Neither encoding/json nor the scanner of package warc can
// read such an object, and errors must name a line. word holds the text of the last text, number or word.
type jsonReader struct {
	*scan.Scanner
	word []byte
	long bool
}

// expect reads a byte that must come, after white space.
func (r *jsonReader) expect(want byte, what string) error {
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

// members reads an object, from its opening brace, and calls f for each member; f reads or skips its value, whose
// first token was read.
func (r *jsonReader) members(f func(name string, kind jsonKind) error) error {
	if err := r.expect('{', "an object"); err != nil {
		return err
	}
	return r.rest(func(func(jsonKind) error) error {
		if err := r.expect('"', "an object"); err != nil {
			return err
		}
		if err := r.text(); err != nil {
			return err
		}
		name := string(r.word)
		if err := r.expect(':', "an object"); err != nil {
			return err
		}
		kind, err := r.value()
		if err != nil {
			return err
		}
		return f(name, kind)
	}, nil, '}')
}

// elements reads a list whose opening bracket was read, and calls f for each element.
func (r *jsonReader) elements(f func(kind jsonKind) error) error {
	return r.rest(func(f func(jsonKind) error) error {
		kind, err := r.value()
		if err != nil {
			return err
		}
		return f(kind)
	}, f, ']')
}

// rest reads parts between commas up to the closing byte.
func (r *jsonReader) rest(part func(func(jsonKind) error) error, f func(jsonKind) error, closing byte) error {
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
func (r *jsonReader) value() (jsonKind, error) {
	c, ok := r.SkipSpace()
	if !ok {
		return 0, r.Cut("a value")
	}
	switch {
	case c == '"':
		r.Next()
		return jsonText, r.text()
	case c == '{':
		return jsonObject, nil
	case c == '[':
		r.Next()
		return jsonList, nil
	case c == '-' || c >= '0' && c <= '9':
		r.plain()
		return jsonNumber, nil
	case ascii.IsLetter(c):
		r.plain()
		switch string(r.word) {
		case "true", "false", "null", "NaN", "Infinity": // Python writes the last two
			return jsonWord, nil
		}
	}
	return 0, r.Errorf("found %q: expected a value", c)
}

// plain reads a number or a word.
func (r *jsonReader) plain() {
	r.word = r.word[:0]
	for {
		c, ok := r.Next()
		if !ok {
			return
		}
		if !isNumberByte(c) || len(r.word) > 400 {
			r.Back()
			return
		}
		r.word = append(r.word, c)
	}
}

// text reads a text after its opening quote, and cuts it after maxWord bytes.
func (r *jsonReader) text() error {
	r.word, r.long = r.word[:0], false
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
func (r *jsonReader) keep(b ...byte) {
	if r.long = r.long || len(r.word)+len(b) > maxWord; !r.long {
		r.word = append(r.word, b...)
	}
}

// escape reads what follows a backslash.
func (r *jsonReader) escape() error {
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

// unicode reads XXXX of \uXXXX, and a second half if it is the first of a pair.
func (r *jsonReader) unicode() error {
	v, err := r.hex4()
	if err != nil {
		return err
	}
	if v >= 0xd800 && v < 0xdc00 {
		if b, err := r.Reader.Peek(2); err == nil && string(b) == `\u` {
			r.Next()
			r.Next()
			low, err := r.hex4()
			if err != nil {
				return err
			}
			if low >= 0xdc00 && low < 0xe000 {
				v = 0x10000 + (v-0xd800)<<10 + (low - 0xdc00)
			}
		}
	}
	var one [utf8.UTFMax]byte
	r.keep(one[:utf8.EncodeRune(one[:], v)]...)
	return nil
}

func (r *jsonReader) hex4() (rune, error) {
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

// skip reads over a value whose first token was read.
func (r *jsonReader) skip(kind jsonKind) error {
	if kind != jsonList && kind != jsonObject {
		return nil
	}
	depth := 0
	if kind == jsonList {
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
