package table

import (
	"bytes"
	"io"
	"testing"

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
	w := New(&b, []Column{{"score", Float}, {"page", Int}, {"url", Text}})
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

func TestWrongRows(t *testing.T) {
	w := New(&bytes.Buffer{}, []Column{{"page", Int}})
	if w.Append() == nil || w.Append(int64(1), int64(2)) == nil || w.Append(struct{}{}) == nil {
		t.Error("a wrong row is taken")
	}
}
