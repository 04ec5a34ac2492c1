package frontier

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"weft/crawl"
	"weft/internal/atomicfile"
	"weft/internal/disk"
)

// Names keeps the names of pages on disk, in the order of their numbers: page 0, 1, 2 and so on. It only grows, and survives
// that the process is killed: what was flushed is there when it is opened again. doc.go says how.
//
// One goroutine appends and flushes; all methods but those two, and Close, may be called by others at the same time.
//
// Disk: with URLs as crawls meet them, of 57 bytes in the mean, some 19 bytes a name. Memory: 0.06 bytes a name, and some
// 8 MiB for the last names, for compressing and for blocks that were read last.
type Names struct {
	dir      string
	readOnly bool
	full     int   // bytes of names that end a tail
	torn     int64 // bytes of the last tail that were no whole frame when it was opened for reading
	enc      *zstd.Encoder
	dec      *zstd.Decoder

	mu     sync.RWMutex // held while what follows changes
	blocks *blockFile
	old    *tail // becoming blocks; nil if none is
	tail   *tail
	packed chan struct{} // closed when old has become blocks; nil if there was none
	err    error         // the first of writing, after which nothing is written

	// Memory is reused, because garbage would equal the kept memory: the last tail's, unless a view still reads
	// it, and the last batch's.
	spare list
	views int // views that may read tails
	packs []byte

	cache [cached]cachedBlock
}

// A cachedBlock is a block that was read.
type cachedBlock struct {
	mu     sync.Mutex
	number int // plus 1; 0 if there is none
	block
}

const (
	cached   = 64      // blocks, of 7 KB each
	fullTail = 2 << 20 // bytes of names
)

// Len returns how many names there are.
func (n *Names) Len() int {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.tail.end()
}

// Append adds the name of the next page. It is lost if the process is killed before Flush returns. After an error nothing is
// appended any more.
func (n *Names) Append(name []byte) error {
	if len(name) > MaxName {
		return fmt.Errorf("a name of %d bytes: want at most %d", len(name), MaxName)
	}
	if err := n.writable(); err != nil {
		return err
	}
	if n.tail.end() >= maxPages {
		return fmt.Errorf("%d names are all there may be", maxPages)
	}
	n.mu.Lock()
	n.tail.write(name)
	n.mu.Unlock()
	if len(n.tail.ends)%perBlock == 0 && n.tail.size() >= n.full {
		return n.fail(n.rotate())
	}
	return nil
}

// writable returns why nothing can be written.
func (n *Names) writable() error {
	if n.readOnly {
		return fmt.Errorf("%s: names that were opened for reading", n.dir)
	}
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.err
}

// fail keeps the first error.
func (n *Names) fail(err error) error {
	if err == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err == nil {
		n.err = fmt.Errorf("names: %w", err)
	}
	return n.err
}

// Flush hands what was appended to the system, in one write.
func (n *Names) Flush() error {
	if err := n.writable(); err != nil {
		return err
	}
	return n.fail(n.tail.flush())
}

// rotate begins a new tail, and makes blocks of this one meanwhile.
func (n *Names) rotate() error {
	if err := n.tail.flush(); err != nil {
		return err
	}
	if err := n.tail.f.Sync(); err != nil { // so that no later tail is on the disk without it
		return err
	}
	n.wait()
	if err := n.writable(); err != nil {
		return err
	}
	next, err := createTail(n.dir, n.tail.end())
	if err != nil {
		return err
	}
	packed, old := make(chan struct{}), n.tail
	next.frame = old.frame
	n.mu.Lock()
	next.text, next.ends = slices.Grow(n.spare.text[:0], len(old.text)+len(old.text)/16), slices.Grow(n.spare.ends[:0], len(old.ends)+len(old.ends)/16)
	n.spare = list{}
	n.old, n.tail, n.packed = old, next, packed
	n.mu.Unlock()
	go func() {
		defer close(packed)
		n.fail(n.pack(old)) //nolint:errcheck // kept until something is written
	}()
	return nil
}

