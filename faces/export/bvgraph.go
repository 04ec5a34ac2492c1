package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/internal/ascii"
	"weft/store"
)

// BVGraph writes the arcs as the files of a BVGraph with a basename, in the format that the options say: those of
// WebGraph for Java by default, to the byte. Where pages have names these are in BASENAME.urls, a line a page. All
// appear together, or none that can be read.
func (j *Job) BVGraph(ctx context.Context, basename string, o bv.Options) (Summary, error) {
	if err := j.checkURLs(basename); err != nil {
		return Summary{}, err
	}
	var beside []bv.Beside
	if j.Crawl.HasNames() {
		beside = []bv.Beside{{Ext: store.URLsExt, Write: j.writeURLs}}
	}
	st, err := bv.Create(basename, o, func(add func([]graph.Node) error) error {
		return j.each(ctx, func(_ graph.Node, succ []graph.Node, _ []kinds.Set) error { return add(succ) })
	}, beside...)
	return j.summaryOf(st.Arcs, holds{names: true, arcs: true}), err
}

// checkURLs refuses to leave the names of another graph beside one whose pages have none.
func (j *Job) checkURLs(basename string) error {
	path := basename + store.URLsExt
	if _, err := os.Lstat(path); err == nil && !j.Crawl.HasNames() {
		return fmt.Errorf("%s is there, and the pages of %s have no names: move it away, as it would be taken for theirs", path, j.Crawl.Path)
	}
	return nil
}

// writeURLs writes the names of the pages in their order, a line each.
func (j *Job) writeURLs(out io.Writer) error {
	w := bufio.NewWriterSize(out, bufSize)
	names := j.Crawl.Names()
	var line, name []byte
	var err error
	for u := range graph.Node(j.Crawl.NumPages()) { //nolint:gosec // pages are numbered so
		if name, err = names.Append(name[:0], u); err != nil {
			return err
		}
		line = ascii.AppendInert(line[:0], name)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return w.Flush()
}
