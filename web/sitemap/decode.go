package sitemap

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

const bufferSize = 64 << 10

// decode returns the text in UTF-8, valid, without byte order mark, and how many bytes of the mark were passed over. The
// encoding is found by byte order mark, header and declaration, in this order (RFC 7303, section 3.2).
func decode(r io.Reader, charset string) (text *bufio.Reader, skipped int) {
	in := bufio.NewReaderSize(r, bufferSize)
	head, _ := in.Peek(1024) // a short document, or an error that comes again
	enc := encodingOf(head, charset)
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		skipped, _ = in.Discard(3)
	}
	return bufio.NewReaderSize(enc.NewDecoder().Reader(in), bufferSize), skipped
}

func encodingOf(head []byte, charset string) encoding.Encoding {
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return unicode.UTF8
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)
	}
	if enc, err := htmlindex.Get(strings.TrimSpace(charset)); err == nil && charset != "" {
		return enc
	}
	label := declared(head)
	// A declaration that was read as ASCII is not in UTF-16.
	if enc, err := htmlindex.Get(label); err == nil && !strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return enc
	}
	return unicode.UTF8
}

// declared returns the encoding of the XML declaration, "" if there is none.
func declared(head []byte) string {
	head = bytes.TrimLeft(head, " \t\r\n")
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	head, _, _ = bytes.Cut(head, []byte("?>"))
	_, value, _ := bytes.Cut(head, []byte("encoding"))
	value = bytes.TrimLeft(value, " \t\r\n=")
	if len(value) == 0 || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	value, _, _ = bytes.Cut(value[1:], value[:1])
	return string(value)
}
