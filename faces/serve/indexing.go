package serve

import (
	"context"
	"errors"
	"fmt"
	"sync"

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
	s.builds.Go(func() {
		defer o.release()
		now.run(s, "index of words", func(memory int64) (lookup.Stats, error) { return s.buildIndex(o.Path, memory, now.tell) })
		if now.err != nil && !errors.Is(now.err, context.Canceled) {
			s.note(o.of.path + ": index of words: " + now.err.Error())
		}
	})
}

// buildIndex opens the crawl again, as a build changes the manifest of an open crawl.
func (s *Server) buildIndex(path string, memory int64, note func(what string, done, total int64)) (lookup.Stats, error) {
	c, err := store.Open(path)
	if err != nil {
		return lookup.Stats{}, err
	}
	defer c.Close() //nolint:errcheck // only read
	command := s.words(option.Errorf("weft pages %s {index}", option.Word(path)))
	return lookup.Build(s.ctx, c, lookup.Options{Memory: memory, Command: command, Version: s.options.Version, Note: note})
}

// warmed finds the first pages of all orders in the background, so that the first reader does not wait.
func (s *Server) warmed(o *opened) {
	o.hold()
	s.builds.Go(func() {
		defer o.release()
		defer func() {
			if p := recover(); p != nil {
				s.note(fmt.Sprintf("%s: first pages: panic: %v", o.of.path, p))
			}
		}()
		if err := o.find.Warm(s.ctx); err != nil && s.ctx.Err() == nil {
			s.note(o.of.path + ": first pages: " + err.Error())
		}
	})
}

// An indexState says whether words can be searched.
type indexState struct {
	Ready    bool
	Building bool
	Progress string // of the build
	Why      string // why there is no index and none is being built
	Command  string // that builds it
	Cut      int    // pages with more words than are indexed
}

// indexState returns the state of the index of a crawl.
func (s *Server) indexState(o *opened) (v indexState) {
	found, err := o.find.Index()
	if err == nil {
		return indexState{Ready: true, Cut: found.Cut}
	}
	v.Why, v.Command = err.Error(), s.words(option.Errorf("weft pages %s {index}", option.Word(o.of.path)))
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
		v.Building, v.Progress = true, now.doing()
	case now.err != nil:
		v.Why = now.err.Error()
	}
	return v
}
