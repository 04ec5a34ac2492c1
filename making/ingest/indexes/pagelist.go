package indexes

import (
	"bytes"
	"context"

	"weft/graph/page"
	"weft/making/ingest/formats"
	"weft/making/ingest/jsons"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
)

// PageList is a list of pages as JSON, one per line, as in Browsertrix and WACZ packages: states of pages, no
// arcs.
const PageList formats.Name = "pages"

// PageListFormat is the format PageList.
var PageListFormat = formats.Format{
	Name: PageList, Group: formats.Archives, Endings: []string{".jsonl"},
	Says:  "pages.jsonl of Browsertrix and WACZ packages: states of pages, no arcs",
	Marks: isPageList, Lay: formats.LayRaw, Read: readPageList,
}

// isPageList says whether a text begins with the header of a page list (WACZ 1.1.1, section 5.2.2):
// {"format": "json-pages-1.0", …}.
func isPageList(head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head[:min(len(head), scan.LongRow)], formats.BlankBytes), []byte{'\n'})
	if !bytes.HasPrefix(line, []byte("{")) || !bytes.Contains(line, []byte("json-pages-")) {
		return false
	}
	found := false
	r := jsons.Reader{Scanner: scan.NewScanner(formats.PeekReader(line))}
	err := r.Members(func(name string, kind jsons.Kind) error {
		if kind != jsons.Text {
			return r.Skip(kind)
		}
		found = found || name == "format" && bytes.HasPrefix(r.Word, []byte("json-pages-"))
		return nil
	})
	return found && err == nil
}

// readPageList reads a page list. A page was fetched unless its status says otherwise, or its loadState is 0,
// which marks a page that did not load.
func readPageList(ctx context.Context, t *formats.Text) error {
	c := &cdx{Text: t, sep: ' ', pages: true}
	return t.Import.Named(func() error {
		return t.Each(ctx, func([][]byte) error { return c.listedPage(bytes.TrimRight(t.Line, " \r")) })
	})
}

func (c *cdx) listedPage(line []byte) error {
	if len(line) == 0 || isPageList(line) {
		return formats.ErrNoRecord
	}
	if line[0] != '{' {
		return tally.Badf("it is no object: expected a page, such as {\"url\": \"https://a.example/\"}")
	}
	got, loadState := captured{mime: "text/html"}, ""
	c.json = jsons.Reader{Scanner: scan.NewScanner(formats.PeekReader(line))}
	got.err = c.json.Members(func(name string, kind jsons.Kind) error {
		if kind != jsons.Text && kind != jsons.Number {
			return c.json.Skip(kind)
		}
		switch name {
		case "url":
			got.url = string(c.json.Word)
		case "status":
			got.status = string(c.json.Word)
		case "mime":
			got.mime = string(c.json.Word)
		case "loadState":
			loadState = string(c.json.Word)
		}
		return nil
	})
	if got.err == nil && got.url == "" {
		return tally.Badf("it has no url")
	}
	if got.status == "" || got.status == "0" {
		got.status = "-"
		got.state, got.known = page.Fetched, true
		if loadState == "0" {
			got.state = page.Failed
		}
	}
	return c.capture(got)
}
