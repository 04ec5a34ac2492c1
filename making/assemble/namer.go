package assemble

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/ascii"
	"weft/internal/mem"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
	"weft/web/weburl"
)

// A Namer makes pages of names: of URLs, of host names if the settings say so, and of any other text.
type Namer struct {
	as    *Assembly
	Nodes uint32 // the number of pages that the text states; 0 if it states none
	Apart bool   // nodes with the same name, if it is no URL, are different pages

	Key, Key2 []byte // keys of the pages that were named last: of a source and a target
	href      []byte
	plain     []byte // a name that is no URL
	cache     *pageCache
	known     *fingerprints // of the names of numbered pages that are not joined
}

// NewNamer returns a Namer that adds its pages to an assembly.
func NewNamer(as *Assembly) Namer { return Namer{as: as} }

// Name appends the key of the page with a name to dst.
func (x *Namer) Name(dst, field []byte) ([]byte, error) {
	switch {
	case len(field) == 0:
		return dst, tally.Badf("an empty name")
	case len(field) > scan.MaxWord:
		return dst, tally.Badf("a name of %d bytes: at most %d are read", len(field), scan.MaxWord)
	case !utf8.Valid(field):
		return dst, tally.Badf("a name that is not UTF-8")
	}
	href, err := weburl.Append(x.href[:0], field)
	x.href = href
	if err == nil {
		if key, err := weburl.AppendKey(dst, href); err == nil {
			return key, nil
		}
	}
	if x.as.Set.Hosts {
		if key, ok := x.hostKey(dst, field); ok {
			return key, nil
		}
	}
	x.plain = ascii.AppendInert(x.plain[:0], field) // line ends and tabs would break lists of names
	return weburl.AppendOpaqueKey(dst, x.plain), nil
}

// hostKey returns the key of the page that a name is without its scheme.
func (x *Namer) hostKey(dst, name []byte) ([]byte, bool) {
	if !judge.IsBareURL(name) {
		return dst, false
	}
	x.plain = append(append(x.plain[:0], "http://"...), bytes.TrimSpace(name)...)
	href, err := weburl.Append(x.href[:0], x.plain)
	if err != nil {
		return dst, false
	}
	x.href = href
	key, err := weburl.AppendKey(dst, href)
	return key, err == nil
}

// StateOfNamed returns the state of pages in lists, as it is collected.
func (x *Namer) StateOfNamed() uint8 { return StateOf(x.as.listedState(), true) }

// Mention makes a name a page: in the given state, or, if that is unknown, in the state of pages of lists.
func (x *Namer) Mention(name []byte, s page.State) error {
	var err error
	if x.Key, err = x.Name(x.Key[:0], name); err != nil {
		return err
	}
	state := StateOf(s, true)
	if s == page.Unknown {
		state = x.StateOfNamed()
	}
	x.as.Col.Page(x.Key, state)
	return x.as.Col.Room()
}

// NamedArc adds an arc between pages by name. If one of the names is bad nothing is added.
func (x *Namer) NamedArc(from, to []byte) error { return x.NamedArcOf(from, to, kinds.Link) }

// NamedArcOf adds an arc of some kinds.
func (x *Namer) NamedArcOf(from, to []byte, k kinds.Set) error {
	c := x.as.Col
	if x.cache == nil {
		x.cache = newPageCache(c, x.as.Memory()/16)
	}
	u, su, hit := x.cache.find(from)
	var err error
	if !hit {
		if x.Key, err = x.Name(x.Key[:0], from); err != nil {
			return err
		}
	}
	v, sv, hit2 := x.cache.find(to)
	if !hit2 {
		if x.Key2, err = x.Name(x.Key2[:0], to); err != nil {
			return err
		}
	}
	if !hit {
		u = c.Page(x.Key, x.StateOfNamed())
		x.cache.put(su, from, u)
	}
	if !hit2 {
		v = c.Page(x.Key2, x.StateOfNamed())
		x.cache.put(sv, to, v)
	}
	c.Arc(u, v, k)
	return c.Room()
}

// IsLoop reports whether the two ends of the arc that was added last are one page, such as http://a.example and
// http://a.example/.
func (x *Namer) IsLoop(source, target []byte) bool {
	if bytes.Equal(source, target) {
		return true
	}
	u, _, ok1 := x.cache.find(source)
	v, _, ok2 := x.cache.find(target)
	if ok1 && ok2 {
		return u == v
	}
	var err1, err2 error
	x.Key, err1 = x.Name(x.Key[:0], source)
	x.Key2, err2 = x.Name(x.Key2[:0], target)
	return err1 == nil && err2 == nil && bytes.Equal(x.Key, x.Key2)
}

// Node gives a numbered page its name.
func (x *Namer) Node(n uint32, name []byte) error {
	key, err := x.Name(x.Key[:0], name)
	x.Key = key
	if err != nil {
		return err
	}
	if !x.as.Set.Hosts && weburl.IsOpaque(key) && judge.IsBareURL(name) {
		x.as.Notes[bareNote]++
	}
	if x.as.Set.KeepNumbers || x.Apart && weburl.IsOpaque(key) {
		for k := uint64(n); x.again(key); k += 1 << 32 {
			key = weburl.AppendOpaqueKey(key[:0], fmt.Appendf(nil, "%s #%d", ascii.AppendInert(nil, name), k))
			x.Key = key
			x.as.Notes["pages with the name of another, kept under another name"]++
		}
		if err := x.checkApart(); err != nil {
			return err
		}
	}
	c := x.as.Col
	x.as.NumNames = max(x.as.NumNames, n+1)
	c.number(n, c.Page(key, x.StateOfNamed()))
	return c.Room()
}

// bareNote counts names that would be URLs under the option Hosts.
const bareNote = "names that look like URLs without http://, and are kept as they are (--hosts makes pages of them)"

// again reports whether a name was seen before. Where numbers are kept, pages with the same URL stay apart: 13 bytes for
// each named page.
func (x *Namer) again(key []byte) bool {
	if x.known == nil {
		x.known = new(fingerprints)
	}
	return !x.known.add(xxhash.Sum64(key))
}

// checkApart makes the collector leave the memory of the names that stay apart: up to three quarters of its own.
func (x *Namer) checkApart() error {
	c := x.as.Col
	if c.Beside == x.known.bytes {
		return nil
	}
	c.Beside = x.known.bytes
	need := 8 * c.Beside / 3 // as the collector has half of the memory
	if mem.Base+need <= x.as.Set.Memory {
		return nil
	}
	n := x.known.n
	if all := int64(x.Nodes); all > n {
		n, need = all, int64(float64(need)*float64(all)/float64(n))
	}
	return mem.Check(fmt.Sprintf("an import of %d and more named pages that stay apart", n), need, x.as.Set.Memory)
}
