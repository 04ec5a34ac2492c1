package folder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/livecrawl/folder"
	"weft/store"
)

// TestStoreNamesFilesOfFolder checks the names that package store keeps for its error: store is below this package, and
// cannot import the constants.
func TestStoreNamesFilesOfFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, folder.CrawlFile), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := store.Open(dir)
	if err == nil || !strings.Contains(err.Error(), "is the folder of a live crawl") || !strings.Contains(err.Error(), "open its snapshot, "+filepath.Join(dir, folder.SnapshotDir)+";") {
		t.Errorf("got %v", err)
	}
}
