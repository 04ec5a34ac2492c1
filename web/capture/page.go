package capture

import (
	"bytes"
	"time"
	"unsafe"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/ascii"
	"weft/web/links"
	"weft/web/weburl"
)

// An Outlink is one occurrence of a link. Its slices are valid until the page is used again.
type Outlink struct {
	URL    []byte // canonical; nil if the reader leaves URLs out
	Key    []byte // of weburl.AppendKey
	Anchor []byte // the text of a link
	Kinds  kinds.Set
}

// An Exclusion is a page that was left out, and the rule that did it.
type Exclusion struct {
	URL, Key []byte
	Rule     []byte
}

// A Reading holds the facts that a capture gives. It is reused for many captures and keeps its memory. URL, Key,
// Links, Excluded and LetIn are valid until it is used again; Body, Title and ContentType until the reader reads
// again.
type Reading struct {
	URL, Key []byte // of the page, canonical; empty if the capture is about none
	State    page.State
	// Firm reports that the page belongs to the graph even if no page links to it: it is HTML, has links, or a
	// crawl recorded its state.
	Firm        bool
	HTML        bool
	Unread      bool   // it begins like HTML, and browsers do not show it as HTML, because of its Content-Type
	Status      int    // of HTTP; 0 if there is none
	ContentType string // the value of the header, as it came; several values are joined by commas
	Body        []byte // without transfer and content codings
	Title       []byte
	Site        []byte         // name that the page gives its site, see links.Info
	Skin        uint64         // see links.Info
	Nofollow    bool           // robots are asked to follow no link; each Link is Nofollow then
	Links       []Outlink      // in their order, repeated as they are; a redirect comes first
	Excluded    []Exclusion    // of Notes
	LetIn       []Outlink      // of Notes: URL and Key of pages that only links without following led to, until this page
	BadLinks    int            // that are no URL
	Unlinked    links.Unlinked // links that lead to no page
	Empty       bool           // a response without a body
	Credentials int            // URLs, of the page or of links, that had a user name or a password, which were cut
	Damaged     bool           // the body breaks off inside its encoding, or is wrong there; what came before was read
	BrokeOff    bool           // the first of both
	Part        bool           // the server sent a part of the page (206), though no range was requested
	Capped      bool           // the decoded body is longer than Reader.MaxBody, and was read so far
	Full        bool           // links were left out, as they would take more than Reader.MaxLinks
	Described   Described      // of WAT

	text []byte // what the links point into; where it is full another follows, and the old one stays as it is
	held int64  // bytes of all that links point into
	most int64  // bytes that links may take; 0: any number
	each func(*Outlink)
	lone []byte // what a link points into that is handed to each
}

// Described holds the facts of the record that a WAT record describes.
type Described struct {
	Kind   string    // warc.TypeResponse, TypeRevisit or TypeResource; empty if the record holds no response of the Web
	Time   time.Time // of the record, in UTC; the zero time if it is unknown
	Length int64     // bytes of its block; 0 if unknown
	Type   string    // media type of its block
	Digest []byte    // WARC-Payload-Digest; points into the block
}

// Bounds of the memory that a Reading keeps for the next capture: one large page should not hold memory for ever.
const (
	keepText  = 1 << 20
	keepLinks = 1 << 14

	mostText  = 1 << 20 // bytes of a piece of text, unless a link is longer
	linkBytes = int64(unsafe.Sizeof(Outlink{}))
)

// Reset forgets what the page says.
func (p *Reading) Reset() {
	*p = Reading{URL: p.URL[:0], Key: p.Key[:0], Links: p.Links[:0], Excluded: p.Excluded[:0], LetIn: p.LetIn[:0], text: p.text[:0], lone: p.lone}
	if cap(p.text) > keepText {
		p.text = nil
	}
	if cap(p.Links) > keepLinks {
		p.Links = nil
	}
	p.held = int64(cap(p.text))
}

// Held returns how many bytes the links take, or what the page keeps for them.
func (p *Reading) Held() int64 { return p.held + linkBytes*int64(cap(p.Links)) }

