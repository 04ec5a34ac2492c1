// Package inert makes texts from outside harmless to display. Names, anchor texts, titles, hosts, file names and
// responses of servers may contain bytes that control a terminal, change the direction of writing, or are
// invisible. The package makes them visible escapes. All output uses it: terminal, log, progress, report, status
// page.
package inert

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns s with visible escapes, as in Go and C, for everything invisible. These are control characters (C0
// with tab and line end, DEL, C1), characters that set the direction of writing, characters without width, Unicode
// ends of lines and paragraphs, and bytes that are not UTF-8. Other characters stay, and so do backslashes:
// escapes are for people, not for reading back. The result is one line.
func Text(s string) string { return escape(s, "") }

// Lines is Text for texts of several lines: ends of lines and tabs stay.
func Lines(s string) string { return escape(s, "\n\t") }

// Message is for errors and the like: lines after the first are indented, so that none of them looks like one of ours.
func Message(s string) string { return strings.ReplaceAll(escape(s, "\n"), "\n", "\n    ") }

// ASCII escapes what is not printable ASCII, so that each byte of the result takes one column.
func ASCII(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r >= ' ' && r <= '~' {
			b.WriteByte(s[i])
		} else {
			appendEscape(&b, r, s[i:i+n])
		}
		i += n
	}
	return b.String()
}

// First is Text of the first most bytes at most, with a mark where it was cut.
func First(s string, most int) string {
	if len(s) <= most {
		return Text(s)
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return Text(s[:most]) + "…"
}

func escape(s, but string) string {
	from := strings.IndexFunc(s, hides)
	if from < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:from])
	for i := from; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if hides(r) && !strings.ContainsRune(but, r) && !(r == utf8.RuneError && n > 1) {
			appendEscape(&b, r, s[i:i+n])
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

func appendEscape(b *strings.Builder, r rune, raw string) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\t':
		b.WriteString(`\t`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == utf8.RuneError && len(raw) == 1, r < 0x80:
		fmt.Fprintf(b, `\x%02x`, raw[0])
	case r > 0xffff:
		fmt.Fprintf(b, `\U%08x`, r)
	default:
		fmt.Fprintf(b, `\u%04x`, r)
	}
}

// hides says whether a character is not to be shown as it is; invalid bytes come as utf8.RuneError.
func hides(r rune) bool {
	switch {
	case r < 0x80:
		return r < ' ' || r == 0x7f
	case r == utf8.RuneError:
		return true
	case r == 0xfe0e || r == 0xfe0f: // choose between a text and a picture
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Writer returns a writer that escapes as Lines does what is written to w. A character that is cut off at the end of a
// Write is kept for the next; Flush writes what is left.
func Writer(w io.Writer) *Escaper { return &Escaper{w: w} }

// An Escaper is the result of Writer.
type Escaper struct {
	w    io.Writer
	kept []byte
}

func (e *Escaper) Write(p []byte) (int, error) {
	all := append(e.kept, p...)
	end := len(all)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if utf8.RuneStart(all[i]) && !utf8.FullRune(all[i:]) {
			end = i
			break
		}
	}
	text := Lines(string(all[:end]))
	e.kept = append([]byte(nil), all[end:]...)
	if _, err := io.WriteString(e.w, text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what was kept.
func (e *Escaper) Flush() error {
	text := Lines(string(e.kept))
	e.kept = nil
	_, err := io.WriteString(e.w, text)
	return err
}

// JSON returns a JSON text in which the characters that Text escapes are escaped as JSON does it, so that it means the
// same. Text that is no UTF-8 stays; encoding/json writes none.
func JSON(text []byte) []byte {
	if !bytes.ContainsFunc(text, outside) {
		return text
	}
	b := make([]byte, 0, len(text)+64)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case !outside(r) || r == utf8.RuneError:
			b = append(b, text[i:i+n]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
		i += n
	}
	return b
}

// outside is hides, without the white space between the tokens of JSON.
func outside(r rune) bool { return r > '\r' && hides(r) }
