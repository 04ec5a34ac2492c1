package links

import (
	"strings"

	"weft/internal/ascii"
)

// IsHTML reports whether browsers show a response as HTML: its media type is text/html or application/xhtml+xml. XML is HTML
// if its root is an html element of XHTML. Without a media type the first bytes of the body decide, as in the MIME Sniffing
// Standard (section 7.1). contentType is the value of the Content-Type field; several values are joined by commas. See
// [MediaType].
func IsHTML(contentType string, body []byte) bool {
	switch t := MediaType(contentType); {
	case ascii.EqualFold(t, "text/html"), ascii.EqualFold(t, "application/xhtml+xml"):
		return true
	case t == "", ascii.EqualFold(t, "unknown/unknown"), ascii.EqualFold(t, "application/unknown"):
		return sniffHTML(body)
	}
	return IsXML(contentType) && rootIsXHTML(body)
}

// IsXML reports whether the media type of a response is the one of any XML: the body may be XHTML.
func IsXML(contentType string) bool {
	t := MediaType(contentType)
	return ascii.EqualFold(t, "application/xml") || ascii.EqualFold(t, "text/xml")
}

// BeginsLikeHTML reports whether a body begins with a doctype or an html element. If browsers do not show such a response as
// HTML, its server may give it a wrong Content-Type.
func BeginsLikeHTML(body []byte) bool {
	head := start(body)
	return starts(head, "<!doctype html") || starts(head, "<html")
}

// isXHTML reports whether browsers read the HTML of a response as XML.
func isXHTML(contentType string) bool {
	return ascii.EqualFold(MediaType(contentType), "application/xhtml+xml") || IsXML(contentType)
}

// rootIsXHTML reports whether XML has an html element of XHTML as its root, and within the first bytes.
func rootIsXHTML(body []byte) bool {
	head := string(start(body))
	for {
		end := ""
		switch {
		case strings.HasPrefix(head, "<?"):
			end = "?>"
		case strings.HasPrefix(head, "<!--"):
			end = "-->"
		case strings.HasPrefix(head, "<!DOCTYPE"):
			end = ">"
		default:
			tag, _, closed := strings.Cut(head, ">")
			rest, html := strings.CutPrefix(tag, "<html")
			return html && closed && rest != strings.TrimLeft(rest, " \t\r\n") && strings.Contains(rest, "http://www.w3.org/1999/xhtml")
		}
		_, rest, closed := strings.Cut(head, end)
		if !closed {
			return false
		}
		head = strings.TrimLeft(rest, " \t\r\n")
	}
}

// MediaType returns the media type of the value of a Content-Type field, without its parameters. Of several values it
// returns the last valid one, as in the Fetch Standard ("extract a MIME type"). It returns "" if no value is valid, such
// as "html", "text/html charset=utf-8" or "*/*".
func MediaType(contentType string) (essence string) {
	for rest, more := contentType, true; more; {
		var value string
		value, rest, more = cutValue(rest)
		value, _, _ = strings.Cut(value, ";")
		value = strings.TrimRight(trimSpace(value), " \t\r\n")
		kind, sub, _ := strings.Cut(value, "/")
		if isToken(kind) && isToken(sub) && value != "*/*" {
			essence = value
		}
	}
	return essence
}

// cutValue cuts a list at its first comma outside of quotes.
func cutValue(list string) (value, rest string, more bool) {
	quoted := false
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == ',' && !quoted:
			return list[:i], list[i+1:], true
		}
	}
	return list, "", false
}

// isToken reports whether a text is a token of HTTP (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}

var htmlStarts = []string{
	"<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style", "<title", "<b", "<body", "<br", "<p",
}

// start returns the first bytes of a body, after a byte order mark and white space.
func start(body []byte) []byte {
	if len(body) >= 3 && string(body[:3]) == "\xef\xbb\xbf" {
		body = body[3:]
	}
	head := trimSpace(body)
	return head[:min(len(head), sniffLen)]
}

// starts reports whether a body begins with a tag, in any case.
func starts(head []byte, tag string) bool {
	n := len(tag)
	return len(head) > n && ascii.EqualFold(head[:n], tag) && (head[n] == ' ' || head[n] == '>')
}

func sniffHTML(body []byte) bool {
	head := start(body)
	if len(head) >= 5 && string(head[:5]) == "<?xml" {
		return indexFold(string(head), "<html") >= 0
	}
	if len(head) >= 4 && string(head[:4]) == "<!--" {
		return true
	}
	for _, tag := range htmlStarts {
		if starts(head, tag) {
			return true
		}
	}
	return false
}
