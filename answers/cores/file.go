package cores

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/atomicfile"
	"weft/internal/digits"
	"weft/internal/flock"
	"weft/store"
)

// A file of cliques grows as shapes are done: a line of JSON that says of what they are, one for each clique, and behind those of a shape one that ends it. What was killed goes on behind
// the last of these. A nil file takes nothing.
type file struct {
	path string
	c    *store.Crawl
	f    *os.File
	out  *bufio.Writer
	lock *flock.Lock
	done map[core.Shape]Cell // that were there when it was opened

	// unfinished keeps the shapes that are done where there is no file, cells are these.
	unfinished *answer.Unfinished
	cells      []cellDone

	// first is where the first line ends.
	first int64
}

// header is the first line.
type header struct {
	Graph     string `json:"graph"` // its checksum
	Kinds     string `json:"kinds"`
	View      string `json:"view,omitempty"`
	Kind      string `json:"kind"`
	MaxDegree int    `json:"max_degree"`
}

// unlike says in what a header differs from the one that is wanted.
func (h header) unlike(want header) string {
	for _, x := range []struct {
		what      string
		got, want any
	}{
		{"graph", fmt.Sprintf("%.12s", h.Graph), fmt.Sprintf("%.12s", want.Graph)},
		{"kinds of links", h.Kinds, want.Kinds},
		{"view", h.View, want.View},
		{"kind", h.Kind, want.Kind},
		{"max-degree", h.MaxDegree, want.MaxDegree},
	} {
		if x.got != x.want {
			return fmt.Sprintf("its %s: %v, here %v", x.what, x.got, x.want)
		}
	}
	return ""
}

func headerOf(c *store.Crawl, f *Found) (header, error) {
	id, err := c.GraphID()
	return header{id, f.Kinds, f.View, f.Kind, f.MaxDegree}, err
}

// A line is one of a clique, or ends those of a shape.
type line struct {
	Fans    []page `json:"fans,omitempty"`
	Centers []page `json:"centers,omitempty"`
	*Cell
}

// A page is written as its name, or as its number where it has no name that JSON can hold.
type page struct {
	name   string
	number graph.Node
}

// MarshalJSON is that of [json.Marshaler].
func (p page) MarshalJSON() ([]byte, error) {
	if p.name == "" {
		return json.Marshal(p.number)
	}
	return json.Marshal(p.name)
}

// UnmarshalJSON is that of [json.Unmarshaler].
func (p *page) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &p.name)
	}
	return json.Unmarshal(text, &p.number)
}

func (f *file) pages(list []graph.Node) ([]page, error) {
	all := make([]page, 0, len(list))
	for _, u := range list {
		p := page{number: u}
		if f.c.HasNames() {
			name, err := f.c.AppendName(nil, u)
			if err != nil {
				return nil, err
			}
			if utf8.Valid(name) {
				p.name = string(name)
			}
		}
		all = append(all, p)
	}
	return all, nil
}

// find returns the number of a page.
func (p *page) find(c *store.Crawl) (graph.Node, error) {
	if p.name == "" {
		if int64(p.number) >= int64(c.NumPages()) {
			return 0, fmt.Errorf("there is no page %d, the crawl has %d", p.number, c.NumPages())
		}
		return p.number, nil
	}
	u, ok, err := c.Find(p.name)
	if err == nil && !ok {
		err = fmt.Errorf("the crawl has no page %.200q", p.name)
	}
	return u, err
}

// open opens or makes the file of the options.
func (q *asked) open(c *store.Crawl, of *Found, o answer.Options) (*file, error) {
	f := &file{path: q.output, c: c, done: map[core.Shape]Cell{}}
	if q.output == "" {
		return f, nil
	}
	want, err := headerOf(c, of)
	if err != nil {
		return nil, err
	}
	first, err := json.Marshal(want)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(q.output); errors.Is(err, os.ErrNotExist) {
		if err := atomicfile.WriteFile(q.output, append(first, '\n')); err != nil {
			return nil, err
		}
	}
	if f.lock, err = flock.Acquire(q.output); err != nil {
		return nil, fmt.Errorf("does another process add cliques? %w", err)
	}
	if f.f, err = os.OpenFile(q.output, os.O_RDWR, 0o644); err != nil {
		return nil, errors.Join(err, f.lock.Release())
	}
	f.out = bufio.NewWriterSize(f.f, 1<<16)
	if err := f.goOn(want, q.top); err != nil {
		return nil, errors.Join(err, f.f.Close(), f.lock.Release())
	}
	if n := len(f.done); n > 0 {
		o.Say("%s %s in %s already", digits.Plural(n, "shape"), digits.Verb(n, "is", "are"), q.output)
	}
	return f, nil
}

