package shared

import (
	"compress/gzip"
	"io"
	"os"
	"testing"
)

// Gunzip returns the content of a gzip file of the shared data.
func Gunzip(tb testing.TB, elem ...string) string {
	tb.Helper()
	f, err := os.Open(File(tb, elem...))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // nothing was written
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}
