package ingest_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/build/ingest"
	"weft/store"
)

// What has its directory at its end cannot come from a pipe, and is not taken for empty.
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
	if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "cannot be read from a pipe") {
		t.Errorf("got %v", err)
	}
}
