// Package frontiertest makes realistic URLs for tests and benchmarks of the frontier.
package frontiertest

import (
	"math"
	"math/bits"
	"strconv"

	"weft/internal/splitmix"
)

// A Web is a million hosts whose pages are functions of their numbers. Sizes of hosts follow a power law, with a
// mean of some 500 pages. URLs have a mean of 57 bytes: www.WORDS.TLD and directories of words that belong to the
// host. Depending on the host, a slug of words, a date and a slug, or a number follows. Words follow Zipf's law,
// except a few words unique to a host.
type Web struct{ words [vocabulary]string }

// An Address is a page of the web.
type Address struct {
	Host uint32
	Dir  uint16
	Doc  uint32
}

const (
	vocabulary = 1 << 15
	hosts      = 1_000_000
	docsPerDir = 64
)

// New returns the web; it is the same each time.
func New() *Web {
	w := new(Web)
	consonants, vowels := "bcdfghklmnprstvw", "aeiouaei"
	for i := range w.words {
		var word []byte
		x := mix(uint64(i))
		for n := 1 + bits.Len(uint(i))/6 + int(x&1); n > 0; n-- {
			x = mix(x)
			word = append(word, consonants[x%16], vowels[x>>8%8])
			if x>>20%4 == 0 {
				word = append(word, consonants[x>>24%16])
			}
		}
		w.words[i] = string(word)
	}
	return w
}

func mix(x uint64) uint64 { return splitmix.Mix(x + splitmix.Golden) }

// word appends a word: that with number v^x for x even over [0, 1), which is near to Zipf's law.
func (w *Web) word(dst []byte, x uint64) []byte {
	return append(dst, w.words[int(math.Exp2(float64(x>>11)/(1<<53)*15))]...)
}

// dirs returns how many directories a host has: from 1 to 4096, by a power law.
func dirs(host uint32) uint32 {
	x := float64(mix(uint64(host)<<3|1)>>11+1) / (1 << 53)
	return uint32(min(4096, math.Pow(x, -0.9)))
}

// AppendURL appends the URL of a page.
func (w *Web) AppendURL(dst []byte, p Address) []byte {
	host := mix(uint64(p.Host) << 3)
	dst = w.appendHost(append(dst, "https://"...), uint64(p.Host), host)
	dir := mix(host ^ uint64(p.Dir))
	if p.Dir > 0 {
		for n := 1 + dir&1; n > 0; n-- {
			dir = mix(dir)
			dst = append(w.word(dst, dir), '/')
		}
	}
	if p.Dir == 0 && p.Doc == 0 {
		return dst
	}
	return w.appendDoc(dst, host>>8%4, mix(host^uint64(p.Dir)<<32^uint64(p.Doc)<<1))
}

func (w *Web) appendHost(dst []byte, number, x uint64) []byte {
	if x&3 > 0 {
		dst = append(dst, "www."...)
	}
	dst = w.word(dst, mix(x))
	dst = w.word(dst, mix(x+1))
	if number%3 == 0 {
		dst = strconv.AppendUint(append(dst, '-'), number, 36)
	}
	tlds := [...]string{".com/", ".org/", ".de/", ".net/", ".co.uk/", ".info/", ".fr/", ".edu/"}
	return append(dst, tlds[x>>5%8]...)
}

func (w *Web) appendDoc(dst []byte, style, x uint64) []byte {
	slug := func(n uint64) {
		for ; n > 0; n-- {
			x = mix(x)
			dst = append(w.word(dst, x), '-')
		}
	}
	switch style {
	case 0:
		slug(2 + x%3)
		dst = append(strconv.AppendUint(dst, x>>40%10000, 10), ".html"...)
	case 1:
		dst = strconv.AppendUint(append(dst, "20"...), 10+x%16, 10)
		dst = append(strconv.AppendUint(append(dst, '/'), 10+x>>8%3, 10), '/')
		slug(3 + x>>16%2)
		dst[len(dst)-1] = '/'
	case 2:
		dst = strconv.AppendUint(append(dst, "index.php?id="...), x>>36%10_000_000, 10)
	default:
		slug(4 + x%2)
		dst = dst[:len(dst)-1]
	}
	return dst
}

// Links appends the links of a page, 10 to 50 of them: mostly in its directory, then on its host, and one in
// twelve elsewhere.
func (w *Web) Links(dst []Address, p Address) []Address {
	x := mix(uint64(p.Host)<<36 ^ uint64(p.Dir)<<20 ^ uint64(p.Doc)<<1 ^ 1<<63)
	n := dirs(p.Host)
	for left := 10 + x%41; left > 0; left-- {
		x = mix(x)
		q := p
		switch k := x % 24; {
		case k < 2:
			q = w.elsewhere(x)
		case k < 5: // what every page of the host links to
			q.Dir, q.Doc = uint16(x>>8%uint64(min(n, 8))), 0
		case k < 8:
			q.Dir, q.Doc = uint16(x>>8%uint64(n)), uint32(x>>40%docsPerDir)
		default:
			q.Doc = (p.Doc + uint32(x>>8%24) + docsPerDir - 12) % docsPerDir
		}
		dst = append(dst, q)
	}
	return dst
}

// elsewhere is a page of any host, often of a popular one, often its home page.
func (w *Web) elsewhere(x uint64) Address {
	x = mix(x)
	host := uint32(x >> 40 % hosts)
	if x&1 == 0 {
		host = uint32(math.Pow(hosts, float64(x>>11)/(1<<53)))
	}
	q := Address{Host: host % hosts}
	if x&6 > 0 {
		q.Dir, q.Doc = uint16(x>>8%uint64(dirs(host))), uint32(x>>32%docsPerDir)
	}
	return q
}
