package textindex

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"time"

	"weft/graph/page"
	"weft/internal/mem"
	"weft/internal/mmap"
	"weft/store"
	"weft/store/lookup"
	"weft/store/names"
	"weft/store/terms"
)

// Name is the name of the index of a crawl.
const Name = "texts"

// MaxText is the number of bytes of a text that are indexed. Longer texts are cut.
const MaxText = 256 << 10

// TitleWeight is the number of words of a text for which a word of the title counts.
const TitleWeight = 3

const (
	framePages = 16
	mostFrame  = framePages * (MaxText + store.MaxTitle + 16) // bytes
	window     = 1 << 19
	blockPages = 128 // pages of a block of a list
	blockSize  = 32  // terms in an entry of blocks
	blockBytes = 16
	pageBytes  = 12
)

// layout is the beginning of the file: counts of pages, terms, and words of texts and titles, and the sections.
var layout = terms.Layout{Magic: "wefttext", Version: 1, Counts: 4, Sections: 6}

// A Page is a page with text.
type Page struct {
	Position    int    // of its name, in sorted order
	Title, Text []byte // UTF-8; the text is up to MaxText bytes
}

// Left counts the pages that are not in the index, and the pages that were cut.
//
//json:object pages without texts
type Left struct {
	NotHTML int `json:"not_html"` // fetched pages that are not HTML
	Missing int `json:"missing"`  // fetched pages without a record in the archive
	Damaged int `json:"damaged"`  // fetched pages whose record cannot be read
	Empty   int `json:"empty"`    // HTML pages without visible text and title
	Cut     int `json:"cut"`      // indexed pages with more text than is indexed
}

// A Source calls f with the pages that have text, in the order of their names, and counts the others. f does not keep
// the page.
type Source func(ctx context.Context, f func(p *Page) error) (Left, error)

// Options are the options of a build.
type Options struct {
	// Memory bounds the memory of the process, in bytes. Held is the part of it that the source takes.
	Memory, Held int64
	// Command is noted as the command that made the index.
	Command, Version string
	// Note, if not nil, receives the progress of each step after the reading of texts.
	Note func(what string, done, total int64)
}

// Stats describe an index.
type Stats struct {
	Pages int   `json:"pages"` // pages with text
	Terms int   `json:"terms"` // different words
	Words int64 `json:"words"` // words of all texts and titles
	Bytes int64 `json:"bytes"` // size of the index
	Left  Left  `json:"left"`  // pages that are not in the index
}

// MayHaveText reports whether a page in a state may have a text.
func MayHaveText(s page.State) bool { return s.MayLink() }

// LeastMemory lists the parts of the least memory of [Build], without the source.
func LeastMemory(c *store.Crawl) []mem.Part {
	pages := int64(c.NumPages())
	if c.Manifest != nil {
		pages = int64(c.Manifest.Counts.Fetched + c.Manifest.Counts.Unknown)
	}
	return []mem.Part{
		mem.Itself,
		{Name: "words of pages", Bytes: terms.LeastGather},
		{Name: "the pages of a word", Bytes: 1<<20 + 8*pages},
		{Name: "texts of pages", Bytes: 2*mostFrame + 4*window + 4<<20},
	}
}

// Build makes the index of the texts of a source, and keeps it among the results of a crawl. The crawl is locked only
// while the index is written, at the end. The bytes of the index depend on the texts alone. Memory: as in the
// options; below [LeastMemory] it is refused. Time: a pass over the texts, and the words are written and read once
// more.
func Build(ctx context.Context, c *store.Crawl, from Source, o Options) (s Stats, err error) {
	if c.Manifest == nil {
		return s, lookup.ErrBare
	}
	least := mem.Sum(LeastMemory(c)) + o.Held
	if err := mem.Check("the index of texts", least-mem.Base, o.Memory); err != nil {
		return s, err
	}
	if o.Note == nil {
		o.Note = func(string, int64, int64) {}
	}
	kept, err := c.Results("")
	if err != nil {
		return s, err
	}
	if err := kept.Indexes().Ready(); err != nil {
		return s, err
	}
	d, err := newDraft(c.Path, o.Memory-least+terms.LeastGather, o.Note)
	if err != nil {
		return s, err
	}
	defer d.close()
	if err := d.build(ctx, from); err != nil {
		return s, err
	}
	return d.stats(), d.keep(ctx, c, kept.Indexes(), &o)
}

