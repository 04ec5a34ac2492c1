package table

import (
	"bytes"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

func TestRoundTrip(t *testing.T) {
	type record struct {
		Page  int64   `parquet:"page"`
		URL   string  `parquet:"url"`
		Score float64 `parquet:"score"`
	}
	want := []record{{0, "http://a/", 0.5}, {1, "", 1e-300}, {7, "ü", -1}}
	var b bytes.Buffer
	w := New(&b, []Column{{Name: "score", Type: Float}, {Name: "page", Type: Int}, {Name: "url", Type: Text}})
	for _, r := range want {
		if err := w.Append(r.Score, r.Page, []byte(r.URL)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rd := parquet.NewGenericReader[record](bytes.NewReader(b.Bytes()))
	got := make([]record, len(want))
	if n, err := rd.Read(got); n != len(want) || err != nil && err != io.EOF {
		t.Fatalf("got %d rows, %v", n, err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("row %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

// TestRowsOfOtherLengths refuses rows with too few or too many values, also one by one, and writes nothing after them.
func TestRowsOfOtherLengths(t *testing.T) {
	for _, values := range []int{0, 1, 3} {
		w := New(io.Discard, []Column{{Name: "a", Type: Int}, {Name: "b", Type: Int}})
		for range values {
			w.Int(1)
		}
		if err := w.End(); err == nil || w.Close() == nil || w.Append(int64(1), int64(2)) == nil {
			t.Errorf("a row of %d values for 2 columns: %v", values, err)
		}
	}
}

// TestOptional keeps values apart from their absence, and times as times.
func TestOptional(t *testing.T) {
	type record struct {
		Status *int64     `parquet:"status,optional"`
		Time   *time.Time `parquet:"time,optional,timestamp(millisecond)"`
		Title  *string    `parquet:"title,optional"`
	}
	var b bytes.Buffer
	w := New(&b, []Column{{"title", Text, true}, {"status", Int, true}, {"time", Time, true}})
	for _, row := range [][]any{{"", int64(0), int64(1500)}, {nil, nil, nil}, {"x", nil, int64(-1)}} {
		if err := w.Append(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got := make([]record, 3)
	if n, err := parquet.NewGenericReader[record](bytes.NewReader(b.Bytes())).Read(got); n != 3 || err != nil && err != io.EOF {
		t.Fatalf("got %d rows, %v", n, err)
	}
	first, second, third := got[0], got[1], got[2]
	if first.Status == nil || *first.Status != 0 || first.Title == nil || *first.Title != "" || first.Time == nil || !first.Time.Equal(time.UnixMilli(1500)) {
		t.Errorf("got %v", first)
	}
	if second != (record{}) || third.Status != nil || third.Title == nil || third.Time == nil || !third.Time.Equal(time.UnixMilli(-1)) {
		t.Errorf("got %v, %v", second, third)
	}
	if New(io.Discard, []Column{{Name: "n", Type: Int}}).Append(nil) == nil {
		t.Error("a missing value is taken")
	}
}

// Whatever the names, a table takes no more than plans say of it, and little garbage.
func TestMemory(t *testing.T) {
	const stated, most = 12 << 20, 128 << 20
	for _, length := range []int{20, groupText / groupRows, 60, 2000} { // the second fills a group with both
		rows := min(300_000, 20<<20/length)
		base, begun := heap()
		w := New(io.Discard, []Column{{Name: "score", Type: Float}, {Name: "page", Type: Int}, {Name: "url", Type: Text}})
		r := rand.New(rand.NewPCG(1, uint64(length)))
		name := make([]byte, length)
		held := int64(0)
		for i := range rows {
			for k := range name {
				name[k] = byte(r.IntN(256))
			}
			if err := w.Append(r.Float64(), int64(i), name); err != nil {
				t.Fatal(err)
			}
			if i%(rows/40) == 0 {
				now, _ := heap()
				held = max(held, now-base)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		_, allocated := heap()
		t.Logf("names of %d bytes: %d held, %d allocated", length, held, allocated-begun)
		if held > stated || allocated-begun > most {
			t.Errorf("names of %d bytes: %d held, stated are %d; %d allocated", length, held, stated, allocated-begun)
		}
	}
}

func heap() (held, allocated int64) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc), int64(m.TotalAlloc)
}

func TestWrongRows(t *testing.T) {
	w := New(&bytes.Buffer{}, []Column{{Name: "page", Type: Int}})
	if w.Append() == nil || w.Append(int64(1), int64(2)) == nil || w.Append(struct{}{}) == nil {
		t.Error("a wrong row is taken")
	}
}
