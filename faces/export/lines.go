package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/ascii"
	"weft/internal/bitset"
	"weft/making/ingest/tables"
	"weft/store"
)

const bufSize = 1 << 16

// TSV writes a line an arc, "from<TAB>to" and perhaps its kinds and its weight, in page order. A header stands above if
// pages are named or [Job.Header] says so. It takes a bit a page, to count pages that no line lists.
func (j *Job) TSV(ctx context.Context, out io.Writer) (Summary, error) {
	if err := j.needNames(); err != nil {
		return Summary{}, err
	}
	r := newRows(out, '\t')
	if err := j.header(r, j.Names, j.arcColumns()); err != nil {
		return Summary{}, err
	}
	return j.arcRows(ctx, r)
}

// CSV writes the same for spreadsheets: a header, commas, lines that end in CR and LF (RFC 4180), and the mark of UTF-8 if
// some name is not ASCII. Names are guarded as in package sheet.
func (j *Job) CSV(ctx context.Context, out io.Writer) (Summary, error) {
	if err := j.needNames(); err != nil {
		return Summary{}, err
	}
	ascii, err := j.areASCII()
	if err != nil {
		return Summary{}, err
	}
	r := newRows(out, ',')
	r.end, r.guard = "\r\n", true
	if !ascii {
		r.line = append(r.line, "\ufeff"...)
	}
	if err := j.header(r, true, j.arcColumns()); err != nil {
		return Summary{}, err
	}
	return j.arcRows(ctx, r)
}

// header writes the names of columns, if the list usually has them or the job says so.
func (j *Job) header(r *rows, usual bool, columns []string) error {
	if j.Header != nil {
		usual = *j.Header
	}
	if !usual {
		return nil
	}
	for _, c := range columns {
		r.word([]byte(c))
	}
	return r.flush()
}

func (j *Job) needNames() error {
	if j.Names && !j.Crawl.HasNames() {
		return fmt.Errorf("export with names: %w", store.ErrNoNames)
	}
	return nil
}

// ends are the columns of source and target. The columns of names say so, because names may be numbers.
func (j *Job) ends() []string {
	if j.Names {
		return []string{tables.NamedSource, tables.NamedTarget}
	}
	return []string{"source", "target"}
}

// arcColumns are the columns of a list of arcs.
func (j *Job) arcColumns() []string {
	columns := j.ends()
	if j.KindsColumn {
		columns = append(columns, "kinds")
	}
	if j.Crawl.HasWeights() {
		columns = append(columns, weightColumn)
	}
	return columns
}

// weightColumn is the column, or the attribute, of the weights of arcs. They are written with as many digits as they need to
// be read as the same numbers.
const weightColumn = "weight"

func appendWeight(dst []byte, x float64) []byte { return strconv.AppendFloat(dst, x, 'g', -1, 64) }

// arcRows writes a line an arc.
func (j *Job) arcRows(ctx context.Context, r *rows) (Summary, error) {
	label := j.label()
	j.weigh()
	var from, to, weight []byte
	s, listed := j.summary(0), bitset.New(j.Crawl.NumPages())
	field := r.word
	if j.Names {
		field = r.name
	}
	err := j.each(ctx, func(u graph.Node, succ []graph.Node, ks []kinds.Set) error {
		if len(succ) == 0 {
			return nil
		}
		listed.Add(int(u))
		var err error
		if from, err = label(from[:0], u); err != nil {
			return err
		}
		s.Arcs += int64(len(succ))
		for i, v := range succ {
			listed.Add(int(v))
			if to, err = label(to[:0], v); err != nil {
				return err
			}
			field(from)
			field(to)
			if j.KindsColumn {
				r.word([]byte(ks[i].String()))
			}
			if j.weighs {
				weight = appendWeight(weight[:0], j.weights[i])
				r.word(weight)
			}
			if err := r.flush(); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = r.w.Flush()
	}
	s.Unlisted = s.Pages
	for range listed.All() {
		s.Unlisted--
	}
	s.Lost = j.lost(holds{names: j.Names, kinds: j.KindsColumn, weights: true, arcs: true})
	return s, err
}

// Pages writes a line a page: number, state, and URL if there are names.
func (j *Job) Pages(ctx context.Context, out io.Writer) (Summary, error) {
	c, n := j.Crawl, int64(j.Crawl.NumPages())
	w := bufio.NewWriterSize(out, bufSize)
	names := c.Names()
	var line, name []byte
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
			if name, err = names.Append(name[:0], u); err != nil {
				return Summary{}, err
			}
			line = ascii.AppendInert(line, name)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return Summary{}, err
		}
	}
	return Summary{Pages: n, Lost: j.lost(holds{states: true, names: true, kinds: true, weights: true})}, w.Flush()
}

// Anchors writes a line an anchor text: from, to, text. Arcs counts the lines. Header, names and texts are written as TSV
// does.
func (j *Job) Anchors(ctx context.Context, out io.Writer) (Summary, error) {
	r := newRows(out, '\t')
	if err := j.header(r, j.Names, append(j.ends(), "text")); err != nil {
		return Summary{}, err
	}
	return j.anchorRows(ctx, r)
}

func (j *Job) anchorRows(ctx context.Context, r *rows) (Summary, error) {
	var buf []byte
	var err error
	s := j.summary(0)
	cur := j.Crawl.Anchors(graph.Everything(j.Crawl.Graph()))
	for cur.Next() {
		if cur.Node()%4096 == 0 && ctx.Err() != nil {
			return s, ctx.Err()
		}
		for _, an := range cur.Anchors() {
			for _, u := range []graph.Node{an.From, cur.Node()} {
				if buf, err = j.pageField(r, buf, u); err != nil {
					return s, err
				}
			}
			if buf, err = cur.Text(buf[:0], an); err != nil {
				return s, err
			}
			r.name(buf)
			if err := r.flush(); err != nil {
				return s, err
			}
			s.Arcs++
		}
	}
	if err := cur.Err(); err != nil {
		return s, err
	}
	return s, r.w.Flush()
}

// MatrixMarket writes the adjacency matrix in coordinate format: entry (u+1, v+1) for each arc u → v, sorted by row and
// column (R. Boisvert, R. Pozo, K. Remington, "The Matrix Market Exchange Formats", NISTIR 5935, 1996). Its value is the
// weight, if the crawl has weights.
func (j *Job) MatrixMarket(ctx context.Context, out io.Writer) (Summary, error) {
	m, err := j.numArcs(ctx)
	if err != nil {
		return Summary{}, err
	}
	j.weigh()
	n, values := j.Crawl.NumPages(), "pattern"
	if j.weighs {
		values = "real"
	}
	w := bufio.NewWriterSize(out, bufSize)
	if _, err := fmt.Fprintf(w, "%%%%MatrixMarket matrix coordinate %s general\n%% row u+1, column v+1: an arc from page u to page v\n%d %d %d\n", values, n, n, m); err != nil {
		return Summary{}, err
	}
	var from, line []byte
	err = j.each(ctx, func(u graph.Node, succ []graph.Node, _ []kinds.Set) error {
		from = append(strconv.AppendUint(from[:0], uint64(u)+1, 10), ' ')
		for i, v := range succ {
			line = append(line[:0], from...)
			line = strconv.AppendUint(line, uint64(v)+1, 10)
			if j.weighs {
				line = appendWeight(append(line, ' '), j.weights[i])
			}
			line = append(line, '\n')
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = w.Flush()
	}
	return j.summaryOf(m, holds{weights: true, arcs: true}), err
}
