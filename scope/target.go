package scope

import (
	"bytes"
	"strconv"

	"weft/weburl"
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
	scheme := schemeOf(url)
	if !s.schemes[scheme] {
		return u, "scope: scheme " + scheme
	}
	u.port = portOf(key)
	if len(s.ports) > 0 && !s.ports[u.port] {
		return u, "scope: port"
	}
	return u, ""
}

func schemeOf(url []byte) string {
	switch {
	case bytes.HasPrefix(url, []byte("https:")):
		return "https"
	case bytes.HasPrefix(url, []byte("ftp:")):
		return "ftp"
	}
	return "http"
}

// portOf returns the port of a URL by its key.
func portOf(key []byte) int {
	if port := explicitPort(key); port != anyPort {
		return port
	}
	switch key[bytes.LastIndexByte(key, ' ')+1] {
	case 's':
		return 443
	case 'f':
		return 21
	}
	return 80
}

// explicitPort reads the end of a key: the letter of the scheme, a port where it is not the scheme's own, credentials.
func explicitPort(key []byte) int {
	end := key[bytes.LastIndexByte(key, ' ')+1:]
	if len(end) < 2 || end[1] != ':' {
		return anyPort
	}
	digits, _, _ := bytes.Cut(end[2:], []byte{'@'})
	port, _ := strconv.Atoi(string(digits)) // AppendKey has checked it
	return port
}

// segments counts the parts of the path of a canonical URL that are not empty.
func segments(url []byte) int {
	_, rest, _ := bytes.Cut(url, []byte("://"))
	rest = rest[max(bytes.IndexByte(rest, '/'), 0):]
	rest, _, _ = bytes.Cut(rest, []byte{'?'})
	n := 0
	for i, c := range rest {
		if c != '/' && (i == 0 || rest[i-1] == '/') {
			n++
		}
	}
	return n
}

// upToSlash cuts a key behind the last slash of its path.
func upToSlash(key []byte) string {
	path := key[:bytes.LastIndexByte(key, ' ')]
	path, _, _ = bytes.Cut(path, []byte{'?'})
	return string(path[:bytes.LastIndexByte(path, '/')+1])
}
