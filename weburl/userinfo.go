package weburl

import "bytes"

// CutUserinfo takes the user name and the password out of a canonical URL, in place, and returns what is left and, a copy, what they were as
// the URL spells them, "user:password"; nil if there were none.
//
// A URL with credentials is a URL, and parses as the standard says; but no page is called so. They are a secret of whoever
// wrote them, and what they lead to is the page that the URL names without them. So whoever makes a page of a URL that stands in a document
// or in an archive cuts them: package capture does, and nothing behind it sees them.
func CutUserinfo(href []byte) (rest, userinfo []byte) {
	start := bytes.Index(href, []byte("://"))
	if start < 0 {
		return href, nil
	}
	start += len("://")
	end := len(href)
	if i := bytes.IndexAny(href[start:], "/?#"); i >= 0 {
		end = start + i
	}
	at := bytes.LastIndexByte(href[start:end], '@')
	if at < 0 {
		return href, nil
	}
	userinfo = bytes.Clone(href[start : start+at])
	return append(href[:start], href[start+at+1:]...), userinfo
}

// HideUserinfo returns a text with "***" for what stands before an @ in the authority of each URL in it, canonical or not: to be shown or written
// down.
func HideUserinfo(text string) string {
	b, from := []byte(nil), 0
	for {
		i := bytes.Index([]byte(text[from:]), []byte("://"))
		if i < 0 {
			return string(append(b, text[from:]...))
		}
		start := from + i + len("://")
		b = append(b, text[from:start]...)
		end := start
		for end < len(text) && text[end] > ' ' && text[end] != '/' && text[end] != '\\' && text[end] != '?' && text[end] != '#' && text[end] != '"' {
			end++
		}
		from = start
		if at := bytes.LastIndexByte([]byte(text[start:end]), '@'); at >= 0 {
			b = append(b, "***"...)
			from = start + at
		}
	}
}
