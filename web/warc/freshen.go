package warc

import (
	"bytes"
	"strings"
)

// ofPayload are the fields that describe the bytes after the header, or the connection. In a response of status
// 304 they do not describe the stored payload.
var ofPayload = map[string]bool{
	"connection": true, "content-encoding": true, "content-length": true, "content-md5": true, "content-range": true, "content-type": true,
	"digest": true, "keep-alive": true, "proxy-authenticate": true, "proxy-connection": true, "te": true, "trailer": true, "transfer-encoding": true, "upgrade": true,
}

// Freshen returns the header of a stored response, updated by a response of status 304 (RFC 9111, section 3.2).
// Fields of the later response replace stored fields, except fields that describe the payload. Arguments and
// result are a status line and a header with the empty line at its end.
func Freshen(stored, notModified []byte) []byte {
	status, old := splitFields(stored)
	_, new := splitFields(notModified)
	replaced := map[string]bool{}
	for _, f := range new {
		if !ofPayload[f.name] {
			replaced[f.name] = true
		}
	}
	out := append([]byte(nil), status...)
	out = append(out, "\r\n"...)
	add := func(f headerField) {
		out = append(append(out, f.text...), "\r\n"...)
	}
	for _, f := range old {
		if !replaced[f.name] {
			add(f)
		}
	}
	for _, f := range new {
		if replaced[f.name] {
			add(f)
		}
	}
	return append(out, "\r\n"...)
}

// A headerField is a field as it stands in a header, without the end of its line.
type headerField struct {
	name string // in lower case
	text []byte // with continuation lines
}

// splitFields splits a header into its status line and fields. Lines without a colon are left out.
func splitFields(header []byte) (status []byte, fields []headerField) {
	first := true
	for line := range bytes.Lines(header) {
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case first:
			status, first = line, false
		case len(line) == 0:
			return status, fields
		case (line[0] == ' ' || line[0] == '\t') && len(fields) > 0:
			last := &fields[len(fields)-1]
			last.text = append(append(bytes.Clone(last.text), "\r\n"...), line...)
		default:
			if name, _, ok := bytes.Cut(line, []byte{':'}); ok {
				fields = append(fields, headerField{strings.ToLower(string(bytes.TrimSpace(name))), line})
			}
		}
	}
	return status, fields
}

// AppendNotModified appends the original header of a response of status 304 to the fields of a metadata record.
// Programs that replay an archive take the header of a revisit for the header of the page.
func AppendNotModified(dst, header []byte) []byte {
	status, fields := splitFields(header)
	dst = append(append(append(dst, "not-modified-status: "...), status...), "\r\n"...)
	for _, f := range fields {
		dst = append(append(append(dst, "not-modified-field: "...), f.text...), "\r\n"...)
	}
	return dst
}
