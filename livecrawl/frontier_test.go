package livecrawl_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	crawler "weft/crawl"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// plainFrontiers keeps frontiers as maps and lists, nothing of them on the disk.
type plainFrontiers map[string]*plainFrontier

func (f plainFrontiers) Create(dir string) (livecrawl.Frontier, error) {
	f[dir] = &plainFrontier{of: map[crawler.Key]crawler.Page{}}
	return f[dir], nil
}

func (f plainFrontiers) Open(dir string, atMost int) (livecrawl.Frontier, error) {
	old := f[dir]
	if old == nil {
		return nil, errors.New("there is none")
	}
	next := &plainFrontier{names: old.names[:min(atMost, len(old.names))], of: map[crawler.Key]crawler.Page{}}
	for p := range next.names { // the numbers of names that were cut off are forgotten
		next.keys = append(next.keys, old.keys[p])
		next.of[old.keys[p]] = crawler.Page(p)
	}
	f[dir] = next
	return next, nil
}

func (f plainFrontiers) Count(dir string) (int, error) { return len(f[dir].names), nil }

// A plainFrontier is also its own queue, which lets picks pass one by one.
type plainFrontier struct {
	names  []string
	keys   []crawler.Key
	of     map[crawler.Key]crawler.Page
	hosts  crawler.Queue
	passed atomic.Int64
}

func (f *plainFrontier) Append(name []byte) error {
	f.names = append(f.names, string(name))
	return nil
}

func (f *plainFrontier) Name(dst []byte, p crawler.Page) ([]byte, error) {
	if int(p) >= len(f.names) {
		return dst, fmt.Errorf("no name %d", p)
	}
	return append(dst, f.names[p]...), nil
}

func (f *plainFrontier) Len() int                        { return len(f.names) }
func (f *plainFrontier) Flush() error                    { return nil }
func (f *plainFrontier) Sync() error                     { return nil }
func (f *plainFrontier) Close() error                    { return nil }
func (f *plainFrontier) Bytes() int64                    { return int64(200 * len(f.names)) }
func (f *plainFrontier) Numbers() (crawler.Pages, error) { return plainNumbers{f}, nil }

func (f *plainFrontier) Queue(hosts crawler.Queue) crawler.Queue {
	if hosts == nil {
		return nil
	}
	f.hosts = hosts
	return f
}

func (f *plainFrontier) Put(p crawler.Pick) { f.hosts.Put(p) }

func (f *plainFrontier) Take(ctx context.Context) (crawler.Pick, error) {
	f.passed.Add(1)
	return f.hosts.Take(ctx)
}

type plainNumbers struct{ *plainFrontier }

func (f plainNumbers) Number(k crawler.Key) (crawler.Page, bool, error) {
	p, ok := f.of[k]
	if !ok {
		p = crawler.Page(len(f.keys))
		f.of[k], f.keys = p, append(f.keys, k)
	}
	return p, !ok, nil
}

func (f plainNumbers) Key(p crawler.Page) crawler.Key { return f.keys[p] }
func (f plainNumbers) Len() int                       { return len(f.keys) }

// A crawl whose pages are known somewhere else has the same log, also when it is stopped half-way and goes on.
func TestAnotherFrontier(t *testing.T) {
	s := newSite(t, randomPages(31, 150))
	s.delay.Store(int64(time.Millisecond))
	for _, strategy := range []string{"bfs", "opic", "hosts"} {
		c := config(s.URL)
		c.Strict, c.Strategy = true, strategy
		want, got := filepath.Join(t.TempDir(), "want"), filepath.Join(t.TempDir(), "got")
		crawl(t, c, options(want))
		o, all := options(got), plainFrontiers{}
		o.Frontiers = all
		stopHalfway(t, c, o, 40)
		if r := resume(t, o); !r.Done {
			t.Errorf("%s: it ended as %s", strategy, r.Why)
		}
		if !bytes.Equal(read(t, want, "log", "events"), read(t, got, "log", "events")) {
			t.Errorf("%s: another log", strategy)
		}
		for _, f := range all {
			if f.passed.Load() < 60 || f.Len() < 150 {
				t.Errorf("%s: %d picks and %d pages have passed", strategy, f.passed.Load(), f.Len())
			}
		}
	}
}

// stopHalfway begins a crawl, and stops it when so many pages were learnt.
func stopHalfway(t *testing.T, c folder.Config, o livecrawl.Options, learnt uint64) {
	t.Helper()
	j, err := livecrawl.Create(c, o)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		for j.Status().Learnt < learnt {
			select {
			case <-done:
				return
			case <-time.After(100 * time.Microsecond):
			}
		}
		j.Stop("halfway")
	}()
	r := run(t, j)
	close(done)
	if r.Done {
		t.Fatal("it was not stopped halfway")
	}
}
