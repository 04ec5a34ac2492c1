package lookup

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/mem"
	"weft/store"
	"weft/store/terms"
	"weft/web/weburl"
)

// Name is the name of the index of a crawl.
const Name = "lookup"

// mostTerms is the largest number of different words of a page that are indexed.
const mostTerms = 4096

// The first bytes of terms that are no words.
const (
	stateMark = 1 + iota
	statusMark
	typeMark
	dayMark
)

// Day is the form of days.
const Day = "2006-01-02"

// Options are the options of a build.
type Options struct {
	// Memory bounds the memory of the process, in bytes.
	Memory int64
	// Command is noted as the command that made the index.
	Command, Version string
	// Note, if not nil, receives the progress of each step.
	Note func(what string, done, total int64)
}

// Stats describe an index.
type Stats struct {
	Pages int   `json:"pages"` // pages of the crawl
	Terms int   `json:"terms"` // different words, states, statuses, media types and days
	Bytes int64 `json:"bytes"` // size of the index
	// Cut is the number of pages with more than 4,096 different words. The index has the first 4,096.
	Cut int `json:"cut_pages"`
}

// LeastMemory lists the parts of the least memory of [Build].
func LeastMemory(c *store.Crawl) []mem.Part {
	return []mem.Part{mem.Itself, {Name: "terms of pages", Bytes: terms.LeastGather}, {Name: "the pages of a term", Bytes: setBytes(c)}, {Name: "facts", Bytes: store.FactsBytes}}
}

// setBytes is the memory for a union: two bitmaps and their written forms, in bytes. The places of facts are as long as one.
func setBytes(c *store.Crawl) int64 { return 5*int64(c.NumPages()/8) + 1<<20 }

// Build makes the index of a crawl, and keeps it among the results of the crawl. The crawl is locked only while the index
// is written, at the end. Memory: as in the options; below [LeastMemory] it is refused. Time: a pass over names, facts and
// the transpose.
func Build(ctx context.Context, c *store.Crawl, o Options) (Stats, error) {
	if c.Manifest == nil {
		return Stats{}, ErrBare
	}
	needs := LeastMemory(c)
	if err := mem.Check("the index of words", mem.Sum(needs), o.Memory); err != nil {
		return Stats{}, err
	}
	if o.Note == nil {
		o.Note = func(string, int64, int64) {}
	}
	kept, err := c.Results("")
	if err != nil {
		return Stats{}, err
	}
	kept = kept.Indexes()
	if err := kept.Ready(); err != nil {
		return Stats{}, err
	}
	b := builder{Options: o, c: c, draft: draft{dir: c.Path, pages: c.NumPages()}}
	defer b.end()
	return b.build(ctx, kept, o.Memory-mem.Sum(needs)+terms.LeastGather)
}

// ErrBare says that a bare graph keeps no index.
var ErrBare = errors.New("a bare graph keeps no index: weft import makes a crawl of it")

// A builder builds the index of a crawl.
type builder struct {
	Options
	c *store.Crawl
	draft
	g     *terms.Gatherer
	times *terms.Spool // nil without facts
	facts *factWriter  // as times
	cut   int
}

func (b *builder) end() {
	b.draft.end()
	b.times.Close()
	if b.facts != nil {
		b.facts.out.Close()
	}
	b.g.Close()
}

func (b *builder) build(ctx context.Context, kept *store.Results, memory int64) (Stats, error) {
	b.g = terms.NewGatherer(memory, b.dir, false)
	return b.gatherAndSave(ctx, kept, memory)
}

