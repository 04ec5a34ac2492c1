package fetch

import (
	"strings"

	"github.com/cespare/xxhash/v2"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/graph/page"
	"weft/livecrawl/visit"
	"weft/web/capture"
	"weft/web/similar"
)

// fewPhrases is where a page says so little that what it links to counts as said.
const fewPhrases = 4

// hear records the content of a page, so that the loop can find out how much of it is new. For a page of few
// words, images, descriptions and data count too. For a page that is neither HTML nor text, all bytes count
// together. A page in doubt is also read as tokens.
func (x *linker) hear(pc *parcel, r *crawl.Reply, v *visit.Visit, p *capture.Reading) {
	if !x.cfg.Traps || p.State != page.Fetched {
		return
	}
	if !v.Suspect.Plain() {
		pc.heard.Texts = x.texts(pc.heard.Texts, r, p)
	}
	body := p.Body[:min(len(p.Body), maxPrinted)]
	switch {
	case p.HTML:
		if x.note.Words < visit.FewWords {
			x.print.Hidden(body)
		}
		pc.heard.Said = append(pc.heard.Said, x.print.Said()...)
	case isText(p.ContentType):
		if x.plain == nil {
			x.plain = similar.NewHasher(similar.Options{Loose: true, Phrases: true, Plain: true})
		}
		x.plain.Reset()
		x.plain.Echo(v.URL)
		x.plain.Write(body) //nolint:errcheck // returns none
		pc.heard.Said = append(pc.heard.Said, x.plain.Said()...)
	default:
		pc.heard.Said = append(pc.heard.Said, xxhash.Sum64(p.Body))
	}
	// The form may echo since the page was picked. A strict crawl depends on the order of picks alone.
	pc.heard.Late = !v.Read && !x.cfg.Strict && x.echoes(v.Suspect.Form)
	if v.Read || pc.heard.Late {
		x.tokens(&pc.heard.Tokens, v.URL, p)
	}
	if v.Read && !v.Sample {
		return
	}
	if v.Suspect.Plain() && len(pc.heard.Said) < fewPhrases {
		sum := uint64(0)
		for i := range r.Links {
			sum += uint64(r.Links[i].Key)
		}
		pc.heard.Said = append(pc.heard.Said, sum)
	}
}

// texts returns a hash of the text of each link of a reply. If several links lead to one page, the first text counts.
func (x *linker) texts(dst []uint32, r *crawl.Reply, p *capture.Reading) []uint32 {
	dst = append(dst, make([]uint32, len(r.Links))...)
	for i := range p.Links {
		l := &p.Links[i]
		if at, ok := x.at[frontier.Fingerprint(l.URL)]; ok && len(l.Anchor) > 0 && dst[at] == 0 {
			dst[at] = max(uint32(xxhash.Sum64(l.Anchor)), 1) //nolint:gosec // half of a hash
		}
	}
	return dst
}

// tokens reads a page as tokens. Content that is neither HTML nor text is one token, and so is the rest of a page
// after the part that is read.
func (x *linker) tokens(out *similar.Tokens, url []byte, p *capture.Reading) {
	rest := p.Body
	out.Reset()
	if p.HTML || isText(p.ContentType) {
		body := p.Body[:min(len(p.Body), maxPrinted)]
		x.tokenizer.Read(out, url, body, p.HTML || strings.HasSuffix(mediaType(p.ContentType), "xml"))
		rest = p.Body[len(body):]
	}
	if len(rest) > 0 {
		out.List = append(out.List, similar.Token{Hash: xxhash.Sum64(rest), Kind: similar.Resource})
		out.Ends = append(out.Ends, len(out.List))
	}
}

// isText reports whether content of a media type can be read as text.
func isText(contentType string) bool {
	t := mediaType(contentType)
	return strings.HasPrefix(t, "text/") || strings.HasSuffix(t, "json") || strings.HasSuffix(t, "xml") || strings.HasSuffix(t, "javascript")
}