// goOn reads what is there, and cuts off what comes after the last shape that is done.
func (f *file) goOn(want header, top int) error {
	end, err := f.read(want, top)
	if err != nil {
		return err
	}
	if want.Kind != disjoint {
		end, f.done = f.first, nil
	}
	if err := f.f.Truncate(end); err != nil {
		return err
	}
	_, err = f.f.Seek(end, io.SeekStart)
	return err
}

// read reads what is there, and returns where the last shape ends that is done.
func (f *file) read(want header, top int) (end int64, err error) {
	var open Cell
	r := newReader(f.path, f.f)
	got, err := r.header()
	if err != nil {
		return 0, err
	}
	if unlike := got.unlike(want); unlike != "" {
		return 0, fmt.Errorf("%s, line 1: %s: name another file", f.path, unlike)
	}
	n := int64(0)
	for f.first, end = r.at, r.at; r.next(); {
		if r.line.Cell == nil {
			if n++; len(open.first) < top {
				k, err := r.clique(f.c)
				if err != nil {
					return 0, err
				}
				open.first = append(open.first, k)
			}
			continue
		}
		if want.Kind == disjoint && *r.line.Cliques != n {
			return 0, r.errorf("(%d,%d) ends with %d cliques, %d stand before", r.line.Cell.Fans, r.line.Cell.Centers, *r.line.Cliques, n)
		}
		r.line.first = open.first
		f.done[r.line.Shape], open, end = *r.line.Cell, Cell{}, r.at
		n = 0
	}
	return end, r.err
}

// A reader reads the lines of a file of cliques. What is not whole at its end is not read.
type reader struct {
	path string
	in   *bufio.Reader
	n    int   // of the line
	at   int64 // where it ends
	line line
	cut  bool // there is a line that does not end
	err  error
}

func newReader(path string, from io.Reader) *reader {
	return &reader{path: path, in: bufio.NewReaderSize(from, 1<<16)}
}

func (r *reader) errorf(format string, args ...any) error {
	return fmt.Errorf("%s, line %d: %w", r.path, r.n, fmt.Errorf(format, args...))
}

// text is the next line, nil at the end.
func (r *reader) text() ([]byte, error) {
	text, err := r.in.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		r.cut = len(text) > 0
		return nil, nil
	}
	r.n, r.at = r.n+1, r.at+int64(len(text))
	return text, err
}

func (r *reader) header() (h header, err error) {
	text, err := r.text()
	if err == nil && (json.Unmarshal(text, &h) != nil || h.Kind == "") {
		err = fmt.Errorf("%s: it does not begin with a line about cliques: name another file", r.path)
	}
	return h, err
}

// next reads a line of a clique, or of the end of a shape.
func (r *reader) next() bool {
	text, err := r.text()
	if err != nil || text == nil {
		r.err = err
		return false
	}
	r.line = line{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r.line); err != nil {
		r.err = r.errorf("no clique, nor the end of a shape: %w", err)
	} else if (r.line.Cell == nil) == (len(r.line.Fans) == 0 || len(r.line.Centers) == 0) {
		r.err = r.errorf("want fans and centers, or i and j")
	} else if x := r.line.Cell; x != nil && (x.Cliques == nil || x.Left == nil || x.Fans < 1 || x.Centers < 1) {
		r.err = r.errorf("want i, j, left and cliques")
	}
	return r.err == nil
}

// clique is that of the line.
func (r *reader) clique(c *store.Crawl) (k core.Clique, err error) {
	for _, s := range []struct {
		from []page
		to   *[]graph.Node
	}{{r.line.Fans, &k.Fans}, {r.line.Centers, &k.Centers}} {
		for i := range s.from {
			u, err := s.from[i].find(c)
			if err != nil {
				return k, r.errorf("%w", err)
			}
			*s.to = append(*s.to, u)
		}
	}
	return k, nil
}

// clique writes one.
func (f *file) clique(k core.Clique) (err error) {
	if f.out == nil {
		return nil
	}
	var l line
	if l.Fans, err = f.pages(k.Fans); err != nil {
		return err
	}
	if l.Centers, err = f.pages(k.Centers); err != nil {
		return err
	}
	return f.write(l)
}

// end says that all cliques of a shape are there.
func (f *file) end(x Cell) error {
	if f.out == nil {
		f.keep(x)
		return nil
	}
	if err := f.write(line{Cell: &x}); err != nil {
		return err
	}
	return errors.Join(f.out.Flush(), f.f.Sync())
}

func (f *file) write(l line) error {
	text, err := json.Marshal(l)
	if err == nil {
		_, err = f.out.Write(append(text, '\n'))
	}
	return err
}

func (f *file) close() error {
	if f.f == nil {
		return nil
	}
	return errors.Join(f.f.Close(), f.lock.Release())
}
