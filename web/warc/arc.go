package warc

import (
	"bytes"
	"strconv"

	"weft/internal/ascii"
	"weft/internal/http1"
)

// versionARC is the Version of records that come from ARC files.
const versionARC = "arc"

// arcLine is the URL record of an ARC file (https://archive.org/web/researcher/ArcFileFormat.php):
//
//	v1: URL IP-address Archive-date Content-type Archive-length
//	v2: URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length
type arcLine struct {
	url, ip, date, contentType []byte
	length                     int64
	strict                     bool // URL, address and date look like what they are; the length may be wrong
}

// parseARCLine reads a header line. A URL may contain blanks, so the line is split at its date, which follows the
// address. A line without a plausible date is split from the right, as version 1.
func parseARCLine(line []byte) (a arcLine, ok bool) {
	fields := bytes.Split(bytes.TrimRight(line, "\r\n"), []byte{' '})
	n := len(fields)
	if n < 5 || n > 1000 {
		return a, false
	}
	a.length, ok = http1.Number(bytes.TrimSpace(fields[n-1]))
	date, dated := n-3, false
	for i := 2; i <= n-3 && !dated; i++ {
		if isARCDate(fields[i]) && isAddress(fields[i-1]) {
			date, dated = i, true
		}
	}
	a.url = bytes.Join(fields[:date-1], []byte{' '})
	a.ip, a.date, a.contentType = fields[date-1], fields[date], fields[date+1]
	scheme := hasScheme(a.url)
	a.strict = scheme && isAddress(a.ip) && (dated || ok && n == 5)
	return a, ok && scheme
}

func isARCDate(b []byte) bool {
	return len(b) >= 12 && len(b) <= 18 && ascii.IsNumber(b)
}

// isAddress accepts IPv4 and IPv6 addresses and what stands for an unknown one.
func isAddress(b []byte) bool {
	if len(b) == 0 || len(b) > 45 {
		return false
	}
	if string(b) == "-" || string(b) == "unknown" {
		return true
	}
	marks := 0
	for _, c := range b {
		switch {
		case c == '.' || c == ':':
			marks++
		case (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f'):
			return false
		}
	}
	return marks >= 2
}

func hasScheme(b []byte) bool {
	n := schemeLen(b)
	return n >= 1 && n <= 32
}

// fill makes rec the WARC record for an ARC header line; rec.raw already holds the line that a points into.
func (a *arcLine) fill(rec *Record) {
	rec.Version, rec.Length = versionARC, a.length
	rec.Header = append(
		rec.Header[:0],
		Field{[]byte("WARC-Target-URI"), a.url},
		Field{[]byte("WARC-Date"), a.date},
		Field{[]byte("WARC-IP-Address"), a.ip},
		Field{[]byte("Content-Type"), a.contentType},
		Field{[]byte("Content-Length"), strconv.AppendInt(nil, a.length, 10)},
	)
	switch {
	case ascii.HasPrefixFold(a.url, "http:"), ascii.HasPrefixFold(a.url, "https:"):
		rec.Type = TypeResponse
	case ascii.HasPrefixFold(a.url, "filedesc:"):
		rec.Type = TypeWarcinfo
	default:
		rec.Type = TypeResource
	}
}
