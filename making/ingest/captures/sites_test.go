package captures_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"weft/making/ingest/ingesttest"
)

// A file is a file of a tree, by turns name and content.
type files []string

// folder writes files into a folder called tree.
func folder(t *testing.T, all files) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tree")
	for i := 0; i < len(all); i += 2 {
		path := filepath.Join(dir, all[i])
		ingesttest.MakeFolder(t, filepath.Dir(path))
		if err := ingesttest.Write(path, all[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// tarred writes files into a tar archive.
func tarred(t *testing.T, all files) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(all); i += 2 {
		err := w.WriteHeader(&tar.Header{Name: all[i], Mode: 0o600, Size: int64(len(all[i+1]))})
		if err == nil {
			_, err = io.WriteString(w, all[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// zippedFiles writes files into a zip file.
func zippedFiles(t *testing.T, all files) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(all); i += 2 {
		f, err := w.Create(all[i])
		if err == nil {
			_, err = io.WriteString(f, all[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// site returns the options of an import of the site http://a.example/d/.
func site(o ingesttest.Options, path string) ingesttest.Options {
	o.Inputs, o.BaseURL = []string{path}, "http://a.example/d"
	if o.MaxBad == 0 {
		o.MaxBad = 1
	}
	return o
}