// gatherAndSave builds the index with the gatherer.
func (b *builder) gatherAndSave(ctx context.Context, kept *store.Results, memory int64) (s Stats, err error) {
	if err := cmp.Or(b.gather(ctx), b.g.Done()); err != nil {
		return s, err
	}
	buffer := int(min(max(memory/int64(b.g.Runs+1)/2, 1<<12), 1<<18))
	if err := b.merge(ctx, b.g, buffer, func(done, total int64) { b.Note("sorting words", done, total) }); err != nil {
		return s, err
	}
	if err := b.unite(ctx, func(done, total int64) { b.Note("joining lists", done, total) }); err != nil {
		return s, err
	}
	s = Stats{Pages: b.pages, Terms: b.terms, Cut: b.cut, Bytes: b.bytes()}
	b.Note("writing the index", 0, s.Bytes)
	change, err := b.c.Change()
	if err != nil {
		return s, err
	}
	defer change.Close() //nolint:errcheck // Record reports it
	if err := change.Writes(store.IndexPath(Name)+".npy", store.IndexPath(Name)+".json"); err != nil {
		return s, err
	}
	now := time.Now().UTC()
	res := store.Result{Name: Name, Command: b.Command, Version: b.Version, Time: now, Params: map[string]any{
		"facts": factsOf(b.c), "terms": s.Terms, "cut_pages": s.Cut,
	}}
	if err := store.SaveBytes(kept, res, s.Bytes, func(w io.Writer) error { return b.write(ctx, w) }); err != nil {
		return s, err
	}
	return s, change.Record(store.Step{Command: b.Command, Version: b.Version, Time: now})
}

// factsOf is the checksum of the facts of a crawl; empty if it has none.
func factsOf(c *store.Crawl) string { return c.Manifest.Files[store.FactsFile].SHA256 }

