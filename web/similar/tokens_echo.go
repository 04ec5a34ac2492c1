package similar

import (
	"bytes"

	"weft/internal/ascii"
)

// empty returns an own without words that keeps the memory of its lists.
func (o *own) empty() own {
	return own{words: o.words[:0], years: o.years[:0], text: o.text[:0], url: nil}
}

// aim notes the address of the link that begins, if it is like the page's own. Such a link leads to the same kind of page.
// Words of its address say nothing new.
func (t *Tokenizer) aim(address []byte) {
	t.targeted, t.same = t.own.isLike(address)
	if t.targeted {
		t.target = t.target.empty()
		t.target.read(address)
	}
}

// echoes reports whether a word of the current link says nothing new. The address of the link has the word, or the form of the
// page's own address.
func (t *Tokenizer) echoes(h uint64) bool {
	return t.link > 0 && t.targeted && (t.same || t.target.has(h))
}

// isLike reports whether an address leads to a page of the same kind. An address with parameters has the page's path and
// the same names of parameters. Other addresses lie in the page's folder of the first level. An address with the form of the
// page's own is of its kind, too. The two differ only in segments with numbers.
func (o *own) isLike(address []byte) (like, sameForm bool) {
	host, own := cutHost(o.url)
	path, query, asks := bytes.Cut(own, []byte{'?'})
	to, toQuery, toAsks := cutAddress(address, host, path)
	if to == nil || asks != toAsks {
		return false, false
	}
	if asks {
		return bytes.Equal(path, to) && sameNames(query, toQuery), false
	}
	if differInNumbers(path, to) {
		return true, true
	}
	folder := firstFolder(path)
	return folder != nil && bytes.Equal(folder, firstFolder(to)), false
}

// differInNumbers reports whether two paths have segments with numbers in the same places, and are equal in all others.
func differInNumbers(a, b []byte) bool {
	numbered := false
	for len(a) > 0 && len(b) > 0 {
		var x, y []byte
		x, a = cutSegment(a)
		y, b = cutSegment(b)
		switch digits := hasDigit(x); {
		case digits != hasDigit(y), !digits && !bytes.Equal(x, y):
			return false
		case digits:
			numbered = true
		}
	}
	return numbered && len(a) == 0 && len(b) == 0
}

// cutSegment returns the first segment of a path without its slash, and the rest.
func cutSegment(path []byte) (segment, rest []byte) {
	path = bytes.TrimPrefix(path, []byte{'/'})
	if i := bytes.IndexByte(path, '/'); i >= 0 {
		return path[:i], path[i:]
	}
	return path, nil
}

// hasDigit reports whether a part of an address has a digit, except in escapes such as %20.
func hasDigit(s []byte) bool {
	for i := 0; i < len(s); i++ {
		if _, ok := ascii.Escaped(s[i:]); ok {
			i += 2
		} else if ascii.IsDigit(s[i]) {
			return true
		}
	}
	return false
}

// cutHost splits a URL without its scheme into the host and the rest.
func cutHost(url []byte) (host, rest []byte) {
	if i := bytes.IndexByte(url, '/'); i >= 0 {
		return url[:i], url[i:]
	}
	return url, nil
}

// cutAddress returns the path and the query of an address on a page of a host and a path. It returns no path if the address
// leads to another host. A relative path with steps up is not resolved.
func cutAddress(address, host, base []byte) (path, query []byte, asks bool) {
	address, _, _ = bytes.Cut(bytes.TrimSpace(address), []byte{'#'})
	if i := bytes.Index(address, []byte("//")); i == 0 || i > 0 && address[i-1] == ':' {
		other, rest := cutHost(address[i+2:])
		if !bytes.Equal(other, host) {
			return nil, nil, false
		}
		address = rest
	}
	path, query, asks = bytes.Cut(address, []byte{'?'})
	switch {
	case len(path) == 0:
		path = base
	case path[0] != '/' && bytes.IndexByte(path, ':') >= 0:
		return nil, nil, false
	case path[0] != '/':
		path = append(base[:bytes.LastIndexByte(base, '/')+1:bytes.LastIndexByte(base, '/')+1], path...)
	}
	return path, query, asks
}

// firstFolder returns the first segment of a path with its slashes; nil if the path has a single segment.
func firstFolder(path []byte) []byte {
	if len(path) < 2 {
		return nil
	}
	if i := bytes.IndexByte(path[1:], '/'); i > 0 {
		return path[:i+2]
	}
	return nil
}

// sameNames reports whether two queries have the same names in the same order.
func sameNames(a, b []byte) bool {
	for len(a) > 0 && len(b) > 0 {
		var x, y []byte
		x, a, _ = cutParam(a)
		y, b, _ = cutParam(b)
		if !bytes.Equal(x, y) {
			return false
		}
	}
	return len(a) == 0 && len(b) == 0
}

// cutParam returns the name of the first parameter of a query, and the rest of the query.
func cutParam(query []byte) (name, rest []byte, more bool) {
	param, rest, more := bytes.Cut(query, []byte{'&'})
	param = bytes.TrimPrefix(param, []byte("amp;")) // of a query in HTML
	name, _, _ = bytes.Cut(param, []byte{'='})
	return name, rest, more
}
