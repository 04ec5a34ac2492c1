package ingest_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"weft/making/ingest"
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

// A text in UTF-16 is opened as UTF-8.
func TestOpenTextInUTF16(t *testing.T) {
	for _, text := range []string{"\xff\xfeh\x00t\x00", "\xfe\xff\x00h\x00t"} {
		r, err := ingest.OpenText(written(t, text), nil, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if got, err := io.ReadAll(r); err != nil || string(got) != "ht" {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
}

// What is no file is refused with what helps.
func TestOpenTextRefuses(t *testing.T) {
	for path, want := range map[string]string{
		t.TempDir(): "is a folder: name a file",
	} {
		if r, err := ingest.OpenText(path, nil, 1<<30); err == nil || !strings.HasPrefix(err.Error(), path) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, %v; want %q", r, err, want)
		}
	}
}
