package pages

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/graph"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/store/notes"
)

// A notedPages holds the notes on pages of a crawl, read again after each change of their file.
type notedPages struct {
	mu   sync.Mutex
	read bool
	time time.Time // of the file; zero for no file
	size int64
	of   map[graph.Node]*notes.Note
}

// notes returns the notes on pages that the crawl has.
func (s *Source) notes() (map[graph.Node]*notes.Note, error) {
	s.noted.mu.Lock()
	defer s.noted.mu.Unlock()
	p := folder.Notes(s.c.Path)
	var at time.Time
	var size int64
	if info, err := os.Stat(p.Path()); err == nil {
		at, size = info.ModTime(), info.Size()
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if s.noted.read && at.Equal(s.noted.time) && size == s.noted.size {
		return s.noted.of, nil
	}
	all, err := p.Read()
	if err != nil {
		return nil, err
	}
	of := map[graph.Node]*notes.Note{}
	for i := range all {
		if all[i].Kind != notes.Page {
			continue
		}
		u, ok, err := s.c.Page(all[i].Name)
		if err != nil {
			return nil, err
		}
		if ok {
			of[u] = &all[i]
		}
	}
	s.noted.read, s.noted.time, s.noted.size, s.noted.of = true, at, size, of
	return of, nil
}

// HasNotes reports whether a page has a note. Notes that cannot be read count: reading rows reports why.
func (s *Source) HasNotes() bool {
	of, err := s.notes()
	return err != nil || len(of) > 0
}

// setNote copies the note of a page to the columns that are read.
func (r *Reader) setNote(p *Row, u graph.Node) {
	n := r.noted[u]
	if n == nil {
		return
	}
	if r.wants("tags") {
		p.Tags = n.TagText()
	}
	if r.wants("note") {
		p.Note = n.Text
	}
}

// tagged keeps the pages that have all of some tags.
func (s *Source) tagged(tags string, found *Found) error {
	of, err := s.notes()
	if err != nil {
		return fmt.Errorf("the notes of the crawl cannot be read: %w", err)
	}
	set := roaring.New()
	for u, n := range of {
		if !slices.ContainsFunc(notes.TagsOf(tags), func(tag string) bool { return !n.Has(tag) }) {
			set.Add(uint32(s.c.KeyOf(u))) //nolint:gosec // pages are numbered so
		}
	}
	found.and(set)
	return nil
}

// KeptOf returns the notes on pages of a crawl, by page.
func KeptOf(c *store.Crawl) (map[graph.Node]*notes.Note, error) { return New(c).notes() }
