package links

import (
	"unicode"
	"unicode/utf8"
)

// MaxText is the length, in bytes, at which anchor texts and titles are cut.
const MaxText = 256

// A textBuffer gathers text. Runs of white space become one blank, none at the ends. Invalid UTF-8 becomes U+FFFD,
// and NUL is dropped. Text beyond MaxText bytes is cut before a code point.
type textBuffer struct {
	buf   []byte
	space bool // white space is due before the next code point
	full  bool
}

func (t *textBuffer) reset() { t.buf, t.space, t.full = t.buf[:0], false, false }

func (t *textBuffer) add(s []byte) {
	for len(s) > 0 && !t.full {
		r, n := rune(s[0]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(s)
		}
		s = s[n:]
		switch {
		case unicode.IsSpace(r):
			t.space = true
		case r != 0:
			t.addRune(r)
		}
	}
}

func (t *textBuffer) addRune(r rune) {
	blank := 0
	if t.space && len(t.buf) > 0 {
		blank = 1
	}
	t.space = false
	if len(t.buf)+blank+utf8.RuneLen(r) > MaxText {
		t.full = true
		return
	}
	if blank == 1 {
		t.buf = append(t.buf, ' ')
	}
	t.buf = utf8.AppendRune(t.buf, r)
}

// addRaw adds text with character references. No more of it is decoded than can matter: white space apart, a reference
// of up to 33 bytes makes at least one byte.
func (t *textBuffer) addRaw(scratch *[]byte, s []byte) {
	if !t.full {
		t.add(unescape(scratch, s, false))
	}
}
