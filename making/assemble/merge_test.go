package assemble

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"testing"
	"testing/iotest"

	"weft/internal/drawn"
	"weft/internal/heap"
)

var errFault = errors.New("injected fault")

// A failing takes so many bytes.
type failing int

func (f *failing) Write(p []byte) (int, error) {
	if *f -= failing(len(p)); *f < 0 {
		return 0, errFault
	}
	return len(p), nil
}

// Runs are merged as a map and a sort do it; a fault of any run, of the numbers of any, or of who keeps the names ends it.
func TestMerge(t *testing.T) {
	r := drawn.Rand(t)
	var runs [][]byte
	var words []Dict
	firsts := map[string]uint64{}
	mentions := uint64(0)
	for range 5 {
		var d Dict
		for range 1 + r.IntN(40) {
			d.Add(fmt.Append(nil, "name", r.IntN(60)))
		}
		s, err := NewSpool(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		order, _ := d.sorted()
		if err := d.spill(s, order, func(i uint32) uint64 { return uint64(i) << 8 }); err != nil {
			t.Fatal(err)
		}
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
		run, err := io.ReadAll(s.section(0, s.Size, 16))
		if err != nil {
			t.Fatal(err)
		}
		runs, words = append(runs, run), append(words, d)
		for i := range d.Entries {
			if name := string(d.Text(&d.Entries[i])); firsts[name] == 0 {
				firsts[name] = mentions + uint64(i) + 1
			}
		}
		mentions += uint64(len(d.Entries))
	}
	want := slices.Sorted(maps.Keys(firsts))
	// merge fails in what is said; negative if it does not.
	merge := func(read, cut, write, keep int) (numbers [][]byte, err error) {
		h := heap.New(byName)
		var all []*part
		before := uint64(0)
		outs := make([]bytes.Buffer, len(runs))
		for i, run := range runs {
			p := &part{count: len(words[i].Entries), first: before, extra: true, r: bufio.NewReaderSize(bytes.NewReader(run), 16), out: bufio.NewWriterSize(&outs[i], 16)}
			before += uint64(p.count)
			switch i {
			case read:
				p.r = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(run[:cut]), iotest.ErrReader(errFault)), 16)
			case write:
				left := failing(cut)
				p.out = bufio.NewWriterSize(&left, 16)
			}
			ok, err := p.next()
			if err != nil {
				return nil, err
			}
			if ok {
				h.Push(p)
				all = append(all, p)
			}
		}
		n := 0
		err = mergeHeap(h, func(m Merged) (uint32, error) {
			if n == keep {
				return 0, errFault
			}
			if string(m.name) != want[n] || m.First+1 != firsts[want[n]] {
				t.Fatalf("name %d is %s, first mention %d; want %s, %d", n, m.name, m.First, want[n], firsts[want[n]]-1)
			}
			n++
			return uint32(n - 1), nil
		})
		for i, p := range all {
			err = errors.Join(err, p.out.Flush())
			numbers = append(numbers, outs[i].Bytes())
		}
		if err == nil && n != len(want) {
			t.Errorf("%d names, want %d", n, len(want))
		}
		return numbers, err
	}
	numbers, err := merge(-1, 0, -1, -1)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range words {
		order, _ := d.sorted()
		for rank, n := range order {
			if got := binary.LittleEndian.Uint32(numbers[i][4*rank:]); want[got] != string(d.Text(&d.Entries[n])) {
				t.Errorf("run %d, rank %d: number %d", i, rank, got)
			}
		}
	}
	for i := range runs {
		for cut := range runs[i] {
			if _, err := merge(i, cut, -1, -1); !errors.Is(err, errFault) {
				t.Errorf("run %d, cut at %d: got %v", i, cut, err)
			}
		}
		for left := range 4 * len(words[i].Entries) {
			if _, err := merge(-1, left, i, -1); !errors.Is(err, errFault) {
				t.Errorf("numbers of run %d, cut at %d: got %v", i, left, err)
			}
		}
	}
	for k := range want {
		if _, err := merge(-1, 0, -1, k); !errors.Is(err, errFault) {
			t.Errorf("name %d cannot be kept: got %v", k, err)
		}
	}
}
