package frontier

import (
	"errors"
	"fmt"
	"math"
	"os"

	"weft/internal/corrupt"
)

// Salvage calls f with the names of a damaged folder, from the first on, up to the first unreadable one. A name is
// valid until f returns. Salvage returns their number and the damage that ended them, or nil if all were readable.
// Errors are errors of reading and of f.
func Salvage(dir string, f func(name []byte) error) (n int, why, err error) {
	tails, err := listTails(dir)
	if err != nil {
		return 0, nil, err
	}
	until := math.MaxInt
	if len(tails) > 0 {
		until = tails[0].first
	}
	if n, why, err = salvageBlocks(dir, until, f); why != nil || err != nil {
		return n, why, err
	}
	if len(tails) == 0 {
		return n, corrupt.Errorf("%s: %s… is missing", dir, tailPrefix), nil
	}
	for _, t := range tails {
		if t.first != n {
			return n, &FileError{t.path, corrupt.Errorf("it begins with name %d, want %d", t.first, n)}, nil
		}
		whole, err := t.salvage(f)
		if n += len(t.ends); err != nil || !whole {
			return n, &FileError{t.path, corrupt.Errorf("damaged after name %d", n)}, err
		}
	}
	return n, nil, nil
}

// salvage calls f with the names of a tail. It returns whether the whole file could be read.
func (t *tail) salvage(f func(name []byte) error) (bool, error) {
	data, err := os.ReadFile(t.path)
	if err != nil {
		return false, err
	}
	read := t.parse(data)
	for i := range t.ends {
		if err := f(t.name(i)); err != nil {
			return false, err
		}
	}
	return read == len(data), nil
}

// salvageBlocks calls f with the first names of the blocks, which should hold names names.
func salvageBlocks(dir string, names int, f func(name []byte) error) (n int, why, err error) {
	b, err := openBlocks(dir, 0, os.O_RDONLY)
	if err != nil {
		if _, ok := errors.AsType[*FileError](err); ok || errors.Is(err, os.ErrNotExist) {
			return 0, err, nil
		}
		return 0, nil, err
	}
	defer b.f.Close() //nolint:errcheck // only read
	info, err := b.f.Stat()
	if err != nil {
		return 0, nil, err
	}
	for b.names < names && why == nil {
		if names == math.MaxInt && int64(b.end) == info.Size() {
			break
		}
		if err := b.readBatch(uint64(info.Size())); err != nil { //nolint:gosec // no file is shorter than nothing
			why = &FileError{b.path, fmt.Errorf("batch at byte %d: %w", b.end, err)}
		}
	}
	dec, err := newDecoder(0)
	if err != nil {
		return 0, nil, err
	}
	defer dec.Close()
	r := blockReader{f: b.f, path: b.path, at: b.at, end: b.end, dec: dec}
	var one block
	for i := range b.at {
		if err := r.read(&one, i); err != nil {
			return n, err, nil
		}
		for k := range perBlock {
			if err := f(one.name(k)); err != nil {
				return n, nil, err
			}
			n++
		}
	}
	return n, why, nil
}
