package scope

import (
	"bytes"

	"weft/web/weburl"
)

// keySize is room for the keys of nearly all URLs, on the stack.
const keySize = 256

// A target is a URL that is judged.
type target struct {
	key  []byte
	host []byte // of the key, with its parenthesis
	port int
}

// read makes the target of a canonical URL, in the given buffer. If the URL can be no page of the crawl it returns why.
func (s *Scope) read(buf, url []byte) (target, string) {
	key, err := weburl.AppendKey(buf, url)
	if err != nil {
		return target{}, "scope: not a canonical URL"
	}
	u := target{key: key, host: weburl.KeyHost(key)}
	if scheme := string(weburl.Cut(url).Scheme); scheme != "http" && scheme != "https" {
		return u, "scope: scheme " + scheme
	}
	if said, own := weburl.KeyPort(key); said != anyPort {
		u.port = said
	} else {
		u.port = own
	}
	return u, ""
}

// segments counts the parts of the path of a canonical URL that are not empty.
func segments(url []byte) int {
	path := weburl.Cut(url).Path
	n := 0
	for i, c := range path {
		if i > 0 && c != '/' && path[i-1] == '/' {
			n++
		}
	}
	return n
}

// upToSlash cuts a key after the last slash of its path.
func upToSlash(key []byte) string {
	path := key[:bytes.LastIndexByte(key, ' ')]
	path, _, _ = bytes.Cut(path, []byte{'?'})
	return string(path[:bytes.LastIndexByte(path, '/')+1])
}
