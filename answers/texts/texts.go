// Package texts reads what pages say, from the archives of a crawl.
package texts

import (
	"bytes"
	"context"

	"golang.org/x/net/html"

	"weft/crawl/archive"
	"weft/graph"
	"weft/livecrawl"
	"weft/store"
	"weft/web/capture"
)

// A Texts calls f with texts of pages, in any order, lent, until f fails.
type Texts func(f func(u graph.Node, text []byte) error) error

// maxText is the number of bytes of visible text that are read per page.
const maxText = 16 << 10

// Open opens archives: files, or folders of live crawls.
func Open(ctx context.Context, paths []string) (*archive.Archive, error) {
	_, files, err := livecrawl.Replayed(paths)
	if err != nil {
		return nil, err
	}
	return archive.Open(ctx, files)
}

// Of returns the visible texts of the wanted pages of a crawl that an archive has as HTML. It reads them one by
// one, some 0.4 ms each.
func Of(c *store.Crawl, a *archive.Archive, wanted func(graph.Node) bool) Texts {
	return func(f func(graph.Node, []byte) error) error {
		r, names := a.NewReader(), c.Names()
		var p capture.Reading
		var url, text []byte
		for u := range graph.Node(c.NumPages()) { //nolint:gosec // pages are nodes
			if !wanted(u) {
				continue
			}
			var err error
			if url, err = names.Append(url[:0], u); err != nil {
				return err
			}
			found, err := r.Read(url, &p)
			if err != nil {
				return err
			}
			if found && p.HTML {
				if text = visible(text[:0], p.Body); len(text) > 0 {
					if err := f(u, text); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
}

// visible appends the visible text of a page, words apart, up to maxText bytes.
func visible(dst, body []byte) []byte {
	walk(body, func(p piece) bool {
		if text := bytes.TrimSpace(p.text); len(text) > 0 {
			dst = append(append(dst, text...), ' ')
		}
		return len(dst) < maxText
	})
	return dst[:min(len(dst), maxText)]
}

// A piece is a visible piece of text of a page.
type piece struct {
	text   []byte
	title  bool // it is the title of the page
	joined bool // only elements within lines stand between the piece before and this one
}

// walk calls f with the visible pieces of a page, until it returns false.
func walk(body []byte, f func(p piece) bool) {
	z := html.NewTokenizer(bytes.NewReader(body))
	var p piece
	hidden := 0 // elements around hidden text
	drawn := 0  // drawings around, SVG or MathML, where "/>" ends an element of any kind
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.EndTagToken:
			name, _ := z.TagName()
			step := 1
			if kind == html.EndTagToken {
				step = -1
			}
			if isDrawing(name) {
				drawn = max(drawn+step, 0)
			}
			if isHidden(name) {
				hidden = max(hidden+step, 0)
			}
			p.title = step > 0 && drawn == 0 && string(name) == "title"
			p.joined = p.joined && inLine[string(name)]
		case html.SelfClosingTagToken:
			name, _ := z.TagName()
			p.joined = p.joined && inLine[string(name)]
			switch {
			case drawn > 0:
				z.NextIsNotRawText()
			case isHidden(name) && string(name) != "template": // its content is hidden, with or without a slash
				hidden++
			default:
				p.title = string(name) == "title"
			}
		case html.TextToken:
			if p.text = z.Text(); hidden == 0 && !f(p) {
				return
			}
			p.joined = hidden == 0
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// inLine are elements that do not end a word.
var inLine = map[string]bool{
	"a": true, "abbr": true, "acronym": true, "b": true, "bdi": true, "bdo": true, "big": true, "cite": true, "code": true, "data": true,
	"del": true, "dfn": true, "em": true, "font": true, "i": true, "ins": true, "kbd": true, "mark": true, "q": true, "s": true,
	"samp": true, "small": true, "span": true, "strike": true, "strong": true, "sub": true, "sup": true, "time": true, "tt": true,
	"u": true, "var": true, "wbr": true,
}

func isDrawing(name []byte) bool { return string(name) == "svg" || string(name) == "math" }

func isHidden(name []byte) bool {
	switch string(name) {
	case "script", "style", "template", "noscript":
		return true
	}
	return false
}
