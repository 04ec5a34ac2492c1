package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/store"
)

// The folder of a live crawl is named as one, with its snapshot.
func TestOpenLiveCrawl(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "crawl.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := store.Open(dir)
	if err == nil || !strings.Contains(err.Error(), "is the folder of a live crawl") || !strings.Contains(err.Error(), filepath.Join(dir, "snapshot")) {
		t.Errorf("got %v", err)
	}
}
