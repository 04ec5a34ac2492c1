package visit

import (
	"encoding/binary"
	"math"

	"weft/crawl/scope"
	"weft/graph/kinds"
	"weft/internal/corrupt"
)

// A Found says how a page was found. Crawlers with one frontier tell each other of it, so that limits and trap rules hold
// for a page that another crawler has found.
type Found struct {
	Role  Role
	Seed  bool // it is a seed, or a seed redirects to it
	Marks uint8
	Depth uint8
	Place scope.Place
	// Path says how the page was reached, a letter a step, as in the crawl log. Append keeps its last letters.
	Path []byte
}

// Marks of a Found: a sitemap names the page; a list does that is no trap.
const (
	InSitemap = 1 << iota
	InList
)

// toldPath is the number of letters that Append keeps of a path. Rules about redirects in a row need [MaxRedirects] letters.
const toldPath = MaxRedirects + 4

// Append writes a Found in at most 40 bytes. A byte has role, seed and marks. Depth, hops, steps outside and embeds
// follow, and then the length of the path and the path. Hops are a varint.
func (f *Found) Append(b []byte) []byte {
	head := byte(f.Role) | f.Marks<<3
	if f.Seed {
		head |= 1 << 2
	}
	b = append(b, head, f.Depth)
	b = binary.AppendUvarint(b, uint64(f.Place.Hops))
	b = append(b, f.Place.Outside, f.Place.Embeds)
	path := f.Path[max(len(f.Path)-toldPath, 0):]
	return append(append(b, byte(len(path))), path...)
}

// ParseFounds reads as many Founds as there are, one after the other. Paths are parts of b.
func ParseFounds(b []byte, dst []Found) ([]Found, error) {
	p := corrupt.Parser{Rest: b}
	for len(p.Rest) > 0 && !p.Bad {
		dst = append(dst, parseFound(&p))
	}
	if p.Bad {
		return dst, corrupt.Errorf("%d bytes do not say how pages were found", len(b))
	}
	return dst, nil
}

func parseFound(p *corrupt.Parser) (f Found) {
	head := p.Byte()
	f.Role, f.Seed, f.Marks = Role(head&3), head&(1<<2) != 0, head>>3
	f.Depth = p.Byte()
	hops := p.Uint()
	f.Place = scope.Place{Hops: uint16(hops), Outside: p.Byte(), Embeds: p.Byte()} //nolint:gosec // checked below
	n := p.Byte()
	f.Path = p.Bytes(uint64(n))
	if f.Marks > InSitemap|InList || hops > math.MaxUint16 || n > toldPath || !arePath(f.Path) {
		p.Bad = true
	}
	return f
}

// arePath reports whether bytes are letters of a path.
func arePath(path []byte) bool {
	for _, c := range path {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}

// MentionOf returns the kinds by which the log names a URL of a role that no page of the log links to.
func MentionOf(r Role) kinds.Set {
	return [...]kinds.Set{PageRole: 0, SitemapRole: kinds.Sitemap, RequisiteRole: kinds.Requisite, GuessRole: Guessed}[r]
}
