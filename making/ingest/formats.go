package ingest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"

	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/frames"
	"weft/making/ingest/graphs"
	"weft/making/ingest/indexes"
	"weft/making/ingest/jsons"
	"weft/making/ingest/lists"
	"weft/making/ingest/scan"
)

// allFormats returns all formats. Texts are tried in this order; names of formats are listed in it. A new format is a file with
// its value, and a line here.
var allFormats = sync.OnceValue(func() []formats.Format {
	return []formats.Format{
		archiveFormat,
		waczFormat,
		lists.EdgesFormat,
		lists.MatrixMarketFormat,
		lists.SMATFormat,
		lists.NodeLinesFormat,
		lists.NumberedFormat,
		lists.AdjacencyFormat,
		lists.ASCIIGraphFormat,
		bvGraphFormat,
		graphs.PajekFormat,
		graphs.GMLFormat,
		graphs.GraphMLFormat,
		graphs.GEXFFormat,
		lists.METISFormat,
		lists.VerticesFormat,
		jsons.DomainsFormat,
		indexes.CDXFormat,
		htmlFormat,
		parquetFormat,
		indexes.CrawlLogFormat,
		jsons.JSONLFormat,
		containerFormat,
		indexes.PageListFormat,
		lists.PageStatesFormat,
		frames.CSRFormat,
		jsons.JSONGraphFormat,
		jsons.JSONArrayFormat,
		graphs.GDFFormat,
		graphs.DOTFormat,
		lists.MultilineFormat,
		lists.NodesFormat,
		rowStreamFormat,
		shardsFormat,
		graphs.TGFFormat,
		graphs.NetInfFormat,
		graphs.LGLFormat,
		graphs.DIMACSFormat,
		graphs.DLFormat,
		lists.MatrixFormat,
		jsons.JSONMatrixFormat,
		frames.ArrowFileFormat,
		frames.NPZFormat,
	}
})

// formatOf returns the format with a name.
func formatOf(name formats.Name) *formats.Format {
	all := allFormats()
	i := slices.IndexFunc(all, func(f formats.Format) bool { return f.Name == name })
	if i < 0 {
		return &formats.Format{Name: name}
	}
	return &all[i]
}

// readText reads a text in a format that is known.
func (im *importer) readText(ctx context.Context, how *formats.Reading, in *input, head []byte) error {
	f := formatOf(how.Name)
	if f.Read == nil {
		return fmt.Errorf("%s is not a format of texts", how.Name)
	}
	t := &formats.Text{Namer: assemble.NewNamer(im.Assembly), Import: &im.Import, Lines: scan.NewLines(in.plain), Layout: how.Layout, How: how, Head: head}
	if err := f.Read(ctx, t); err != nil {
		return err
	}
	if t.Lines.Open && t.Lines.End >= longText {
		im.Notes[openNote]++
		im.Tally.Note(t.Lines.Offset, "no line end", fmt.Sprintf("the last line may be cut: %.80q", t.Line))
	}
	return im.Tally.Err
}

// A text of longText bytes or more was written by a program, which ends each line, and may be cut in transfer. A shorter
// one may be typed.
const (
	longText = 64 << 10
	openNote = "texts whose last line has no line end and may be cut: see import.log"
)

// describe returns how a text of a format is read, and of a format that was not named why it is not.
func describe(name formats.Name, head []byte, isNamed bool) (how string, err error) {
	head = bytes.TrimPrefix(head, scan.BOM)
	f := formatOf(name)
	if f.Doubt != nil && !isNamed {
		err = f.Doubt(head)
	}
	if f.Describe != nil {
		how = f.Describe(head)
	}
	return how, err
}

// markedFormat returns the format of whose mark a text begins; Auto if it begins with none.
func markedFormat(head []byte) formats.Name {
	head = bytes.TrimPrefix(head, scan.BOM)
	for _, f := range allFormats() {
		if f.Marks != nil && f.Marks(head) {
			return f.Name
		}
	}
	return formats.Auto
}

// detectRows tells formats by their first lines, cut at blanks.
func detectRows(head []byte) formats.Name {
	rows := formats.FirstRows(head, 64)
	for _, f := range allFormats() {
		if len(rows) > 0 && f.Looks != nil && f.Looks(rows, head) {
			return f.Name
		}
	}
	return lists.Edges
}

// Formats returns all formats by group: in the order of the groups, and in each by their place in the list.
func Formats() []formats.Format {
	var all []formats.Format
	for _, g := range []formats.Group{formats.Archives, formats.Lists, formats.Programs} {
		for _, f := range allFormats() {
			if f.Group == g {
				all = append(all, f)
			}
		}
	}
	return all
}
