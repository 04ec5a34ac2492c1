package links

import (
	"strings"

	"weft/internal/ascii"
)

// IsHTML reports whether a response is HTML, by its Content-Type (text/html or application/xhtml+xml). Without a
// Content-Type it decides by the first bytes of the body, as the MIME Sniffing Standard does (section 7.1).
func IsHTML(contentType string, body []byte) bool {
	if t := essence(contentType); t != "" {
		return ascii.EqualFold(t, "text/html") || ascii.EqualFold(t, "application/xhtml+xml")
	}
	return sniffHTML(body)
}

func isXHTML(contentType string) bool {
	return ascii.EqualFold(essence(contentType), "application/xhtml+xml")
}

// essence cuts the parameters off a media type.
func essence(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return strings.TrimRight(trimSpace(t), " \t\r\n")
}

var htmlStarts = []string{
	"<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style", "<title", "<b", "<body", "<br", "<p",
}

func sniffHTML(body []byte) bool {
	if len(body) >= 3 && string(body[:3]) == "\xef\xbb\xbf" {
		body = body[3:]
	}
	head := trimSpace(body)
	head = head[:min(len(head), sniffLen)]
	if len(head) >= 5 && string(head[:5]) == "<?xml" {
		return indexFold(string(head), "<html") >= 0
	}
	if len(head) >= 4 && string(head[:4]) == "<!--" {
		return true
	}
	for _, start := range htmlStarts {
		if n := len(start); len(head) > n && ascii.EqualFold(head[:n], start) && (head[n] == ' ' || head[n] == '>') {
			return true
		}
	}
	return false
}
