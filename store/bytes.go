package store

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"weft/internal/blocksum"
	"weft/internal/mmap"
	"weft/internal/npy"
)

// SaveBytes writes a vector of n bytes of any form, which write writes, and its description.
func SaveBytes(r *Results, res Result, n int64, write func(out io.Writer) error) error {
	head := npy.Header[uint8](int(n))
	res.Pages, res.Bytes = r.c.NumPages(), int64(len(head))+n
	return r.save(res, func(out io.Writer) error {
		if _, err := out.Write(head); err != nil {
			return err
		}
		counted := &counter{Writer: out}
		if err := write(counted); err != nil {
			return err
		}
		if counted.n != n {
			return fmt.Errorf("%s: %d bytes were written, announced were %d", res.Name, counted.n, n)
		}
		return nil
	})
}

// A Keeping names the crawl in which an index is kept, and how it was made.
type Keeping struct {
	Path             string                    // of the crawl
	ID               string                    // of its manifest; another crawl in its place, such as a new snapshot, keeps no index
	Command, Version string                    // of the program
	Waits            func(time.Duration) error // as [Crawl.Waits]
}

// KeepIndex writes n bytes as an index of a crawl, which it opens again, because a change alters the manifest of an open
// crawl. res has the name of the index and its parameters. A crawl on a medium that is only read keeps none.
func KeepIndex(k Keeping, res Result, n int64, write func(out io.Writer) error) error {
	c, err := Open(k.Path)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // only read
	c.Waits = k.Waits
	if c.Manifest == nil || c.Manifest.ID() != k.ID {
		return nil
	}
	r, err := c.Results("")
	if err != nil {
		return err
	}
	if r = r.Indexes(); r.Ready() != nil {
		return nil
	}
	change, err := c.Change()
	if err != nil {
		return err
	}
	defer change.Close() //nolint:errcheck // Record reports it
	path := IndexPath(res.Name)
	if err := change.Writes(path+".npy", path+".json"); err != nil {
		return err
	}
	res.Command, res.Version, res.Time = k.Command, k.Version, time.Now().UTC()
	if err := SaveBytes(r, res, n, write); err != nil {
		return err
	}
	return change.Record(Step{Command: k.Command, Version: k.Version, Time: res.Time})
}

// A counter counts the bytes that are written.
type counter struct {
	io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += int64(n)
	return n, err
}

// Bytes is a mapped vector of bytes. Its blocks are compared with their checksums when they are checked, not when it is
// opened. It is safe for concurrent use.
type Bytes struct {
	// Data are the bytes. They must not be changed, nor used after Close.
	Data []byte
	Path string
	file *mmap.File
	sums *blocksum.Checker
	head uint64
}

// Check compares the blocks of the bytes lo ≤ i < hi with their checksums. It must be called before they are believed.
func (b *Bytes) Check(lo, hi uint64) error { return b.sums.Check(b.head+lo, b.head+hi) }

// Close unmaps the file.
func (b *Bytes) Close() error { return b.file.Close() }

// LoadBytes maps the file of [SaveBytes]. It is refused if it belongs to another graph.
func LoadBytes(r *Results, name string) (*Bytes, Result, error) {
	res, err := r.Describe(name)
	if err != nil {
		return nil, res, err
	}
	path := filepath.Join(r.dir, name)
	sums, err := blocksum.Parse(res.Block, res.CRC)
	if err != nil {
		return nil, res, fmt.Errorf("%s.json: %w", path, err)
	}
	b := &Bytes{Path: path + ".npy"}
	if b.file, err = mmap.Open(b.Path); err != nil {
		return nil, res, err
	}
	if b.sums, err = blocksum.New(b.Path, b.file.Data, sums); err == nil {
		err = b.open()
	}
	if err != nil {
		return nil, res, errors.Join(err, b.Close())
	}
	return b, res, nil
}

// longestHeader is more than the length of the header of a vector, in bytes.
const longestHeader = 1 << 10

// open finds the bytes after the header.
func (b *Bytes) open() error {
	if err := b.sums.Check(0, min(longestHeader, uint64(len(b.file.Data)))); err != nil {
		return err
	}
	values, err := npy.Parse[uint8](b.file.Data)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Path, err)
	}
	b.Data, b.head = values, uint64(len(b.file.Data)-len(values))
	return nil
}
