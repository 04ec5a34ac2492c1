package links

import (
	"weft/graph/kinds"
	"weft/internal/ascii"
	"weft/web/robots"
)

// followed returns the kinds of an a or area element.
func (x *Extractor) followed(s *scanner) kinds.Set {
	if x.info.Nofollow || unendorsed(x.word(s, attrRel)) {
		return kinds.Link | kinds.Nofollow
	}
	return kinds.Link
}

// openAnchor begins an a element; without href it is no link and its text does not matter.
func (x *Extractor) openAnchor(s *scanner) {
	href, ok := s.attr(attrHref)
	if !ok && s.islands.space() == inSVG {
		href, ok = s.attr(attrXLinkHref)
	}
	if !ok {
		return
	}
	x.open, s.wantText = true, true
	x.href, x.kinds = href, x.followed(s)
	x.hint, _ = s.attr(attrTitle)
	x.text.reset()
	x.alts.reset()
}

// closeAnchor emits the open a element, which its end tag, the next a element or the end of the document closes. Its anchor is
// its text, else the alternative texts of its images, else its title.
func (x *Extractor) closeAnchor() {
	if !x.open {
		return
	}
	x.open, x.scan.wantText = false, false
	text := &x.text
	if len(text.buf) == 0 {
		text = &x.alts
	}
	if len(text.buf) == 0 {
		text.reset()
		text.add(unescape(&x.scratch, x.hint, true))
	}
	x.addAttr(x.href, x.kinds, text.buf)
}

func (x *Extractor) readArea(s *scanner) {
	href, ok := s.attr(attrHref)
	if !ok {
		return
	}
	x.area.reset()
	alt, _ := s.attr(attrAlt)
	if x.area.add(unescape(&x.scratch, alt, true)); len(x.area.buf) == 0 {
		hint, _ := s.attr(attrTitle)
		x.area.add(unescape(&x.scratch, hint, true))
	}
	x.addAttr(href, x.followed(s), x.area.buf)
}

func (x *Extractor) readRefresh(s *scanner) {
	if !ascii.EqualFold(x.word(s, attrHTTPEquiv), "refresh") {
		return
	}
	content, _ := s.attr(attrContent)
	if href, ok := RefreshURL(unescape(&x.value, content, true)); ok {
		x.add(&x.base, href, kinds.Refresh, nil)
	}
}

// productToken is the name by which pages address weft alone. It also holds for imports of weft's crawls, whatever
// their User-Agent was.
const productToken = "weft"

// ask records a directive for robots.
func (x *Extractor) ask(d robots.Directives) {
	x.info.Nofollow = x.info.Nofollow || d.Has(robots.NoFollow)
	x.info.Noindex = x.info.Noindex || d.Has(robots.NoIndex)
}
