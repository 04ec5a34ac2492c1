package ingest_test

import (
	"bytes"
	"io"
	"strings"
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

// What is no text in UTF-8, or no file, is refused with what helps.
func TestOpenTextRefuses(t *testing.T) {
	for path, want := range map[string]string{
		written(t, "\xff\xfeh\x00t\x00"): "it is text in UTF-16: write it in UTF-8 (iconv -f utf-16 -t utf-8)",
		written(t, "\xfe\xff\x00h\x00t"): "it is text in UTF-16: write it in UTF-8 (iconv -f utf-16 -t utf-8)",
		t.TempDir():                      "is a folder: name a file",
	} {
		if r, err := ingest.OpenText(path, nil, 1<<30); err == nil || !strings.HasPrefix(err.Error(), path) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, %v; want %q", r, err, want)
		}
	}
}
