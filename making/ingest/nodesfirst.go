package ingest

import (
	"bytes"
	"context"
	"io"
	"os"

	"weft/making/ingest/formats"
	"weft/making/ingest/frames"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
	"weft/making/ingest/unpack"
	"weft/web/remote"
)

// verticesFirst returns the inputs, lists of vertices before the others: their arcs are numbers without them.
func (im *importer) verticesFirst(ctx context.Context) []string {
	if len(im.opts.Inputs) < 2 || im.opts.Format != formats.Auto && im.opts.Format != Parquet {
		return im.opts.Inputs
	}
	var first, rest []string
	for _, path := range im.opts.Inputs {
		if im.isVertices(ctx, path) || im.isPageTable(ctx, path) {
			first = append(first, path)
		} else {
			rest = append(rest, path)
		}
	}
	return append(first, rest...)
}

// isVertices checks the start of a file; its faults are reported when it is read.
func (im *importer) isVertices(ctx context.Context, path string) bool {
	if im.opts.Format != formats.Auto || isArchiveName(path) {
		return false
	}
	if info, err := os.Stat(path); !remote.Is(path) && (err != nil || !info.Mode().IsRegular()) {
		return false
	}
	in, err := im.opts.open(ctx, path, nil)
	if err != nil {
		return false
	}
	defer in.close() //nolint:errcheck // nothing was written
	r, err := unpack.Decompress(in.peek, in.memory)
	if err != nil {
		return false
	}
	return listsNodes(r)
}

// listsNodes says whether a text lists nodes or their states, whose arcs are in another input.
func listsNodes(r io.Reader) bool {
	head := make([]byte, 1<<12)
	n, _ := io.ReadFull(r, head)
	if i := bytes.LastIndexByte(head[:n], '\n'); i >= 0 {
		head = head[:i+1]
	}
	f, err := detect(&formats.Beginning{Head: head, Options: new(tables.Options)})
	return err == nil && (f == lists.Vertices || f == lists.Nodes || f == lists.PageStates)
}

// isPageTable says whether an input is a table of pages, whose arcs are in another input.
func (im *importer) isPageTable(ctx context.Context, path string) bool {
	if remote.Is(path) && !tableName().MatchString(remote.FileName(path)) {
		return false // to request the end of no archive
	}
	f, size, closeIt, err := im.opts.at(ctx, path)
	if err != nil {
		return false
	}
	defer closeIt() //nolint:errcheck // nothing was written
	return frames.IsPageTable(f, size)
}
