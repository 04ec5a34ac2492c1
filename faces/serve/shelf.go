package serve

import (
	"context"
	"errors"
	"sync"
	"time"

	"weft/answers/records"
	"weft/internal/option"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/web/warc"
)

// A shelfStore holds the archives of a version of an imported crawl, and makes their index at the first request for a record.
type shelfStore struct {
	mu   sync.Mutex
	open bool // the archives were opened
	kept *records.Shelf
	work *task[*records.Shelf]
	err  error
}

// close forgets the archives. The work on the index has ended, because it holds the crawl.
func (x *shelfStore) close() {
	if x.work != nil && x.work.got != nil {
		x.work.got.Close() //nolint:errcheck // only read
	}
	if x.kept != nil {
		x.kept.Close() //nolint:errcheck // only read
	}
}

// A recordSource has the records of a crawl for a request.
type recordSource struct {
	records.Source
	version string   // of the archives; a record with the same place may be another in another version
	doing   string   // the work on the index; Source is nil until it ends
	lacks   []string // archives that cannot be read
	back    func()   // ends the use
}

// recordsOf returns the records of a crawl. It waits for the index of an imported crawl as long as a request may. The caller
// calls back, also if the index is not ready.
func (s *Server) recordsOf(ctx context.Context, k *crawl, most time.Duration) (*recordSource, error) {
	if k.live {
		return &recordSource{Source: records.Folder(folder.ArchiveDir(k.path)), back: func() {}}, nil
	}
	o, err := k.use()
	if err != nil {
		return nil, err
	}
	src := &recordSource{back: o.release}
	shelf, doing, err := s.shelfOf(ctx, o, most)
	if err != nil {
		o.release()
		return nil, err
	}
	if src.doing = doing; shelf != nil {
		src.Source, src.lacks, src.version, src.doing = shelf, shelf.Lacks, o.Manifest.ID(), ""
	}
	return src, nil
}

// shelfOf returns the archives of an imported crawl with their index; nil while the index is made.
func (s *Server) shelfOf(ctx context.Context, o *opened, most time.Duration) (shelf *records.Shelf, doing string, err error) {
	x := &o.shelf
	x.mu.Lock()
	if !x.open {
		x.open = true
		x.kept, x.err = s.openShelf(o, x)
	}
	kept, work, err := x.kept, x.work, x.err
	x.mu.Unlock()
	if kept != nil || err != nil {
		return kept, "", err
	}
	return work.waitFor(ctx, most)
}

// openShelf opens the archives with the index that the crawl keeps, or begins to make it. The caller holds the lock.
func (s *Server) openShelf(o *opened, x *shelfStore) (*records.Shelf, error) {
	a, err := records.Open(o.Crawl)
	if err != nil {
		return nil, err
	}
	kept, err := records.Kept(o.Crawl, a)
	if err == nil {
		return kept, nil
	}
	if !errors.Is(err, records.ErrNoIndex) {
		s.note(o.of.path + ": index of the archives: " + err.Error())
	}
	x.work = newTask[*records.Shelf]()
	o.hold()
	s.inBackground(o, func() {
		x.work.run(s, "index of the archives", func(int64) (*records.Shelf, error) { return s.buildShelf(o, a, x.work.tell) })
		if x.work.err != nil && !errors.Is(x.work.err, context.Canceled) {
			s.note(o.of.path + ": index of the archives: " + x.work.err.Error())
		}
	})
	return nil, nil //nolint:nilnil // it is being made
}

// buildShelf makes the index of archives, and keeps it in the crawl.
func (s *Server) buildShelf(o *opened, a *records.Archives, note func(what string, done, total int64)) (*records.Shelf, error) {
	shelf, err := records.Build(s.ctx, a, func(done, total int64) { note("index of the archives", done, total) })
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if !s.options.ReadOnly {
		command := s.words(option.Errorf("weft serve %s", option.Word(o.of.path)))
		if err := shelf.Keep(store.Keeping{Path: o.Path, ID: o.Manifest.ID(), Command: command, Version: s.options.Version, Waits: s.waits}); err != nil {
			s.note(o.of.path + ": the index of the archives is not kept: " + s.words(err))
		}
	}
	return shelf, nil
}

// mayHaveRecords reports whether a crawl has archives, live or imported.
func (o *opened) mayHaveRecords() bool { return o.of.live || records.Has(o.Crawl) }

// readBlock reads a record of a source. It refuses damage of the index, which may name another record.
func (src *recordSource) readBlock(ctx context.Context, c warc.Capture, most int64) (*warc.Record, error) {
	rec, err := src.Block(ctx, c.Filename, c.Offset, most)
	if err == nil && rec.TargetURI() != c.URL {
		err = errOtherRecord
	}
	return rec, err
}

// errOtherRecord says that an index does not fit its archive.
var errOtherRecord = errors.New("the index names another record: weft verify CRAWL finds the damage")
