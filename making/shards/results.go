package shards

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"path/filepath"

	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/npy"
	"weft/web/remote"
)

var vectorColumns = []column{{"number", numbers, true}, {"value", floats, false}}

var integerColumns = []column{{"number", numbers, true}, {"value", numbers, false}}

// maxResultName is the longest name of a result, so that its files have names everywhere.
const maxResultName = 200

// Results returns the names of the folders in results/, in order. An address cannot be listed: there the results with the
// names of [KeptNames] are tried, and Tries reports so.
func (f *Folder) Results(ctx context.Context) ([]string, error) {
	if f.Tries() {
		return f.tried(ctx)
	}
	entries, err := disk.List(filepath.Join(f.where, ResultFolder), "", "")
	var all []string
	for _, path := range entries {
		all = append(all, filepath.Base(path))
	}
	return all, err
}

// Tries reports whether results with options in their names cannot be found.
func (f *Folder) Tries() bool { return f.isRemote() }

// tried returns the plain names of results whose descriptions a server has.
func (f *Folder) tried(ctx context.Context) (all []string, err error) {
	for _, name := range KeptNames() {
		_, err := f.opts.Source.Size(ctx, f.where+"/"+ResultFolder+"/"+name+"/"+ResultFile)
		status, answered := errors.AsType[*remote.StatusError](err)
		switch {
		case answered && (status.Status == http.StatusNotFound || status.Status == http.StatusGone || status.Status == http.StatusForbidden): // as S3 without the right to list
			continue
		case err != nil:
			return nil, err
		}
		all = append(all, name)
	}
	return all, nil
}

// Result reads the description of a result, and refuses it if it is of other shards.
func (f *Folder) Result(ctx context.Context, name string) (*Result, error) {
	if len(name) > maxResultName || !isTableName(name+tableExt) {
		return nil, corrupt.Errorf("the name of the result is not allowed: expected a plain name of at most %d bytes", maxResultName)
	}
	at := ResultFolder + "/" + name + "/" + ResultFile
	text, err := f.readText(ctx, at, "a description of a result")
	if err != nil {
		return nil, err
	}
	r, err := parseResult(text, name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", f.shown(at), err)
	case r.Of != f.Checksum:
		return nil, fmt.Errorf("%s: it belongs to other shards (%.12q…, these are %.12q…): compute it again", f.shown(at), r.Of, f.Checksum)
	case r.Pages != f.Pages:
		return nil, fmt.Errorf("%s: it has %d pages, and the shards have %d: compute it again", f.shown(at), r.Pages, f.Pages)
	}
	return r, nil
}

// Vector calls add with the values of a result, page by page. It refuses numbers out of order, and values that the type does
// not hold. A missing value is NaN; types without NaN refuse it.
func Vector[T npy.Value](ctx context.Context, f *Folder, r *Result, add func(T) error) error {
	want := integerColumns
	if isFloat[T]() {
		want = vectorColumns
	}
	in := f.rows(ctx, ResultFolder+"/"+r.Name+"/", r.Files, want)
	defer in.close()
	for page := int64(0); in.next(); page++ {
		if n := in.number(0); in.err == nil && n != page {
			in.fail("the value has the number %d, expected %d: a row for each page, in their order", n, page)
		}
		v := valueOf[T](in)
		if in.err != nil {
			return in.err
		}
		if err := add(v); err != nil {
			return in.bad(err)
		}
	}
	return in.err
}

func isFloat[T npy.Value]() bool {
	switch any(*new(T)).(type) {
	case float32, float64:
		return true
	}
	return false
}

// valueOf returns the value of the row.
func valueOf[T npy.Value](in *rows) (v T) {
	if isFloat[T]() {
		x := math.NaN()
		if !in.values[1].IsNull() {
			var ok bool
			if x, ok = in.how[1].float(in.values[1]); !ok {
				in.fail("the value is no exact floating-point number")
			}
		}
		return T(x)
	}
	if in.values[1].IsNull() {
		in.fail("there is no value: expected an integer")
		return v
	}
	n := in.number(1)
	v = T(n)
	if in.err == nil && (n < 0 || int64(v) != n) {
		in.fail("the value is %d: it does not fit the type of the result", n)
	}
	return v
}
