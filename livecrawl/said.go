package livecrawl

import (
	"strings"

	"github.com/cespare/xxhash/v2"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/graph/page"
	"weft/web/capture"
	"weft/web/similar"
)

// fewPhrases is where a page says so little that what it links to counts as said.
const fewPhrases = 4

// hear notes what a page says, so that the loop can tell what of it is new. Of a page of few words it is also what is
// no text: images, descriptions, data; of what is neither HTML nor text all of it together.
func (x *linker) hear(pc *parcel, r *crawl.Reply, v *visit, p *capture.Page) {
	if !x.cfg.Traps || p.State != page.Fetched {
		return
	}
	body := p.Body[:min(len(p.Body), maxPrinted)]
	switch {
	case p.HTML:
		if x.note.words < fewWords {
			x.print.Hidden(body)
		}
		x.keep(pc, x.print)
	case isText(p.ContentType):
		if x.plain == nil {
			x.plain = similar.NewHasher(similar.Options{Loose: true, Phrases: true, Plain: true})
		}
		x.plain.Reset()
		x.plain.Echo(v.url)
		x.plain.Write(body) //nolint:errcheck // returns none
		x.keep(pc, x.plain)
	default:
		pc.said = append(pc.said, xxhash.Sum64(p.Body))
	}
	if v.suspect.Rule == trap.None && len(pc.said) < fewPhrases {
		sum := uint64(0)
		for i := range r.Links {
			sum += uint64(r.Links[i].Key)
		}
		pc.said = append(pc.said, sum)
	}
}

func (x *linker) keep(pc *parcel, h *similar.Hasher) {
	said, numbers := h.Said()
	pc.said, pc.numbers = append(pc.said, said...), append(pc.numbers, numbers...)
}

// isText says of a media type that what has it can be read as text.
func isText(contentType string) bool {
	t := mediaType(contentType)
	return strings.HasPrefix(t, "text/") || strings.HasSuffix(t, "json") || strings.HasSuffix(t, "xml") || strings.HasSuffix(t, "javascript")
}
