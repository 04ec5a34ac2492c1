package pages

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"weft/graph"
	"weft/internal/choice"
	"weft/internal/option"
	"weft/store"
	"weft/store/lookup"
	"weft/store/notes"
)

// A Row is a page in a table. Texts are as the crawl has them.
//
//json:object row of a page
type Row struct {
	Page   uint32     `json:"page"`             // number of the page in the graph
	URL    string     `json:"url,omitempty"`    // its URL, or its name
	State  string     `json:"state,omitempty"`  // fetched, redirected, failed, excluded, ghost or unknown
	Status int        `json:"status,omitempty"` // status of HTTP
	Type   string     `json:"type,omitempty"`   // media type
	Size   int64      `json:"size,omitempty"`   // bytes that were received
	Time   *time.Time `json:"time,omitempty"`   // start of the request
	Title  string     `json:"title,omitempty"`  // title of the page
	Digest string     `json:"digest,omitempty"` // digest of the body
	// number of pages that link to the page
	InDegree *uint32 `json:"indegree,omitempty" absent:"the crawl has no index of words"`
	// score that the rows are ordered by
	Score *float64 `json:"score,omitempty" absent:"the order has no scores"`
	// part of the text of the page with words of the query
	Snippet string `json:"snippet,omitempty" absent:"no text was sought"`
	// begin and end of the words of the query in the snippet, in characters
	Marks [][2]int `json:"marks,omitempty" absent:"the snippet has none"`
	// tags that people gave the page, with commas between them
	Tags string `json:"tags,omitempty" absent:"the page has none"`
	// what people wrote about the page
	Note string `json:"note,omitempty" absent:"the page has none"`
}

// Columns are the names of the columns, in order, as in JSON. The snippet, and the notes of people, are the last.
var Columns = []string{"page", "url", "state", "status", "type", "size", "time", "title", "digest", "indegree", "score", "snippet", "tags", "note"}

// notedColumns are the columns of notes.
var notedColumns = Columns[len(Columns)-2:]

// Usual returns the columns of a query by default: the snippet only of a query with a text, and notes only where pages have
// some.
func (s *Source) Usual(q *Query) []string {
	columns := slices.Clone(Columns[:len(Columns)-len(notedColumns)])
	if q.Text == "" {
		columns = columns[:len(columns)-1]
	}
	if s.HasNotes() {
		columns = append(columns, notedColumns...)
	}
	return columns
}

// CheckColumns refuses unknown columns.
func CheckColumns(columns []string) error {
	for _, name := range columns {
		if !slices.Contains(Columns, name) {
			return option.Errorf("{columns} %s: expected %s", name, choice.Of(name, Columns))
		}
	}
	return nil
}

// A Reader reads the rows of pages. It is not safe for concurrent use. Memory: about 3 MiB if the crawl has facts.
type Reader struct {
	s       *Source
	names   *store.NameReader
	fast    *lookup.FactReader // by the index; nil if facts are read from their file, or not at all
	facts   *store.FactReader  // nil if the crawl has none, no column needs them, or the index has them
	score   func(u graph.Node) float64
	noted   map[graph.Node]*notes.Note // nil if no column needs it
	columns []string                   // nil for all
}

// Rows returns a reader of rows with the scores of an order, and with some columns. Without columns it reads all.
func (s *Source) Rows(order string, columns []string) (*Reader, error) {
	r := &Reader{s: s, names: s.c.Names(), columns: columns}
	x, err := s.Index()
	switch indexed := err == nil && x.HasFacts(); {
	case indexed && columns != nil && !r.wants("digest"):
		r.fast = x.Facts()
	case r.wants("status", "type", "size", "time", "title", "digest"):
		if r.facts, err = s.c.OpenFacts(); err != nil && !errors.Is(err, store.ErrNoFacts) {
			return nil, err
		}
	}
	if r.wants(notedColumns...) {
		if r.noted, err = s.notes(); err != nil {
			return nil, errors.Join(err, r.Close())
		}
	}
	if r.wants("score") {
		r.score, _ = s.Score(order)
	}
	return r, nil
}

// wants reports whether one of some columns is read.
func (r *Reader) wants(names ...string) bool {
	return r.columns == nil || slices.ContainsFunc(names, func(name string) bool { return slices.Contains(r.columns, name) })
}

// Close frees the reader.
func (r *Reader) Close() error {
	if r.facts == nil {
		return nil
	}
	return r.facts.Close()
}

// At reads the row of a page. Reading pages in the order of their names is fastest.
func (r *Reader) At(u graph.Node) (p Row, err error) {
	c := r.s.c
	p.Page = uint32(u)
	if r.wants("state") {
		p.State = StateNames[c.State(u)]
	}
	if c.HasNames() && r.wants("url") {
		name, err := r.names.Append(nil, u)
		if err != nil {
			return p, err
		}
		p.URL = string(name)
	}
	if r.score != nil {
		score := r.score(u)
		p.Score = &score
	}
	r.setNote(&p, u)
	if x, err := r.s.Index(); err == nil && r.wants("indegree") {
		degree, err := x.InDegree(u)
		if err != nil {
			return p, err
		}
		p.InDegree = &degree
	}
	var f *store.Facts
	switch {
	case r.fast != nil:
		f, err = r.fast.At(c.KeyOf(u))
	case r.facts != nil:
		f, err = r.facts.At(u)
	}
	if err == nil && f != nil {
		r.set(&p, f)
	}
	return p, err
}

// set copies facts to the columns that are read.
func (r *Reader) set(p *Row, f *store.Facts) {
	if r.wants("status") {
		p.Status = f.Status
	}
	if r.wants("size") {
		p.Size = f.Size
	}
	for _, t := range []struct {
		name string
		to   *string
		from []byte
	}{{"type", &p.Type, f.Type}, {"title", &p.Title, f.Title}, {"digest", &p.Digest, f.Digest}} {
		if r.wants(t.name) {
			*t.to = string(t.from)
		}
	}
	if at := f.Time; !at.IsZero() && r.wants("time") {
		p.Time = &at
	}
}

// All reads the rows of pages in their order. Facts are read in the order of the names, which is faster.
func (r *Reader) All(shown []graph.Node) ([]Row, error) {
	at := make([]int, len(shown))
	for i := range at {
		at[i] = i
	}
	c := r.s.c
	slices.SortFunc(at, func(a, b int) int { return c.KeyOf(shown[a]) - c.KeyOf(shown[b]) })
	rows := make([]Row, len(shown))
	for _, i := range at {
		var err error
		if rows[i], err = r.At(shown[i]); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// Text returns the value of a column as text; empty if it is unknown.
func (p *Row) Text(column string) string {
	number := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	switch column {
	case "page":
		return strconv.FormatUint(uint64(p.Page), 10)
	case "url":
		return p.URL
	case "state":
		return p.State
	case "status":
		return number(int64(p.Status))
	case "type":
		return p.Type
	case "size":
		return number(p.Size)
	case "time":
		if p.Time != nil {
			return p.Time.Format("2006-01-02T15:04:05.000Z07:00")
		}
	case "title":
		return p.Title
	case "digest":
		return p.Digest
	case "indegree":
		if p.InDegree != nil {
			return strconv.FormatUint(uint64(*p.InDegree), 10)
		}
	case "snippet":
		return p.Snippet
	case "tags":
		return p.Tags
	case "note":
		return p.Note
	case "score":
		if p.Score != nil {
			return strconv.FormatFloat(*p.Score, 'g', -1, 64)
		}
	}
	return ""
}
