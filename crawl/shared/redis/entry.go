package redis

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"

	"weft/crawl"
	"weft/crawl/shared"
)

// An entry is a page in a queue: its key in 8 bytes (big endian), a byte, the note, and the URL without its beginning. The
// byte is the length of the note plus 65 times the place of the beginning among beginnings.

// beginnings returns what URLs of a host may begin with; the last is always right.
func beginnings(host string) []string { return []string{"https://" + host, "http://" + host, ""} }

// longestHost is the length of the longest name of a host: scripts store it in four hexadecimal digits.
const longestHost = 1<<16 - 1

// appendEntry appends the entry of a page.
func appendEntry(dst []byte, p shared.Page) ([]byte, error) {
	if len(p.Note) > shared.LongestNote || len(p.Host) > longestHost {
		return nil, fmt.Errorf("redis: a note of %d bytes and a host of %d, want %d and %d at most", len(p.Note), len(p.Host), shared.LongestNote, longestHost)
	}
	dst = binary.BigEndian.AppendUint64(dst, uint64(p.Key))
	for i, begin := range beginnings(p.Host) {
		if rest, ok := bytes.CutPrefix(p.URL, []byte(begin)); ok {
			dst = append(dst, byte(len(p.Note)+i*(shared.LongestNote+1)))
			dst = append(dst, p.Note...)
			return append(dst, rest...), nil
		}
	}
	panic("no beginning is empty")
}

// unpack decodes a held page: the length of its host in four hexadecimal digits, the host, and the entry.
func unpack(packed []byte) (p shared.Page, err error) {
	bad := fmt.Errorf("%w: a page of %d bytes is damaged", shared.ErrRefused, len(packed))
	if len(packed) < 4 {
		return p, bad
	}
	n, err := strconv.ParseUint(string(packed[:4]), 16, 16)
	packed = packed[4:]
	if err != nil || len(packed) < int(n)+9 {
		return p, bad
	}
	p.Host, packed = string(packed[:n]), packed[n:]
	p.Key = crawl.Key(binary.BigEndian.Uint64(packed))
	begin, note := int(packed[8])/(shared.LongestNote+1), int(packed[8])%(shared.LongestNote+1)
	packed = packed[9:]
	if begin >= len(beginnings(p.Host)) || len(packed) < note {
		return p, bad
	}
	p.Note = bytes.Clone(packed[:note])
	p.URL = append([]byte(beginnings(p.Host)[begin]), packed[note:]...)
	return p, nil
}

// unpackAll decodes pages.
func unpackAll(list []any) (pages []shared.Page, err error) {
	for _, v := range list {
		packed, ok := v.([]byte)
		if !ok {
			return nil, fmt.Errorf("%w: a page is missing", shared.ErrRefused)
		}
		p, err := unpack(packed)
		if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// unpackLeft decodes the three numbers of a shared.Left.
func unpackLeft(list []any) (shared.Left, error) {
	var n [3]uint64
	if len(list) != len(n) {
		return shared.Left{}, errMalformed
	}
	for i, v := range list {
		value, ok := v.(int64)
		if !ok || value < 0 {
			return shared.Left{}, fmt.Errorf("%w: the counters are damaged", shared.ErrRefused)
		}
		n[i] = uint64(value)
	}
	return shared.Left{Queued: n[0], Held: n[1], Crawlers: n[2]}, nil
}

// id returns the name of a page among held pages, and its number among all pages ever offered. The number is signed:
// Redis keeps sets of signed numbers in 8 bytes each.
func id(key crawl.Key) (name, num []byte) {
	return binary.BigEndian.AppendUint64(nil, uint64(key)), strconv.AppendInt(nil, int64(key), 10) //nolint:gosec // the sign does not matter
}
