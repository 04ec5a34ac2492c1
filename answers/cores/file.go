package cores

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"unicode/utf8"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/flock"
	"weft/store"
)

// A file of cliques grows while shapes are done. Its first line of JSON describes the search. Then each clique has
// a line, and a further line ends each shape. A process that was killed continues after the last finished shape,
// or after the cliques of the next shape that its saved state records. A file without a path stores nothing.
type file struct {
	path string
	c    *store.Crawl
	f    *os.File
	out  *bufio.Writer
	lock *flock.Lock
	done map[core.Shape]Cell // that were there when it was opened

	end int64 // of the last shape that is done
	sum sum   // of all that was written
}

// A sum says how long a file is, and what its checksum is.
type sum struct {
	Bytes int64  `json:"bytes"`
	CRC   uint32 `json:"crc32c"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write adds what a file gets.
func (s *sum) Write(text []byte) (int, error) {
	s.Bytes += int64(len(text))
	s.CRC = crc32.Update(s.CRC, castagnoli, text)
	return len(text), nil
}

// header is the first line: all that the cliques depend on.
type header struct {
	Graph     string `json:"graph"` // its checksum
	Kinds     string `json:"kinds"`
	View      string `json:"view,omitempty"`
	Sites     string `json:"sites,omitempty"` // checksum of the sites of a view between sites
	Kind      string `json:"kind"`
	MaxDegree int    `json:"max_degree"`
	// Steps are after how many a search was given up; 0 in files of versions that did not say it.
	Steps int `json:"steps"`
	// Least and Limit are for maximal cliques: the minimum numbers of fans and centers, and the maximum number of
	// cliques in the file; 0 means all.
	Least *core.Shape `json:"least,omitempty"`
	Limit *int        `json:"limit,omitempty"`
}

// unlike describes how a header differs from the expected header. Values that earlier versions did not write count
// as equal.
func (h header) unlike(want header) string {
	h.Steps, h.Least, h.Limit = cmp.Or(h.Steps, want.Steps), cmp.Or(h.Least, want.Least, new(core.Shape)), cmp.Or(h.Limit, want.Limit, new(int))
	want.Least, want.Limit = cmp.Or(want.Least, h.Least), cmp.Or(want.Limit, h.Limit)
	for _, x := range []struct {
		what      string
		got, want any
	}{
		{"graph", h.Graph, want.Graph},
		{"kinds of links", h.Kinds, want.Kinds},
		{"view", h.View, want.View},
		{"sites", h.Sites, want.Sites},
		{"kind", h.Kind, want.Kind},
		{"max-degree", h.MaxDegree, want.MaxDegree},
		{"steps", h.Steps, want.Steps},
		{"least fans and centers", *h.Least, *want.Least},
		{"limit", *h.Limit, *want.Limit},
	} {
		if x.got != x.want {
			return fmt.Sprintf("its %s: %v, here %v", x.what, x.got, x.want)
		}
	}
	return ""
}

// header returns the header for the requested cliques.
func (q *asked) header(c *store.Crawl, f *Found, o *answer.Options) (h header, err error) {
	h = header{Kinds: f.Kinds, View: f.View, Kind: f.Kind, MaxDegree: f.MaxDegree, Steps: q.steps}
	if f.View == store.BetweenSites {
		h.Sites = o.SitesID
	}
	if q.kind == maximal {
		h.Least, h.Limit = &core.Shape{Fans: q.fans.From, Centers: q.centers.From}, &q.limit
	}
	h.Graph, err = c.GraphID()
	return h, err
}

// A line is a clique, or ends the cliques of a shape.
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

// MarshalJSON implements [json.Marshaler].
func (p page) MarshalJSON() ([]byte, error) {
	if p.name == "" {
		return json.Marshal(p.number)
	}
	return json.Marshal(p.name)
}

// errNoPage is the error for an empty name or null. Without it, these would be read as page 0.
var errNoPage = errors.New("expected a page, got an empty name or null")

// UnmarshalJSON implements [json.Unmarshaler].
func (p *page) UnmarshalJSON(text []byte) error {
	switch {
	case string(text) == "null" || string(text) == `""`:
		return errNoPage
	case len(text) > 0 && text[0] == '"':
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

// open opens or makes the file of the options, and reads what is there.
func (q *asked) open(c *store.Crawl, of *Found, o *answer.Options) (*file, error) {
	f := &file{path: q.output, c: c, done: map[core.Shape]Cell{}}
	if q.output == "" {
		return f, nil
	}
	want, err := q.header(c, of, o)
	if err != nil {
		return nil, err
	}
	first, err := json.Marshal(want)
	if err != nil {
		return nil, err
	}
	first = append(first, '\n')
	if f.f, f.lock, err = openLocked(q.output, first); err != nil {
		return nil, err
	}
	if err := f.look(want, first, q.top); err != nil {
		return nil, errors.Join(err, f.f.Close(), f.lock.Release())
	}
	if n := len(f.done); n > 0 {
		o.Say("%s %s in %s already", digits.Plural(n, "shape"), digits.Verb(n, "is", "are"), q.output)
	}
	return f, nil
}

// openLocked opens a file and locks it. If a killed process left only a part of the first line, it writes this
// line anew.
func openLocked(path string, first []byte) (f *os.File, lock *flock.Lock, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is not a regular file: choose another", path)
	}
	if lock, err = flock.Acquire(path); err != nil {
		if flock.IsHeld(err) {
			err = fmt.Errorf("another process may be writing cliques: %w", err)
		}
		return nil, nil, err
	}
	if f, err = os.OpenFile(path, os.O_RDWR, 0o644); err != nil {
		return nil, nil, errors.Join(err, lock.Release())
	}
	there, err := io.ReadAll(io.LimitReader(f, int64(len(first))))
	if err == nil && len(there) < len(first) && bytes.HasPrefix(first, there) {
		_, err = f.WriteAt(first, 0)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close(), lock.Release())
	}
	return f, lock, nil
}

// look finds out what is done. Maximal cliques are written from the beginning, under a first line of their own.
func (f *file) look(want header, first []byte, top int) error {
	if err := f.read(want, top); err != nil || want.Kind == disjoint || f.end == int64(len(first)) {
		return err
	}
	f.end = int64(len(first)) // the first line of an earlier version has fewer keys
	_, err := f.f.WriteAt(first, 0)
	return err
}

// has says whether the file is as it was when a state was made, except what came behind, and no shape after it is done.
func (f *file) has(s sum) bool {
	if s.Bytes < f.end {
		return false
	}
	var got sum
	_, err := io.Copy(&got, io.NewSectionReader(f.f, 0, s.Bytes))
	return err == nil && got == s
}

// goOn cuts off what comes after a place, and writes on there.
func (f *file) goOn(end int64) error {
	if f.f == nil {
		return nil
	}
	f.sum = sum{}
	_, err := io.Copy(&f.sum, io.NewSectionReader(f.f, 0, end))
	if err == nil {
		err = f.f.Truncate(end)
	}
	if err == nil {
		_, err = f.f.Seek(end, io.SeekStart)
	}
	f.out = bufio.NewWriterSize(io.MultiWriter(f.f, &f.sum), 1<<16)
	return err
}

// sync writes out what there is.
func (f *file) sync() error {
	if f.out == nil {
		return nil
	}
	return errors.Join(f.out.Flush(), f.f.Sync())
}

// read reads what is there, and finds where the last shape ends that is done.
func (f *file) read(want header, top int) error {
	var open Cell
	r := newReader(f.path, f.f)
	got, err := r.header()
	if err != nil {
		return err
	}
	if unlike := got.unlike(want); unlike != "" {
		return fmt.Errorf("%s:1: %s: choose another file", f.path, unlike)
	}
	f.end = r.at
	n := int64(0)
	for want.Kind == disjoint && r.next() {
		if r.line.Cell == nil {
			if n++; len(open.first) < top {
				k, err := r.clique(f.c)
				if err != nil {
					return err
				}
				open.first = append(open.first, k)
			}
			continue
		}
		if want.Kind == disjoint && *r.line.Cliques != n {
			return r.errorf("(%d,%d) ends with %d cliques, %d stand before", r.line.Cell.Fans, r.line.Cell.Centers, *r.line.Cliques, n)
		}
		r.line.first = open.first
		f.done[r.line.Shape], open, f.end = *r.line.Cell, Cell{}, r.at
		n = 0
	}
	return r.err
}

// A reader reads the lines of a file of cliques. It ignores an incomplete last line.
type reader struct {
	path string
	in   *bufio.Reader
	n    int   // of the line
	at   int64 // where it ends
	line line
	done map[core.Shape]bool // that have ended
	cut  bool                // there is a line that does not end
	err  error
}

func newReader(path string, from io.Reader) *reader {
	return &reader{path: path, in: bufio.NewReaderSize(from, 1<<16), done: map[core.Shape]bool{}}
}

func (r *reader) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", r.path, r.n, fmt.Errorf(format, args...))
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

// header reads the first line, for which the buffer is more than enough: a file of other things may have no lines.
func (r *reader) header() (h header, err error) {
	var text []byte
	begin, err := r.in.Peek(r.in.Size())
	switch {
	case bytes.ContainsRune(begin, '\n'):
		text, err = r.text()
	case errors.Is(err, io.EOF):
		err = nil
	}
	if err == nil && (decode(text, &h) != nil || h.Kind == "" || h.Steps < 0) {
		err = fmt.Errorf("%s: the first line is not about cliques: choose another file", r.path)
	}
	return h, err
}

// decode takes a line, which has nothing but members that are known: cliques may depend on what others say.
func decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("unexpected text after it")
	}
	return nil
}

// next reads a line of a clique, or of the end of a shape.
func (r *reader) next() bool {
	text, err := r.text()
	if err != nil || text == nil {
		r.err = err
		return false
	}
	r.line = line{}
	if err := decode(text, &r.line); err != nil {
		r.err = r.errorf("no clique, nor the end of a shape: %w", err)
	} else if n := len(r.line.Fans) * len(r.line.Centers); (r.line.Cell == nil) == (n == 0) || n == 0 && len(r.line.Fans)+len(r.line.Centers) > 0 {
		r.err = r.errorf("expected fans and centers, or i and j")
	} else if r.line.Cell != nil {
		r.err = r.ends(r.line.Cell)
	}
	return r.err == nil
}

// ends checks the line that ends a shape.
func (r *reader) ends(x *Cell) error {
	switch {
	case x.Cliques == nil || x.Left == nil || x.Fans < 1 || x.Centers < 1:
		return r.errorf("expected i, j, left and cliques")
	case r.done[x.Shape]:
		return r.errorf("(%d,%d) ends a second time", x.Fans, x.Centers)
	}
	r.done[x.Shape] = true
	return nil
}

// clique returns the clique of the line.
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

// finish says that all cliques of a shape are there.
func (f *file) finish(x Cell) error {
	if f.out == nil {
		return nil
	}
	if err := f.write(line{Cell: &x}); err != nil {
		return err
	}
	return f.sync()
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
