package frontier_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/frontier/frontiertest"
)

// randomName is any bytes, often like the name before.
func randomName(r *rand.Rand, before []byte) []byte {
	name := slices.Clone(before[:r.IntN(len(before)+1)])
	n := r.IntN(40)
	if r.IntN(500) == 0 {
		n = r.IntN(5000)
	}
	for range n {
		name = append(name, byte(r.Uint32()>>r.IntN(8)))
	}
	return name[max(0, len(name)-6000):]
}

func randomNames(r *rand.Rand, n int) [][]byte {
	list := make([][]byte, n)
	var last []byte
	for i := range list {
		last = randomName(r, last)
		list[i] = last
	}
	return list
}

func mustCreate(t testing.TB, dir string, full int) *frontier.Names {
	t.Helper()
	n, err := frontier.CreateNames(dir)
	if err != nil {
		t.Fatal(err)
	}
	n.SetFull(full)
	return n
}

func appendAll(t testing.TB, n *frontier.Names, names [][]byte) {
	t.Helper()
	for _, name := range names {
		if err := n.Append(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := n.Flush(); err != nil {
		t.Fatal(err)
	}
}

// check holds that names are those wanted, one by one and in order.
func check(t testing.TB, n *frontier.Names, want [][]byte, r *rand.Rand) {
	t.Helper()
	if n.Len() != len(want) {
		t.Fatalf("got %d names, want %d", n.Len(), len(want))
	}
	if len(want) == 0 {
		return
	}
	for range min(len(want), 50) {
		p := r.IntN(len(want))
		got, err := n.Name([]byte("x"), crawl.Page(p))
		if err != nil || !bytes.Equal(got[1:], want[p]) {
			t.Fatalf("name %d of %d: got %q, %v; want %q", p, len(want), got, err, want[p])
		}
	}
	from := r.IntN(len(want))
	if r.IntN(2) == 0 {
		from = 0
	}
	next := from
	err := n.Each(crawl.Page(from), func(p crawl.Page, name []byte) error {
		if int(p) != next || !bytes.Equal(name, want[p]) {
			return fmt.Errorf("each from %d: got %d, %q; want %d, %q", from, p, name, next, want[p])
		}
		next++
		return nil
	})
	if err != nil || next != len(want) {
		t.Fatalf("each from %d ended at %d of %d: %v", from, next, len(want), err)
	}
	if _, err := n.Name(nil, crawl.Page(len(want))); err == nil {
		t.Fatal("there is a name beyond the last")
	}
}

// Names are appended, flushed, cut, closed and opened again, in any order; they stay what they were.
func TestNamesAgainstASlice(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 11))
		dir := filepath.Join(t.TempDir(), "names")
		full := []int{1000, 10_000, 100_000}[r.IntN(3)]
		n := mustCreate(t, dir, full)
		var want [][]byte
		for range 60 {
			switch r.IntN(6) {
			case 0:
				atMost := -1
				if r.IntN(2) == 0 {
					atMost = r.IntN(len(want) + 10)
				}
				err := n.Close()
				if err != nil {
					t.Fatal(err)
				}
				if n, err = frontier.OpenNames(dir, atMost); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				n.SetFull(full)
				if atMost >= 0 {
					want = want[:min(len(want), atMost)]
				}
			case 1:
				if err := n.Sync(); err != nil {
					t.Fatal(err)
				}
			case 2:
				check(t, n, want, r)
				ro, err := frontier.OpenNamesReadOnly(dir)
				if err != nil {
					t.Fatal(err)
				}
				check(t, ro, want, r)
				if err := errors.Join(ro.Close()); err != nil || ro.Append(nil) == nil {
					t.Fatal(err)
				}
			default:
				more := randomNames(r, r.IntN(400))
				appendAll(t, n, more)
				want = append(want, more...)
			}
		}
		check(t, n, want, r)
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNamesRefusals(t *testing.T) {
	dir := t.TempDir()
	if _, err := frontier.OpenNames(dir, -1); err == nil || !strings.Contains(err.Error(), "names.tail-") {
		t.Errorf("an empty folder: got %v", err)
	}
	n := mustCreate(t, dir, 1)
	if _, err := frontier.CreateNames(dir); !errors.Is(err, os.ErrExist) {
		t.Errorf("made twice: got %v", err)
	}
	if err := n.Append(make([]byte, frontier.MaxName+1)); err == nil {
		t.Error("a name was too long and was taken")
	}
	appendAll(t, n, [][]byte{make([]byte, frontier.MaxName), nil})
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := n.Append(nil); err == nil {
		if err = n.Flush(); err == nil {
			t.Error("names that are closed were written to")
		}
	}
	blocks := filepath.Join(dir, "names.blocks")
	data, err := os.ReadFile(blocks)
	if err != nil {
		t.Fatal(err)
	}
	data[12]++
	if err := os.WriteFile(blocks, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := frontier.OpenNames(dir, -1); !errors.Is(err, frontier.ErrCorrupt) || !strings.Contains(err.Error(), blocks) {
		t.Errorf("blocks of another size: got %v", err)
	}
	data[12]--
	data[8]++
	if err := os.WriteFile(blocks, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := frontier.OpenNames(dir, -1); err == nil || errors.Is(err, frontier.ErrCorrupt) || !strings.Contains(err.Error(), "version 2") {
		t.Errorf("names of a later version: got %v", err)
	}
}

// Names that were written behind others are not those behind any.
func TestNamesOfAnotherPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	tail := func(full, count int) (dir, path string) {
		dir = t.TempDir()
		n := mustCreate(t, dir, full)
		appendAll(t, n, randomNames(r, count))
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
		tails, err := filepath.Glob(filepath.Join(dir, "names.tail-*"))
		if err != nil || len(tails) != 1 {
			t.Fatalf("tails %q, %v", tails, err)
		}
		return dir, tails[0]
	}
	_, first := tail(1<<20, 3)
	data, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	dir, later := tail(1, 1000)
	if filepath.Base(first) == filepath.Base(later) {
		t.Fatal("both begin with the first name")
	}
	if err := os.WriteFile(later, data, 0o644); err != nil {
		t.Fatal(err)
	}
	n, err := frontier.OpenNames(dir, -1)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.TrimLeft(strings.TrimPrefix(filepath.Base(later), "names.tail-"), "0"); fmt.Sprint(n.Len()) != want {
		t.Errorf("there are %d names, want %s", n.Len(), want)
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
}

// Readers of the same Names go on while names are appended, and so do those that open the files.
func TestNamesConcurrently(t *testing.T) {
	dir := t.TempDir()
	n := mustCreate(t, dir, 20_000)
	web := frontiertest.New()
	want := make([][]byte, 20_000)
	for i := range want {
		want[i] = web.AppendURL(nil, frontiertest.Address{Host: uint32(i / 500), Dir: uint16(i % 500 / 64), Doc: uint32(i % 64)})
	}
	var done atomic.Bool
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 5))
			for !done.Load() {
				if w == 0 {
					ro, err := frontier.OpenNamesReadOnly(dir)
					if err != nil {
						t.Error(err)
						return
					}
					check(t, ro, want[:ro.Len()], r)
					ro.Close()
				}
				if w == 1 && n.Sync() != nil {
					t.Error("sync beside append failed")
				}
				if length := n.Len(); length > 0 {
					p := r.IntN(length)
					if got, err := n.Name(nil, crawl.Page(p)); err != nil || !bytes.Equal(got, want[p]) {
						t.Errorf("name %d: got %q, %v, want %q", p, got, err, want[p])
						return
					}
				}
			}
		})
	}
	for lo := 0; lo < len(want); lo += 100 {
		appendAll(t, n, want[lo:lo+100])
	}
	done.Store(true)
	wg.Wait()
	check(t, n, want, rand.New(rand.NewPCG(1, 1)))
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFill(t *testing.T) {
	n := mustCreate(t, t.TempDir(), 50_000)
	web := frontiertest.New()
	var one frontier.Known
	var url []byte
	for i := range 40_000 {
		url = web.AppendURL(url[:0], frontiertest.Address{Host: uint32(i / 300), Dir: uint16(i % 300 / 64), Doc: uint32(i % 64)})
		if _, isNew, err := one.Number(frontier.Fingerprint(url)); err != nil || !isNew {
			continue
		}
		if err := n.Append(url); err != nil {
			t.Fatal(err)
		}
	}
	defer n.Close()
	for _, workers := range []int{1, 2, 5} {
		var k frontier.Known
		if err := k.Fill(t.Context(), n, workers); err != nil {
			t.Fatal(err)
		}
		if k.Len() != one.Len() || k.Len() < 30_000 {
			t.Fatalf("got %d pages, want %d", k.Len(), one.Len())
		}
		for p := range k.Len() {
			key := one.Key(crawl.Page(p))
			if got, ok := k.Find(key); !ok || int(got) != p || k.Key(crawl.Page(p)) != key {
				t.Fatalf("page %d: got %d, %v", p, got, ok)
			}
		}
		for i := range 30_000 { // and it goes on as the other does
			key := frontier.Fingerprint(fmt.Append(nil, i))
			if p, isNew, err := k.Number(key); err != nil || !isNew || int(p) != one.Len()+i {
				t.Fatalf("the next page: got %d, %v, %v", p, isNew, err)
			}
		}
		if err := k.Fill(t.Context(), n, workers); err == nil {
			t.Error("what is not empty was filled")
		}
	}
}

func ExampleNames() {
	dir, err := os.MkdirTemp("", "names")
	if err != nil {
		return
	}
	defer os.RemoveAll(dir)
	n, err := frontier.CreateNames(dir)
	if err != nil {
		return
	}
	for _, url := range []string{"https://example.org/", "https://example.org/a"} {
		if err := n.Append([]byte(url)); err != nil {
			return
		}
	}
	if err := n.Close(); err != nil {
		return
	}
	n, err = frontier.OpenNames(dir, 10)
	if err != nil {
		return
	}
	defer n.Close()
	name, err := n.Name(nil, 1)
	fmt.Println(n.Len(), string(name), err)
	// Output: 2 https://example.org/a <nil>
}
