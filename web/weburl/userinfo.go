package weburl

import (
	"bytes"
	"strings"
)

// CutUserinfo takes the user name and the password out of a canonical URL, in place, and returns what is left and, a
// copy, what they were as the URL spells them, "user:password"; nil if there were none.
//
// A URL with credentials is a URL, and parses as the standard says; but no page is called so. They are a secret of
// whoever wrote them, and what they lead to is the page that the URL names without them. So whoever makes a page of a
// URL that stands in a document or in an archive cuts them: package capture does, and nothing after it sees them.
func CutUserinfo(href []byte) (rest, userinfo []byte) {
	p := Cut(href)
	if len(p.Userinfo) == 0 {
		return href, nil
	}
	userinfo = bytes.Clone(p.Userinfo)
	start := len(p.Scheme) + len("://")
	return append(href[:start], href[start+len(userinfo)+1:]...), userinfo
}

// HideUserinfo returns an argument of a command with "***" for what stands before an @ in the authority of a URL in it,
// canonical or not: to be shown or written down. It may be the URL, or "--flag=" and a URL, and a password may have
// anything in it that the parser takes, such as blanks.
func HideUserinfo(text string) string {
	var b []byte
	for {
		start := authorityIn(text)
		if start < 0 {
			return string(append(b, text...))
		}
		b = append(b, text[:start]...)
		text = text[start:]
		end := strings.IndexAny(text, "/\\?#")
		if end < 0 {
			end = len(text)
		}
		if at := strings.LastIndexByte(text[:end], '@'); at >= 0 {
			b = append(b, "***"...)
			text = text[at:]
		}
	}
}

// authorityIn returns where the first authority in a text begins: after "://", or "http:" or "https:" and any slashes,
// as the parser needs none; -1 if there is none.
func authorityIn(text string) int {
	for i := range len(text) {
		if text[i] != ':' {
			continue
		}
		end := i + 1
		for end < len(text) && (text[end] == '/' || text[end] == '\\') {
			end++
		}
		if strings.HasPrefix(text[i:], "://") || endsFold(text[:i], "http") || endsFold(text[:i], "https") {
			return end
		}
	}
	return -1
}

func endsFold(text, end string) bool {
	return len(text) >= len(end) && strings.EqualFold(text[len(text)-len(end):], end)
}
