package contents

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"os"

	"weft/graph"
	"weft/internal/responses"
	"weft/store"
)

// countedBy maps sources of counts to values of [Contents.Counted].
var countedBy = map[string]string{
	responses.OfArchives: CountedCaptures, responses.OfWAT: CountedWAT, responses.OfIndexes: CountedIndex, responses.OfLogs: CountedImportedLog,
}

// readCaptures takes the counts that an import made of the responses in its inputs.
func (r *Contents) readCaptures(t *responses.Total) {
	r.Counted, r.Repeated, r.Headless = countedBy[t.Source], t.Revisits, t.Resources
	r.setTotal(t)
}

// readFacts counts pages: of each page the response that decides its state.
func (r *Contents) readFacts(ctx context.Context, c *store.Crawl) (err error) {
	facts, err := c.OpenFacts()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, facts.Close()) }()
	var n responses.Counter
	err = facts.Each(ctx, func(_ graph.Node, f *store.Facts) error {
		if f.Status == 0 {
			return nil
		}
		n.Add(f.Status, string(f.Type), f.Size)
		if !f.Time.IsZero() {
			n.AddTime(f.Time, f.Size)
		}
		return nil
	})
	if err == nil && n.Responses > 0 {
		r.Counted = CountedPages
		r.setTotal(n.Total())
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
