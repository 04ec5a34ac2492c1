package serve

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/store"
	"weft/store/lookup"
)

// An indexing builds the index of words of a crawl in the background.
type indexing struct {
	mu  sync.Mutex
	of  *opened             // the version of the crawl for which a build was begun last
	now *task[lookup.Stats] // the last build; nil before the first
}

// indexed begins to build the index of a crawl that has none or an old one, once for each version of the crawl.
func (s *Server) indexed(o *opened) {
	_, err := o.find.Index()
	if err == nil || o.Manifest == nil || s.options.ReadOnly {
		return
	}
	x := &o.of.index
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.now != nil && !x.now.hasEnded() || x.of == o || s.ctx.Err() != nil {
		return
	}
	x.of, x.now = o, newTask[lookup.Stats]()
	o.hold()
	now := x.now
	s.inBackground(o, func() {
		now.run(s, "index of words", func(memory int64) (lookup.Stats, error) { return s.buildIndex(o.Path, memory, now.tell) })
		if now.err != nil && !errors.Is(now.err, context.Canceled) {
			s.note(o.of.path + ": index of words: " + now.err.Error())
		}
	})
}

// buildIndex builds the index, and once more if another crawl takes the place of the crawl meanwhile: a crawl that runs renews
// its snapshot.
func (s *Server) buildIndex(path string, memory int64, note func(what string, done, total int64)) (lookup.Stats, error) {
	got, err := s.buildIndexOnce(path, memory, note)
	if errors.Is(err, store.ErrReplaced) && s.ctx.Err() == nil {
		return s.buildIndexOnce(path, memory, note)
	}
	return got, err
}

// waits ends a wait for another process when the server ends.
func (s *Server) waits(time.Duration) error { return s.ctx.Err() }

// buildIndexOnce opens the crawl again, as a build changes the manifest of an open crawl. It builds nothing if another server
// has built the index meanwhile.
func (s *Server) buildIndexOnce(path string, memory int64, note func(what string, done, total int64)) (got lookup.Stats, err error) {
	c, err := store.Open(path)
	if err != nil {
		return got, err
	}
	c.Waits = func(waited time.Duration) error {
		if waited > time.Second {
			note("waiting for another process that changes the crawl", 0, 0)
		}
		return s.waits(waited)
	}
	defer func() {
		if err != nil && !errors.Is(err, store.ErrReplaced) && c.IsReplaced() {
			err = fmt.Errorf("%w: %w", store.ErrReplaced, err)
		}
		c.Close() //nolint:errcheck // only read
	}()
	if x, err := lookup.Open(c); err == nil {
		return got, x.Close()
	}
	command := s.words(option.Errorf("weft pages %s {index}", option.Word(path)))
	return lookup.Build(s.ctx, c, lookup.Options{Memory: memory, Command: command, Version: s.options.Version, Note: note})
}

// inBackground runs a function of a crawl in use, in a goroutine that Close waits for. The use ends with it, or without it if
// the server has ended.
func (s *Server) inBackground(o *opened, f func()) {
	s.building.Lock()
	defer s.building.Unlock()
	if s.ctx.Err() != nil {
		go o.release() // the caller may hold the lock of the crawl
		return
	}
	s.builds.Go(func() {
		defer o.release()
		f()
	})
}

// renewed prepares a new version of a crawl, in the background, as the start of the server does, and ends its use.
func (s *Server) renewed(o *opened) {
	s.inBackground(o, func() {
		s.indexed(o)
		s.warmed(o)
	})
}

// warmed finds the first pages of all orders in the background, so that the first reader does not wait.
func (s *Server) warmed(o *opened) {
	o.hold()
	s.inBackground(o, func() {
		_, err := try("first pages", func() (struct{}, error) { return struct{}{}, o.find.Warm(s.ctx) })
		if err != nil && s.ctx.Err() == nil {
			s.note(o.of.path + ": " + err.Error())
		}
	})
}

// An indexState says whether words can be searched.
type indexState struct {
	Ready    bool
	Building bool
	Progress string // of the build
	Takes    string // how long the build takes, about; it may wait for other work before
	Why      string // why there is no index and none is being built
	Command  string // that builds it
	Cut      int    // pages with more words than are indexed
}

// buildTime returns about how long a build takes for some pages. Measured: 81 s for 10 million pages with titles, on two cores.
func buildTime(pages int) time.Duration {
	return max(time.Duration(pages)*8100*time.Nanosecond, time.Second)
}

// indexState returns the state of the index of a crawl.
func (s *Server) indexState(o *opened) (v indexState) {
	found, err := o.find.Index()
	if err == nil {
		return indexState{Ready: true, Cut: found.Cut}
	}
	v.Why, v.Command = s.shown(err.Error()), s.words(option.Errorf("weft pages %s {index}", option.Word(o.of.path)))
	if o.Manifest == nil {
		v.Why, v.Command = lookup.ErrBare.Error(), ""
		return v
	}
	x := &o.of.index
	x.mu.Lock()
	now := x.now
	x.mu.Unlock()
	switch {
	case now == nil:
	case !now.hasEnded():
		v.Building, v.Progress, v.Takes = true, now.doing(), digits.Roughly(buildTime(o.NumPages()))
	case now.err != nil:
		v.Why = s.shown(now.err.Error())
	}
	return v
}
