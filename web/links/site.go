package links

import (
	"bytes"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/internal/ascii"
)

// A siteName is the name that a page gives its site.
type siteName struct {
	name   []byte
	better bool // it is of og:site_name
}

func (n *siteName) reset() { n.name, n.better = n.name[:0], false }

// A skin is a sketch of the look of a page. It has the four smallest hashes of the URLs of style sheets and of the generator.
// Pages of one template share most of them.
type skin struct {
	marks [skinMarks]uint16 // increasing
	n     int
}

// A sketch has four numbers of 15 bits.
const (
	skinMarks = 4
	markBits  = 15
)

func (s *skin) reset() { s.n = 0 }

// add adds a feature, unless four smaller ones are there.
func (s *skin) add(feature []byte) {
	mark := uint16(xxhash.Sum64(feature)%(1<<markBits-1)) + 1 //nolint:gosec // of 15 bits
	at, found := slices.BinarySearch(s.marks[:s.n], mark)
	if found || at == skinMarks {
		return
	}
	s.n = min(s.n+1, skinMarks)
	copy(s.marks[at+1:s.n], s.marks[at:])
	s.marks[at] = mark
}

// sketch returns the marks, the smallest in the lowest bits; 0 for a page without features.
func (s *skin) sketch() (all uint64) {
	for i := range s.n {
		all |= uint64(s.marks[i]) << (markBits * i)
	}
	return all
}

// isSheet reports whether a rel names a style sheet.
func isSheet(rel []byte) bool {
	for word, rest := nextWord(rel, false); len(word) > 0; word, rest = nextWord(rest, false) {
		if ascii.EqualFold(word, "stylesheet") {
			return true
		}
	}
	return false
}

// addSheet adds the URL of a style sheet to the skin, without its query, which often says the time of a change.
func (x *Extractor) addSheet(href []byte) {
	out, err := x.base.AppendResolve(x.url[:0], unescape(&x.value, href, true))
	if x.url = out; err != nil || len(href) == 0 {
		return
	}
	url, _, _ := bytes.Cut(out, []byte{'?'})
	x.skin.add(url)
}

// readSite reads the name of the site, or the generator, of a meta element.
func (x *Extractor) readSite(s *scanner) {
	content, _ := s.attr(attrContent)
	if len(content) == 0 {
		return
	}
	better := ascii.EqualFold(x.word(s, attrProperty), "og:site_name")
	if !better {
		switch word := x.word(s, attrName); {
		case ascii.EqualFold(word, "og:site_name"):
			better = true
		case ascii.EqualFold(word, "application-name"):
		case ascii.EqualFold(word, "generator"):
			x.skin.add(unescape(&x.value, content, true))
			return
		default:
			return
		}
	}
	if len(x.site.name) == 0 || better && !x.site.better {
		x.site.name, x.site.better = append(x.site.name[:0], unescape(&x.value, content, true)...), better
	}
}
