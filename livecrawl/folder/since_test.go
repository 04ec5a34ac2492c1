package folder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A crawl is not compared with one that has no archive.
func TestSinceNothing(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		a, err := OpenSince(dir)
		if a != nil || err == nil || !strings.Contains(err.Error(), "there is no archive of an earlier crawl in "+filepath.Join(dir, "warc")) {
			t.Errorf("got %v, %v", a, err)
		}
		if err := os.MkdirAll(filepath.Join(dir, "warc"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}