// gather reads the terms of all pages.
func (b *builder) gather(ctx context.Context) error {
	r := &pageReader{b: b}
	r.words.emit = r.word
	if b.c.HasNames() {
		var err error
		if r.keys, err = b.c.ScanKeys(); err != nil {
			return err
		}
	}
	facts, err := b.c.OpenFacts()
	if errors.Is(err, store.ErrNoFacts) {
		for i := range b.pages {
			if i%(1<<12) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if err := r.page(b.c.AtKey(i), nil); err != nil {
				return err
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer facts.Close() //nolint:errcheck // only read
	if b.times, err = terms.NewSpool(b.dir); err != nil {
		return err
	}
	if b.facts, err = newFactWriter(b.dir); err != nil {
		return err
	}
	err = facts.Each(ctx, func(u graph.Node, f *store.Facts) error {
		return cmp.Or(r.page(u, f), b.time(f.Time), b.facts.add(f))
	})
	return cmp.Or(err, b.facts.finish())
}

// time writes the time of the request of the next page.
func (b *builder) time(at time.Time) error {
	ms := int64(0)
	if !at.IsZero() {
		ms = at.UnixMilli()
	}
	var room [8]byte
	binary.LittleEndian.PutUint64(room[:], uint64(ms)) //nolint:gosec // the bits are kept
	return writeTo(b.times, room[:])
}

// A pageReader gathers the terms of pages, in the order of their names.
type pageReader struct {
	b     *builder
	keys  *store.KeyCursor // nil without names
	words splitter
	name  []byte
	at    int
	left  int  // words that the page may still have
	cut   bool // the page has more
}

// word takes a word of the page.
func (r *pageReader) word(w []byte, _ bool) {
	switch {
	case r.left == 0:
		r.cut = true
	case r.b.g.Add(w):
		r.left--
	}
}

// page reads the next page.
func (r *pageReader) page(u graph.Node, f *store.Facts) (err error) {
	b := r.b
	if r.at%(1<<12) == 0 {
		b.Note("reading names", int64(r.at), int64(b.pages))
	}
	r.at++
	if err := b.g.Page(); err != nil {
		return err
	}
	b.mark(stateMark, b.c.State(u).String())
	r.left, r.cut = mostTerms, false
	if r.keys != nil {
		if !r.keys.Next() {
			return cmp.Or(r.keys.Err(), io.ErrUnexpectedEOF)
		}
		if r.name, err = weburl.AppendName(r.name[:0], r.keys.Key()); err != nil {
			return err
		}
		r.words.splitName(r.name)
	}
	if f != nil {
		b.markFacts(f)
		r.words.split(f.Title)
	}
	if r.cut {
		b.cut++
	}
	return nil
}

func writeTo(w io.Writer, p []byte) error {
	_, err := w.Write(p)
	return err
}

// mark adds a term that is no word.
func (b *builder) mark(of byte, value string) {
	var room [160]byte
	b.g.Add(append(append(room[:0], of), value...))
}

func (b *builder) markFacts(f *store.Facts) {
	if f.Status != 0 {
		b.mark(statusMark, strconv.Itoa(f.Status))
	}
	if len(f.Type) > 0 {
		b.mark(typeMark, string(f.Type))
	}
	if !f.Time.IsZero() {
		b.mark(dayMark, f.Time.UTC().Format(Day))
	}
}

// layout is the beginning of the file: counts of pages and terms, and the sections.
var layout = terms.Layout{Magic: "weftfind", Version: 1, Counts: 2, Sections: 7}

// sections are the sections of the file, with the section of degrees that a function writes.
func (b *builder) sections(degrees func(w io.Writer) error) []terms.Section {
	bytes := func(p []byte) func(w io.Writer) error { return func(w io.Writer) error { return writeTo(w, p) } }
	nothing := terms.Section{Write: func(io.Writer) error { return nil }}
	all := []terms.Section{
		{Size: b.dict.N, Write: b.dict.CopyTo},
		{Size: int64(len(b.blocks)), Write: bytes(b.blocks)},
		{Size: b.lists.N, Write: b.lists.CopyTo},
		{Size: 8 + int64(len(b.entries)) + b.unions.N, Write: func(w io.Writer) error {
			count := binary.LittleEndian.AppendUint64(nil, uint64(len(b.entries)/unionBytes)) //nolint:gosec // not negative
			return cmp.Or(writeTo(w, count), writeTo(w, b.entries), b.unions.CopyTo(w))
		}},
		{Size: 4 * int64(b.pages), Write: degrees},
		nothing,
		nothing,
	}
	if b.times != nil {
		all[5] = terms.Section{Size: b.times.N, Write: b.times.CopyTo}
		all[6] = terms.Section{Size: b.facts.out.Size(), Write: b.facts.out.Send}
	}
	return all
}

// bytes is the size of the index.
func (b *builder) bytes() int64 { return layout.Size(b.sections(nil)) }

// write writes the index.
func (b *builder) write(ctx context.Context, out io.Writer) error {
	return b.writeSections(out, func(w io.Writer) error { return b.degrees(ctx, w) })
}

// writeSections writes the index, with a section of degrees that a function writes.
func (b *builder) writeSections(out io.Writer, degrees func(w io.Writer) error) error {
	return layout.Write(out, []int{b.pages, b.terms}, b.sections(degrees))
}

// degrees writes the number of pages that link to each page, by number. As in weft rank indegree, links, redirects and
// embedded files count, and a page that links to itself.
func (b *builder) degrees(ctx context.Context, w io.Writer) error {
	var room [4]byte
	cur := b.c.ScanBack(graph.Range{Lo: 0, Hi: b.pages})
	for u := 0; cur.Next(); u++ {
		if u%(1<<14) == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			b.Note("counting links", int64(u), int64(b.pages))
		}
		n := uint32(0)
		for _, k := range cur.Kinds() {
			if k&kinds.Measured != 0 {
				n++
			}
		}
		binary.LittleEndian.PutUint32(room[:], n)
		if _, err := w.Write(room[:]); err != nil {
			return err
		}
	}
	if err := cur.Err(); err != nil {
		return fmt.Errorf("count links: %w", err)
	}
	return nil
}

// compareRanges puts ranges in the order of their first terms, and the longer range first.
func compareRanges(a, b terms.Range) int {
	return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(b.Hi, a.Hi))
}