// SetAside makes the page one of the graph only if some page links to it, and without links: see [Requisite].
func (p *Reading) SetAside() {
	p.Firm, p.HTML, p.Links, p.Excluded, p.LetIn = false, false, p.Links[:0], p.Excluded[:0], p.LetIn[:0]
}

// Join adds to p what another capture says of the same page: state, links, exclusions, pages let in. All is copied.
func (p *Reading) Join(other *Reading) {
	p.State, p.Firm = max(p.State, other.State), p.Firm || other.Firm
	if len(p.Key) == 0 {
		p.URL, p.Key = append(p.URL[:0], other.URL...), append(p.Key[:0], other.Key...)
	}
	for _, l := range other.Links {
		p.Links = append(p.Links, Outlink{p.keep(l.URL), p.keep(l.Key), p.keep(l.Anchor), l.Kinds})
	}
	for _, x := range other.Excluded {
		p.Excluded = append(p.Excluded, Exclusion{p.keep(x.URL), p.keep(x.Key), p.keep(x.Rule)})
	}
	for i := range other.LetIn {
		p.LetIn = append(p.LetIn, Outlink{URL: p.keep(other.LetIn[i].URL), Key: p.keep(other.LetIn[i].Key)})
	}
	p.BadLinks += other.BadLinks
	p.Unlinked.Add(other.Unlinked)
	p.Credentials += other.Credentials
}

// keep copies b into the page.
func (p *Reading) keep(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	at := p.room(len(b))
	p.text = append(p.text, b...)
	return p.text[at:len(p.text):len(p.text)]
}

// room makes room for n bytes, and returns where they will begin. Earlier bytes are not moved.
func (p *Reading) room(n int) int {
	if cap(p.text)-len(p.text) < n {
		most := int64(mostText)
		if p.most > 0 {
			most = min(most, p.most/8)
		}
		p.text = make([]byte, 0, max(1<<14, min(2*cap(p.text), int(most)), n))
		p.held += int64(cap(p.text))
	}
	return len(p.text)
}

// key keeps the key of a canonical URL; nil if it is no page.
func (p *Reading) key(href []byte) []byte {
	if !IsWebURI(href) {
		return nil
	}
	at := p.room(3*len(href) + 16) // at most: every byte of the host escaped
	text, err := weburl.AppendKey(p.text, href)
	if err != nil {
		return nil
	}
	p.text = text
	return text[at:len(text):len(text)]
}

// add records a link to a canonical URL, or passes it to Reader.Each. A page with links is firm.
func (p *Reading) add(href []byte, k kinds.Set, anchor []byte, urls bool) {
	if p.Full {
		return
	}
	if p.each != nil {
		p.text, p.lone = p.lone[:0], p.text
		defer func() { p.text, p.lone = p.lone, p.text }()
	}
	href = p.bare(href)
	key := p.key(href)
	switch {
	case key == nil && IsWebURI(href): // of a host that has no name
		p.BadLinks++
		return
	case key == nil:
		p.Unlinked.Count(href)
		return
	}
	l := Outlink{Key: key, Anchor: p.keep(anchor), Kinds: k}
	if urls {
		l.URL = p.keep(href)
	}
	p.Firm = true
	if p.each != nil {
		p.each(&l)
		return
	}
	p.Links = append(p.Links, l)
	p.Full = p.most > 0 && p.Held() > p.most
}

// bare returns a URL without user name and password, which no page is called by; it may write over them.
func (p *Reading) bare(href []byte) []byte {
	if bytes.IndexByte(href, '@') < 0 {
		return href
	}
	bare, userinfo := weburl.CutUserinfo(href)
	if userinfo != nil {
		p.Credentials++
	}
	return bare
}

// IsWebURI reports whether a URI is http or https, and so can be a page.
func IsWebURI(uri []byte) bool {
	return len(uri) > 7 && ascii.HasPrefixFold(uri, "http://") || len(uri) > 8 && ascii.HasPrefixFold(uri, "https://")
}
