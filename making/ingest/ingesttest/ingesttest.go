// Package ingesttest makes crawls of small inputs, for tests.
package ingesttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/making/ingest"
	"weft/store"
)

// memory is the budget of an import that names none.
const memory = 1 << 30

// Open opens a crawl until the test ends.
func Open(t testing.TB, path string) *store.Crawl {
	t.Helper()
	c, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() }) //nolint:errcheck // only read
	return c
}

// Import makes a crawl in a folder of its own and opens it until the test ends.
func Import(t testing.TB, o ingest.Options) *store.Crawl {
	t.Helper()
	o.Output = filepath.Join(t.TempDir(), "crawl")
	if o.Memory == 0 {
		o.Memory = memory
	}
	if _, err := ingest.Import(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return Open(t, o.Output)
}

// Text imports a text from standard input.
func Text(t testing.TB, text string) *store.Crawl {
	t.Helper()
	return Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text)})
}

// Fetched imports a text, and a list of the pages that were fetched, a line each. Without the list their states are unknown.
func Fetched(t testing.TB, text, fetched string) *store.Crawl {
	t.Helper()
	if fetched == "" {
		return Text(t, text)
	}
	list := filepath.Join(t.TempDir(), "fetched")
	if err := os.WriteFile(list, []byte(fetched), 0o600); err != nil {
		t.Fatal(err)
	}
	return Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text), Fetched: list})
}
