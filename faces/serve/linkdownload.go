package serve

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"weft/answers/pages"
	"weft/graph"
	"weft/graph/kinds"
)

// linkColumns are the columns of downloads of the pages that link to a page.
var linkColumns = []string{"page", "url", "state", "kinds", "text", "unread"}

// textTimeAll bounds the time for the texts of 100 pages of a download.
const textTimeAll = 20 * time.Second

// A linkRow is a page that links to a page, and one of the texts of its links.
type linkRow struct {
	Page   uint32 `json:"page"`
	URL    string `json:"url,omitempty"`
	State  string `json:"state"`
	Kinds  string `json:"kinds"`
	Text   string `json:"text,omitempty"`
	Unread bool   `json:"unread,omitempty"` // its texts could not be read from the archive
}

// A linkRecord is a row in a download.
type linkRecord struct{ linkRow }

// Text implements [pages.Record].
func (l *linkRecord) Text(column string) string {
	switch column {
	case "page":
		return strconv.FormatUint(uint64(l.Page), 10)
	case "url":
		return l.URL
	case "state":
		return l.State
	case "kinds":
		return l.Kinds
	case "text":
		return l.linkRow.Text
	case "unread":
		if l.Unread {
			return "true"
		}
	}
	return ""
}

// Value implements [pages.Record].
func (l *linkRecord) Value(column string) any {
	if column == "page" {
		return int64(l.Page)
	}
	if text := l.Text(column); text != "" {
		return text
	}
	return nil
}

// linksAs returns the handler that writes all pages that link to a page in a format: a row for each text of their links.
func (s *Server) linksAs(f pages.Format) func(http.ResponseWriter, *http.Request, *opened) {
	return func(w http.ResponseWriter, r *http.Request, o *opened) {
		u, ok, err := o.asked(r)
		if err != nil {
			s.failed(w, o.of, err)
			return
		}
		var cur graph.KindCursor
		if ok {
			cur = o.ScanBack(graph.Range{Lo: int(u), Hi: int(u) + 1})
		}
		if cur == nil { // an unknown page, or a bare graph without a transpose
			s.fail(w, http.StatusNotFound, "The crawl does not know links to this page.", "The screen of pages finds pages by the beginning of their address.")
			return
		}
		keep, err := o.kept(u, r)
		var l linkEnds
		if err == nil {
			l, err = endsOf(cur, keep)
		}
		if err != nil {
			s.failed(w, o.of, err)
			return
		}
		s.send(w, r, sent{o.of.path, f.Media, o.of.slug + "-links" + fileWord(o.Label(u)) + "." + f.Name}, func(to io.Writer) error {
			return s.writeLinks(r.Context(), o, u, l, f.Writer(to, linkColumns))
		})
	}
}

// writeLinks writes the pages that link to a page.
func (s *Server) writeLinks(ctx context.Context, o *opened, u graph.Node, l linkEnds, out pages.Writer) error {
	rows, err := o.find.Rows(byURL, []string{"page", "url", "state"})
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // only read
	anchors, err := o.anchorsOf(u)
	if err != nil {
		return err
	}
	for first := 0; first < len(l.ends); first += rowsShown {
		part := l.ends[first:min(first+rowsShown, len(l.ends))]
		var read map[graph.Node][]string
		if o.hasArchive() {
			if read, err = s.readTexts(ctx, o, u, part, textTimeAll); err != nil {
				return err
			}
		}
		for i, v := range part {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			p, err := rows.At(v)
			if err != nil {
				return err
			}
			k := l.kindsOf(first + i)
			texts, isRead := read[v]
			if !o.hasArchive() {
				if texts, _, err = o.wordsOf(anchors, v, len(anchors)); err != nil {
					return err
				}
			}
			one := linkRow{Page: p.Page, URL: p.URL, State: p.State, Kinds: k.String(), Unread: o.hasArchive() && !isRead && k&kinds.Link != 0}
			if err := writeTexts(out, one, texts); err != nil {
				return err
			}
		}
	}
	return out.Close()
}

// writeTexts writes a row for each text, or one row without texts.
func writeTexts(out pages.Writer, one linkRow, texts []string) error {
	if len(texts) == 0 {
		texts = []string{""}
	}
	for _, text := range texts {
		one.Text = text
		if err := out.Row(&linkRecord{one}); err != nil {
			return err
		}
	}
	return nil
}

// linkEnds are the pages at the other ends of the links of a page, and the kinds of the links.
type linkEnds struct {
	ends []graph.Node
	ks   []kinds.Set // nil if the graph has none
}

func (l *linkEnds) kindsOf(i int) kinds.Set {
	if l.ks == nil {
		return kinds.Link
	}
	return l.ks[i]
}

// endsOf reads the links of a page from a cursor. Without a filter, keep is nil.
func endsOf(cur graph.KindCursor, keep func(graph.Node) bool) (l linkEnds, err error) {
	cur.Next()
	if err := cur.Err(); err != nil {
		return l, err
	}
	if l.ends, l.ks = cur.Succ(), cur.Kinds(); keep == nil {
		return l, nil
	}
	all := l
	l = linkEnds{}
	for i, v := range all.ends {
		if keep(v) {
			l.ends, l.ks = append(l.ends, v), append(l.ks, all.kindsOf(i))
		}
	}
	return l, nil
}

// otherHosts is the value of the parameter hosts that leaves out links from the host of the page itself.
const otherHosts = "other"

// kept returns the filter of pages that link to a page which a request asks for; nil for all.
func (o *opened) kept(u graph.Node, r *http.Request) (func(graph.Node) bool, error) {
	if r.URL.Query().Get("hosts") != otherHosts || !o.HasNames() {
		return nil, nil
	}
	hosts, err := o.Hosts()
	if err != nil {
		return nil, err
	}
	own := hosts.Of(u)
	return func(v graph.Node) bool { return hosts.Of(v) != own }, nil
}
