package ingest

import (
	"errors"
	"maps"
	"strings"

	"weft/graph/kinds"
	"weft/internal/corrupt"
	"weft/internal/npy"
	"weft/making/shards"
	"weft/store"
)

// results keeps the vectors of engines as results of the crawl. A result that does not fit is left out, counted and listed.
func (s *shardImport) results() error {
	names, err := s.Results(s.ctx)
	if err != nil {
		return err
	}
	if s.Tries() {
		s.Notes[triedNote]++
	}
	for _, name := range names {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		err := s.result(name)
		if _, ours := errors.AsType[*draftError](err); ours || s.ctx.Err() != nil {
			return err
		}
		if err != nil {
			s.leaveResult(name, err)
		}
	}
	return nil
}

// triedNote says which results of shards at an address are not found.
const triedNote = "shards at an address: only results with plain names are found; copy the folder to keep others"

// resultNote counts results that were left out.
const resultNote = "results of shards left out: see import.log"

func (s *shardImport) leaveResult(name string, err error) {
	what := s.Where() + "/" + shards.ResultFolder + "/" + name
	s.Notes[resultNote]++
	s.skipped = append(s.skipped, SkippedInput{what, err.Error()})
	s.Tally.Input = what
	s.Tally.Note(0, "left out", err.Error())
}

// A draftError says that the crawl cannot be written. Other errors are of the result.
type draftError struct{ error }

func (e *draftError) Unwrap() error { return e.error }

// result keeps one result.
func (s *shardImport) result(name string) error {
	r, err := s.Result(s.ctx, name)
	if err != nil {
		return err
	}
	res, err := describeResult(r)
	if err != nil {
		return err
	}
	v, err := r.Kept()
	if err != nil {
		return err
	}
	switch v.Type {
	case "float64":
		return keepVector(s, r, res, v.Fits)
	case "float32":
		return keepVector(s, r, res, func(x float32, n int64) error { return v.Fits(float64(x), n) })
	case "uint64":
		return keepVector(s, r, res, func(x uint64, n int64) error { return v.Fits(float64(x), n) })
	case "uint8":
		return keepVector(s, r, res, func(x uint8, n int64) error { return v.Fits(float64(x), n) })
	}
	return keepVector(s, r, res, func(x uint32, n int64) error { return v.Fits(float64(x), n) })
}

// keepVector copies a vector into the draft. fits is called with each value and the number of pages.
func keepVector[T npy.Value](s *shardImport, r *shards.Result, res store.Result, fits func(T, int64) error) error {
	var bad error
	err := store.AddResultFrom(s.Draft, res, func(add func(T) error) error {
		var failed error
		bad = shards.Vector(s.ctx, s.Folder, r, func(v T) error {
			if err := fits(v, s.Pages); err != nil {
				return err
			}
			failed = add(v)
			return failed
		})
		if failed != nil {
			bad = nil
			return failed
		}
		return bad
	})
	if err != nil && bad == nil {
		return &draftError{err}
	}
	return err
}

// describeResult returns the description of a result as weft keeps it.
func describeResult(r *shards.Result) (store.Result, error) {
	params := maps.Clone(r.Options)
	if params == nil {
		params = map[string]any{}
	}
	arcs, _ := params["kinds"].(string)
	delete(params, "kinds")
	if arcs == "" {
		arcs = kinds.Measured.String()
	}
	if k, err := kinds.Parse(arcs); err != nil || k.String() != arcs {
		return store.Result{}, corrupt.Errorf("\"kinds\" is %.100q: expected words such as link+redirect", arcs)
	}
	for key, v := range map[string]any{"norm": r.Norm, "engine": r.Engine} {
		if v != "" {
			params[key] = v
		}
	}
	if r.Iterations != nil {
		params["iterations"] = *r.Iterations
	}
	if r.Residual != nil {
		params["residual"] = *r.Residual
	}
	if r.Converged != nil {
		params["converged"] = *r.Converged
	}
	if len(r.Figures) > 0 {
		params["figures"] = r.Figures
	}
	_, view, _ := strings.Cut(r.Name, "@")
	return store.Result{Name: r.Name, Kinds: arcs, View: view, Params: params}, nil
}
