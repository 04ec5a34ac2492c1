package livecrawl_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/disk"
	"weft/livecrawl"
)

// A resumed crawl changes no file outside its folder, whichever of its files is a symbolic link.
func TestResumeChangesNoTargetOfLinks(t *testing.T) {
	s := newSite(t, randomPages(6, 60))
	from := stopped(t, s.URL, 25)
	refused := 0
	for _, name := range filesBelow(t, from) {
		dir := copyTree(t, from)
		defer os.RemoveAll(filepath.Dir(dir))
		path, target := filepath.Join(dir, name), filepath.Join(t.TempDir(), "target")
		before := read(t, path)
		writeFile(t, target, before)
		if err := errors.Join(os.Remove(path), os.Symlink(target, path)); err != nil {
			t.Fatal(err)
		}
		j, err := livecrawl.Resume(options(dir))
		if err == nil {
			_, err = j.Run(t.Context())
			err = errors.Join(err, j.Close())
		}
		if after := read(t, target); !bytes.Equal(before, after) {
			t.Errorf("%s: the target of the link has changed from %d bytes to %d", name, len(before), len(after))
		}
		if err == nil {
			continue
		}
		refused++
		if !errors.Is(err, disk.ErrLink) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if refused == 0 {
		t.Error("no link was refused")
	}
}
