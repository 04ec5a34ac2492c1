package livecrawl

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/journal"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/flock"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/making/assemble"
	"weft/making/ingest"
)

// Snapshot describes a snapshot: its size, and the time and memory that it took.
//
//json:object snapshot
type Snapshot struct {
	Dir     string         `json:"dir"`     // folder of the snapshot
	Took    time.Duration  `json:"took_ns"` // duration of making it, ns
	Pages   int            `json:"pages"`   // pages
	Arcs    int64          `json:"arcs"`    // arcs of the graph
	Learnt  uint64         `json:"learnt"`  // responses that it includes
	Summary ingest.Summary `json:"-"`
}

// MakeSnapshot makes the graph of everything that the crawl in a folder has learnt so far. It replaces the folder
// SnapshotDir, and keeps its results if graph, kinds, names and states are the same. The crawl may be running, in this
// process or in another. The files of the graph equal an import of the WARC files byte for byte. Exceptions are
// anchors, size and title of responses that repeat earlier ones, and pages let in by an older version. Errors are errors of
// reading log and names, and of ingest.FromCrawl, which decides time and memory.
func MakeSnapshot(ctx context.Context, dir string, o ingest.Options) (Snapshot, error) {
	return makeSnapshot(ctx, dir, o, nil)
}

// makeSnapshot makes a snapshot, and lets look, if it is not nil, see it before anybody replaces it.
func makeSnapshot(ctx context.Context, dir string, o ingest.Options, look func(*Snapshot) error) (Snapshot, error) {
	if _, err := folder.Read(dir); err != nil {
		return Snapshot{}, err
	}
	lock, err := lockSnapshot(ctx, dir)
	if err != nil {
		return Snapshot{}, err
	}
	defer lock.Release() //nolint:errcheck // the snapshot is there
	begin := time.Now()
	f, err := openFound(dir)
	if err != nil {
		return Snapshot{}, err
	}
	defer f.Close() //nolint:errcheck // only read
	o.Output, o.Replace = filepath.Join(dir, folder.SnapshotDir), true
	o.KeepResults = true
	sum, err := ingest.FromCrawl(ctx, f, o)
	if err != nil {
		return Snapshot{}, fmt.Errorf("snapshot of %s: %w", dir, err)
	}
	s := Snapshot{Dir: o.Output, Took: time.Since(begin), Learnt: f.learnt, Summary: sum}
	if m := sum.Manifest; m != nil {
		s.Pages, s.Arcs = m.Counts.Pages, m.Counts.Arcs
	}
	if err := writeNewest(dir, Newest{Made: begin.UTC().Truncate(time.Second), Log: f.log.End(), Learnt: f.learnt}); err != nil {
		return s, err
	}
	if look != nil {
		err = look(&s)
	}
	return s, err
}

// lockSnapshot keeps others from making a snapshot of the same crawl; it waits a minute for them.
func lockSnapshot(ctx context.Context, dir string) (*flock.Lock, error) {
	for range 600 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if lock, err := flock.AcquireWithin(filepath.Join(dir, folder.SnapshotLock), 100*time.Millisecond); err == nil || os.IsPermission(err) {
			return lock, err
		}
	}
	return nil, fmt.Errorf("%s: another process has been making a snapshot for a minute", dir)
}

// found is a crawl as its log tells it: an ingest.Crawled.
type found struct {
	log    folder.Replies
	names  *frontier.Names
	times  folder.ReadTimes
	learnt uint64
	states []uint8
	whole  bitset.Set // pages that were fetched whole
}

// openFound reads the states of all pages from the log of a crawl.
func openFound(dir string) (*found, error) {
	f := &found{log: folder.Replies{Dir: dir}}
	if err := f.log.Each(f.learn); err != nil {
		return nil, err
	}
	var err error
	if f.times, err = folder.OpenTimesReadOnly(filepath.Join(dir, folder.LogDir, folder.TimesFile)); err != nil {
		return nil, err
	}
	f.names, err = frontier.OpenNamesReadOnly(filepath.Join(dir, folder.FrontierDir))
	if err != nil {
		return nil, errors.Join(err, f.times.Close())
	}
	if n := f.names.Len(); n < len(f.states) {
		return nil, errors.Join(fmt.Errorf("%s: %w: %d names of %d pages", dir, journal.ErrCorrupt, n, len(f.states)), f.Close())
	}
	return f, nil
}

