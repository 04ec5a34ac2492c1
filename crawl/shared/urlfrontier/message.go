package urlfrontier

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"weft/crawl"
	"weft/crawl/shared"
)

// Messages are written and read field by field: of each the few fields that are needed, by the numbers of
// urlfrontier.proto (version 2 of https://github.com/crawler-commons/url-frontier).

// Keys of the metadata of URLs.
const (
	metaKey   = "weft-key"   // the key of the page, 16 hexadecimal digits
	metaNote  = "weft-note"  // its note, in hexadecimal digits
	metaTries = "weft-tries" // how often it was made to wait
)

// An info is a URLInfo.
type info struct {
	shared.Page
	crawl string
	tries int
}

func appendText(dst []byte, field protowire.Number, text string) []byte {
	if text == "" {
		return dst
	}
	return protowire.AppendString(protowire.AppendTag(dst, field, protowire.BytesType), text)
}

func appendNumber(dst []byte, field protowire.Number, n uint64) []byte {
	if n == 0 {
		return dst
	}
	return protowire.AppendVarint(protowire.AppendTag(dst, field, protowire.VarintType), n)
}

func appendMessage(dst []byte, field protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(dst, field, protowire.BytesType), message)
}

// appendMeta appends an entry of the metadata: a text and a list of one text.
func appendMeta(dst []byte, name, value string) []byte {
	entry := appendText(nil, 1, name)
	return appendMessage(dst, 3, appendMessage(entry, 2, appendText(nil, 1, value)))
}

// append appends the message.
func (i info) append(dst []byte) ([]byte, error) {
	if !utf8.Valid(i.URL) || !utf8.ValidString(i.Host) || len(i.URL) == 0 || len(i.Host) == 0 || len(i.Note) > shared.LongestNote {
		return nil, fmt.Errorf("%w: page %q of host %q with a note of %d bytes; URLFrontier takes texts in UTF-8, and notes of up to %d bytes", shared.ErrRefused, i.URL, i.Host, len(i.Note), shared.LongestNote)
	}
	dst = appendText(dst, 1, string(i.URL))
	dst = appendText(dst, 2, i.Host)
	dst = appendMeta(dst, metaKey, fmt.Sprintf("%016x", uint64(i.Key)))
	if len(i.Note) > 0 {
		dst = appendMeta(dst, metaNote, hex.EncodeToString(i.Note))
	}
	if i.tries > 0 {
		dst = appendMeta(dst, metaTries, strconv.Itoa(i.tries))
	}
	return appendText(dst, 4, i.crawl), nil
}

// A field is a field of a message: a number, or bytes.
type field struct {
	number protowire.Number
	n      uint64
	bytes  []byte
}

// fields reads the fields of a message. It skips fields of other types.
func fields(message []byte) (list []field, err error) {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return nil, fmt.Errorf("%w: %w", errMalformed, protowire.ParseError(n))
		}
		message = message[n:]
		f := field{number: number}
		switch kind {
		case protowire.VarintType:
			f.n, n = protowire.ConsumeVarint(message)
		case protowire.BytesType:
			f.bytes, n = protowire.ConsumeBytes(message)
		default:
			n = protowire.ConsumeFieldValue(number, kind, message)
		}
		if n < 0 {
			return nil, fmt.Errorf("%w: %w", errMalformed, protowire.ParseError(n))
		}
		message = message[n:]
		list = append(list, f)
	}
	return list, nil
}

// readInfo reads a URLInfo. A page without a key was put there by another program.
func readInfo(message []byte) (i info, err error) {
	list, err := fields(message)
	if err != nil {
		return i, err
	}
	known := false
	for _, f := range list {
		switch f.number {
		case 1:
			i.URL = f.bytes
		case 2:
			i.Host = string(f.bytes)
		case 3:
			is, err := i.meta(f.bytes)
			if err != nil {
				return i, err
			}
			known = known || is
		case 4:
			i.crawl = string(f.bytes)
		}
	}
	if !known {
		return i, fmt.Errorf("%w: the URL %.100q has no key of weft: another program uses this crawl of URLFrontier; name another by grpc://HOST:PORT/CRAWL", shared.ErrRefused, i.URL)
	}
	return i, nil
}

// meta reads an entry of the metadata, and reports whether it is the key of the page.
func (i *info) meta(entry []byte) (isKey bool, err error) {
	var name string
	var value []byte
	list, err := fields(entry)
	for _, f := range list {
		if f.number == 1 {
			name = string(f.bytes)
			continue
		}
		values, err := fields(f.bytes)
		if err != nil {
			return false, err
		}
		for _, v := range values {
			value = v.bytes
		}
	}
	if err != nil {
		return false, err
	}
	var bad error
	switch name {
	case metaKey:
		var key uint64
		key, bad = strconv.ParseUint(string(value), 16, 64)
		i.Key = crawl.Key(key)
	case metaNote:
		if i.Note, bad = hex.DecodeString(string(value)); len(i.Note) > shared.LongestNote {
			i.Note = nil
		}
	case metaTries:
		i.tries, bad = strconv.Atoi(string(value))
	}
	if bad != nil {
		return false, fmt.Errorf("%w: metadata %s of a URL is %.40q", shared.ErrRefused, name, value)
	}
	return name == metaKey, nil
}

// discovered returns an item of PutURLs for a page that was found.
func discovered(i info, id string) ([]byte, error) {
	message, err := i.append(nil)
	return appendText(appendMessage(nil, 1, appendMessage(nil, 1, message)), 3, id), err
}

// known returns an item of PutURLs for a page that was handed out. It may be handed out again from a time on, in seconds
// of Unix time; 0 means never.
func known(i info, from int64, id string) ([]byte, error) {
	message, err := i.append(nil)
	item := appendNumber(appendMessage(nil, 1, message), 2, uint64(max(0, from))) //nolint:gosec // it is not negative
	return appendText(appendMessage(nil, 2, item), 3, id), err
}