// A draft is an index that is being made.
type draft struct {
	dir    string
	memory int64
	note   func(what string, done, total int64)
	left   Left

	g                      *terms.Gatherer
	pages                  int
	texts, titles          int64 // words
	dict, lists, positions *terms.Spool
	about                  *terms.Spool // the section of pages
	frames                 *terms.FrameWriter
	terms                  int
	blocks                 []byte
	last                   int // position of the last page
	list                   listWriter
}

func newDraft(dir string, memory int64, note func(what string, done, total int64)) (d *draft, err error) {
	d = &draft{dir: dir, memory: memory, note: note, last: -1, g: terms.NewGatherer(memory, dir, true)}
	for _, s := range []**terms.Spool{&d.dict, &d.lists, &d.positions, &d.about} {
		if *s, err = terms.NewSpool(dir); err != nil {
			d.close()
			return nil, err
		}
	}
	if d.frames, err = terms.NewFrameWriter(dir, window); err != nil {
		d.close()
	}
	return d, err
}

func (d *draft) close() {
	for _, s := range []*terms.Spool{d.dict, d.lists, d.positions, d.about} {
		s.Close()
	}
	d.frames.Close()
	d.g.Close()
}

// build gathers the words of all pages, and makes all sections.
func (d *draft) build(ctx context.Context, from Source) (err error) {
	var words int
	add := func(w []byte, _ bool) {
		d.g.Add(w)
		words++
	}
	d.left, err = from(ctx, func(p *Page) error {
		if p.Position <= d.last || len(p.Text) > MaxText || len(p.Title) > store.MaxTitle {
			return fmt.Errorf("page %d with %d bytes of text and %d of title after page %d", p.Position, len(p.Text), len(p.Title), d.last)
		}
		if err := d.g.Page(); err != nil {
			return err
		}
		d.last, words = p.Position, 0
		lookup.Split(p.Title, add)
		title := words
		d.g.Gap()
		lookup.Split(p.Text, add)
		return d.page(p, title, words-title)
	})
	if err := cmp.Or(err, d.frames.Finish(), d.g.Done()); err != nil {
		return err
	}
	return d.merge(ctx)
}

// page adds what is kept of a page besides its words.
func (d *draft) page(p *Page, title, text int) error {
	if d.pages > 0 && d.pages%framePages == 0 {
		if err := d.frames.End(); err != nil {
			return err
		}
	}
	d.pages++
	d.texts, d.titles = d.texts+int64(text), d.titles+int64(title)
	room := d.frames.Room
	for _, t := range [][]byte{p.Title, p.Text} {
		room = append(binary.AppendUvarint(room, uint64(len(t))), t...)
	}
	d.frames.Room = room
	var about [pageBytes]byte
	for i, n := range []int{p.Position, text, title} {
		binary.LittleEndian.PutUint32(about[4*i:], uint32(n)) //nolint:gosec // less than pages, and than MaxText
	}
	_, err := d.about.Write(about[:])
	return err
}

// merge makes dictionary, lists and positions of the runs.
func (d *draft) merge(ctx context.Context) error {
	about, err := d.about.Map()
	if err != nil {
		return err
	}
	defer about.Close() //nolint:errcheck // only read
	d.list = listWriter{about: about, mean: mean(d.texts, d.titles, d.pages), positions: d.positions}
	dict := names.NewWriter(d.dict)
	buffer := int(min(max(d.memory/int64(d.g.Runs+1)/2, 1<<12), 1<<18))
	err = d.g.Merge(ctx, buffer, func(done, total int64) { d.note("sorting words", done, total) }, func(term []byte, pages *terms.Pages) error {
		if d.terms%blockSize == 0 {
			d.block()
		}
		d.terms++
		coded, err := d.list.code(pages)
		if err == nil {
			_, err = d.lists.Write(coded)
		}
		return cmp.Or(err, dict.Append(term))
	})
	if err != nil {
		return err
	}
	d.block()
	return dict.Finish()
}