// Close closes the files.
func (f *found) Close() error { return errors.Join(f.names.Close(), f.times.Close()) }

// learn records the states of pages from a reply.
func (f *found) learn(e *crawl.Event, from crawl.Page) error {
	var n visit.Note
	if from != crawl.None {
		if err := n.Parse(e.Reply.Note); err != nil {
			return fmt.Errorf("pick %d: %w", e.Pick.Seq, err)
		}
	}
	limited := n.Limited
	for i, l := range e.Links {
		f.grow(l.To)
		if len(limited) > 0 && limited[0] == uint64(i) { // only a limit leaves it out
			limited = limited[1:]
			continue
		}
		switch {
		case from == crawl.None: // the archive has no record of seeds
		case l.LetIn:
			f.states[l.To] = assemble.JoinStates(f.states[l.To], assemble.LetIn)
		case l.New && l.Barred && !visit.IsMention(l.Kinds):
			f.states[l.To] = assemble.JoinStates(f.states[l.To], assemble.LeftOut|assemble.Firm)
		}
	}
	if from == crawl.None {
		return nil
	}
	if !e.Reply.Again || n.Final { // it was not only postponed
		f.learnt++
	}
	if e.Reply.Aside && n.Status <= 0 {
		return nil // no response came, and it is not a page
	}
	if e.Reply.State == page.Fetched && !n.IsPart() {
		f.whole.Put(int(from))
	}
	if e.Reply.State == page.Fetched && n.IsPart() { // links that a whole answer has not lead to pages of the graph all the same
		for _, l := range e.Links {
			if l.Kinds&kinds.All != 0 {
				f.states[l.To] |= assemble.Firm
			}
		}
	}
	state := uint8(e.Reply.State)
	if n.Firm {
		state |= assemble.Firm
	}
	f.grow(from)
	f.states[from] = assemble.JoinStates(f.states[from], state)
	return nil
}

func (f *found) grow(p crawl.Page) {
	for int64(len(f.states)) <= int64(p) {
		f.states = append(f.states, uint8(page.Ghost))
	}
}

// Pages implements [ingest.Crawled].
func (f *found) Pages() int { return len(f.states) }

// States implements [ingest.Crawled].
func (f *found) States() []uint8 { return f.states }

// EachName implements [ingest.Crawled].
func (f *found) EachName(g func(p uint32, url []byte) error) error {
	return f.names.Each(0, func(p crawl.Page, name []byte) error {
		if int64(p) >= int64(len(f.states)) {
			return nil
		}
		return g(uint32(p), name)
	})
}

// EachPage implements [ingest.Crawled].
func (f *found) EachPage(g func(l *ingest.Learnt) error) error {
	var learnt ingest.Learnt
	var n visit.Note
	return f.log.Each(func(e *crawl.Event, from crawl.Page) error {
		if from == crawl.None {
			return nil
		}
		if err := n.Parse(e.Reply.Note); err != nil {
			return fmt.Errorf("pick %d: %w", e.Pick.Seq, err)
		}
		if e.Reply.State == page.Fetched && n.IsPart() && f.whole.Has(int(from)) {
			return nil
		}
		l := &learnt
		*l = ingest.Learnt{From: uint32(from), To: l.To[:0], Labels: l.Labels[:0], State: e.Reply.State, Part: n.IsPart(), Facts: n.Facts}
		if l.Facts.Known() {
			l.Facts.Time = f.times.At(e.Pick.Seq)
		}
		for _, out := range e.Links {
			if arc := out.Kinds & kinds.All; arc != 0 {
				l.To, l.Labels = append(l.To, uint32(out.To)), append(l.Labels, arc.Label())
			}
		}
		return g(l)
	})
}
