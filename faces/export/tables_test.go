package export_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/faces/export"
	"weft/graph"
	"weft/internal/disk"
	"weft/internal/disk/disktest"
	"weft/internal/stoptest"
	"weft/making/ingest"
	"weft/store"
)

// The tables have the columns that were asked for, and a row for each arc and page, over several batches.
func TestTables(t *testing.T) {
	var b strings.Builder
	for i := range 2100 {
		fmt.Fprintf(&b, "http://a.example/%d\thttp://a.example/%d\n", i%300, (i*7+i/300)%300)
	}
	for name, c := range map[string]*store.Crawl{"names": crawlOf(t, b.String(), ingest.Options{}), "numbers": crawlOf(t, "0\t2\n2\t1\n", ingest.Options{})} {
		for _, names := range []bool{false, true} {
			for _, withKinds := range []bool{false, true} {
				if names && !c.HasNames() {
					continue
				}
				dir := filepath.Join(t.TempDir(), "tables")
				j := export.Job{Crawl: c, Names: names, KindsColumn: withKinds}
				s, err := j.Parquet(t.Context(), dir)
				if err != nil || s.Arcs != c.Graph().NumArcs() {
					t.Fatalf("%s: %+v, %v", name, s, err)
				}
				label := func(u graph.Node) string {
					if names {
						return c.Label(u)
					}
					return strconv.Itoa(int(u))
				}
				want, columns := rowsOf(t, c, withKinds, label), "source target"
				if withKinds {
					columns += " kinds"
				}
				if got := readRows(t, filepath.Join(dir, export.ArcsFile), columns); !slices.Equal(got, want) {
					t.Errorf("%s, names %v, kinds %v: %d rows, want %d, or others", name, names, withKinds, len(got), len(want))
				}
				pages, columns := []string{}, "page url state"
				for u := range graph.Node(c.NumPages()) {
					row := fmt.Sprint(u, " ", c.Label(u), " ", c.State(u))
					if !c.HasNames() {
						row, columns = fmt.Sprint(u, " ", c.State(u)), "page state"
					}
					pages = append(pages, row)
				}
				if got := readRows(t, filepath.Join(dir, export.PagesFile), columns); !slices.Equal(got, pages) {
					t.Errorf("%s: %d pages, want %d, or others", name, len(got), len(pages))
				}
			}
		}
	}
}

// rowsOf are the rows of a crawl's arcs.
func rowsOf(t *testing.T, c *store.Crawl, withKinds bool, label func(graph.Node) string) (rows []string) {
	t.Helper()
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, v := range cur.Succ() {
			row := label(cur.Node()) + " " + label(v)
			if withKinds {
				row += " " + cur.Kinds()[i].String()
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// readRows reads a table that has the columns of these names, in their order.
func readRows(t *testing.T, path, columns string) (rows []string) {
	t.Helper()
	data, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	info, err := data.Stat()
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(data, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, path := range f.Schema().Columns() {
		have = append(have, path...)
	}
	if got := strings.Join(have, " "); got != columns {
		t.Errorf("%s: columns %q, want %q", path, got, columns)
	}
	for _, group := range f.RowGroups() {
		in := group.Rows()
		defer in.Close()
		for buf := make([]parquet.Row, 64); ; {
			n, err := in.ReadRows(buf)
			for _, r := range buf[:n] {
				var words []string
				for _, v := range r {
					words = append(words, v.String())
				}
				rows = append(rows, strings.Join(words, " "))
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return rows
}

// fullDisk takes so many bytes.
type fullDisk struct{ left int }

var errFull = errors.New("the disk is full")

func (d *fullDisk) Write(p []byte) (int, error) {
	n := min(len(p), d.left)
	if d.left -= n; n < len(p) {
		return n, errFull
	}
	return n, nil
}

// A disk that is full is told, wherever the output breaks off, and so is a stop; folders appear whole or not at all.
func TestOutputThatFails(t *testing.T) {
	c := crawlOf(t, urls, ingest.Options{})
	j := export.Job{Crawl: c, Names: true}
	d := drawing(j, j.Everything())
	for format, write := range map[string]func(context.Context, io.Writer) (export.Summary, error){
		"edges": j.TSV, "matrixmarket": j.MatrixMarket, "graphml": d.GraphML, "gexf": d.GEXF,
	} {
		var whole strings.Builder
		if _, err := write(t.Context(), &whole); err != nil {
			t.Fatal(err)
		}
		for n := range whole.Len() {
			if _, err := write(t.Context(), &fullDisk{n}); !errors.Is(err, errFull) {
				t.Errorf("%s: after %d bytes of %d: got %v", format, n, whole.Len(), err)
			}
		}
		stoptest.Everywhere(t, func(ctx context.Context) error { _, err := write(ctx, io.Discard); return err })
	}
	for format, write := range map[string]func(context.Context, string) (export.Summary, error){"csr": j.CSR, "parquet": j.Parquet} {
		base := t.TempDir()
		at := filepath.Join(base, "out")
		stoptest.Everywhere(t, func(ctx context.Context) error {
			_, err := write(ctx, at)
			if _, e := os.Stat(at); err != nil && e == nil {
				t.Errorf("%s: it was stopped and is there", format)
			}
			os.RemoveAll(at)
			return err
		})
		for k := 0; ; k++ {
			tape := disktest.Fail(t, base, k)
			_, err := write(t.Context(), at)
			tape.Stop()
			what := tape.Failed()
			if what == "" {
				if k < 8 {
					t.Errorf("%s: only %d changes", format, k)
				}
				break
			}
			if _, e := os.Stat(at); !errors.Is(err, disktest.ErrInjected) || e == nil && !strings.HasPrefix(what, disk.OpSyncDir.String()) {
				t.Errorf("%s: %s fails: got %v, and there is an output: %v", format, what, err, e == nil)
			}
			os.RemoveAll(at)
		}
	}
}
