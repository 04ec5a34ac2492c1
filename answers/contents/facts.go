package contents

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"os"

	"weft/graph"
	"weft/store"
)

// readFacts counts the responses of an imported archive: of each page the response that decides its state.
func (r *Contents) readFacts(ctx context.Context, c *store.Crawl) (err error) {
	facts, err := c.OpenFacts()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, facts.Close()) }()
	x := newReader(r)
	err = facts.Each(ctx, func(_ graph.Node, f *store.Facts) error {
		if f.Status == 0 {
			return nil
		}
		x.response(f.Status, string(f.Type), f.Size)
		if f.Size > 0 {
			x.sizes[sizeClass(f.Size)].add(f.Size)
		}
		if !f.Time.IsZero() {
			x.moment(f.Time, f.Size)
		}
		return nil
	})
	if err == nil {
		r.Archive = true
		x.finish()
	}
	return err
}

// countLines returns the number of lines of a list of a crawl; 0 without the list.
func countLines(path string) (n int64, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close() //nolint:errcheck // only read
	for in := bufio.NewReader(f); ; {
		_, err := in.ReadSlice('\n')
		switch {
		case err == nil:
			n++
		case !errors.Is(err, bufio.ErrBufferFull):
			return n, nil //nolint:nilerr // the end of the file
		}
	}
}
