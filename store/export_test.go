package store

import "testing"

// Rewrite changes the manifest of a crawl.
func Rewrite(t *testing.T, dir string, f func(*Manifest)) {
	t.Helper()
	m, err := readManifest(dir)
	if err == nil {
		f(m)
		err = m.write(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
}
