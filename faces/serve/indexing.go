package serve

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/store"
	"weft/store/lookup"
)

// An indexing builds the index of words of a crawl in the background.
type indexing struct {
	mu          sync.Mutex
	of          *opened // the version of the crawl for which a build was begun last
	building    bool
	what        string // the step
	done, total int64
	err         error // of the last build
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
	if x.building || x.of == o || s.ctx.Err() != nil {
		return
	}
	x.of, x.building, x.what, x.done, x.total, x.err = o, true, "waiting", 0, 0, nil
	o.hold()
	s.builds.Add(1)
	go s.build(o, x)
}

// build builds the index of a crawl that it holds. The server makes one such work at a time, as each takes memory.
func (s *Server) build(o *opened, x *indexing) {
	defer s.builds.Done()
	defer o.release()
	s.work.Lock()
	defer s.work.Unlock()
	err := s.buildIndex(o.Path, x)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.building, x.err = false, err
	if err != nil && !errors.Is(err, context.Canceled) {
		s.note(o.of.path + ": index of words: " + err.Error())
	}
}

// buildIndex opens the crawl again, as a build changes the manifest of an open crawl. A panic is an error of this crawl alone.
func (s *Server) buildIndex(path string, x *indexing) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	c, err := store.Open(path)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // only read
	memory, back := s.memory(workShare)
	defer back()
	_, err = lookup.Build(s.ctx, c, lookup.Options{
		Memory: memory, Command: s.words(option.Errorf("weft pages %s {index}", option.Word(path))), Version: s.options.Version,
		Note: func(what string, done, total int64) {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.what, x.done, x.total = what, done, total
		},
	})
	return err
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
	defer x.mu.Unlock()
	if v.Building = x.building; v.Building {
		v.Progress = x.what
		if x.total > 0 {
			v.Progress += ", " + digits.Share(x.done, x.total)
		}
	}
	if x.err != nil {
		v.Why = x.err.Error()
	}
	return v
}
