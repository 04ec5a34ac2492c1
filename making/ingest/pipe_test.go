package ingest_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/making/ingest"
	"weft/store"
)

// TestParquetFromAPipe checks that a table, whose directory is at its end, is copied before it is read.
func TestParquetFromAPipe(t *testing.T) {
	type arc struct {
		Source int64 `parquet:"source"`
		Target int64 `parquet:"target"`
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, []arc{{0, 1}, {1, 2}}); err != nil {
		t.Fatal(err)
	}
	o := ingest.Options{Inputs: []string{"-"}, Stdin: &b, Format: ingest.Parquet, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
	s, err := ingest.Import(t.Context(), o)
	if err != nil || s.Manifest.Counts.Arcs != 2 {
		t.Errorf("got %v", err)
	}
}
