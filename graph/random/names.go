package random

import (
	"weft/graph"
	"weft/internal/splitmix"
)

// A top is a top-level domain; from is the share of domains before it. All are reserved for names that do not
// exist: RFC 9476 (alt), RFC 2606 (example, invalid, test) and ICANN in 2024 (internal).
type top struct {
	label string
	from  float64
}

var tops = []top{{"alt", 0}, {"example", 0.12}, {"internal", 0.57}, {"invalid", 0.67}, {"test", 0.75}}

// A style is how the pages of a directory are called.
type style uint8

const (
	start    style = iota // "?p=0012": pages of the root of a host
	document              // "quiet-garden.html"
	folder                // "quiet-garden/"
	bare                  // "quiet-garden"
	numbered              // "0012.html"
	script                // "?id=0012"
	numStyles
)

// A Namer makes the keys of pages. It keeps the name of the directory that it was in last. It is not safe for
// concurrent use.
type Namer struct {
	w          *Web
	first, end graph.Node // pages of the directory
	style      style
	prefix     []byte // key of the directory's first page, without its scheme
	scheme     [2]byte
}

// Namer returns a Namer.
func (w *Web) Namer() *Namer { return &Namer{w: w} }

// AppendKey appends the sort key of a page to dst. Keys increase with pages. Each key equals weburl.AppendKey of
// the URL that weburl.AppendName makes of the key.
func (k *Namer) AppendKey(dst []byte, u graph.Node) []byte {
	if u < k.first || u >= k.end {
		k.enter(u)
	}
	dst = append(dst, k.prefix...)
	if u > k.first {
		dst = k.appendPage(dst, u)
	}
	return append(dst, k.scheme[:]...)
}

// enter moves to the directory of a page.
func (k *Namer) enter(u graph.Node) {
	l, seed := &k.w.lay, k.w.opts.Seed
	var dir int
	dir, k.first, k.end = l.dirOf(u)
	h := l.hostOf(dir)
	k.prefix = append(k.w.appendHost(k.prefix[:0], h), '/')
	k.scheme = [2]byte{' ', 's'}
	if reduce(hash(seed, forStyle, uint64(h)), 4) == 0 {
		k.scheme[1] = 'h'
	}
	root, end := l.host(h)
	if k.style = start; dir == root {
		return
	}
	x := hash(seed, forStyle, 1<<32+uint64(dir))
	k.style = document + style(reduce(x, int(numStyles-document)))
	k.prefix = append(spread(dir-root-1, end-root-1, splitmix.Mix(x), words, 1).append(k.prefix, "/"), '/')
}

// appendPage appends the part of a page's key after the key of the first page of its directory.
func (k *Namer) appendPage(dst []byte, u graph.Node) []byte {
	i, n := int(u-k.first)-1, int(k.end-k.first)-1
	h := hash(k.w.opts.Seed, forName, uint64(u))
	slug := func() []byte { return spread(i, n, h, words, 2).append(dst, "-") }
	number := func(least int) []byte { return spread(i, n, h, digits, least).append(dst, "") }
	switch k.style {
	case start:
		dst = append(dst, "?p="...)
		return number(1)
	case document:
		return append(slug(), ".html"...)
	case folder:
		return append(slug(), '/')
	case bare:
		return slug()
	case numbered:
		return append(number(3), ".html"...)
	default:
		dst = append(dst, "?id="...)
		return number(4)
	}
}

// appendHost appends the key of a host: "test,kadoru,garden)".
func (w *Web) appendHost(dst []byte, h int) []byte {
	domain := find(w.lay.domainAt, uint32(h))
	t := find(w.lay.topAt, uint32(domain))
	dst = append(append(dst, tops[t].label...), ',')
	firstDomain, endDomain := int(w.lay.topAt[t]), int(w.lay.topAt[t+1])
	x := hash(w.opts.Seed, forName, 1<<32+uint64(domain))
	dst = spread(domain-firstDomain, endDomain-firstDomain, x, syllables, 3).append(dst, "")
	i, hosts := h-int(w.lay.domainAt[domain]), int(w.lay.domainAt[domain+1]-w.lay.domainAt[domain])
	switch {
	case i > 0:
		x = hash(w.opts.Seed, forName, 1<<33+uint64(h))
		dst = spread(i-1, hosts-1, x, words, 1).append(append(dst, ','), "-")
	case hosts == 1 && x&1 == 0:
		dst = append(dst, ",www"...)
	}
	return append(dst, ')')
}

// A rank is a number among base^digits, written in the digits of an alphabet.
type rank struct {
	value    uint64
	digits   int
	alphabet []string
}

// spread returns name i of n, 0 ≤ i < n. Names increase with i and lie at random distances. The set of possible
// names has at least 4n members, and least digits or more. The alphabet is sorted. Its members consist of letters
// and digits, which compare greater than every byte that follows a name in a key, or they all have one length.
func spread(i, n int, h uint64, alphabet []string, least int) rank {
	r := rank{alphabet: alphabet}
	all := uint64(1)
	for r.digits < least || all < 4*uint64(n) {
		all *= uint64(len(alphabet))
		r.digits++
	}
	slot := all / uint64(n)
	r.value = uint64(i)*slot + uint64(reduce(h, int(slot)))
	return r
}

// append writes a rank, its digits separated by sep.
func (r rank) append(dst []byte, sep string) []byte {
	base := uint64(len(r.alphabet))
	var at [64]uint8
	for i, v := 0, r.value; i < r.digits; i++ {
		at[i] = uint8(v % base)
		v /= base
	}
	for i := r.digits - 1; i >= 0; i-- {
		dst = append(dst, r.alphabet[at[i]]...)
		if i > 0 {
			dst = append(dst, sep...)
		}
	}
	return dst
}
