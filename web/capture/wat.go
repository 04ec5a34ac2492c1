package capture

import (
	"errors"
	"strings"

	"weft/graph/kinds"
	"weft/web/links"
	"weft/web/warc"
)

// WAT reads a metadata record of a WAT file: links that another program extracted from a response. If the record
// is about something other than a response of the Web, the page has no key, and there is no error. Damaged JSON is
// an error that wraps warc.ErrBadRecord.
func (r *Reader) WAT(block []byte, p *Reading) error {
	p.Reset()
	err := warc.ParseWAT(block, &r.wat)
	w := &r.wat
	if errors.Is(err, warc.ErrNotWAT) {
		if string(w.Type) == warc.TypeResource && IsWebURI(w.URI) {
			p.Described = describe(w, warc.TypeResource)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if err := r.begin(w.URI, p); err != nil {
		if errors.Is(err, ErrNotWeb) {
			return nil
		}
		return err
	}
	p.Described = describe(w, warc.TypeResponse)
	if string(w.Type) == warc.TypeRevisit {
		p.Described.Kind = warc.TypeRevisit
	}
	p.ContentType, p.Title = string(w.ContentType), w.Title
	r.status(p, w.Status, w.Location)
	var h links.Header
	for _, v := range w.LinkHeaders {
		h.Link = append(h.Link, string(v))
	}
	r.readHeader(p, h)
	if w.HTML {
		p.HTML, p.Firm = true, true
		r.watLinks(p)
	}
	return nil
}

func describe(w *warc.WATPage, kind string) Described {
	return Described{Kind: kind, Time: w.Time(), Length: w.Length, Type: string(w.BlockType), Digest: w.Digest}
}

func (r *Reader) watLinks(p *Reading) {
	if r.base.Set(p.URL) != nil {
		return
	}
	if len(r.wat.Base) > 0 {
		if base, err := r.base.AppendResolve(r.loc[:0], r.wat.Base); err == nil {
			if r.loc = base; r.base.Set(base) != nil {
				return
			}
		}
	}
	for _, m := range r.wat.Metas {
		switch {
		case strings.EqualFold(string(m.Name), "robots"):
			value := strings.ToLower(string(m.Content))
			p.Nofollow = p.Nofollow || strings.Contains(value, "nofollow") || strings.Contains(value, "none")
		case strings.EqualFold(string(m.HTTPEquiv), "refresh"):
			if target, ok := links.RefreshURL(string(m.Content)); ok {
				r.resolve(p, []byte(target), kinds.Refresh, nil)
			}
		}
	}
	for _, list := range [][]warc.WATLink{r.wat.Head, r.wat.Links} {
		for _, l := range list {
			r.watLink(p, l)
		}
	}
}

func (r *Reader) watLink(p *Reading, l warc.WATLink) {
	k := watKinds(l)
	if k == 0 {
		return
	}
	var text []byte
	if k&kinds.Link != 0 {
		text = links.CleanText(l.Text)
		if p.Nofollow {
			k |= kinds.Nofollow
		}
	}
	r.resolve(p, l.URL, k, text)
}

// watKinds reads element and attribute, such as A@/href, and rel.
func watKinds(l warc.WATLink) kinds.Set {
	switch strings.ToUpper(string(l.Path)) {
	case "A@/HREF", "AREA@/HREF":
		return kinds.Link | links.NofollowRel(string(l.Rel))
	case "FRAME@/SRC", "IFRAME@/SRC":
		return kinds.Embed
	case "LINK@/HREF":
		return links.RelKinds(string(l.Rel))
	}
	return 0
}