// block adds an entry of blocks.
func (d *draft) block() {
	d.blocks = binary.LittleEndian.AppendUint64(d.blocks, uint64(d.lists.N))     //nolint:gosec // not negative
	d.blocks = binary.LittleEndian.AppendUint64(d.blocks, uint64(d.positions.N)) //nolint:gosec // not negative
}

// mean returns the mean length of pages, weighted as in scores.
func mean(texts, titles int64, pages int) float64 {
	return math.Max(float64(texts+TitleWeight*titles)/math.Max(float64(pages), 1), 1)
}

// sections are the sections of the file.
func (d *draft) sections() []terms.Section {
	spool := func(s *terms.Spool) terms.Section { return terms.Section{Size: s.N, Write: s.CopyTo} }
	blocks := terms.Section{Size: int64(len(d.blocks)), Write: func(w io.Writer) error {
		_, err := w.Write(d.blocks)
		return err
	}}
	return []terms.Section{spool(d.dict), blocks, spool(d.lists), spool(d.positions), spool(d.about), {Size: d.frames.Size(), Write: d.frames.Send}}
}

func (d *draft) stats() Stats {
	return Stats{Pages: d.pages, Terms: d.terms, Words: d.texts + d.titles, Left: d.left, Bytes: layout.Size(d.sections())}
}

// write writes the file.
func (d *draft) write(w io.Writer) error {
	return layout.Write(w, []int{d.pages, d.terms, int(d.texts), int(d.titles)}, d.sections())
}

// keep writes the index among the results of the crawl.
func (d *draft) keep(ctx context.Context, c *store.Crawl, kept *store.Results, o *Options) error {
	s := d.stats()
	o.Note("writing the index", 0, s.Bytes)
	change, err := c.Change()
	if err != nil {
		return err
	}
	defer change.Close() //nolint:errcheck // Record reports it
	if err := change.Writes(store.IndexPath(Name)+".npy", store.IndexPath(Name)+".json"); err != nil {
		return err
	}
	now := time.Now().UTC()
	res := store.Result{Name: Name, Command: o.Command, Version: o.Version, Time: now, Params: map[string]any{
		"facts": factsOf(c), "crawl": c.Manifest.ID(), "terms": s.Terms, "texts": s.Pages, "left": s.Left,
	}}
	err = store.SaveBytes(kept, res, s.Bytes, func(w io.Writer) error { return d.write(&stopped{ctx, w, o.Note, 0, s.Bytes}) })
	if err != nil {
		return err
	}
	return change.Record(store.Step{Command: o.Command, Version: o.Version, Time: now})
}

// factsOf is the checksum of the facts of a crawl; empty if it has none.
func factsOf(c *store.Crawl) string { return c.Manifest.Files[store.FactsFile].SHA256 }

// A stopped writer ends with its context, and notes the progress.
type stopped struct {
	ctx   context.Context //nolint:containedctx // of one file
	w     io.Writer
	note  func(what string, done, total int64)
	done  int64
	total int64
}

func (s *stopped) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.w.Write(p)
	s.done += int64(n)
	s.note("writing the index", s.done, s.total)
	return n, err
}

// A listWriter codes the list of a word.
type listWriter struct {
	about     *mmap.File
	mean      float64
	positions *terms.Spool

	gaps, counts []byte // of the block under way
	body, table  []byte // of the blocks before
	head         []byte
	places       []byte // positions of the block under way
	in           int    // pages of the block
	impact       float64
	before       int64 // the last page of the block before
	blocks       int
}

