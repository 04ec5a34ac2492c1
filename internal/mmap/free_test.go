package mmap

import (
	"path/filepath"
	"runtime"
	"testing"
)

// Free tells of a folder what its disk has left, and of none nothing.
func TestFree(t *testing.T) {
	dir := t.TempDir()
	if got := Free(dir); got < 1<<20 && runtime.GOOS == "linux" {
		t.Errorf("%d bytes are free where tests write", got)
	}
	if got := Free(filepath.Join(dir, "none")); got != 0 {
		t.Errorf("%d bytes are free in a folder that is not there", got)
	}
}