func createTail(dir string, first int) (*tail, error) {
	path := tailPath(dir, tailPrefix, first)
	f, err := disk.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	return &tail{list: list{first: first}, f: f, path: path}, nil
}

// wait waits until the old tail has become blocks.
func (n *Names) wait() {
	n.mu.RLock()
	packed := n.packed
	n.mu.RUnlock()
	if packed != nil {
		<-packed
	}
}

// pack adds the names of a tail to the blocks, and removes it when they are on the disk, and its successor too.
func (n *Names) pack(old *tail) error {
	packed, lengths := encodeBatch(n.packs[:0], n.enc, old.text, old.ends, old.first)
	n.packs = packed
	b := n.blocks
	if _, err := b.f.WriteAt(packed, int64(b.end)); err != nil {
		return err
	}
	if err := b.f.Sync(); err != nil {
		return err
	}
	if err := atomicfile.SyncDir(n.dir); err != nil {
		return err
	}
	n.mu.Lock()
	b.batches = append(b.batches, batch{old.first, b.end})
	at := b.end + uint64(len(packed))
	b.end = at
	for _, l := range lengths {
		at -= uint64(l)
	}
	for _, l := range lengths {
		b.at = append(b.at, at)
		at += uint64(l)
	}
	b.names = old.end()
	if n.old = nil; n.views == 0 {
		n.spare = old.list
	}
	n.mu.Unlock()
	err := old.f.Close()
	if e := disk.Remove(old.path); err == nil {
		err = e
	}
	return err
}

// Sync makes flushed names survive a stop of the machine. It may run concurrently with Append and Flush.
func (n *Names) Sync() error {
	if err := n.writable(); err != nil {
		return err
	}
	n.mu.RLock()
	t := n.tail
	n.mu.RUnlock()
	n.wait()
	if err := t.f.Sync(); err != nil && !errors.Is(err, os.ErrClosed) { // then it was full, and is in blocks now
		return n.fail(err)
	}
	return n.writable() // the name of the file is durable since the tail before it became blocks
}

// Close flushes, syncs and ends. An error of writing that was not told yet is.
func (n *Names) Close() error {
	var err error
	if !n.readOnly {
		if err = n.Flush(); err == nil {
			err = n.Sync()
		}
		n.wait()
	}
	return errors.Join(err, n.closeFiles())
}

func (n *Names) closeFiles() error {
	var errs []error
	for _, t := range []*tail{n.old, n.tail} {
		if t != nil && t.f != nil {
			errs = append(errs, t.f.Close())
		}
	}
	if n.blocks != nil {
		errs = append(errs, n.blocks.f.Close())
	}
	if n.dec != nil {
		n.dec.Close()
	}
	return errors.Join(slices.DeleteFunc(errs, func(err error) bool { return errors.Is(err, os.ErrClosed) })...)
}

// Name appends the name of a page to dst. Pages in order, or near to each other, cost a copy; others a block read.
func (n *Names) Name(dst []byte, p crawl.Page) ([]byte, error) {
	n.mu.RLock()
	for _, t := range [...]*tail{n.tail, n.old} {
		if t != nil && int(p) >= t.first {
			defer n.mu.RUnlock()
			if int(p) >= t.end() {
				return dst, fmt.Errorf("%s: there is no name %d among %d", n.dir, p, n.tail.end())
			}
			return append(dst, t.name(int(p)-t.first)...), nil
		}
	}
	r := n.reader()
	n.mu.RUnlock()
	number := int(p) / perBlock
	c := &n.cache[number%cached]
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.number != number+1 {
		c.number = 0
		if err := r.read(&c.block, number); err != nil {
			return dst, err
		}
		c.number = number + 1
	}
	return append(dst, c.name(int(p)%perBlock)...), nil
}
