package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"strings"

	"weft/internal/digits"
	"weft/internal/par"
	"weft/making/ingest/captures"
	"weft/making/ingest/formats"
	"weft/web/ccindex"
	"weft/web/remote"
	"weft/web/warc"
)

// fetchers is how many records are requested at the same time. A server that serves everybody should not get more from one
// reader.
const fetchers = 4

// mostUnread is the number of records in a row that cannot be fetched before the import ends. Then the network or the server
// is at fault, and no record.
const mostUnread = 20

// A fetchedRecord is a record on its way.
type fetchedRecord struct {
	row    ccindex.Row
	bytes  []byte
	line   int64 // of the index, if the line is bad
	err    error
	weight int64
}

// fetch reads the rows that each puts, requests their records, several at a time, and takes them in their order.
func (r *indexReader) fetch(ctx context.Context, each func(take func(ccindex.Row) error, bad func(int64, error) error) error) error {
	g, stop := captures.NewGate(ctx, r.im.Limits.Flight)
	defer stop()
	put := func(send func(*fetchedRecord) error, f *fetchedRecord) error {
		if !g.Enter(f.weight) {
			return formats.ErrStopped
		}
		return send(f)
	}
	return par.Ordered(ctx, fetchers,
		func(send func(*fetchedRecord) error) error {
			return each(
				func(row ccindex.Row) error { return put(send, &fetchedRecord{row: row, weight: r.weight(row.Length)}) },
				func(line int64, why error) error { return put(send, &fetchedRecord{line: line, err: why}) })
		},
		func() func(*fetchedRecord) {
			return func(f *fetchedRecord) {
				if f.err == nil {
					f.bytes, f.err = r.record(ctx, f.row)
				}
			}
		},
		func(f *fetchedRecord) error {
			err := r.take(ctx, f)
			g.Leave(f.weight)
			if err != nil {
				g.Close()
			}
			return err
		})
}

// weight is the memory of a record on its way. A record that is too large is not requested.
func (r *indexReader) weight(length int64) int64 {
	if length > r.im.Limits.Block {
		return 0
	}
	return length
}

// take puts a record into the graph, or counts it as bad.
func (r *indexReader) take(ctx context.Context, f *fetchedRecord) error {
	im := r.im
	im.Tally.Input = shown(r.index)
	if f.line > 0 {
		return im.Tally.Reject(f.line, fmt.Sprintf("line or row %d: %v", f.line, f.err))
	}
	r.found++
	im.Tally.Input, im.Tally.Base = f.row.File, f.row.Offset
	defer func() { im.Tally.Base = 0 }()
	if f.err == nil {
		r.unread = 0
		im.progress(int64(len(f.bytes)))
		return im.Archive(ctx, bytes.NewReader(f.bytes))
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, far := errors.AsType[*remote.Error](f.err); far {
		if r.unread++; r.unread >= mostUnread {
			return fmt.Errorf("%d records in a row cannot be fetched, the last: %w", r.unread, f.err)
		}
	}
	return im.Tally.Reject(0, fmt.Sprintf("the record of %s: %v", f.row.URL, f.err))
}

// record requests a record and compares it with its row.
func (r *indexReader) record(ctx context.Context, row ccindex.Row) ([]byte, error) {
	if row.Length > r.im.Limits.Block {
		return nil, fmt.Errorf("it has %s, more than the memory allows", digits.Size(row.Length))
	}
	b, err := r.archives.part(ctx, row.File, row.Offset, row.Length, nil)
	if err != nil {
		return nil, err
	}
	return b, checkRecord(b, row)
}

// checkRecord checks that bytes are one record, that it is of the URL of its row, and that its digests agree.
func checkRecord(b []byte, row ccindex.Row) error {
	rd := warc.NewReader(bytes.NewReader(b), warc.Options{})
	rec, err := rd.Next()
	if errors.Is(err, io.EOF) {
		return errors.New("there is no record")
	}
	if err != nil {
		return err
	}
	if uri := rec.TargetURI(); uri != row.URL {
		return fmt.Errorf("there is a record of %.200q: the index is of other archives", uri)
	}
	if said := rec.PayloadDigest(); row.Digest != "" && said != "" && bareDigest(said) != bareDigest(row.Digest) {
		return fmt.Errorf("its payload has the digest %.60q, and %.60q by the index: the index is of other archives", said, row.Digest)
	}
	if said := rec.BlockDigest(); strings.HasPrefix(said, "sha1:") && !rec.Truncated {
		if got := warc.Digest(rec.Body); !strings.EqualFold(got, said) {
			return fmt.Errorf("its block has the digest %s, and says %.60q: it is damaged", got, said)
		}
	}
	if _, err := rd.Next(); !errors.Is(err, io.EOF) {
		return errors.New("it does not end where the index says: the index is of other archives")
	}
	return nil
}

// bareDigest returns a digest without the name of its kind.
func bareDigest(text string) string {
	_, sum, found := strings.Cut(text, ":")
	if !found {
		sum = text
	}
	return strings.ToUpper(sum)
}

// archives gives parts of files below a folder or an address.
type archives struct {
	root    *os.Root // nil for an address
	source  *remote.Source
	address func(name string) (string, error)
}

func (o *Options) openArchives(root string) (*archives, error) {
	if !remote.Is(root) {
		r, err := os.OpenRoot(root)
		return &archives{root: r}, err
	}
	u, err := url.Parse(root)
	if err != nil {
		return nil, err
	}
	return &archives{source: o.source(), address: func(name string) (string, error) {
		if clean := path.Clean("/" + name); clean != "/"+name {
			return "", fmt.Errorf("%.200q is no name of a file below %s", name, remote.Shown(root))
		}
		return u.JoinPath(name).String(), nil
	}}, nil
}

func (a *archives) close() {
	if a.root != nil {
		a.root.Close() //nolint:errcheck // nothing was written
	}
}

// part appends a part of a file to buf.
func (a *archives) part(ctx context.Context, name string, offset, n int64, buf []byte) ([]byte, error) {
	if a.root == nil {
		address, err := a.address(name)
		if err != nil {
			return buf, err
		}
		return a.source.Part(ctx, address, offset, n, buf)
	}
	f, err := a.root.Open(name)
	if err != nil {
		return buf, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	info, err := f.Stat()
	if err != nil {
		return buf, err
	}
	if !info.Mode().IsRegular() || offset > info.Size() || n > info.Size()-offset {
		return buf, fmt.Errorf("%s has no bytes from %d to %d: it is cut, or another file than the index means", name, offset, offset+n)
	}
	had := len(buf)
	buf = append(buf, make([]byte, n)...)
	_, err = f.ReadAt(buf[had:], offset)
	return buf, err
}
