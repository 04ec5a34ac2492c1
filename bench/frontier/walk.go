//go:build linux

package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/frontier/frontiertest"
	"weft/crawl/strategy"
	"weft/graph/page"
	"weft/internal/usage"
)

// A walk is a crawl without fetching.
type walk struct {
	known *frontier.Known
	names *frontier.Names
	bfs   *strategy.BreadthFirst
	ids   *ids

	web   *frontiertest.Web
	batch batch
	list  []crawl.Link
	name  []byte

	pages, links        int
	bytes               int64
	generating, picking time.Duration
}

// A batch is the links of some pages.
type batch struct {
	pages []frontiertest.Address // what they lead to
	text  []byte                 // their URLs
	ends  []int
	until []int // links of each page
}

func (b *batch) reset() {
	b.pages, b.text, b.ends, b.until = b.pages[:0], b.text[:0], b.ends[:0], b.until[:0]
}

// linksOf are some links of a batch.
type linksOf struct {
	*batch
	lo, hi int
}

func (b *batch) of(i int) linksOf {
	if i == 0 {
		return linksOf{b, 0, b.until[0]}
	}
	return linksOf{b, b.until[i-1], b.until[i]}
}

func (b *batch) url(i int) []byte {
	if i == 0 {
		return b.text[:b.ends[0]]
	}
	return b.text[b.ends[i-1]:b.ends[i]]
}

// add makes the links of a page.
func (b *batch) add(web *frontiertest.Web, p frontiertest.Address) {
	from := len(b.pages)
	b.pages = web.Links(b.pages, p)
	for _, q := range b.pages[from:] {
		b.text = web.AppendURL(b.text, q)
		b.ends = append(b.ends, len(b.text))
	}
	b.until = append(b.until, len(b.pages))
}

func (w *walk) seed() error {
	w.web = frontiertest.New()
	runtime.LockOSThread() // separates its work from the work in the background
	w.batch.reset()
	b := &w.batch
	b.pages = append(b.pages, frontiertest.Address{})
	b.text = w.web.AppendURL(b.text, b.pages[0])
	b.ends, b.until = append(b.ends, len(b.text)), append(b.until, 1)
	return w.learn(crawl.None, b.of(0))
}

// learn processes the links of a page as a crawl does.
func (w *walk) learn(p crawl.Page, l linksOf) error {
	w.list = w.list[:0]
	for i := l.lo; i < l.hi; i++ {
		url := l.url(i)
		to, isNew, err := w.known.Number(frontier.Fingerprint(url))
		if err != nil {
			return err
		}
		w.list = append(w.list, crawl.Link{To: to, New: isNew})
		if !isNew {
			continue
		}
		w.bytes += int64(len(url))
		if err := errors.Join(w.names.Append(url), w.ids.put(l.pages[i])); err != nil {
			return err
		}
	}
	w.links += l.hi - l.lo
	w.bfs.Learn(p, page.Fetched, w.list)
	return w.names.Flush()
}

// pick takes the next pages and reads their URLs.
func (w *walk) pick(pages int) error {
	cost, err := usage.Time(func() error {
		for range pages {
			p, turn := w.bfs.Next()
			if turn != crawl.Take || int(p) != w.pages {
				return fmt.Errorf("page %d came after %d pages", p, w.pages)
			}
			var err error
			if w.name, err = w.names.Name(w.name[:0], p); err != nil {
				return err
			}
			w.pages++
		}
		return nil
	})
	w.picking += cost.CPU
	return err
}

// generate makes the links of the pages that were picked; what it takes is the Web's, not the frontier's.
func (w *walk) generate(pages int) error {
	before := thread()
	w.batch.reset()
	for range pages {
		p, err := w.ids.next()
		if err != nil {
			return err
		}
		w.batch.add(w.web, p)
	}
	w.generating += thread() - before
	return nil
}

// repeat learns the links of the first pages again, when all are known.
func (w *walk) repeat(pages int) (took time.Duration, links int, err error) {
	w.ids.rewind()
	for done := 0; done < pages; done += atOnce {
		if err := w.generate(atOnce); err != nil {
			return 0, 0, err
		}
		before, n := w.links, w.known.Len()
		cost, err := usage.Time(func() error {
			for i := range atOnce {
				if err := w.learn(crawl.Page(done+i), w.batch.of(i)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return 0, 0, err
		}
		if w.known.Len() != n {
			return 0, 0, fmt.Errorf("%d links of pages that were learnt before are new", w.known.Len()-n)
		}
		took += cost.CPU
		links += w.links - before
	}
	return took, links, nil
}

func (w *walk) close() error { return errors.Join(w.names.Close(), w.ids.close()) }

// thread returns how long this thread has run.
func thread() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_THREAD, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ids keeps the pages of the Web in the order of their numbers, in a file that has no name any more.
type ids struct {
	f   *os.File
	out *bufio.Writer
	in  *bufio.Reader
	at  int64
}

const idLen = 10

func newIDs(path string) (*ids, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	q := &ids{f: f, out: bufio.NewWriterSize(f, 1<<16)}
	q.in = bufio.NewReaderSize(q, 1<<14)
	return q, os.Remove(path)
}

func (q *ids) put(p frontiertest.Address) error {
	var b [idLen]byte
	binary.LittleEndian.PutUint32(b[:], p.Host)
	binary.LittleEndian.PutUint16(b[4:], p.Dir)
	binary.LittleEndian.PutUint32(b[6:], p.Doc)
	_, err := q.out.Write(b[:])
	return err
}

// Read implements io.Reader over the numbers put.
func (q *ids) Read(b []byte) (int, error) {
	if err := q.out.Flush(); err != nil {
		return 0, err
	}
	n, err := q.f.ReadAt(b, q.at)
	q.at += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

func (q *ids) next() (p frontiertest.Address, err error) {
	b, err := q.in.Peek(idLen)
	if err != nil {
		return p, err
	}
	p = frontiertest.Address{Host: binary.LittleEndian.Uint32(b), Dir: binary.LittleEndian.Uint16(b[4:]), Doc: binary.LittleEndian.Uint32(b[6:])}
	_, err = q.in.Discard(idLen)
	return p, err
}

func (q *ids) rewind() {
	q.at = 0
	q.in.Reset(q)
}

func (q *ids) close() error { return q.f.Close() }
