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
	z := html.NewTokenizer(bytes.NewReader(body))
	hidden := 0 // elements around hidden text
	drawn := 0  // drawings around, SVG or MathML, where "/>" ends an element of any kind
	for len(dst) < maxText {
		switch z.Next() {
		case html.ErrorToken:
			return dst
		case html.StartTagToken:
			name, _ := z.TagName()
			if isDrawing(name) {
				drawn++
			}
			if isHidden(name) {
				hidden++
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if isDrawing(name) {
				drawn = max(drawn-1, 0)
			}
			if isHidden(name) {
				hidden = max(hidden-1, 0)
			}
		case html.SelfClosingTagToken:
			name, _ := z.TagName()
			switch {
			case drawn > 0:
				z.NextIsNotRawText()
			case isHidden(name) && string(name) != "template": // its content is hidden, with or without a slash
				hidden++
			}
		case html.TextToken:
			if text := bytes.TrimSpace(z.Text()); hidden == 0 && len(text) > 0 {
				dst = append(append(dst, text...), ' ')
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
	return dst[:maxText]
}

func isDrawing(name []byte) bool { return string(name) == "svg" || string(name) == "math" }

func isHidden(name []byte) bool {
	switch string(name) {
	case "script", "style", "template", "noscript":
		return true
	}
	return false
}
