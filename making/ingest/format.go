package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"weft/internal/choice"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/indexes"
	"weft/making/ingest/jsons"
	"weft/making/ingest/lists"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// Formats other than text. Formats of text are defined with their readers.
const (
	Archive   formats.Name = "archive"        // WARC or ARC, WAT records too
	WACZ      formats.Name = "wacz"           // a package of archives
	BVGraph   formats.Name = assemble.BVGraph // a compressed graph
	HTML      formats.Name = "html"           // a folder, or a tar archive, of HTML files
	Parquet   formats.Name = "parquet"        // a table with a row an arc
	Container formats.Name = "container"      // a tar archive or a zip file of other inputs
	RowStream formats.Name = "rows"           // pages and arcs of archives, from weft worker
	Shards    formats.Name = "shards"         // a folder of tables with a manifest, which is a whole crawl
)

// ParseFormat reads the name of a format.
func ParseFormat(name string) (formats.Name, error) {
	names := FormatNames()
	i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	switch {
	case i < 0:
		return formats.Auto, fmt.Errorf("unknown format %q: expected %s", name, choice.Of(name, names))
	case i == 0:
		return formats.Auto, nil
	}
	return formats.Name(names[i]), nil
}

// FormatNames returns the names of all formats.
func FormatNames() []string {
	names := []string{formats.Auto.String()}
	for _, f := range allFormats() {
		names = append(names, f.Name.String())
	}
	return names
}

// readingOf finds out how a text is written, from its beginning; the format may be forced.
func readingOf(o *tables.Options, forced formats.Name, head []byte) (how *formats.Reading, err error) {
	how = &formats.Reading{Name: forced, Layout: &tables.AnyLine}
	o = withDirective(o, forced, head)
	b := &formats.Beginning{Head: head, Options: o, Named: forced != formats.Auto}
	if !b.Named {
		if how.Name, err = detect(b); err != nil {
			return how, err
		}
	}
	if lay := formatOf(how.Name).Lay; lay != nil {
		if err := lay(b, how); err != nil {
			return how, err
		}
	}
	if how.Told, err = describe(how.Name, head, b.Named); err != nil {
		return how, err
	}
	return how, refuseUntaken(o, how.Name)
}

// withDirective returns the options with the separator that the first line states.
func withDirective(o *tables.Options, forced formats.Name, head []byte) *tables.Options {
	_, sep := tables.CutDirective(bytes.TrimPrefix(head, scan.BOM))
	if sep == 0 || o.Sep != 0 || forced != formats.Auto && forced != lists.Edges {
		return o
	}
	stated := *o
	stated.Sep = sep
	return &stated
}

// detect finds out the format of a text from its beginning.
func detect(b *formats.Beginning) (formats.Name, error) {
	head, o := b.Head, b.Options
	if f := markedFormat(head); f != formats.Auto {
		return f, nil
	}
	if lower := bytes.ToLower(head[:min(len(head), 4096)]); bytes.Contains(lower, []byte("<!doctype html")) || bytes.Contains(lower, []byte("<html")) {
		return formats.Auto, option.Errorf("it is a page of HTML: give the folder of the site, or an archive of it (tar), with {base-url}")
	}
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return formats.Auto, fmt.Errorf("not a text (byte %d is 0), and not a known format: it begins with %.16q", i, head)
	}
	if sep, _, _ := lists.NodeColumns(head); sep != 0 && !o.Alone {
		return lists.Nodes, nil
	}
	if f := jsons.Detect(b); f != formats.Auto {
		return f, nil
	}
	switch {
	case indexes.IsCrawlLog(b.Sample()):
		return indexes.CrawlLog, nil
	case o.Columns != nil || o.Sep != 0:
		return lists.Edges, nil
	}
	if _, ok := tables.IsAdjacency(b.Sample(), o.Sep); ok {
		return lists.Adjacency, nil
	}
	return detectRows(head), nil
}
