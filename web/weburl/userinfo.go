package weburl

import (
	"bytes"
	"strings"
)

// CutUserinfo removes the user name and the password from a canonical URL, in place. It returns the shorter URL
// and a copy of the credentials as the URL spells them, "user:password", or nil without credentials.
//
// A URL with credentials parses as the standard says, but no page has such a name. The credentials are a secret of
// the author, and the page is the one that the URL names without them. So every reader that makes a page from a
// URL of a document or an archive must cut them. Package capture does, and no later code sees them.
func CutUserinfo(href []byte) (rest, userinfo []byte) {
	p := Cut(href)
	if len(p.Userinfo) == 0 {
		return href, nil
	}
	userinfo = bytes.Clone(p.Userinfo)
	start := len(p.Scheme) + len("://")
	return append(href[:start], href[start+len(userinfo)+1:]...), userinfo
}

// HideUserinfo returns an argument of a command with "***" in place of the credentials in the authority of a URL,
// canonical or not. The result can be shown or recorded. The argument may be the URL, or "--flag=" and a URL. A
// password may contain anything that the parser takes, such as blanks.
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

// authorityIn returns where the first authority in a text begins: after "://", or after "http:" or "https:" and
// any slashes, because the parser needs no slashes; −1 without an authority.
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
