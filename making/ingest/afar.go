package ingest

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"sync"

	"weft/web/remote"
)

// Inputs may be addresses of files on HTTP servers and in S3. They are read as streams, like pipes, which continue after a cut.
// A format with a directory at its end is first copied to a scratch file.

// defaultSource requests remote inputs. It keeps connections.
var defaultSource = sync.OnceValue(func() *remote.Source { return remote.New(remote.Options{}) })

func (o *Options) source() *remote.Source {
	if o.Source != nil {
		return o.Source
	}
	return defaultSource()
}

// shown returns the name of an input as it may be shown and kept: addresses may hold passwords.
func shown(path string) string {
	if remote.Is(path) {
		return remote.Shown(path)
	}
	return path
}

// unboundedNote counts remote inputs that may lack their ends.
const unboundedNote = "files whose servers do not say where they end: weft cannot notice a cut"

// open opens a file, a remote file, or standard input for "-".
func (o *Options) open(ctx context.Context, path string, on func(int64)) (*input, error) {
	if !remote.Is(path) {
		return openInput(path, o.Stdin, o.Memory, on)
	}
	f, err := o.source().Open(ctx, path)
	if err != nil {
		return nil, err
	}
	in := &input{path: remote.Shown(path), memory: o.Memory, size: f.Size(), close: f.Close, unbounded: f.Unbounded()}
	in.raw = &counted{r: f, sum: sha256.New(), on: on}
	in.peek = bufio.NewReaderSize(in.raw, peekSize)
	return in, nil
}

// The most remote inputs whose sizes are asked before any is read: a request each, one after the other.
const mostAsked = 100

// remoteSizes returns the sizes of remote inputs in total, and whether all are known. An input that is not there is an
// error.
func (im *importer) remoteSizes(ctx context.Context, paths []string) (total int64, known bool, err error) {
	if len(paths) > mostAsked {
		return 0, false, nil
	}
	known = true
	for _, path := range paths {
		n, err := im.opts.source().Size(ctx, path)
		if err != nil && im.opts.SkipBad && ctx.Err() == nil {
			continue // reading it says so
		}
		if err != nil {
			return 0, false, err
		}
		known = known && n >= 0
		total += max(n, 0)
	}
	return total, known, nil
}

// at opens a file, or a remote one, for reading at any place.
func (o *Options) at(ctx context.Context, path string) (r io.ReaderAt, size int64, closeIt func() error, err error) {
	if remote.Is(path) {
		f, err := o.source().File(ctx, path)
		if err != nil {
			return nil, 0, nil, err
		}
		return f, f.Size(), func() error { return nil }, nil
	}
	in, err := openInput(path, nil, o.Memory, nil)
	if err != nil {
		return nil, 0, nil, err
	}
	if in.file == nil || in.size < 0 {
		in.close() //nolint:errcheck // nothing was written
		return nil, 0, nil, fmt.Errorf("%s is a pipe, and is read at several places: give a file", path)
	}
	return in.file, in.size, in.close, nil
}

// shownAll returns the names of inputs as shown does.
func shownAll(paths []string) []string {
	all := make([]string, len(paths))
	for i, p := range paths {
		all[i] = shown(p)
	}
	return all
}
