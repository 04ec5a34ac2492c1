package mmap

import (
	"os"
	"path/filepath"
	"testing"
)

// Most is the peak of all mappings since its last call, in whole pages of memory.
func TestMost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, make([]byte, 3*pageSize+1), 0o600); err != nil {
		t.Fatal(err)
	}
	Most()
	before := Most()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	s := NewScratch(t.TempDir())
	if _, err := s.Bytes(1); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Bytes(2 * pageSize); err != nil {
		t.Fatal(err)
	}
	if got := Most() - before; got != 5*pageSize {
		t.Errorf("a file of 4 pages beside 1, then 3 pages: got %d bytes at most, want %d", got, 5*pageSize)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := Most() - before; got != 3*pageSize {
		t.Errorf("since then: got %d bytes at most, want %d", got, 3*pageSize)
	}
	if got := Most() - before; got != 0 {
		t.Errorf("with nothing mapped: got %d bytes, want none", got)
	}
}
