package store

import (
	"bytes"
	"strings"

	"weft/web/weburl"
)

// A KeyRange holds the positions Lo <= i < Hi among the sorted keys of a crawl.
type KeyRange struct{ Lo, Hi int }

// Len returns the number of keys.
func (r KeyRange) Len() int { return r.Hi - r.Lo }

// Addressed returns the pages whose address begins with a text: a host, with all its subdomains, or a URL, with or without
// its scheme. Schemes and ports are not distinguished. For names that are no URLs, the name begins with the text. An empty
// text is the beginning of all. The crawl has names.
func (c *Crawl) Addressed(text string) (KeyRange, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return KeyRange{0, c.NumPages()}, nil
	}
	if lo, hi, ok := keysOf(text); ok {
		r, err := c.between(lo, hi)
		if err != nil || r.Len() > 0 {
			return r, err
		}
	}
	lo := weburl.AppendOpaqueKey(nil, []byte(text))
	return c.between(lo, after(lo))
}

func (c *Crawl) between(lo, hi []byte) (r KeyRange, err error) {
	if r.Lo, err = c.FindKey(lo); err != nil {
		return r, err
	}
	r.Hi, err = c.FindKey(hi)
	return r, err
}

// keysOf returns the keys lo <= key < hi of the URLs that begin with a text; ok is false if no URL does.
func keysOf(text string) (lo, hi []byte, ok bool) {
	if at := strings.Index(text, "://"); at >= 0 {
		text = text[at+3:]
	}
	host, path, deep := strings.Cut(text, "/")
	if !deep {
		if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, ']') {
			host = host[:at]
		}
		lo, hi, err := weburl.HostRange(host)
		if err != nil || host == "" {
			return nil, nil, false
		}
		hi[len(hi)-1] = ',' + 1 // the subdomains are next
		return lo, hi, true
	}
	href, err := weburl.Parse("http://" + host + "/" + path)
	if err != nil {
		return nil, nil, false
	}
	key, err := weburl.AppendKey(nil, []byte(href))
	if err != nil {
		return nil, nil, false
	}
	lo = key[:bytes.LastIndexByte(key, ' ')] // without scheme and port
	return lo, after(lo), true
}

// after returns the first key that is greater than all keys with a prefix.
func after(prefix []byte) []byte {
	hi := bytes.TrimRight(bytes.Clone(prefix), "\xff")
	if len(hi) == 0 {
		return []byte{0xff, 0xff}
	}
	hi[len(hi)-1]++
	return hi
}
