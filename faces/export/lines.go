package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/bitset"
	"weft/store"
)

const bufSize = 1 << 16

// TSV writes a line an arc, "from<TAB>to" and perhaps its kinds, in page order. It takes a bit a page, to count those
// of which no line tells.
func (j *Job) TSV(ctx context.Context, out io.Writer) (Summary, error) {
	if j.Names && !j.Crawl.HasNames() {
		return Summary{}, fmt.Errorf("export with names: %w", store.ErrNoNames)
	}
	w := bufio.NewWriterSize(out, bufSize)
	label := j.label()
	var from, line []byte
	s, listed := j.summary(0), bitset.New(j.Crawl.NumPages())
	s.Unlisted = s.Pages
	list := func(u graph.Node) {
		if !listed.Has(int(u)) {
			listed.Add(int(u))
			s.Unlisted--
		}
	}
	err := j.each(ctx, func(u graph.Node, succ []graph.Node, ks []kinds.Set) error {
		if len(succ) == 0 {
			return nil
		}
		list(u)
		var err error
		if from, err = label(from[:0], u); err != nil {
			return err
		}
		s.Arcs += int64(len(succ))
		for i, v := range succ {
			list(v)
			line = append(append(line[:0], from...), '\t')
			if line, err = label(line, v); err != nil {
				return err
			}
			if j.KindsColumn {
				line = append(append(line, '\t'), ks[i].String()...)
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = w.Flush()
	}
	return s, err
}

// Pages writes a line a page: number, state, and URL if there are names.
func (j *Job) Pages(ctx context.Context, out io.Writer) (Summary, error) {
	c, n := j.Crawl, int64(j.Crawl.NumPages())
	w := bufio.NewWriterSize(out, bufSize)
	var line []byte
	var err error
	for u := range graph.Node(n) {
		if u%4096 == 0 {
			if ctx.Err() != nil {
				return Summary{}, ctx.Err()
			}
			j.tell(int64(u), n)
		}
		line = fmt.Appendf(line[:0], "%d\t%s\t", u, c.State(u))
		if c.HasNames() {
			if line, err = c.AppendName(line, u); err != nil {
				return Summary{}, err
			}
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return Summary{}, err
		}
	}
	return Summary{Pages: n}, w.Flush()
}

// Anchors writes a line an anchor text: from, to, text. Arcs counts the lines.
func (j *Job) Anchors(ctx context.Context, out io.Writer) (Summary, error) {
	w := bufio.NewWriterSize(out, bufSize)
	label := j.label()
	var line []byte
	var err error
	s := j.summary(0)
	cur := j.Crawl.Anchors(graph.Everything(j.Crawl.Graph()))
	for cur.Next() {
		if cur.Node()%4096 == 0 && ctx.Err() != nil {
			return s, ctx.Err()
		}
		for _, an := range cur.Anchors() {
			if line, err = label(line[:0], an.From); err != nil {
				return s, err
			}
			if line, err = label(append(line, '\t'), cur.Node()); err != nil {
				return s, err
			}
			if line, err = cur.Text(append(line, '\t'), an); err != nil {
				return s, err
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return s, err
			}
			s.Arcs++
		}
	}
	if err := cur.Err(); err != nil {
		return s, err
	}
	return s, w.Flush()
}

// MatrixMarket writes the adjacency matrix in coordinate format: entry (u+1, v+1) for each arc u → v, sorted by row and
// column (R. Boisvert, R. Pozo, K. Remington, "The Matrix Market Exchange Formats", NISTIR 5935, 1996).
func (j *Job) MatrixMarket(ctx context.Context, out io.Writer) (Summary, error) {
	m, err := j.numArcs(ctx)
	if err != nil {
		return Summary{}, err
	}
	n := j.Crawl.NumPages()
	w := bufio.NewWriterSize(out, bufSize)
	if _, err := fmt.Fprintf(w, "%%%%MatrixMarket matrix coordinate pattern general\n%% row u+1, column v+1: an arc from page u to page v\n%d %d %d\n", n, n, m); err != nil {
		return Summary{}, err
	}
	var from, line []byte
	err = j.each(ctx, func(u graph.Node, succ []graph.Node, _ []kinds.Set) error {
		from = append(strconv.AppendUint(from[:0], uint64(u)+1, 10), ' ')
		for _, v := range succ {
			line = append(line[:0], from...)
			line = append(strconv.AppendUint(line, uint64(v)+1, 10), '\n')
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = w.Flush()
	}
	return j.summary(m), err
}