// code returns the list of the pages of a word, and writes the positions. It is valid until the next call.
func (l *listWriter) code(pages *terms.Pages) ([]byte, error) {
	l.body, l.table, l.blocks, l.before = l.body[:0], l.table[:0], 0, -1
	n, last, begin := 0, int64(-1), l.positions.N
	for pages.Next() {
		if l.in == blockPages {
			if err := l.end(last); err != nil {
				return nil, err
			}
		}
		gap := uint64(int64(pages.Page)-last-1) << 1 //nolint:gosec // pages ascend
		if !l.page(pages) {
			gap |= 1
		}
		l.gaps = binary.AppendUvarint(l.gaps, gap)
		last = int64(pages.Page)
		n++
	}
	if err := cmp.Or(pages.Err(), l.end(last)); err != nil {
		return nil, err
	}
	size := len(l.body)
	var table []byte
	if l.blocks > 1 {
		table = binary.AppendUvarint(nil, uint64(len(l.table)))
		size += len(table) + len(l.table)
	}
	l.head = binary.AppendUvarint(l.head[:0], uint64(n)) //nolint:gosec // not negative
	l.head = binary.AppendUvarint(l.head, uint64(size))  //nolint:gosec // not negative
	l.head = binary.AppendUvarint(l.head, uint64(l.positions.N-begin))
	if l.blocks > 1 {
		l.head = append(append(l.head, table...), l.table...)
	}
	return append(l.head, l.body...), nil
}

// page adds a page of the word to the block under way, except its gap. It reports whether the word occurs once, in
// the text.
func (l *listWriter) page(pages *terms.Pages) (once bool) {
	about := aboutOf(l.about.Data[pageBytes*int(pages.Page):])
	title, before := 0, uint32(0)
	for _, p := range pages.Places {
		if p < about.title {
			title++
		}
		l.places = binary.AppendUvarint(l.places, uint64(p-before))
		before = p
	}
	text := len(pages.Places) - title
	switch once = title == 0 && text == 1; {
	case once:
	case title == 0:
		l.counts = binary.AppendUvarint(l.counts, uint64(text)<<1) //nolint:gosec // not negative
	default:
		l.counts = binary.AppendUvarint(l.counts, uint64(text)<<1|1) //nolint:gosec // not negative
		l.counts = binary.AppendUvarint(l.counts, uint64(title))     //nolint:gosec // not negative
	}
	l.impact = max(l.impact, impact(float64(text+TitleWeight*title), about.length(), l.mean))
	l.in++
	return once
}

// end ends the block under way.
func (l *listWriter) end(last int64) error {
	l.table = binary.AppendUvarint(l.table, uint64(last-l.before)) //nolint:gosec // pages ascend
	l.table = binary.AppendUvarint(l.table, uint64(len(l.gaps)+len(l.counts)))
	l.table = binary.AppendUvarint(l.table, uint64(len(l.places)))
	l.table = append(l.table, byte(math.Min(math.Ceil(255*l.impact+1e-6), 255)))
	l.body = append(append(l.body, l.gaps...), l.counts...)
	_, err := l.positions.Write(l.places)
	l.gaps, l.counts, l.places, l.in, l.impact, l.before = l.gaps[:0], l.counts[:0], l.places[:0], 0, 0, last
	l.blocks++
	return err
}

// Parameters of BM25.
const (
	k1 = 1.2
	b  = 0.75
)

// impact is the part of the score of a word that depends on the page, from 0 to 1.
func impact(f, length, mean float64) float64 { return f / (f + k1*(1-b+b*length/mean)) }

// About a page: its position among the names, and its words.
type about struct{ position, text, title uint32 }

func aboutOf(p []byte) about {
	return about{binary.LittleEndian.Uint32(p), binary.LittleEndian.Uint32(p[4:]), binary.LittleEndian.Uint32(p[8:])}
}

// length is the length of the page in scores.
func (a about) length() float64 { return float64(a.text) + TitleWeight*float64(a.title) }
