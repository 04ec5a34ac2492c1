package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Damaged shards are no crawl: nothing says that weft verify lists their damage, which it refuses.
func TestDamagedShardsAreNotForVerify(t *testing.T) {
	dir := t.TempDir()
	web, shards := filepath.Join(dir, "web"), filepath.Join(dir, "shards")
	weft(t, exitDone, "generate", "web", "-o", web, "--pages", "50", "--quiet")
	weft(t, exitDone, "export", web, "--format", "shards", "-o", shards, "--quiet")
	for _, name := range []string{"arcs/part-000000.parquet", "manifest.json"} {
		path := filepath.Join(shards, name)
		info, err := os.Stat(path)
		if err == nil {
			err = os.Truncate(path, info.Size()/2)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, errs := weft(t, exitFailed, "import", shards, "-o", filepath.Join(dir, "out"), "--quiet")
		if !strings.Contains(errs, name) || strings.Contains(errs, "verify") {
			t.Errorf("%s was cut: %s", name, errs)
		}
	}
}
