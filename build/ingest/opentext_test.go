package ingest_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"

	"weft/build/ingest"
)

// A byte order mark is no part of a text, packed or not; one behind the beginning is.
func TestOpenText(t *testing.T) {
	for text, want := range map[string]string{"\ufeffa\n\ufeffb\n": "a\n\ufeffb\n", "a\n": "a\n", "\ufeff": "", "": "", "\xef\xbb": "\xef\xbb"} {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		io.WriteString(z, text)
		z.Close()
		for _, as := range []string{text, packed.String()} {
			r, err := ingest.OpenText(written(t, as), nil, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || string(got) != want {
				t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
			}
			r.Close()
		}
	}
}
